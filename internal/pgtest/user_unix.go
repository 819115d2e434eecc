//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"syscall"
)

// notAsRoot makes a command run as nobody if this process runs as root, because PostgreSQL refuses
// to run as root. It also makes nobody the owner of dir.
func notAsRoot(command *exec.Cmd, dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	const nobody = 65534
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return os.Chown(dir, nobody, nobody)
}
