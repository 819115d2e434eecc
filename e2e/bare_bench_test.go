package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// What a play would take of the processor if there were neither a game nor a store: a bot of
// discordgo alone (bare) that answers 500 looks at a hand and 500 clicks a second, at a
// hundred tables, and edits a message for each. The bot itself makes about as many requests at that pace.
//
//	go test ./e2e -run '^$' -bench Bare -benchtime 2500x
func BenchmarkBare(b *testing.B) {
	const tables, rate = 100, 500
	h := newHouse(b)
	h.stop()
	bare := filepath.Join(b.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-o", bare, "deuces/e2e/bare").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	h.under = []string{"/bin/sh", "-c", "exec " + bare}
	h.start()
	var all [tables][4]*sandboxtest.User
	channel := func(table int) string { return fmt.Sprintf("bare-%d", table) }
	for i := range all {
		if err := h.Do(b.Context(), "POST", "/sandbox/channels", map[string]string{"guild": "Sandbox", "name": channel(i)}, nil); err != nil {
			b.Fatal(err)
		}
		for j := range all[i] {
			u, err := h.User(b.Context(), fmt.Sprintf("User%d.%d", i, j))
			if err != nil {
				b.Fatal(err)
			}
			all[i][j] = u
		}
	}
	begun := h.worked(b)
	b.ResetTimer()
	var wait sync.WaitGroup
	start := time.Now()
	for i := range b.N {
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / rate)))
		wait.Go(func() {
			table := i % tables
			u := all[table][i/tables%4]
			opened, err := u.Command(b.Context(), channel(table), "hand", nil)
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
	b.ReportMetric(1000*(h.worked(b)-begun).Seconds()/float64(b.N), "bot-cpu-ms/play-alone")
	h.stop()
}
