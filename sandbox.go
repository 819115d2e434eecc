package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/config"
	"deuces/sandbox"
	"deuces/sandbox/coverage"
)

// runSandbox is a Discord on loopback, and unless told otherwise the bot on it.
func runSandbox(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("deuces sandbox", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var (
		cfg   sandbox.Config
		db    = flags.String("db", "", "database `file`; otherwise one that is gone afterwards")
		noBot = flags.Bool("no-bot", false, "only the sandbox, for a bot of your own")
	)
	flags.StringVar(&cfg.Addr, "addr", "127.0.0.1:8080", "loopback `address` to listen on; port 0 picks one")
	intents := flags.String("intents", "", "privileged intents that are switched on, as in the developer portal: `list` of members, presences and content")
	table := flags.Bool("coverage", false, "print which of Discord's routes, opcodes and events are served, and end")
	flags.IntVar(&cfg.Shards, "shards", 0, "`number` of shards that the gateway recommends; 0 is one for each 1000 guilds")
	flags.IntVar(&cfg.Concurrency, "max-concurrency", 16, "`number` of sessions that may start in five seconds; a new bot on Discord has 1")
	flags.DurationVar(&cfg.ReplyWithin, "reply-within", 3*time.Second, "deadline of an interaction's first response")
	flags.DurationVar(&cfg.TokenLife, "token-life", 15*time.Minute, "how long an interaction's token lives")
	flags.DurationVar(&cfg.OldMessage, "old-message", time.Hour, "age from which edits of a message are throttled")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		return misused(stderr, fmt.Sprintf("sandbox takes flags only, not %q", flags.Arg(0)))
	}
	for name, d := range map[string]time.Duration{"reply-within": cfg.ReplyWithin, "token-life": cfg.TokenLife, "old-message": cfg.OldMessage} {
		if d <= 0 {
			return misused(stderr, fmt.Sprintf("--%s must be a time above 0, such as 3s, not %v", name, d))
		}
	}
	if *table {
		return printCoverage(stdout, stderr)
	}
	if cfg.Shards < 0 || cfg.Concurrency < 1 {
		return misused(stderr, "--shards must be 0 or a positive number, and --max-concurrency a positive one")
	}
	var err error
	if cfg.Privileged, err = sandbox.ParseIntents(*intents); err != nil {
		return misused(stderr, "--intents: "+err.Error())
	}
	if err := playSandbox(ctx, cfg, environ, *db, !*noBot, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

func printCoverage(stdout, stderr io.Writer) int {
	table, err := coverage.Table()
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	fmt.Fprint(stdout, table)
	return 0
}

func playSandbox(ctx context.Context, cfg sandbox.Config, environ []string, db string, withBot bool, stdout, stderr io.Writer) (err error) {
	// The sandbox is to start from a fresh clone: what .env says is for Discord.
	settings, _, err := config.Read(append([]string{"ROUND_PAUSE=1s", "USER_RATE=0"}, environ...), os.DevNull)
	if err != nil {
		return err
	}
	log := logger(settings, stderr)
	cfg.Token, cfg.Log = "sandbox", log
	server := sandbox.New(cfg)
	if err := server.Listen(); err != nil {
		return err
	}

	// The sandbox goes last: the bot puts itself away on it.
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return server.Serve(serving) })
	if !withBot {
		fmt.Fprintf(stdout, "A Discord without a bot: %s\nIts token is \"sandbox\", or for clients that read the bot's id from it %s\n", server.URL(), server.Token())
		group.Go(func() error { <-ctx.Done(); stop(); return nil })
		return group.Wait()
	}

	if db == "" {
		dir, err := os.MkdirTemp("", "deuces-")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		db = filepath.Join(dir, "sandbox.db")
	}
	settings.Token, settings.API, settings.DB = cfg.Token, server.URL(), db
	group.Go(func() error {
		defer stop()
		return serve(ctx, settings, log, func() { fmt.Fprintf(stdout, "Deuces plays on %s\n", server.URL()) })
	})
	return group.Wait()
}
