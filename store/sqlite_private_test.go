//go:build unix

package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"deuces/match/matchtest"
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
				t.Errorf("%s: %s has the mode %v, %v, want 0600", when, e.Name(), info.Mode(), err)
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

// A command that root runs must not keep the bot's user from the files.
func TestFilesMadeByRootBelongToTheOwnerOfTheDatabase(t *testing.T) {
	filesOnly(t, "files")
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const bot, group = 1234, 4321
	dir := t.TempDir()
	backups := filepath.Join(dir, "backups")
	must(t, os.Mkdir(backups, 0o700), os.Chown(dir, bot, group), os.Chown(backups, bot, group))
	owned := func(when string, least int) {
		t.Helper()
		n := 0
		must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			must(t, err)
			info, err := e.Info()
			must(t, err)
			if is := info.Sys().(*syscall.Stat_t); is.Uid != bot || is.Gid != group {
				t.Errorf("%s: %s belongs to %d:%d, want %d:%d", when, path, is.Uid, is.Gid, bot, group)
			}
			n++
			return nil
		}))
		if n-2 < least { // without the directories
			t.Errorf("%s: got %d files, want at least %d", when, n-2, least)
		}
	}
	path, backup := filepath.Join(dir, "deuces.db"), filepath.Join(backups, "backup.db")
	s := openAt(t, path)
	createTable(t, s)
	owned("a new database, in use", 4) // with -wal, -shm and -lock
	must(t, Backup(t.Context(), path, backup))
	owned("a backup", 6)
	must(t, s.Close())
	must(t, errOf(Restore(t.Context(), backup, path, true)))
	owned("a restore", 5)
	must(t, os.Remove(path))
	must(t, errOf(Restore(t.Context(), backup, path, false)))
	owned("a restore where nothing was", 5)
	must(t, errOf(Copy(t.Context(), path, filepath.Join(dir, "copy.db"), matchtest.NewToy, nop())))
	owned("a copy", 6)
	s, err := openWithSteps(t.Context(), path, ownStepsAnd(t, `CREATE TABLE extra (n INTEGER)`), nil)
	must(t, err)
	owned("a migration", 9)
	must(t, s.Close())
	// What was there decides, and not the directory.
	must(t, os.Chown(dir, 0, 0), os.Remove(path+"-lock"))
	must(t, errOf(Restore(t.Context(), backup, path, true)), os.Chown(dir, bot, group))
	must(t, os.Remove(path+"-lock"))
	owned("a restore in a directory of root", 7)
}

func TestOpenDirectory(t *testing.T) {
	filesOnly(t, "files")
	dir := t.TempDir()
	for mode, open := range map[os.FileMode]bool{0o700: false, 0o750: true, 0o755: true, 0o711: true, 0o500: false} {
		must(t, os.Chmod(dir, mode))
		if _, got, err := OpenDirectory(filepath.Join(dir, "deuces.db")); got != open || err != nil {
			t.Errorf("a directory with the mode %v is open: %v, %v, want %v", mode, got, err, open)
		}
	}
	must(t, os.Chmod(dir, 0o700))
}
