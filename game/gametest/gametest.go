// Package gametest is the test suite that every game must pass. It tests the promises of package
// game by random play through that package's interfaces.
//
// A game's own test is one line:
//
//	func TestConformance(t *testing.T) { gametest.Run(t, president.AHole) }
//
// Play is random but repeatable, because it follows from a seed. The shuffle is implemented here,
// so that a seed gives the same round with any later version of Go. The suite doesn't know which
// actions are legal. It compares Legal, Apply, View and Result with each other and with an Oracle.
package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"deuces/game"
)

// System returns the rules of a game with some options changed from its preset.
type System func(options map[string]string) (game.Rules, error)

// Run tests a system: its preset with every number of seats, each option with each value, and
// random mixes of options. The dose decides how many rounds are played.
func Run(t *testing.T, system System) {
	for _, part := range suite(system, Dose(t, volume{1, 6, 5}, volume{8, 40, 1}, volume{40, 300, 1})) {
		t.Run(part.name, func(t *testing.T) {
			if err := part.run(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// RunSet tests a system with some options, and every number of seats.
func RunSet(t *testing.T, system System, options map[string]string) {
	set := func(map[string]string) (game.Rules, error) { return system(options) }
	for _, part := range suite(set, Dose(t, volume{1, 0, 1}, volume{8, 0, 1}, volume{40, 0, 1})) {
		if part.name != "options" && part.name != "mixes" {
			t.Run(part.name, func(t *testing.T) {
				if err := part.run(); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// check is a part of the suite.
type check struct {
	name string
	run  func() error
}

// volume says how much the suite plays.
type volume struct {
	rounds int // number of rounds of the preset, for each number of seats
	mixes  int // number of random mixes of options
	seats  int // step between the tested numbers of seats; the fewest and the most are always tested
}

func suite(system System, n volume) []check {
	// each returns a function that runs a check with the preset and the chosen numbers of seats.
	each := func(check func(rules game.Rules, seats int, seed uint64) error) func() error {
		return func() error {
			rules, err := system(nil)
			if err != nil {
				return fmt.Errorf("the preset is refused: %w", err)
			}
			low, high := rules.Seats()
			if low < 2 || high < low {
				return fmt.Errorf("the rules are for %d to %d seats, want at least 2", low, high)
			}
			for seats := low; ; seats = min(high, seats+n.seats) {
				if err := check(rules, seats, uint64(seats)); err != nil || seats == high {
					return err
				}
			}
		}
	}
	return []check{
		{"options", func() error { return checkOptions(system) }},
		{"setups", each(checkSetups)},
		{"rounds", each(func(rules game.Rules, seats int, seed uint64) error { return checkRounds(rules, seats, n.rounds, seed) })},
		{"redealt", each(func(rules game.Rules, seats int, seed uint64) error {
			return checkRedealt(rules, seats, 3*n.rounds, seed)
		})},
		{"matches", each(checkMatch)},
		{"shared", each(checkShared)},
		{"mixes", func() error { return checkMixes(system, n.mixes) }},
	}
}

// checkShared plays from one State in several goroutines. All must get the same result, and the
// race detector must find no shared data.
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
			return fmt.Errorf("%d seats, seed %d: a round with the same moves ends in two ways:\n%+v\n%+v", seats, seed, ends[0], ends[i])
		}
	}
	return errors.Join(errs[:]...)
}

// checkMixes plays rounds with random options.
func checkMixes(system System, n int) error {
	played := 0
	for seed := uint64(0); seed < uint64(10*n) && played < n; seed++ {
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
	if played < n {
		return fmt.Errorf("of %d random combinations of options only %d can be played", 10*n, played)
	}
	return nil
}

// Mix returns the rules of a system in which about half of the options are set to a random value,
// and these values for messages. The error is the system's.
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
			values[o.Key] = repeatedNumber(r.Intn(5), o.Custom.Fewest+r.Intn(3))
		case o.Choices == nil:
			values[o.Key] = fmt.Sprint(o.Min + r.Intn(o.Max-o.Min+1))
		default:
			values[o.Key] = o.Choices[r.Intn(len(o.Choices))].Value
		}
	}
	rules, err = system(values)
	return rules, values, err
}
