package ai

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/internal/zoo"
)

func TestABeliefKeepsEveryModelPossible(t *testing.T) {
	b := priorBelief()
	b[0] += 1000
	b.normalize()
	for k, l := range b {
		if l < minLogProbability-0.1 || l > 0 {
			t.Errorf("model %d has the log probability %.2f in %.2f, want %.2f to 0", k, l, b, minLogProbability-0.1)
		}
	}
}

// TestBeliefsCarryOverFromEarlierRounds checks that moves in earlier rounds update the beliefs
// about a player, unless someone else had the seat then.
func TestBeliefsCarryOverFromEarlierRounds(t *testing.T) {
	for _, tt := range []struct {
		player ai.Level
		kinds  []string
		why    string
	}{
		{ai.Normal, []string{"normal", "grabber"}, "it follows the heuristics, which often look like grabbing"},
		{"grabber", []string{"grabber"}, "it plays the lowest that beats"},
		{"saver", []string{"saver"}, "it keeps what is high"},
		{"tight", []string{"tight"}, "it beats only what is cheap"},
		{"ismcts", []string{"searcher"}, "it searches"},
		{"loose", []string{"anyone", "searcher"}, "it plays anything"},
	} {
		r := newModelMatch(t, president.President, tt.player)
		r.play(3, nil)
		state := gametest.StartRandom(t, r.rules, 4, r.rand, r.match.Results)
		seat, _ := state.Turn()
		s := ai.Observation{View: state.View(seat), History: r.match}
		d := searchDecision(t, r.rules, s)
		for c := range s.View.Order {
			like := 0.0
			for k, l := range d.observations.beliefs[c] {
				if k == unknownModel && slices.Contains(tt.kinds, "anyone") || k < unknownModel && slices.Contains(tt.kinds, playerModels[k].name) {
					like += math.Exp(l)
				}
			}
			if c != d.chair && like < 0.8 {
				t.Errorf("chair %d plays like %s: got the log probabilities %.2f, want at least 0.8 in total for %v: %s", c, tt.player, d.observations.beliefs[c], tt.kinds, tt.why)
			}
			if c == d.chair && d.observations.beliefs[c] != priorBelief() {
				t.Errorf("the seat has a belief about itself: %.2f", d.observations.beliefs[c])
			}
		}
		for i := range s.History.Rounds {
			s.History.Rounds[i].OtherPlayers = 1<<4 - 1
		}
		d = searchDecision(t, r.rules, s)
		if b := d.observations.beliefs[(d.chair+1)%4]; b != priorBelief() {
			t.Errorf("the belief about a new player is %.2f, want the prior", b)
		}
	}
}

// TestObservationsMakeTrueHandsLikelier checks that moves make the true hands likelier than random
// ones. For players with a known model they must become much likelier, and for others not much less
// likely. The test measures the logarithm of the factor.
func TestObservationsMakeTrueHandsLikelier(t *testing.T) {
	for _, tt := range []struct {
		system gametest.System
		player ai.Level
		least  float64
		why    string
	}{
		{president.President, ai.Normal, 2, "normal is known"},
		{president.AHole, ai.Normal, 2, "normal is known"},
		{president.Asshole, ai.Normal, 2, "normal is known, with ranked suits"},
		{president.Asshole, "grabber", 2, "its rule is known"},
		{president.President, "saver", 2, "its rule is known"},
		{president.President, "bluffer", -0.1, "it passes on what it could beat, now and then"},
		{president.AHole, "loose", -0.1, "it plays anything"},
		{president.President, "showy", -0.1, "nobody expects it"},
		{president.President, "tight", 1, "its rule is known"},
	} {
		r := newModelMatch(t, tt.system, tt.player)
		mean, stdError, n := r.play(gametest.Dose(t, 8, 24, 80), likelihoodGain)
		if n < 5 || mean < tt.least-2*stdError {
			t.Errorf("moves of %s raise the log likelihood of the true hands by %.2f ± %.2f in %d decisions, want %.1f: %s", tt.player, mean, stdError, n, tt.least, tt.why)
		}
	}
}

// modelMatch is a match of four players with the same model. One of them observes the others.
type modelMatch struct {
	t      *testing.T
	rules  *president.Rules
	player ai.Player
	rand   *gametest.Rand
	match  ai.History
}

