package ai

import (
	"math"
	"math/rand/v2"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/internal/zoo"
)

func named(t *testing.T, name string) int {
	t.Helper()
	if name == "anyone" {
		return unknownModel
	}
	for k := range playerModels {
		if playerModels[k].name == name {
			return k
		}
	}
	t.Fatalf("there is no kind %q", name)
	return 0
}

// The other models are those of players whose rounds are observed below.
func TestABeliefFavorsTheModelThatExplainsTheMove(t *testing.T) {
	var (
		passes  = traitWeights{traitPass: 1, traitEarlyPass: 0.6}
		low     = traitWeights{traitScore: 0.4, traitHigh: 0.2, traitSize: 1}
		middle  = traitWeights{traitScore: 0.1, traitHigh: 0.5, traitSize: 1, traitCostly: 1}
		broken  = traitWeights{traitScore: -0.4, traitHigh: 0.3, traitSize: 1, traitBreaks: 1, traitCostly: 1}
		two     = traitWeights{traitScore: 0.8, traitHigh: 0.93, traitSize: 1, traitHighEarly: 1, traitCostly: 1}
		dearest = traitWeights{traitScore: -0.8, traitHigh: 1, traitSize: 1, traitHighEarly: 1, traitCostly: 1}
	)
	for _, tt := range []struct {
		moves []traitWeights // the chosen one first
		times int
		likes string // the model with the highest belief
		why   string
	}{
		{nil, 0, "normal", "who has done nothing is likeliest to be normal"},
		{[]traitWeights{two, passes, low}, 4, "normal", "by the heuristics the 2 is worth most"},
		{[]traitWeights{broken, passes, two}, 4, "searcher", "it breaks up a set rather than spend its 2"},
		{[]traitWeights{dearest, passes, middle, low}, 8, "anyone", "nobody who thinks would"},
	} {
		b := priorBelief()
		var all logProbabilities
		for range tt.times {
			c := observedChoice{n: len(tt.moves)}
			copy(c.moves[:], tt.moves)
			c.addLogLikelihoods(&b, &all)
		}
		b.normalize()
		want := named(t, tt.likes)
		for k := range b {
			if k != want && b[k] >= b[want] {
				t.Errorf("after %d times %.2f is believed, not %s: %s", tt.times, b, tt.likes, tt.why)
			}
		}
	}
}

func TestABeliefKeepsEveryModelPossible(t *testing.T) {
	b := priorBelief()
	b[0] += 1000
	b.normalize()
	for k, l := range b {
		if l < minLogProbability-0.1 || l > 0 {
			t.Errorf("kind %d is believed in by %.2f, in %.2f", k, l, b)
		}
	}
}

// Moves in earlier rounds update the beliefs about a player, unless someone else had the seat.
func TestBeliefsCarryOverFromEarlierRounds(t *testing.T) {
	for _, tt := range []struct {
		player ai.Level
		kinds  []string
		why    string
	}{
		{ai.Normal, []string{"normal", "grabber"}, "it follows the heuristics, which often look like grabbing"},
		{"grabber", []string{"grabber"}, "it plays the lowest that beats"},
		{"saver", []string{"saver"}, "it keeps what is high"},
		{"loose", []string{"anyone", "searcher"}, "it plays anything"},
	} {
		r := newTable(t, president.President, tt.player)
		r.play(3, nil)
		state := gametest.Dealt(t, r.rules, 4, r.rand, r.match.Results)
		seat, _ := state.Turn()
		s := ai.Observation{View: state.View(seat), History: r.match}
		d := searchDecision(t, r.rules, s)
		for c := range s.View.Order {
			like := 0.0
			for _, name := range tt.kinds {
				like += math.Exp(d.observations.beliefs[c][named(t, name)])
			}
			if c != d.chair && like < 0.8 {
				t.Errorf("chair %d plays like %s, and is believed to be %.2f: %s", c, tt.player, d.observations.beliefs[c], tt.why)
			}
			if c == d.chair && d.observations.beliefs[c] != priorBelief() {
				t.Errorf("it reads itself as %.2f", d.observations.beliefs[c])
			}
		}
		for i := range s.History.Rounds {
			s.History.Rounds[i].OtherPlayers = 1<<4 - 1
		}
		d = searchDecision(t, r.rules, s)
		if b := d.observations.beliefs[(d.chair+1)%4]; b != priorBelief() {
			t.Errorf("of a newcomer it believes %.2f", b)
		}
	}
}

// The true hands must become likelier than random ones for any players, and much likelier for
// players with a known model. The measure is the logarithm of the factor.
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
		r := newTable(t, tt.system, tt.player)
		mean, off, n := r.play(gametest.Dose(t, 8, 24, 80), gain)
		if n < 5 || mean < tt.least-2*off {
			t.Errorf("of four %s it learns %.2f ± %.2f nats in %d moments, not %.1f: %s", tt.player, mean, off, n, tt.least, tt.why)
		}
	}
}

// table is a match of four players with one model, one of whom observes the others.
type table struct {
	t      *testing.T
	rules  *president.Rules
	player ai.Player
	rand   *gametest.Rand
	match  ai.History
}

func newTable(t *testing.T, system gametest.System, name ai.Level) *table {
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
	return &table{t: t, rules: rules, player: player, rand: gametest.NewRand(7)}
}

// play plays rounds, and occasionally reads a decision. It returns the mean of what was read, its
// error, and how often something was read.
func (r *table) play(rounds int, read func(d *decision, truth func(chair int) card.Set) float64) (mean, off float64, n int) {
	sum, squares := 0.0, 0.0
	for range rounds {
		state, told := gametest.Turns(r.t, gametest.Dealt(r.t, r.rules, 4, r.rand, r.match.Results), func(state game.State, turn game.Seat, told []game.News) game.Action {
			s := ai.Observation{View: state.View(turn), News: told, History: r.match}
			if read != nil && len(s.View.Legal) > 1 && len(told) > 6 && r.rand.Intn(4) == 0 && s.View.Phase == game.Playing {
				x := read(searchDecision(r.t, r.rules, s), func(c int) card.Set { return card.SetOf(state.View(s.View.Order[c]).Hand...) })
				sum, squares, n = sum+x, squares+x*x, n+1
			}
			choice, err := r.player.Choose(s, ai.Budget{Playouts: 100}, r.rand.Uint64())
			if err != nil {
				r.t.Fatal(err)
			}
			return choice.Action
		})
		result, _ := state.Result()
		r.match = r.match.After(ai.Round{Order: state.View(game.Watcher).Order, News: told, Result: result})
		if _, over := r.rules.Winner(r.match.Results, 4, false); over && read != nil {
			r.match = ai.History{}
		}
	}
	mean = sum / float64(n)
	return mean, math.Sqrt((squares/float64(n) - mean*mean) / float64(n)), n
}

// gain returns how much likelier the true hands become than random ones by the moves of their
// players.
func gain(d *decision, truth func(chair int) card.Set) float64 {
	likely := func(hand func(chair int) card.Set) (sum float64) {
		for c := range d.start.Chairs() {
			sum += d.observations.logLikelihood(&d.heuristics, c, hand(c))
		}
		return sum
	}
	was := likely(truth)
	luck := rand.New(rand.NewPCG(1, 0))
	sum := 1.0
	const worlds = 30
	for range worlds {
		var w world
		d.knownCards.Deal(&w, luck)
		sum += math.Exp(likely(w.position.Hand) - was)
	}
	return -math.Log(sum / (worlds + 1))
}
