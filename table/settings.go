package table

import (
	"fmt"
	"time"
)

// Settings are what a table plays with beside the rules, fixed when the lobby ends.
type Settings struct {
	Clock   time.Duration // for a decision; 0: no clock
	Pause   time.Duration // between a round's end and the next deal
	Pace    time.Duration // that a computer player or a stand-in takes for a decision, more or less
	Lobby   time.Duration // after which a lobby that nobody touches closes; 0: never
	Abandon time.Duration // after which a paused match is ended; 0: never

	// AutoPass: a seat that can't beat the top play passes by itself, and any pass
	// shows after a pause that begins with the turn: from a quarter of AutoPass to all
	// of it by chance, or half the clock where that is shorter. 0: nobody passes by
	// itself.
	AutoPass time.Duration
	Undo     time.Duration // for which a play may be taken back; 0: none may
	Seats    int           // how many may play at most; 0: as many as the rules let
	NoHint   bool          // players can't ask what to play
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
	for _, t := range []*time.Duration{&s.Clock, &s.Pause, &s.Pace, &s.Lobby, &s.Abandon, &s.AutoPass, &s.Undo} {
		if *t < 0 {
			return fmt.Errorf("a duration of a table's settings is negative: %v", *t)
		}
		*t = t.Truncate(time.Millisecond)
	}
	if s.Seats < 0 {
		return fmt.Errorf("a table with %d seats", s.Seats)
	}
	return nil
}

// settingsForm is how events store Settings: its fields, one for one.
type settingsForm struct {
	Clock    millis `json:"clock_ms"`
	Pause    millis `json:"pause_ms"`
	Pace     millis `json:"pace_ms"`
	Lobby    millis `json:"lobby_ms"`
	Abandon  millis `json:"abandon_ms"`
	AutoPass millis `json:"auto_pass_ms,omitempty"`
	Undo     millis `json:"undo_ms,omitempty"`
	Seats    int    `json:"seats,omitempty"`
	NoHint   bool   `json:"no_hint,omitempty"`
}

func formOf(s Settings) settingsForm {
	return settingsForm{
		Clock: millis(s.Clock), Pause: millis(s.Pause), Pace: millis(s.Pace), Lobby: millis(s.Lobby),
		Abandon: millis(s.Abandon), AutoPass: millis(s.AutoPass), Undo: millis(s.Undo), Seats: s.Seats, NoHint: s.NoHint,
	}
}

func (f settingsForm) settings() Settings {
	return Settings{
		Clock: time.Duration(f.Clock), Pause: time.Duration(f.Pause), Pace: time.Duration(f.Pace), Lobby: time.Duration(f.Lobby),
		Abandon: time.Duration(f.Abandon), AutoPass: time.Duration(f.AutoPass), Undo: time.Duration(f.Undo), Seats: f.Seats, NoHint: f.NoHint,
	}
}
