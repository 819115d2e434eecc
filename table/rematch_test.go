package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// People who played to the end keep their order of seats, and so do the computers, if they are
// allowed.
func TestARematchSeatsTheSamePlayers(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		o := matchtest.Opening(map[string]string{"target": "2"})
		o.Others = []match.Player{bob, dee}
		m := h.tableWithComputers(o, ai.Hard)
		computer, _ := m.Computer(3)
		h.mustDo(m.ID, match.Leave{Player: dee})
		if _, _, err := h.Rematch(t.Context(), m.ID, bob, true); !errors.Is(err, match.ErrStale) {
			t.Errorf("a rematch of a match that is on: %v", err)
		}
		m = h.mustDo(m.ID, match.End{Player: ann})
		for _, p := range []match.Player{dee, eve} {
			if _, _, err := h.Rematch(t.Context(), m.ID, p, true); !matchtest.Refused(err) {
				t.Errorf("a rematch for %d, who did not play to the end: %v", p, err)
			}
		}
		next, fresh, err := h.Rematch(t.Context(), m.ID, bob, true)
		if err != nil || !fresh {
			t.Fatal(fresh, err)
		}
		if got := fmt.Sprintf("%d, host %d, target %s", next.Players(), next.Host, next.Rules.Options()[1].Value); next.Former != m.ID || got != "[12 -1 11], host 12, target 2" {
			t.Errorf("the rematch has %s", got)
		}
		if c, _ := next.Computer(1); c != computer {
			t.Errorf("%+v became %+v", computer, c)
		}
		for _, p := range []match.Player{ann, bob} {
			again, fresh, err := h.Rematch(t.Context(), m.ID, p, true)
			if err != nil || fresh || again.ID != next.ID {
				t.Errorf("a later click gets table %d, %v, %v; want %d", again.ID, fresh, err, next.ID)
			}
		}
		h.mustDo(next.ID, match.End{Player: bob})
		if next, _, err = h.Rematch(t.Context(), m.ID, bob, false); err != nil || fmt.Sprint(next.Players()) != "[12 11]" {
			t.Errorf("when computers are not allowed: %v, %v", err, next.Players())
		}
	})
}

func TestARematchStartsUnlessSomeoneObjects(t *testing.T) {
	for _, tt := range []struct {
		command match.Command
		starts  bool // within ten seconds
		reason  string
	}{
		{nil, true, "nobody objects"},
		{match.Wait{Player: cy}, false, "a player wants it to wait"},
		{match.Leave{Player: cy}, false, "a player leaves"},
		{match.SetOption{Player: bob, Key: "target", Value: "3"}, false, "the host changes the rules"},
		{match.Start{Player: bob}, true, "the host starts it"},
		{match.Join{Player: dee}, true, "a newcomer gets ten seconds as well"},
	} {
		testWithHarness(t, func(t *testing.T, h *harness) {
			m := h.startMatch(matchtest.Opening(map[string]string{"target": "2"}), bob, cy)
			m = h.mustDo(m.ID, match.End{Player: ann})
			m, _, err := h.Rematch(t.Context(), m.ID, bob, true)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(4 * time.Second)
			if tt.command != nil {
				m = h.mustDo(m.ID, tt.command)
			}
			if got := m.StartsAt(); m.Phase == match.Lobby && got.IsZero() == tt.starts {
				t.Errorf("%s: it starts at %v", tt.reason, got)
			}
			time.Sleep(10*time.Second + time.Millisecond)
			synctest.Wait()
			m = h.table()
			if started := m.Phase == match.Playing; started != tt.starts {
				t.Errorf("%s: started %v after %v", tt.reason, started, m.At.Sub(m.OpenedAt))
			}
		})
	}
}

// The program gets newer rules during a match. The match keeps its version and options, even after
// a restart. Its rematch has the newest version and the options that the players set. Logs of both
// versions can be replayed.
func TestAMatchKeepsItsRulesVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		before := openWith(t, log, allSystems)
		o := matchtest.Opening(map[string]string{"target": "30"})
		o.System = "asshole"
		m := before.playRound(before.startMatch(o, bob, cy))
		before.stop()
		newest, _ := systems.Latest("asshole")
		after := openWith(t, log, func(c *table.Config) {
			c.Rules, c.Latest = systems.New, func(string) (int, bool) { return newest.Version, true }
		})
		advance(time.Until(m.Deadline()))
		m = after.playRound(after.table())
		m = after.mustDo(m.ID, match.End{Player: ann})
		next, _, err := after.Rematch(t.Context(), m.ID, bob, true)
		if err != nil {
			t.Fatal(err)
		}
		next = after.playRound(after.mustDo(next.ID, match.Start{Player: bob}))
		for _, c := range []struct {
			m       match.Match
			version int
			rounds  string // the default of this version
			played  int
		}{{m, 1, "0", 2}, {next, newest.Version, "10", 1}} {
			set := map[string]string{}
			for _, o := range c.m.Rules.Options() {
				set[o.Key] = o.Value
			}
			if c.m.Version != c.version || set["target"] != "30" || set["rounds"] != c.rounds || len(c.m.Results) != c.played {
				t.Errorf("version %d has target=%s and rounds=%s, and played %d rounds; want %+v", c.m.Version, set["target"], set["rounds"], len(c.m.Results), c)
			}
			if read := after.replay(c.m.ID, nil); matchtest.Describe(read) != matchtest.Describe(c.m) {
				t.Errorf("version %d was played as\n%s\nand reads back as\n%s", c.m.Version, matchtest.Describe(c.m), matchtest.Describe(read))
			}
		}
	})
}

// AfterRound returns the state at the end of a round, even if players join or leave later.
func TestAfterRoundReturnsThePastState(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.startMatch(matchtest.Opening(map[string]string{"target": "9"}), bob, cy)
		first := h.playRound(m)
		h.mustDo(m.ID, match.Leave{Player: bob})
		h.mustDo(m.ID, match.Join{Player: dee})
		advance(time.Until(first.Deadline()))
		second := h.playRound(h.table())
		h.mustDo(m.ID, match.End{Player: ann})

		lobby, err := h.AfterRound(t.Context(), m.ID, 0)
		if err != nil || lobby.Phase != match.Lobby || !slices.Equal(lobby.Players(), []match.Player{ann, bob, cy}) {
			t.Errorf("the lobby: %v, %v, %v", lobby.Phase, lobby.Players(), err)
		}
		for i, want := range []match.Match{first, second} {
			got, err := h.AfterRound(t.Context(), m.ID, i+1)
			if err != nil || got.Phase != match.Between || len(got.Results) != i+1 || !slices.Equal(got.Players(), want.Players()) || !slices.Equal(got.Totals(), want.Totals()) {
				t.Errorf("round %d: %v, %d results, %v, %v, %v", i+1, got.Phase, len(got.Results), got.Players(), got.Totals(), err)
			}
		}
		for id, round := range map[match.ID]int{m.ID: 3, m.ID + 1: 0} { // an unfinished round, and a table that doesn't exist
			if _, err := h.AfterRound(t.Context(), id, round); !errors.Is(err, match.ErrNoTable) {
				t.Errorf("table %d, round %d: %v", id, round, err)
			}
		}
	})
}
