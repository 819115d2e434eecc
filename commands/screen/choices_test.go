package screen

import (
	"fmt"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/internal/say"
	"deuces/match"
)

// view returns a View with a turn of seat 0, from actions in notation. Each is an
// offer under its own notation; class names the class of an action.
func view(t *testing.T, hand string, legal []string, class func(game.Action) string) game.View {
	t.Helper()
	cards, err := card.ParseAll(hand)
	if err != nil {
		t.Fatal(err)
	}
	v := game.View{Seat: 0, Turn: 0, Pile: -1, Hand: cards, Players: make([]game.PlayerView, 4)}
	for _, s := range legal {
		a, err := game.ParseAction(s)
		if err != nil {
			t.Fatal(err)
		}
		o := game.Offer{Action: a, Label: say.Verbatim(a.String())}
		if class != nil && len(a.Cards) > 0 {
			o.Class = say.Text(class(a))
		}
		v.Legal = append(v.Legal, a)
		v.Offers = append(v.Offers, o)
	}
	return v
}

func bySize(a game.Action) string { return fmt.Sprintf("%d of a kind", len(a.Cards)) }

func TestOffersAreButtonsWhileTheyFit(t *testing.T) {
	v := view(t, "3c 4c 4d", []string{"3c", "4c", "4c 4d", "pass"}, bySize)
	_, blocks := turn{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}}.choices(ids.Page{}, 38)
	want := "-# 1 of a kind\n[3c] [4c]\n-# 2 of a kind\n[4c 4d]\n[pass] [⋯ More]\n"
	if got := screentest.Blocks(blocks); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	_, blocks = turn{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}}.choices(ids.Page{}, 7)
	if got, want := screentest.Blocks(blocks), "[3c] [4c] [4c 4d]\n[pass] [⋯ More]\n"; got != want {
		t.Errorf("in little room: got\n%swant\n%s", got, want)
	}
	if id := blocks[0].(bot.Row)[2].ID; id != "act/7/1.2/4c 4d" {
		t.Errorf("a play's custom_id is %q", id)
	}
}

// many returns the view of a hand of sixes, sevens and a Joker with all its sets, which are too
// many for a message.
func many(t *testing.T) game.View {
	var legal []string
	hand := "5c 5d 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h *1"
	for _, rank := range []string{"5c 5d", "6c 6d 6h 6s", "7c 7d 7h 7s", "8c 8d 8h"} {
		cards := strings.Fields(rank)
		for mask := 1; mask < 1<<len(cards); mask++ {
			var set []string
			for i, c := range cards {
				if mask>>i&1 != 0 {
					set = append(set, c)
				}
			}
			legal = append(legal, strings.Join(set, " "), strings.Join(append(set, "*1"), " "))
		}
	}
	return view(t, hand, append(legal, "*1", "pass"), bySize)
}

func TestPickingEnablesWhatCanStillBePlayed(t *testing.T) {
	v := many(t)
	for _, tt := range []struct{ picks, want, why string }{
		{"", "-# 1 of a kind\n[5c] [5d]\n-# 2 of a kind\n[5c *1] [5d *1]\n-# 3 of a kind\n[5c 5d *1] [6c 6d *1]\n-# 4 of a kind\n[6c 6d 6h *1] [6c 6d 6s *1]\n" +
			"-# 5 of a kind\n[6c 6d 6h 6s *1] [7c 7d 7h 7s *1]\n[More plays …] [pass] [⋯ More]\n",
			"nothing picked: the first two of each of five kinds"},
		{"6c", "[-5♣] [-5♦] [*✓ 6♣] [6♦] [6♥]\n[6♠] [-7♣] [-7♦] [-7♥] [-7♠]\n[-8♣] [-8♦] [-8♥] [Joker]\n[Play 6♣] [Clear] [pass]\n",
			"a six goes with sixes and the Joker"},
		{"*16c5c", "[*✓ 5♣] [-5♦] [*✓ 6♣] [-6♦] [-6♥]\n[-6♠] [-7♣] [-7♦] [-7♥] [-7♠]\n[-8♣] [-8♦] [-8♥] [*✓ Joker]\n[-Pick cards] [Clear] [pass]\n",
			"picks that lead nowhere (a forged click) can be taken back"},
		{"5c5d*1", "[*✓ 5♣] [*✓ 5♦] [-6♣] [-6♦] [-6♥]\n[-6♠] [-7♣] [-7♦] [-7♥] [-7♠]\n[-8♣] [-8♦] [-8♥] [*✓ Joker]\n[Play 5♣ 5♦ Joker] [Clear] [pass]\n",
			"all fives and the Joker: nothing more to pick"},
		{"As", "[1 of a kind (14) …]", "a card that is not held: nothing is picked"},
	} {
		_, blocks := turn{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}}.choices(ids.Page{Picks: tt.picks}, 38)
		if got := screentest.Blocks(blocks); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s\ngot\n%swant\n%s", tt.why, got, tt.want)
		}
	}
}

