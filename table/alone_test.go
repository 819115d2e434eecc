package table_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// panickingGame is a Toy that panics when somebody passes.
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

func TestGameThatPanicsEndsAlone(t *testing.T) {
	log := &tabletest.Log{}
	var lost error
	h := table.NewRegistry(table.Config{
		Log: log, Latest: matchtest.ToyVersion, Logger: zerolog.Nop(),
		OnLost: func(_ match.Match, err error) { lost = err },
		Rules: func(system string, version int, options map[string]string) (game.Rules, error) {
			rules, err := matchtest.NewToy(system, version, options)
			return panickingGame{rules}, err
		},
	})
	o := matchtest.Opening(nil)
	o.Others = []match.Player{bob}
	m, err := h.Open(t.Context(), o)
	if err == nil {
		m, err = h.Do(t.Context(), m.ID, match.Start{Player: ann})
	}
	if err == nil {
		m, err = h.Do(t.Context(), m.ID, matchtest.Turn(m, 0))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, -1)); err == nil {
		t.Error("the click that set it off was acknowledged")
	}
	if live := h.TableIn("c") != 0; live || lost == nil || !strings.Contains(lost.Error(), "index out of range") {
		t.Errorf("live %v, lost: %v", live, lost)
	}
	if err := h.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestUnreadableTableEndsAlone(t *testing.T) {
	log := &tabletest.Log{}
	h := open(t, log)
	bad := h.deal(matchtest.Opening(nil), bob)
	o := matchtest.Opening(nil)
	o.Channel = "d"
	good := h.deal(o, bob)
	if err := h.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	log.Spoil(bad.ID, 4, "bribed", `{}`)
	h = open(t, log)
	if err := h.awaitLost(); !errors.Is(err, match.ErrUnreadable) || !strings.Contains(err.Error(), `"bribed"`) {
		t.Errorf("lost: %v", err)
	}
	if _, live := h.In("c"); live {
		t.Error("the unreadable table is live")
	}
	if _, err := h.Do(t.Context(), bad.ID, match.Join{Player: ann}); err == nil {
		t.Error("the unreadable table takes commands")
	}
	h.do(good.ID, matchtest.Turn(good, 0))
	if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err != nil {
		t.Errorf("its channel is not free: %v", err)
	}
}

// The log becomes unreadable while the table is being played.
func TestTableThatBreaksEndsAlone(t *testing.T) {
	var failing atomic.Bool
	log := &tabletest.Log{}
	var bad match.ID
	log.Fail = func(op tabletest.Op, id match.ID) tabletest.Fault {
		if failing.Load() && op == tabletest.Append && id == bad {
			return tabletest.Before
		}
		return tabletest.None
	}
	h := open(t, log)
	o := matchtest.Opening(nil)
	o.Channel = "d"
	good := h.deal(o, bob)
	m := h.deal(matchtest.Opening(nil), bob)
	bad = m.ID
	log.Spoil(bad, 2, "seated", `{"player":-`)
	failing.Store(true)
	if _, err := h.Do(t.Context(), bad, matchtest.Turn(m, 0)); !errors.Is(err, match.ErrUnreadable) {
		t.Errorf("the click that found it: %v", err)
	}
	if len(h.lost) != 1 || !errors.Is(h.lost[0], match.ErrUnreadable) {
		t.Errorf("lost: %v", h.lost)
	}
	h.do(good.ID, matchtest.Turn(good, 0))
}
