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
)

// What others do is read by who they are found to be: of four alike, whoever they are,
// it says no less of their hands than nothing, and much where they play by a rule that
// is known. How much is measured in nats: by what factor (its logarithm) the hands as
// they are become likelier than hands dealt at random.
func TestReadingInformsWhoeverPlays(t *testing.T) {
	rounds := gametest.Dose(t, 12, 24, 80)
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		for _, tt := range []struct {
			player ai.Level
			least  float64
		}{
			{ai.Normal, 2}, {ai.Easy, 0.5}, {"grabber", 3}, {"patient", 3}, {"bluffer", 0}, {"tight", 0}, {"loose", 0},
		} {
			made, err := system(nil)
			if err != nil {
				t.Fatal(err)
			}
			rules := made.(*president.Rules)
			gains := reading{t, rules, player(t, rules, tt.player), gametest.NewRand(7)}.gains(rounds)
			mean, err2 := estimate(gains)
			if mean < tt.least-2*err2 || len(gains) < 4*rounds {
				t.Errorf("%s: of four %s it learns %.2f ± %.2f nats in %d moments, not %.1f", name, tt.player, mean, err2, len(gains), tt.least)
			}
		}
	}
}

// A belief finds out of which kind somebody is, and gives nobody up for good.
func TestABeliefFollowsWhatIsSeen(t *testing.T) {
	made, err := president.President(nil)
	if err != nil {
		t.Fatal(err)
	}
	rules := made.(*president.Rules)
	for _, tt := range []struct {
		player ai.Level
		kinds  [kinds]bool // that it is like
		why    string
	}{
		{ai.Normal, [kinds]bool{planner: true, grasping: true}, "it plans, and that often looks like grasping"},
		{"grabber", [kinds]bool{grasping: true}, "it plays the lowest that beats"},
		{"bluffer", [kinds]bool{rough: true, other: true}, "it passes on what it could beat"},
	} {
		r := reading{t, rules, player(t, rules, tt.player), gametest.NewRand(3)}
		var match ai.Match
		for range ai.Remembered {
			match = r.round(match, nil)
		}
		state, err := rules.Start(rules.Setup(4, r.rand.Chance(rules, 4), match.Results))
		if err != nil {
			t.Fatal(err)
		}
		seat, _ := state.Turn()
		s := ai.Observation{View: state.View(seat), Match: match}
		d, err := ponder(rules, s)
		if err != nil {
			t.Fatal(err)
		}
		for c := range s.View.Order {
			b := d.past.beliefs[c]
			if c == d.chair {
				if b != prior {
					t.Errorf("it reads itself as %v", b)
				}
				continue
			}
			like := 0.0
			for k := range kinds {
				if tt.kinds[k] {
					like += math.Exp(b[k])
				}
				if b[k] < unsure-0.2 || b[k] > 0 {
					t.Errorf("chair %d is believed to be %v", c, b)
				}
			}
			if like < 0.9 {
				t.Errorf("chair %d plays like %s, and is believed to be %v: %s", c, tt.player, b, tt.why)
			}
		}
		// Who has the seat now is not who played then.
		for i := range s.Match.Rounds {
			s.Match.Rounds[i].Others = 1<<4 - 1
		}
		if d, err = ponder(rules, s); err != nil {
			t.Fatal(err)
		}
		if d.past.beliefs[(d.chair+1)%4] != prior {
			t.Errorf("of a newcomer it believes %v", d.past.beliefs[(d.chair+1)%4])
		}
	}
}

func player(t *testing.T, rules *president.Rules, name ai.Level) ai.Player {
	t.Helper()
	players, err := New(rules)
	if err != nil {
		t.Fatal(err)
	}
	zoo, err := Zoo(rules)
	if err != nil {
		t.Fatal(err)
	}
	if p := players[name]; p != nil {
		return p
	}
	return zoo[name]
}

func estimate(x []float64) (mean, err float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		err += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(err) / n
}

// reading is four of a player at a table, and one who reads them.
type reading struct {
	t      *testing.T
	rules  *president.Rules
	player ai.Player
	rand   *gametest.Rand
}

func (r reading) gains(rounds int) (gains []float64) {
	var match ai.Match
	for range rounds {
		match = r.round(match, &gains)
		if _, over := r.rules.Winner(match.Results, 4, false); over {
			match = ai.Match{}
		}
	}
	return gains
}

// round plays a round and reads it now and then.
func (r reading) round(match ai.Match, gains *[]float64) ai.Match {
	state, err := r.rules.Start(r.rules.Setup(4, r.rand.Chance(r.rules, 4), match.Results))
	if err != nil {
		r.t.Fatal(err)
	}
	var told []game.News
	for {
		seat, on := state.Turn()
		if !on {
			break
		}
		s := ai.Observation{View: state.View(seat), Told: told, Match: match}
		if gains != nil && len(s.View.Legal) > 1 && len(told) > 6 && r.rand.Intn(4) == 0 && s.View.Phase == game.Playing {
			*gains = append(*gains, r.gain(state, s))
		}
		choice, err := r.player.Choose(s, ai.Budget{Playouts: 100}, r.rand.Uint64())
		if err != nil {
			r.t.Fatal(err)
		}
		next, news, err := state.Apply(seat, choice.Action)
		if err != nil {
			r.t.Fatal(err)
		}
		state, told = next, append(told, news...)
	}
	result, _ := state.Result()
	return match.After(ai.Round{Order: state.View(game.Watcher).Order, Told: told, Result: result})
}

// gain is how much likelier the hands become than others, dealt at random, by what
// their players did.
func (r reading) gain(state game.State, s ai.Observation) float64 {
	d, err := ponder(r.rules, s)
	if err != nil {
		r.t.Fatal(err)
	}
	likely := func(hand func(chair int) card.Set) (sum float64) {
		for c := range s.View.Order {
			sum += d.past.likely(&d.tactics, c, hand(c))
		}
		return sum
	}
	truth := likely(func(c int) card.Set { return card.SetOf(state.View(s.View.Order[c]).Hand...) })
	luck := rand.New(rand.NewPCG(r.rand.Uint64(), 0))
	sum := 0.0
	const worlds = 60
	for range worlds {
		var w world
		d.deal.Deal(&w, luck)
		sum += math.Exp(likely(w.p.Hand) - truth)
	}
	return -math.Log(sum / worlds)
}
