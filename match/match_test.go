package match_test

import (
	"testing"
	"time"

	"deuces/game/deal"
	"deuces/game/systems"
	"deuces/match"
)

// A match of every system is played from start to end by commands and events alone, without a
// store, a clock or goroutines. Its time advances to each deadline.
func TestAMatchIsPlayedFromItsOpeningToItsEnd(t *testing.T) {
	for _, s := range systems.All() {
		t.Run(s.Name, func(t *testing.T) {
			m := match.New(1, systems.New)
			now := time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC)
			rounds := 0
			do := func(c match.Command) {
				t.Helper()
				events, err := m.Decide(c, now)
				if err != nil {
					t.Fatalf("%v: %#v: %v", m, c, err)
				}
				for _, e := range events {
					if m, err = m.Apply(e); err != nil {
						t.Fatalf("%v: %#v: %v", m, c, err)
					}
					if _, settled := e.Body.(match.Settled); settled {
						rounds++
					}
				}
			}
			do(match.Opening{Guild: "g", Channel: "c", System: s.Name, Version: s.Version, Host: ann, Others: []match.Player{bob, cy, dee}, Settings: match.DefaultSettings()})
			do(match.Start{Player: ann})
			for decisions := 0; m.Phase != match.Over; decisions++ {
				if decisions == 20_000 {
					t.Fatalf("%v isn't over after %d rounds", m, rounds)
				}
				if m.WantsSeal() {
					do(match.Seal{Seed: deal.Seed{1, byte(rounds), byte(rounds >> 8)}})
				}
				if m.Phase == match.Between {
					now = m.Deadline()
					do(match.Deal{})
					continue
				}
				now = now.Add(10 * time.Second)
				seat, _ := m.Turn()
				do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
			}
			outcome, over := m.Outcome()
			if ended, _ := m.Ended(); !over || ended.Cause != match.Won || len(outcome.Order) != 4 || rounds != len(m.Results) {
				t.Errorf("%v ended by %q after %d rounds, %d of them with a result: %+v", m, ended.Cause, rounds, len(m.Results), outcome)
			}
		})
	}
}
