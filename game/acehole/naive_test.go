package acehole_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

// This file is a second, naive implementation of the rules. It tries all orders of all sets of
// cards of a hand, filters them by the sentences of rules.md A, and treats cards as text.

const (
	numbers = "23456789T"
	faces   = "JQK"
)

func isNumber(c string) bool { return strings.Contains(numbers, c[:1]) }
func isFace(c string) bool   { return strings.Contains(faces, c[:1]) }
func isJoker(c string) bool  { return c[0] == '*' }
func isRed(c string) bool    { return c[1] == 'h' || c[1] == 'd' }

// canFollow reports whether b may be played on t (A3).
func canFollow(b, t string, up bool) bool {
	if isJoker(t) || isJoker(b) {
		return true
	}
	if b[0] == t[0] {
		return true
	}
	if isFace(b) && isRed(b) == isRed(t) {
		return true
	}
	if b[0] == 'A' && isRed(b) != isRed(t) {
		return true
	}
	if b[0] == '6' && isRed(b) == isRed(t) {
		return true
	}
	if isNumber(b) && b[1] == t[1] {
		below := strings.Index(numbers, b[:1]) < strings.Index(numbers, t[:1])
		return isFace(t) || isNumber(t) && below == !up
	}
	return false
}

// isSetOrRun reports whether cards in this order are a set or a run (A4).
func isSetOrRun(cards []string, up bool) bool {
	set, run := true, true
	for i := 1; i < len(cards); i++ {
		a, b := cards[i-1], cards[i]
		set = set && a[0] == b[0]
		if !up {
			a, b = b, a
		}
		run = run && a[1] == b[1] && (strings.Contains(numbers, a[:1]+b[:1]) || strings.Contains(faces, a[:1]+b[:1]))
	}
	return set || run
}

// legalPlays returns the legal plays of a hand.
func legalPlays(v game.View) map[string]bool {
	legal := map[string]bool{}
	top, up := v.Top.Cards[0].String(), v.Dir == game.Up
	var lay func(laid, rest []card.Card)
	lay = func(laid, rest []card.Card) {
		if len(laid) > 0 {
			var texts []string
			for _, c := range laid {
				texts = append(texts, c.String())
			}
			// If these cards are neither a set nor a run, they don't become one with more cards.
			if !isSetOrRun(texts, up) || !canFollow(texts[0], top, up) {
				return
			}
			legal[record.Reduce(game.Action{Verb: game.Play, Cards: laid}, true)] = true
		}
		for i, c := range rest {
			others := append(append([]card.Card{}, rest[:i]...), rest[i+1:]...)
			lay(append(append([]card.Card{}, laid...), c), others)
		}
	}
	lay(nil, v.Hand)
	return legal
}

// points returns the cost of the cards left in a hand (A7).
func points(hand []card.Card) int {
	sum := 0
	for _, c := range hand {
		switch text := c.String(); {
		case isJoker(text), text[0] == 'A':
			sum += 20
		case isFace(text), text[0] == '6':
			sum += 10
		default:
			sum += 5
		}
	}
	return sum
}

// makesAcehole reports whether a play puts an Ace on a card of the other color, either on the top
// card or within the play (A9).
func makesAcehole(top card.Card, laid []card.Card) bool {
	for _, c := range laid {
		t, b := top.String(), c.String()
		if b[0] == 'A' && !isJoker(t) && isRed(b) != isRed(t) {
			return true
		}
		top = c
	}
	return false
}

// naive follows a round by the naive rules.
type naive struct {
	freeDraw     bool // option: players may draw although they can play
	hands        [][]card.Card
	pile         []card.Card
	top          card.Card
	turnSeat     game.Seat // seat for which Legal was called last; Nobody after a play
	couldNotPlay bool      // at the beginning of its turn this seat couldn't play, so it may draw
	acehole      game.Seat
	counts       map[string]int // how often things happened that the test must have seen
}

func (n *naive) Legal(v game.View) (map[string]bool, string) {
	legal := legalPlays(v)
	if v.Turn != n.turnSeat {
		n.turnSeat, n.couldNotPlay = v.Turn, len(legal) == 0
	}
	if v.Pile > 0 && (n.couldNotPlay || n.freeDraw) {
		legal["draw"] = true
		n.counts["draws"]++
	}
	if len(legal) == 0 {
		return nil, "the seat has no action, but the round isn't over"
	}
	return legal, ""
}

