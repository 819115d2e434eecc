package record

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"deuces/game"
	"deuces/game/card"
)

// Systems returns the rules of a system by name, with some options changed from its preset.
type Systems func(name string, options map[string]string) (game.Rules, error)

// Replay reads a record and plays it. If it is invalid or differs from the rules, the error reads
// "FILE:LINE: what differs".
func Replay(file string, r io.Reader, systems func(name string, options map[string]string) (game.Rules, error)) error {
	rec, err := Parse(r)
	if err == nil {
		_, err = rec.Replay(systems)
	}
	return In(file, err)
}

// In adds the file name to an error of a record: "FILE:LINE: what differs".
func In(file string, err error) error {
	if at, ok := errors.AsType[*Error](err); ok {
		return fmt.Errorf("%s:%d: %s", file, at.Line, at.What)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Replay plays the record and returns the final State. Differences from the rules are an *Error.
func (r Record) Replay(systems Systems) (game.State, error) {
	rules, err := systems(r.System, r.Options)
	if err != nil {
		line := r.lines["system"]
		var refused *game.Illegal
		if errors.As(err, &refused) && r.lines["options"] > 0 {
			line = r.lines["options"]
		}
		return nil, &Error{line, err.Error()}
	}
	if err := r.fits(rules); err != nil {
		return nil, err
	}
	state, err := rules.Start(r.Setup)
	if err != nil {
		return nil, &Error{r.lines["play"], err.Error()}
	}
	m := replayState{r.Players, rules, state}
	for _, step := range r.Steps {
		differs := ""
		switch {
		case step.fact != nil:
			differs = step.fact(m)
		case step.Refused:
			differs = m.checkRefused(step)
		default:
			next, _, err := m.state.Apply(step.Seat, step.Action)
			if err != nil {
				return nil, &Error{step.Line, "refused: " + err.Error()}
			}
			m.state = next
		}
		if differs != "" {
			return nil, &Error{step.Line, differs}
		}
	}
	return m.state, nil
}

// fits checks the number of players and the dealt cards against the rules.
func (r Record) fits(rules game.Rules) error {
	n := len(r.Players)
	if f, ok := rules.(game.SeatChecker); ok {
		if err := f.Fits(n); err != nil {
			return &Error{r.lines["players"], err.Error()}
		}
	}
	if low, high := rules.Seats(); n < low || n > high {
		return &Error{r.lines["players"], fmt.Sprintf("%s is for %d to %d players, not %d", r.System, low, high, n)}
	}
	deck := card.SetOf(rules.Deck(n)...)
	take := func(key string, cards ...card.Card) error {
		for _, c := range cards {
			if !deck.Remove(c) {
				return &Error{r.lines[key], fmt.Sprintf("%s is not in the deck, or occurs more often than there", c)}
			}
		}
		return nil
	}
	for seat, hand := range r.Setup.Hands {
		if err := take("hand "+r.Players[seat], hand...); err != nil {
			return err
		}
	}
	if r.Setup.TopCard != card.None {
		if err := take("top", r.Setup.TopCard); err != nil {
			return err
		}
	}
	return take("pile", r.Setup.Pile...)
}

// checkRefused tries a move that must be refused, and returns what is wrong, or "".
func (m replayState) checkRefused(step Step) string {
	if step.Malformed != nil {
		return ""
	}
	before := m.views()
	_, _, err := m.state.Apply(step.Seat, step.Action)
	var illegal *game.Illegal
	switch {
	case err == nil:
		return fmt.Sprintf("%s is legal, but should be refused", step.Action)
	case !errors.As(err, &illegal):
		return fmt.Sprintf("%s fails: %v", step.Action, err)
	case !reflect.DeepEqual(before, m.views()):
		return fmt.Sprintf("%s is refused, but changes something", step.Action)
	}
	return ""
}

func (m replayState) views() []game.View {
	views := []game.View{m.view()}
	for s := range m.names {
		views = append(views, m.state.View(game.Seat(s)))
	}
	return views
}
