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
func searchDecision(rules *president.Rules, s ai.Observation) (*decision, error) {
	d, err := newDecision(rules, s)
	if err == nil {
		d.prepareSearch(rules, s)
	}
	return d, err
}

// In every sampled world hands have the right size, cards that the seat gave away and that weren't
// played are where they went, and each remaining card occurs once.
func TestWorldsFitWhatIsKnown(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"president": president.President, "asshole": president.Asshole,
	} {
		made, err := system(nil)
		if err != nil {
			t.Fatal(err)
		}
		rules := made.(*president.Rules)
		r := gametest.NewRand(5)
		var before []game.Result
		for range 6 {
			state, err := rules.Start(rules.Setup(4, r.Chance(rules, 4), before))
			if err != nil {
				t.Fatal(err)
			}
			var told []game.News
			for {
				seat, on := state.Turn()
				if !on {
					break
				}
				s := ai.Observation{View: state.View(seat), News: told}
				d, err := searchDecision(rules, s)
				if err != nil {
					t.Fatal(err)
				}
				luck := rand.New(rand.NewPCG(1, r.Uint64()))
				for range 3 {
					var w world
					d.Deal(&w, luck)
					fits(t, name, d, s, &w, card.SetOf(rules.Deck(4)...))
				}
				legal := s.View.Legal
				next, news, err := state.Apply(seat, legal[r.Intn(len(legal))])
				if err != nil {
					t.Fatal(err)
				}
				state, told = next, append(told, news...)
			}
			result, _ := state.Result()
			before = append(before, result)
		}
	}
}

func fits(t *testing.T, name string, d *decision, s ai.Observation, w *world, deck card.Set) {
	t.Helper()
	var all card.Set
	for c, seat := range s.View.Order {
		hand := w.position.Hand(c)
		if got, want := hand.Len(), s.View.Players[seat].Cards; got != want {
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
	for name, system := range map[string]gametest.System{
		"president": president.President, "asshole": president.Asshole,
	} {
		for _, seats := range []int{4, 5, 7} {
			made, err := system(nil)
			if err != nil {
				t.Fatal(err)
			}
			rules := made.(*president.Rules)
			r := gametest.NewRand(uint64(seats))
			places := make([]game.Seat, seats)
			for i := range places {
				places[i] = game.Seat(i)
			}
			for range 40 {
				state, err := rules.Start(rules.Setup(seats, r.Chance(rules, seats), []game.Result{{Places: places}}))
				if err != nil {
					t.Fatal(err)
				}
				for state.View(game.Watcher).Phase == game.Exchanging {
					seat, _ := state.Turn()
					legal := state.View(seat).Legal
					if state, _, err = state.Apply(seat, legal[r.Intn(len(legal))]); err != nil {
						t.Fatal(err)
					}
				}
				seat, _ := state.Turn()
				d, err := searchDecision(rules, ai.Observation{View: state.View(seat)})
				if err != nil {
					t.Fatal(err)
				}
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
