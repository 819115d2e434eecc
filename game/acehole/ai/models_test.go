package ai

import (
	"math"
	"math/rand/v2"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/gametest"
)

// In rounds of four players with the same model, and with known hands, that model gets a higher
// likelihood than the other on average.
func TestMovesShowTheModelOfAPlayer(t *testing.T) {
	for is := range playerModels {
		r := rand.New(rand.NewPCG(4, 4))
		told, places := 0.0, 0
		for range 100 {
			c := dealt(r, 4)
			var h heuristic
			d := &decision{core: c}
			for turn := 0; !c.Over && turn < 40; turn++ {
				p := h.play(&playerModels[is], &c, 0, r)
				if p != acehole.Draw {
					d.observed = append(d.observed, observedPlay{place: c.Turn, play: p, top: c.Top, up: c.Up, fewest: fewestCards(&c), known: c.Hands[c.Turn]})
				}
				c.Step(p)
			}
			g := newSampler(d)
			for place := range c.Seats {
				odds := g.likelihoods(place)
				told += math.Log(odds[is] / odds[1-is])
				places++
			}
		}
		if told /= float64(places); told < 0.1 {
			t.Errorf("plays of kind %d are %.3f nats more likely for it", is, told)
		}
	}
}

// The value is the number of places above the middle, plus a hundredth of a place per point that
// the others get more on average. Players with equal points share a place. The end of the match
// counts as well.
func TestARoundIsWorthItsPlaceAndSomePoints(t *testing.T) {
	rules := gametest.New(t, acehole.New, "").(*acehole.Rules)
	order := []game.Seat{2, 0, 3, 1}
	for _, tt := range []struct {
		totals [4]int // before the round, by place
		score  []int
		worth  [4]float64
		why    string
	}{
		{[4]int{}, []int{0, 10, 20, 60}, [4]float64{1.8, 0.6667, -0.4667, -2}, "from 30, 16 2/3, -6 2/3 and -50 points"},
		{[4]int{}, []int{0, 10, 10, 5}, [4]float64{1.5833, -1.05, -1.05, 0.5167}, "two share the last places"},
		{[4]int{}, []int{7, 7, 7, 7}, [4]float64{}, "all are alike"},
		{[4]int{0, 50, 90, 95}, []int{0, 6, 9, 15}, [4]float64{2.6, -0.48, -1.52, -2.6}, "the first has won the match"},
		{[4]int{80, 50, 90, 95}, []int{0, 6, 9, 15}, [4]float64{0.6, 1.52, -1.52, -2.6}, "the second has won it"},
		{[4]int{60, 20, 90, 70}, []int{0, 15, 10, 5}, [4]float64{0.6, -0.6, -1.5333, -0.4667}, "the second has won it, though it came last in the round"},
		{[4]int{95, 95, 95, 95}, []int{6, 7, 8, 9}, [4]float64{0.52, -0.4933, -1.5067, -2.52}, "all have lost"},
	} {
		before := game.Result{Places: order, Points: make([]int, 4)}
		for place, seat := range order {
			before.Points[seat] = tt.totals[place]
		}
		match := ai.History{}.After(ai.Round{Result: before})
		p := newMatchPlayouts(rules, ai.Observation{View: game.View{Order: order}, History: match}, &decision{})
		for place, want := range tt.worth {
			if got := p.value(tt.score, place); math.Abs(got-want) > 1e-4 {
				t.Errorf("%v after %v: place %d: %v, want %v: %s", tt.score, tt.totals, place, got, want, tt.why)
			}
		}
	}
}
