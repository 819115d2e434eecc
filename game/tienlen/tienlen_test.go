package tienlen_test

import (
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
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
		{"south", "2h", "3s 3c 4s 4c 5s 5c", true, "three pairs on a 2"},
		{"south", "2h", "3s 3c 3d 3h", true, "a four on a 2"},
		{"south", "2s 2c", "3s 3c 4s 4c 5s 5c", false, "three pairs are too few for two 2s"},
		{"south", "2s 2c", "3s 3c 3d 3h", true, "a four on two 2s"},
		{"south", "2s 2c 2d", "3s 3c 3d 3h", false, "a four is too little for three 2s"},
		{"south", "2s 2c 2d", "3s 3c 4s 4c 5s 5c 6s 6c", false, "and so are four pairs"},
		{"south", "2s 2c 2d", "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c", true, "but five aren't"},
		{"south", "Ks Kc As Ac Qs Qc", "3s 3c 3d 3h", true, "a four on any three pairs"},
		{"south", "As Ac Ad Ah", "3s 3c 4s 4c 5s 5c 6s 6c", true, "four pairs on any four"},
		{"south", "Qs Qc Ks Kc As Ac", "3s 3c 4s 4c 5s 5c 6s 6c", true, "and on three pairs"},
		{"south", "9s 9c Ts Tc Js Jc Qs Qc", "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c", true, "five on four"},
		{"south", "9s 9c Ts Tc Js Jc Qs Qc", "3s 3c 3d 3h", false, "a four on three pairs only"},
		{"narrow", "2h", "3s 3c 4s 4c 5s 5c 6s 6c", false, "narrow: four pairs on two 2s only"},
		{"narrow", "2h", "3s 3c 3d 3h", true, "narrow: a four on a 2"},
		{"narrow", "As Ac Ad Ah", "3s 3c 4s 4c 5s 5c 6s 6c", false, "narrow: nothing else is chopped"},
		{"none", "2h", "3s 3c 3d 3h", false, "none"},
	} {
		rest := slices.DeleteFunc(card.Deck(1, 0), func(c card.Card) bool {
			return slices.Contains(gametest.Cards(t, tt.top+" "+tt.play), c)
		})
		state := startRound(t, "instant=no chops="+tt.chops, 0, tt.top+" "+rest[0].String(), tt.play+" "+rest[1].String())
		state, _ = gametest.Apply(t, state, 0, tt.top)
		if says := gametest.Refusal(t, state, tt.play); (says == "") != tt.beats {
			t.Errorf("%s: %s on %s: got the refusal %q, want it played: %t; %s", tt.chops, tt.play, tt.top, says, tt.beats, tt.why)
		}
	}
}

func startRound(t *testing.T, options string, lead game.Seat, hands ...string) game.State {
	t.Helper()
	return gametest.Start(t, gametest.New(t, tienlen.New, options), game.Setup{Lead: lead, Hands: gametest.Hands(t, hands...)})
}

func TestRefusals(t *testing.T) {
	const hand = "3s 4c 4d 5h 6s 7d 7h 9c 2d"
	for _, tt := range []struct{ top, play, want string }{
		{"", "pass", "You lead, so you can't pass"},
		{"", "draw", "You can't do that now."},
		{"", "give 3s", "You can't do that now."},
		{"", "Ks", "You don't have K♠."},
		{"", "4c 5h", "Play one card, cards of one rank"},
		{"", "9c 2d", "2s can't be part of a sequence"},
		{"8s", "7d 7h", "To beat 8♠ it takes a higher card."},
		{"Ts", "9c", "To beat 10♠ it takes a higher card."},
	} {
		state := startRound(t, "", 0, hand, "3c")
		if tt.top != "" {
			state, _ = gametest.Apply(t, startRound(t, "", 1, hand, tt.top+" 3c"), 1, tt.top)
		}
		if says := gametest.Refusal(t, state, tt.play); !strings.Contains(says, tt.want) || says == "" {
			t.Errorf("%s on %q: got the refusal %q, want %q", tt.play, tt.top, says, tt.want)
		}
	}
}

