//go:build unix

package store

import (
	"os"
	"syscall"
)

// dropPrivileges gives up root's rights if the process has them.
func dropPrivileges() error {
	if os.Geteuid() != 0 {
		return nil
	}
	return syscall.Setuid(65534)
}
