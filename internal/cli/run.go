package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/config"
)

// run is the bot on Discord, as the settings say. What ends it stands in the log, in a
// line each.
func run(ctx context.Context, p program) error {
	cfg, err := p.config()
	log := logger(cfg, p)
	if err == nil && cfg.Token == "" {
		err = cfg.NoToken()
	}
	if err == nil {
		if othersRead(cfg.File) {
			log.Warn().Str("file", cfg.File).Msg("others on this machine can read the file of settings, and the bot's token or a password if it is there: chmod 600 it")
		}
		for _, name := range cfg.Unknown {
			log.Warn().Str("setting", name).Str("file", cfg.File).Msg("unknown setting; config.example.env lists all settings")
		}
		err = serve(ctx, cfg, log, func() {})
	}
	if err == nil {
		return nil
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		log.WithLevel(zerolog.FatalLevel).Msg(printable(line))
	}
	return errSilent
}

// othersRead says whether everybody on this machine may read a file.
func othersRead(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0
}

// logger writes to stderr: to be read on a terminal, as JSON otherwise. systemd's journal
// stamps each line with the time itself.
func logger(cfg config.Config, p program) zerolog.Logger {
	format := cfg.LogFormat
	if format == "" || format == "auto" {
		format = "json"
		if terminal(p.stderr) {
			format = "console"
		}
	}
	stamped := !isJournal(p.stderr, p.environ)
	out := p.stderr
	if format == "console" {
		// In color on a terminal, unless NO_COLOR is set, which zerolog sees to.
		console := zerolog.ConsoleWriter{Out: p.stderr, TimeFormat: time.TimeOnly, NoColor: !terminal(p.stderr)}
		if !stamped {
			console.PartsExclude = []string{zerolog.TimestampFieldName}
		}
		out = console
	}
	log := zerolog.New(out).Level(cfg.LogLevel)
	if stamped {
		log = log.With().Timestamp().Logger()
	}
	return log
}

// isJournal says whether what is written goes to systemd's journal: systemd names the
// device and inode of that stream in the environment.
func isJournal(w io.Writer, environ []string) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	device, inode, known := fileID(f)
	for _, line := range environ {
		if known && line == fmt.Sprintf("JOURNAL_STREAM=%d:%d", device, inode) {
			return true
		}
	}
	return false
}
