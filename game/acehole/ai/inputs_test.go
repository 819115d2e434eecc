package ai

import (
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/gametest"
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
