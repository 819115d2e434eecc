package match

import (
	"fmt"
	"reflect"
	"time"
)

// Settings are what a table plays with beside the rules, fixed when the lobby ends. Events
// store them as they are declared here.
type Settings struct {
	Clock   time.Duration `json:"clock_ms"`   // for a decision; 0: no clock
	Pause   time.Duration `json:"pause_ms"`   // between a round's end and the next deal
	Pace    time.Duration `json:"pace_ms"`    // that a computer player or a stand-in takes for a decision, more or less
	Lobby   time.Duration `json:"lobby_ms"`   // after which a lobby that nobody touches closes; 0: never
	Abandon time.Duration `json:"abandon_ms"` // after which a paused match is ended; 0: never

	// AutoPass: a seat that can't beat the top play passes by itself, and any pass
	// shows after a pause that begins with the turn: from a quarter of AutoPass to all
	// of it by chance, or half the clock where that is shorter. 0: nobody passes by
	// itself.
	AutoPass time.Duration `json:"auto_pass_ms,omitempty"`
	Undo     time.Duration `json:"undo_ms,omitempty"` // for which a play may be taken back; 0: none may
	Seats    int           `json:"seats,omitempty"`   // how many may play at most; 0: as many as the rules let
	NoHint   bool          `json:"no_hint,omitempty"` // players can't ask what to play
}

// DefaultSettings are what tables play with where nobody chose otherwise.
func DefaultSettings() Settings {
	return Settings{
		Clock:   90 * time.Second,
		Pause:   15 * time.Second,
		Pace:    1500 * time.Millisecond,
		Lobby:   30 * time.Minute,
		Abandon: 24 * time.Hour,
	}
}

// tidy cuts durations to what the log keeps.
func (s *Settings) tidy() error {
	var err error
	changeDurations(reflect.ValueOf(s).Elem(), func(d time.Duration) time.Duration {
		if d < 0 {
			err = fmt.Errorf("a duration of a table's settings is negative: %v", d)
		}
		return d.Truncate(time.Millisecond)
	})
	if err == nil && s.Seats < 0 {
		err = fmt.Errorf("a table with %d seats", s.Seats)
	}
	return err
}
