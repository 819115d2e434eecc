package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// fileID returns the device and inode of an open file.
func fileID(f *os.File) (device, inode uint64, known bool) {
	var s unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &s)
	return uint64(s.Dev), s.Ino, err == nil
}
