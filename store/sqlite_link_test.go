package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"deuces/match/matchtest"
	"deuces/store/sqlite"
)

// A symbolic link to a database is the database: its lock and its write-ahead log lie where the file
// does. A link that leads elsewhere meanwhile is a file that is not in its place.
func TestALinkToADatabaseIsTheDatabase(t *testing.T) {
	filesOnly(t, "the place of a file")
	dir := t.TempDir()
	path, link, chain := filepath.Join(dir, "disk", "deuces.db"), filepath.Join(dir, "deuces.db"), filepath.Join(dir, "chain.db")
	point := func(to string) {
		t.Helper()
		if err := os.Remove(link); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("there are no symbolic links here: %v", err)
		}
	}
	point(filepath.Join("disk", "deuces.db")) // nothing is there yet
	must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Symlink(link, chain))
	s, err := Open(t.Context(), chain, nop())
	must(t, err)
	id := create(t, s)
	for _, name := range []string{path, link} {
		isError(t, name, errOf(Open(t.Context(), name, nop())), ErrInUse)
	}
	isError(t, "it is copied while it is open", errOf(Copy(t.Context(), link, filepath.Join(dir, "other.db"), matchtest.NewToy, nop())), ErrInUse)
	must(t, Backup(t.Context(), link, filepath.Join(dir, "copy.db")))
	point("elsewhere.db")
	isError(t, "the link leads elsewhere, and an append", pause(t, s, id, 3), ErrMoved)
	point(path)
	isError(t, "it leads here again, and an append", pause(t, s, id, 3), nil)
	must(t, s.Close())
	if kept, err := Restore(t.Context(), filepath.Join(dir, "copy.db"), chain, true); err != nil || kept != path+".replaced" {
		t.Errorf("restored by the link: %q, %v", kept, err)
	}
	if is, err := os.Lstat(link); err != nil || is.Mode()&os.ModeSymlink == 0 {
		t.Errorf("a restore replaces the link: %v", err)
	}
	s = openAt(t, path)
	hasEvents(t, s.Reader, id, 2)
}

// Under each of two names SQLite would keep a write-ahead log, and find only that.
func TestAFileOfTwoNamesIsRefused(t *testing.T) {
	filesOnly(t, "the place of a file")
	path := newFile(t)
	must(t, openAt(t, path).Close())
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.Link(path, other); err != nil || runtime.GOOS == "windows" {
		t.Skipf("there are no hard links here, or they are not seen: %v", err)
	}
	for _, name := range []string{path, other} {
		isError(t, name, errOf(Open(t.Context(), name, nop())), sqlite.ErrLinked)
		isError(t, "a look at "+name, errOf(Inspect(t.Context(), name)), sqlite.ErrLinked)
	}
	must(t, os.Remove(other))
	openAt(t, path)
}
