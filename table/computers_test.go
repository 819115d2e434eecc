package table_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// thinkFunc is the type of Config.Think.
type thinkFunc func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error)

func last(_ context.Context, _ game.Rules, _ ai.Level, s ai.Observation) (game.Action, error) {
	return s.View.Legal[len(s.View.Legal)-1], nil
}

func first(_ context.Context, _ game.Rules, _ ai.Level, s ai.Observation) (game.Action, error) {
	return s.View.Legal[0], nil
}

func withThink(t *testing.T, log *tabletest.Log, think thinkFunc) *harness {
	return openWith(t, log, func(cfg *table.Config) { cfg.Think = think })
}

// tableWithComputers returns a running match of Ann with computers at all other seats.
func (h *harness) tableWithComputers(level ai.Level, others ...match.Player) match.Match {
	h.t.Helper()
	o := matchtest.Opening(nil)
	o.Others = others
	m, err := h.Open(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	h.do(m.ID, match.AddComputer{Player: ann, Level: level, Fill: true})
	return h.do(m.ID, match.Start{Player: ann})
}

// A whole match of one person and three computers: they keep their pace, play quickly when
// nobody else plays, and each sees only its own cards.
func TestComputersPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		levels := map[ai.Level]int{}
		var wrong []string
		h := withThink(t, &tabletest.Log{}, func(_ context.Context, _ game.Rules, l ai.Level, s ai.Observation) (game.Action, error) {
			mu.Lock()
			defer mu.Unlock()
			levels[l]++
			told := 0
			for _, n := range s.News {
				if n.Kind == game.Played {
					told++
				}
			}
			laid := 12 // all dealt cards minus those still held
			for _, p := range s.View.Players {
				laid -= p.Cards
			}
			if s.View.Seat != s.View.Turn || len(s.View.Hand) != s.View.Players[s.View.Seat].Cards || told != laid {
				wrong = append(wrong, fmt.Sprintf("%+v", s))
			}
			return s.View.Legal[len(s.View.Legal)-1], nil // everyone who can passes, so Ann goes out first
		})
		m := h.tableWithComputers(ai.Hard)
		normal, hurried, took := 0, 0, map[time.Duration]bool{}
		for m.Phase != match.Over {
			seat, due := m.Turn()
			if !due || m.Players()[seat] == ann {
				if due {
					m = h.do(m.ID, matchtest.Turn(m, 0))
				} else {
					wait(time.Until(m.Deadline()))
					m = h.now()
				}
				continue
			}
			pace := m.Deadline().Sub(m.At)
			took[pace] = true
			switch v, _ := m.View(game.Watcher); {
			case v.Players[0].Cards > 0:
				normal++
				if !matchtest.Paced(m) {
					t.Errorf("a computer takes %v while Ann plays", pace)
				}
			default:
				hurried++
				if pace != m.Settings.Pace/10 {
					t.Errorf("a computer takes %v while nobody plays", pace)
				}
			}
			wait(pace - time.Millisecond)
			if h.now().Seq != m.Seq {
				t.Fatal("it played before its time")
			}
			wait(time.Millisecond)
			after, err := h.Match(t.Context(), m.ID)
			if err != nil || after.Seq == m.Seq {
				t.Fatalf("it did not play in its time: %v", err)
			}
			if moves := after.Moves; moves[len(moves)-1].By != match.ByComputer {
				t.Errorf("it was played by %q", moves[len(moves)-1].By)
			}
			m = after
		}
		if len(wrong) > 0 {
			t.Errorf("seen, for one: %s", wrong[0])
		}
		if levels[ai.Hard] != normal+hurried || len(levels) != 1 {
			t.Errorf("thought %v for %d decisions", levels, normal+hurried)
		}
		if normal < 5 || hurried == 0 || len(took) < 5 {
			t.Errorf("%d decisions at pace, %d in a hurry, %d different times", normal, hurried, len(took))
		}
		for _, s := range h.log.Settled() {
			if s.People != 1 || s.Bots == 0 || len(s.Entries) != 1 || s.Entries[0].Player != ann || s.Entries[0].Place == 0 {
				t.Errorf("settled: %+v", s)
			}
		}
	})
}

