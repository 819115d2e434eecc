package match

import (
	"errors"
	"time"

	"deuces/game"
	"deuces/game/ai"
)

// A start at a time. The host of a lobby chooses when the match starts. Until then the lobby waits with its
// list. If too few players have come by then, it says so, and the match starts once there are enough. The
// time is what people have read, so it doesn't change if the program is down or the machine's clock is set.

const (
	// MaxAhead is how far ahead a start can be.
	MaxAhead = 7 * 24 * time.Hour
	// callBefore is how long before the start its players are called.
	callBefore = 5 * time.Minute
)

// Schedule says when a lobby starts the match.
type Schedule struct {
	At    time.Time // zero: the host starts it
	Fill  ai.Level  // level of the computers that take free seats if too few players have come; "": none
	Seats int       // how many seats they fill, as in Start
	Event bool      // the start is shown as an event of the guild
}

// Unstarted says why a match hasn't started at its time.
type Unstarted string

// The reasons.
const (
	TooFewCame    Unstarted = "few"
	EventCanceled Unstarted = "event" // somebody canceled the guild's event
)

type (
	// StartAt sets when the match starts, or that its host starts it. Only the host may do this.
	StartAt struct {
		Player Player
		Schedule
	}

	// FollowEvent does to a start what somebody did to the guild's event for it. It returns ErrStale if the match
	// doesn't start at the time From.
	FollowEvent struct{ From, To time.Time } // zero To: the event was canceled
)

func (c StartAt) decide(d *Draft) error {
	if err := d.mayChangeRules(c.Player); err != nil {
		return err
	}
	return d.setStart(c.Player, c.Schedule)
}

func (c FollowEvent) decide(d *Draft) error {
	s := d.Schedule
	if s.At.IsZero() || !s.At.Equal(c.From) {
		return ErrStale
	}
	s.At = c.To
	return d.setStart(0, s)
}

func (d *Draft) setStart(by Player, s Schedule) error {
	s.At = s.At.UTC().Truncate(time.Second)
	switch {
	case s == d.Schedule, s.At.IsZero() && d.Schedule.At.IsZero():
		return nil
	case s.At.IsZero():
		return d.add(StartSet{By: by})
	case !s.At.After(d.now):
		return game.Refuse("That time has passed. Choose a later one.")
	case s.At.After(d.now.Add(MaxAhead)):
		return game.Refuse("That is more than a week away. Choose an earlier time.")
	}
	return d.add(StartSet{By: by, At: s.At.Unix(), Fill: s.Fill, Seats: s.Seats, Event: s.Event})
}

// StartSet records when the match starts.
type StartSet struct {
	By    Player   `json:"by,omitempty"` // 0: somebody moved or canceled the guild's event
	At    int64    `json:"at,omitempty"` // Unix time in seconds; 0: the host starts it
	Fill  ai.Level `json:"fill,omitempty"`
	Seats int      `json:"seats,omitempty"`
	Event bool     `json:"event,omitempty"`
}

func (b StartSet) apply(m *Match) error {
	if m.Phase != Lobby {
		return errMisplaced
	}
	m.Schedule, m.Unstarted, m.since, m.startAfter = Schedule{}, "", m.At, 0
	if b.At != 0 {
		m.Schedule = Schedule{At: time.Unix(b.At, 0).UTC(), Fill: b.Fill, Seats: b.Seats, Event: b.Event}
	} else if b.By == 0 {
		m.Unstarted = EventCanceled
	}
	return nil
}

// startScheduled starts the match at its time, or records that too few players have come.
func (d *Draft) startScheduled() error {
	started := *d
	err := Start{Player: d.Host, Fill: d.Schedule.Fill, Seats: d.Schedule.Seats}.decide(&started)
	if _, refused := errors.AsType[*game.Illegal](err); refused {
		return d.add(TooFew{})
	}
	if err == nil {
		*d = started
	}
	return err
}

// TooFew records that too few players had come when the match was to start. It starts by itself once there are
// enough, if that is before the lobby closes.
type TooFew struct{}

func (TooFew) apply(m *Match) error {
	if m.Phase != Lobby || m.Schedule.At.IsZero() {
		return errMisplaced
	}
	m.Schedule, m.Unstarted, m.since, m.startAfter = Schedule{}, TooFewCame, m.At, rematchStart
	return nil
}

// CallsAt returns when the players of a lobby are called, because the match starts soon; zero: not at all.
func (m Match) CallsAt() time.Time {
	if m.Phase != Lobby || m.Schedule.At.IsZero() {
		return time.Time{}
	}
	return m.Schedule.At.Add(-callBefore)
}

// OutcomeOfStart returns what became of a start at a time, if that has been decided between two states of a match: the
// match began ("started"), too few players had come ("too_few"), or the start was called off by the host, the
// guild's event or the end of the lobby ("called_off"). Otherwise it returns "".
func OutcomeOfStart(before, after Match) string {
	switch {
	case before.Schedule.At.IsZero() || !after.Schedule.At.IsZero():
		return ""
	case after.Unstarted == TooFewCame:
		return "too_few"
	case after.Phase == Lobby || after.Phase == Over:
		return "called_off"
	}
	return "started"
}
