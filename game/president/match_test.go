package president

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

func TestPresets(t *testing.T) {
	for _, tt := range []struct {
		system         gametest.System
		low, high      int
		values         string
		second, eighth int // cards with the fewest seats and with eight
	}{
		{AHole, 4, 7, "jokers=0 suits=none pass=again twos=fewer size=same equal=no four=none coup=no guillotine=no opening=left leads=president exchange=extra seating=fixed lastpair=allowed demerits=no vice=4 target=10 rounds=0 points=classic foursuits=any longest=60", 52, 52},
		{President, 4, 14, "jokers=0 joker=both suits=none pass=again twos=same size=same equal=no four=none coup=no guillotine=no opening=qh leads=president exchange=auto seating=rank lastpair=allowed demerits=yes vice=4 target=10 rounds=20 points=classic foursuits=any longest=60", 52, 104},
		{Asshole, 3, 8, "jokers=3 joker=wild suits=poker pass=out twos=same size=same equal=no four=none coup=no guillotine=no opening=3c leads=3c exchange=mercy seating=fixed lastpair=forbidden demerits=yes vice=5 target=0 rounds=10 points=classic foursuits=any longest=60", 55, 55},
	} {
		rules := gametest.New(t, tt.system, "")
		low, high := rules.Seats()
		if low != tt.low || high != tt.high {
			t.Errorf("%s is for %d to %d", rules.Name(), low, high)
		}
		if a, b := len(rules.Deck(low)), len(rules.Deck(8)); a != tt.second || b != tt.eighth {
			t.Errorf("%s has %d cards, with eight %d", rules.Name(), a, b)
		}
		var got []string
		for _, o := range rules.Options() {
			got = append(got, o.String())
		}
		for _, want := range strings.Fields(tt.values) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is not among %v", rules.Name(), want, got)
			}
		}
	}
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	for _, tt := range []struct{ options, refused, why string }{
		{"coup=yes", "needs Jokers", "nobody could make one"},
		{"guillotine=yes", "needs Jokers", "nor this"},
		{"coup=yes jokers=2 joker=high", "with other cards", "high Jokers join no set"},
		{"guillotine=yes jokers=1", "", "with two decks there are two: how many play is seen later"},
		{"guillotine=yes jokers=1 joker=high", "with other cards", "but they have to join"},
		{"coup=yes jokers=1", "", "four and one are a coup"},
		{"guillotine=yes jokers=2 joker=wild", "", "wild ones join"},
		{"target=0 rounds=0", "", "the host ends it"},
		{"foursuits=distinct four=revolution", "Set those first", "nobody may play an equal card"},
		{"foursuits=distinct equal=yes", "Set those first", "nothing makes a revolution"},
		{"foursuits=distinct equal=skip four=revolution", "", "that is what it takes"},
	} {
		_, err := President(gametest.Options(tt.options))
		refused, illegal := errors.AsType[*game.Illegal](err)
		switch {
		case tt.refused == "" && err != nil:
			t.Errorf("%s: %v; want it taken: %s", tt.options, err, tt.why)
		case tt.refused != "" && (!illegal || !strings.Contains(refused.Reason.String(), tt.refused)):
			t.Errorf("%s: %v; want it refused with %q: %s", tt.options, err, tt.refused, tt.why)
		}
	}
}

// A guillotine needs two Jokers in all decks together (rules.md P7).
func TestAGuillotineNeedsTwoJokersInPlay(t *testing.T) {
	for _, tt := range []struct {
		system  gametest.System
		options string
		fewest  int // players; 0: refused
		why     string
	}{
		{AHole, "guillotine=yes jokers=1", 0, "there is one deck"},
		{Asshole, "guillotine=yes jokers=1", 0, "there is one deck"},
		{President, "guillotine=yes jokers=1", 8, "the second deck comes with the eighth player"},
		{President, "guillotine=yes jokers=2", 4, "one deck has both"},
		{President, "coup=yes jokers=1", 4, "a coup can do with one"},
	} {
		made, err := tt.system(gametest.Options(tt.options))
		if refused, illegal := errors.AsType[*game.Illegal](err); tt.fewest == 0 && illegal && strings.Contains(refused.Reason.String(), "two Jokers") {
			continue
		}
		if err != nil || tt.fewest == 0 {
			t.Errorf("%s: %v; %s", tt.options, err, tt.why)
			continue
		}
		rules := made.(*Rules)
		if fewest, _ := rules.Seats(); fewest != tt.fewest {
			t.Errorf("%s is for %d players or more: %s", tt.options, fewest, tt.why)
		}
		for seats := 4; seats <= 14; seats++ {
			_, err := rules.Start(rules.Setup(seats, gametest.NewRand(uint64(seats)).Chance(rules, seats), nil))
			refused, _ := errors.AsType[*game.Illegal](err)
			switch {
			case seats >= tt.fewest && (err != nil || rules.Fits(seats) != nil):
				t.Errorf("%s, %d players: %v; %s", tt.options, seats, err, tt.why)
			case seats < tt.fewest && (refused == nil || !strings.Contains(refused.Reason.String(), "From 8 players on")):
				t.Errorf("%s, %d players: %v; want it refused, and how many it takes", tt.options, seats, err)
			}
		}
		if pages := fmt.Sprint(rules.Pages()); strings.Contains(pages, "it takes 8 players or more") != (tt.fewest == 8) {
			t.Errorf("%s: the rules say otherwise how many players it takes", tt.options)
		}
	}
}

