//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// hardLinked reports whether a file has more than one name.
func hardLinked(file os.FileInfo) bool {
	is, ok := file.Sys().(*syscall.Stat_t)
	return ok && is.Nlink > 1
}
