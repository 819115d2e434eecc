package ai

import (
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/internal/say"
)

var systems = map[string]gametest.System{
	"ahole": president.AHole, "president": president.President, "asshole": president.Asshole, "daifugo": president.Daifugo,
}

func TestPlayers(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { aitest.Run(t, system, New) })
	}
}

func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weightsFile, Inputs) }

// TestEachLevelBeatsTheOneBelow compares the levels. Hard has almost no budget here, so it only
// must not be much worse than Normal.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			aitest.Levels(t, system, New, 4, gametest.Dose(t, 80, 240, 960), gametest.Dose(t, 0, 60, 480), 100, -0.15)
		})
	}
}

// TestAllOptionsAreInputs checks that the inputs cover all choices of the options that the networks
// were trained with. Any other choice has the input of the most similar one of these.
func TestAllOptionsAreInputs(t *testing.T) {
	of := func(options string) []uint16 {
		return optionInputs(gametest.New(t, president.President, options).(*president.Rules))
	}
	leftOut := append(slices.Clone(untrained), "longest")
	mapped := map[string]int{"pass": 1, "four": 1, "equal": 1, "twos": 2, "opening": 1, "leads": 1} // choices that share an input with another one
	choices, chosen := 0, 0
	for _, o := range gametest.New(t, president.President, "").Options() {
		if o.Choices != nil && !slices.Contains(leftOut, o.Key) {
			choices += len(o.Choices) - mapped[o.Key]
			chosen++
		}
	}
	if n := len(of("")); n != chosen || choices != options {
		t.Errorf("inputs for %d of %d options, with %d choices, want %d choices: leave a new option out in optionInputs and here", n, chosen, choices, options)
	}
	for _, tt := range []struct{ options, like, why string }{
		{"pass=lap", "pass=out", "whoever passed can't play again either"},
		{"four=invertround", "four=invert", "the order turns"},
		{"equal=ornothing", "equal=yes", "the next may be equal, too"},
		{"twos=clear", "", "2s are the highest"},
		{"opening=3d leads=3d", "opening=qh leads=qh", "the holder of a card leads"},
		{"points=9,5,1", "", "the end of the match takes points into account"},
	} {
		if got, want := of(tt.options), of(tt.like); !slices.Equal(got, want) {
			t.Errorf("%s has the inputs %v, want %v: %s", tt.options, got, want, tt.why)
		}
	}
	at := of("")
	for i, input := range of("demerits=no vice=5") {
		if last := i >= len(at)-2; last == (input == at[i]) {
			t.Errorf("input %d is %d, and %d by default: only the last two options differ", i, input, at[i])
		}
	}
}