func newModelMatch(t *testing.T, system gametest.System, name ai.Level) *modelMatch {
	t.Helper()
	rules := gametest.New(t, system, "").(*president.Rules)
	players, err := New(rules)
	if err != nil {
		t.Fatal(err)
	}
	others, err := zoo.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	player := others[name]
	if player == nil {
		player = players[name]
	}
	return &modelMatch{t: t, rules: rules, player: player, rand: gametest.NewRand(7)}
}

// play plays rounds and measures a random sample of the decisions. It returns the mean of the
// measurements, its standard error, and their number.
func (r *modelMatch) play(rounds int, measure func(d *decision, truth func(chair int) card.Set) float64) (mean, stdError float64, n int) {
	sum, squares := 0.0, 0.0
	for range rounds {
		state, allNews := gametest.PlayRound(r.t, gametest.StartRandom(r.t, r.rules, 4, r.rand, r.match.Results), func(state game.State, turn game.Seat, allNews []game.News) game.Action {
			s := ai.Observation{View: state.View(turn), News: allNews, History: r.match}
			if measure != nil && len(s.View.Legal) > 1 && len(allNews) > 6 && r.rand.Intn(4) == 0 && s.View.Phase == game.Playing {
				x := measure(searchDecision(r.t, r.rules, s), func(c int) card.Set { return card.SetOf(state.View(s.View.Order[c]).Hand...) })
				sum, squares, n = sum+x, squares+x*x, n+1
			}
			choice, err := r.player.Choose(s, ai.Budget{Playouts: 100}, r.rand.Uint64())
			if err != nil {
				r.t.Fatal(err)
			}
			return choice.Action
		})
		result, _ := state.Result()
		r.match = r.match.After(ai.Round{Order: state.View(game.Watcher).Order, News: allNews, Result: result})
		if _, over := r.rules.Winner(r.match.Results, 4, false); over && measure != nil {
			r.match = ai.History{}
		}
	}
	mean = sum / float64(n)
	return mean, math.Sqrt((squares/float64(n) - mean*mean) / float64(n)), n
}

// likelihoodGain returns the logarithm of the factor by which the moves of the players make the
// true hands likelier than random ones.
func likelihoodGain(d *decision, truth func(chair int) card.Set) float64 {
	likely := func(hand func(chair int) card.Set) (sum float64) {
		for c := range d.start.Chairs() {
			sum += d.observations.logLikelihood(&d.heuristics, c, hand(c))
		}
		return sum
	}
	was := likely(truth)
	rng := rand.New(rand.NewPCG(1, 0))
	sum := 1.0
	const worlds = 30
	for range worlds {
		var w world
		d.knownCards.Deal(&w, rng)
		sum += math.Exp(likely(w.position.Hand) - was)
	}
	return -math.Log(sum / (worlds + 1))
}

// searchDecision reads an Observation in the same way as the search.
func searchDecision(t *testing.T, rules *president.Rules, s ai.Observation) *decision {
	t.Helper()
	d, err := newDecision(rules, s)
	if err != nil {
		t.Fatal(err)
	}
	d.prepareSearch()
	return d
}

// TestWorldsFitWhatIsKnown checks sampled worlds. Hands have the right size. Cards that the seat
// gave away and that weren't played are in the hands of those who got them. Each remaining card
// occurs once.
func TestWorldsFitWhatIsKnown(t *testing.T) {
	for _, name := range []string{"president", "asshole"} {
		rules := gametest.New(t, systems[name], "").(*president.Rules)
		deck := card.SetOf(rules.Deck(4)...)
		r := gametest.NewRand(5)
		var before []game.Result
		for range 6 {
			end, _ := gametest.PlayRound(t, gametest.StartRandom(t, rules, 4, r, before), func(s game.State, turn game.Seat, allNews []game.News) game.Action {
				d := searchDecision(t, rules, ai.Observation{View: s.View(turn), News: allNews})
				rng := rand.New(rand.NewPCG(1, r.Uint64()))
				for range 3 {
					var w world
					d.Deal(&w, rng)
					var all card.Set
					v := s.View(turn)
					for c, seat := range v.Order {
						hand := w.position.Hand(c)
						if n := v.Players[seat].Cards; hand.Len() != n || !hand.Contains(d.known[c]) {
							t.Fatalf("%s: seat %d has %v, want %d cards, of which %v went there", name, seat, hand, n, d.known[c])
						}
						all = all.Plus(hand).Plus(d.played[c])
					}
					if all != deck {
						t.Fatalf("%s: hands and plays together are %v, not the deck", name, all)
					}
				}
				return r.Pick(s)
			})
			result, _ := end.Result()
			before = append(before, result)
		}
	}
}

