package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

func everyone(match.Player) bool { return true }

// People who played to the end have their seats kept, in the same order, and so have the computers,
// if they are allowed. Nobody has a seat whom the caller leaves out, such as people whose data was deleted.
func TestARematchKeepsTheSeatsOfTheSamePlayers(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		o := matchtest.Opening(map[string]string{"target": "2"})
		o.Others = []match.Player{bob, dee}
		m := h.tableWithComputers(o, ai.Hard)
		computer, _ := m.Computer(3)
		h.mustDo(m.ID, match.Leave{Player: dee})
		if _, _, err := h.Rematch(t.Context(), m.ID, bob, everyone); !errors.Is(err, match.ErrStale) {
			t.Errorf("a rematch of a running match got %v, want ErrStale", err)
		}
		m = h.mustDo(m.ID, match.End{Player: ann})
		for _, p := range []match.Player{dee, eve} {
			if _, _, err := h.Rematch(t.Context(), m.ID, p, everyone); !matchtest.Refused(err) {
				t.Errorf("a rematch for %d, who did not play to the end, got %v, want a refusal", p, err)
			}
		}
		next, fresh, err := h.Rematch(t.Context(), m.ID, bob, everyone)
		if err != nil || !fresh {
			t.Fatal(fresh, err)
		}
		if got := fmt.Sprintf("%d, host %d, target %s", next.Players(), next.Host, next.Rules.Options()[1].Value); next.Former != m.ID || got != "[12 -1 11], host 12, target 2" || !next.Vacant(2) {
			t.Errorf("the rematch has players %s; want Bob, the computer and Ann, whose seat is kept", got)
		}
		if c, _ := next.Computer(1); c != computer {
			t.Errorf("computer %+v is %+v in the rematch", computer, c)
		}
		for _, p := range []match.Player{ann, bob} {
			again, fresh, err := h.Rematch(t.Context(), m.ID, p, everyone)
			if err != nil || fresh || again.ID != next.ID {
				t.Errorf("a later click gets table %d, %v, %v; want %d", again.ID, fresh, err, next.ID)
			}
		}
		h.mustDo(next.ID, match.End{Player: bob})
		next, _, err = h.Rematch(t.Context(), m.ID, bob, func(p match.Player) bool { return !p.IsComputer() })
		if err != nil || fmt.Sprint(next.Players()) != "[12 11]" {
			t.Errorf("when computers are not allowed: %v, players %v; want Bob and Ann", err, next.Players())
		}
		h.mustDo(next.ID, match.End{Player: bob})
		if next, _, err = h.Rematch(t.Context(), m.ID, bob, func(p match.Player) bool { return p != ann }); err != nil || fmt.Sprint(next.Players()) != "[12 -1]" {
			t.Errorf("when Ann's data was deleted: %v, players %v; want Bob and the computer", err, next.Players())
		}
	})
}