// A hand shows at most ten plays, the cheapest of each kind. If there are no more, it has no
// picker.
func TestAHandShowsTheCheapestOfEachKind(t *testing.T) {
	for _, tt := range []struct {
		hand string
		want string
	}{
		{"3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "[3c] [4c] [5c] [6c] [7c]\n[8c] [9c] [Tc] [Jc] [Qc]\n[⋯ More]\n"},
		{"3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "[3c] [4c] [5c] [6c] [7c]\n[8c] [9c] [Tc] [Jc] [Qc]\n[More plays …] [⋯ More]\n"},
	} {
		v := view(t, tt.hand, strings.Fields(tt.hand), bySize)
		_, blocks := turn{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}}.choices(ids.Page{}, 38)
		if got := screentest.Blocks(blocks); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.hand, got, tt.want)
		}
	}
}

func TestPicksInOrder(t *testing.T) {
	v := view(t, "7h 8h 9h 9s", []string{"9h", "9h 8h", "9h 8h 7h", "9h 9s", "9s 9h"}, nil)
	v.Ordered = true
	v.Offers = v.Offers[:0]
	for _, tt := range []struct{ picks, want, why string }{
		{"9h", "[-7♥] [8♥] [*✓ 9♥] [9♠]\n[Play 9♥] [Clear]\n", "a run or a pair may follow"},
		{"9h8h", "[7♥] [*✓ 8♥] [*✓ 9♥] [-9♠]\n[Play 9♥ 8♥] [Clear]\n", "now a run only"},
		{"8h", "[-7♥] [*✓ 8♥] [-9♥] [-9♠]\n[-Pick cards] [Clear]\n", "the run cannot begin with its second card"},
	} {
		_, blocks := turn{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}}.picker(ids.Page{Picks: tt.picks}, nil, nil, 38)
		if got := screentest.Blocks(blocks); got != tt.want {
			t.Errorf("%s\ngot\n%swant\n%s", tt.why, got, tt.want)
		}
	}
	p, _ := parsePicks(v, "9h8h7h")
	if got := p.without(1).String(); got != "9h" {
		t.Errorf("taking back the middle of a run leaves %q, want its beginning", got)
	}
}

// A set picked in an order that has no button of its own is labeled like the button that leaves the
// same card on top.
func TestPicksInOrderSayWhatTheTopSays(t *testing.T) {
	v := view(t, "7c 7d 7s", []string{"7c 7d 7s", "7d 7c 7s", "7c 7s 7d"}, nil)
	v.Ordered = true
	v.Offers = []game.Offer{{Action: v.Legal[2], Effect: say.Verbatim("then down from 7♦")}, {Action: v.Legal[0], Effect: say.Verbatim("then down from 7♠")}}
	if o := offer(v, v.Legal[1]); o.Effect.String() != "then down from 7♠" {
		t.Errorf("%s says %q", v.Legal[1], o.Effect)
	}
}

func TestClassesTurnPages(t *testing.T) {
	v := many(t)
	_, blocks := turn{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}}.choices(ids.Page{Class: 2, At: 1}, 38)
	if got, want := screentest.Blocks(blocks), "[8♦ 8♥]"; strings.Contains(got, want) {
		t.Errorf("labels are the game's own: %s", got)
	}
	if got := screentest.Blocks(blocks); !strings.HasSuffix(got, "[Back] [Previous◀️] [-Next▶️] [pass]\n") || strings.Count(got, "[")-4 != 29-perPage {
		t.Errorf("the second page of 29 pairs:\n%s", got)
	}
}

func TestEveryHandFitsAMessage(t *testing.T) {
	t.Parallel()
	var cards, legal []string
	for c := range card.SetOf(card.Deck(1, 3)...).All() {
		cards = append(cards, c.String())
		legal = append(legal, c.String())
	}
	for i := range cards {
		for j := range i {
			legal = append(legal, cards[j]+" "+cards[i])
		}
	}
	step := gametest.Dose(t, 4, 1, 1)
	for n := 1; n <= len(cards); n += step {
		for at := range 3 {
			other := "pass"
			if at == 1 {
				other = "draw"
			}
			v := view(t, strings.Join(cards[:n], " "), append(legal, other), bySize)
			v.Sorted = []game.Sorting{{By: "rank", Hand: v.Hand}, {By: "suit", Hand: v.Hand}}
			for _, picks := range []string{"", cards[0]} {
				for class := range 5 {
					p := ids.Page{Class: class, At: at, Picks: picks}
					if class == 3 {
						p.Class, p.Picking, p.Sort = 0, true, 1
					}
					if class == 4 {
						p = ids.Page{Menu: true}
					}
					if got := ids.ParsePage(p.String()); got != p {
						t.Fatalf("the page %+v reads back as %+v", p, got)
					}
					_, blocks := turn{view: v, table: 123456789, decision: match.Decision{Round: 99, Turn: 999}, hint: bot.Row{{ID: "hint", Label: say.Verbatim("Hint")}}}.choices(p, 38)
					m := bot.Message{Accent: 1, Blocks: append([]bot.Block{bot.Text(say.Verbatim("hand"))}, blocks...)}
					if err := bottest.Message(m); err != nil {
						t.Fatalf("%d cards, page %d, class %d, picks %q: %v", n, at, class, picks, err)
					}
				}
			}
		}
	}
}
