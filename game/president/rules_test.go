package president

import (
	"errors"
	"fmt"
	"maps"
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
		fewest, eighth int // number of cards with the fewest players and with eight
	}{
		{AHole, 4, 7, "jokers=0 suits=none pass=again twos=fewer size=same equal=no four=none coup=no guillotine=no opening=left leads=president exchange=extra seating=fixed lastpair=allowed demerits=no vice=4 target=10 rounds=0 points=classic foursuits=any longest=60", 52, 52},
		{President, 4, 14, "jokers=0 joker=both suits=none pass=again twos=same size=same equal=no four=none coup=no guillotine=no opening=qh leads=president exchange=auto seating=rank lastpair=allowed demerits=yes vice=4 target=10 rounds=20 points=classic foursuits=any longest=60", 52, 104},
		{Asshole, 3, 8, "jokers=3 joker=wild suits=poker pass=out twos=same size=same equal=no four=none coup=no guillotine=no opening=3c leads=3c exchange=mercy seating=fixed lastpair=forbidden demerits=yes vice=5 target=0 rounds=10 points=classic foursuits=any longest=60", 55, 55},
		{Daifugo, 3, 8, "jokers=2 joker=both suits=none pass=out twos=same size=same equal=no four=invert coup=no guillotine=no opening=3d leads=asshole exchange=choice seating=fixed lastpair=allowed vice=4 target=0 rounds=8 points=distance foursuits=any longest=60 eights=stop jacks=back lock=suits spade3=yes downfall=yes finish=strict runs=suit runrev=no burn=no", 54, 54},
	} {
		rules := gametest.New(t, tt.system, "")
		low, high := rules.Seats()
		if low != tt.low || high != tt.high {
			t.Errorf("%s is for %d to %d players, want %d to %d", rules.Name(), low, high, tt.low, tt.high)
		}
		if a, b := len(rules.Deck(low)), len(rules.Deck(8)); a != tt.fewest || b != tt.eighth {
			t.Errorf("%s has %d cards, and %d with eight players; want %d and %d", rules.Name(), a, b, tt.fewest, tt.eighth)
		}
		var got []string
		for _, o := range rules.Options() {
			got = append(got, o.String())
		}
		for _, want := range strings.Fields(tt.values) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: the option %s is not among %v", rules.Name(), want, got)
			}
		}
	}
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	for _, tt := range []struct{ options, refused, why string }{
		{"coup=yes", "needs a Joker", "nobody could make one"},
		{"guillotine=yes", "needs 2 Jokers", "nor this"},
		{"coup=yes jokers=2 joker=high", "with other cards", "high Jokers join no set"},
		{"guillotine=yes jokers=1", "", "with two decks there are two: how many play is seen later"},
		{"guillotine=yes jokers=1 joker=high", "with other cards", "but they have to join"},
		{"coup=yes jokers=1", "", "four and one are a coup"},
		{"guillotine=yes jokers=2 joker=wild", "", "wild ones join"},
		{"target=0 rounds=0", "", "the host ends it"},
		{"foursuits=distinct", "", "it sleeps until equal plays and revolutions are on"},
		{"lock=suits size=higher", "Suit lock needs plays of one size", "a larger set has other suits"},
		{"runs=suit size=any", "Runs needs plays of one size", "a run is beaten by a run of as many cards"},
		{"downfall=yes coup=yes jokers=1", "switch off The President can fall or these", "a coup takes the place that the President loses"},
		{"downfall=yes guillotine=yes jokers=2", "switch off The President can fall or these", "a guillotine likewise"},
		{"runrev=yes", "", "it sleeps until there are runs"},
		{"spade3=yes finish=strict", "", "without Jokers they speak of what there is"},
	} {
		_, err := President(gametest.Options(tt.options))
		refused, illegal := errors.AsType[*game.Illegal](err)
		switch {
		case tt.refused == "" && err != nil:
			t.Errorf("%s: got %v, want it accepted: %s", tt.options, err, tt.why)
		case tt.refused != "" && (!illegal || !strings.Contains(refused.Reason.String(), tt.refused)):
			t.Errorf("%s: got %v, want a refusal with %q: %s", tt.options, err, tt.refused, tt.why)
		}
	}
}

// TestAGuillotineNeedsTwoJokersInPlay checks that there must be two Jokers in all decks together
// (rules.md P7).
func TestAGuillotineNeedsTwoJokersInPlay(t *testing.T) {
	for _, tt := range []struct {
		system  gametest.System
		options string
		fewest  int // lowest number of players; 0: refused
		why     string
	}{
		{AHole, "guillotine=yes jokers=1", 0, "there is one deck"},
		{Asshole, "guillotine=yes jokers=1", 0, "there is one deck"},
		{President, "guillotine=yes jokers=1", 8, "the second deck comes with the eighth player"},
		{President, "guillotine=yes jokers=2", 4, "one deck has both"},
		{President, "coup=yes jokers=1", 4, "a coup can do with one"},
	} {
		made, err := tt.system(gametest.Options(tt.options))
		if refused, illegal := errors.AsType[*game.Illegal](err); tt.fewest == 0 && illegal && strings.Contains(refused.Reason.String(), "2 Jokers") {
			continue
		}
		if err != nil || tt.fewest == 0 {
			t.Errorf("%s: got %v, want it accepted: %t; %s", tt.options, err, tt.fewest > 0, tt.why)
			continue
		}
		rules := made.(*Rules)
		if fewest, _ := rules.Seats(); fewest != tt.fewest {
			t.Errorf("%s is for %d players or more, want %d: %s", tt.options, fewest, tt.fewest, tt.why)
		}
		for seats := 4; seats <= 14; seats++ {
			_, err := rules.Start(rules.Setup(seats, gametest.NewRand(uint64(seats)).Chance(rules, seats), nil))
			refused, _ := errors.AsType[*game.Illegal](err)
			switch {
			case seats >= tt.fewest && (err != nil || rules.Fits(seats) != nil):
				t.Errorf("%s, %d players: got %v, want them to start; %s", tt.options, seats, err, tt.why)
			case seats < tt.fewest && (refused == nil || !strings.Contains(refused.Reason.String(), "8 players or more")):
				t.Errorf("%s, %d players: got %v, want a refusal that says how many it takes", tt.options, seats, err)
			}
		}
		if pages := fmt.Sprint(rules.Pages()); strings.Contains(pages, "for 8 to 14 players") != (tt.fewest == 8) {
			t.Errorf("%s: the pages give another number of players than Seats", tt.options)
		}
	}
}

