package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// The CPU time of a bot that only uses discordgo (bare), with neither a game nor a store. It
// answers 500 looks at a hand and 500 clicks per second at a hundred tables, and edits a message
// for each, which is about as many requests as our bot makes at that rate.
//
//	go test ./e2e -run '^$' -bench Bare -benchtime 2500x
func BenchmarkBare(b *testing.B) {
	const tables, rate = 100, 500
	s := NewServer(b)
	s.Stop()
	bare := filepath.Join(b.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-o", bare, "deuces/e2e/bare").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	s.under = []string{"/bin/sh", "-c", "exec " + bare}
	s.Start()
	var all []*Table
	for i := range tables {
		var names []string
		for j := range 4 {
			names = append(names, fmt.Sprintf("User%d.%d", i, j))
		}
		all = append(all, s.Table(s.Channel(fmt.Sprintf("bare-%d", i)), names...))
	}
	begun := s.worked(b)
	b.ResetTimer()
	var wait sync.WaitGroup
	start := time.Now()
	for i := range b.N {
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / rate)))
		wait.Go(func() {
			g := all[i%tables]
			u := g.People[i/tables%4]
			opened, err := u.Command(b.Context(), g.channel, "hand", nil)
			if err != nil {
				b.Error(err)
				return
			}
			if _, err := u.Click(b.Context(), opened.Message().ID, opened.Message().Buttons()[0].CustomID); err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	b.ReportMetric(1000*(s.worked(b)-begun).Seconds()/float64(b.N), "bot-cpu-ms/play-alone")
	s.Stop()
}
