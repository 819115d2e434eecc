package acehole_test

import (
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

// A second, naive implementation of the rules: all orders of all sets of cards of a hand, filtered
// by the sentences of rules.md A, with cards as text.

const (
	numbers = "23456789T"
	facing  = "JQK"
)

func isNumber(c string) bool { return strings.Contains(numbers, c[:1]) }
func isFace(c string) bool   { return strings.Contains(facing, c[:1]) }
func isJoker(c string) bool  { return c[0] == '*' }
func red(c string) bool      { return c[1] == 'h' || c[1] == 'd' }

// may reports whether b may go on t (A3).
func may(b, t string, up bool) bool {
	if isJoker(t) || isJoker(b) {
		return true
	}
	if b[0] == t[0] {
		return true
	}
	if isFace(b) && red(b) == red(t) {
		return true
	}
	if b[0] == 'A' && red(b) != red(t) {
		return true
	}
	if b[0] == '6' && red(b) == red(t) {
		return true
	}
	if isNumber(b) && b[1] == t[1] {
		below := strings.Index(numbers, b[:1]) < strings.Index(numbers, t[:1])
		return isFace(t) || isNumber(t) && below == !up
	}
	return false
}

// together reports whether cards make a set or a run in their order (A4).
func together(cards []string, up bool) bool {
	set, run := true, true
	for i := 1; i < len(cards); i++ {
		a, b := cards[i-1], cards[i]
		set = set && a[0] == b[0]
		if !up {
			a, b = b, a
		}
		run = run && a[1] == b[1] && (strings.Contains(numbers, a[:1]+b[:1]) || strings.Contains(facing, a[:1]+b[:1]))
	}
	return set || run
}

func naive(v game.View) map[string]bool {
	legal := map[string]bool{}
	top, up := v.Top.Cards[0].String(), v.Dir == game.Up
	var lay func(laid, rest []card.Card)
	lay = func(laid, rest []card.Card) {
		if len(laid) > 0 {
			var texts []string
			for _, c := range laid {
				texts = append(texts, c.String())
			}
			// If some cards are neither a set nor a run, adding cards doesn't help.
			if !together(texts, up) || !may(texts[0], top, up) {
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

// points returns what cards left in a hand cost (A7).
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

// turnsAcehole reports whether a play puts an Ace on the other color, on the top card or
// within the play (A9).
func turnsAcehole(top card.Card, laid []card.Card) bool {
	for _, c := range laid {
		t, b := top.String(), c.String()
		if b[0] == 'A' && !isJoker(t) && red(b) != red(t) {
			return true
		}
		top = c
	}
	return false
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds := gametest.Dose(t, 90, 900, 9000) // one ninth with each number of seats
	positions, plays, draws, aceholes := 0, map[int]int{}, 0, 0
	for seed := range uint64(rounds) {
		free := seed%4 == 3
		options := map[string]string{}
		if free {
			options["draw"] = "free"
		}
		rules, err := acehole.New(options)
		if err != nil {
			t.Fatal(err)
		}
		rand := gametest.NewRand(seed)
		seats := 2 + int(seed%9)
		setup := rules.Setup(seats, rand.Chance(rules, seats), nil)
		state, err := rules.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		hands, pile, named := setup.Hands, setup.Pile, game.Nobody
		open := false // a seat that couldn't play when its turn began may draw
		for began := game.Nobody; ; {
			turn, on := state.Turn()
			if !on {
				break
			}
			v := state.View(turn)
			want := naive(v)
			if turn != began {
				began, open = turn, len(want) == 0
			}
			if v.Pile > 0 && (open || free) {
				want["draw"] = true
				draws++
			}
			if len(want) == 0 {
				t.Fatalf("seed %d: nothing to do for seat %d, and the round goes on", seed, turn)
			}
			for _, a := range v.Legal {
				plays[len(a.Cards)]++
				if key := record.Reduce(a, true); !want[key] {
					t.Fatalf("seed %d: %s on %v %s is listed", seed, a, v.Top.Cards, v.Dir)
				} else {
					delete(want, key)
				}
			}
			if len(want) > 0 {
				t.Fatalf("seed %d: %v on %v %s from %v aren't listed", seed, want, v.Top.Cards, v.Dir, v.Hand)
			}
			positions++
			a := v.Legal[rand.Intn(len(v.Legal))]
			if state, _, err = state.Apply(turn, a); err != nil {
				t.Fatal(err)
			}
			if a.Verb == game.Draw {
				hands[turn], pile = append(hands[turn], pile[0]), pile[1:]
				continue
			}
			began = game.Nobody
			if turnsAcehole(v.Top.Cards[0], a.Cards) {
				named = turn
			}
			for _, c := range a.Cards {
				i := slices.Index(hands[turn], c)
				hands[turn] = slices.Delete(hands[turn], i, i+1)
			}
		}
		result, _ := state.Result()
		for seat, hand := range hands {
			title := result.Titles[seat] == game.Acehole
			if result.Points[seat] != points(hand) || title != (game.Seat(seat) == named) {
				t.Fatalf("seed %d: seat %d is left with %v: %d points, Acehole %t", seed, seat, hand, result.Points[seat], title)
			}
		}
		if named != game.Nobody {
			aceholes++
		}
		v := state.View(game.Watcher)
		if len(v.Out) == 0 && v.Pile > 0 {
			t.Fatalf("seed %d: the round has ended with cards in every hand and in the pile", seed)
		}
	}
	if draws == 0 || aceholes == 0 || plays[2] == 0 || plays[3] == 0 {
		t.Errorf("of %d positions: plays by length %v, draws %d", positions, plays, draws)
	}
	t.Logf("%d positions, plays by length %v, draws %d", positions, plays, draws)
}

// FuzzPlay checks that the naive rules agree on any play from a hand with many choices.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(20), true, []byte{1, 2, 3})
	f.Add(uint8(3), false, []byte{9, 8})
	f.Fuzz(func(t *testing.T, top uint8, up bool, picks []byte) {
		rules, err := acehole.New(map[string]string{"draw": "free"})
		if err != nil {
			t.Fatal(err)
		}
		deck := rules.Deck(2)
		at := int(top) % len(deck)
		setup := game.Setup{Lead: game.Nobody, TopCard: deck[at], CountUp: up, Pile: deck[:0:0]}
		rest := append(deck[:at:at], deck[at+1:]...)
		setup.Hands = [][]card.Card{rest[1:], rest[:1]}
		state, err := rules.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
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
		want := held && together(texts, up) && may(texts[0], setup.TopCard.String(), up)
		next, _, err := state.Apply(0, game.Action{Verb: game.Play, Cards: cards})
		if (err == nil) != want {
			t.Fatalf("%v on %s, up %t: %v, want it legal: %t", texts, setup.TopCard, up, err, want)
		}
		if want {
			turned := texts[len(texts)-1][0] == '6'
			if v := next.View(0); (v.Dir == game.Up) != (up != turned) || v.Top.Cards[0] != cards[len(cards)-1] {
				t.Errorf("%v on %s, up %t: top %v, %s", texts, setup.TopCard, up, v.Top.Cards, v.Dir)
			}
		}
	})
}
