package bigtwo_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, bigtwo.New) }
func TestRecords(t *testing.T)     { gametest.Records(t, bigtwo.New) }

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

func TestRefusals(t *testing.T) {
	const hand = "4c 4h 5c 6h 7d 8s 9s Th 2s 3c Ac Ad Ah"
	for _, tt := range []struct{ top, play, want string }{
		{"", "pass", "You lead, so you can't pass"},
		{"", "draw", "no draw pile"},
		{"", "give 4c", "You don't give cards away"},
		{"", "Ks", "You don't have K♠."},
		{"", "4c 4c", "You have only one 4♣, and you named it twice."},
		{"", "4c *1", "no Jokers"},
		{"", "4c 5c", "Two cards must be a pair"},
		{"", "4c 4h 5c", "Three cards must all have the same rank."},
		{"", "4c 4h Ac Ad", "You can play one, two, three or five cards, not 4."},
		{"", "4c 5c 6h 7d 9s", "These five cards aren't a Straight"},
		{"", "2s 3c 4c 5c 6h", "A Straight can't go past the 2"},
		{"", "Ac 2s 3c 4c 5c", "A Straight can't go past the 2"},
		{"Kd", "4c 4h", "A single card is on the table, so it takes a higher single card to beat it."},
		{"Kd Kh", "Ac", "A pair is on the table"},
		{"Kd Kh Kc", "Ac", "A triple is on the table"},
		{"5d 6s 7c 8c 9d", "2s", "Five cards are on the table"},
		{"Kd", "Th", "10♥ doesn't beat K♦; a play has to be higher."},
		{"5d 5h", "4c 4h", "A pair of fours with 4♥ doesn't beat a pair of fives with 5♥; a play has to be higher."},
		{"5d 6s 7c 8c 9d", "4c 5c 6h 7d 8s", "A Straight to 8♠ doesn't beat a Straight to 9♦; a play has to be higher."},
		{"3d 6d 8d Qd Kd", "4c 5c 6h 7d 8s", "A Straight doesn't beat a Flush."},
		{"3d 3h 3s Kd Kh", "4c 5c 6h 7d 8s", "A Straight doesn't beat a Full House."},
		{"2d 2h 2c Kd Kh", "Ac Ad Ah 4c 4h", "A Full House of Aces doesn't beat a Full House of twos; a play has to be higher."},
	} {
		setup := game.Setup{Lead: 0, Hands: [][]card.Card{gametest.Cards(t, hand), gametest.Cards(t, "3d"), gametest.Cards(t, "3h"), gametest.Cards(t, "Js")}}
		seat := game.Seat(0)
		if tt.top != "" {
			setup.Hands[3], setup.Lead = gametest.Cards(t, tt.top+" Js"), 3
		}
		if strings.Contains(tt.top, "3d") {
			setup.Hands[1] = gametest.Cards(t, "Jd")
		}
		if strings.Contains(tt.top, "3h") {
			setup.Hands[2] = gametest.Cards(t, "Jc")
		}
		state := start(t, setup)
		if tt.top != "" {
			state, _ = gametest.Apply(t, state, 3, tt.top)
		}
		a, err := game.ParseAction(tt.play)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = state.Apply(seat, a)
		var refused *game.Illegal
		if !errors.As(err, &refused) || !strings.Contains(refused.Reason.String(), tt.want) {
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
		{func(s *game.Setup) { s.TopCard = card.New(card.Ace, card.Spades) }, "a card turned up"},
		{func(s *game.Setup) { s.Pile = card.Deck(1, 0)[40:] }, "a pile"},
		{func(s *game.Setup) { s.CountUp = true }, "a count"},
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

// The offers of a leader.
func TestOffersAreSortedByClassAndWaste(t *testing.T) {
	setup := game.Setup{Lead: 0, Hands: [][]card.Card{
		gametest.Cards(t, "3c 4d 5h 6s 7c 7d 7h 9c 9s Kd Kh 2c 2d"), gametest.Cards(t, "3d"), gametest.Cards(t, "3h"), gametest.Cards(t, "3s"),
	}}
	v := start(t, setup).View(0)
	first, classes := map[string]game.Offer{}, []string{}
	for _, o := range v.Offers {
		if class := string(o.Class); first[class].Class == "" {
			first[class] = o
			classes = append(classes, class)
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
		if o := first[tt.class]; o.Label.String() != tt.label || o.Effect.String() != tt.says {
			t.Errorf("%s: first comes %q, %q, want %q, %q: %s", tt.class, o.Label, o.Effect, tt.label, tt.says, tt.why)
		}
	}
}

func TestTheDefaultPassesOrLeadsTheLowestCard(t *testing.T) {
	hands := [][]card.Card{gametest.Cards(t, "3d 4c 2s"), gametest.Cards(t, "3c Ks"), gametest.Cards(t, "3h 8s"), gametest.Cards(t, "3s 9s")}
	s := start(t, game.Setup{Lead: game.Nobody, Hands: hands})
	if a := s.Default(); a.String() != "3d" {
		t.Errorf("%s: with 3♦ due it is led", a)
	}
	s, _ = gametest.Apply(t, s, 0, "3d")
	if a := s.Default(); a.String() != "pass" {
		t.Errorf("%s: on a play the clock passes", a)
	}
	s, _ = gametest.Apply(t, s, 1, "Ks")
	for _, seat := range []game.Seat{2, 3, 0} {
		s, _ = gametest.Apply(t, s, seat, "pass")
	}
	if a := s.Default(); a.String() != "3c" {
		t.Errorf("%s: in control the lowest card is led", a)
	}
}

func TestNews(t *testing.T) {
	s := start(t, game.Setup{Lead: 0, Hands: [][]card.Card{gametest.Cards(t, "4c 4d 4h 5c 5d 9c"), gametest.Cards(t, "3c"), gametest.Cards(t, "3h"), gametest.Cards(t, "3s")}})
	s, news, err := s.Apply(0, game.Action{Verb: game.Play, Cards: gametest.Cards(t, "5c 4c 4d 5d 4h")})
	if err != nil || len(news) != 1 || news[0].Class != "Full House" || card.Format(news[0].Cards) != "4d 4c 4h 5d 5c" {
		t.Errorf("news %+v, %v: the play has its name, and its cards lie in order", news, err)
	}
	if v := s.View(game.Watcher); v.Top.Class != "Full House" || v.Top.Seat != 0 {
		t.Errorf("top %+v: it is named for all to see", v.Top)
	}
	for seat := range game.Seat(2) {
		s, _ = gametest.Apply(t, s, seat+1, "pass")
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
		{"target=20 longest=10", slices.Repeat([]game.Result{round(0, 1, -1, 0, 0)}, 9), false, game.Nobody, false, "a round less than the longest match"},
		{"target=20 longest=10", slices.Repeat([]game.Result{round(0, 1, -1, 0, 0)}, 10), false, 0, true, "the longest match: the most points win"},
		{"rounds=11 longest=10", slices.Repeat([]game.Result{round(0, 1, -1, 0, 0)}, 10), false, game.Nobody, false, "without a winning score the rounds count"},
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
		o, over := rules.Winner(tt.results, 4, tt.ended)
		if over != tt.over || over && o.Winner != tt.winner {
			t.Errorf("%s: winner %d, over %t, want %d, %t: %s", tt.options, o.Winner, over, tt.winner, tt.over, tt.why)
		}
		if strings.Contains(o.Reason.String(), "tied on points") != strings.Contains(tt.why, " each") {
			t.Errorf("%s: it says %q", tt.why, o.Reason)
		}
	}
}

// Only the first lead of a round has a reason.
func TestTheFirstLeadSaysWhatItOpensWith(t *testing.T) {
	st := start(t, game.Setup{Lead: game.Nobody, Hands: [][]card.Card{
		gametest.Cards(t, "3d 4d"), gametest.Cards(t, "5d"), gametest.Cards(t, "3h"), gametest.Cards(t, "3s"),
	}})
	if got := st.View(game.Watcher).LeadReason.String(); got != "The round opens with 3♦: whoever holds it leads, with any play that includes it." {
		t.Errorf("the first lead is explained by %q", got)
	}
	after, _, err := st.Apply(0, game.Action{Verb: game.Play, Cards: gametest.Cards(t, "3d")})
	if err != nil {
		t.Fatal(err)
	}
	if got := after.View(game.Watcher).LeadReason; !got.Empty() {
		t.Errorf("after it: %q", got)
	}
}
