package store

import (
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/table"
)

// Index lists a table as asleep until events are appended to its log.
func TestIndexListsSleepingTables(t *testing.T) {
	t.Parallel()
	s := openAt(t, place(t))
	var tables []*sitting
	for i := range 3 {
		tables = append(tables, sit(t, s, gametest.NewRand(uint64(i)), "g1", ann, bob))
	}
	first, second, third := tables[0], tables[1], tables[2]
	index := func(want ...table.Listed) {
		t.Helper()
		got, err := s.Index(t.Context())
		equal(t, "the index", want, got, err)
	}
	rest := func(tables map[match.ID]*table.Sleep) {
		t.Helper()
		must(t, s.SetAsleep(t.Context(), tables))
	}
	listed := func(g *sitting, s *table.Sleep) table.Listed {
		return table.Listed{ID: g.id, Guild: g.match.Guild, Channel: g.match.Channel, Asleep: s}
	}
	index(listed(first, nil), listed(second, nil), listed(third, nil))

	due := &table.Sleep{Seq: first.match.Seq, Until: noon().Add(1234 * time.Millisecond), Players: []match.Player{ann, bob}}
	never := &table.Sleep{Seq: second.match.Seq}
	rest(map[match.ID]*table.Sleep{first.id: due, second.id: never, third.id: nil})
	index(listed(first, due), listed(second, never), listed(third, nil))

	rest(map[match.ID]*table.Sleep{second.id: nil, third.id: {Seq: third.match.Seq - 1}})
	first.do(first.next())
	index(listed(first, nil), listed(second, nil), listed(third, nil))

	again := &table.Sleep{Seq: first.match.Seq, Players: []match.Player{bob}}
	rest(map[match.ID]*table.Sleep{first.id: again})
	index(listed(first, again), listed(second, nil), listed(third, nil))
}
