package diskspace

import "golang.org/x/sys/windows"

// Free returns how many bytes this user may still write to the disk that holds a directory.
func Free(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
