//go:build unix

package store

import (
	"os"
	"syscall"
)

func dropPrivileges() error {
	if os.Geteuid() != 0 {
		return nil
	}
	return syscall.Setuid(65534)
}
