package president

import (
	"maps"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
)

// With the hidden hands put back, an Observation equals the position.
func TestAnObservationHidesOtherHands(t *testing.T) {
	compared := 0
	for seed := range gametest.Dose[uint64](t, 40, 120, 1000) {
		r := gametest.NewRand(seed)
		system := []gametest.System{AHole, President, Asshole}[r.Intn(3)]
		rules, err := system(randomOptions(r, system))
		if err != nil {
			t.Fatal(err)
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		var before []game.Result
		for range 2 {
			state, err := rules.Start(rules.Setup(seats, r.Chance(rules, seats), before))
			if err != nil {
				t.Fatal(err)
			}
			for turn, on := state.Turn(); on; turn, on = state.Turn() {
				want := state.(*State).RoundState().Position()
				for _, seat := range []game.Seat{turn, game.Seat(r.Intn(seats))} {
					got, err := Observation(state.View(seat))
					if err != nil {
						t.Fatal(err)
					}
					for c := range want.Chairs() {
						if own := want.Hand(c) == got.Hand(c); own {
							continue
						} else if got.Hand(c) != (card.Set{}) || state.View(seat).Order[c] == seat {
							t.Fatalf("seed %d: seat %d sees %v in chair %d, where %v is", seed, seat, got.Hand(c), c, want.Hand(c))
						}
						got.SetHand(c, want.Hand(c))
					}
					if got != want {
						t.Fatalf("seed %d, options %v: seat %d sees\n%+v\nwhere it is\n%+v", seed, game.Changed(rules.Options()), seat, got, want)
					}
					compared++
				}
				legal := state.Legal()
				next, _, err := state.Apply(turn, legal[r.Intn(len(legal))])
				if err != nil {
					t.Fatal(err)
				}
				state = next
			}
			result, _ := state.Result()
			if _, err := Observation(state.View(0)); err == nil {
				t.Fatal("a round that is over shows a position")
			}
			before = append(before, result)
		}
	}
	t.Logf("%d positions seen", compared)
}

// perft counts the ways in which a round can continue for some turns.
func perft(p Position, turns int) int {
	if turns == 0 || p.Turn() < 0 {
		return 1
	}
	n := 0
	var room [64]Move
	for _, m := range p.Moves(room[:0]) {
		next := p
		next.Do(m)
		n += perft(next, turns-1)
	}
	return n
}

// ways counts the same with the naive rules.
func (n *naive) ways(turns int) int {
	if turns == 0 || n.turn < 0 {
		return 1
	}
	count := 0
	for play := range n.legal() {
		next := *n
		next.hands, next.out, next.history = slices.Clone(n.hands), slices.Clone(n.out), slices.Clone(n.history)
		next.passed = maps.Clone(n.passed)
		if play == "pass" {
			next.act(nil, card.None)
		} else {
			a, err := game.ParseAction(play)
			if err != nil {
				return -1
			}
			for i, c := range a.Cards { // an AnyJoker is the first Joker in the hand
				if c == card.AnyJoker {
					taken := slices.Clone(a.Cards[:i])
					j := slices.IndexFunc(n.hands[n.turn], func(h card.Card) bool { return h.IsJoker() && !slices.Contains(taken, h) })
					a.Cards[i] = n.hands[n.turn][j]
				}
			}
			next.act(a.Cards, card.None)
		}
		count += next.ways(turns - 1)
	}
	return count
}

func TestTheNaiveRulesCountTheSameWays(t *testing.T) {
	for _, tt := range []struct {
		options, deal string
		turns, ways   int
		why           string
	}{
		{"", "Ann 3c 3d 9h / Bob 4c 4d Ts / Cy 5c 5d Jd", 10, 1694, "sets and passes"},
		{"pass=out", "Ann 3c 3d 9h / Bob 4c 4d Ts / Cy 5c 5d Jd", 10, 1932, "who passed has no choice"},
		{"equal=skip size=bigger", "Ann 3c 3d 9h / Bob 3h 9d Ts / Cy 5c 5d Jd", 10, 2211, "skips"},
		{"suits=poker jokers=2 joker=wild four=revolution", "Ann 3c 3d *1 / Bob 4c 4d *2 / Cy 5c 5d 5h 5s", 10, 7214, "suits, Jokers and a revolution"},
		{"twos=fewer four=invert jokers=1", "Ann 3c 3d 3h *1 / Bob 2c 2d 4h / Cy Kc Kd Kh", 10, 7053, "twos"},
	} {
		c := ruleCase{options: tt.options, deal: tt.deal, play: "= turn Ann"}
		state := played(t, c)
		first := state.(*State).RoundState()
		rules := first.rules
		values := map[string]string{}
		for _, o := range rules.Options() {
			values[o.Key] = o.Value
		}
		n := &naive{option: values, passed: map[int]bool{}}
		for seat := range len(state.View(0).Players) {
			n.hands = append(n.hands, state.View(game.Seat(seat)).Hand)
		}
		got, naively := perft(state.(*State).RoundState().Position(), tt.turns), n.ways(tt.turns)
		if got != tt.ways || got != naively {
			t.Errorf("%s, %d turns: %d ways, naively %d; want %d: %s", tt.deal, tt.turns, got, naively, tt.ways, tt.why)
		}
	}
}
