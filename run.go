package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"

	"deuces/config"
)

// run is the bot on Discord, as the environment says.
func run(ctx context.Context, p program) error {
	cfg, unknown, err := config.Read(p.environ, ".env")
	if err != nil {
		return err
	}
	if cfg.Token == "" {
		return config.ErrNoToken
	}
	log := logger(cfg, p.stderr)
	if info, err := os.Stat(".env"); err == nil && info.Mode().Perm()&0o007 != 0 {
		log.Warn().Msg("others on this machine can read .env, and the bot's token if it is there: chmod 600 .env")
	}
	for _, name := range unknown {
		log.Warn().Str("setting", name).Msg("unknown setting in .env; config.example.env lists all settings")
	}
	return serve(ctx, cfg, log, func() {})
}

// logger writes to stderr: to be read on a terminal, as JSON otherwise.
func logger(cfg config.Config, stderr io.Writer) zerolog.Logger {
	format := cfg.LogFormat
	if format == "auto" {
		format = "json"
		if terminal(stderr) {
			format = "console"
		}
	}
	out := stderr
	if format == "console" {
		// In colour on a terminal, unless NO_COLOR is set, which zerolog sees to.
		out = zerolog.ConsoleWriter{Out: stderr, TimeFormat: time.TimeOnly, NoColor: !terminal(stderr)}
	}
	return zerolog.New(out).Level(cfg.LogLevel).With().Timestamp().Logger()
}
