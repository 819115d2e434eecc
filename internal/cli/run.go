package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/rs/zerolog"

	"deuces/internal/app"
	"deuces/internal/config"
	"deuces/store"
)

// run runs the bot on Discord with the settings. Its errors are logged, one line each.
func run(ctx context.Context, p program) error {
	cfg, err := p.config()
	log := p.logger(cfg)
	if err == nil && cfg.Token == "" {
		err = cfg.MissingTokenError()
	}
	if err == nil {
		log.Info().Str("version", version()).Str("settings", cmp.Or(cfg.File, "the environment alone")).
			Str("database", databaseName(cfg.DB)).Msg("starting")
		for _, file := range othersRead(cfg) {
			log.Warn().Str("file", file).Msg("other users can read or write this file, which may contain the bot's token or a password; run chmod 600 on it")
		}
		for _, name := range cfg.Unknown {
			log.Warn().Str("setting", name).Str("file", cfg.File).Msg("unknown setting; config.example.env lists all settings")
		}
		var bot *app.App
		if bot, err = app.Open(ctx, cfg, log); err == nil {
			err = errors.Join(bot.Run(ctx), bot.Close())
		}
	}
	if err == nil {
		log.Info().Msg("stopped")
		return nil
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		log.WithLevel(zerolog.FatalLevel).Msg(printable(line))
	}
	return errSilent
}

// othersRead returns those files with settings and secrets that every user of this machine may read or write.
func othersRead(cfg config.Config) (files []string) {
	for _, file := range append([]string{cfg.File}, cfg.Secrets...) {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0 {
			files = append(files, file)
		}
	}
	return files
}

// databaseName returns the name of a database for the log: the absolute path of a file, or an address
// without its password.
func databaseName(db string) string {
	if store.IsFile(db) {
		if absolute, err := filepath.Abs(db); err == nil {
			return absolute
		}
	}
	return store.HidePassword(db)
}
