package table_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// emptyLog stores nothing, so only the table's own work is measured.
type emptyLog struct{ tabletest.Log }

func (*emptyLog) Create(context.Context, []match.Event) (match.ID, error) { return 1, nil }
func (*emptyLog) Append(context.Context, match.ID, []match.Event, *standing.Settlement) error {
	return nil
}
func (*emptyLog) Events(context.Context, match.ID) iter.Seq2[match.Event, error] { return nil }

// BenchmarkDo measures a play from command to answer, without disk I/O.
func BenchmarkDo(b *testing.B) {
	h := table.NewRegistry(table.Config{
		Log: &emptyLog{}, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Logger: zerolog.Nop(), OnChange: func(match.Match) {},
	})
	m, err := h.Open(b.Context(), match.Opening{
		Channel: "c", System: "toy", Options: map[string]string{"cards": "13", "target": "0"}, Host: ann, Others: []match.Player{bob, cy},
		Settings: match.Settings{Clock: time.Hour},
	})
	if err == nil {
		m, err = h.Do(b.Context(), m.ID, match.Start{Player: ann})
	}
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = h.Close(context.Background()) }()
	b.ReportAllocs()
	for b.Loop() {
		seat, _ := m.Turn()
		act := match.Act{Player: ann + match.Player(seat), Decision: m.Decision, Action: m.State.Default()}
		if m.Decision.Turn%3 == 1 {
			act.Action = m.State.Legal()[0]
		}
		if m, err = h.Do(b.Context(), m.ID, act); err != nil {
			b.Fatal(err)
		}
	}
}
