// Command deuces is a Discord bot that hosts card games in channels. It also includes a simulated
// Discord server, for playing and testing on this machine.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"deuces/internal/cli"
)

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		ends = append(ends, syscall.SIGHUP) // its terminal was closed
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	code := cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
