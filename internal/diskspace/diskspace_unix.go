//go:build unix

// Package diskspace says how much room there is on a disk.
package diskspace

import "golang.org/x/sys/unix"

// Free returns how many bytes this user may still write to the disk under a directory.
func Free(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
