package bigtwo_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

func TestConformance(t *testing.T) { gametest.Run(t, bigtwo.New) }

func systems(name string, options map[string]string) (game.Rules, error) {
	if name != "bigtwo" {
		return nil, fmt.Errorf("no system %q", name)
	}
	return bigtwo.New(options)
}

// TestRecords replays the golden rounds of this package, and those that come
// with the rules where they are at hand.
func TestRecords(t *testing.T) {
	for name, dir := range map[string]string{"golden": "testdata", "shared": "../../../shared/records"} {
		t.Run(name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(dir, "bigtwo-*.rec"))
			if err != nil {
				t.Fatal(err)
			}
			if len(files) == 0 && name == "shared" {
				t.Skipf("no records in %s", dir)
			}
			if len(files) == 0 {
				t.Fatal("no golden rounds")
			}
			for _, file := range files {
				f, err := os.Open(file)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if err := record.Replay(file, f, systems); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func start(t *testing.T, setup game.Setup) game.State {
	t.Helper()
	rules, err := bigtwo.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := rules.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func cards(t *testing.T, s string) []card.Card {
	t.Helper()
	c, err := card.ParseAll(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func apply(t *testing.T, s game.State, seat game.Seat, move string) game.State {
	t.Helper()
	a, err := game.ParseAction(move)
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := s.Apply(seat, a)
	if err != nil {
		t.Fatalf("%d: %s: %v", seat, move, err)
	}
	return next
}

func TestRefusals(t *testing.T) {
	const hand = "4c 4h 5c 6h 7d 8s 9s Th 2s 3c Ac Ad Ah"
	for _, tt := range []struct{ top, play, want string }{
		{"", "pass", "You are in control, so you can't pass"},
		{"", "draw", "no pile"},
		{"", "give 4c", "No cards are given away"},
		{"", "Ks", "You don't hold K♠."},
		{"", "4c 4c", "You hold only one 4♣."},
		{"", "4c *1", "no Jokers"},
		{"", "4c 5c", "Two cards must be a pair"},
		{"", "4c 4h 5c", "Three cards must be of the same rank."},
		{"", "4c 4h Ac Ad", "One plays one, two, three or five cards, not 4."},
		{"", "4c 5c 6h 7d 9s", "These five make no Straight"},
		{"", "2s 3c 4c 5c 6h", "A Straight can't go past the 2"},
		{"", "Ac 2s 3c 4c 5c", "A Straight can't go past the 2"},
		{"Kd", "4c 4h", "A single card lies on top: only a higher play of as many cards beats it."},
		{"Kd Kh", "Ac", "A pair lies on top"},
		{"Kd Kh Kc", "Ac", "A triple lies on top"},
		{"5d 6s 7c 8c 9d", "2s", "A play of five cards lies on top"},
		{"Kd", "Th", "10♥ isn't higher than K♦."},
		{"5d 5h", "4c 4h", "A pair of fours with 4♥ isn't higher than a pair of fives with 5♥."},
		{"5d 6s 7c 8c 9d", "4c 5c 6h 7d 8s", "A Straight to 8♠ isn't higher than a Straight to 9♦."},
		{"3d 6d 8d Qd Kd", "4c 5c 6h 7d 8s", "A Straight doesn't beat a Flush."},
		{"3d 3h 3s Kd Kh", "4c 5c 6h 7d 8s", "A Straight doesn't beat a Full House."},
		{"2d 2h 2c Kd Kh", "Ac Ad Ah 4c 4h", "A Full House of Aces isn't higher than a Full House of twos."},
	} {
		setup := game.Setup{Lead: 0, Hands: [][]card.Card{cards(t, hand), cards(t, "3d"), cards(t, "3h"), cards(t, "Js")}}
		seat := game.Seat(0)
		if tt.top != "" {
			setup.Hands[3], setup.Lead = cards(t, tt.top+" Js"), 3
		}
		if strings.Contains(tt.top, "3d") {
			setup.Hands[1] = cards(t, "Jd")
		}
		if strings.Contains(tt.top, "3h") {
			setup.Hands[2] = cards(t, "Jc")
		}
		state := start(t, setup)
		if tt.top != "" {
			state = apply(t, state, 3, tt.top)
		}
		a, err := game.ParseAction(tt.play)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = state.Apply(seat, a)
		var refused *game.Illegal
		if !errors.As(err, &refused) || !strings.Contains(refused.Why, tt.want) {
			t.Errorf("%s on %q: %v, want %q", tt.play, tt.top, err, tt.want)
		}
	}
}

func TestStartRefuses(t *testing.T) {
	for _, tt := range []struct {
		change func(*game.Setup)
		why    string
	}{
		{func(s *game.Setup) { s.Hands = s.Hands[:3] }, "three players"},
		{func(s *game.Setup) { s.Hands[1] = nil }, "an empty hand"},
		{func(s *game.Setup) { s.Hands[1] = card.Deck(1, 0)[8:22] }, "14 cards"},
		{func(s *game.Setup) { s.Hands[1] = s.Hands[0] }, "a card twice"},
		{func(s *game.Setup) { s.Hands[1] = []card.Card{card.Joker1} }, "a Joker"},
		{func(s *game.Setup) { s.Hands[1] = []card.Card{card.None} }, "no card"},
		{func(s *game.Setup) { s.Top = card.New(card.Ace, card.Spades) }, "a card turned up"},
		{func(s *game.Setup) { s.Pile = card.Deck(1, 0)[40:] }, "a pile"},
		{func(s *game.Setup) { s.Up = true }, "a count"},
		{func(s *game.Setup) { s.Order = []game.Seat{0, 1, 2, 2} }, "a seat twice"},
		{func(s *game.Setup) { s.Lead = 4 }, "a lead from nowhere"},
	} {
		rules, _ := bigtwo.New(nil)
		deck := card.Deck(1, 0)
		setup := game.Setup{Lead: game.Nobody, Hands: [][]card.Card{deck[0:2], deck[2:4], deck[4:6], deck[6:8]}}
		if _, err := rules.Start(setup); err != nil {
			t.Fatal(err)
		}
		tt.change(&setup)
		if _, err := rules.Start(setup); err == nil {
			t.Errorf("a round starts with %s", tt.why)
		}
	}
}

// TestOffers: the hand of a player in control, as buttons.
func TestOffers(t *testing.T) {
	setup := game.Setup{Lead: 0, Hands: [][]card.Card{
		cards(t, "3c 4d 5h 6s 7c 7d 7h 9c 9s Kd Kh 2c 2d"), cards(t, "3d"), cards(t, "3h"), cards(t, "3s"),
	}}
	v := start(t, setup).View(0)
	first, classes := map[string]game.Offer{}, []string{}
	for _, o := range v.Offers {
		if _, seen := first[o.Class]; !seen {
			first[o.Class] = o
			classes = append(classes, o.Class)
		}
	}
	if want := []string{"Single", "Pair", "Triple", "Straight", "Full House"}; !slices.Equal(classes, want) {
		t.Errorf("classes %v, want %v: each class together, singles first", classes, want)
	}
	for _, tt := range []struct{ class, label, says, why string }{
		{"Single", "3♣", "", "the lowest card that tears nothing"},
		{"Pair", "9♣ 9♠", "", "the sevens would leave a card behind"},
		{"Triple", "7♦ 7♣ 7♥", "", "the only one"},
		{"Straight", "3♣ 4♦ 5♥ 6♠ 7♦", "Straight to 7♦", "the lowest will do"},
		{"Full House", "7♦ 7♣ 7♥ 9♣ 9♠", "Full House, sevens", "with the lowest pair; the triple comes first"},
	} {
		if o := first[tt.class]; o.Label != tt.label || o.Says != tt.says {
			t.Errorf("%s: first comes %q, %q, want %q, %q: %s", tt.class, o.Label, o.Says, tt.label, tt.says, tt.why)
		}
	}
}

func TestDefault(t *testing.T) {
	hands := [][]card.Card{cards(t, "3d 4c 2s"), cards(t, "3c Ks"), cards(t, "3h 8s"), cards(t, "3s 9s")}
	s := start(t, game.Setup{Lead: game.Nobody, Hands: hands})
	if a := s.Default(); a.String() != "3d" {
		t.Errorf("%s: with 3♦ due it is led", a)
	}
	s = apply(t, s, 0, "3d")
	if a := s.Default(); a.String() != "pass" {
		t.Errorf("%s: on a play the clock passes", a)
	}
	s = apply(t, s, 1, "Ks")
	s = apply(t, apply(t, apply(t, s, 2, "pass"), 3, "pass"), 0, "pass")
	if a := s.Default(); a.String() != "3c" {
		t.Errorf("%s: in control the lowest card is led", a)
	}
}

func TestNews(t *testing.T) {
	s := start(t, game.Setup{Lead: 0, Hands: [][]card.Card{cards(t, "4c 4d 4h 5c 5d 9c"), cards(t, "3c"), cards(t, "3h"), cards(t, "3s")}})
	s, news, err := s.Apply(0, game.Action{Verb: game.Play, Cards: cards(t, "5c 4c 4d 5d 4h")})
	if err != nil || len(news) != 1 || news[0].Class != "Full House" || card.Format(news[0].Cards) != "4d 4c 4h 5d 5c" {
		t.Errorf("news %+v, %v: the play has its name, and its cards lie in order", news, err)
	}
	if v := s.View(game.Watcher); v.Top.Class != "Full House" || v.Top.Seat != 0 {
		t.Errorf("top %+v: it is named for all to see", v.Top)
	}
	for seat := range game.Seat(2) {
		s = apply(t, s, seat+1, "pass")
	}
	s, news, err = s.Apply(3, game.Action{Verb: game.Pass})
	if err != nil || len(news) != 2 || news[1].Kind != game.TrickWon || news[1].Seat != 0 {
		t.Errorf("news %+v, %v: the third pass in a row gives control to the last to play", news, err)
	}
	if v := s.View(0); v.Players[1].Passed || v.Top.Cards != nil || v.Top.Seat != game.Nobody {
		t.Errorf("view %+v: a trick that is over leaves nothing behind", v)
	}
}

func TestWinner(t *testing.T) {
	round := func(winner game.Seat, points ...int) game.Result {
		places := []game.Seat{winner}
		for s := range game.Seat(4) {
			if s != winner {
				places = append(places, s)
			}
		}
		return game.Result{Places: places, Points: points}
	}
	for _, tt := range []struct {
		options string
		results []game.Result
		ended   bool
		winner  game.Seat
		over    bool
		why     string
	}{
		{"rounds=2", []game.Result{round(0, 30, -10, -10, -10)}, false, game.Nobody, false, "a round is to come"},
		{"rounds=2", []game.Result{round(0, 30, -10, -10, -10), round(1, -5, 15, -5, -5)}, false, 0, true, "most points"},
		{"rounds=2", []game.Result{round(0, 30, -10, -10, -10)}, true, game.Nobody, true, "ended early"},
		{"rounds=3", []game.Result{round(0, 30, -10, -10, -10), round(1, -10, 15, -5, 0), round(1, -5, 10, 0, -5)}, false, 1, true, "15 each: more rounds won"},
		{"rounds=2", []game.Result{round(0, 15, -5, -5, -5), round(1, -5, 15, -5, -5)}, false, 1, true, "10 each and a round each: the last round's winner"},
		{"target=20", []game.Result{round(0, 19, -9, -5, -5)}, false, game.Nobody, false, "one short"},
		{"target=20 rounds=1", []game.Result{round(0, 19, -9, -5, -5)}, false, game.Nobody, false, "a winning score stands for the number of rounds"},
		{"target=20", []game.Result{round(0, 20, -9, -5, -6)}, false, 0, true, "reached"},
		{"target=20", []game.Result{round(0, 20, -9, -5, -6)}, true, 0, true, "reached, and ended by the host as well"},
		{"target=20", nil, true, game.Nobody, true, "ended before it began"},
	} {
		options := map[string]string{}
		for _, o := range strings.Fields(tt.options) {
			key, value, _ := strings.Cut(o, "=")
			options[key] = value
		}
		rules, err := bigtwo.New(options)
		if err != nil {
			t.Fatal(err)
		}
		if o, over := rules.Winner(tt.results, 4, tt.ended); over != tt.over || over && o.Winner != tt.winner {
			t.Errorf("%s: winner %d, over %t, want %d, %t: %s", tt.options, o.Winner, over, tt.winner, tt.over, tt.why)
		}
	}
}
