package diskspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The cause is the one that the system names, and never a guess: its own words always follow.
func TestTheCauseThatTheSystemNamesIsExplained(t *testing.T) {
	room := t.TempDir()
	for _, tt := range []struct {
		dir   string
		cause error
		says  string
	}{
		{"/x", fs.ErrNotExist, "the directory /x doesn't exist: make it first"},
		{room, fs.ErrNotExist, "open "},
		{"/x", syscall.EACCES, "this user can't create files in /x: change its owner, or name another directory"},
		{"/x", syscall.EPERM, "open "}, // an immutable directory, say
		{"/x", syscall.EROFS, "the disk of /x is mounted read-only: mount it for writing, or name another directory"},
		{"/x", syscall.ENOSPC, "the disk is full: make room"},
		{room, syscall.ENOSPC, "the disk of " + room + " has room, but not for one more file (df -i shows its inodes)"},
		{"/x", syscall.EDQUOT, "this user's quota on the disk of /x is used up"},
		{"/x", syscall.EMFILE, "this process has too many open files: raise its limit (ulimit -n"},
		{"/x", syscall.ENFILE, "this machine has too many open files"},
		{"/x", syscall.ENOLCK, "files can't be locked in /x: keep the database on a disk of this machine"},
		{"/x", syscall.EIO, "open "},
	} {
		err := &fs.PathError{Op: "open", Path: filepath.Join(tt.dir, "y"), Err: tt.cause}
		if got := Explain(tt.dir, err); !strings.HasPrefix(got.Error(), tt.says) || !strings.Contains(got.Error(), err.Error()) || !errors.Is(got, tt.cause) {
			t.Errorf("%v: got %q, want it to begin with %q and include the system's error", tt.cause, got, tt.says)
		}
	}
	if err := Probe(room); err != nil {
		t.Errorf("a directory with room: got %v, want no error", err)
	}
	if left, err := os.ReadDir(room); err != nil || len(left) > 0 {
		t.Errorf("after a probe the directory has %v, %v, want no file", left, err)
	}
}
