package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"deuces/game"
	"deuces/game/record"
)

// checkMatch plays a match with the preset. The match must end by itself.
func checkMatch(rules game.Rules, seats int, seed uint64) error {
	const most = 2000
	rand := NewRand(seed)
	var results []game.Result
	for {
		early, over := rules.Winner(results, seats, true)
		if !over {
			return fmt.Errorf("%d seats: the host can't end the match after %d rounds", seats, len(results))
		}
		if err := checkOutcome(early, results, seats); err != nil {
			return fmt.Errorf("%d seats, ended after %d rounds: %w", seats, len(results), err)
		}
		if outcome, over := rules.Winner(results, seats, false); over {
			if len(results) == 0 {
				return fmt.Errorf("%d seats: the match is over before its first round", seats)
			}
			return checkOutcome(outcome, results, seats)
		}
		if len(results) == most {
			return fmt.Errorf("%d seats, seed %d: the match has no end after %d rounds", seats, seed, most)
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
		return fmt.Errorf("got the winner %d and the order %v, want each seat once, the winner first", o.Winner, o.Order)
	case !slices.Equal(o.Totals, totals):
		return fmt.Errorf("got the totals %v, want %v", o.Totals, totals)
	}
	return checkLength(o.Reason.String(), 3, maxReason)
}

var errNoneCompared = errors.New("no round could be dealt again with other hidden cards")

// checkRedealt plays the beginning of a round. For one seat, it deals anew the cards whose place
// the seat can't know, plays the same moves, and checks that the seat's view is the same.
func checkRedealt(rules game.Rules, seats, rounds int, seed uint64) error {
	rand := NewRand(^seed)
	compared := 0
	var before []game.Result
	for n := range roundsFor(rounds, seats) {
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
				break // the deal already ended the round
			}
			played := moves[:rand.Intn(len(moves))]
			ok, err := compareRedealt(rules, setup, played, seat, rand)
			if err != nil {
				return fmt.Errorf("%d seats, seed %d, round %d, seat %d after %d moves: %w", seats, seed, n+1, seat, len(played), err)
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

// compareRedealt compares one seat's view of a round with its view after the hidden cards were
// dealt anew. It returns false if they can't be compared, because the seat notices the difference:
// a move became impossible, the round ended, or the seat's own exchange gave it other cards.
func compareRedealt(rules game.Rules, setup game.Setup, moves []record.Move, seat game.Seat, rand *Rand) (bool, error) {
	type seenState struct {
		turn game.Seat
		view game.View
		news []game.News
	}
	play := func(setup game.Setup) (seen []seenState, o *Oracle, possible bool, err error) {
		o = NewOracle(rules, setup)
		state, err := rules.Start(setup)
		for i := 0; err == nil; i++ {
			turn, on := state.Turn()
			seen = append(seen, seenState{turn: turn, view: state.View(seat)})
			if i == len(moves) {
				return seen, o, on, nil
			}
			state, seen[i].news, err = state.Apply(moves[i].Seat, moves[i].Action)
			if err != nil {
				return seen, o, false, nil
			}
			err = o.Move(moves[i])
		}
		return seen, o, false, err
	}
	first, known, ok, err := play(setup)
	if err != nil || !ok {
		return false, fmt.Errorf("the round can't be replayed: %w", err)
	}
	second, other, ok, err := play(known.Redeal(seat, rand))
	if err != nil || !ok || known.Seen(seat) != other.Seen(seat) {
		return false, err
	}
	for i := range first {
		if !reflect.DeepEqual(first[i], second[i]) {
			return false, fmt.Errorf("other hidden cards change the view from\n%+v\nto\n%+v", first[i], second[i])
		}
	}
	return true, nil
}
