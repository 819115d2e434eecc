package ai

import (
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/internal/say"
)

func TestPlayersWithANetwork(t *testing.T) {
	aitest.Learns(t, aitest.Learner[Tracked, acehole.Play]{
		System: acehole.New, Inputs: Inputs, CriticSize: CriticSize, Unit: PointsUnit, Players: NewWithWeights,
		Evaluator: func(n *net.Net) aitest.Evaluator[Tracked, acehole.Play] { return NewEvaluator(n) },
		Deal: func(rules game.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
			return Deal(rules.(*acehole.Rules), seats, chance, match)
		},
		Told: func(rules game.Rules, s ai.Observation) (Tracked, error) {
			d, err := newDecision(rules.(*acehole.Rules), s)
			if err != nil {
				return Tracked{}, err
			}
			return d.track(rules.(*acehole.Rules), s), nil
		},
		Step: (*Tracked).Step,
		Action: func(_ *Tracked, p acehole.Play) game.Action {
			if p == acehole.Draw {
				return game.Action{Verb: game.Draw}
			}
			return game.Action{Verb: game.Play, Cards: p.Cards()}
		},
	})
}

func TestDifferentRoundsHaveDifferentInputs(t *testing.T) {
	rules := gametest.New(t, acehole.New, "").(*acehole.Rules)
	start, err := Deal(rules, 4, gametest.NewRand(3).Chance(rules, 4), ai.History{})
	if err != nil {
		t.Fatal(err)
	}
	next := (start.Turn + 1) % start.Seats
	total := func(place uint8) func(*Tracked) {
		return func(t *Tracked) {
			a := *t.stakes
			a.totals = slices.Clone(a.totals)
			a.totals[place] = 60
			t.stakes = &a
		}
	}
	aitest.Distinguishes(t, NewEvaluator(aitest.RandomNetwork(Inputs)), start, map[string]func(*Tracked){
		"how many cards another holds":   func(t *Tracked) { t.Hands[next] = card.SetOf(t.Hands[next].Cards()[4:]...) },
		"what the next place lacks":      func(t *Tracked) { t.lacks[next] = allCards },
		"which way the count goes":       func(t *Tracked) { t.Up = !t.Up },
		"whether drawing is open to all": func(t *Tracked) { t.FreeDraw = true },
		"how many cards can be drawn":    func(t *Tracked) { t.Cards = 3 },
		"which cards are out":            func(t *Tracked) { t.unplayed.Remove(start.Pile[0]) },
		"its own points of the match":    total(start.Turn),
		"another's points of the match":  total(next),
	})
}

// The factors that reasons are based on add up to the heuristic's score.
func TestFactorsAddUpToTheScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	plays := 0
	for range 300 {
		c := dealt(r, 3)
		c.Up, c.CanDraw = r.IntN(2) == 0, false
		for place := range c.Seats {
			c.Hands[place] = card.SetOf(c.Hands[place].Cards()[:1+r.IntN(9)]...)
		}
		few := fewestCards(&c)
		for _, p := range promisingMoves(&c, nil, false) {
			own, sum := scorePlay(&c, p, few), 0
			for _, v := range own.factors {
				sum += v
			}
			if want := heuristicScore(&c, p, few); sum != want && own.left[0] != 0 {
				t.Fatalf("%v with %v on %v: the parts come to %d, the whole is %d", p.Cards(), c.Hands[0].Cards(), c.Top, sum, want)
			}
			plays++
		}
	}
	if plays < 500 {
		t.Errorf("%d plays tried", plays)
	}
}

// The reason explains why these cards are played before it explains their order, and a set isn't
// said to be kept from a play that would have used all of it.
func TestReasonsAreTrueOfTheHands(t *testing.T) {
	for _, tt := range []struct {
		why       string
		hand, top string
		play      string
		first     say.Text
		never     say.Text
	}{
		{"two Aces on top of each other are two Aces either way", "Ac 3d 4d 6d 8d 2h Th 6s As", "*1", "Ac As",
			"it gets rid of {n:# point|# points}", ""},
		{"three 3s could be played at once", "4c 8c 3d 3h 8h 9h 3s 8s As", "8d", "As",
			"it gets rid of {n:# point|# points}", "it keeps your {cards} together, to play in one go"},
	} {
		c := acehole.Core{Seats: 2, Owner: -1, Acehole: -1, Top: parse(t, tt.top)}
		c.Hands[0] = card.SetOf(gametest.Cards(t, tt.hand)...)
		c.Hands[1] = card.SetOf(gametest.Cards(t, "4s 5s 7s 9s Ts")...)
		reasons := reasonsFor(&c, promisingMoves(&c, nil, false), acehole.PlayOf(gametest.Cards(t, tt.play)...), c.Hands[1].Cards())
		if got := reasons[0].Text; got != tt.first {
			t.Errorf("%s: what decided is %q, not %q", tt.why, got, tt.first)
		}
		if slices.ContainsFunc(reasons, func(r ai.Reason) bool { return r.Text == tt.never }) {
			t.Errorf("%s: %q is said", tt.why, tt.never)
		}
	}
}
