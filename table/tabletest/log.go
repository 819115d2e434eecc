// Package tabletest provides an in-memory log for tests of tables, which can be made to fail.
package tabletest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"deuces/match"
	"deuces/standing"
	"deuces/table"
)

// Log is a table.Log in memory. It keeps events in their stored form, so that reading them back
// tests Encode and Decode. The zero Log is empty.
type Log struct {
	// If Fail isn't nil, it is called before each operation and returns how the operation fails. It
	// must be set before the log is used. The log isn't locked during the call.
	Fail func(Op, match.ID) Fault

	mu      sync.Mutex
	tables  [][]stored // index 0 is table 1
	asleep  map[match.ID]table.Sleep
	settled []standing.Settlement
}

// Op is an operation of the log.
type Op string

// These are the operations of a log.
const (
	Create Op = "create"
	Append Op = "append"
	Events Op = "events"
	Live   Op = "live"
	Rest   Op = "rest"
)

// Fault says how an operation fails.
type Fault uint8

// These are the faults. Reads support only Before.
const (
	None   Fault = iota
	Before       // returns an error and stores nothing
	After        // returns an error although everything is stored
)

// ErrFault is the error of an operation that fails.
var ErrFault = errors.New("a disk failure of the test")

// FailWhile returns a log that fails while on is set. If ops are given, only they fail.
func FailWhile(on *atomic.Bool, how Fault, ops ...Op) *Log {
	return &Log{Fail: func(op Op, _ match.ID) Fault {
		if on.Load() && (len(ops) == 0 || slices.Contains(ops, op)) {
			return how
		}
		return None
	}}
}

type stored struct {
	at   time.Time
	kind string
	body []byte
}

func (l *Log) fault(op Op, id match.ID) Fault {
	if l.Fail == nil {
		return None
	}
	return l.Fail(op, id)
}

func (l *Log) Create(ctx context.Context, events []match.Event) (match.ID, error) {
	fault := l.fault(Create, 0)
	if fault == Before {
		return 0, ErrFault
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tables = append(l.tables, nil)
	id := match.ID(len(l.tables))
	if err := l.store(id, events); err != nil {
		l.tables = l.tables[:id-1]
		return 0, err
	}
	if fault == After {
		return 0, ErrFault
	}
	return id, nil
}

func (l *Log) Append(ctx context.Context, id match.ID, events []match.Event, s *standing.Settlement) error {
	fault := l.fault(Append, id)
	if fault == Before {
		return ErrFault
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.store(id, events); err != nil {
		return err
	}
	if s != nil {
		l.settled = append(l.settled, *s)
	}
	if fault == After {
		return ErrFault
	}
	return nil
}

func (l *Log) store(id match.ID, events []match.Event) error {
	if id < 1 || int(id) > len(l.tables) || len(events) == 0 {
		return fmt.Errorf("table %d: %d events cannot be stored", id, len(events))
	}
	log := l.tables[id-1]
	if events[0].Seq <= len(log) {
		return table.ErrConflict
	}
	for _, e := range events {
		if e.Seq != len(log)+1 {
			return fmt.Errorf("table %d: event %d after %d", id, e.Seq, len(log))
		}
		kind, body, err := match.Encode(e.Body)
		if err != nil {
			return err
		}
		log = append(log, stored{at: e.At, kind: kind, body: body})
	}
	l.tables[id-1] = log
	return nil
}

func (l *Log) Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error] {
	return func(yield func(match.Event, error) bool) {
		if l.fault(Events, id) != None {
			yield(match.Event{}, ErrFault)
			return
		}
		l.mu.Lock()
		var log []stored
		if id >= 1 && int(id) <= len(l.tables) {
			log = slices.Clone(l.tables[id-1])
		}
		l.mu.Unlock()
		for i, s := range log {
			e, err := match.Decode(i+1, s.at, s.kind, s.body)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Live returns the tables that have not ended.
func (l *Log) Live(ctx context.Context) ([]match.ID, error) {
	if l.fault(Live, 0) != None {
		return nil, ErrFault
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var ids []match.ID
	for i, log := range l.tables {
		if log[len(log)-1].kind != "ended" {
			ids = append(ids, match.ID(i+1))
		}
	}
	return ids, nil
}

func (l *Log) Index(ctx context.Context) ([]table.Listed, error) {
	ids, err := l.Live(ctx)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []table.Listed
	for _, id := range ids {
		at := table.Listed{ID: id}
		first := l.tables[id-1][0]
		if e, err := match.Decode(1, first.at, first.kind, first.body); err == nil { // a real store has columns for these
			opened, _ := e.Body.(match.Opened)
			at.Guild, at.Channel = opened.Guild, opened.Channel
		}
		if s, asleep := l.asleep[id]; asleep && s.Seq == len(l.tables[id-1]) {
			at.Asleep = &s
		}
		all = append(all, at)
	}
	return all, nil
}

func (l *Log) SetAsleep(ctx context.Context, tables map[match.ID]*table.Sleep) error {
	if l.fault(Rest, 0) != None {
		return ErrFault
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asleep == nil {
		l.asleep = map[match.ID]table.Sleep{}
	}
	for id, s := range tables {
		delete(l.asleep, id)
		if s != nil {
			l.asleep[id] = *s
		}
	}
	return nil
}

// Asleep returns the tables that Index lists as asleep.
func (l *Log) Asleep() (ids []match.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, s := range l.asleep {
		if s.Seq == len(l.tables[id-1]) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Spoil replaces an event's stored form, to simulate damage or a newer program.
func (l *Log) Spoil(id match.ID, seq int, kind, body string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &l.tables[id-1][seq-1]
	s.kind, s.body = kind, []byte(body)
}

// Settled returns all settlements stored so far.
func (l *Log) Settled() []standing.Settlement {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.settled)
}

// All returns the events of a table.
func (l *Log) All(id match.ID) ([]match.Event, error) {
	var events []match.Event
	for e, err := range l.Events(context.Background(), id) {
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}
