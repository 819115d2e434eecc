package e2e

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deuces/game/gametest"
)

// One process on a file pays nothing for what several processes need: a match is played from
// the lobby to the leaderboard, and of the code for leases, terms, handovers and notices
// nothing has run but the questions whether there is such a thing.
func TestSeveralProcessesAreNoneOnAFile(t *testing.T) {
	t.Parallel()
	if !gametest.Dose(t, false, true, true) {
		return // it builds most of the program once more
	}
	asks := []string{
		"ofGuild", "ofTable", "ofPeople", "ofNobody", "ofFirst", "andPeople", // say whom a write is for: a value of five words
		"IsAddress", "write", "exec", "claim", "remember", "owns", "ours", "oursOf", "scanHomed", "keeps", "measured", // return at once where there is no sharing
	}
	of := func(file string) bool {
		switch dir, name := filepath.Split(file); dir {
		case "deuces/internal/leases/", "deuces/store/postgres/":
			return true
		case "deuces/store/":
			return name == "share.go"
		case "deuces/bot/":
			return name == "sharing.go"
		case "deuces/internal/app/":
			return name == "several.go"
		}
		return false
	}
	dir := t.TempDir()
	measured, counted := filepath.Join(dir, "deuces"), t.TempDir()
	build := exec.Command("go", "build", "-cover", "-coverpkg=deuces,deuces/bot/...,deuces/commands/...,deuces/internal/app,deuces/internal/leases,deuces/match,deuces/store/...,deuces/table", "-o", measured, "deuces")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := NewServer(t, "GOCOVERDIR="+counted)
	s.Stop()
	s.under = []string{"/bin/sh", "-c", "exec " + measured}
	s.Start()
	g := s.Table(s.Channel("alone"), "Ann", "Bob", "Cy", "Dee")
	g.Open("ahole", nil)
	g.PlayOn()
	if _, err := g.People[0].Command(t.Context(), g.channel, "leaderboard", nil); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	out, err := exec.Command("go", "tool", "covdata", "func", "-i", counted).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ran, looked := 0, 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		file, _, _ := strings.Cut(fields[0], ":")
		name := fields[1][strings.LastIndex(fields[1], ".")+1:]
		switch share := fields[2]; {
		case !of(file):
			if share != "0.0%" {
				ran++
			}
		case share != "0.0%" && !slices.Contains(asks, name):
			t.Errorf("%s of %s has run: %s of it", fields[1], file, share)
		default:
			looked++
		}
	}
	if ran < 500 || looked < 80 {
		t.Errorf("%d functions have run, and %d of what several processes need were looked at: is the search blind? %s", ran, looked, out)
	}
	t.Logf("%d functions have run; of %d for several processes none but %v", ran, looked, asks)
}
