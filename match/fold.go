package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"
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
	earliest := d.At // even where the machine's clock went back by less than LeastClockSet
	if c, is := c.(CatchUp); is {
		earliest = earliest.Add(min(c.ClockSet, 0))
	}
	if d.now.Before(earliest) {
		d.now = earliest
	}
	_, opening := c.(Opening)
	switch {
	case opening != (d.Seq == 0):
		return ErrNoTable
	case d.Phase == Over:
		return game.Refuse("This table is closed.")
	}
	return c.decide(d)
}

// add applies events in their order.
func (d *Draft) add(bodies ...Body) error {
	for _, b := range bodies {
		e := Event{Seq: d.Seq + 1, At: d.now, Body: b}
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

// Apply returns the match after one event, the next of its log. An error says
// that the event cannot follow: of a log, that it cannot be read.
func (m Match) Apply(e Event) (Match, error) {
	err := m.advance(e)
	return m, err
}

// advance makes the match the one after an event. After an error it is as it was.
func (m *Match) advance(e Event) error {
	before := *m
	if err := m.apply(e); err != nil {
		*m = before
		return fmt.Errorf("table %d, event %d: %w", m.ID, e.Seq, err)
	}
	m.checkSeal(before, e.Body)
	return nil
}

// errMisplaced is the error of an event that cannot happen where the match stands.
var errMisplaced = errors.New("cannot happen here")

func (m *Match) apply(e Event) error {
	_, first := e.Body.(Opened)
	switch {
	case e.Body == nil:
		return errors.New("it has no body")
	case e.Seq != m.Seq+1:
		return fmt.Errorf("it should be number %d", m.Seq+1)
	case first != (m.Seq == 0), m.Phase == Over:
		return fmt.Errorf("%s: %w", kindOf(e.Body), errMisplaced)
	}
	m.Seq, m.At = e.Seq, e.At
	if err := e.Body.apply(m); err != nil {
		return fmt.Errorf("%s: %w", kindOf(e.Body), err)
	}
	m.note(e.Body)
	return nil
}

// notesMost bounds Match.Notes.
const notesMost = 3

// note remembers what a seat changed by, for the board.
func (m *Match) note(b Body) {
	switch b.(type) {
	case Seated, Left, Returned, Took, Away, Kicked, VoteOver, Undone:
	default:
		return
	}
	if m.Phase == Lobby {
		return
	}
	if len(m.Notes) == notesMost {
		m.Notes = m.Notes[1:]
	}
	m.Notes = append(slices.Clip(m.Notes), b)
}

// checkSeal notes that what a deal is made for is no longer what it was before an
// event, when somebody had cut already. Settings are no part of it: no card
// depends on them. Nor is a newcomer who gets a vacant seat: that is how the deal
// begins, and which seat it is was certain before.
func (m *Match) checkSeal(before Match, by Body) {
	if _, took := by.(Took); took {
		return
	}
	if s, waits := m.nextSeal(); !waits || len(s.cuts) == 0 {
		return
	}
	same := slices.EqualFunc(m.seats, before.seats, func(a, b seatState) bool { return a.player == b.player && a.vacant == b.vacant }) &&
		slices.Equal(m.Coming, before.Coming) && m.System == before.System && maps.Equal(m.Options, before.Options)
	m.sealStale = m.sealStale || !same
}

// upcoming says that a round is still to be dealt, and none is on.
func (m Match) upcoming() bool { return m.Seq > 0 && (m.Phase == Lobby || m.Phase == Between) }

// nextSeal returns the seal of the round that comes next.
func (m Match) nextSeal() (sealed, bool) {
	if n := len(m.seals); n > 0 && m.upcoming() && m.seals[n-1].round == m.Decision.Round+1 {
		return m.seals[n-1], true
	}
	return sealed{}, false
}
