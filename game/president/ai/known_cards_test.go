package ai

import (
	"math/rand/v2"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
)

// searchDecision reads an Observation as the search does.
func searchDecision(t *testing.T, rules *president.Rules, s ai.Observation) *decision {
	t.Helper()
	d, err := newDecision(rules, s)
	if err != nil {
		t.Fatal(err)
	}
	d.prepareSearch(rules, s)
	return d
}

// In every sampled world hands have the right size, cards that the seat gave away and that weren't
// played are where they went, and each remaining card occurs once.
func TestWorldsFitWhatIsKnown(t *testing.T) {
	for _, name := range []string{"president", "asshole"} {
		rules := gametest.New(t, systems[name], "").(*president.Rules)
		deck := card.SetOf(rules.Deck(4)...)
		r := gametest.NewRand(5)
		var before []game.Result
		for range 6 {
			end, _ := gametest.Turns(t, gametest.Dealt(t, rules, 4, r, before), func(s game.State, turn game.Seat, told []game.News) game.Action {
				d := searchDecision(t, rules, ai.Observation{View: s.View(turn), News: told})
				luck := rand.New(rand.NewPCG(1, r.Uint64()))
				for range 3 {
					var w world
					d.Deal(&w, luck)
					fits(t, name, d, s.View(turn), &w, deck)
				}
				return r.Pick(s)
			})
			result, _ := end.Result()
			before = append(before, result)
		}
	}
}

func fits(t *testing.T, name string, d *decision, v game.View, w *world, deck card.Set) {
	t.Helper()
	var all card.Set
	for c, seat := range v.Order {
		hand := w.position.Hand(c)
		if got, want := hand.Len(), v.Players[seat].Cards; got != want {
			t.Fatalf("%s: seat %d has %d cards, not %d", name, seat, got, want)
		}
		if !hand.Contains(d.known[c]) {
			t.Fatalf("%s: seat %d has not %v of %v, which went there", name, seat, hand, d.known[c])
		}
		all = all.Plus(hand).Plus(d.played[c])
	}
	if all != deck {
		t.Fatalf("%s: hands and plays are %v", name, all)
	}
}

// The true hands violate no bound, whoever looks.
func TestTrueHandsViolateNoGiftBound(t *testing.T) {
	for _, name := range []string{"president", "asshole"} {
		for _, seats := range []int{4, 5, 7} {
			rules := gametest.New(t, systems[name], "").(*president.Rules)
			r := gametest.NewRand(uint64(seats))
			places := make([]game.Seat, seats)
			for i := range places {
				places[i] = game.Seat(i)
			}
			for range 40 {
				state := gametest.Dealt(t, rules, seats, r, []game.Result{{Places: places}})
				for state.View(game.Watcher).Phase == game.Exchanging {
					seat, _ := state.Turn()
					state, _ = gametest.Apply(t, state, seat, r.Pick(state).String())
				}
				seat, _ := state.Turn()
				d := searchDecision(t, rules, ai.Observation{View: state.View(seat)})
				var hands [president.MaxChairs]card.Set
				for c, s := range state.View(seat).Order {
					hands[c] = card.SetOf(state.View(s).Hand...)
				}
				if len(d.bounds) == 0 {
					t.Fatalf("%s, %d seats: the exchange says nothing", name, seats)
				}
				if n := d.countViolations(&hands); n > 0 {
					t.Fatalf("%s, %d seats: %d cards of the true hands break a bound\n%v", name, seats, n, hands[:seats])
				}
			}
		}
	}
}