// The lowest card drawn deals (rules.md P10).
func TestTheLowestCardDrawnDeals(t *testing.T) {
	for _, tt := range []struct {
		system gametest.System
		draws  string
		pick   int
		dealer game.Seat
		drawn  string
		why    string
	}{
		{AHole, "3c 4c 5c 6c", 2, 2, "[]", "at random, nothing is drawn"},
		{President, "9c 4c Kd 7h", 2, 1, "[[9c 4c Kd 7h]]", "the lowest deals"},
		{President, "9c 4c Kd 4h 8c 5d", 0, 3, "[[9c 4c Kd 4h] [8c 5d]]", "those who tie for it draw again"},
		{President, "4c 4d 4h 4s 6c 6d 7c 7d Td Jd", 0, 0, "[[4c 4d 4h 4s] [6c 6d 7c 7d] [Td Jd]]", "and again"},
		{AssholeV2, "*1 4c *2 4h *3 2c", 0, 3, "[[*1 4c *2 4h] [*3 2c]]", "version 2: Jokers are above the 2"},
		{AssholeV2, "9s Kc 9h Ac 5c 5h 3s 4h", 0, 0, "[[9s Kc 9h Ac] [5c 5h] [3s 4h]]", "version 2: suits break no tie"},
		{Asshole, "9s Kc 9h Ac 5c 5h", 0, 2, "[[9s Kc 9h Ac]]", "suits rank here, so that nobody draws again"},
		{Asshole, "*1 *3 2s *2", 0, 2, "[[*1 *3 2s *2]]", "Jokers are above the 2"},
		{President, "4c 4d 4h 4s 6c 6d", 6, 2, "[[4c 4d 4h 4s]]", "a deck that never decides: chance does"},
	} {
		rules := gametest.New(t, tt.system, "")
		r := gametest.NewRand(1)
		chance := r.Chance(rules, 4)
		chance.Draws, chance.Pick = gametest.Cards(t, tt.draws), tt.pick
		s := rules.Setup(4, chance, nil)
		var drawn [][]card.Card
		for _, round := range s.DrawnCards {
			drawn = append(drawn, nil)
			for _, d := range round {
				drawn[len(drawn)-1] = append(drawn[len(drawn)-1], d.Card)
			}
		}
		if s.Dealer != tt.dealer || fmt.Sprint(drawn) != tt.drawn || s.Order[3] != tt.dealer {
			t.Errorf("%s: dealer %d, drawn %v, order %v: %s", tt.draws, s.Dealer, drawn, s.Order, tt.why)
		}
	}
}

// Places decide who deals, who sits where, and who gets extra cards.
func TestPlacesDecideTheNextDeal(t *testing.T) {
	before := []game.Result{{Places: []game.Seat{3, 0, 4, 1, 2}, Points: make([]int, 5)}}
	for _, tt := range []struct {
		system  gametest.System
		options string
		order   string
		sizes   string // cards by seat
		why     string
	}{
		{AHole, "", "[3 4 0 1 2]", "[11 10 9 12 10]", "52: two and one extra, then from the dealer's left, 49 for five"},
		{AHole, "exchange=none", "[3 4 0 1 2]", "[10 10 10 11 11]", "seats stay, the last deals"},
		{President, "", "[3 0 4 1 2]", "[11 10 10 11 10]", "seats by rank, from the President on"},
		{President, "exchange=extra vice=5", "[3 0 4 1 2]", "[11 10 9 12 10]", "five have vice ranks"},
		{Asshole, "jokers=0", "[3 4 0 1 2]", "[10 10 10 11 11]", "seats stay"},
	} {
		rules := gametest.New(t, tt.system, tt.options)
		r := gametest.NewRand(2)
		chance := r.Chance(rules, 5)
		s := rules.Setup(5, chance, before)
		var sizes []int
		for _, h := range s.Hands {
			sizes = append(sizes, len(h))
		}
		if fmt.Sprint(s.Order) != tt.order || fmt.Sprint(sizes) != tt.sizes || s.Dealer != 2 || fmt.Sprint(s.Places) != "[2 4 5 1 3]" || s.DrawnCards != nil {
			t.Errorf("%s %s: order %v, cards %v, dealer %d, places %v: %s", rules.Name(), tt.options, s.Order, sizes, s.Dealer, s.Places, tt.why)
		}
		if tt.options == "exchange=none" && s.Hands[s.Order[0]][0] != chance.Deck[0] {
			t.Errorf("the first card goes to the dealer's left: %v of %v", s.Hands, chance.Deck[0])
		}
		if rules.Name() == "ahole" && tt.options == "" {
			if !slices.Equal(s.Hands[3][:2], chance.Deck[:2]) || s.Hands[0][0] != chance.Deck[2] || s.Hands[3][2] != chance.Deck[3] {
				t.Errorf("the extra cards come first off the deck: %v of %v", s.Hands, chance.Deck[:6])
			}
		}
	}
}

