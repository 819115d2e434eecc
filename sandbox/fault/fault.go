// Package fault describes the faults that tests inject into a sandbox: which calls, client frames
// or events a fault affects, how often, and what happens to them. This package parses faults; the
// packages rest and gateway apply them.
package fault

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/sandbox/wire"
)

// Fault is something that goes wrong on purpose: for the next calls, client frames or events that
// match, or for all gateway connections at once.
type Fault struct {
	ID    int        `json:"id"`
	Match faultMatch `json:"match"`
	Times int        `json:"times"` // how often it will still strike; -1: until it is removed
	Do    string     `json:"do"`

	Status int           `json:"-"` // "status N"
	Wait   time.Duration `json:"-"` // "delay D", "429 S"
	Kind   string        `json:"-"` // the first word of Do, or all of Do for a fault without an argument
}

// faultMatch selects calls by method and path, client frames by opcode, or (for "delay") events by
// name. * stands for any characters in paths and names. For "replay last", Event is the name of the
// event to replay.
type faultMatch struct {
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	Op     *int   `json:"op,omitempty"`
	Event  string `json:"event,omitempty"`
}

var gatewayFaults = map[string]bool{"drop": true, "op7": true, "op9": true, "op9 resumable": true, "replay last": true, "swallow acks": true}

// opcodes are the opcodes of the frames that clients send.
var opcodes = []int{wire.OpHeartbeat, wire.OpIdentify, wire.OpPresence, wire.OpVoice, wire.OpResume, wire.OpMembers}

// longest is the maximum time for which a call can be refused or delayed.
const longest = 24 * time.Hour

// Parse parses Do. It refuses a fault that could never strike, or that would have no effect.
func (f *Fault) Parse() error {
	f.Kind, _, _ = strings.Cut(f.Do, " ")
	if gatewayFaults[f.Do] || f.Do == "drop the answer" {
		f.Kind = f.Do
	}
	err := f.Match.check(f.Kind)
	if err == nil {
		err = f.parseDo()
	}
	if err == nil && f.Times < 1 && f.Times != -1 {
		err = errors.New("times must be at least 1, or -1 to last until the fault is removed")
	}
	if err != nil {
		return fmt.Errorf("%q: %w", f.Do, err)
	}
	return nil
}

func (f *Fault) parseDo() error {
	_, rest, _ := strings.Cut(f.Do, " ")
	switch {
	case gatewayFaults[f.Do], f.Do == "drop the answer", f.Do == "hang":
	case f.Kind == "status":
		var err error
		if f.Status, err = strconv.Atoi(rest); err != nil || f.Status < 400 || f.Status > 599 {
			return errors.New("the status must be between 400 and 599")
		}
	case f.Kind == "429":
		s, err := strconv.ParseFloat(rest, 64)
		if err != nil || !(s >= 0 && s <= longest.Seconds()) { // NaN is neither
			return fmt.Errorf("the number of seconds must be between 0 and %.0f", longest.Seconds())
		}
		f.Wait = time.Duration(s * float64(time.Second))
	case f.Kind == "delay":
		var err error
		if f.Wait, err = time.ParseDuration(rest); err != nil || f.Wait <= 0 || f.Wait > longest {
			return errors.New("the delay must be above 0 and at most 24h, such as 1.5s or 300ms")
		}
	default:
		return errors.New("there is no such fault")
	}
	return nil
}

// check refuses conditions that this kind of fault ignores, and opcodes that clients never send.
func (m faultMatch) check(kind string) error {
	switch {
	case m.Event != "" && kind != "delay" && kind != "replay last":
		return errors.New("only delay and replay last take an event")
	case m.Op != nil && (!gatewayFaults[kind] || kind == "swallow acks"):
		return errors.New("it doesn't wait for a client's frame, so match can't have an op")
	case m.Op != nil && !slices.Contains(opcodes, *m.Op):
		return fmt.Errorf("clients never send opcode %d", *m.Op)
	case (m.Method != "" || m.Path != "") && (gatewayFaults[kind] || m.Event != ""):
		return errors.New("it doesn't affect calls, so match can't have a method or path")
	}
	return nil
}

// glob matches text against a pattern in which * stands for any characters. The empty pattern matches everything.
func glob(pattern, text string) bool {
	parts := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`)
	return pattern == "" || regexp.MustCompile(`(?s)\A`+parts+`\z`).MatchString(text)
}

// List has the faults that are waiting to strike. The world's lock guards it.
type List struct {
	list []*Fault
	made int
}

// Strike returns the first fault for which fits returns true, or nil, and reduces its Times unless
// that is -1. The world's lock must be held.
func (s *List) Strike(fits func(*Fault) bool) *Fault {
	for i, f := range s.list {
		if !fits(f) {
			continue
		}
		if f.Times > 0 {
			if f.Times--; f.Times == 0 {
				s.list = append(s.list[:i:i], s.list[i+1:]...)
			}
		}
		return f
	}
	return nil
}

// Late returns the delay of an event, if a fault delays it, and counts that as a strike. The
// world's lock must be held.
func (s *List) Late(event string) (time.Duration, bool) {
	if len(s.list) == 0 {
		return 0, false
	}
	f := s.Strike(func(f *Fault) bool { return f.Kind == "delay" && f.Match.Event != "" && glob(f.Match.Event, event) })
	if f == nil {
		return 0, false
	}
	return f.Wait, true
}

// Frame reports whether the fault strikes a client frame with this opcode. "swallow acks" strikes
// heartbeats, which then get no answer.
func (f *Fault) Frame(op int) bool {
	switch {
	case f.Kind == "swallow acks":
		return op == wire.OpHeartbeat
	case f.Match.Op != nil:
		return gatewayFaults[f.Kind] && *f.Match.Op == op
	}
	return false
}

// Add gives a parsed fault its number and keeps it, unless it strikes at once.
func (s *List) Add(f *Fault) {
	s.made++
	f.ID = s.made
	if !f.AtOnce() {
		s.list = append(s.list, f)
	}
}

// All returns the faults that are still waiting.
func (s *List) All() []Fault {
	all := []Fault{}
	for _, f := range s.list {
		all = append(all, *f)
	}
	return all
}

// Clear removes all faults.
func (s *List) Clear() { s.list = nil }

// AtOnce reports whether the fault strikes the gateway's connections as soon as it is created.
func (f *Fault) AtOnce() bool {
	return gatewayFaults[f.Kind] && f.Match.Op == nil && f.Kind != "swallow acks"
}

// Call reports whether the fault strikes a call with this method and path.
func (f *Fault) Call(method, path string) bool {
	return !gatewayFaults[f.Kind] && f.Match.Event == "" && (f.Match.Method == "" || strings.EqualFold(f.Match.Method, method)) && glob(f.Match.Path, path)
}