// TestTheLowestCardDrawnDeals checks that the player who draws the lowest card deals (rules.md
// P10).
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
			t.Errorf("%s: got the dealer %d, drawn %v, order %v, want the dealer %d, last in the order, and drawn %s: %s", tt.draws, s.Dealer, drawn, s.Order, tt.dealer, tt.drawn, tt.why)
		}
		if tt.why == "at random, nothing is drawn" { // opening=left
			start, err := rules.Start(s)
			if err != nil {
				t.Fatal(err)
			}
			if turn, _ := start.Turn(); turn != s.Order[0] {
				t.Errorf("seat %d leads, want the one at the dealer's left, %d", turn, s.Order[0])
			}
		}
	}
}

// TestPlacesDecideTheNextDeal checks that the places of a round decide who deals next, who sits
// where, and who gets extra cards.
func TestPlacesDecideTheNextDeal(t *testing.T) {
	before := []game.Result{{Places: []game.Seat{3, 0, 4, 1, 2}, Points: make([]int, 5)}}
	for _, tt := range []struct {
		system  gametest.System
		options string
		order   string
		sizes   string // number of cards by seat
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
			t.Errorf("%s %s: got the order %v, numbers of cards %v, dealer %d, places %v, want %s, %s, 2, [2 4 5 1 3]: %s", rules.Name(), tt.options, s.Order, sizes, s.Dealer, s.Places, tt.order, tt.sizes, tt.why)
		}
		if tt.options == "exchange=none" && s.Hands[s.Order[0]][0] != chance.Deck[0] {
			t.Errorf("got the hands %v, want the first card, %v, at the dealer's left", s.Hands, chance.Deck[0])
		}
		if rules.Name() == "ahole" && tt.options == "" {
			if !slices.Equal(s.Hands[3][:2], chance.Deck[:2]) || s.Hands[0][0] != chance.Deck[2] || s.Hands[3][2] != chance.Deck[3] {
				t.Errorf("got the hands %v, want the extra cards first off the deck, %v", s.Hands, chance.Deck[:6])
			}
		}
	}
}

// TestTheFirstOfTwoHoldersLeads checks that with two decks the first holder of the card leads,
// clockwise from the dealer's left.
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

// TestTheWinnerOfAMatch tests who wins a match (rules.md P8).
func TestTheWinnerOfAMatch(t *testing.T) {
	const nine = "0132 9 8 0 9"
	for _, tt := range []struct {
		why, options, rounds string
		ended                bool
		order, says          string // order: "" if the match goes on; "-" in front if nobody wins
	}{
		{"nobody has reached it", "", nine, false, "", ""},
		{"one has", "", nine + "; 0123 2 1 0 0", false, "0132", "first to 10 points"},
		{"of those who have, the best placed in the round wins", "", nine + "; 1023 1 2 0 0", false, "1032", "; decided by the last round"},
		{"also with fewer points", "", "0123 12 8 0 0; 1203 0 2 1 0", false, "1023", "first to 10 points; decided"},
		{"so many rounds", "target=0 rounds=1", nine, false, "0312", "most points after 1 round; decided by the last round"},
		{"ties go to the better place in the last", "target=0 rounds=2", nine + "; 3210 0 0 0 0", false, "3012", "; decided by the last round"},
		{"rounds or target, what comes first", "target=5 rounds=7", nine, false, "0312", ""},
		{"a number of rounds, and the host ends it: nobody wins", "target=0 rounds=7", nine, true, "-0312", "ended early"},
		{"neither, and the host ends it: most points", "target=0 rounds=0", nine, true, "0312", ""},
		{"neither, and the host does not", "target=0 rounds=0", nine, false, "", ""},
		{"a target, and the host ends it: nobody wins", "", nine, true, "-0312", ""},
		{"ended before a round", "target=0 rounds=0", "", true, "-0123", ""},
		{"longest ends what no target does", "target=90 longest=10", strings.Repeat("0123 2 1 0 0; ", 9) + "0123 2 1 0 0", false, "0123", "most points after 10 rounds"},
		{"a target in the longest round is a target", "target=20 longest=10", strings.Repeat("0123 2 1 0 0; ", 9) + "0123 2 1 0 0", false, "0123", "first to 20 points"},
		{"fewer rounds than the longest count", "target=90 rounds=2", nine + "; " + nine, false, "0312", "after 2 rounds"},
		{"without a target there is no longest", "target=0", strings.Repeat(nine+"; ", 99) + nine, false, "", ""},
		{"titles only: most often President", "points=none rounds=3", "2013 0 0 0 0; 2103 0 0 0 0; 0132 0 0 0 0", false, "2013", "President most often: 2 times"},
		{"titles only: ties by the last round", "points=none rounds=2", "2013 0 0 0 0; 1032 0 0 0 0", false, "1203", "once; decided by the last round"},
		{"titles only: a target counts for nothing", "points=none target=1", nine, false, "", ""},
		{"titles only: also when the host ends it", "points=none rounds=9", "3012 0 0 0 0", true, "3012", "President most often: once"},
		{"titles only: ended before a round", "points=none", "", true, "-0123", ""},
		{"ended with the round that decides", "", nine + "; 0123 2 1 0 0", true, "0132", "first to 10"},
	} {
		order, says := gametest.Winner(t, gametest.New(t, AHole, tt.options), 4, tt.rounds, tt.ended)
		if order != tt.order || !strings.Contains(says, tt.says) {
			t.Errorf("%s: got %q, %q, want %q, %q", tt.why, order, says, tt.order, tt.says)
		}
	}
}

