package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/config"
	"deuces/sandbox"
	"deuces/sandbox/coverage"
)

// sandboxed is a Discord on loopback, and unless told otherwise the bot on it.
func sandboxed(flags *flag.FlagSet) action {
	var cfg sandbox.Config
	db := flags.String("db", "", "database `file`; otherwise one that is gone afterwards")
	noBot := flags.Bool("no-bot", false, "only the sandbox, for a bot of your own")
	flags.StringVar(&cfg.Addr, "addr", "127.0.0.1:8080", "loopback `address` to listen on; port 0 picks one")
	flags.Func("intents", "privileged intents that are switched on, as in the developer portal: `list` of members, presences and content", func(s string) (err error) {
		cfg.Privileged, err = sandbox.ParseIntents(s)
		return err
	})
	atLeast(flags, &cfg.Shards, 0, "shards", 0, "`number` of shards that the gateway recommends; 0 is one for each 1000 guilds")
	atLeast(flags, &cfg.Concurrency, 1, "max-concurrency", 16, "`number` of sessions that may start in five seconds; a new bot on Discord has 1")
	table := flags.Bool("coverage", false, "print which of Discord's routes, opcodes and events are served, and end")
	positive(flags, &cfg.ReplyWithin, "reply-within", 3*time.Second, "deadline of an interaction's first response")
	positive(flags, &cfg.TokenLife, "token-life", 15*time.Minute, "how long an interaction's token lives")
	positive(flags, &cfg.OldMessage, "old-message", time.Hour, "age from which edits of a message are throttled")
	return func(ctx context.Context, p program) error {
		if *table {
			return printCoverage(p)
		}
		return playSandbox(ctx, cfg, p, *db, !*noBot)
	}
}

func printCoverage(p program) error {
	table, err := coverage.Table()
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.stdout, table)
	return err
}

// atLeast declares a flag for a number that is not below another.
func atLeast(flags *flag.FlagSet, n *int, least int, name string, preset int, about string) {
	*n = preset
	flags.Func(name, fmt.Sprintf("%s (default %d)", about, preset), func(s string) (err error) {
		*n, err = strconv.Atoi(s)
		if err != nil || *n < least {
			return fmt.Errorf("it must be a number from %d on", least)
		}
		return nil
	})
}

// positive declares a flag for a time above 0.
func positive(flags *flag.FlagSet, d *time.Duration, name string, preset time.Duration, about string) {
	*d = preset
	flags.Func(name, fmt.Sprintf("%s, a `time` such as 3s (default %v)", about, preset), func(s string) (err error) {
		*d, err = time.ParseDuration(s)
		if err != nil || *d <= 0 {
			return errors.New("it must be a time above 0, such as 3s")
		}
		return nil
	})
}

func playSandbox(ctx context.Context, cfg sandbox.Config, p program, db string, withBot bool) (err error) {
	// The sandbox is to start from a fresh clone: what .env says is for Discord.
	settings, _, err := config.Read(append([]string{"ROUND_PAUSE=1s", "USER_RATE=0"}, p.environ...), os.DevNull)
	if err != nil {
		return err
	}
	log := logger(settings, p.stderr)
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
		fmt.Fprintf(p.stdout, "A Discord without a bot: %s\nIts token is \"sandbox\", or for clients that read the bot's id from it %s\n", server.URL(), server.Token())
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
		return serve(ctx, settings, log, func() { fmt.Fprintf(p.stdout, "Deuces plays on %s\n", server.URL()) })
	})
	return group.Wait()
}
