package diskspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Probe creates a file in a directory, writes to it, locks it and removes it. It returns the reason why
// that fails, explained.
func Probe(dir string) error {
	f, err := os.CreateTemp(dir, ".deuces-*")
	if err == nil {
		_, err = f.Write(make([]byte, 4096)) // some disks have room for a name only
		if err == nil {
			err = lock(f)
		}
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return Explain(dir, err)
}

// Explain adds to an error of the system about a file in a directory what an operator can do about it,
// if the system names a cause that is known. It returns other errors unchanged: they say what was tried
// and what the system said.
func Explain(dir string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		if _, missing := os.Stat(dir); missing == nil {
			return err // it is the file that doesn't exist
		}
		return fmt.Errorf("the directory %s doesn't exist: make it first (%w)", dir, err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("this user can't create files in %s: change its owner, or name another directory (%w)", dir, err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("the disk of %s is mounted read-only: mount it for writing, or name another directory (%w)", dir, err)
	case errors.Is(err, syscall.ENOSPC):
		if free, unknown := Free(dir); unknown == nil && free > 1<<20 {
			return fmt.Errorf("the disk of %s has room, but not for one more file (df -i shows its inodes): delete files there (%w)", dir, err)
		}
		return fmt.Errorf("the disk is full: make room (%w)", err)
	case errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("this user's quota on the disk of %s is used up: delete files there, or raise it (%w)", dir, err)
	case errors.Is(err, syscall.EMFILE):
		return fmt.Errorf("this process has too many open files: raise its limit (ulimit -n, LimitNOFILE= of a service) (%w)", err)
	case errors.Is(err, syscall.ENFILE):
		return fmt.Errorf("this machine has too many open files: raise its limit (fs.file-max), or find out what has so many open (%w)", err)
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS):
		return fmt.Errorf("files can't be locked in %s: keep the database on a disk of this machine (%w)", dir, err)
	}
	return err
}

// FileError returns the reason why the file at path exists and this user may not read or write it,
// or nil. It doesn't open the file, because closing a file releases the process's locks on it.
func FileError(path string) error {
	err := access(path)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, syscall.EACCES):
		if _, hidden := os.Lstat(path); hidden != nil {
			return fmt.Errorf("this user may not enter %s: change its owner or its rights (%w)", filepath.Dir(path), hidden)
		}
		return fmt.Errorf("this user may not write %s: change its owner, or as the owner chmod 600 it", filepath.Base(path))
	}
	return Explain(filepath.Dir(path), &fs.PathError{Op: "access", Path: path, Err: err})
}
