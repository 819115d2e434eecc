package ai

import (
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
)

// The inputs cover all choices that existed when the networks were trained. A later choice has the
// input of the most similar older one.
func TestAllOptionsAreInputs(t *testing.T) {
	of := func(system gametest.System, options string) []uint16 {
		return optionInputs(gametest.New(t, system, options).(*president.Rules))
	}
	choices, chosen := 0, 0
	for _, o := range gametest.New(t, president.PresidentV2, "").Options() {
		choices += len(o.Choices)
		if o.Choices != nil {
			chosen++
		}
	}
	if n := len(of(president.President, "")); n != chosen || choices != options {
		t.Errorf("%d of %d options are looked at; they have %d choices, the inputs %d", n, chosen, choices, options)
	}
	for _, tt := range []struct{ options, like, why string }{
		{"", "", "nothing set"},
		{"demerits=no vice=5", "demerits=no vice=5", "what stands last in the list is where it was"},
		{"pass=lap", "pass=out", "whoever passed can't play again either"},
		{"four=invertround", "four=invert", "the order turns"},
		{"points=9,5,1", "", "points are for the end of a match to look at"},
	} {
		if got, want := of(president.President, tt.options), of(president.PresidentV2, tt.like); !slices.Equal(got, want) {
			t.Errorf("%s has the inputs %v, not %v: %s", tt.options, got, want, tt.why)
		}
	}
}

func TestPlayersWithANetwork(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			aitest.Learns(t, aitest.Learner[Tracked, president.Move]{
				System: system, Inputs: Inputs, CriticSize: CriticSize, Unit: 1, Players: NewWithWeights,
				Evaluator: func(n *net.Net) aitest.Evaluator[Tracked, president.Move] { return NewEvaluator(n) },
				Deal: func(rules game.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
					return Deal(rules.(*president.Rules), seats, chance, match)
				},
				Told: func(rules game.Rules, s ai.Observation) (Tracked, error) {
					d, err := newDecision(rules.(*president.Rules), s)
					if err != nil {
						return Tracked{}, err
					}
					return d.track(rules.(*president.Rules), s), nil
				},
				Step:   (*Tracked).Step,
				Action: func(t *Tracked, m president.Move) game.Action { return t.position.Action(m) },
			})
		})
	}
}

func TestDifferentRoundsHaveDifferentInputs(t *testing.T) {
	rules := gametest.New(t, president.President, "equal=yes four=revolution jokers=1").(*president.Rules)
	match := ai.History{Results: []game.Result{{Points: make([]int, 5), Places: []game.Seat{2, 0, 1, 4, 3}}}}
	start, err := Deal(rules, 5, gametest.NewRand(3).Chance(rules, 5), match)
	if err != nil {
		t.Fatal(err)
	}
	own := start.position.Turn()
	others := slices.DeleteFunc([]int{0, 1, 2, 3, 4}, func(c int) bool { return c == own })
	four := card.SetOf(card.New(card.Four, card.Clubs))
	aitest.Distinguishes(t, NewEvaluator(aitest.RandomNetwork(Inputs)), start, map[string]func(*Tracked){
		"how many cards another holds": func(t *Tracked) {
			hand := t.position.Hand(others[1])
			lost := hand.Cards()[0]
			hand.Remove(lost)
			t.inPlay -= countOf(card.SetOf(lost))
			t.position.SetHand(others[1], hand)
		},
		"what one has passed on":        func(t *Tracked) { t.declined[others[0]][1] = 4 },
		"with one card or more":         func(t *Tracked) { t.declined[others[0]][0] = 4 },
		"who has passed on it":          func(t *Tracked) { t.declined[others[2]][1] = 4 },
		"who wins the match":            func(t *Tracked) { a := *t.roundContext; a.wins = 1 << others[1]; t.roundContext = &a },
		"that it wins the match itself": func(t *Tracked) { a := *t.roundContext; a.wins = 1 << own; t.roundContext = &a },
		"that the match ends":           func(t *Tracked) { a := *t.roundContext; a.ends = true; t.roundContext = &a },
		"the options":                   func(t *Tracked) { a := *t.roundContext; a.options = a.options[1:]; t.roundContext = &a },
		"what it gave away":             func(t *Tracked) { t.gifts = [4]gift{{int8(own), int8(others[0]), four}} },
		"to whom":                       func(t *Tracked) { t.gifts = [4]gift{{int8(own), int8(others[3]), four}} },
	})
}
