// Command deuces is a Discord bot that hosts card games in channels, and a
// Discord of its own on loopback to play and test on.
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
