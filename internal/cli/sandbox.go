package cli

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

	"deuces/internal/app"
	"deuces/internal/config"
	"deuces/sandbox"
)

// sandboxCommand runs the sandbox and, unless a flag says otherwise, the bot on it.
func sandboxCommand(flags *flag.FlagSet) action {
	var cfg sandbox.Config
	db := ""
	flags.Func("db", "database `file`, or the address of a PostgreSQL database; without it, a temporary file", func(s string) (err error) {
		db, err = config.Database(s)
		return err
	})
	noBot := flags.Bool("no-bot", false, "run only the sandbox, for your own bot")
	flags.StringVar(&cfg.Addr, "addr", "127.0.0.1:8080", "loopback `address` to listen on; port 0 picks a free one")
	flags.Func("intents", "privileged intents to switch on, as in the developer portal: a `list` of members, presences, content", func(s string) (err error) {
		cfg.Privileged, err = sandbox.ParseIntents(s)
		return err
	})
	flags.Func("permissions", "permissions of the bot's role, as its invitation grants them: a `list` of Discord's names such as MANAGE_ROLES,MANAGE_MESSAGES; the bot also has those of @everyone", func(s string) (err error) {
		cfg.Permissions, err = sandbox.ParsePermissions(s)
		return err
	})
	atLeast(flags, &cfg.Shards, 0, "shards", 0, "`number` of shards that the gateway recommends; 0 means one per 1000 servers")
	atLeast(flags, &cfg.Concurrency, 1, "max-concurrency", 16, "`number` of sessions that may start within five seconds; on Discord, a new bot has 1")
	positive(flags, &cfg.ReplyWithin, "reply-within", 3*time.Second, "deadline for the first response to an interaction")
	positive(flags, &cfg.TokenLife, "token-life", 15*time.Minute, "how long an interaction's token is valid")
	positive(flags, &cfg.OldMessage, "old-message", time.Hour, "age after which edits of a message are throttled")
	return func(ctx context.Context, p program) error {
		return playSandbox(ctx, cfg, p, db, !*noBot)
	}
}

// atLeast declares a flag for a number with a minimum.
func atLeast(flags *flag.FlagSet, n *int, least int, name string, preset int, about string) {
	*n = preset
	flags.Func(name, fmt.Sprintf("%s (default %d)", about, preset), func(s string) (err error) {
		*n, err = strconv.Atoi(s)
		if err != nil || *n < least {
			return fmt.Errorf("must be a number, at least %d", least)
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
			return errors.New("must be a time above 0, such as 3s")
		}
		return nil
	})
}

func playSandbox(ctx context.Context, cfg sandbox.Config, p program, db string, withBot bool) (err error) {
	// The sandbox ignores the settings in .env, the token and the database, because they are for
	// the real Discord.
	environ := append([]string{"USER_RATE=0"}, p.environ...)
	settings, err := config.Read(append(environ, "DISCORD_TOKEN=", "DISCORD_TOKEN_FILE=", "DEUCES_DB=", "DEUCES_DB_FILE="), os.DevNull)
	if err != nil {
		return err
	}
	log := p.logger(settings)
	cfg.Token, cfg.Log, cfg.System, cfg.Places = "sandbox", log, "general", true
	server := sandbox.New(cfg)
	if err := server.Listen(); err != nil {
		return fmt.Errorf("%w; choose another address with -addr", err)
	}

	// The sandbox stops last, because the bot needs it to stop gracefully.
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return server.Serve(serving) })
	if !withBot {
		fmt.Fprintf(p.stdout, "The sandbox runs without a bot at %s\nIts token is \"sandbox\", or %s for clients that read the bot's id from the token\n", server.URL(), server.Token())
		group.Go(func() error { <-ctx.Done(); stop(); return nil })
		return group.Wait()
	}

	if db == "" {
		dir, failed := os.MkdirTemp("", "deuces-")
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		db = filepath.Join(dir, "sandbox.db")
	}
	settings.Token, settings.API, settings.DB = cfg.Token, server.URL(), db
	bot, err := app.Open(ctx, settings, log)
	if err != nil {
		stop()
		return errors.Join(err, group.Wait())
	}
	group.Go(func() error {
		defer stop()
		return errors.Join(bot.Run(ctx), bot.Close())
	})
	select {
	case <-bot.Ready():
		fmt.Fprintf(p.stdout, "Deuces is ready at %s\n", server.URL())
	case <-ctx.Done():
	}
	return group.Wait()
}
