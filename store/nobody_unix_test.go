//go:build unix

package store

import (
	"os"
	"syscall"
)

// becomeNobody gives up root's rights, where this process has them.
func becomeNobody() error {
	if os.Geteuid() != 0 {
		return nil
	}
	return syscall.Setuid(65534)
}
