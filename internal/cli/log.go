package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"

	"deuces/internal/config"
)

// logger writes to stderr: to be read on a terminal, as JSON otherwise. systemd's journal
// stamps each line with the time itself.
func (p program) logger(cfg config.Config) zerolog.Logger {
	f, isFile := p.stderr.(*os.File)
	terminal := isFile && isatty.IsTerminal(f.Fd())
	journal := isFile && isJournal(f, p.environ)
	var out io.Writer = p.stderr
	if cfg.LogFormat == "console" || cfg.LogFormat != "json" && terminal {
		// In color on a terminal, unless NO_COLOR is set, which zerolog sees to.
		console := zerolog.ConsoleWriter{Out: p.stderr, TimeFormat: time.TimeOnly, NoColor: !terminal}
		if journal {
			console.PartsExclude = []string{zerolog.TimestampFieldName}
		}
		out = console
	}
	log := zerolog.New(out).Level(cfg.LogLevel)
	if !journal {
		log = log.With().Timestamp().Logger()
	}
	return log
}

// isJournal says whether a file is systemd's journal, whose device and inode systemd names
// in the environment.
func isJournal(f *os.File, environ []string) bool {
	device, inode, known := fileID(f)
	return known && slices.Contains(environ, fmt.Sprintf("JOURNAL_STREAM=%d:%d", device, inode))
}
