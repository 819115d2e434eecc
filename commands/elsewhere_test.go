package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

// After another process has taken over a server, what this one can't store is no error.
func TestWhatAnotherProcessStoresIsNoError(t *testing.T) {
	moved := errors.New("another process serves this server now")
	for _, tt := range []struct {
		why  string
		err  error
		want string // the level in the log
	}{
		{"another process has the server", fmt.Errorf("guild 1 has the bot: %w", moved), "debug"},
		{"the disk is full", errors.New("the disk is full"), "error"},
	} {
		var log strings.Builder
		c := New(Config{Logger: zerolog.New(&log), Elsewhere: func(err error) bool { return errors.Is(err, moved) }})
		c.note("1", "added to", func(context.Context) error { return tt.err })
		if !strings.Contains(log.String(), `"level":"`+tt.want+`"`) {
			t.Errorf("%s: the log says %s", tt.why, &log)
		}
	}
}
