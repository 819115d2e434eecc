package table_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// discardLog stores no event after the opening, so all memory belongs to the table.
type discardLog struct{ tabletest.Log }

func (*discardLog) Append(context.Context, match.ID, []match.Event, *standing.Settlement) error {
	return nil
}

// A table uses no more memory after thousands of clicks than after ten of each kind.
func TestClicksUseNoAdditionalMemory(t *testing.T) {
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.Log, c.OnChange = &discardLog{}, nil })
	o := matchtest.Opening(nil)
	o.Settings = match.Settings{Clock: time.Hour}
	m := h.deal(o, bob, cy)
	clicks := func(n int) {
		for i := range n {
			now, _ := h.Match(t.Context(), m.ID)
			vote := 0
			if now.Vote != nil {
				vote = now.Vote.Number
			}
			for _, c := range []match.Command{
				match.Act{Player: bob, Decision: now.Decision, Action: game.Action{Verb: game.Pass}},
				match.Act{Player: ann, Decision: match.Decision{Round: 9}, Action: game.Action{Verb: game.Pass}},
				match.Here{Player: cy},
				match.Leave{Player: bob}, match.Join{Player: bob},
				match.Leave{Player: bob}, match.Join{Player: eve}, match.Leave{Player: eve}, match.Join{Player: bob},
				match.Join{Player: dee}, match.Leave{Player: dee},
				match.Kick{Player: bob, Against: cy}, match.Ballot{Player: ann, Number: vote},
				match.Kick{Player: ann, Against: cy}, match.Pardon{Player: ann, Kicked: cy}, match.Join{Player: cy},
				match.SetOptions{Player: ann, Options: map[string]string{fmt.Sprint(i): "1"}},
			} {
				_, _ = h.Do(t.Context(), m.ID, c) // some are refused on purpose
			}
		}
	}
	heap := func() int64 {
		var s runtime.MemStats
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	clicks(10)
	few := heap()
	clicks(1000)
	if grown := heap() - few; grown > 16<<10 {
		t.Errorf("a thousand rounds of clicks took %d bytes", grown)
	}
	runtime.KeepAlive(h)
}
