package table_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

func TestAFailedOpeningLeavesTheChannelFree(t *testing.T) {
	for _, c := range []struct {
		reason     string
		fault      tabletest.Fault
		unreadable bool
		want       error // nil: the table is open, and this is notified
	}{
		{"nothing was stored", tabletest.Before, false, table.ErrNotStored},
		{"it was stored despite the error", tabletest.After, false, nil},
		{"it was stored, but the log can't be read", tabletest.After, true, tabletest.ErrFault},
	} {
		synctest.Test(t, func(t *testing.T) {
			failing := false
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				switch {
				case failing && op == tabletest.Create:
					return c.fault
				case failing && c.unreadable:
					return tabletest.Before
				}
				return tabletest.None
			}}
			h := open(t, log)
			failing = true
			m, err := h.Open(t.Context(), matchtest.Opening(nil))
			synctest.Wait()
			if notified := h.notified(); !errors.Is(err, c.want) || err == nil && (m.Host != ann || len(notified) != 1 || notified[0].ID != m.ID) {
				t.Errorf("%s: %v, want %v; notified %v", c.reason, err, c.want, notified)
			}
			failing = false
			m, err = h.Open(t.Context(), matchtest.Opening(nil))
			taken, _ := errors.AsType[*table.ChannelTaken](err)
			if live, _ := log.Live(t.Context()); len(live) != 1 || (err == nil) == (taken != nil) {
				t.Errorf("%s: live tables are %v, and the second opening got %v; want one table, and ErrChannelTaken only if it was open", c.reason, live, err)
			}
			if inChannel, ok := h.In("c"); !ok || err == nil && inChannel.ID != m.ID {
				t.Errorf("%s: the channel's table is not live", c.reason)
			}
		})
	}
}

// If opening a table was reported as failed, the table ends as soon as the log can be read, or when
// somebody opens another table in the channel. Other channels aren't affected.
func TestATableWhoseCreationWasReportedAsFailedIsEnded(t *testing.T) {
	for _, atOnce := range []bool{false, true} { // whether the next table is opened before the registry retries
		synctest.Test(t, func(t *testing.T) {
			on := false
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				switch {
				case on && op == tabletest.Create:
					return tabletest.After
				case on && op == tabletest.Live:
					return tabletest.Before
				}
				return tabletest.None
			}}
			live := func() int {
				ids, err := log.Live(t.Context())
				errtest.Must(t, err)
				return len(ids)
			}
			h := open(t, log)
			on = true
			if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil || errors.Is(err, table.ErrNotStored) {
				t.Fatalf("the opening got %v, want an error that leaves open whether it was stored", err)
			}
			if _, err := h.Open(t.Context(), matchtest.Opening(nil)); !errors.Is(err, table.ErrNotStored) {
				t.Errorf("the second opening got %v, want ErrNotStored while the first may be stored", err)
			}
			advance(time.Minute)
			on = false
			if n := live(); n != 1 {
				t.Errorf("got %d live tables before the log can be read, want 1", n)
			}
			elsewhere := matchtest.Opening(nil)
			elsewhere.Channel = "d"
			if _, err := h.Open(t.Context(), elsewhere); err != nil {
				t.Errorf("opening a table in another channel got %v", err)
			}
			if !atOnce {
				advance(2 * time.Second)
				if n := live(); n != 1 {
					t.Errorf("got %d live tables after the log can be read, want 1", n)
				}
			}
			if m, err := h.Open(t.Context(), matchtest.Opening(nil)); err != nil || m.ID != 3 || m.Channel != "c" {
				t.Errorf("the next table in the channel is %v, %v; want number 3", m.ID, err)
			}
			advance(time.Minute)
			if m, err := h.Match(t.Context(), 1); err != nil || m.Phase != match.Over || h.notified()[0].ID == 1 {
				t.Errorf("the table whose creation was reported as failed is %v, %v, and notified were %v; want it over and not notified first", m.Phase, err, h.notified())
			}
			if n := len(h.Awake()); n != 2 || live() != 2 {
				t.Errorf("got %d awake tables and %d live ones in the log, want 2 and 2", n, live())
			}
		})
	}
}

// A process doesn't know whether a table was created. Meanwhile another process serves the guild. When
// the first one can read the log again, it doesn't end the table that is played there.
func TestATableOfAnotherProcessIsNotEndedAsOneWhoseCreationFailed(t *testing.T) {
	for _, c := range []struct {
		reason   string
		fault    tabletest.Fault
		released bool // whether the guild is taken from the first process before the creation fails
		opens    bool // whether the other process opens a table of its own
	}{
		{"nothing was stored", tabletest.Before, false, true},
		{"nothing was stored, and the guild was released meanwhile", tabletest.Before, true, true},
		{"it was stored, and the guild was released meanwhile", tabletest.After, true, false},
		{"it was stored, and somebody has joined it", tabletest.After, false, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			var failing atomic.Bool // the registry tries again in a goroutine of its own
			var one *harness
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				switch {
				case failing.Load() && op == tabletest.Create:
					if c.released {
						one.Stop(t.Context(), func(string) bool { return true })
					}
					return c.fault
				case failing.Load():
					return tabletest.Before
				}
				return tabletest.None
			}}
			one = open(t, log)
			failing.Store(true)
			if _, err := one.Open(t.Context(), matchtest.Opening(nil)); !errors.Is(err, tabletest.ErrFault) {
				t.Errorf("%s: opening a table while the log fails got %v", c.reason, err)
			}
			failing.Store(false)
			two := open(t, log)
			if c.opens {
				advance(time.Millisecond) // so that the tables differ in when they were opened
				two.openTable(matchtest.Opening(nil))
			}
			if !c.released || c.opens {
				two.mustDo(1, match.Join{Player: bob})
			}
			advance(time.Minute)
			if live, err := log.Live(t.Context()); err != nil || len(live) != 1 || live[0] != 1 {
				t.Errorf("%s: the live tables are %v, %v; want the other process's table", c.reason, live, err)
			}
		})
	}
}

