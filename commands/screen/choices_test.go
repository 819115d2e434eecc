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

// newView returns a View of seat 0, which has the turn and these legal actions. Each action is an
// offer whose label is the action's notation. class returns the class of an action; it may be nil.
func newView(t *testing.T, hand string, legal []string, class func(game.Action) string) game.View {
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

// choiceText returns the text of the choices on a page of a hand.
func choiceText(v game.View, at ids.Page) string {
	blocks := handButtons{view: v, table: 7, decision: match.Decision{Round: 1, Turn: 2}, passes: true}.choices(at)
	return screentest.Blocks(blocks)
}

// manyPlays returns the view of a hand with cards of four ranks and a Joker. Its legal plays are
// all sets, which are too many for a message.
func manyPlays(t *testing.T) game.View {
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
	return newView(t, hand, append(legal, "*1", "pass"), bySize)
}

// If all plays fit, each is a button. Otherwise a hand shows at most ten plays, the cheapest of
// each kind, and a button to the picker. The picker enables the cards that can still be added.
func TestChoicesAreButtonsIfTheyFit(t *testing.T) {
	few := newView(t, "3c 4c 4d", []string{"3c", "4c", "4c 4d", "pass"}, bySize)
	ten := "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
	run := newView(t, "7h 8h 9h 9s", []string{"9h", "9h 8h", "9h 8h 7h", "9h 9s", "9s 9h"}, nil)
	run.Ordered = true
	for _, tt := range []struct {
		why  string
		v    game.View
		at   ids.Page
		want string // how the text of the choices begins
	}{
		{"few plays", few, ids.Page{}, "-# 1 of a kind\n[3c] [4c]\n-# 2 of a kind\n[4c 4d]\n[pass] [⋯ My hand]\n"},
		{"ten plays", newView(t, ten, strings.Fields(ten), bySize), ids.Page{}, "[3c] [4c] [5c] [6c] [7c]\n[8c] [9c] [Tc] [Jc] [Qc]\n[-Pass] [⋯ My hand]\n"},
		{"eleven plays", newView(t, ten+" Kc", strings.Fields(ten+" Kc"), bySize), ids.Page{}, "[3c] [4c] [5c] [6c] [7c]\n[8c] [9c] [Tc] [Jc] [Qc]\n[-Pass] [⋯ My hand] [More plays …]\n"},
		{"nothing picked: the first two of each of five kinds", manyPlays(t), ids.Page{},
			"-# 1 of a kind\n[5c] [5d]\n-# 2 of a kind\n[5c *1] [5d *1]\n-# 3 of a kind\n[5c 5d *1] [6c 6d *1]\n-# 4 of a kind\n[6c 6d 6h *1] [6c 6d 6s *1]\n" +
				"-# 5 of a kind\n[6c 6d 6h 6s *1] [7c 7d 7h 7s *1]\n[pass] [⋯ My hand] [More plays …]\n"},
		{"a six goes with sixes and the Joker", manyPlays(t), ids.Page{Picks: "6c"},
			"[-5♣] [-5♦] [*✓ 6♣] [6♦] [6♥]\n[6♠] [-7♣] [-7♦] [-7♥] [-7♠]\n[-8♣] [-8♦] [-8♥] [Joker]\n[Play 6♣] [Back]\n"},
		{"picks that lead nowhere (a forged click) can be taken back", manyPlays(t), ids.Page{Picks: "*16c5c"},
			"[*✓ 5♣] [-5♦] [*✓ 6♣] [-6♦] [-6♥]\n[-6♠] [-7♣] [-7♦] [-7♥] [-7♠]\n[-8♣] [-8♦] [-8♥] [*✓ Joker]\n[-Joker 6♣ 5♣] [Back]\n"},
		{"all fives and the Joker: nothing more to pick", manyPlays(t), ids.Page{Picks: "5c5d*1"},
			"[*✓ 5♣] [*✓ 5♦] [-6♣] [-6♦] [-6♥]\n[-6♠] [-7♣] [-7♦] [-7♥] [-7♠]\n[-8♣] [-8♦] [-8♥] [*✓ Joker]\n[Play 5♣ 5♦ Joker] [Back]\n"},
		{"a card that is not held: nothing is picked", manyPlays(t), ids.Page{Picks: "As"}, "[5♣] [5♦] [6♣] [6♦] [6♥]\n"},
		{"half a card", manyPlays(t), ids.Page{Picks: "5c5"}, "[5♣] [5♦] [6♣] [6♦] [6♥]\n"},
		{"in order: a run or a pair may follow", run, ids.Page{Picks: "9h"}, "[-7♥] [8♥] [*✓ 9♥] [9♠]\n[Play 9♥] [Back]\n"},
		{"in order: now a run only", run, ids.Page{Picks: "9h8h"}, "[7♥] [*✓ 8♥] [*✓ 9♥] [-9♠]\n[Play 9♥ 8♥] [Back]\n"},
		{"in order: the run cannot begin with its second card", run, ids.Page{Picks: "8h"}, "[-7♥] [*✓ 8♥] [-9♥] [-9♠]\n[-8♥] [Back]\n"},
	} {
		if got := choiceText(tt.v, tt.at); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s\ngot\n%swant\n%s", tt.why, got, tt.want)
		}
	}
	p, _ := parsePicks(run, ids.Page{Picks: "9h8h7h"})
	if got := p.without(1).String(); got != "9h" {
		t.Errorf("taking back the middle of a run leaves %q, want its beginning", got)
	}
	// If cards are picked in an order that has no offer of its own, the button has the label of the
	// offer that leaves the same card on top.
	v := newView(t, "7c 7d 7s", []string{"7c 7d 7s", "7d 7c 7s", "7c 7s 7d"}, nil)
	v.Ordered = true
	v.Offers = []game.Offer{{Action: v.Legal[2], Effect: say.Verbatim("then down from 7♦")}, {Action: v.Legal[0], Effect: say.Verbatim("then down from 7♠")}}
	if got := effect(v, v.Legal[1]); got.String() != "then down from 7♠" {
		t.Errorf("%s says %q", v.Legal[1], got)
	}
}

