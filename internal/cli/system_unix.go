//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// freeSpace is how many bytes this user may still write to the disk under a directory.
func freeSpace(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}

// fileID is the device and the inode of an open file.
func fileID(f *os.File) (device, inode uint64, known bool) {
	var s unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &s)
	return uint64(s.Dev), s.Ino, err == nil
}
