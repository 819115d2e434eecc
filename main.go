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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