// Bob opens the rematch. The others join four seconds later, or not at all: then their seats are
// free after a minute, and the rest play if they are enough.
func TestARematchSeatsWhoeverJoins(t *testing.T) {
	join := func(p match.Player) match.Command { return match.Join{Player: p} }
	for _, tt := range []struct {
		reason   string
		commands []match.Command // four seconds after the rematch is opened
		starts   time.Duration   // after it is opened; 0: not within two minutes
		players  string
	}{
		{"everyone joins", []match.Command{join(cy), join(ann)}, 14 * time.Second, "[12 13 11]"},
		{"only Cy joins", []match.Command{join(cy)}, time.Minute, "[12 13]"},
		{"nobody else joins", nil, 0, "[12]"},
		{"a seat is kept even from the host", []match.Command{join(cy), match.Start{Player: bob}}, time.Minute, "[12 13]"},
		{"Ann gives her seat up", []match.Command{join(cy), match.Leave{Player: ann}}, 14 * time.Second, "[12 13]"},
		{"the host gives her seat away", []match.Command{join(cy), match.Kick{Player: bob, Against: ann}}, 14 * time.Second, "[12 13]"},
		{"a newcomer joins as well", []match.Command{join(cy), join(dee), join(ann)}, 14 * time.Second, "[12 13 11 14]"},
		{"the last free seat is kept", []match.Command{join(dee), join(eve), join(ann)}, time.Minute, "[12 11 14]"},
		{"a player wants it to wait", []match.Command{join(cy), join(ann), match.Wait{Player: cy}}, 0, "[12 13 11]"},
		{"a player leaves again", []match.Command{join(cy), join(ann), match.Leave{Player: cy}}, 0, "[12 11]"},
		{"the host changes the rules", []match.Command{join(cy), join(ann), match.SetOption{Player: bob, Key: "target", Value: "3"}}, 0, "[12 13 11]"},
		{"the host starts it", []match.Command{join(cy), join(ann), match.Start{Player: bob}}, 4 * time.Second, "[12 13 11]"},
	} {
		testWithHarness(t, func(t *testing.T, h *harness) {
			m := h.startMatch(matchtest.Opening(map[string]string{"target": "2"}), bob, cy)
			m = h.mustDo(m.ID, match.End{Player: ann})
			m, _, err := h.Rematch(t.Context(), m.ID, bob, everyone)
			errtest.Must(t, err)
			opened := time.Now()
			time.Sleep(4 * time.Second)
			for _, c := range tt.commands {
				if _, err := h.Do(t.Context(), m.ID, c); err != nil && !matchtest.Refused(err) {
					t.Fatal(err)
				}
			}
			var started time.Duration
			for time.Since(opened) < 2*time.Minute {
				synctest.Wait()
				if started == 0 && h.table().Phase == match.Playing {
					started = time.Since(opened).Truncate(time.Second)
				}
				time.Sleep(time.Second / 2)
			}
			if players := fmt.Sprint(h.table().Players()); started != tt.starts || players != tt.players {
				t.Errorf("%s: it starts after %v with %s, want %v with %s", tt.reason, started, players, tt.starts, tt.players)
			}
		})
	}
}

// The program gets newer rules during a match. The match keeps its version, even after a restart. Its
// rematch has the newest version and the options that the players set.
func TestAMatchKeepsItsRulesVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, newest := &tabletest.Log{}, 1
		versions := func(c *table.Config) {
			c.Latest = func(string) (int, bool) { return newest, true }
			c.Rules = func(system string, version int, options map[string]string) (game.Rules, error) {
				if version == 2 {
					options = map[string]string{"target": options["target"], "cards": "4"} // version 1 deals three
				}
				return matchtest.NewToy(system, 1, options)
			}
		}
		before := openWith(t, log, versions)
		m := before.playRound(before.startMatch(matchtest.Opening(map[string]string{"target": "30"}), bob, cy))
		before.stop()
		newest = 2
		after := openWith(t, log, versions)
		advance(time.Until(m.Deadline()))
		m = after.table()
		after.mustDo(m.ID, match.End{Player: ann})
		next, _, err := after.Rematch(t.Context(), m.ID, bob, everyone)
		errtest.Must(t, err)
		for _, p := range []match.Player{ann, cy} {
			after.mustDo(next.ID, match.Join{Player: p})
		}
		next = after.mustDo(next.ID, match.Start{Player: bob})
		for version, m := range map[int]match.Match{1: m, 2: next} {
			v, _ := m.View(1)
			if set := m.Rules.Options()[1].Value; m.Version != version || len(v.Hand) != version+2 || set != "30" {
				t.Errorf("got version %d with %d cards and target %s, want version %d with %d and 30", m.Version, len(v.Hand), set, version, version+2)
			}
			if read := after.replay(m.ID, nil); version == 2 && matchtest.Describe(read) != matchtest.Describe(m) {
				t.Errorf("version %d was played as\n%s\nand reads back as\n%s", version, matchtest.Describe(m), matchtest.Describe(read))
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
			t.Errorf("the past lobby is %v with %v, %v; want the first three players", lobby.Phase, lobby.Players(), err)
		}
		for i, want := range []match.Match{first, second} {
			got, err := h.AfterRound(t.Context(), m.ID, i+1)
			if err != nil || got.Phase != match.Between || len(got.Results) != i+1 || !slices.Equal(got.Players(), want.Players()) || !slices.Equal(got.Totals(), want.Totals()) {
				t.Errorf("round %d: %v, %d results, %v, %v, %v", i+1, got.Phase, len(got.Results), got.Players(), got.Totals(), err)
			}
		}
		for id, round := range map[match.ID]int{m.ID: 3, m.ID + 1: 0} { // an unfinished round, and a table that doesn't exist
			if _, err := h.AfterRound(t.Context(), id, round); !errors.Is(err, match.ErrNoTable) {
				t.Errorf("table %d, round %d: got %v, want ErrNoTable", id, round, err)
			}
		}
	})
}
