package app

import (
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// A warning or an error that is repeated appears this often in a time. The others are counted.
const (
	sameLines   = 5
	repeatsTime = time.Minute
)

// repeats keeps one cause from filling the log: when PostgreSQL is away, each shard, table and click says
// so. It is a hook of the logger. After sameLines lines with one message it drops the message for the
// rest of the minute, and then logs how many were left out.
type repeats struct {
	log zerolog.Logger // without the hook

	mu    sync.Mutex
	lines map[string]int // by message, of the messages whose minute isn't over
}

func newRepeats(log zerolog.Logger) *repeats {
	return &repeats{log: log, lines: map[string]int{}}
}

func (r *repeats) Run(e *zerolog.Event, level zerolog.Level, msg string) {
	if level != zerolog.WarnLevel && level != zerolog.ErrorLevel {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines[msg]++
	switch n := r.lines[msg]; {
	case n == 1:
		time.AfterFunc(repeatsTime, func() { r.end(level, msg) })
	case n > sameLines:
		e.Discard()
	}
}

// end ends the minute of a message.
func (r *repeats) end(level zerolog.Level, msg string) {
	r.mu.Lock()
	leftOut := r.lines[msg] - sameLines
	delete(r.lines, msg)
	r.mu.Unlock()
	if leftOut > 0 {
		r.log.WithLevel(level).Int("left_out", leftOut).Msg(msg)
	}
}
