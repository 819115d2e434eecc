package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// freeSpace is how many bytes this user may still write to the disk under a directory.
func freeSpace(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}

// fileID is known where there is systemd.
func fileID(*os.File) (device, inode uint64, known bool) { return 0, 0, false }
