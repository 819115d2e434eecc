package ai

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/game/gametest"
	"deuces/internal/say"
)

func TestPlayers(t *testing.T)     { aitest.Run(t, bigtwo.New, New) }
func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weights, Inputs) }

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	aitest.Levels(t, bigtwo.New, New, 4, gametest.Dose(t, 100, 200, 800), gametest.Dose(t, 0, 100, 400), 50, 0)
}

// newCore returns a round of the preset without hands.
func newCore(hands ...cards) bigtwo.Core {
	rules, err := bigtwo.New(nil)
	if err != nil {
		panic(err)
	}
	c := rules.(*bigtwo.Rules).Core(players)
	copy(c.Hands[:], hands)
	return c
}

// randomRound returns a round with randomly dealt hands.
func randomRound(r *rand.Rand) bigtwo.Core {
	order := r.Perm(52)
	c := newCore()
	for i, card := range order {
		c.Hands[i%players] |= 1 << card
		if card == 0 {
			c.Turn, c.MustPlayLowest = uint8(i%players), true
		}
	}
	return c
}

// lowestCost returns the lowest cost of a hand. It tries every play of the hand's lowest card.
// known caches the costs of other hands.
func lowestCost(hand cards, known map[cards]int) int {
	if hand == 0 {
		return 0
	}
	if c, ok := known[hand]; ok {
		return c
	}
	c := newCore(hand)
	best := 1 << 20
	for _, p := range c.Legal(nil) {
		if p.Cards()&(hand&-hand) != 0 {
			best = min(best, costOf(p).cost()+lowestCost(hand&^p.Cards(), known))
		}
	}
	known[hand] = best
	return best
}

// TestAPlanIsNearlyAlwaysTheCheapest checks that the cost of a plan is never lower than that of the
// cheapest split, and nearly always the same. The plan after a play must be the plan of the
// remaining cards.
func TestAPlanIsNearlyAlwaysTheCheapest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var pl, fresh planner
	same := 0
	const hands = 60
	for range hands {
		c := randomRound(r)
		hand := c.Hands[0]
		pl.setHand(&c.Variant, hand)
		s := pl.without(0)
		least := lowestCost(hand, map[cards]int{})
		if got := s.plan.cost(); got < least {
			t.Errorf("%v: the plan costs %d, less than the minimum %d", c.List(hand), got, least)
		} else if got == least {
			same++
		}
		sum, all := 0, s.rest
		for _, f := range s.fives {
			if f != pass {
				sum += costOf(f).cost()
			}
			all |= f.Cards()
		}
		if sum += rankPlan(s.rest).cost(); sum != s.plan.cost() || all != hand {
			t.Errorf("%v: the plays of %+v cost %d, but the plan says %d", c.List(hand), s, sum, s.plan.cost())
		}
		lead := newCore(hand)
		for _, p := range lead.Legal(nil) {
			fresh.setHand(&c.Variant, hand&^p.Cards())
			if a, b := pl.without(p.Cards()), fresh.without(0); a.plan.cost() != b.plan.cost() {
				t.Fatalf("%v without %v costs %d, want %d as for a new hand", c.List(hand), c.List(p.Cards()), a.plan.cost(), b.plan.cost())
			}
		}
	}
	if same < hands*9/10 {
		t.Errorf("only %d of %d plans are the cheapest", same, hands)
	}
}

// TestFactorsAddUpToTheScore checks that the differences between the factors of two plays add up to
// the difference of their scores.
func TestFactorsAddUpToTheScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	h, compared := new(Heuristic), 0
	for range 60 {
		w := Tracked{Core: newCore()}
		for i, at := range r.Perm(52) {
			w.Hands[i%players] |= 1 << at
		}
		for !w.Over {
			legal := append([]play(nil), w.Legal(nil)...)
			h.planner.setHand(&w.Variant, w.Hands[w.Turn])
			a := advice{Heuristic: h, Tracked: &w, situation: h.assess(&w), before: h.planner.without(0)}
			least, most, n := 1<<30, -1<<30, 0
			for _, p := range legal {
				v := 0
				if p != pass {
					v = a.score(p, &a.before, &a.situation)
				}
				if p == pass || v >= 1<<18 {
					continue // that the round ends is a separate reason
				}
				for _, x := range a.factorsOf(p) {
					v -= x
				}
				least, most, n = min(least, v), max(most, v), n+1
			}
			if n > 0 && most-least > 2 { // tolerates rounding, because each factor is rounded
				t.Fatalf("score minus factors differs by %d between plays, want no difference", most-least)
			}
			compared += n
			w.Step(legal[r.IntN(len(legal))])
		}
	}
	if compared < 500 {
		t.Errorf("compared %d plays, want at least 500", compared)
	}
}

