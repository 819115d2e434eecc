package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// While the open file isn't at its path, nothing is acknowledged and other files at the path
// are left alone. When it is back, the store continues.
func TestNothingIsAcknowledgedWhileTheFileIsMoved(t *testing.T) {
	filesOnly(t, "the place of a file")
	move := func(t *testing.T, from, to string, suffixes ...string) {
		t.Helper()
		for _, suffix := range suffixes {
			must(t, os.Rename(from+suffix, to+suffix))
		}
	}
	put := func(t *testing.T, path string, content []byte) {
		t.Helper()
		must(t, os.WriteFile(path, content, 0o600))
	}
	other, err := empty()
	must(t, err)
	for _, c := range []struct {
		why  string
		away func(t *testing.T, path, aside string)
		back func(t *testing.T, path, aside string) // nil: there is no way back
	}{
		{"it is deleted", func(t *testing.T, path, _ string) {
			must(t, os.Remove(path))
		}, nil},
		{"it is moved", func(t *testing.T, path, aside string) { move(t, path, aside, "") },
			func(t *testing.T, path, aside string) { move(t, aside, path, "") }},
		{"it is moved with the files beside it", func(t *testing.T, path, aside string) { move(t, path, aside, "", "-wal", "-shm") },
			func(t *testing.T, path, aside string) { move(t, aside, path, "", "-wal", "-shm") }},
		{"another is put in its place", func(t *testing.T, path, aside string) {
			move(t, path, aside, "", "-wal", "-shm")
			put(t, path, other)
			put(t, path+"-wal", []byte("another's"))
		}, func(t *testing.T, path, aside string) { move(t, aside, path, "", "-wal", "-shm") }},
		{"it is replaced by a copy", func(t *testing.T, path, aside string) {
			content, err := os.ReadFile(path)
			must(t, err)
			move(t, path, aside, "")
			put(t, path, content)
		}, func(t *testing.T, path, aside string) { move(t, aside, path, "") }},
		{"a link to it is put in its place", func(t *testing.T, path, aside string) {
			move(t, path, aside, "")
			must(t, os.Symlink(aside, path))
		}, func(t *testing.T, path, aside string) { move(t, aside, path, "") }},
		{"its write-ahead log is moved", func(t *testing.T, path, aside string) { move(t, path, aside, "-wal") },
			func(t *testing.T, path, aside string) { move(t, aside, path, "-wal") }},
		{"its directory is moved", func(t *testing.T, path, aside string) { move(t, filepath.Dir(path), filepath.Dir(aside)+"-all", "") },
			func(t *testing.T, path, aside string) { move(t, filepath.Dir(aside)+"-all", filepath.Dir(path), "") }},
	} {
		for _, returns := range []bool{true, false} {
			if returns && c.back == nil {
				continue
			}
			t.Run(c.why, func(t *testing.T) {
				dir := t.TempDir()
				path, aside := filepath.Join(dir, "here", "deuces.db"), filepath.Join(dir, "aside", "deuces.db")
				must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Mkdir(filepath.Dir(aside), 0o700))
				s, err := Open(t.Context(), path, nop())
				must(t, err)
				id := create(t, s)
				c.away(t, path, aside)
				lies := filesIn(t, filepath.Dir(path))
				if is, err := os.Stat(path); err == nil && os.SameFile(is, is) {
					delete(lies, path) // the bot's own file
				}
				for range 2 { // the second must reconnect
					isError(t, "an append", pause(t, s, id, 3), ErrMoved)
				}
				isError(t, "it counts as writable", s.Writable(t.Context()), ErrMoved)
				isError(t, "it counts as in its place", s.InPlace(), ErrMoved)
				hasEvents(t, s.Reader, id, 2)
				if returns {
					c.back(t, path, aside)
					isError(t, "back in its place, an append", pause(t, s, id, 3), nil)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				if !returns {
					for name, content := range lies {
						if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, content) {
							t.Errorf("%s, which lies there, was changed: %v", filepath.Base(name), err)
						}
					}
					return
				}
				s = openAt(t, path)
				hasEvents(t, s.Reader, id, 3)
				sound(t, s)
			})
		}
	}
}

// The write-ahead log is deleted, and the next program creates an empty one. The store still
// writes to the deleted file.
func TestNothingIsAcknowledgedAfterTheWriteAheadLogWasDeleted(t *testing.T) {
	filesOnly(t, "the place of a file")
	for why, refused := range map[string]int{
		"the writer has its connection":          0,
		"a refused append has already closed it": 1,
	} {
		t.Run(why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "deuces.db")
			s, err := Open(t.Context(), path, nop())
			must(t, err)
			id := create(t, s)
			append := func() error { return pause(t, s, id, 3) }
			must(t, os.Remove(path+"-wal"))
			for range refused {
				isError(t, "without a write-ahead log, an append", append(), ErrMoved)
			}
			must(t, os.WriteFile(path+"-wal", nil, 0o600))
			for range 2 {
				if err := append(); !errors.Is(err, ErrMoved) || !IsOutage(err) {
					t.Errorf("an append says %v", err)
				}
			}
			isError(t, "it counts as in its place", s.InPlace(), ErrMoved)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if !there(t, path+"-wal") {
				t.Error("the file of the other program is gone")
			}
		})
	}
}

// filesIn returns the files in a directory, without lock files.
func filesIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "deuces.db*"))
	must(t, err)
	found := map[string][]byte{}
	for _, name := range names {
		if filepath.Base(name) == "deuces.db" || filepath.Base(name) == "deuces.db-wal" {
			if found[name], err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return found
}

// If the file disappears during a commit, its result at the next start is unknown, so logs
// can't be read until it is back.
func TestLogsAreUnreadableAfterACommitToAMovedFile(t *testing.T) {
	filesOnly(t, "the place of a file")
	s := openNew(t)
	id := create(t, s)
	must(t, os.Rename(s.path, s.path+".away"))
	isError(t, "a commit", s.engine.Committed(), ErrMoved)
	for _, err := range s.Events(t.Context(), id) {
		if !errors.Is(err, ErrMoved) {
			t.Errorf("its log says %v", err)
		}
	}
	must(t, os.Rename(s.path+".away", s.path))
	hasEvents(t, s.Reader, id, 2)
}
