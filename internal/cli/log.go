package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/config"
	"deuces/internal/progress"
)

// logger writes to stderr, in a readable form on a terminal and as JSON elsewhere. For systemd's
// journal it omits the time, which the journal adds.
func (p program) logger(cfg config.Config) zerolog.Logger {
	f, isFile := p.stderr.(*os.File)
	terminal := progress.IsTerminal(p.stderr)
	journal := isFile && isJournal(f, p.environ)
	var out io.Writer = p.stderr
	if cfg.LogFormat == "console" || cfg.LogFormat != "json" && terminal {
		// zerolog uses colors unless NO_COLOR is set.
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

// isJournal reports whether a file is systemd's journal. systemd puts the journal's device and inode
// into the environment.
func isJournal(f *os.File, environ []string) bool {
	device, inode, known := fileID(f)
	return known && slices.Contains(environ, fmt.Sprintf("JOURNAL_STREAM=%d:%d", device, inode))
}
