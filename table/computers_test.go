package table_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
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

func playFirst(_ context.Context, _ game.Rules, _ ai.Level, s ai.Observation) (game.Action, error) {
	return s.View.Legal[0], nil
}

func openWithThink(t *testing.T, log *tabletest.Log, think thinkFunc) *harness {
	return openWith(t, log, func(cfg *table.Config) {
		cfg.Think = func(ctx context.Context, rules game.Rules, l ai.Level, o ai.Observation, _ ai.Fixed) (game.Action, error) {
			return think(ctx, rules, l, o)
		}
	})
}

// tableWithComputers returns a running match in which all seats without a person have computers.
func (h *harness) tableWithComputers(o match.Opening, level ai.Level) match.Match {
	h.t.Helper()
	m := h.openTable(o)
	for _, most := m.Seats(); len(m.Players()) < most; {
		m = h.mustDo(m.ID, match.AddComputer{Player: ann, Level: level})
	}
	return h.mustDo(m.ID, match.Start{Player: ann})
}

// computersTurn plays for Ann until a computer is to move.
func (h *harness) computersTurn(m match.Match) match.Match {
	h.t.Helper()
	for seat, _ := m.Turn(); m.Players()[seat] == ann; seat, _ = m.Turn() {
		m = h.mustDo(m.ID, matchtest.Turn(m, 0))
	}
	return m
}

// One person and three computers play a whole match. The computers keep their pace, also when nobody
// else plays, until the person skips to the result. Each sees only its own cards.
func TestComputersPlayAWholeMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var thoughts atomic.Int64
		h := openWithThink(t, &tabletest.Log{}, func(_ context.Context, _ game.Rules, l ai.Level, s ai.Observation) (game.Action, error) {
			thoughts.Add(1)
			played := 0
			for _, n := range s.News {
				if n.Kind == game.Played {
					played++
				}
			}
			wantPlayed := 12 // all dealt cards except those still held
			for _, p := range s.View.Players {
				wantPlayed -= p.Cards
			}
			if l != ai.Hard || s.View.Seat != s.View.Turn || len(s.View.Hand) != s.View.Players[s.View.Seat].Cards || played != wantPlayed {
				t.Errorf("a computer of level %v sees %+v, want its own cards only", l, s)
			}
			return s.View.Legal[len(s.View.Legal)-1], nil // always passes if possible, so Ann goes out first
		})
		m := h.tableWithComputers(matchtest.Opening(nil), ai.Hard)
		normal, alone, fast, took := 0, 0, 0, map[time.Duration]bool{}
		for m.Phase != match.Over {
			seat, due := m.Turn()
			switch {
			case !due:
				advance(time.Until(m.Deadline()))
				m = h.table()
				continue
			case m.Players()[seat] == ann:
				m = h.mustDo(m.ID, matchtest.Turn(m, 0))
				continue
			case m.CanSkip():
				if alone++; alone%3 == 0 {
					m = h.mustDo(m.ID, match.SkipAhead{Player: ann})
				}
			}
			pace := m.Deadline().Sub(m.At)
			took[pace] = true
			if v, _ := m.View(game.Watcher); v.Players[0].Cards > 0 || m.CanSkip() {
				normal++
				if !matchtest.Paced(m) {
					t.Errorf("a computer takes %v before Ann skips to the result, want the table's pace", pace)
				}
			} else if fast++; pace != m.Settings.Pace/10 {
				t.Errorf("a computer takes %v once Ann has skipped to the result, want a tenth of the pace", pace)
			}
			advance(pace - time.Millisecond)
			if h.table().Seq != m.Seq {
				t.Fatal("the computer played before its time")
			}
			advance(time.Millisecond)
			after := h.see(m.ID)
			if moves := after.Moves; after.Seq == m.Seq || moves[len(moves)-1].By != match.ByComputer {
				t.Fatalf("after its time the moves are %+v, want one more by the computer", moves)
			}
			m = after
		}
		if n := int(thoughts.Load()); n != normal+fast || normal < 5 || fast == 0 || len(took) < 5 {
			t.Errorf("got %d thoughts for %d decisions at pace and %d in a hurry, which took %d different times; want a thought for each, and at least 5 times", n, normal, fast, len(took))
		}
		for _, s := range h.log.Settled() {
			if s.People != 1 || s.Bots == 0 || len(s.Entries) != 1 || s.Entries[0].Player != ann || s.Entries[0].Place == 0 {
				t.Errorf("settled %+v, want the entry of Ann alone", s)
			}
		}
	})
}

