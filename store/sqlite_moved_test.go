package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// While the open file isn't at its path, nothing is acknowledged and other files at the path
// are left alone. When it is back, the store continues.
func TestNothingIsAcknowledgedWhileTheFileIsMoved(t *testing.T) {
	filesOnly(t, "the place of a file")
	moves := func(suffixes ...string) func(from, to string) error {
		return func(from, to string) (err error) {
			for _, suffix := range suffixes {
				err = errors.Join(err, os.Rename(from+suffix, to+suffix))
			}
			return err
		}
	}
	one, all := moves(""), moves("", "-wal", "-shm")
	directory := func(from, to string) error {
		_ = os.Remove(filepath.Dir(to)) // is empty, or not there
		return os.Rename(filepath.Dir(from), filepath.Dir(to))
	}
	other, err := empty()
	must(t, err)
	for _, c := range []struct {
		why  string
		away func(path, aside string) error
		back func(aside, path string) error // nil: there is no way back
	}{
		{"it is deleted", func(path, _ string) error { return os.Remove(path) }, nil},
		{"it is moved", one, one},
		{"it is moved with the files beside it", all, all},
		{"another is put in its place", func(path, aside string) error {
			return errors.Join(all(path, aside), os.WriteFile(path, other, 0o600), os.WriteFile(path+"-wal", []byte("another's"), 0o600))
		}, all},
		{"it is replaced by a copy", func(path, aside string) error {
			content, err := os.ReadFile(path)
			return errors.Join(err, one(path, aside), os.WriteFile(path, content, 0o600))
		}, one},
		{"a link to it is put in its place", func(path, aside string) error { return errors.Join(one(path, aside), os.Symlink(aside, path)) }, one},
		{"its write-ahead log is moved", moves("-wal"), moves("-wal")},
		{"its directory is moved", directory, directory},
	} {
		for _, returns := range []bool{true, false} {
			if returns && c.back == nil {
				continue
			}
			t.Run(fmt.Sprintf("%s, back: %v", c.why, returns), func(t *testing.T) {
				dir := t.TempDir()
				path, aside := filepath.Join(dir, "here", "deuces.db"), filepath.Join(dir, "aside", "deuces.db")
				must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Mkdir(filepath.Dir(aside), 0o700))
				s, err := Open(t.Context(), path, nop())
				must(t, err)
				id := create(t, s)
				own, err := os.Stat(path)
				must(t, err)
				must(t, c.away(path, aside))
				lies := map[string][]byte{}
				for _, name := range []string{path, path + "-wal"} {
					if content, err := os.ReadFile(name); err == nil {
						lies[name] = content
					}
				}
				if is, err := os.Stat(path); err == nil && os.SameFile(is, own) {
					delete(lies, path)
				}
				for range 2 { // the second must reconnect
					isError(t, "an append", pause(t, s, id, 3), ErrMoved)
				}
				isError(t, "it counts as writable", s.Writable(t.Context()), ErrMoved)
				isError(t, "it counts as in its place", s.InPlace(), ErrMoved)
				hasEvents(t, s.Reader, id, 2)
				if returns {
					must(t, c.back(aside, path))
					isError(t, "back in its place, an append", pause(t, s, id, 3), nil)
				}
				must(t, s.Close())
				if returns {
					s = openAt(t, path)
					hasEvents(t, s.Reader, id, 3)
					sound(t, s)
					return
				}
				for name, content := range lies {
					if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, content) {
						t.Errorf("%s, which lies there, was changed: %v", filepath.Base(name), err)
					}
				}
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
			path := newFile(t)
			s, err := Open(t.Context(), path, nop())
			must(t, err)
			id := create(t, s)
			must(t, os.Remove(path+"-wal"))
			for range refused {
				isError(t, "without a write-ahead log, an append", pause(t, s, id, 3), ErrMoved)
			}
			must(t, os.WriteFile(path+"-wal", nil, 0o600))
			for range 2 {
				if err := pause(t, s, id, 3); !errors.Is(err, ErrMoved) || !IsOutage(err) {
					t.Errorf("an append says %v", err)
				}
			}
			isError(t, "it counts as in its place", s.InPlace(), ErrMoved)
			must(t, s.Close())
			if !there(t, path+"-wal") {
				t.Error("the file of the other program is gone")
			}
		})
	}
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
		isError(t, "its log", err, ErrMoved)
	}
	must(t, os.Rename(s.path+".away", s.path))
	hasEvents(t, s.Reader, id, 2)
}
