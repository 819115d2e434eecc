package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"deuces/game"
)

// Command is a request from a player, or from the registry, to a table. Each command is
// declared beside its events.
type Command interface{ decide(*Draft) error }

// Decide returns the events that a command adds to the log, without changing m. A *game.Illegal
// is a refusal that can be shown to the player. ErrStale means that the table has moved on.
func (m Match) Decide(c Command, now time.Time) ([]Event, error) {
	d := Draft{Match: m}
	err := d.Decide(c, now)
	if err != nil {
		return nil, err
	}
	return d.Events, nil
}

// Draft accumulates the events of one or more commands. Each event is applied when it is added,
// so everything stored can be replayed.
type Draft struct {
	Match
	Events []Event
	now    time.Time
}

// Decide adds the events of a command. After any error except ErrStale the draft must be
// discarded.
func (d *Draft) Decide(c Command, now time.Time) error {
	d.now = now.UTC().Truncate(time.Millisecond)
	earliest := d.At // event times don't go back, even if the machine's clock did by less than LeastClockSet
	if c, is := c.(CatchUp); is {
		earliest = earliest.Add(min(c.ClockSet, 0))
	}
	if d.now.Before(earliest) {
		d.now = earliest
	}
	_, opening := c.(Opening)
	switch {
	case opening && d.Seq > 0: // the table is fine, so this isn't ErrNoTable
		return fmt.Errorf("open table %d: it is open already", d.ID)
	case !opening && d.Seq == 0:
		return ErrNoTable
	case d.Phase == Over:
		return ErrOver
	}
	return c.decide(d)
}

// add applies events and adds them to the draft.
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

// refusal unwraps a *game.Illegal, since players read its text; other errors are returned
// unchanged.
func refusal(err error) error {
	if refused, ok := errors.AsType[*game.Illegal](err); ok {
		return refused
	}
	return err
}

// Apply returns the match after the next event of its log. An error means that the event can't
// follow.
func (m Match) Apply(e Event) (Match, error) {
	err := m.advance(e)
	return m, err
}

// advance applies an event in place. If it fails, m is unchanged.
func (m *Match) advance(e Event) error {
	before := *m
	if err := m.apply(e); err != nil {
		*m = before
		return fmt.Errorf("table %d, event %d: %w", m.ID, e.Seq, err)
	}
	m.checkSeal(before, e.Body)
	return nil
}

// errMisplaced means that an event isn't possible in the current state.
var errMisplaced = errors.New("this event can't follow the events before it")

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
	switch e.Body.(type) {
	case Planned, PlanCanceled, Passing, PassingOver:
	default:
		m.Public = e.Seq
	}
	if _, noted := e.Body.(Took); !noted {
		m.note(e.Body)
	}
	return nil
}

const maxSeatChanges = 3

// note records changes of seats for the board.
func (m *Match) note(b Body) {
	switch b.(type) {
	case Seated, Left, Returned, Took, Away, Kicked, VoteOver, Undone:
	default:
		return
	}
	if m.Phase == Lobby {
		return
	}
	if len(m.SeatChanges) == maxSeatChanges {
		m.SeatChanges = m.SeatChanges[1:]
	}
	m.SeatChanges = append(slices.Clip(m.SeatChanges), b)
}

// checkSeal marks the pending seal as stale if seats or options changed after somebody cut the
// deck. Settings don't matter because they don't affect the cards. Neither does a newcomer
// taking a vacant seat: that happens during the deal, and which seat it will be was known
// before.
func (m *Match) checkSeal(before Match, by Body) {
	if _, took := by.(Took); took {
		return
	}
	if s, waits := m.nextSeal(); !waits || len(s.cuts) == 0 {
		return
	}
	same := slices.EqualFunc(m.seats, before.seats, func(a, b seatState) bool { return a.player == b.player && a.vacant == b.vacant }) &&
		slices.Equal(m.Newcomers, before.Newcomers) && m.System == before.System && maps.Equal(m.Options, before.Options)
	m.sealStale = m.sealStale || !same
}

// upcoming reports whether the next thing to be played is a new round.
func (m Match) upcoming() bool { return m.Seq > 0 && (m.Phase == Lobby || m.Phase == Between) }

// nextSeal returns the seal of the next round; false if there is none.
func (m Match) nextSeal() (sealed, bool) {
	if n := len(m.seals); n > 0 && m.upcoming() && m.seals[n-1].round == m.Decision.Round+1 {
		return m.seals[n-1], true
	}
	return sealed{}, false
}
