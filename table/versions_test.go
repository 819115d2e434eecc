package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// The program gets newer rules during a match. The match keeps its version and options, also
// over a restart. Its rematch uses the newest version, with the options that its players set.
// Logs of both versions can be replayed.
func TestAMatchKeepsItsRulesVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		before := openWith(t, log, allSystems)
		o := matchtest.Opening(map[string]string{"target": "30"})
		o.System = "asshole"
		m := before.playRound(before.deal(o, bob, cy))
		before.stop()
		newest, _ := systems.Latest("asshole")
		after := openWith(t, log, func(c *table.Config) {
			c.Rules, c.Latest = systems.New, func(string) (int, bool) { return newest.Version, true }
		})
		wait(time.Until(m.Deadline()))
		m = after.playRound(after.now())
		m = after.do(m.ID, match.End{Player: ann})
		next, _, err := after.Rematch(t.Context(), m.ID, bob, true)
		if err != nil {
			t.Fatal(err)
		}
		next = after.playRound(after.do(next.ID, match.Start{Player: bob}))
		for _, c := range []struct {
			m       match.Match
			version int
			rounds  string // the default of the version
			played  int
		}{{m, 1, "0", 2}, {next, newest.Version, "10", 1}} {
			set := map[string]string{}
			for _, o := range c.m.Rules.Options() {
				set[o.Key] = o.Value
			}
			if c.m.Version != c.version || set["target"] != "30" || set["rounds"] != c.rounds || len(c.m.Results) != c.played {
				t.Errorf("version %d has target=%s and rounds=%s, and played %d rounds; want %+v", c.m.Version, set["target"], set["rounds"], len(c.m.Results), c)
			}
			if read := after.readBack(c.m.ID, nil); matchtest.Describe(read) != matchtest.Describe(c.m) {
				t.Errorf("version %d was played as\n%s\nand reads back as\n%s", c.m.Version, matchtest.Describe(c.m), matchtest.Describe(read))
			}
		}
	})
}
