//go:build linux

package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

// smallDisk returns a directory on a small disk, a function that fills the disk completely, and one
// that frees space.
func smallDisk(t *testing.T) (dir string, fill, free func()) {
	t.Helper()
	dir = t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("cannot unmount the small disk: %v %s", err, out)
		}
	})
	rest := filepath.Join(dir, "rest")
	fill = func() {
		t.Helper()
		f, err := os.Create(rest)
		must(t, err)
		defer f.Close()
		for err == nil {
			_, err = f.Write(make([]byte, 4096))
		}
	}
	return dir, fill, func() {
		t.Helper()
		must(t, os.Remove(rest))
	}
}

func TestAFullDiskCanBeReadAndWrittenAgainLater(t *testing.T) {
	filesOnly(t, "the disk of a file")
	dir, fill, free := smallDisk(t)
	path := filepath.Join(dir, "deuces.db")
	s := openAt(t, path)
	id := createTable(t, s)
	must(t, s.SaveAlive(t.Context(), noon()), s.Close())
	fill()
	var logged strings.Builder
	s, err := Open(t.Context(), path, zerolog.New(&logged))
	must(t, err)
	defer s.Close()
	if !strings.Contains(logged.String(), "disk is full") {
		t.Errorf("the log does not say that the disk is full: %q", logged.String())
	}
	const problem = "the disk is full: make room"
	wantErrorText(t, "an append without room", appendPause(t, s, id, 3), problem)
	wantErrorText(t, "whether it can be written", s.Writable(t.Context()), problem)
	wantEvents(t, s.Reader, id, 2)
	free()
	must(t, s.Writable(t.Context()))
	must(t, appendPause(t, s, id, 3))
	wantSound(t, s)
	must(t, s.Close())
	s = openAt(t, path)
	wantEvents(t, s.Reader, id, 3)
	r, err := Read(t.Context(), path) // as subcommands like check do
	must(t, err)
	must(t, r.Close())
}

func TestMigratingOnAFullDiskExplainsTheProblem(t *testing.T) {
	filesOnly(t, "the disk of a file")
	dir, fill, free := smallDisk(t)
	path := filepath.Join(dir, "deuces.db")
	must(t, openAt(t, path).Close())
	next := ownStepsAnd(t, `CREATE TABLE extra (n INTEGER) STRICT`)
	fill()
	_, err := openWithSteps(t.Context(), path, next, nil)
	if !IsTransient(err) || !strings.Contains(err.Error(), "the disk is full: make room") || errors.Is(err, ErrInUse) {
		t.Errorf("a migration on a full disk: got %v, want a transient error that says so", err)
	}
	free()
	s, err := openWithSteps(t.Context(), path, next, nil)
	must(t, err)
	must(t, s.Close())
}

func TestAReadOnlyDiskExplainsTheProblem(t *testing.T) {
	filesOnly(t, "the disk of a file")
	dir, _, _ := smallDisk(t)
	if out, err := exec.Command("mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
		t.Skipf("no disk can be made read-only here: %v %s", err, out)
	}
	wantErrorText(t, "a new database", errOf(Open(t.Context(), filepath.Join(dir, "deuces.db"), nop())), "the disk of "+dir+" is mounted read-only: mount it for writing")
}
