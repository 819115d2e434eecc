package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
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

// bodies has one of each kind of event, in the files named beside them.
func bodies() []Body {
	return []Body{
		Opened{}, OptionsSet{}, SettingsSet{}, Started{}, // lobby.go
		Dealt{}, Acted{}, Settled{}, // round.go
		Sealed{}, Cut{}, // deal.go
		Ended{},                                                                      // ending.go
		Seated{}, Left{}, Returned{}, Took{}, Away{}, Kicked{}, Pardoned{}, HostIs{}, // seating.go
		ComputerSeated{},                  // computers.go
		VoteCalled{}, Voted{}, VoteOver{}, // vote.go
		Passing{}, PassingOver{}, // passing.go
		Planned{}, PlanOver{}, // plan.go
		Undone{},                     // undo.go
		Woken{}, Paused{}, Resumed{}, // clock.go
		ClockSet{}, // wallclock.go
	}
}

// decode reads the stored form of a body.
func decode(kind string, form []byte) (Body, error) {
	all := bodies()
	i := slices.IndexFunc(all, func(b Body) bool { return b.kind() == kind })
	if i < 0 {
		return nil, errors.New("this program knows no such kind of event")
	}
	read := reflect.New(reflect.TypeOf(all[i]))
	if err := strictly(form, read.Interface()); err != nil {
		return nil, err
	}
	changeDurations(read.Elem(), func(stored time.Duration) time.Duration { return stored * time.Millisecond })
	return read.Elem().Interface().(Body), nil
}

// changeDurations changes all durations of a body or of settings: they are stored as whole
// milliseconds.
func changeDurations(v reflect.Value, change func(time.Duration) time.Duration) {
	for i := range v.NumField() {
		switch field := v.Field(i).Addr().Interface().(type) {
		case *time.Duration:
			*field = change(*field)
		case *Settings:
			changeDurations(v.Field(i), change)
		}
	}
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
	stored := reflect.New(reflect.TypeOf(b)).Elem()
	stored.Set(reflect.ValueOf(b))
	changeDurations(stored, func(d time.Duration) time.Duration { return d / time.Millisecond })
	form, err = json.Marshal(stored.Interface())
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
