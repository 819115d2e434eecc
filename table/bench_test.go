package table_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// nothing is a log that keeps nothing: what is left is the table's own part.
type nothing struct{ tabletest.Log }

func (*nothing) Create(context.Context, []table.Event) (table.ID, error) { return 1, nil }
func (*nothing) Append(context.Context, table.ID, []table.Event, *standing.Settlement) error {
	return nil
}
func (*nothing) Events(context.Context, table.ID) iter.Seq2[table.Event, error] { return nil }

// BenchmarkDo is one play from click to answer, without the disk.
func BenchmarkDo(b *testing.B) {
	h := table.NewRegistry(table.Config{
		Log: &nothing{}, Rules: tabletest.NewToy, Latest: tabletest.ToyVersion, Logger: zerolog.Nop(), Changed: func(table.Match) {},
	})
	m, err := h.Open(b.Context(), table.Opening{
		Channel: "c", System: "toy", Options: map[string]string{"cards": "13", "target": "0"}, Host: ann, Others: []table.Player{bob, cy},
		Settings: table.Settings{Clock: time.Hour},
	})
	if err == nil {
		m, err = h.Do(b.Context(), m.ID(), table.Start{Player: ann})
	}
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = h.Close(context.Background()) }()
	b.ReportAllocs()
	for b.Loop() {
		seat, _ := m.Turn()
		act := table.Act{Player: ann + table.Player(seat), Decision: m.Decision(), Action: m.State().Default()}
		if m.Decision().Turn%3 == 1 {
			act.Action = m.State().Legal()[0]
		}
		if m, err = h.Do(b.Context(), m.ID(), act); err != nil {
			b.Fatal(err)
		}
	}
}
