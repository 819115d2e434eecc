package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/rs/zerolog"

	"deuces/config"
	"deuces/game/systems"
	"deuces/store"
)

// onDatabase carries out a command about the database that DEUCES_DB names, and
// returns the exit code.
func onDatabase(ctx context.Context, name string, args, environ []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("deuces "+name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	force, files := false, 0
	switch name {
	case "restore":
		flags.BoolVar(&force, "force", false, "restore also what loses plays, or over what can't be read; what was there is kept beside it")
		files = 1
	case "backup":
		files = 1
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() != files {
		return misused(stderr, name+" takes "+[]string{"no arguments", "one file"}[files])
	}
	cfg, _, err := config.Read(environ, ".env")
	if err == nil {
		switch file := flags.Arg(0); name {
		case "backup":
			err = backup(ctx, cfg.DB, file, stdout)
		case "restore":
			err = restore(ctx, file, cfg.DB, force, stdout)
		case "check":
			err = check(ctx, cfg.DB, stdout)
		case "rebuild":
			err = rebuild(ctx, cfg.DB, stdout, logger(cfg, stderr))
		}
	}
	return ended(err, stderr)
}

// backup copies the database, also while the bot plays.
func backup(ctx context.Context, db, file string, stdout io.Writer) (err error) {
	from, err := store.Read(ctx, db)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if err := from.Backup(ctx, file); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s is a copy of %s, checked\n", file, db)
	return nil
}

// restore puts a copy of a backup in the database's place.
func restore(ctx context.Context, file, db string, force bool, stdout io.Writer) error {
	err := store.Restore(ctx, file, db, force)
	if errors.Is(err, store.ErrPlayed) {
		return fmt.Errorf("%w; deuces restore --force %s does it all the same and keeps %s as %s.replaced", err, file, db, db)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s is what %s was\n", db, file)
	return nil
}

// check looks the database over, replays every log by its rules, and compares
// the standings with what comes of that.
func check(ctx context.Context, db string, stdout io.Writer) (err error) {
	r, err := store.Read(ctx, db)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	found, err := r.Check(ctx)
	if err != nil {
		return err
	}
	if len(found) == 0 { // else it may not even be readable
		if found, err = r.Recount(ctx, systems.New); err != nil {
			return err
		}
	}
	for _, line := range found {
		fmt.Fprintf(stdout, "%s: %s\n", db, line)
	}
	if len(found) > 0 {
		return errSilent
	}
	fmt.Fprintf(stdout, "%s: ok\n", db)
	return nil
}

// rebuild makes the standings anew from the logs.
func rebuild(ctx context.Context, db string, stdout io.Writer, log zerolog.Logger) (err error) {
	if _, err := os.Stat(db); err != nil { // Open would make one
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	s, err := store.Open(ctx, db, log)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	unread, err := s.Rebuild(ctx, systems.New)
	if err != nil {
		return err
	}
	for _, line := range unread {
		fmt.Fprintf(stdout, "%s: kept as it was: %s\n", db, line)
	}
	fmt.Fprintf(stdout, "%s: the standings are made anew from the logs\n", db)
	return nil
}