func TestTrueHandsViolateNoGiftBound(t *testing.T) {
	for _, name := range []string{"president", "asshole"} {
		for _, seats := range []int{4, 5, 7} {
			rules := gametest.New(t, systems[name], "").(*president.Rules)
			r := gametest.NewRand(uint64(seats))
			places := make([]game.Seat, seats)
			for i := range places {
				places[i] = game.Seat(i)
			}
			for range 40 {
				state := gametest.StartRandom(t, rules, seats, r, []game.Result{{Places: places}})
				for state.View(game.Watcher).Phase == game.Exchanging {
					seat, _ := state.Turn()
					state, _ = gametest.Apply(t, state, seat, r.Pick(state).String())
				}
				seat, _ := state.Turn()
				d := searchDecision(t, rules, ai.Observation{View: state.View(seat)})
				var hands [president.MaxChairs]card.Set
				for c, s := range state.View(seat).Order {
					hands[c] = card.SetOf(state.View(s).Hand...)
				}
				if len(d.bounds) == 0 {
					t.Fatalf("%s, %d seats: the exchange gives no bounds", name, seats)
				}
				if n := d.countViolations(&hands); n > 0 {
					t.Fatalf("%s, %d seats: %d cards of the true hands break a bound\n%v", name, seats, n, hands[:seats])
				}
			}
		}
	}
}

// TestWinningTheMatchIsWorthMoreThanTheRound checks that winning the match is worth more than any
// place, if the match may end with the round. If it can't, or if the score is unknown, only the
// round counts.
func TestWinningTheMatchIsWorthMoreThanTheRound(t *testing.T) {
	const seats = 5
	for name, system := range systems {
		rules := gametest.New(t, system, "").(*president.Rules)
		r := gametest.NewRand(11)
		ended, continued := 0, 0
		for range 300 {
			var match ai.History
			for range r.Intn(12) {
				result := game.Result{Places: make([]game.Seat, seats), Points: make([]int, seats)}
				for i, s := range rand.New(rand.NewPCG(r.Uint64(), 0)).Perm(seats) {
					result.Places[i], result.Points[s] = game.Seat(s), rules.Points(i+1, seats)
				}
				match = match.After(ai.Round{Result: result})
				if _, over := rules.Winner(match.Results, seats, false); over {
					match = ai.History{}
				}
			}
			var s ai.Observation
			state, _ := gametest.PlayRound(t, gametest.StartRandom(t, rules, seats, r, match.Results), func(state game.State, turn game.Seat, _ []game.News) game.Action {
				s = ai.Observation{View: state.View(turn), History: match}
				return r.Pick(state)
			})
			result, _ := state.Result()
			position := state.(*president.State).RoundState().Position()
			outcome, over := rules.Winner(append(slices.Clip(match.Results), result), seats, false)
			var unknown *matchEnd
			known := newMatchEnd(rules, s.View.Order, s.History)
			if over {
				ended++
			} else {
				continued++
			}
			for chair, seat := range s.View.Order {
				want := unknown.value(&position, chair)
				switch {
				case over && outcome.Winner == seat:
					want += matchValue
				case over:
					want -= matchValue
				}
				if v := known.value(&position, chair); v != want {
					t.Fatalf("%s: after %d rounds, seat %d: worth %.2f, not %.2f (places %v, the match is over: %v, %v)",
						name, len(match.Results), seat, v, want, result.Places, over, outcome)
				}
			}
		}
		if ended < 10 || continued < 10 {
			t.Errorf("%s: %d matches ended, %d went on: that shows little", name, ended, continued)
		}
	}
}
