// Command deuces is a Discord bot that hosts card games in channels. It also has a simulated
// Discord on this machine, for playing and for testing bots.
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
