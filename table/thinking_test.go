package table_test

import (
	"context"
	"errors"
	"slices"
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

// If a computer fails, the default is played.
func TestAComputerThatFailsPlaysTheDefault(t *testing.T) {
	for _, c := range []struct {
		reason string
		think  thinkFunc
		late   time.Duration // after the pace is over
	}{
		{"an error", func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error) {
			return game.Action{}, errors.New("no idea")
		}, 0},
		{"a panic", func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error) { panic("no idea") }, 0},
		{"an illegal action", func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error) {
			return game.Action{Verb: game.Pass}, nil
		}, 0},
		{"an invalid action", func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error) {
			return game.Action{}, nil
		}, 0},
		{"no mind", nil, 0},
		{"no end", func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error) {
			time.Sleep(time.Hour)
			return game.Action{}, nil
		}, 8 * time.Second},
	} {
		t.Run(c.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := withThink(t, &tabletest.Log{}, c.think)
				m := h.tableWithComputers(ai.Easy)
				for seat, _ := m.Turn(); m.Players()[seat] == ann; seat, _ = m.Turn() {
					m = h.do(m.ID, matchtest.Turn(m, 0))
				}
				for m.Decision.Round == 1 && m.Players()[must(m.Turn())] != ann {
					want := m.State.Default()
					wait(time.Until(m.Deadline()) + c.late)
					moves := h.now().Moves
					got := moves[len(moves)-1]
					if h.now().Seq == m.Seq || got.By != match.ByComputer || want.Verb == game.Play && !slices.Equal(got.News[0].Cards, want.Cards) {
						t.Fatalf("%+v, want %v", got, want)
					}
					m = h.now()
				}
			})
		})
	}
}

func must(s game.Seat, _ bool) game.Seat { return s }

// A computer that hasn't finished when its time is over is told to stop, and its choice still
// counts.
func TestAComputerLearnsThatItsTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withThink(t, &tabletest.Log{}, func(ctx context.Context, r game.Rules, l ai.Level, s ai.Observation) (game.Action, error) {
			<-ctx.Done()
			time.Sleep(20 * time.Millisecond)
			return last(ctx, r, l, s)
		})
		m := h.tableWithComputers(ai.Easy)
		for m.Players()[must(m.Turn())] == ann {
			m = h.do(m.ID, matchtest.Turn(m, 0))
		}
		legal := m.State.Legal()
		wait(m.Settings.Pace*14/10 + 20*time.Millisecond)
		moves := h.now().Moves
		got := moves[len(moves)-1]
		if want := legal[len(legal)-1]; want.Verb == game.Play && !slices.Equal(got.News[0].Cards, want.Cards) ||
			want.Verb == game.Pass && got.News[0].Kind != game.Passed || h.now().Seq == m.Seq {
			t.Errorf("%+v, want %v", got, want)
		}
	})
}

// A player who returns while a stand-in is thinking gets the turn, and the stand-in's choice is
// discarded.
func TestReturningStopsTheStandInsThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped := make(chan time.Duration, 1)
		h := withThink(t, &tabletest.Log{}, func(ctx context.Context, r game.Rules, l ai.Level, s ai.Observation) (game.Action, error) {
			start := time.Now()
			<-ctx.Done()
			stopped <- time.Since(start)
			return first(ctx, r, l, s)
		})
		m := h.deal(matchtest.Opening(nil), bob)
		p := m.Players()[must(m.Turn())]
		h.do(m.ID, match.Leave{Player: p})
		wait(time.Second / 2)
		h.do(m.ID, match.Join{Player: p})
		wait(10 * time.Second)
		if got := h.now().Decision; got != m.Decision {
			t.Errorf("played on to %v", got)
		}
		if took := <-stopped; took != time.Second/2 {
			t.Errorf("it thought for %v", took)
		}
	})
}

// After a restart a computer thinks for the rest of its time.
func TestAComputerContinuesThinkingAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := withThink(t, log, first)
		m := h.tableWithComputers(ai.Normal)
		for m.Players()[must(m.Turn())] == ann {
			m = h.do(m.ID, matchtest.Turn(m, 0))
		}
		wait(400 * time.Millisecond)
		left := time.Until(m.Deadline())
		if err := h.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		stopped := time.Now()
		time.Sleep(time.Hour)
		h = openWith(t, log, func(cfg *table.Config) { cfg.Think, cfg.LastAlive = first, stopped })
		wait(left - time.Millisecond)
		if h.now().Decision != m.Decision {
			t.Error("it played before its time")
		}
		wait(2 * time.Millisecond)
		if now := h.now(); now.Decision == m.Decision || now.Moves[len(now.Moves)-1].By != match.ByComputer {
			t.Errorf("after its time: %v, %+v", now.Decision, now.Moves)
		}
	})
}
