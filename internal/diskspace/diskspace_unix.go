//go:build unix

// Package diskspace reports the free space of a disk.
package diskspace

import "golang.org/x/sys/unix"

// Free returns how many bytes this user may still write to the disk that holds a directory.
func Free(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