// ruleCase is a short round. deal is like "Ann 3c 4d / Bob 5c". play has moves and facts in the
// notation of records (rules.md R), separated by semicolons.
type ruleCase struct {
	why     string
	options string
	deal    string
	play    string
}

// record returns the case as a record.
func (c ruleCase) record() string {
	deal, play := c.deal, c.play
	head, hands, named := strings.Cut(deal, ": ")
	if !named {
		head, hands = "", deal
	}
	options := gametest.Options(plainOptions + " " + c.options) // plain, except for what the case sets
	var b strings.Builder
	b.WriteString("system: asshole\noptions:") // a system that allows three players
	for _, key := range slices.Sorted(maps.Keys(options)) {
		fmt.Fprintf(&b, " %s=%s", key, options[key])
	}
	b.WriteString("\nplayers:")
	var dealt []string
	for _, h := range strings.Split(hands, " / ") {
		name, cards, _ := strings.Cut(h, " ")
		fmt.Fprintf(&b, " %s", name)
		dealt = append(dealt, fmt.Sprintf("hand %s: %s", name, cards))
	}
	if named {
		fmt.Fprintf(&b, "\ntitles: %s", head)
	}
	fmt.Fprintf(&b, "\n%s\nplay\n%s\n", strings.Join(dealt, "\n"), strings.ReplaceAll(play, "; ", "\n"))
	return b.String()
}

const plainOptions = "jokers=0 joker=both suits=none pass=again opening=left leads=president exchange=none lastpair=allowed vice=4"

// caseSystem returns the rules of the system for which the cases are written.
func caseSystem(_ string, options map[string]string) (game.Rules, error) { return Asshole(options) }

// replayCase replays a case and returns the final State.
func replayCase(t *testing.T, c ruleCase) game.State {
	t.Helper()
	r, err := record.Parse(strings.NewReader(c.record()))
	if err != nil {
		t.Fatalf("%v\n%s", err, c.record())
	}
	state, err := r.Replay(caseSystem)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.record())
	}
	return state
}

func TestRules(t *testing.T) {
	for section, cases := range rulesCases {
		t.Run(section, func(t *testing.T) {
			for _, c := range cases {
				if err := record.Replay("", strings.NewReader(c.record()), caseSystem); err != nil {
					t.Errorf("%s: %v\n%s", c.why, err, c.record())
				}
			}
		})
	}
}