func TestARefusalNamesTheChopsThatWouldBeatTheTopPlay(t *testing.T) {
	const four, more = "four of a kind, or 4 or more pairs in sequence", "5 or more pairs in sequence"
	for _, tt := range []struct{ chops, top, play, want string }{
		{"south", "2s", "Ks", "a higher card, or four of a kind, or 3 or more pairs in sequence"},
		{"south", "2s 2c", "Ks", "a higher pair, or " + four},
		{"south", "2s 2c 2d", "Ks", "a higher three of a kind, or " + more},
		{"south", "4s 4c 4d 4h", "Ks", "a higher four of a kind, or 4 or more pairs in sequence"},
		{"south", "4s 4c 5d 5h 6s 6c", "Ks", "a higher pair sequence of the same length, or " + four},
		{"south", "4s 4c 5d 5h 6s 6c", "3s 3c 4d 4h 5s 5c", "a higher pair sequence of the same length, or " + four},
		{"south", "4s 4c 5d 5h 6s 6c 7s 7c", "Ks", "a higher pair sequence of the same length, or " + more},
		{"south", "4s 4c 5d 5h 6s 6c 7s 7c 8s 8c", "Ks", "a higher pair sequence of the same length, or 6 pairs in sequence"},
		{"south", "4s 4c 5d 5h 6s 6c 7s 7c 8s 8c 9s 9c", "Ks", "a higher pair sequence of the same length"},
		{"south", "Qs", "Ks Kc", "a higher card"},
		{"south", "2h", "Ks", "four of a kind, or 3 or more pairs in sequence"},
		{"narrow", "2s", "Ks", "a higher card, or four of a kind, or 3 pairs in sequence"},
		{"narrow", "2s 2c", "Ks", "a higher pair, or 4 pairs in sequence"},
		{"narrow", "2s 2c 2d", "Ks", "a higher three of a kind, or 5 pairs in sequence"},
		{"narrow", "4s 4c 4d 4h", "Ks", "a higher four of a kind"},
		{"none", "2s", "Ks", "a higher card"},
	} {
		state, _ := gametest.Apply(t, startRound(t, "instant=no chops="+tt.chops, 0, tt.top+" 3h", tt.play+" 3d"), 0, tt.top)
		if says := state.View(1).Beats.String(); says != tt.want {
			t.Errorf("%s: %s is beaten by %q, want %q", tt.chops, tt.top, says, tt.want)
		}
		if says := gametest.Refusal(t, state, tt.play); !strings.Contains(says, " it takes "+tt.want) {
			t.Errorf("%s: %s on %s: got %q, want what it takes", tt.chops, tt.play, tt.top, says)
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
		hands   [2]string
		lead    game.Seat
		instant string
		want    string // seat that wins; "": nobody
		why     string
	}{
		{[2]string{plain, dragon}, 0, "yes", "1", "a dragon wins at the deal"},
		{[2]string{pairs, dragon}, 0, "yes", "1", "a dragon is better than six pairs"},
		{[2]string{line, "4h 6h 2c 2d 2h 2s Ac Ad Ah As Qc Qd Qh"}, 0, "yes", "1", "four 2s are better than 5 pairs in sequence"},
		{[2]string{pairs, "4c 4h 6c 6h 8c 8h Tc Th Qc Qh 2c 2h Ks"}, 1, "yes", "1", "of equals the one who would lead"},
		{[2]string{pairs, "4c 4h 6c 6h 8c 8h Tc Th Qc Qh 2c 2h Ks"}, 0, "yes", "0", "of equals the one who would lead"},
		{[2]string{plain, "3s 3c 3d 9c 9d 9s Jc Jd Js Ac 2c 2d Kc"}, 0, "yes", "", "four triples or pairs are nothing"},
		{[2]string{"4s 4c 4d 4h 6s 6c 6d 6h 8s 8c Ts Tc Ks", "3h 5h 7h 8h 9h Jh Qh Kh Jc 8d Td Qc"}, 1, "yes", "0", "a four is two pairs"},
		{[2]string{plain, dragon}, 0, "no", "", "unless there are no instant wins"},
	} {
		result, over := startRound(t, "instant="+tt.instant, tt.lead, tt.hands[0], tt.hands[1]).Result()
		if over != (tt.want != "") || over && result.Places[0] != game.Seat(tt.want[0]-'0') {
			t.Errorf("%s: the round is over: %t, places %v, want the winner %q", tt.why, over, result.Places, tt.want)
		}
		if over && (result.Points[result.Places[0]] != 2 || result.Points[result.Places[1]] != 0) {
			t.Errorf("%s: got the points %v, want 2 for the winner and 0", tt.why, result.Points)
		}
	}
}

func TestCore(t *testing.T) {
	of := func(s game.State) tienlen.Core { return s.(*tienlen.State).RoundState().Core }
	gametest.RunCore(t, tienlen.New, tienlen.Observation, of, func(c *tienlen.Core) {
		own := c.Hands[c.Turn]
		clear(c.Hands[:])
		c.Hands[c.Turn] = own
	}, make([]tienlen.Play, 0, tienlen.MaxPlays))
}

func TestAResultHasThePaymentsForChopsAndForCardsLeftOver(t *testing.T) {
	state := startRound(t, "instant=no", 0, "2h 6s", "9s 9c 9d 9h 4s", "5s 2s")
	for _, play := range []string{"2h", "9s 9c 9d 9h", "pass", "pass", "4s", "pass", "pass", "5s", "6s"} {
		seat, _ := state.Turn()
		state, _ = gametest.Apply(t, state, seat, play)
	}
	result, _ := state.Result()
	want := []game.Payment{{From: 0, To: 1, Points: 2, For: "a chop"}, {From: 2, To: 1, Points: 1, For: "cards left over"}}
	if !slices.Equal(result.Payments, want) {
		t.Errorf("got the payments %+v, want %+v", result.Payments, want)
	}
}
