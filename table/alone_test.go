package table_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

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
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
		c.Rules = func(system string, version int, options map[string]string) (game.Rules, error) {
			rules, err := matchtest.NewToy(system, version, options)
			return panickingGame{rules}, err
		}
	})
	m := h.deal(matchtest.Opening(nil), bob)
	m = h.do(m.ID, matchtest.Turn(m, 0))
	if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, -1)); err == nil {
		t.Error("the click that set it off was acknowledged")
	}
	if err := h.awaitLost(); h.TableIn("c") != 0 || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("live %d, lost: %v", h.TableIn("c"), err)
	}
}

// The log becomes unreadable while the table is being played, or while the program is down.
func TestUnreadableTableEndsAlone(t *testing.T) {
	for _, running := range []bool{false, true} {
		var failing atomic.Bool
		log := tabletest.FailWhile(&failing, tabletest.Before, tabletest.Append)
		h := open(t, log)
		bad := h.deal(matchtest.Opening(nil), bob)
		o := matchtest.Opening(nil)
		o.Channel = "d"
		good := h.deal(o, bob)
		if running {
			log.Spoil(bad.ID, 2, "seated", `{"player":-`)
			failing.Store(true)
			if _, err := h.Do(t.Context(), bad.ID, matchtest.Turn(bad, 0)); !errors.Is(err, match.ErrUnreadable) {
				t.Errorf("the click that found it: %v", err)
			}
			failing.Store(false)
		} else {
			h.stop()
			log.Spoil(bad.ID, 4, "bribed", `{}`)
			h = open(t, log)
		}
		if err := h.awaitLost(); !errors.Is(err, match.ErrUnreadable) || !running && !strings.Contains(err.Error(), `"bribed"`) {
			t.Errorf("running %v, lost: %v", running, err)
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
}
