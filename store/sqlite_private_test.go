//go:build unix

package store

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// The test isn't parallel, because the umask applies to the whole process.
func TestOnlyTheOwnerCanAccessTheFiles(t *testing.T) {
	filesOnly(t, "files")
	before := syscall.Umask(0)
	defer syscall.Umask(before)
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "deuces.db"), filepath.Join(dir, "backup.db")
	closed := func(when string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		must(t, err)
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s has %v, %v", when, e.Name(), info.Mode(), err)
			}
		}
	}
	s := openAt(t, path)
	createTable(t, s)
	closed("while it is open")
	must(t, Backup(t.Context(), s.path, backup), s.Close())
	closed("after a backup")

	// Permissions of existing files are restricted. A migration's copy has the same permissions.
	must(t, os.Chmod(path, 0o644))
	next := ownStepsAnd(t, `CREATE TABLE extra (n INTEGER)`)
	s, err := openWithSteps(t.Context(), path, next, nil)
	must(t, err)
	closed("after a migration")
	must(t, s.Close())
	must(t, errOf(Restore(t.Context(), backup, path, true)))
	closed("after a restore")
	result(filepath.Glob(filepath.Join(dir, "*.part"))).is(t, "left over", nil)
}

func TestOpenDirectory(t *testing.T) {
	filesOnly(t, "files")
	dir := t.TempDir()
	for mode, open := range map[os.FileMode]bool{0o700: false, 0o750: true, 0o755: true, 0o711: true, 0o500: false} {
		must(t, os.Chmod(dir, mode))
		if _, got, err := OpenDirectory(filepath.Join(dir, "deuces.db")); got != open || err != nil {
			t.Errorf("%v: %v, %v", mode, got, err)
		}
	}
	must(t, os.Chmod(dir, 0o700))
}
