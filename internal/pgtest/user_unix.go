//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"syscall"
)

// notAsRoot makes a command run as a user other than root, who owns the directory, because PostgreSQL
// refuses to run as root.
func notAsRoot(command *exec.Cmd, dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	const nobody = 65534
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return os.Chown(dir, nobody, nobody)
}
