package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"deuces/game"
	"deuces/game/record"
)

// checkMatch plays a match as preset: it must end by its own rules.
func checkMatch(rules game.Rules, seats int, seed uint64) error {
	const most = 2000
	rand := NewRand(seed)
	var results []game.Result
	for {
		early, over := rules.Winner(results, seats, true)
		if !over {
			return fmt.Errorf("%d seats: the host can't end it after %d rounds", seats, len(results))
		}
		if err := checkOutcome(early, results, seats); err != nil {
			return fmt.Errorf("%d seats, ended after %d rounds: %w", seats, len(results), err)
		}
		if outcome, over := rules.Winner(results, seats, false); over {
			if len(results) == 0 {
				return fmt.Errorf("%d seats: over before it began", seats)
			}
			return checkOutcome(outcome, results, seats)
		}
		if len(results) == most {
			return fmt.Errorf("%d seats, seed %d: no end after %d rounds", seats, seed, most)
		}
		_, _, result, err := rand.Round(rules, seats, results)
		if err != nil {
			return fmt.Errorf("%d seats, seed %d, round %d: %w", seats, seed, len(results)+1, err)
		}
		results = append(results, result)
	}
}

func checkOutcome(o game.Outcome, results []game.Result, seats int) error {
	totals := make([]int, seats)
	for _, r := range results {
		for s, p := range r.Points {
			totals[s] += p
		}
	}
	switch {
	case !isOrder(o.Order, seats), o.Winner != game.Nobody && o.Winner != o.Order[0]:
		return fmt.Errorf("winner %d of %v", o.Winner, o.Order)
	case !slices.Equal(o.Totals, totals):
		return fmt.Errorf("totals %v, not %v", o.Totals, totals)
	}
	return within(o.Reason.String(), 3, maxReason)
}

var errNoneCompared = errors.New("no round could be dealt anew in a way that its players could not tell")

// checkRedealt plays rounds part of the way, deals anew what one seat may not
// know, plays them again, and sees that this seat's view is the same.
func checkRedealt(rules game.Rules, seats, rounds int, seed uint64) error {
	rand := NewRand(^seed)
	compared := 0
	var before []game.Result
	for n := range fewer(rounds, seats) {
		if n%4 == 0 {
			before = nil
		}
		setup, moves, result, err := rand.Round(rules, seats, before)
		if err != nil {
			return fmt.Errorf("%d seats, seed %d, round %d: %w", seats, seed, n+1, err)
		}
		before = append(before, result)
		for seat := game.Watcher; int(seat) < seats; seat++ {
			if len(moves) == 0 {
				break // over when dealt
			}
			some := moves[:rand.Intn(len(moves))]
			ok, err := redealt(rules, setup, some, seat, rand)
			if err != nil {
				return fmt.Errorf("%d seats, seed %d, round %d, seat %d after %d moves: %w", seats, seed, n+1, seat, len(some), err)
			}
			if ok {
				compared++
			}
		}
	}
	if compared == 0 {
		return fmt.Errorf("%d seats: %w", seats, errNoneCompared)
	}
	return nil
}

// redealt compares one seat's view of a round with that of the same round dealt
// anew. It says false where the seat can tell: a move has become impossible, the
// round has ended, or its own exchange gave it other cards.
func redealt(rules game.Rules, setup game.Setup, moves []record.Move, seat game.Seat, rand *Rand) (bool, error) {
	type glimpse struct {
		turn game.Seat
		view game.View
		news []game.News
	}
	see := func(setup game.Setup) (seen []glimpse, o *Oracle, possible bool, err error) {
		o = Watch(rules, setup)
		state, err := rules.Start(setup)
		for i := 0; err == nil; i++ {
			turn, on := state.Turn()
			seen = append(seen, glimpse{turn: turn, view: state.View(seat)})
			if i == len(moves) {
				return seen, o, on, nil
			}
			state, seen[i].news, err = state.Apply(moves[i].Seat, moves[i].Action)
			if err != nil {
				return seen, o, false, nil
			}
			err = o.Do(moves[i])
		}
		return seen, o, false, err
	}
	first, known, ok, err := see(setup)
	if err != nil || !ok {
		return false, fmt.Errorf("a round can't be played twice: %w", err)
	}
	second, other, ok, err := see(known.Anew(seat, rand))
	if err != nil || !ok || known.Seen(seat) != other.Seen(seat) {
		return false, err
	}
	for i := range first {
		if !reflect.DeepEqual(first[i], second[i]) {
			return false, fmt.Errorf("what others hold changes what it sees, from\n%+v\nto\n%+v", first[i], second[i])
		}
	}
	return true, nil
}