// TestReasonsAreTrueOfTheHands tests positions in which a hint once said something untrue or
// irrelevant.
func TestReasonsAreTrueOfTheHands(t *testing.T) {
	for _, tt := range []struct {
		why          string
		hand, other  string   // other: the hand of the next player
		top, play    string   // top: "" for a lead
		first, never say.Text // first: the deciding reason, or "" for any; never: a reason that must not be given
	}{
		{"a Straight with another Jack is the same Straight", "5h 7d 8h 9s Td Jd Js Qh", "3c 4c 6s 9c Kh", "", "7d 8h 9s Td Jd",
			"it gets rid of {n:# card|# cards} in one go", "{cards} can still win a trick later, so lead what can't"},
		{"a Straight would beat it, too", "4h 5h 7c 8c 8h 9d Tc Jh Ah", "3c 3h 4c 5c 9s", "6s 7s 8d 9h Th", "4h 5h 8h Jh Ah",
			"", "it's the lowest play you have that beats it"},
		{"the highest 2 that is out is its own", "3c 5d 5h 8h 2c", "4c Kd", "2d", "2c",
			"nobody can beat it, so you lead next", ""},
		{"each card is on its own, so nothing could be broken up", "4s 7h Th Kh", "3c 8c Ad", "", "4s",
			"", "it breaks nothing up"},
	} {
		w := Tracked{Core: newCore()}
		set := func(text string) cards { return w.Of(gametest.Cards(t, text)...) }
		w.Hands = [players]cards{set(tt.hand), set(tt.other), set("3h"), set("3s")}
		if tt.top != "" {
			w.Top, _ = w.Classify(set(tt.top))
			w.Owner = 3
		}
		p, ok := w.Classify(set(tt.play))
		if !ok {
			t.Fatalf("%s: %s is not a play", tt.why, tt.play)
		}
		reasons := new(Heuristic).reasons(&w, p)
		if got := reasons[0].Text; tt.first != "" && got != tt.first {
			t.Errorf("%s: the deciding reason is %q, want %q", tt.why, got, tt.first)
		}
		if slices.ContainsFunc(reasons, func(r ai.Reason) bool { return r.Text == tt.never }) {
			t.Errorf("%s: the reasons include %q", tt.why, tt.never)
		}
	}
}

// TestWorldsAreSampledByTheirLikelihood lists all possible hands near the end of a round with their
// likelihoods. The frequencies of the sampled worlds must agree with these.
func TestWorldsAreSampledByTheirLikelihood(t *testing.T) {
	n, c := embeddedNetwork(t)
	const worlds = 500
	tries := gametest.Dose(t, 2, 5, 20)
	for s := range seenDecisions(n, c) {
		if cards := s.pool.Len(); cards < 4 || cards > 6 {
			continue
		}
		if tries--; tries < 0 {
			break
		}
		l := newLookahead(s.decision, n, c)
		r := rand.New(rand.NewPCG(uint64(tries), 1))
		likely, all := map[[players]cards]float64{}, 0.0
		for _, cards := range l.allHands(l.Hands, l.pool) {
			p := 1.0
			for place := range cards {
				if place != int(l.Turn) {
					odds, _ := l.likelihoodsOf(&hands{cards: cards}, place, 0)
					p *= odds.sum()
				}
			}
			likely[cards] = p
			all += p
		}
		sampled := map[[players]cards]float64{}
		for range worlds {
			var w world
			l.Deal(&w, r)
			sampled[w.Hands]++
		}
		distance := 0.0
		for hands := range sampled {
			if likely[hands] == 0 {
				t.Fatalf("the sampled hands %v are impossible", hands)
			}
		}
		for hands, p := range likely {
			distance += math.Abs(p/all-sampled[hands]/worlds) / 2
		}
		if distance > 0.15 {
			t.Errorf("%d possible worlds: the sampled frequencies differ from the likelihoods by %.3f in total variation, want at most 0.15", len(likely), distance)
		}
	}
}

// allHands lists all ways to deal the cards of the pool to the other players.
func (d *decision) allHands(hands [players]cards, pool cards) (all [][players]cards) {
	if pool == 0 {
		return [][players]cards{hands}
	}
	card := pool & -pool
	for place := range hands {
		if place != int(d.Turn) && hands[place].Len() < d.left[place] {
			with := hands
			with[place] |= card
			all = append(all, d.allHands(with, pool&^card)...)
		}
	}
	return all
}

