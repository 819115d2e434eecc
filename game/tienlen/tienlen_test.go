package tienlen_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/kit"
	"deuces/game/tienlen"
)

func TestConformance(t *testing.T) { gametest.Run(t, tienlen.New) }
func TestRecords(t *testing.T)     { gametest.Records(t, tienlen.New) }

func TestBeats(t *testing.T) {
	for _, tt := range []struct {
		chops, top, play string
		beats            bool
		why              string
	}{
		{"south", "9s", "9h", true, "hearts are the highest suit"},
		{"south", "9s 9h", "9c 9d", false, "the higher suit of a pair decides"},
		{"south", "5c 6s 7h", "5h 6h 7d", false, "the highest card of a sequence decides"},
		{"south", "5c 6s 7h", "5h 6h 7d 8c", false, "as many cards"},
		{"south", "Qs Ks As", "Qc Kc Ac", true, "a sequence ends with the Ace"},
		{"south", "2h", "3s 3c 4s 4c 5s 5c", true, "three pairs on a 2"},
		{"south", "2h", "3s 3c 3d 3h", true, "a four on a 2"},
		{"south", "Ah", "3s 3c 3d 3h", false, "on nothing lower than a 2"},
		{"south", "2s 2c", "3s 3c 4s 4c 5s 5c", false, "three pairs are too few for two 2s"},
		{"south", "2s 2c", "3s 3c 3d 3h", true, "a four on two 2s"},
		{"south", "2s 2c 2d", "3s 3c 3d 3h", false, "a four is too little for three 2s"},
		{"south", "2s 2c 2d", "3s 3c 4s 4c 5s 5c 6s 6c", false, "and so are four pairs"},
		{"south", "2s 2c 2d", "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c", true, "but five aren't"},
		{"south", "Ks Kc As Ac Qs Qc", "3s 3c 3d 3h", true, "a four on any three pairs"},
		{"south", "As Ac Ad Ah", "3s 3c 4s 4c 5s 5c 6s 6c", true, "four pairs on any four"},
		{"south", "2s 2c 2d 2h", "3s 3c 4s 4c 5s 5c 6s 6c", true, "also of 2s"},
		{"south", "Qs Qc Ks Kc As Ac", "3s 3c 4s 4c 5s 5c 6s 6c", true, "and on three pairs"},
		{"south", "9s 9c Ts Tc Js Jc Qs Qc", "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c", true, "five on four"},
		{"south", "9s 9c Ts Tc Js Jc Qs Qc", "3s 3c 3d 3h", false, "a four on three pairs only"},
		{"narrow", "2h", "3s 3c 4s 4c 5s 5c 6s 6c", false, "narrow: four pairs on two 2s only"},
		{"narrow", "2h", "3s 3c 3d 3h", true, "narrow: a four on a 2"},
		{"narrow", "As Ac Ad Ah", "3s 3c 4s 4c 5s 5c 6s 6c", false, "narrow: nothing else is chopped"},
		{"none", "2h", "3s 3c 3d 3h", false, "none"},
		{"none", "4s 4c 4d 4h", "5s 5c 5d 5h", true, "a higher four is just higher"},
	} {
		rest := slices.DeleteFunc(card.Deck(1, 0), func(c card.Card) bool {
			return slices.Contains(gametest.Cards(t, tt.top+" "+tt.play), c)
		})
		setup := game.Setup{Lead: 0, Hands: [][]card.Card{append(gametest.Cards(t, tt.top), rest[0]), append(gametest.Cards(t, tt.play), rest[1])}}
		state := start(t, map[string]string{"chops": tt.chops, "instant": "no"}, setup)
		state, _ = gametest.Apply(t, state, 0, tt.top)
		_, err := state.Next(1, game.Action{Verb: game.Play, Cards: gametest.Cards(t, tt.play)})
		if _, refused := errors.AsType[*game.Illegal](err); refused == tt.beats {
			t.Errorf("%s: %s on %s: %v; %s", tt.chops, tt.play, tt.top, err, tt.why)
		}
	}
}

