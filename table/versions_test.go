package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// setTo returns the value of an option.
func setTo(m match.Match, key string) string {
	for _, o := range m.Rules.Options() {
		if o.Key == key {
			return o.Value
		}
	}
	return ""
}

// playOn plays whole rounds until the match has that many or is over.
func (h *harness) playOn(m match.Match, rounds int) match.Match {
	h.t.Helper()
	for len(m.Results) < rounds && m.Phase != match.Over {
		if m.Phase == match.Between {
			time.Sleep(m.Settings.Pause)
			synctest.Wait()
			m, _ = h.In(m.Channel)
		}
		m = h.playRound(m)
	}
	return m
}

// The program gets newer rules during a match. The match keeps its version and options, also
// over a restart. Its rematch uses the newest version, with the options that its players set.
// Logs of both versions can be replayed.
func TestAMatchKeepsItsRulesVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		knows := func(latest func(string) (int, bool)) *harness {
			return openWith(t, log, func(c *table.Config) { c.Rules, c.Latest = systems.New, latest })
		}
		before := knows(func(string) (int, bool) { return 1, true })
		o := matchtest.Opening(map[string]string{"target": "30"}) // not reached by ten rounds of two points
		o.System = "asshole"
		m := before.playOn(before.deal(o, bob, cy), 2)
		if err := before.Close(t.Context()); err != nil {
			t.Fatal(err)
		}

		after := knows(func(system string) (int, bool) {
			s, ok := systems.Latest(system)
			return s.Version, ok
		})
		m, _ = after.In(m.Channel)
		m = after.playOn(m, 12)
		if m.Version != 1 || len(m.Results) != 12 || m.Phase == match.Over || setTo(m, "rounds") != "0" {
			t.Errorf("opened with version 1, it has version %d, phase %v after %d rounds, rounds=%s", m.Version, m.Phase, len(m.Results), setTo(m, "rounds"))
		}
		m = after.do(m.ID, match.End{Player: ann})

		next, _, err := after.Rematch(t.Context(), m.ID, bob, true)
		if err != nil {
			t.Fatal(err)
		}
		if newest, _ := systems.Latest("asshole"); next.Version != newest.Version || setTo(next, "target") != "30" || setTo(next, "rounds") != "10" {
			t.Errorf("the rematch has version %d, target=%s, rounds=%s: the newest rules, with the target that was set", next.Version, setTo(next, "target"), setTo(next, "rounds"))
		}
		next = after.playOn(after.do(next.ID, match.Start{Player: bob}), 12)
		if outcome, over := next.Outcome(); !over || len(next.Results) != 10 || outcome.Winner == game.Nobody {
			t.Errorf("after %d rounds: over %t, %+v; ten are all it has", len(next.Results), over, outcome)
		}
		for _, was := range []match.Match{m, next} {
			if read := after.readBack(was.ID, nil); matchtest.Describe(read) != matchtest.Describe(was) || read.Version != was.Version {
				t.Errorf("version %d was played as\n%s\nand reads back as\n%s", was.Version, matchtest.Describe(was), matchtest.Describe(read))
			}
		}
	})
}
