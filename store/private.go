package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// The database, what SQLite keeps beside it, and copies hold everybody's cards: their files
// are their owner's alone, whatever the umask says. SQLite gives its write-ahead log the
// mode of the database, so that is made first, empty.

const private fs.FileMode = 0o600

// ownFile makes the file where it is missing, and takes it from everyone but its owner. A
// file of another owner stays as that owner has it.
func ownFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, private)
	if err != nil {
		return err
	}
	return errors.Join(take(path), f.Close())
}

func take(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() == private {
		return err
	}
	if err := os.Chmod(path, private); err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// ownFiles does so with the database at path and what there is beside it.
func ownFiles(path string) error {
	if err := ownFile(path); err != nil {
		return err
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := take(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// OpenDirectory says whether others than its owner may look into, or write to, the directory
// of the database at path: then they can see which files there are, and perhaps replace them.
func OpenDirectory(path string) (dir string, open bool, err error) {
	dir = filepath.Dir(path)
	info, err := os.Stat(dir)
	if err != nil {
		return dir, false, err
	}
	return dir, info.Mode().Perm()&0o077 != 0, nil
}
