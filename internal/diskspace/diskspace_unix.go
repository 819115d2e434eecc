//go:build unix

// Package diskspace reports the free space and the kind of a disk, and why files on it can't be written.
package diskspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// Free returns how many bytes this user may still write to the disk that holds a directory.
func Free(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}

// access returns the system's error if this user may not read or write a file.
func access(path string) error {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.R_OK|unix.W_OK, unix.AT_EACCESS)
}

// lock takes a lock on a file as SQLite does. Closing the file releases it.
func lock(f *os.File) error {
	err := unix.FcntlFlock(f.Fd(), unix.F_SETLK, &unix.Flock_t{Type: unix.F_WRLCK})
	if err != nil {
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
	return nil
}
