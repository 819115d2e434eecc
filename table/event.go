package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Event is one line of a table's log.
type Event struct {
	Seq  int       // from 1, without gaps
	At   time.Time // UTC, whole milliseconds; not before the event ahead of it (Earliest)
	Body Body
}

// Body is what happened. Each kind is a type that has everything about it in one
// place, beside the commands that lead to it: its name in the log, its stored form
// (its JSON) and what it means for a match. Names and stored forms never change.
// Add a field only with a value that older events get by leaving it out.
type Body interface {
	kind() string
	apply(*Match) error // may change a copy of a match; it replaces slices and never writes into one
}

// decode reads the stored form of a body. This is the list of all kinds: long,
// but one flat case for each.
func decode(kind string, form []byte) (Body, error) {
	switch kind {
	// lobby.go
	case Opened{}.kind():
		return read[Opened](form)
	case OptionsSet{}.kind():
		return read[OptionsSet](form)
	case SettingsSet{}.kind():
		return read[SettingsSet](form)
	case Started{}.kind():
		return read[Started](form)
	// round.go, deal.go and ending.go
	case Dealt{}.kind():
		return read[Dealt](form)
	case Sealed{}.kind():
		return read[Sealed](form)
	case Cut{}.kind():
		return read[Cut](form)
	case Acted{}.kind():
		if b, plain := plainActed(form); plain {
			return b, nil
		}
		return read[Acted](form)
	case Settled{}.kind():
		return read[Settled](form)
	case Ended{}.kind():
		return read[Ended](form)
	// seating.go and computers.go
	case Seated{}.kind():
		return read[Seated](form)
	case ComputerSeated{}.kind():
		return read[ComputerSeated](form)
	case Left{}.kind():
		return read[Left](form)
	case Returned{}.kind():
		return read[Returned](form)
	case Took{}.kind():
		return read[Took](form)
	case Away{}.kind():
		return read[Away](form)
	case Kicked{}.kind():
		return read[Kicked](form)
	case Pardoned{}.kind():
		return read[Pardoned](form)
	case HostIs{}.kind():
		return read[HostIs](form)
	// vote.go
	case VoteCalled{}.kind():
		return read[VoteCalled](form)
	case Voted{}.kind():
		return read[Voted](form)
	case VoteOver{}.kind():
		return read[VoteOver](form)
	// passing.go
	case Passing{}.kind():
		return read[Passing](form)
	case PassingOver{}.kind():
		return read[PassingOver](form)
	// plan.go
	case Planned{}.kind():
		return read[Planned](form)
	case PlanOver{}.kind():
		return read[PlanOver](form)
	// undo.go
	case Undone{}.kind():
		return read[Undone](form)
	// clock.go
	case Woken{}.kind():
		return read[Woken](form)
	case ClockSet{}.kind(): // wallclock.go
		return read[ClockSet](form)
	case Paused{}.kind():
		return read[Paused](form)
	case Resumed{}.kind():
		return read[Resumed](form)
	}
	return nil, errors.New("this program knows no such kind of event")
}

func read[B Body](form []byte) (Body, error) {
	var b B
	err := strictly(form, &b)
	return b, err
}

// strictly reads JSON and refuses fields that it does not know.
func strictly(form []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(form))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// Encode returns the stored form of an event's body: its kind, and compact JSON.
// Cards and actions are in the notation of records.
func Encode(b Body) (kind string, form []byte, err error) {
	if b == nil {
		return "", nil, errors.New("an event without a body cannot be stored")
	}
	if acted, is := b.(Acted); is {
		if form, plain := acted.plainForm(); plain {
			return b.kind(), form, nil
		}
	}
	form, err = json.Marshal(b)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", b.kind(), err)
	}
	return b.kind(), form, nil
}

// Decode returns an event from its stored form. An error is an ErrUnreadable and
// names the kind or field that this program does not know: it never guesses.
func Decode(seq int, at time.Time, kind string, form []byte) (Event, error) {
	b, err := decode(kind, form)
	if err != nil {
		return Event{}, fmt.Errorf("%w: event %d, %q: %w", ErrUnreadable, seq, kind, err)
	}
	return Event{Seq: seq, At: at.UTC(), Body: b}, nil
}

// millis is a duration in its stored form.
type millis time.Duration

func (m millis) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(m).Milliseconds()) }

func (m *millis) UnmarshalJSON(form []byte) error {
	var n int64
	err := json.Unmarshal(form, &n)
	*m = millis(time.Duration(n) * time.Millisecond)
	return err
}