// With two decks the first holder clockwise from the dealer's left leads.
func TestTheFirstOfTwoHoldersLeads(t *testing.T) {
	for _, tt := range []struct{ options, titles, named, play string }{
		{"opening=3c", "", "3c", "Cy: 4h !\nCy: 3c"},
		{"leads=qh exchange=none", "titles: Ann=8 Bob=7 Cy=6 Dee=5 Eve=4 Fay=3 Gus=2 Hal=1\n", "Qh", "Cy: 4h"},
	} {
		text := "system: president\noptions: " + tt.options + "\nplayers: Ann Bob Cy Dee Eve Fay Gus Hal\n" + tt.titles +
			"hand Ann: 9c 9d\nhand Bob: 8c 8d\nhand Cy: 4h " + tt.named + "\nhand Dee: 7c 7d\nhand Eve: 6c 6d\nhand Fay: 5c " + tt.named +
			"\nhand Gus: Tc Td\nhand Hal: Jc Jd\nplay\n= turn Cy\n" + tt.play + "\n"
		err := record.Replay("", strings.NewReader(text), func(_ string, o map[string]string) (game.Rules, error) { return President(o) })
		if err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// The winner of a match (rules.md P8).
func TestTheWinnerOfAMatch(t *testing.T) {
	const nine = "0132 9 8 0 9"
	for _, tt := range []struct {
		why, options, rounds string
		ended                bool
		order, says          string // order: "" if the match goes on; with a "-" nobody wins
	}{
		{"nobody has reached it", "", nine, false, "", ""},
		{"one has", "", nine + "; 0123 2 1 0 0", false, "0132", "first to 10 points"},
		{"of those who have, the best placed in the round wins", "", nine + "; 1023 1 2 0 0", false, "1032", "; best placed in the last round of those who reached it"},
		{"also with fewer points", "", "0123 12 8 0 0; 1203 0 2 1 0", false, "1023", "first to 10 points; best placed"},
		{"so many rounds", "target=0 rounds=1", nine, false, "0312", "most points after 1 round; tied on points"},
		{"ties go to the better place in the last", "target=0 rounds=2", nine + "; 3210 0 0 0 0", false, "3012", "tied on points, but better placed in the last round"},
		{"rounds or target, what comes first", "target=5 rounds=7", nine, false, "0312", ""},
		{"neither, and the host ends it: most points", "target=0 rounds=0", nine, true, "0312", ""},
		{"neither, and the host does not", "target=0 rounds=0", nine, false, "", ""},
		{"a target, and the host ends it: nobody wins", "", nine, true, "-0312", ""},
		{"ended before a round", "target=0 rounds=0", "", true, "-0123", ""},
		{"longest ends what no target does", "target=90 longest=10", strings.Repeat("0123 2 1 0 0; ", 9) + "0123 2 1 0 0", false, "0123", "most points after 10 rounds"},
		{"a target in the longest round is a target", "target=20 longest=10", strings.Repeat("0123 2 1 0 0; ", 9) + "0123 2 1 0 0", false, "0123", "first to 20 points"},
		{"fewer rounds than the longest count", "target=90 rounds=2", nine + "; " + nine, false, "0312", "after 2 rounds"},
		{"without a target there is no longest", "target=0", strings.Repeat(nine+"; ", 99) + nine, false, "", ""},
		{"titles only: most often President", "points=none rounds=3", "2013 0 0 0 0; 2103 0 0 0 0; 0132 0 0 0 0", false, "2013", "President most often: 2 times"},
		{"titles only: ties by the last round", "points=none rounds=2", "2013 0 0 0 0; 1032 0 0 0 0", false, "1203", "President once; others"},
		{"titles only: a target counts for nothing", "points=none target=1", nine, false, "", ""},
		{"titles only: also when the host ends it", "points=none rounds=9", "3012 0 0 0 0", true, "3012", "President most often: once"},
		{"titles only: ended before a round", "points=none", "", true, "-0123", ""},
		{"ended with the round that decides", "", nine + "; 0123 2 1 0 0", true, "0132", "first to 10"},
	} {
		order, says := gametest.Winner(t, gametest.New(t, AHole, tt.options), 4, tt.rounds, tt.ended)
		if order != tt.order || !strings.Contains(says, tt.says) {
			t.Errorf("%s: %q, %q, want %q, %q", tt.why, order, says, tt.order, tt.says)
		}
	}
}
