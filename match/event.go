package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"deuces/game"
)

// Event is one entry of a table's log.
type Event struct {
	Seq  int       // from 1, without gaps
	At   time.Time // UTC in whole milliseconds; see Earliest for how it relates to the event before
	Body Body
}

// Body is the content of an event. Its JSON encoding is stored, so it must never change: a new
// field needs a zero value that is right for events that were stored without it.
type Body interface {
	apply(*Match) error // modifies a copy of the match; must replace slices and maps, never write into them
}

// kinds lists every event type with its stored name. The names must never change.
var kinds = []kindOfEvent{
	// lobby.go
	{"opened", Opened{}},
	{"options", OptionsSet{}},
	{"game", GameSet{}},
	{"settings", SettingsSet{}},
	{"waits", Waits{}},
	{"started", Started{}},
	// calling.go
	{"called", Called{}},
	// startat.go
	{"start-set", StartSet{}},
	{"too-few", TooFew{}},
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
	{"plan-over", PlanCanceled{}},
	// clock.go
	{"woken", Woken{}},
	{"paused", Paused{}},
	{"resumed", Resumed{}},
	{"clock_set", ClockSet{}},
	// computers.go
	{"computer", ComputerSeated{}},
	{"skip-ahead", SkippedAhead{}},
	// seats.go
	{"seated", Seated{}},
	{"left", Left{}},
	{"returned", Returned{}},
	{"took", Took{}},
	{"away", Away{}},
	{"kicked", Kicked{}},
	{"pardoned", Pardoned{}},
	{"host", HostChanged{}},
	// people.go
	{"ready", Ready{}},
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

// kindOf returns the stored name of a body's type, or "" for nil.
func kindOf(b Body) string {
	for _, k := range kinds {
		if reflect.TypeOf(k.body) == reflect.TypeOf(b) {
			return k.name
		}
	}
	return ""
}

func decode(kind string, form []byte) (Body, error) {
	i := slices.IndexFunc(kinds, func(k kindOfEvent) bool { return k.name == kind })
	if i < 0 {
		return nil, errors.New("unknown kind of event")
	}
	read := reflect.New(reflect.TypeOf(kinds[i].body))
	if err := unmarshalStrict(form, read.Interface()); err != nil {
		return nil, err
	}
	for i := range read.Elem().NumField() { // json skips a field that is missing, so ParseAction hasn't refused it
		if a, is := read.Elem().Field(i).Interface().(game.Action); is && a.Verb == 0 {
			return nil, errors.New("it has no action")
		}
	}
	changeDurations(read.Elem(), func(stored time.Duration) time.Duration { return stored * time.Millisecond })
	return read.Elem().Interface().(Body), nil
}

// changeDurations applies change to every duration of a body or of its Settings. The stored
// unit is milliseconds.
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

func unmarshalStrict(form []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(form))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// Encode returns the stored form of an event's body: its kind and compact JSON. Cards and
// actions use the notation of records.
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

// Decode parses the stored form of an event. An error wraps ErrUnreadable and names the unknown
// kind or field.
func Decode(seq int, at time.Time, kind string, form []byte) (Event, error) {
	b, err := decode(kind, form)
	if err != nil {
		return Event{}, fmt.Errorf("%w: event %d, %q: %w", ErrUnreadable, seq, kind, err)
	}
	return Event{Seq: seq, At: at.UTC(), Body: b}, nil
}