func TestPlayersWithANetwork(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			aitest.CheckLearner(t, aitest.Learner[Tracked, president.Move]{
				System: system, Inputs: Inputs, Unit: 1, Players: NewWithWeights,
				Evaluator: func(n *net.Net) aitest.Evaluator[Tracked, president.Move] { return NewEvaluator(n) },
				Deal: func(rules game.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
					return Deal(rules.(*president.Rules), seats, chance, match)
				},
				Remember: func(rules game.Rules, s ai.Observation) (Tracked, error) {
					d, err := newDecision(rules.(*president.Rules), s)
					if err != nil {
						return Tracked{}, err
					}
					return d.track(), nil
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
	aitest.CheckInputsDiffer(t, NewEvaluator(aitest.RandomNetwork(Inputs)), start, map[string]func(*Tracked){
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

// position returns the position after the first play of a round, and the moves in it. Without a play
// it is the lead.
func position(t *testing.T, rules game.Rules, hands []string, played string) (world, []president.Move) {
	t.Helper()
	state := gametest.Start(t, rules, game.Setup{Hands: gametest.Hands(t, hands...)})
	if played != "" {
		state, _ = gametest.Apply(t, state, 0, played)
	}
	w := world{position: state.(*president.State).RoundState().Position()}
	for chair := range hands {
		w.inPlay += countOf(w.position.Hand(chair))
	}
	return w, w.position.Moves(nil)
}

// TestNormalKnowsWhatPlaysDo tests what the options of rules.md P12 change in what Normal plays.
func TestNormalKnowsWhatPlaysDo(t *testing.T) {
	for _, tt := range []struct {
		why, hands, played, move string
	}{
		{"three cards go in one play", "4s 5s 6s Kd 4h / 7c 9d / 7d 9c / 7h 9h", "", "4s 5s 6s"},
		{"a card of a run isn't led alone", "4s 5s 6s 4d 2c / 7c 9d / 7d 9c / 7h 9h", "", "4s 5s 6s"},
		{"a 2 goes before the last card that may be the last", "2c 5d / 7c 9d / 7d 9c / 7h 9h", "", "2c"},
		{"so does an 8", "8c 5d / 7c 9d / 7d 9c / 7h 9h", "", "8c"},
		{"and a Joker", "*1 5d / 7c 9d / 7d 9c / 7h 9h", "", "*1"},
		{"nobody goes out with a 2 who can pass", "Kc 4d / 2d / 7d 9c / 7h 9h", "Kc", "pass"},
		{"the last card that may be the last is kept", "9c 4d / Kd 2d 2h / 7d 9d / 7h 9h", "9c", "2d"},
		{"3♠ is for the Joker", "*1 4d / 3s 5d 9c / 7d 9d / 7h 9h", "*1", "3s"},
	} {
		w, moves := position(t, gametest.New(t, president.Daifugo, ""), strings.Split(tt.hands, " / "), tt.played)
		tactics := heuristics{weightsFor(w.position.Terms()), w.position.Terms()}
		if a := w.position.Action(tactics.best(&w, moves)); a.String() != tt.move {
			t.Errorf("%s: got %s, want %s", tt.why, a, tt.move)
		}
	}
}

// TestReasonsAreTrueOfTheHands tests positions in which a hint could say something untrue or
// irrelevant.
func TestReasonsAreTrueOfTheHands(t *testing.T) {
	for _, tt := range []struct {
		why    string
		system gametest.System
		hands  []string // hands of the leader, the next seat, and the others; a missing hand is one low card
		played string
		move   string // the move to explain; the heuristics may choose another one
		says   []say.Text
		never  []say.Text
	}{
		{"a pass doesn't win a trick", president.Asshole, []string{"3d 9c Th Qs", "7c 7h 7s", "3h 8d Js Ad", "3s 9d Kh 2c"}, "3d", "pass",
			[]say.Text{ai.BreaksUp}, []say.Text{ai.ThenTheRest}},
		{"nobody goes out on a card that none beats", president.President, []string{"Tc Jc", "4s 5d Jd"}, "Tc", "pass",
			nil, []say.Text{ai.OneCardLeft}},
		{"the higher suit of a rank isn't beaten by the lower", president.Asshole, []string{"3c Jc", "4h 5h Jd"}, "3c", "Jd",
			[]say.Text{ai.LeadsNext}, nil},
		{"but by the highest", president.Asshole, []string{"3c Js", "4h 5h Jd"}, "3c", "Jd",
			nil, []say.Text{ai.LeadsNext}},
		{"a pair that can't be played at once takes two plays", president.Asshole, []string{"4s 5d 6d", "7c 7h 7s"}, "4s", "7c",
			nil, []say.Text{ai.ThenTheRest}},
		{"a lower card belongs to a pair", president.President, []string{"6d Kc Ac", "4c 8c 8s Js 3d"}, "6d", "Js",
			[]say.Text{ai.KeepsTogether}, []say.Text{ai.LowestPlay}},
		{"an 8 ends the trick", president.Daifugo, []string{"5c 4d", "8d 9h Kc 4h", "2c 2d"}, "5c", "8d",
			[]say.Text{"your {cards} ends the trick, so you lead next"}, nil},
		{"but not in other games", president.President, []string{"5c 4d", "8d 9h Kc 4h", "2c 2d"}, "5c", "8d",
			nil, []say.Text{"your {cards} ends the trick, so you lead next"}},
		{"a 2 can't be the last card", president.Daifugo, []string{"Kc 4d", "2d"}, "Kc", "pass",
			[]say.Text{"finishing with {cards} would put you last"}, nil},
		{"after a second card of the same suit few can follow", president.Daifugo, []string{"5c 4d", "7c 9h Kd 4h"}, "5c", "7c",
			[]say.Text{"it locks the trick to its suits, so fewer cards can beat it"}, nil},
		{"one of another suit locks nothing", president.Daifugo, []string{"5c 4d", "7h 9h Kd 4h"}, "5c", "7h",
			nil, []say.Text{"it locks the trick to its suits, so fewer cards can beat it"}},
		{"a card of a run is missed there", president.Daifugo, []string{"4c 4d", "5d 6d 7d Ts Kh", "9c Ac 2c Qc 9d Ad 2d Qd"}, "4c", "Ts",
			[]say.Text{ai.KeepsTogether}, []say.Text{ai.LowestPlay}},
		{"the other 2s beat it, and the Joker", president.Asshole, []string{"As 4c 5c 7d", "3d 4d 2c 2d *1"}, "As", "2c",
			[]say.Text{ai.LowestPlay}, []say.Text{ai.BreaksNothing}},
	} {
		w, moves := position(t, gametest.New(t, tt.system, ""), append(tt.hands, "3h", "3s")[:4], tt.played)
		var move president.Move
		for _, m := range moves {
			if a := w.position.Action(m); tt.move == "pass" && m.IsPass() || !m.IsPass() && card.Format(a.Cards) == tt.move {
				move = m
			}
		}
		if move == 0 {
			t.Fatalf("%s: %s is not a legal move", tt.why, tt.move)
		}
		tactics := heuristics{weightsFor(w.position.Terms()), w.position.Terms()}
		given := map[say.Text]bool{}
		for _, r := range tactics.reasons(&w, moves, move) {
			given[r.Text] = true
		}
		for _, text := range tt.says {
			if !given[text] {
				t.Errorf("%s: the reasons lack %q: %v", tt.why, text, given)
			}
		}
		for _, text := range tt.never {
			if given[text] {
				t.Errorf("%s: the reasons include %q", tt.why, text)
			}
		}
	}
}
