package pgtest

import "os/exec"

func notAsRoot(*exec.Cmd, string) error { return nil }