// TestMovesOfOthersImproveSampledHands checks that sampling by the moves of others deals more cards
// to their real owners than uniform sampling, once some cards have been played.
func TestMovesOfOthersImproveSampledHands(t *testing.T) {
	const worlds = 30
	n, c := embeddedNetwork(t)
	decisions := gametest.Dose(t, 12, 60, 300)
	placed, atRandom, held := 0.0, 0.0, 0.0 // numbers of cards: dealt right in a world, dealt right at random, and all
	for s := range seenDecisions(n, c) {
		if s.pool.Len() > 22 {
			continue
		}
		if decisions--; decisions < 0 {
			break
		}
		l := newLookahead(s.decision, n, c)
		r := rand.New(rand.NewPCG(uint64(decisions), 3))
		s.hands[l.Turn] = 0
		for range worlds {
			var w world
			l.Deal(&w, r)
			for place, hand := range s.hands {
				placed += float64((w.Hands[place] & hand).Len()) / worlds
			}
		}
		for _, hand := range s.hands {
			held += float64(hand.Len())
			atRandom += float64(hand.Len()*hand.Len()) / float64(l.pool.Len())
		}
	}
	if placed < atRandom+0.04*held {
		t.Errorf("%.1f %% of the cards are dealt to their owners, and %.1f %% at random: the moves of others hardly help", 100*placed/held, 100*atRandom/held)
	}
}

// embeddedNetwork returns the embedded network and the default penalties.
func embeddedNetwork(t *testing.T) (*net.Net, penalties) {
	t.Helper()
	n, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	return n, penaltiesOf(gametest.New(t, bigtwo.New, "").(*bigtwo.Rules))
}

// seenDecision is a decision as the seat to move sees it, together with the real hands.
type seenDecision struct {
	*decision
	hands [players]cards
}

// seenDecisions yields decisions that have several candidates, from rounds that networks play.
func seenDecisions(n *net.Net, c penalties) iter.Seq[seenDecision] {
	e := &Evaluator{Evaluator: net.Evaluator{Net: n}, penalties: c}
	return func(yield func(seenDecision) bool) {
		for seed := uint64(1); ; seed++ {
			t := Tracked{Core: randomRound(rand.New(rand.NewPCG(seed, 1)))}
			var past []ai.Act[play]
			var laid [players]cards
			for !t.Over {
				list := e.Plays(&t)
				best := ai.Best(list)
				if len(ai.Promising(list, candidates, maxBehind)) > 1 {
					d := &decision{Tracked: t, past: slices.Clone(past), played: laid, left: make([]int, players)}
					for place, hand := range t.Hands {
						if d.left[place] = hand.Len(); place != int(t.Turn) {
							d.pool |= hand
							d.Hands[place] = 0
						}
					}
					if !yield(seenDecision{d, t.Hands}) {
						return
					}
				}
				past = append(past, ai.Act[play]{Place: t.Turn, Play: best.Move})
				laid[t.Turn] |= best.Move.Cards()
				t.Step(best.Move)
			}
		}
	}
}

func TestUnbeatablePlaysAreBeatenByNoUnseenCards(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	unbeatable := 0
	for range 60 {
		c := randomRound(r)
		own := c.Hands[0]
		unseen := c.Hands[1] & cards(r.Uint64()) // at most thirteen cards, so that all plays can be listed
		reach := strongestOf(unseen, unseen.Len())
		c = newCore(own)
		for _, p := range c.Legal(nil) {
			other := newCore(unseen)
			other.Top = p
			beaten := len(other.Legal(nil)) > 1 // more than the pass, which is always legal
			if sure := reach.unbeatable(p); sure == beaten {
				t.Fatalf("%v against the unseen cards %v: got unbeatable: %t, want %t", c.List(p.Cards()), c.List(unseen), sure, !beaten)
			} else if sure {
				unbeatable++
			}
		}
	}
	if unbeatable < 100 {
		t.Errorf("only %d plays were unbeatable", unbeatable)
	}
}

func TestAPassIsRemembered(t *testing.T) {
	g := Tracked{Core: newCore(1<<8, 1, 1<<40, 1<<50)}
	single, _ := g.Classify(1 << 20) // an eight
	g.Hands[0] |= 1 << 20
	g.Step(single)
	g.Step(pass)
	if d := g.declined[1]; d != (declined{single: 6}) {
		t.Errorf("after a pass on an eight: got %+v, want a single of the sixth rank declined", d)
	}
}
