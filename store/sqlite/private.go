package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// The database, SQLite's files beside it, and copies contain everybody's cards, so only the
// owner may access them, regardless of the umask. SQLite gives the write-ahead log the mode of
// the database, so the database file is created first, empty. Those files
// get its owner, too, if root opens it.

const private fs.FileMode = 0o600

// createPrivate creates the file if it is missing and removes other users' permissions, as far
// as the file system supports them. A file that root creates gets the owner of the file at like or,
// if there is none, of its directory, so that the bot's user can open it.
func createPrivate(path, like string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE|os.O_EXCL, private)
	switch {
	case err == nil:
		giveToOwner(f, like)
	case errors.Is(err, fs.ErrExist):
		f, err = os.OpenFile(path, os.O_RDONLY|os.O_CREATE, private)
	}
	if err != nil {
		return err
	}
	_, err = restrict(path)
	return errors.Join(err, f.Close())
}

// restrict removes other users' permissions from a file and adds none. open reports that others
// still have access, because the file belongs to another user.
func restrict(path string) (open bool, err error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&^private == 0 {
		return false, err
	}
	err = os.Chmod(path, info.Mode().Perm()&private)
	if errors.Is(err, fs.ErrPermission) {
		return true, nil
	}
	return false, err
}

// restrictFiles restricts the database at path and the files beside it. It returns those that
// other users can still access.
func restrictFiles(path string) (open []string, err error) {
	if err := createPrivate(path, path); err != nil {
		return nil, err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		others, err := restrict(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if others {
			open = append(open, name)
		}
	}
	return open, nil
}

// makeWritable makes the files beside the database writable for this user. SQLite created them
// with the database's mode, which may have been read-only, and a new connection should depend
// only on the database's current mode.
func makeWritable(path string) {
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Chmod(path+suffix, private) // files of another user stay as they are, and the next write reports it
	}
}

// OpenDirectory is store.OpenDirectory.
func OpenDirectory(path string) (dir string, open bool, err error) {
	dir = filepath.Dir(path)
	info, err := os.Stat(dir)
	if err != nil {
		return dir, false, err
	}
	return dir, info.Mode().Perm()&0o077 != 0, nil
}