func TestEndGuildEndsTheTablesOfAGuild(t *testing.T) {
	var failing atomic.Bool
	log := tabletest.FailWhile(&failing, tabletest.Before, tabletest.Append)
	h := open(t, log)
	played := h.startMatch(matchtest.Opening(nil), bob)
	o := matchtest.Opening(nil)
	o.Channel = "d"
	h.openTable(o)
	o.Guild, o.Channel = "another", "e"
	other := h.startMatch(o, bob)

	failing.Store(true)
	if err := h.EndGuild(t.Context(), "g"); !errors.Is(err, tabletest.ErrFault) {
		t.Errorf("EndGuild got %v while nothing can be stored, want ErrFault", err)
	}
	failing.Store(false)
	for range 2 { // the second call does nothing
		errtest.Must(t, h.EndGuild(t.Context(), "g"))
		if live := h.Live(); len(live) != 1 || live[0] != other.ID {
			t.Errorf("live tables are %v, want only that of the other guild", live)
		}
	}
	if live, err := log.Live(t.Context()); len(live) != 1 || err != nil {
		t.Errorf("live in the log are %v, %v; want one", live, err)
	}
	if _, err := h.Do(t.Context(), played.ID, matchtest.Turn(played, 0)); !matchtest.Refused(err) {
		t.Errorf("a click after the end got %v, want a refusal", err)
	}
	h.mustDo(other.ID, matchtest.Turn(other, 0))
}

func TestLeaveAllGivesUpEverySeatOfAPlayer(t *testing.T) {
	h := open(t, new(tabletest.Log))
	h.startMatch(matchtest.Opening(nil), bob)
	lobby := matchtest.Opening(nil)
	lobby.Channel = "d"
	m := h.openTable(lobby)
	h.mustDo(m.ID, match.Join{Player: bob})
	for range 2 { // the second call does nothing
		errtest.Must(t, h.LeaveAll(t.Context(), bob))
		if at, err := h.TablesOf(t.Context(), bob); len(at) != 0 || err != nil {
			t.Errorf("seated at %d tables, want 0: %v", len(at), err)
		}
	}
	if at, err := h.TablesOf(t.Context(), lobby.Host); len(at) != 2 || err != nil {
		t.Errorf("the host is seated at %d tables, want 2: %v", len(at), err)
	}
}

// panickingGame is a toy game that panics when somebody passes.
type panickingGame struct{ game.Rules }

type panickingState struct{ game.State }

func (b panickingGame) Start(s game.Setup) (game.State, error) {
	state, err := b.Rules.Start(s)
	return panickingState{state}, err
}

func (f panickingState) Apply(s game.Seat, a game.Action) (game.State, []game.News, error) {
	if a.Verb == game.Pass {
		panic("index out of range")
	}
	state, news, err := f.State.Apply(s, a)
	return panickingState{state}, news, err
}

func TestOnlyTheTableOfAPanickingGameEnds(t *testing.T) {
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
		c.Rules = func(system string, version int, options map[string]string) (game.Rules, error) {
			rules, err := matchtest.NewToy(system, version, options)
			return panickingGame{rules}, err
		}
	})
	m := h.startMatch(matchtest.Opening(nil), bob)
	m = h.mustDo(m.ID, matchtest.Turn(m, 0))
	if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, -1)); err == nil {
		t.Error("the click that caused the panic was acknowledged")
	}
	if err := h.awaitLost(); h.TableIn("c") != 0 || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("the channel has table %d, and the loss was reported with %v; want none, and the panic", h.TableIn("c"), err)
	}
}

// If a log becomes unreadable while its table is being played or while the program is down, only
// that table ends.
func TestOnlyTheTableOfAnUnreadableLogEnds(t *testing.T) {
	for _, running := range []bool{false, true} {
		var failing atomic.Bool
		log := tabletest.FailWhile(&failing, tabletest.Before, tabletest.Append)
		h := open(t, log)
		bad := h.startMatch(matchtest.Opening(nil), bob)
		o := matchtest.Opening(nil)
		o.Channel = "d"
		good := h.startMatch(o, bob)
		if running {
			log.Spoil(bad.ID, 2, "seated", `{"player":-`)
			failing.Store(true)
			if _, err := h.Do(t.Context(), bad.ID, matchtest.Turn(bad, 0)); !errors.Is(err, match.ErrUnreadable) {
				t.Errorf("the click that found the damage got %v, want ErrUnreadable", err)
			}
			failing.Store(false)
		} else {
			h.stop()
			log.Spoil(bad.ID, 4, "bribed", `{}`)
			h = open(t, log)
		}
		if err := h.awaitLost(); !errors.Is(err, match.ErrUnreadable) || !running && !strings.Contains(err.Error(), `"bribed"`) {
			t.Errorf("running is %v, and the loss was reported with %v; want ErrUnreadable", running, err)
		}
		if _, live := h.In("c"); live {
			t.Error("the unreadable table is live")
		}
		if _, err := h.Do(t.Context(), bad.ID, match.Join{Player: ann}); err == nil {
			t.Error("the unreadable table takes commands")
		}
		h.mustDo(good.ID, matchtest.Turn(good, 0))
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err != nil {
			t.Errorf("cannot open another table in its channel: %v", err)
		}
	}
}
