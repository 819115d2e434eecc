package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// The database, what SQLite keeps beside it, and copies hold everybody's cards: only the owner may
// read or write their files, whatever the umask says. SQLite gives its write-ahead log the mode of
// the database, so that is made first, empty.

const private fs.FileMode = 0o600

// createPrivate makes the file if it is missing, and takes it from everyone but its owner where that
// is possible: some disks know no owners.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, private)
	if err != nil {
		return err
	}
	_, err = restrict(path)
	return errors.Join(err, f.Close())
}

// restrict takes a file from everyone but its owner, and adds no rights. open reports that others
// can still read or write it, because it is not this user's.
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

// restrictFiles does so with the database at path and what there is beside it, and returns which of
// them others can still read or write.
func restrictFiles(path string) (open []string, err error) {
	if err := createPrivate(path); err != nil {
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

// makeWritable lets this user write the files that SQLite keeps beside the database. SQLite gave
// them the mode of the database, which may have been read-only, and a new connection should
// only depend on whether the database still is.
func makeWritable(path string) {
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Chmod(path+suffix, private) // the files of another user stay, and the next write says so
	}
}

// OpenDirectory reports whether others than its owner may look into, or write to, the directory
// of the database at path. Then they can see which files there are, and perhaps replace them.
func OpenDirectory(path string) (dir string, open bool, err error) {
	dir = filepath.Dir(path)
	info, err := os.Stat(dir)
	if err != nil {
		return dir, false, err
	}
	return dir, info.Mode().Perm()&0o077 != 0, nil
}
