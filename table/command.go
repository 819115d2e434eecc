package table

import (
	"errors"
	"time"

	"deuces/game"
)

// Command is what someone, or the clock, asks of a table. Each is a type, beside
// the events that it leads to.
type Command interface{ decide(*draft) error }

// Decide says what a command would add to the log now, and changes nothing. An
// *game.Illegal says in a player's words why it is refused; ErrStale says that
// the table has moved past it.
func (m Match) Decide(c Command, now time.Time) ([]Event, error) {
	d := newDraft(m, now)
	if err := d.decide(c); err != nil {
		return nil, err
	}
	return d.events, nil
}

// draft is a match with the events that a command adds, each applied as it is
// added, so that what is stored is known to fold.
type draft struct {
	Match
	now    time.Time
	events []Event
}

func newDraft(m Match, now time.Time) *draft {
	now = now.UTC().Truncate(time.Millisecond)
	if now.Before(m.at) {
		now = m.at // the machine's clock went back by less than counts (wallclock.go)
	}
	return &draft{Match: m, now: now}
}

func (d *draft) decide(c Command) error {
	_, opening := c.(Opening)
	switch {
	case opening != (d.seq == 0):
		return ErrNoTable
	case d.phase == Over:
		return game.Refuse("This table is closed.")
	}
	return c.decide(d)
}

// add applies events in their order.
func (d *draft) add(bodies ...Body) error {
	for _, b := range bodies {
		e := Event{Seq: d.seq + 1, At: d.now, Body: b}
		next, err := d.Apply(e)
		if err != nil {
			return err
		}
		d.Match, d.events = next, append(d.events, e)
	}
	return nil
}

// plain returns the refusal in an error's chain by itself: players read it.
func plain(err error) error {
	if refused, ok := errors.AsType[*game.Illegal](err); ok {
		return refused
	}
	return err
}
