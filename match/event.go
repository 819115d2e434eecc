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

// Body is what happened. Each kind is a type beside the commands that lead to it: its
// JSON is its stored form, and apply is what it means for a match. Stored forms never
// change. Add a field only with a value that older events get by leaving it out.
type Body interface {
	apply(*Match) error // may change a copy of a match; it replaces slices and never writes into one
}

// kinds has each kind of event with its name in the log. Names never change.
var kinds = []kindOfEvent{
	// lobby.go
	{"opened", Opened{}},
	{"options", OptionsSet{}},
	{"game", GameSet{}},
	{"settings", SettingsSet{}},
	{"started", Started{}},
	// deal.go
	{"sealed", Sealed{}},
	{"cut", Cut{}},
	// round.go
	{"dealt", Dealt{}},
	{"acted", Acted{}},
	{"settled", Settled{}},
	// undo.go
	{"undone", Undone{}},
	// passing.go
	{"passing", Passing{}},
	{"passing-over", PassingOver{}},
	// plan.go
	{"planned", Planned{}},
	{"plan-over", PlanOver{}},
	// clock.go
	{"woken", Woken{}},
	{"paused", Paused{}},
	{"resumed", Resumed{}},
	{"clock_set", ClockSet{}},
	// computers.go
	{"computer", ComputerSeated{}},
	// seats.go
	{"seated", Seated{}},
	{"left", Left{}},
	{"returned", Returned{}},
	{"took", Took{}},
	{"away", Away{}},
	{"kicked", Kicked{}},
	{"pardoned", Pardoned{}},
	{"host", HostIs{}},
	// people.go
	{"vote", VoteCalled{}},
	{"voted", Voted{}},
	{"vote-over", VoteOver{}},
	// ending.go
	{"ended", Ended{}},
}

type kindOfEvent struct {
	name string
	body Body // the zero value of its type
}

// kindOf returns the name of a body's kind; "" for nil.
func kindOf(b Body) string {
	for _, k := range kinds {
		if reflect.TypeOf(k.body) == reflect.TypeOf(b) {
			return k.name
		}
	}
	return ""
}

// decode reads the stored form of a body.
func decode(kind string, form []byte) (Body, error) {
	i := slices.IndexFunc(kinds, func(k kindOfEvent) bool { return k.name == kind })
	if i < 0 {
		return nil, errors.New("this program knows no such kind of event")
	}
	read := reflect.New(reflect.TypeOf(kinds[i].body))
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
		return "", nil, fmt.Errorf("%s: %w", kindOf(b), err)
	}
	return kindOf(b), form, nil
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
