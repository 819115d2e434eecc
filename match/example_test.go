package match_test

import (
	"fmt"
	"time"

	"deuces/match"
	"deuces/match/matchtest"
)

// Decide turns a command into events, and Apply is the meaning of an event. Neither changes the match or reads a clock,
// so a log of events, applied again, gives the same match.
func ExampleMatch_Decide() {
	noon := time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)
	opening := matchtest.Opening(nil) // Ann opens a table of the toy game
	opening.Version, opening.Settings, opening.Others = 1, match.DefaultSettings(), []match.Player{matchtest.Bob}

	m := match.New(7, matchtest.NewToy)
	var log []match.Event
	for _, command := range []match.Command{opening, match.Start{Player: matchtest.Bob}, match.Start{Player: matchtest.Ann}} {
		events, err := m.Decide(command, noon)
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		for _, e := range events {
			kind, _, _ := match.Encode(e.Body)
			fmt.Println(e.Seq, kind)
			m, _ = m.Apply(e)
			log = append(log, e)
		}
	}

	again := match.New(7, matchtest.NewToy)
	for _, e := range log {
		again, _ = again.Apply(e)
	}
	fmt.Println("the log gives the same match:", again.Phase == m.Phase && again.Deadline().Equal(m.Deadline()))
	// Output:
	// 1 opened
	// 2 seated
	// 3 seated
	// refused: Only the host can do that.
	// 4 started
	// the log gives the same match: true
}