// Rounds without computers aren't marked, even if a stand-in finished them.
func TestAStandInDoesNotMakeARoundOneWithComputers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		levels := map[ai.Level]int{}
		h := withThink(t, &tabletest.Log{}, func(ctx context.Context, r game.Rules, l ai.Level, s ai.Observation) (game.Action, error) {
			mu.Lock()
			defer mu.Unlock()
			levels[l]++
			return first(ctx, r, l, s)
		})
		m := h.deal(matchtest.Opening(nil), bob)
		h.do(m.ID, match.Leave{Player: bob})
		for m = h.now(); m.Decision.Round == 1 && m.Phase == match.Playing; m = h.now() {
			if seat, _ := m.Turn(); m.Players()[seat] == ann {
				h.do(m.ID, matchtest.Turn(m, 0))
				continue
			}
			wait(time.Until(m.Deadline()))
			if moves := h.now().Moves; moves[len(moves)-1].By != match.ByStandIn {
				t.Errorf("played by %q", moves[len(moves)-1].By)
			}
		}
		settled := h.log.Settled()
		if len(settled) != 1 || settled[0].People != 2 || settled[0].Bots != 0 || len(settled[0].Entries) != 2 || !settled[0].Entries[1].Left {
			t.Errorf("settled: %+v", settled)
		}
		if levels[ai.Normal] == 0 || len(levels) != 1 {
			t.Errorf("stand-ins play at %v", levels)
		}
	})
}

// Without active people the match is paused and finally ends.
func TestComputersDoNotPlayAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withThink(t, &tabletest.Log{}, first)
		m := h.tableWithComputers(ai.Normal)
		h.do(m.ID, match.Leave{Player: ann})
		if !h.now().Paused {
			t.Error("they play on")
		}
		wait(time.Hour)
		h.do(m.ID, match.Join{Player: ann})
		if h.now().Paused {
			t.Fatal("still paused")
		}
		// Ann stops playing; only her timeout counts.
		for n := 0; !h.now().Paused; n++ {
			if n > 100 {
				t.Fatal("they play on for ever")
			}
			wait(time.Until(h.now().Deadline()))
		}
		wait(24 * time.Hour)
		last, err := h.Match(t.Context(), m.ID)
		if e, over := last.Ended(); err != nil || !over || e.Cause != match.Abandoned {
			t.Errorf("%v, %+v", err, e)
		}
	})
}

func TestComputersDoNotVote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withThink(t, &tabletest.Log{}, first)
		m := h.tableWithComputers(ai.Normal, bob)
		if _, err := h.Do(t.Context(), m.ID, match.Kick{Player: bob, Against: ann}); !matchtest.Refused(err) {
			t.Errorf("Bob alone votes with two computers: %v", err)
		}
		h.do(m.ID, match.Leave{Player: ann})
		if got := h.now().Host; got != bob {
			t.Errorf("the host is %d", got)
		}
	})
}

func TestARematchHasTheSameComputers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withThink(t, &tabletest.Log{}, first)
		m := h.tableWithComputers(ai.Hard, bob)
		m = h.do(m.ID, match.End{Player: ann})
		next, _, err := h.Rematch(t.Context(), m.ID, bob, true)
		if err != nil || fmt.Sprint(next.Players()) != "[12 -1 -2 11]" {
			t.Fatalf("%v, %v", err, next.Players())
		}
		for s := range game.Seat(2) {
			was, _ := m.Computer(s + 2)
			if is, ok := next.Computer(s + 1); !ok || is != was {
				t.Errorf("%+v became %+v", was, is)
			}
		}
		h.do(next.ID, match.End{Player: bob})
		next, _, err = h.Rematch(t.Context(), m.ID, bob, false)
		if err != nil || fmt.Sprint(next.Players()) != "[12 11]" {
			t.Errorf("where none may play: %v, %v", err, next.Players())
		}
	})
}
