package match

import (
	"errors"
	"time"

	"deuces/game"
)

// Command is what someone, or the clock, asks of a table. Each is a type, beside
// the events that it leads to.
type Command interface{ decide(*Draft) error }

// Decide says what a command would add to the log now, and changes nothing. An
// *game.Illegal says in a player's words why it is refused; ErrStale says that
// the table has moved past it.
func (m Match) Decide(c Command, now time.Time) ([]Event, error) {
	d := Draft{Match: m}
	err := d.Decide(c, now)
	if err != nil {
		return nil, err
	}
	return d.Events, nil
}

// Draft is a match with the events that commands add, each applied as it is
// added, so that what is stored is known to fold.
type Draft struct {
	Match
	Events []Event
	now    time.Time
}

// Decide adds what a command adds to the log at a time. After an error the draft is of
// no use any more, unless the error is ErrStale.
func (d *Draft) Decide(c Command, now time.Time) error {
	d.now = now.UTC().Truncate(time.Millisecond)
	earliest := d.at // even where the machine's clock went back by less than LeastClockSet
	if c, is := c.(CatchUp); is {
		earliest = earliest.Add(min(c.ClockSet, 0))
	}
	if d.now.Before(earliest) {
		d.now = earliest
	}
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
func (d *Draft) add(bodies ...Body) error {
	for _, b := range bodies {
		e := Event{Seq: d.seq + 1, At: d.now, Body: b}
		next, err := d.Apply(e)
		if err != nil {
			return err
		}
		d.Match, d.Events = next, append(d.Events, e)
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
