// Package gametest is the one conformance suite that every game passes: what
// package game promises in prose, tried by random play through the contract.
//
// A game's own test is one line:
//
//	func TestConformance(t *testing.T) { gametest.Run(t, president.AHole) }
//
// Play is random but repeatable: chance comes from a seed, and the shuffle is
// written out here in full, so that a failure's seed finds the same round in
// any later Go. The suite never knows what is legal; it holds Legal, Apply,
// View and Result against each other and against what a table must never see.
package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"deuces/game"
)

// System makes a game with options set over its preset.
type System func(options map[string]string) (game.Rules, error)

// Run tries a system: as preset with every number of seats, each option at each
// value, and random mixes of options. How many rounds of each is a matter of the dose.
func Run(t *testing.T, system System) {
	for _, part := range suite(system, Dose(t, amount{1, 6, 5}, amount{12, 60, 1}, amount{40, 300, 1})) {
		t.Run(part.name, func(t *testing.T) {
			if err := part.check(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// part is a part of the suite.
type part struct {
	name  string
	check func() error
}

// amount is how much of everything the suite plays.
type amount struct {
	rounds int // of a preset, at a number of seats
	mixes  int // of options
	seats  int // every so many numbers of seats, the fewest and the most among them
}

func suite(system System, n amount) []part {
	// each tries the preset with every number of seats, or some of them.
	each := func(check func(rules game.Rules, seats int, seed uint64) error) func() error {
		return func() error {
			rules, err := system(nil)
			if err != nil {
				return fmt.Errorf("the preset must do: %w", err)
			}
			low, high := rules.Seats()
			if low < 2 || high < low {
				return fmt.Errorf("%d to %d seats", low, high)
			}
			for seats := low; ; seats = min(high, seats+n.seats) {
				if err := check(rules, seats, uint64(seats)); err != nil || seats == high {
					return err
				}
			}
		}
	}
	return []part{
		{"options", func() error { return checkOptions(system) }},
		{"rounds", each(func(rules game.Rules, seats int, seed uint64) error { return checkRounds(rules, seats, n.rounds, seed) })},
		{"redealt", each(func(rules game.Rules, seats int, seed uint64) error {
			return checkRedealt(rules, seats, 3*n.rounds, seed)
		})},
		{"matches", each(checkMatch)},
		{"shared", each(checkShared)},
		{"mixes", func() error { return checkMixes(system, n.mixes) }},
	}
}

// checkShared plays from one state in several goroutines: Rules and states are
// values, so that each finds what the others find. The race detector sees more.
func checkShared(rules game.Rules, seats int, seed uint64) error {
	const players = 4
	state, err := rules.Start(rules.Setup(seats, NewRand(seed).Chance(rules, seats), nil))
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	var ends [players]game.Result
	var errs [players]error
	var wait sync.WaitGroup
	for i := range players {
		wait.Go(func() {
			end, _, err := NewRand(seed).Playout(state)
			errs[i] = err
			if err == nil {
				ends[i], _ = end.Result()
			}
		})
	}
	wait.Wait()
	for i := range players {
		if !reflect.DeepEqual(ends[i], ends[0]) {
			return fmt.Errorf("%d seats, seed %d: the same round ends in two ways:\n%+v\n%+v", seats, seed, ends[0], ends[i])
		}
	}
	return errors.Join(errs[:]...)
}

// checkMixes plays rounds under random options.
func checkMixes(system System, n int) error {
	played := 0
	for seed := range uint64(n) {
		r := NewRand(seed)
		rules, values, err := Mix(system, r)
		var refused *game.Illegal
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			return fmt.Errorf("options %v: %w", values, err)
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		if err := checkRounds(rules, seats, 2, seed); err != nil {
			return fmt.Errorf("options %v: %w", values, err)
		}
		if err := checkRedealt(rules, seats, 2, seed); err != nil && !errors.Is(err, errNoneCompared) {
			return fmt.Errorf("options %v: %w", values, err)
		}
		played++
	}
	if played*10 < n {
		return fmt.Errorf("of %d random mixes of options only %d can be played", n, played)
	}
	return nil
}

// Mix makes a system with random options: about half are set, to any value. The
// error is the system's; the values are for messages.
func Mix(system System, r *Rand) (game.Rules, map[string]string, error) {
	rules, err := system(nil)
	if err != nil {
		return nil, nil, err
	}
	values := map[string]string{}
	for _, o := range rules.Options() {
		if r.Intn(2) == 0 {
			continue
		}
		switch {
		case o.Custom != nil && r.Intn(4) == 0:
			values[o.Key] = list(r.Intn(5), o.Custom.Fewest+r.Intn(3))
		case o.Choices == nil:
			values[o.Key] = fmt.Sprint(o.Min + r.Intn(o.Max-o.Min+1))
		default:
			values[o.Key] = o.Choices[r.Intn(len(o.Choices))].Value
		}
	}
	rules, err = system(values)
	return rules, values, err
}
