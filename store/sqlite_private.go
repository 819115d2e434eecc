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

// ownFile makes the file where it is missing, and takes it from everyone but its owner where
// that can be had: some disks know no owners.
func ownFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, private)
	if err != nil {
		return err
	}
	_, err = take(path)
	return errors.Join(err, f.Close())
}

// take closes a file to everyone but its owner; what the owner may not do stays so. open
// says that others can read or write it still, because it is not this user's.
func take(path string) (open bool, err error) {
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

// ownFiles does so with the database at path and what there is beside it, and returns which
// of them others can read or write still.
func ownFiles(path string) (open []string, err error) {
	if err := ownFile(path); err != nil {
		return nil, err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		others, err := take(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if others {
			open = append(open, name)
		}
	}
	return open, nil
}

// writable lets this user write what SQLite has beside the database at path. It gave these
// files the mode of the database, which may have been read-only, and the next connection is to
// find out only whether that still is.
func writable(path string) {
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Chmod(path+suffix, private) // another's files stay, and the next write says so
	}
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