// If a computer fails, the table plays the default action.
func TestAComputerThatFailsPlaysTheDefault(t *testing.T) {
	for _, c := range []struct {
		reason string
		think  func() (game.Action, error) // nil: the table has no Config.Think
		extra  time.Duration               // time from the end of the pace until the table plays the default
	}{
		{"an error", func() (game.Action, error) { return game.Action{}, errors.New("no idea") }, 0},
		{"a panic", func() (game.Action, error) { panic("no idea") }, 0},
		{"an illegal action", func() (game.Action, error) { return game.Action{Verb: game.Pass}, nil }, 0},
		{"an invalid action", func() (game.Action, error) { return game.Action{}, nil }, 0},
		{"no function that thinks", nil, 0},
		{"it takes too long", func() (game.Action, error) { time.Sleep(time.Hour); return game.Action{}, nil }, 8 * time.Second},
	} {
		t.Run(c.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var think thinkFunc
				if c.think != nil {
					think = func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error) { return c.think() }
				}
				h := openWithThink(t, &tabletest.Log{}, think)
				m := h.computersTurn(h.tableWithComputers(matchtest.Opening(nil), ai.Easy))
				for seat, _ := m.Turn(); m.Decision.Round == 1 && m.Players()[seat] != ann; seat, _ = m.Turn() {
					want := m.State.Default()
					advance(time.Until(m.Deadline()) + c.extra)
					moves := h.table().Moves
					got := moves[len(moves)-1]
					if h.table().Seq == m.Seq || got.By != match.ByComputer || want.Verb == game.Play && !slices.Equal(got.News[0].Cards, want.Cards) {
						t.Fatalf("%+v, want %v", got, want)
					}
					m = h.table()
				}
			})
		})
	}
}

// If a computer hasn't finished thinking when its time is over, its context is canceled. Its choice
// still counts.
func TestAComputerLearnsThatItsTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openWithThink(t, &tabletest.Log{}, func(ctx context.Context, _ game.Rules, _ ai.Level, s ai.Observation) (game.Action, error) {
			<-ctx.Done()
			time.Sleep(20 * time.Millisecond)
			return s.View.Legal[len(s.View.Legal)-1], nil
		})
		m := h.computersTurn(h.tableWithComputers(matchtest.Opening(nil), ai.Easy))
		legal := m.State.Legal()
		advance(m.Settings.Pace*14/10 + 20*time.Millisecond)
		moves := h.table().Moves
		got := moves[len(moves)-1]
		if want := legal[len(legal)-1]; want.Verb == game.Play && !slices.Equal(got.News[0].Cards, want.Cards) ||
			want.Verb == game.Pass && got.News[0].Kind != game.Passed || h.table().Seq == m.Seq {
			t.Errorf("%+v, want %v", got, want)
		}
	})
}

// A player returns while a stand-in is thinking. They get the turn, and the stand-in's choice is
// discarded. If they leave again, the stand-in plays.
func TestReturningStopsTheStandInsThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped := make(chan time.Duration, 1)
		h := openWithThink(t, &tabletest.Log{}, func(ctx context.Context, r game.Rules, l ai.Level, s ai.Observation) (game.Action, error) {
			if l != ai.Normal {
				t.Errorf("a stand-in plays at level %v, want normal", l)
			}
			start := time.Now()
			<-ctx.Done()
			stopped <- time.Since(start)
			return playFirst(ctx, r, l, s)
		})
		m := h.startMatch(matchtest.Opening(nil), bob)
		seat, _ := m.Turn()
		p := m.Players()[seat]
		h.mustDo(m.ID, match.Leave{Player: p})
		advance(time.Second / 2)
		h.mustDo(m.ID, match.Join{Player: p})
		advance(10 * time.Second)
		if got := h.table().Decision; got != m.Decision {
			t.Errorf("the stand-in played on to %v after the player returned", got)
		}
		if took := <-stopped; took != time.Second/2 {
			t.Errorf("the stand-in thought for %v, want 500ms", took)
		}
		h.mustDo(m.ID, match.Leave{Player: p})
		advance(2 * m.Settings.Pace)
		if moves := h.table().Moves; len(moves) != 1 || moves[0].By != match.ByStandIn {
			t.Errorf("after the player left again: moves %+v, want one by the stand-in", moves)
		}
	})
}

// After a restart, a computer thinks for the rest of its time.
func TestAComputerContinuesThinkingAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openWithThink(t, &tabletest.Log{}, playFirst)
		m := h.computersTurn(h.tableWithComputers(matchtest.Opening(nil), ai.Normal))
		advance(400 * time.Millisecond)
		left := time.Until(m.Deadline())
		h = h.restartAfter(time.Hour, 0)
		advance(left - time.Millisecond)
		if h.table().Decision != m.Decision {
			t.Error("the computer played before its time")
		}
		advance(2 * time.Millisecond)
		if now := h.table(); now.Decision == m.Decision || now.Moves[len(now.Moves)-1].By != match.ByComputer {
			t.Errorf("after its time: decision %v, moves %+v; want one more by the computer", now.Decision, now.Moves)
		}
	})
}
