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

// smallDisk returns a directory on a small disk, and functions to fill it completely and to
// free space.
func smallDisk(t *testing.T) (dir string, fill, free func()) {
	t.Helper()
	dir = t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
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
	id := create(t, s)
	must(t, s.SaveAlive(t.Context(), noon()), s.Close())
	fill()
	var said strings.Builder
	s, err := Open(t.Context(), path, zerolog.New(&said))
	must(t, err)
	defer s.Close()
	if !strings.Contains(said.String(), "disk is full") {
		t.Errorf("the log says nothing of it: %q", said.String())
	}
	before := len(read(t, s.Reader, id))
	err = pause(t, s, id, 3)
	if err == nil || !strings.Contains(err.Error(), "the disk is full: make room") {
		t.Errorf("without room an append says %v", err)
	}
	if err := s.Writable(t.Context()); err == nil || !strings.Contains(err.Error(), "the disk is full: make room") {
		t.Errorf("without room, whether it can be written says %v", err)
	}
	if after := len(read(t, s.Reader, id)); before != 2 || after != before {
		t.Errorf("the log has %d events, then %d", before, after)
	}
	free()
	if err := s.Writable(t.Context()); err != nil {
		t.Error(err)
	}
	must(t, pause(t, s, id, 3))
	sound(t, s)
	must(t, s.Close())
	s = openAt(t, path)
	hasEvents(t, s.Reader, id, 3)
	r, err := Read(t.Context(), path)
	if err != nil {
		t.Fatalf("opened anew with room, others can't read it: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestMigratingOnAFullDiskExplainsTheProblem(t *testing.T) {
	filesOnly(t, "the disk of a file")
	dir, fill, free := smallDisk(t)
	path := filepath.Join(dir, "deuces.db")
	must(t, openAt(t, path).Close())
	next := ownAnd(t, `CREATE TABLE extra (n INTEGER) STRICT`)
	fill()
	_, err := openAs(t.Context(), path, next, nil)
	if !IsTransient(err) || !strings.Contains(err.Error(), "the disk is full: make room") || errors.Is(err, ErrInUse) {
		t.Errorf("it says %v", err)
	}
	free()
	s, err := openAs(t.Context(), path, next, nil)
	must(t, err)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestAReadOnlyDiskExplainsTheProblem(t *testing.T) {
	filesOnly(t, "the disk of a file")
	dir, _, _ := smallDisk(t)
	if out, err := exec.Command("mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
		t.Skipf("no disk can be made read-only here: %v %s", err, out)
	}
	_, err := Open(t.Context(), filepath.Join(dir, "deuces.db"), nop())
	if err == nil || !strings.Contains(err.Error(), "the disk of "+dir+" is mounted read-only: mount it for writing") {
		t.Errorf("it says %v", err)
	}
}
