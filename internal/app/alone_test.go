package app

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/config"
	"deuces/internal/errtest"
	"deuces/store"
)

// Discord allows one new session in five seconds (here: in a fifth of a second). A process doesn't
// know when the one before it has started a session, only when that was last known to run.
func TestABotThatIsRestartedAtOnceWaitsBeforeItStartsASession(t *testing.T) {
	const apart = time.Second / 5
	began := time.Now()
	for _, tt := range []struct {
		why   string
		ended time.Time // when the process before ended
		until time.Time // when a session may start
	}{
		{"it ended a moment ago", began, began.Add(apart)},
		{"it ended an hour ago", began.Add(-time.Hour), began},
		{"the machine's clock was set back by an hour", began.Add(time.Hour), began.Add(apart)},
	} {
		t.Run(tt.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "deuces.db")
			before, err := store.Open(t.Context(), path, zerolog.Nop())
			errtest.Must(t, err)
			errtest.Must(t, errors.Join(before.SaveAlive(t.Context(), tt.ended), before.Close()))
			p, db, err := openAlone(t.Context(), config.Config{DB: path}, zerolog.Nop())
			errtest.Must(t, err)
			defer db.Close()
			if err := p.slot(t.Context(), 0, apart, 1000); err != nil || time.Now().Before(tt.until) {
				t.Errorf("a session may start after %v, %v; want %v", time.Since(began), err, tt.until.Sub(began))
			}
			if alive, err := db.LastAlive(t.Context()); err != nil || alive.Equal(tt.ended) {
				t.Errorf("the process after this one finds %v, %v; want the time of the session", alive, err)
			}
		})
	}
}