// A hand of any size fits a message on every page, even if all its cards and pairs are legal plays.
func TestEveryHandFitsAMessage(t *testing.T) {
	t.Parallel()
	var cards, legal []string
	for c := range card.SetOf(card.Deck(1, 3)...).All() {
		for _, other := range cards {
			legal = append(legal, other+" "+c.String())
		}
		cards = append(cards, c.String())
	}
	legal = append(legal, cards...)
	pages := []ids.Page{{Menu: true}}
	for at := range 3 {
		for _, picks := range []string{"", cards[0]} {
			pages = append(pages, ids.Page{At: at, Picks: picks}, ids.Page{Picking: true, Sort: 1, Picks: picks}, ids.Page{Planning: true, At: at, Picks: picks})
		}
	}
	for n := 1; n <= len(cards); n += gametest.Dose(t, 4, 1, 1) {
		for _, other := range []string{"pass", "draw"} {
			v := newView(t, strings.Join(cards[:n], " "), append(legal, other), bySize)
			v.Sorted = []game.Sorting{{By: "rank", Hand: v.Hand}, {By: "suit", Hand: v.Hand}}
			for _, p := range pages {
				if got := ids.ParsePage(p.String()); got != p {
					t.Fatalf("the page %+v reads back as %+v", p, got)
				}
				for _, phase := range []game.Phase{game.Playing, game.Exchanging} {
					v.Phase = phase
					hand := handButtons{view: v, table: 123456789, decision: match.Decision{Round: 99, Turn: 999}, passes: true, hints: true}
					hinted := bot.Row{hand.hint(v.Legal[0])}
					blocks := hand.choices(p)
					withHint := append([]bot.Block{hinted}, blocks...)
					for _, blocks := range [][]bot.Block{withHint, blocks} {
						m := bot.Message{Accent: 1, Blocks: append([]bot.Block{bot.Text(say.Verbatim("hand"))}, blocks...)}
						if err := bottest.Message(m); err != nil {
							t.Fatalf("%d cards, page %+v: %v", n, p, err)
						}
					}
				}
			}
		}
	}
}