var rulesCases = map[string][]ruleCase{
	"P2 sets": {
		{"a play is cards of one rank", "", "Ann 3c 3d 4c / Bob 5c / Cy 6c", "Ann: 3c 4c !; Ann: 3c 3d"},
		{"a Joker that joins takes the rank", "jokers=1 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 3c / Cy 6c", "Ann: 9c 9d; = legal 2 Tc *1|pass; Bob: Tc *1; = top Tc *1"},
		{"and stand above the 2", "jokers=2 joker=high", "Ann 2c 3d / Bob *1 4c / Cy *2 6c", "Ann: 2c; Bob: *1; = legal 1 pass"},
		{"both: they join too", "jokers=1 joker=both", "Ann 9c 9d 3d / Bob Tc *1 2c / Cy 6c", "Ann: 9c 9d; = legal 3 Tc *1|2c *1|pass"},
		{"two are named alike, the first for both", "jokers=2 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 *2 / Cy Jh Jd 6c", "Ann: 9c 9d; Bob: *1=Ts *2; = legal 2 Jd Jh|pass"},
		{"all of one play stand for the same card", "jokers=2 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 *2 / Cy Jh Jd 6c", "Ann: 9c 9d; Bob: *1=Ts *2=Th !; Bob: *1=Ts *2=Jh !; Bob: *1=Ts *2=Ts; = legal 2 Jd Jh|pass"},
		{"joined they are named with one name", "jokers=2 joker=wild", "Ann 9c 9d 9h 3d / Bob Tc *1 *2 5c / Cy 6c 7c", "Ann: 9c 9d 9h; Bob: Tc *1=Ts *2=Th !; Bob: Tc *1=Ts *2=Ts; = top Tc *1 *2"},
		{"joined they must bear their rank", "jokers=1 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 / Cy 6c 7c", "Ann: 9c 9d; Bob: Tc *1=2s !; Bob: Tc *1=Ts"},
		{"whichever Joker is held", "jokers=3 joker=wild", "Ann 9c 3d / Bob Tc *2 *3 / Cy 6c", "Ann: 9c; Bob: *; = hand Bob Tc *3"},
		{"Austrian: hearts outrank diamonds", "suits=austrian", "Ann 7d 7s 3d / Bob 7h 7c 4c / Cy 6c", "Ann: 7d 7s; = legal 2 7c 7h|pass; Bob: 7h 7c"},
	},
	"P3 beating": {
		{"same: as many cards", "", "Ann 6c 6d 3d / Bob 7c 7d 7h / Cy 8c", "Ann: 6c 6d; Bob: 7c !; Bob: 7c 7d 7h !; = legal 4 7c 7d|7c 7h|7d 7h|pass"},
		{"equal is not higher", "", "Ann 6c 3d / Bob 6d 5c / Cy 8c", "Ann: 6c; = legal 1 pass"},
		{"higher: more cards, if higher", "size=higher", "Ann 9c 9d 3d / Bob Tc Td Th / Cy 8c 8d 8h", "Ann: 9c 9d; = legal 5 Tc Td|Tc Th|Td Th|Tc Td Th|pass; Bob: pass; = legal 1 pass"},
		{"any: as many, of any rank", "size=any", "Ann Jc Jd 3d / Bob 4c 4d / Cy Js 5c", "Ann: Jc Jd; Bob: 4c !; = legal 2 4c 4d|pass"},
		{"equal: the same rank", "equal=yes", "Ann 6c 6h 3d / Bob 6d 6s 5c / Cy 8c", "Ann: 6c 6h; Bob: 6d !; = legal 2 6d 6s|pass"},
		{"skip: the next seat loses its turn", "equal=skip", "Ann 6c 3d / Bob 6d 5c / Cy 8c 9c / Dee Tc Td", "Ann: 6c; Bob: 6d; = turn Dee"},
		{"fewer: one 2 beats a pair", "twos=fewer", "Ann Ac Ad 3d / Bob 2c 2d 5c / Cy 8c", "Ann: Ac Ad; = legal 4 2c|2d|2c 2d|pass; Bob: 2c; = top 2c"},
		{"fewer: two 2s beat three nines", "twos=fewer", "Ann 9c 9d 9h 3d / Bob 2c 2d 5c / Cy 8c", "Ann: 9c 9d 9h; = legal 2 2c 2d|pass; Bob: 2c 2d; = top 2c 2d"},
		{"fewer: not with a Joker", "twos=fewer jokers=1 joker=wild", "Ann Ac Ad Ah 3d / Bob 2h *1 5c / Cy 8c", "Ann: Ac Ad Ah; = legal 1 pass"},
		{"a Joker as a 2 does not beat a 2", "jokers=1 joker=wild", "Ann 2c 3d / Bob *1 5c / Cy 8c", "Ann: 2c; Bob: *1 !; = legal 1 pass"},
	},
	"P4 turns and tricks": {
		{"anyone else may pass, able or not", "", "Ann 3c 4c / Bob 5c / Cy 6c", "Ann: 3c; Bob: pass; Cy: pass; = turn Ann; = top -"},
		{"who passed may play again", "", "Ann 3c 9c / Bob 5c 7c / Cy 6c 8c", "Ann: 3c; Bob: pass; Cy: 6c; Ann: pass; Bob: 7c; = turn Cy"},
		{"out: who passed sits out", "pass=out", "Ann 3c 9c 4d / Bob 5c 7c / Cy 6c 8c", "Ann: 3c; Bob: pass; Cy: 6c; Ann: 9c; = turn Cy"},
		{"nobody is asked to beat their own play", "", "Ann 3c 9c / Bob 5c 7c / Cy 6c 8c", "Ann: 3c; Bob: 5c; Cy: pass; Ann: pass; = turn Bob; = top -"},
		{"a winner who is out hands the lead on", "", "Ann 9c / Bob 5c 7c / Cy 6c 8c", "Ann: 9c; = out Ann; Bob: pass; Cy: pass; = turn Bob; = top -"},
		{"to the next that holds cards", "", "Ann 9c / Bob Tc / Cy 6c 8c / Dee 5c 4c", "Ann: 9c; Bob: Tc; Cy: pass; Dee: pass; = turn Cy; = out Ann Bob"},
		{"qh: its holder leads, with anything", "opening=qh", "Ann 3c 4c / Bob 5c 6h / Cy Qh 8c", "= turn Cy; = legal 2 8c|Qh"},
		{"3c: it must be in the first play", "opening=3c", "Ann 4c / Bob 3c 3d 5c / Cy 8c", "= turn Bob; Bob: 3d !; Bob: 5c !; = legal 2 3c|3c 3d; Bob: 3c 3d"},
		{"later the President leads", "", "Ann=3 Bob=1 Cy=2: Ann 3c / Bob 4c / Cy 5c", "= turn Bob"},
		{"or the Asshole", "leads=asshole", "Ann=3 Bob=1 Cy=2: Ann 3c / Bob 4c / Cy 5c", "= turn Ann"},
		{"or of 3c, who is bound", "leads=3c", "Ann=3 Bob=1 Cy=2: Ann 3c 4d / Bob 4c / Cy Qh", "= turn Ann; = legal 1 3c"},
	},
	"P5 the end": {
		{"when one seat holds cards", "", "Ann 3c / Bob 5c / Cy 6c 4d", "Ann: 3c; Bob: 5c; = over; = places Ann Bob Cy; = turn -; = hand Cy 6c 4d"},
		{"lastpair: the last two may not go as a pair", "lastpair=forbidden", "Ann 3c 3d / Bob 5c 6c / Cy 6d 4d", "Ann: 3c 3d !; = legal 2 3c|3d"},
	},
	"P6 inversion and revolution": {
		{"revolution: order and direction turn, the trick ends and its maker leads", "four=revolution", "Ann 3c 3d 3h 3s 9c 9d / Bob 8c 8d 8h 8s 5c / Cy Tc 4d", "Ann: 3c 3d 3h 3s; = order inverted; = dir counter; = turn Ann; = top -; Ann: 9c; = turn Cy; Cy: 4d; = turn Bob"},
		{"four in a row by four seats", "four=revolution equal=yes", "Ann 9c 3c / Bob 9d 3d / Cy 9h 3h / Dee 9s 3s", "Ann: 9c; Bob: 9d; Cy: 9h; = order upright; Dee: 9s; = order inverted; = dir counter; = turn Dee; = top -"},
		{"the end of a trick between two of them breaks nothing", "four=revolution equal=yes pass=out", "Ann 5c 9c / Bob 6c 9d / Cy 7c 9h / Dee 9s 3s / Eve 4c 4d", "Ann: 5c; Bob: 6c; Cy: 7c; Dee: pass; Eve: pass; Ann: 9c; Bob: 9d; Cy: 9h; = turn Dee; = top -; = order upright; Dee: 9s; = order inverted; = dir counter; = turn Dee"},
		{"but a turn in which something else was played does", "four=revolution equal=yes pass=out", "Ann 5c 9c / Bob 6c 9d / Cy 7c 9h / Dee 3s 9s / Eve 4c 4d", "Ann: 5c; Bob: 6c; Cy: 7c; Dee: pass; Eve: pass; Ann: 9c; Bob: 9d; Cy: 9h; Dee: 3s; Eve: 4c; Dee: 9s; = order upright; = over"},
		{"four by three seats are none", "four=revolution equal=yes", "Ann 9c 9s 3c / Bob 9d 3d / Cy 9h 3h", "Ann: 9c; Bob: 9d; Cy: 9h; Ann: 9s; = order upright; = turn Bob"},
	},
	"P7 coup and guillotine": {
		{"three and two are a coup", "coup=yes jokers=2", "Ann 9c 9d 9h *1 *2 3c 6c / Bob 4c / Cy 5c 7c", "Ann: 9c 9d 9h *1 *2; Bob: pass; Cy: pass; Ann: 3c; Bob: 4c; Cy: 5c; Ann: 6c; = over; = out Bob Ann; = places Ann Bob Cy"},
		{"it swaps the places held at once", "coup=yes jokers=2 leads=asshole", "Ann=3 Bob=1 Cy=2: Ann 9c 9d 9h *1 *2 3d / Bob 4c 4d / Cy 5c 5d", "Ann: 9c 9d 9h *1 *2; = held Ann=1 Bob=3 Cy=2; = order upright"},
		{"guillotine: the former President falls to the bottom", "guillotine=yes jokers=2 leads=asshole", "Ann=3 Bob=1 Cy=2 Dee=4: Ann 4d 3d / Bob 4c 4h / Cy 5c 5d / Dee 9c 9d 9h 9s *1 *2 3h", "Dee: 9c 9d 9h 9s *1 *2; = held Dee=1 Bob=4 Ann=3 Cy=2"},
	},
	"P8 titles and points": {
		{"three seats have no vice ranks", "", "Ann 3c / Bob 5c / Cy 6c 4d", "Ann: 3c; Bob: 5c; = titles Ann=President Bob=Citizen Cy=Asshole; = points Ann=2 Bob=0 Cy=-2"},
		{"four have", "", "Ann 3c / Bob 5c / Cy 6c / Dee 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; = titles Ann=President Bob=Vice-President Cy=Half-Ass Dee=Asshole; = points Ann=2 Bob=1 Cy=-1 Dee=-2"},
		{"five have a Citizen", "vice=5", "Ann 3c / Bob 5c / Cy 6c / Dee 7c / Eve 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; Dee: 7c; = titles Ann=President Bob=Vice-President Cy=Citizen Dee=Half-Ass Eve=Asshole; = points Ann=2 Bob=1 Cy=0 Dee=-1 Eve=-2"},
		{"not with vice=5", "vice=5", "Ann 3c / Bob 5c / Cy 6c / Dee 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; = titles Ann=President Bob=Citizen Cy=Citizen Dee=Asshole; = points Ann=2 Bob=0 Cy=0 Dee=-2"},
		{"without demerits nobody loses", "demerits=no", "Ann 3c / Bob 5c / Cy 6c / Dee 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; = points Ann=2 Bob=1 Cy=0 Dee=0"},
	},
	"P12 special cards, runs and places": {
		{"a Joker named 8 stops", "eights=stop jokers=1 joker=wild", "Ann 7c 3d / Bob *1 5c / Cy 9c 9d", "Ann: 7c; Bob: *1=8h; = turn Bob; = top -"},
		{"a skip lapses where the trick ends", "eights=stop equal=skip", "Ann 8c 3d / Bob 8d 5c / Cy 9c 9d / Dee Tc Td", "Ann: 8c; = turn Ann; Ann: 3d"},
		{"four Jacks invert and turn over", "jacks=back four=invert", "Ann Jc Jd Jh Js 3d / Bob Qc Qd Qh Qs 4c / Cy 9c 9d 9h 9s", "Ann: Jc Jd Jh Js; = order upright; Bob: pass; Cy: pass; = turn Ann; = order inverted"},
		{"the second Jacks turn back", "jacks=back equal=yes", "Ann Jc 3d / Bob Jd 4c / Cy 9c 9d", "Ann: Jc; = order inverted; Bob: Jd; = order upright"},
		{"one 2 on a pair isn't free of a lock", "lock=suits twos=clearany", "Ann 5c 5d 3d / Bob 7c 7d 4c / Cy 2c 9d", "Ann: 5c 5d; Bob: 7c 7d; Cy: 2c !; = legal 1 pass"},
		{"passes between break no lock", "lock=suits", "Ann 5c 3d / Bob 9d 4c / Cy 7c 9h / Dee 8d 8c", "Ann: 5c; Bob: pass; Cy: 7c; Dee: 8d !; Dee: 8c"},
		{"a run locks, too", "lock=suits runs=suit", "Ann 3c 4c 5c 9d / Bob 6c 7c 8c 4d / Cy 9h Th Jh 9c Tc Jc", "Ann: 3c 4c 5c; Bob: 6c 7c 8c; Cy: 9h Th Jh !; Cy: 9c Tc Jc"},
		{"3s led ends nothing", "spade3=yes jokers=1 joker=both", "Ann 3s 5c / Bob *1 4c / Cy 9c", "Ann: 3s; = turn Bob"},
		{"3s beats a Joker whatever it stands for", "spade3=yes jokers=1 joker=wild", "Ann 5c 4d / Bob *1 4c / Cy 3s 3c 9c", "Ann: 5c; Bob: *1=Kh; = legal 2 3s|pass; Cy: 3s; = turn Cy; = top -"},
		{"Jokers fill a run", "runs=suit jokers=2", "Ann 4s 6s *1 *2 9c / Bob 5d / Cy 6c", "Ann: 4s *1=5s 6s *2=7h !; Ann: 4s *=5s 6s *=3s; = top 4s 6s *1=3s *2=5s"},
		{"unnamed they go on at the 2's end", "runs=suit jokers=2", "Ann As 2s *1 9c / Bob 5d / Cy 6c", "Ann: As 2s *1; = top *1=Ks As 2s"},
		{"a run needs two natural cards", "runs=suit jokers=2", "Ann As *1 *2 9c / Bob 5d / Cy 6c", "Ann: As *1=Ks *2=2s !; Ann: As *1 *2; = top As *1 *2"},
		{"3c can open in a run", "runs=suit opening=3c", "Ann 4d / Bob 3c 4c 5c 3d / Cy 8c", "= legal 3 3c|3c 3d|3c 4c 5c; Bob: 3c 4c 5c"},
		{"the order was inverted before the play", "finish=twos four=invert", "Ann 2c 2d 2h 2s / Bob 5d / Cy 6c", "Ann: 2c 2d 2h 2s; = turn Bob; Bob: 5d; = over; = places Bob Cy Ann"},
		{"the first foul is last", "finish=twos", "Ann 2c / Bob 2d / Cy 5d / Dee 6c 7c", "Ann: 2c; Bob: 2d; Cy: 5d; = over; = out Ann Bob Cy; = places Cy Dee Bob Ann"},
		{"after a foul play the first clean one fells the President", "finish=twos downfall=yes leads=asshole", "Ann=4 Bob=1 Cy=2 Dee=3: Ann 2c / Bob 5c 6c / Cy 4c / Dee 7c 8c", "Ann: 2c; = out Ann; Bob: 5c; = turn Cy; Cy: pass; Dee: 7c; Bob: pass; Cy: pass; Dee: 8c; = over; = out Ann Dee Bob; = places Dee Cy Bob Ann; = held Ann=4 Bob=1 Cy=2 Dee=3"},
		{"a President who is out can't fall", "downfall=yes", "Ann=2 Bob=1 Cy=3 Dee=4: Ann 4c 8c / Bob 5c / Cy 6c / Dee 7c 7d", "Bob: 5c; Cy: 6c; = out Bob Cy; = turn Dee"},
		{"nobody falls among three", "downfall=yes leads=asshole", "Ann=3 Bob=1 Cy=2: Ann 9c / Bob 5c 6c / Cy 4c 7c", "Ann: 9c; = out Ann; = turn Bob"},
		{"one 2 doesn't beat Jokers alone", "twos=clearany jokers=2", "Ann *1 *2 3c / Bob 2c 4c / Cy 5c", "Ann: *1 *2; Bob: 2c !"},
		{"a 2 with a Joker clears nothing", "twos=clear jokers=1", "Ann 5c 5d 3c / Bob 2c *1 4c / Cy 5s", "Ann: 5c 5d; Bob: 2c *1; = turn Cy"},
		{"who is bound and passes sits out", "equal=ornothing", "Ann 9c 4c Kc / Bob 9d 3c 4d / Cy Td 3h / Dee 3d Jd 4h", "Ann: 9c; Bob: 9d; = legal 1 pass; Cy: pass; Dee: Jd; Ann: Kc; Bob: pass; = turn Dee"},
		{"a Joker answers by that name", "equal=ornothing jokers=1 joker=wild", "Ann 9c 4c / Bob 9d 3c / Cy *1 3h / Dee 3d Jd", "Ann: 9c; Bob: 9d; = legal 2 *1|pass; Cy: *1=9h; Dee: Jd !"},
		{"nobody is bound after 2s", "equal=ornothing jokers=1", "Ann 2c 4c / Bob 2d 3c / Cy *1 3h", "Ann: 2c; Bob: 2d; Cy: *1"},
		{"Jokers alone don't break the row", "burn=yes size=any jokers=2", "Ann 9c 9d 3c / Bob *1 *2 4c / Cy 9h 9s 3h", "Ann: 9c 9d; Bob: *1 *2; Cy: 9h 9s; = turn Cy; = top -"},
	},
	"P9 exchange": {
		{"auto: two highest for the two lowest of the hand so made", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 2c Kd 5h 4s / Bob 3c 3d 9h As / Cy 7c 8c 9c Tc", "= hand Ann 5h 4s 3c 3d; = hand Bob 9h As 2c Kd; = hand Cy 7c 8c 9c Tc; = turn Bob"},
		{"auto: a seat gives what it has", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 9c / Bob Tc Td Th / Cy 7c 8c", "= hand Ann 9c Tc; = hand Bob Td Th"},
		{"auto: vice ranks exchange one", "exchange=auto", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 5c 5d 6c / Bob 3c 7d 8c / Cy 4c Kd / Dee 2c 2d 6d", "= hand Bob 7d 8c Kd; = hand Cy 4c 3c; = hand Ann 6c 2c 2d; = hand Dee 6d 5c 5d"},
		{"choice: the President decides, then the Vice-President", "exchange=choice", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 5c 5d 6c / Bob 3c 7d / Cy 4c Kd / Dee 2c 2d 6d", "= turn Ann; = hand Ann 5c 5d 6c 2c 2d; = hand Dee 6d; = legal 10; Ann: 5c !; Ann: give 5c !; Ann: give 3c 5c !; Ann: pass !; Ann: give 6c 2c; = hand Dee 6d 6c 2c; = turn Bob; = legal 3 give 3c|give 7d|give Kd; Bob: give Kd; = hand Cy 4c Kd; = turn Ann; Ann: give 5c 5d !; Ann: 5c 5d"},
		{"mercy: two lowest for the President's two highest", "exchange=mercy", "Ann=1 Bob=2 Cy=3: Ann 5c Ah Kd 2s / Bob 6c 6d / Cy 4c 5d 9h", "= hand Ann 5c Kd 4c 5d; = hand Cy 9h Ah 2s"},
		{"mercy: 3c may be kept", "exchange=mercy leads=3c", "Ann=1 Bob=2 Cy=3: Ann 5c Ah Kd 2s / Bob 6c 6d / Cy 3c 5d 9h Tc", "= turn Cy; = legal 2 give 3c 5d|give 5d 9h; Cy: give 9h Tc !; Cy: give 5d 9h; = hand Cy 3c Tc Ah 2s; = turn Cy; = legal 1 3c"},
		{"mercy: Half-Ass gives the highest for the lowest, from the hands as dealt", "exchange=mercy", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 5c Ah / Bob 6c 6d / Cy 7c 9h / Dee 4c 4d", "= hand Bob 6d 9h; = hand Cy 7c 6c; = hand Ann 4c 4d; = hand Dee 5c Ah"},
		{"who gives all is out before the first play", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 9c / Bob 5c / Cy 7c 8c", "= hand Bob -; = out Bob; = turn Cy"},
	},
	"P12 other rules": {
		{"in inverted order, too, 3♠ beats a Joker that stands for a 3", "joker=wild jokers=1 spade3=yes four=invert", "Ann 6c 6d 6h 6s *1 4c / Bob 3s 3c 5c / Cy 7c", "Ann: 6c 6d 6h 6s; Bob: pass; Cy: pass; Ann: *1; = legal 2 3s|pass; Bob: 3s; = turn Bob"},
		{"an unnamed Joker answers an equal play as the highest card of its rank", "equal=ornothing joker=wild jokers=1 suits=poker size=higher pass=again", "Ann Kd 3c / Bob Kc Kh Ks 4c / Cy *1 4d", "Ann: Kd; Bob: Kc; Cy: *1; Ann: pass; Bob: Kh Ks !; Bob: Kh"},
	},
}

func TestRefusalsSayWhatWouldBeRight(t *testing.T) {
	for _, tt := range []struct{ options, deal, play, try, says string }{
		{"", "Ann 9c 9d 9h 3c / Bob 7c 7d 7h / Cy 4c", "Ann: 9c 9d 9h", "7c 7d 7h", "To beat 9 9 9 it takes a higher three of a kind."},
		{"four=revolution", "Ann 4c 4d 4h 4s 7c 7d 7h 3c / Bob 5d 6d / Cy 9c 9d 9h", "Ann: 4c 4d 4h 4s; Ann: 7c 7d 7h", "9c 9d 9h", "To beat 7 7 7 it takes a lower three of a kind."},
		{"four=invert", "Ann 4c 4d 4h 4s 7c 3c / Bob 9d 8d / Cy 9c", "Ann: 4c 4d 4h 4s; Bob: pass; Cy: pass; Ann: 7c", "8d", "To beat 7 it takes a lower card."},
		{"four=invert", "Ann 4c 4d 4h 4s 7c 3c / Bob 9d 7d / Cy 9c", "Ann: 4c 4d 4h 4s; Bob: pass; Cy: pass; Ann: 7c", "7d", "To beat 7 it takes a lower card."},
		{"four=invert equal=yes size=bigger", "Ann 4c 4d 4h 4s 7c 3c / Bob 9d 8d / Cy 9c", "Ann: 4c 4d 4h 4s; Bob: pass; Cy: pass; Ann: 7c", "8d", "To beat 7 it takes an equal or lower card, or any larger set."},
		{"four=invert jokers=2", "Ann 4c 4d 4h 4s *1 3c / Bob 9d 7d / Cy 9c", "Ann: 4c 4d 4h 4s; Bob: pass; Cy: pass; Ann: *1", "7d", "Nothing beats Joker."},
		{"jokers=2", "Ann *1 3c / Bob *2 7d / Cy 4c", "Ann: *1", "*2", "Nothing beats Joker."},
		{"jokers=2 suits=poker", "Ann *1 3c / Bob 2s 7d / Cy 4c", "Ann: *1", "2s", "Nothing beats Joker."},
		{"equal=yes", "Ann 9c 3c / Bob 8d 7d / Cy 4c", "Ann: 9c", "8d", "To beat 9 it takes an equal or higher card."},
		{"size=bigger", "Ann 9c 3c / Bob 8d 7d / Cy 4c", "Ann: 9c", "8d", "To beat 9 it takes a higher card, or any larger set."},
		{"size=higher", "Ann 9c 3c / Bob 8d 8s / Cy 4c", "Ann: 9c", "8d 8s", "To beat 9 it takes a higher card, or a larger set of a higher rank."},
		{"", "Ann 9c 3c / Bob 9d 7d / Cy 4c", "Ann: 9c", "9d", "To beat 9 it takes a higher card."},
		{"suits=poker", "Ann 9s 3c / Bob 9d 7d / Cy 4c", "Ann: 9s", "9d", "To beat 9♠ it takes a higher card."},
		{"suits=poker jokers=2 joker=wild", "Ann 9s 9c 3c / Bob 9d *1 7d / Cy 4c", "Ann: 9s 9c", "9d *1", "To beat 9♣ 9♠ it takes a higher pair."},
		{"", "Ann 9c 9d 3c / Bob Td 7d / Cy 4c", "Ann: 9c 9d", "Td", "To beat 9 9 it takes a higher pair."},
		{"twos=fewer", "Ann 9c 9d 9h 3c / Bob 2d 7d / Cy 4c", "Ann: 9c 9d 9h", "2d", "To beat 9 9 9 it takes a higher three of a kind, or two 2s."},
		{"size=higher", "Ann 9c 9d 3c / Bob Td 7d / Cy 4c", "Ann: 9c 9d", "Td", "To beat 9 9 it takes a higher pair, or a larger set of a higher rank."},
		{"runs=suit", "Ann 2s 3s 4s 9c / Bob 5d / Cy 6c", "= turn Ann", "2s 3s 4s", "2♠ doesn't go on to 3♠: a run ends with the 2."},
		{"runs=suit", "Ann 5s 6s 8s 9c / Bob 5d / Cy 6c", "= turn Ann", "5s 6s 8s", "6♠ and 8♠ aren't next to each other in a run."},
		{"runs=suit", "Ann 5s 6s 8s 9c / Bob 5d / Cy 6c", "= turn Ann", "5s 6s", "A run takes 3 cards or more."},
		{"runs=suit", "Ann 5s 6s 7c 9c / Bob 5d / Cy 6c", "= turn Ann", "5s 6s 7c", "Play cards of one rank, or three or more of one suit in a row."},
		{"runs=suit jokers=1", "Ann 5s *1 7s 9c / Bob 5d / Cy 6c", "= turn Ann", "5s *1=9h 7s", "In this run no Joker can stand for 9♥."},
		{"runs=suit", "Ann 5s 6s 7s 9c / Bob 8d 9d Td Jd 8c 8h 8s / Cy 6c", "Ann: 5s 6s 7s", "8c 8h 8s", "To beat 5♠ 6♠ 7♠ it takes a higher run of 3 cards."},
		{"runs=suit", "Ann 5s 6s 7s 9c / Bob 8d 9d Td Jd / Cy 6c", "Ann: 5s 6s 7s", "8d 9d Td Jd", "To beat 5♠ 6♠ 7♠ it takes a higher run of 3 cards."},
		{"runs=suit", "Ann 5c 5s 5d 9c / Bob 8d 9d Td / Cy 6c", "Ann: 5c 5s 5d", "8d 9d Td", "To beat 5 5 5 it takes a higher three of a kind."},
		{"runs=suit", "Ann 5s 6s 7s 9c / Bob 5d 6d 7d / Cy 6c", "Ann: 5s 6s 7s", "5d 6d 7d", "To beat 5♠ 6♠ 7♠ it takes a higher run of 3 cards."},
		{"lock=suits", "Ann 5s 3c / Bob 7s 4c / Cy 9c 9d", "Ann: 5s; Bob: 7s", "9c", "Locked to ♠: play one ♠."},
		{"lock=suits", "Ann 5s 5c 3c / Bob 7s 7c 4c / Cy 9c 9d", "Ann: 5s 5c; Bob: 7s 7c", "9c 9d", "Locked to ♣ ♠: play one ♣ and one ♠."},
		{"equal=ornothing", "Ann 5s 3c / Bob 5c 4c / Cy 9c 9d", "Ann: 5s; Bob: 5c", "9c", "Match 5, or sit out this trick."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "Td 7d", "All cards of this play must have the same rank."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "Js", "You don't have J♠."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "Td Td", "You don't have another 10♦."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "*", "You don't have a Joker."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "pass", "You lead, so you can't pass."},
		{"opening=3c", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "9c", "The first play must include 3♣."},
		{"lastpair=forbidden", "Ann 9c 9d / Bob Td 7d / Cy 4c", "= turn Ann", "9c 9d", "You can't play your last two cards as a pair."},
		{"jokers=1 joker=high", "Ann 9c *1 / Bob Td 7d / Cy 4c", "= turn Ann", "9c *1", "Jokers can't be played with other cards."},
		{"jokers=1", "Ann 9c *1 / Bob Td 7d / Cy 4c", "= turn Ann", "*1=9h", "Jokers on their own are the highest, so they can't stand for another card."},
		{"jokers=1", "Ann 9c *1 / Bob Td 7d / Cy 4c", "= turn Ann", "9c *1=Th", "A Joker played with other cards takes their rank."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "draw", "You can't do that now."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "give 9c", "You can't do that now."},
		{"exchange=choice", "Ann=1 Bob=2 Cy=3: Ann 9c 3c / Bob Td 7d / Cy 4c 5c", "= turn Ann", "9c", "You have to give 2 cards."},
		{"exchange=choice", "Ann=1 Bob=2 Cy=3: Ann 9c 3c / Bob Td 7d / Cy 4c 5c", "= turn Ann", "give 9c", "You have to give 2 cards."},
		{"exchange=mercy", "Ann=1 Bob=2 Cy=3: Ann 9c 4d / Bob Td 7d / Cy 3c 5c 6c", "= turn Cy", "give 3c 6c", "You have to give your lowest cards; the only one you may keep is 3♣."},
	} {
		state := replayCase(t, ruleCase{options: tt.options, deal: tt.deal, play: tt.play})
		if says := gametest.Refusal(t, state, tt.try); says != tt.says {
			t.Errorf("%s %q: got the refusal %q\nwant %q", tt.options, tt.try, says, tt.says)
		}
	}
}

// FuzzApply tries any notation in a few positions. Illegal actions must be refused with a sentence.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{"9c 9d", "*1=Th", "* * * * * * * * * * * * * * * *", "give 9c *", "pass", "3c *2=3d"} {
		f.Add(seed)
	}
	cases := []ruleCase{
		{options: "jokers=3 joker=wild suits=poker", deal: "Ann 9c 9d *1 / Bob 3c 3d *2 *3 / Cy 5c 6c 7c 8c", play: "Ann: 9c"},
		{options: "jokers=2 exchange=choice", deal: "Ann=1 Bob=2 Cy=3: Ann 9c 9d *1 / Bob 3c 3d *2 / Cy 5c 6c 7c 8c", play: "= turn Ann"},
		{options: "jokers=2 exchange=mercy", deal: "Ann=1 Bob=2 Cy=3: Ann 9c 9d *1 / Bob 3d *2 / Cy 3c 6c 7c 8c", play: "= turn Cy"},
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := game.ParseAction(text)
		if err != nil {
			return
		}
		for _, c := range cases {
			state := replayCase(t, c)
			turn, _ := state.Turn()
			listed := map[string]bool{}
			for _, l := range state.Legal() {
				listed[record.Reduce(l, false)] = true
			}
			_, _, err := state.Apply(turn, a)
			_, illegal := errors.AsType[*game.Illegal](err)
			if err == nil && !listed[record.Reduce(a, false)] || err != nil && !illegal {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