func start(t *testing.T, options map[string]string, setup game.Setup) game.State {
	t.Helper()
	rules, err := tienlen.New(options)
	if err != nil {
		t.Fatal(err)
	}
	state, err := rules.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func TestRefusals(t *testing.T) {
	const hand = "3s 4c 4d 5h 6s 7d 7h 9c 2d"
	for _, tt := range []struct{ top, play, want string }{
		{"", "pass", "You lead, so you can't pass"},
		{"", "draw", "no draw pile"},
		{"", "give 3s", "You don't give cards away"},
		{"", "Ks", "You don't have K♠."},
		{"", "4c 5h", "Play one card, cards of one rank"},
		{"", "9c 2d", "2s can't be part of a sequence"},
		{"8s", "7d 7h", "It takes a higher single card"},
		{"Ts", "9c", "Your highest card has to be higher than 10♠."},
	} {
		setup := game.Setup{Lead: 0, Hands: [][]card.Card{gametest.Cards(t, hand), gametest.Cards(t, "3c")}}
		if tt.top != "" {
			setup.Lead, setup.Hands[1] = 1, gametest.Cards(t, tt.top+" 3c")
		}
		state := start(t, nil, setup)
		if tt.top != "" {
			state, _ = gametest.Apply(t, state, 1, tt.top)
		}
		a, err := game.ParseAction(tt.play)
		if err != nil {
			t.Fatal(err)
		}
		_, err = state.Next(0, a)
		if refused, ok := errors.AsType[*game.Illegal](err); !ok || !strings.Contains(refused.Reason.String(), tt.want) {
			t.Errorf("%s on %q: %v, want %q", tt.play, tt.top, err, tt.want)
		}
	}
}

func TestInstantWins(t *testing.T) {
	const (
		dragon = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s"
		twos   = "2s 2c 2d 2h 3c 5c 7c 9c Jc Kc 4d 6d 8d"
		pairs  = "3c 3d 5c 5d 7c 7d 9c 9d Jc Jd Ac Ad Kh"
		line   = "3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 9h Jh Kh"
		plain  = "3h 4h 5h 7h 8h 9h Jh Qh Kh 6c 8c Tc Qc"
	)
	for _, tt := range []struct {
		hands   []string
		lead    game.Seat
		instant string
		want    string // who wins, or nobody
		why     string
	}{
		{[]string{plain, dragon}, 0, "yes", "1", "a dragon wins at the deal"},
		{[]string{pairs, dragon}, 0, "yes", "1", "a dragon is better than six pairs"},
		{[]string{line, "4h 6h 2c 2d 2h 2s Ac Ad Ah As Qc Qd Qh"}, 0, "yes", "1", "four 2s are better than five pairs in sequence"},
		{[]string{pairs, "4c 4h 6c 6h 8c 8h Tc Th Qc Qh 2c 2h Ks"}, 1, "yes", "1", "of equals the one who would lead"},
		{[]string{pairs, "4c 4h 6c 6h 8c 8h Tc Th Qc Qh 2c 2h Ks"}, 0, "yes", "0", "of equals the one who would lead"},
		{[]string{plain, "3s 3c 3d 9c 9d 9s Jc Jd Js Ac 2c 2d Kc"}, 0, "yes", "", "four triples or pairs are nothing"},
		{[]string{"4s 4c 4d 4h 6s 6c 6d 6h 8s 8c Ts Tc Ks", plain}, 1, "yes", "0", "a four is two pairs"},
		{[]string{plain, dragon}, 0, "no", "", "unless there are no instant wins"},
	} {
		hands := [][]card.Card{}
		seen := map[card.Card]bool{}
		for _, h := range tt.hands {
			cards := slices.DeleteFunc(gametest.Cards(t, h), func(c card.Card) bool { return seen[c] })
			for _, c := range cards {
				seen[c] = true
			}
			hands = append(hands, cards)
		}
		state := start(t, map[string]string{"instant": tt.instant}, game.Setup{Lead: tt.lead, Hands: hands})
		result, over := state.Result()
		if over != (tt.want != "") || over && result.Places[0] != game.Seat(tt.want[0]-'0') {
			t.Errorf("%s: over %t, %+v", tt.why, over, result.Places)
		}
		if over && (result.Points[result.Places[0]] != 2 || result.Points[result.Places[1]] != 0) {
			t.Errorf("%s: points %v", tt.why, result.Points)
		}
	}
}

func BenchmarkRound(b *testing.B) { gametest.BenchmarkRounds(b, tienlen.New, 4) }

func BenchmarkPlayout(b *testing.B) {
	gametest.BenchmarkPlayouts(b, deals(b, 64), make([]tienlen.Play, 0, tienlen.MaxPlays))
}

func TestPlayoutAllocatesNothing(t *testing.T) {
	gametest.PlayoutsAllocateNothing(t, deals(t, 8), make([]tienlen.Play, 0, tienlen.MaxPlays))
}

// deals returns dealt rounds that aren't won at the deal.
func deals(t testing.TB, n int) []tienlen.Core {
	rules, err := tienlen.New(map[string]string{"instant": "no"})
	if err != nil {
		t.Fatal(err)
	}
	rand, cores := gametest.NewRand(1), make([]tienlen.Core, n)
	for i := range cores {
		state, err := rules.Start(rules.Setup(4, rand.Chance(rules, 4), nil))
		if err != nil {
			t.Fatal(err)
		}
		cores[i] = state.(*tienlen.State).RoundState().Core
	}
	return cores
}

// A seat sees its own hand and everything but the hands of the others.
func TestAnObservationHidesOtherHands(t *testing.T) {
	system := func(uint64) (game.Rules, error) { return tienlen.New(nil) }
	gametest.ObservesOnlyItsOwn(t, system, 30, tienlen.Observation, func(state game.State) tienlen.Core {
		want := state.(*tienlen.State).RoundState().Core
		hand := want.Hands[want.Turn]
		want.Hands = [tienlen.Players]kit.Cards{}
		want.Hands[want.Turn] = hand
		return want
	})
}
