package table_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/table"
)

// discardLog stores nothing, so all memory belongs to the table.
type discardLog struct{}

func (discardLog) Create(context.Context, []match.Event) (match.ID, error) { return 1, nil }

func (discardLog) Append(context.Context, match.ID, []match.Event, *standing.Settlement) error {
	return nil
}

func (discardLog) Events(context.Context, match.ID) iter.Seq2[match.Event, error] {
	return func(func(match.Event, error) bool) {}
}

func (discardLog) Index(context.Context) ([]table.Listed, error) { return nil, nil }

func (discardLog) SetAsleep(context.Context, map[match.ID]*table.Sleep) error { return nil }

// A table uses no more memory after thousands of clicks than after ten of each kind.
func TestClicksUseNoAdditionalMemory(t *testing.T) {
	h := table.NewRegistry(table.Config{Log: discardLog{}, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Logger: zerolog.Nop()})
	defer h.Close(context.Background())
	o := matchtest.Opening(nil)
	o.Settings = match.Settings{Clock: time.Hour}
	o.Others = []match.Player{bob, cy}
	m, err := h.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = h.Do(t.Context(), m.ID, match.Start{Player: ann}); err != nil {
		t.Fatal(err)
	}
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
