package match

import (
	"errors"
	"fmt"
)

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
		return fmt.Errorf("table %d, event %d: %w", m.id, e.Seq, err)
	}
	m.disturb(before, e.Body)
	return nil
}

// errMisplaced is the error of an event that cannot happen where the match stands.
var errMisplaced = errors.New("cannot happen here")

func (m *Match) apply(e Event) error {
	_, first := e.Body.(Opened)
	switch {
	case e.Body == nil:
		return errors.New("it has no body")
	case e.Seq != m.seq+1:
		return fmt.Errorf("it should be number %d", m.seq+1)
	case first != (m.seq == 0), m.phase == Over:
		return fmt.Errorf("%s: %w", e.Body.kind(), errMisplaced)
	}
	m.seq, m.at = e.Seq, e.At
	if err := e.Body.apply(m); err != nil {
		return fmt.Errorf("%s: %w", e.Body.kind(), err)
	}
	m.note(e.Body)
	return nil
}
