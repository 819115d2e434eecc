package ai

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/internal/errtest"
	"deuces/internal/say"
)

func TestPlayers(t *testing.T)     { aitest.Run(t, bigtwo.New, New) }
func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weights, Inputs) }

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	aitest.Levels(t, bigtwo.New, New, 4, gametest.Dose(t, 100, 200, 800), gametest.Dose(t, 0, 100, 400), 50, 0)
}

// TestEachLevelBeatsTheOneBelowInEverySet does so with each number of players, with few rounds: the
// margins are 0.05 places and more.
func TestEachLevelBeatsTheOneBelowInEverySet(t *testing.T) {
	for seats := range players - 1 {
		for name, options := range sets {
			t.Run(fmt.Sprintf("%s with %d", name, seats+2), func(t *testing.T) {
				system := func(map[string]string) (game.Rules, error) { return bigtwo.New(gametest.Options(options)) }
				aitest.Levels(t, system, New, seats+2, gametest.Dose(t, 50, 100, 400), gametest.Dose(t, 0, 0, 200), 50, 0)
			})
		}
	}
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
		if sum += pl.ranks.of(s.rest).cost(); sum != s.plan.cost() || all != hand {
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
			h.look(&w)
			a := advice{Heuristic: h, Tracked: &w}
			least, most, n := 1<<30, -1<<30, 0
			for _, p := range legal {
				v := 0
				if p != pass {
					v = a.score(p)
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
		why, options string
		hand, other  string   // other: the hand of the next player
		top, play    string   // top: "" for a lead; play: "" for a pass
		first, never say.Text // first: the deciding reason, or "" for any; never: a reason that must not be given
	}{
		{"a Straight with another Jack is the same Straight", "", "5h 7d 8h 9s Td Jd Js Qh", "3c 4c 6s 9c Kh", "", "7d 8h 9s Td Jd",
			"it gets rid of {n:# card|# cards} in one go", "{cards} can still win a trick later, so lead what can't"},
		{"a Straight would beat it, too", "", "4h 5h 7c 8c 8h 9d Tc Jh Ah", "3c 3h 4c 5c 9s", "6s 7s 8d 9h Th", "4h 5h 8h Jh Ah",
			"", "it's the lowest play you have that beats it"},
		{"the highest 2 that is out is its own", "", "3c 5d 5h 8h 2c", "4c Kd", "2d", "2c",
			"nobody can beat it, so you lead next", ""},
		{"each card is on its own, so nothing could be broken up", "", "4s 7h Th Kh", "3c 8c Ad", "", "4s",
			"", "it breaks nothing up"},
		{"a pair is free of the duty", "lastcard=highest", "4c 6c 9d 9h Ks", "6d", "", "9d 9h",
			"the next player has one card left, so a single must be your highest", ""},
		{"a single isn't", "lastcard=highest", "5c 9d 2h", "6d", "4c", "2h", "the next player has one card left, so a single must be your highest", ""},
		{"a pass is", "lastcard=highest", "5c 9d 2h", "6d", "4c", "", "the next player has one card left, so beating it would take your {card}", ""},
		{"a bomb may be beaten", "bombs=yes", "4c 4d 4h 4s Jd 7c 8c", "9c 9d 9h 9s Kh", "2s", "4c 4d 4h 4s Jd", "not much can still beat it", ai.LeadsNext},
		{"it would beat a low pair", "bombs=yes", "4c 4d 4h 4s Jd 7c 8c", "9c 9d 9h 9s Kh", "5c 5d", "", ai.KeepsForLater, ""},
		{"a bomb can beat the highest 2 that is out", "bombs=yes", "3c 5d 5h 8h 2c", "9c 9d 9h 9s Kh", "2d", "2c", "", ai.LeadsNext},
		{"a pass would be final", "pass=out", "5c 9d", "Kd 3c", "8h", "9d", "if you pass, you're out of this trick", ""},
		{"a pass is final", "pass=out", "5c 9d 2h", "Kd 3c 2s", "8h", "", "wait for a trick that costs you less", ""},
	} {
		w := Tracked{Core: gametest.New(t, bigtwo.New, tt.options).(*bigtwo.Rules).Core(players)}
		set := func(text string) cards { return w.Of(gametest.Cards(t, text)...) }
		w.Hands = [players]cards{set(tt.hand), set(tt.other), set("3h"), set("3s")}
		w.gone = deck &^ (w.Hands[0] | w.Hands[1] | w.Hands[2] | w.Hands[3])
		if tt.top != "" {
			w.Top, _ = w.Classify(set(tt.top))
			w.Owner = 3
		}
		p, ok := w.Classify(set(tt.play))
		if !ok && tt.play != "" {
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

// TestWorldsKeepWhatAllHaveSeen checks that the holder of the card that was over after the deal still
// holds it in each world, and that hands have the right sizes although some cards may not be dealt.
func TestWorldsKeepWhatAllHaveSeen(t *testing.T) {
	for seats := 2; seats <= players; seats++ {
		rules := gametest.New(t, bigtwo.New, "").(*bigtwo.Rules)
		state := gametest.StartRandom(t, rules, seats, gametest.NewRand(1), nil)
		first, _ := state.Turn()
		state, _ = gametest.Apply(t, state, first, state.Default().String())
		turn, _ := state.Turn() // the player after the holder of the lowest card, who has the card over
		v := state.View(turn)
		d, err := newDecision(ai.Observation{View: v, News: []game.News{game.PlayNews(first, v.Top.Cards, card.None, "")}})
		errtest.Must(t, err)
		l, r := newLookahead(d, nil, rules), rand.New(rand.NewPCG(1, 1))
		for range 30 {
			var w world
			l.Deal(&w, r)
			for place, seat := range v.Order {
				if got, want := w.Hands[place].Len(), v.Players[seat].Cards; got != want {
					t.Errorf("%d players: seat %d has %d cards in a world, want %d", seats, seat, got, want)
				}
				if over := d.Of(v.LeftOver.Card); seats == 3 && (w.Hands[place]&over != 0) != (seat == v.LeftOver.Seat) {
					t.Errorf("seat %d holds %v in a world, want the card that was over only with seat %d", seat, w.List(w.Hands[place]), v.LeftOver.Seat)
				}
			}
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

// embeddedNetwork returns the embedded network and the default rules.
func embeddedNetwork(t *testing.T) (*net.Net, *bigtwo.Rules) {
	t.Helper()
	n, err := embedded()
	errtest.Must(t, err)
	return n, gametest.New(t, bigtwo.New, "").(*bigtwo.Rules)
}

// seenDecision is a decision as the seat to move sees it, together with the real hands.
type seenDecision struct {
	*decision
	hands [players]cards
}

// seenDecisions yields decisions that have several candidates, from rounds that networks play.
func seenDecisions(n *net.Net, c *bigtwo.Rules) iter.Seq[seenDecision] {
	e := &Evaluator{Evaluator: net.Evaluator{Net: n}, rules: c}
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

// sets are the named sets of rules that differ in play from the preset.
var sets = map[string]string{
	"Hong Kong": "straights=hk openall=first lastcard=highest triple13=yes",
	"Taiwan":    "suits=cdhs openall=first straights=tw flush=none cross=no bombs=yes triples=no dragon=win",
	"Pusoy Dos": "suits=cshd openall=first straights=none2 flush=suit pass=out triple13=yes twoleft=double",
	"Capsa":     "openall=first straights=none2 pass=out doubles=9 triple13=yes",
}

func TestUnbeatablePlaysAreBeatenByNoUnseenCards(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, options := range append(slices.Collect(maps.Values(sets)), "", "straights=low cross=no") {
		fresh := gametest.New(t, bigtwo.New, options).(*bigtwo.Rules).Core(players)
		unbeatable := 0
		for range 60 {
			round := randomRound(r)
			unseen := round.Hands[1] & cards(r.Uint64()) // at most thirteen cards, so that all plays can be listed
			reach := strongestOf(&fresh.Variant, unseen, unseen.Len())
			own, other := fresh, fresh
			own.Hands[0], other.Hands[0] = round.Hands[0], unseen
			for _, p := range own.Legal(nil) {
				other.Top = p
				beaten := len(other.Legal(nil)) > 1 // more than the pass, which is always legal
				if sure := reach.unbeatable(p); sure == beaten {
					t.Fatalf("%s: %v against the unseen cards %v: got unbeatable: %t, want %t", options, fresh.List(p.Cards()), fresh.List(unseen), sure, !beaten)
				} else if sure {
					unbeatable++
				}
			}
		}
		if unbeatable < 100 {
			t.Errorf("%s: got %d unbeatable plays, want at least 100", options, unbeatable)
		}
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