func (n *naive) Do(turn game.Seat, a game.Action) {
	n.counts[fmt.Sprint(len(a.Cards), " cards")]++
	if a.Verb == game.Draw {
		n.hands[turn], n.pile = append(n.hands[turn], n.pile[0]), n.pile[1:]
		return
	}
	if makesAcehole(n.top, a.Cards) {
		n.acehole = turn
		n.counts["aceholes"]++
	}
	n.turnSeat, n.top = game.Nobody, a.Cards[len(a.Cards)-1]
	for _, c := range a.Cards {
		i := slices.Index(n.hands[turn], c)
		n.hands[turn] = slices.Delete(n.hands[turn], i, i+1)
	}
}

func (n *naive) End(state game.State, _ []game.News) string {
	result, _ := state.Result()
	for seat, hand := range n.hands {
		title := result.Titles[seat] == game.Acehole
		if result.Points[seat] != points(hand) || title != (game.Seat(seat) == n.acehole) {
			return fmt.Sprintf("seat %d is left with %v: %d points, Acehole %t", seat, hand, result.Points[seat], title)
		}
	}
	if v := state.View(game.Watcher); len(v.Out) == 0 && v.Pile > 0 {
		return "the round has ended with cards in every hand and in the pile"
	}
	return ""
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds := gametest.Dose(t, 90, 900, 9000) // the same number for each of nine numbers of seats
	seen := map[string]int{}
	gametest.NaiveAgrees(t, rounds, func(seed uint64, r *gametest.Rand) (game.State, gametest.Naive) {
		free := seed%4 == 3
		rules := gametest.New(t, acehole.New, map[bool]string{true: "draw=free"}[free])
		seats := 2 + int(seed%9)
		setup := rules.Setup(seats, r.Chance(rules, seats), nil)
		return gametest.Start(t, rules, setup), &naive{free, setup.Hands, setup.Pile, setup.TopCard, game.Nobody, false, game.Nobody, seen}
	})
	for _, what := range []string{"draws", "aceholes", "2 cards", "3 cards"} {
		if seen[what] == 0 {
			t.Errorf("the rounds had no %s, only %v", what, seen)
		}
	}
}

// FuzzPlay checks that the naive rules agree with the engine on any play from a large hand.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(20), true, []byte{1, 2, 3})
	f.Add(uint8(3), false, []byte{9, 8})
	f.Fuzz(func(t *testing.T, top uint8, up bool, picks []byte) {
		rules := gametest.New(t, acehole.New, "draw=free")
		deck := rules.Deck(2)
		at := int(top) % len(deck)
		setup := game.Setup{Lead: game.Nobody, TopCard: deck[at], CountUp: up, Pile: deck[:0:0]}
		rest := append(deck[:at:at], deck[at+1:]...)
		setup.Hands = [][]card.Card{rest[1:], rest[:1]}
		state := gametest.Start(t, rules, setup)
		var cards []card.Card
		var texts []string
		once := map[card.Card]bool{}
		held := len(picks) > 0
		for _, p := range picks {
			c := rest[1:][int(p)%(len(rest)-1)]
			held = held && !once[c]
			once[c] = true
			cards, texts = append(cards, c), append(texts, c.String())
		}
		want := held && isSetOrRun(texts, up) && canFollow(texts[0], setup.TopCard.String(), up)
		next, _, err := state.Apply(0, game.Action{Verb: game.Play, Cards: cards})
		if (err == nil) != want {
			t.Fatalf("%v on %s, up %t: got %v, want it legal: %t", texts, setup.TopCard, up, err, want)
		}
		if want {
			turned := texts[len(texts)-1][0] == '6'
			if v := next.View(0); (v.Dir == game.Up) != (up != turned) || v.Top.Cards[0] != cards[len(cards)-1] {
				t.Errorf("%v on %s, up %t: got the top %v and the count %s, want the last card on top, and only a six to turn the count", texts, setup.TopCard, up, v.Top.Cards, v.Dir)
			}
		}
	})
}
