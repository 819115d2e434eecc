package e2e

import (
	"fmt"
	"testing"

	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// The throughput of a file and of PostgreSQL with one, two and three processes, all on this
// machine: at a rate that all of them can handle, and as fast as replies arrive.
//
//	go test ./e2e -run '^$' -bench Stores -benchtime 3000x
func BenchmarkStores(b *testing.B) {
	const shards, tables = 12, 48
	for _, c := range []struct {
		on        string
		processes int // 0: one process on a file
	}{{"a file", 0}, {"PostgreSQL, one process", 1}, {"PostgreSQL, two processes", 2}, {"PostgreSQL, three processes", 3}} {
		for _, rate := range []int{150, 0} {
			b.Run(fmt.Sprintf("%s, %d a second", c.on, rate), func(b *testing.B) {
				var s *Server
				if c.processes == 0 {
					s = NewServerOn(b, sandbox.Config{Shards: shards, Concurrency: 16, Unlimited: true, ReplyWithin: sandboxtest.Patience})
				} else {
					s = newTeamOn(b, pgtest.New(b), c.processes, shards, 0, 1000).Server
				}
				var all []*benchTable
				for i := range tables {
					guild := fmt.Sprintf("Guild %d", i)
					if err := s.Do(b.Context(), "POST", "/sandbox/guilds", map[string]any{"name": guild, "channels": []string{"lobby"}}, nil); err != nil {
						b.Fatal(err)
					}
					all = append(all, s.benchTable(b, i, guild))
				}
				report(b, drive(b, all, rate))
			})
		}
	}
}
