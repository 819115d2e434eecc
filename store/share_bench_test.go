package store

import (
	"path/filepath"
	"testing"
	"time"

	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/store/engine"
)

// BenchmarkFences appends and settles in an exclusive PostgreSQL database, in a shared one and
// in a file, in turn, to measure the cost of sharing. It also measures the check for sharing in
// a file.
//
//	go test ./store -run '^$' -bench Fences -benchtime 1000x
func BenchmarkFences(b *testing.B) {
	alone, shared := pgtest.New(b), pgtest.New(b)
	must(b, openAt(b, shared).Close())
	one := shareAt(b, shared)
	joins(b, one)
	holds(b, one, 0, 1)
	places := []struct {
		name string
		s    *Store
	}{
		{"alone", openAt(b, alone)},
		{"shared", one},
		{"file", openAt(b, filepath.Join(b.TempDir(), "deuces.db"))},
	}
	took := map[string][]time.Duration{}
	seq := len(opening())
	ids := map[string]match.ID{}
	for _, p := range places {
		ids[p.name] = create(b, p.s)
	}
	for b.Loop() {
		seq++
		for _, p := range places {
			for _, ends := range []bool{false, true} {
				events := []match.Event{{Seq: seq, At: noon().Add(time.Duration(seq) * time.Second), Body: match.Paused{}}}
				settled := round("g1", "ahole", ann, bob, cy, dee)
				settled.Match, settled.Round = int64(ids[p.name]), seq
				what, with := p.name+"-append", &settled
				if !ends {
					with = nil
				} else {
					what = p.name + "-settle"
					events[0].Seq++
				}
				began := time.Now()
				must(b, p.s.Append(b.Context(), ids[p.name], events, with))
				took[what] = append(took[what], time.Since(began))
			}
		}
		seq++
	}
	for what, all := range took {
		b.ReportMetric(percentile(all, 50), what+"-ms-p50")
	}
	file := places[2].s
	const asked = 1_000_000
	began := time.Now()
	for range asked {
		if under, err := file.claim(b.Context(), ofTable(1)); under != (engine.Claim{}) || err != nil {
			b.Fatal(under, err)
		}
	}
	b.ReportMetric(float64(time.Since(began).Nanoseconds())/asked, "file-claim-ns")
}
