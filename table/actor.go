package table

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"deuces/game/deal"
	"deuces/match"
)

const (
	inboxSize = 16               // commands that wait at one table; further callers wait until there is room
	logWithin = 10 * time.Second // for one append or one reading of a table
)

// actor is a live table that is awake: one goroutine, which alone decides and appends. Its
// match is always what the log says: when an append fails, the actor ends (recovery.go).
type actor struct {
	registry *Registry
	id       match.ID
	guild    string
	channel  string
	inbox    chan request
	ready    chan struct{}               // closed when the log says how much time was lost while nobody had the table
	halt     chan struct{}               // closed when the registry has released the table
	done     chan struct{}               // closed when the goroutine has ended
	failure  error                       // of the append that ended it; read it when done is closed
	shown    atomic.Pointer[match.Match] // the last durable match, for everyone to read
	used     atomic.Int64                // when somebody asked for it last, as the registry's age; 0: nobody has

	// The rest is the goroutine's own.

	m    match.Match
	over bool // the match has ended, or was given up
	memory

	lastActive time.Duration // when something happened here last, as the registry's age
	sleepTried time.Duration // when it last tried to sleep
	thinking   *thought      // of the seat to move, where no person plays it; nil: none
}

type request struct {
	ctx     context.Context
	command match.Command
	reply   chan answer // with room for one
}

type answer struct {
	m      match.Match // after a failed append: the match that was to be stored
	err    error
	failed bool // the append failed
}

// Do gives a command to a table and returns the match after it; with a
// *game.Illegal, ErrStale or ErrAgain the match as it is. Other errors may come
// without a match: ErrNoTable, ErrClosed, the context's, or the log's. A context
// that ends while the command is being stored leaves open whether it was: asked
// again, the table gives ErrStale if so.
func (r *Registry) Do(ctx context.Context, id match.ID, c match.Command) (match.Match, error) {
	_, byItself := c.(match.CatchUp)
	for {
		a, err := r.awake(ctx, id, !byItself)
		switch {
		case r.isClosed():
			return match.Match{}, ErrClosed
		case err != nil && !broken(err):
			return match.Match{}, fmt.Errorf("%w: %w", ErrAgain, err)
		case a == nil:
			return r.tooLate(ctx, id, c)
		}
		got, answered := a.ask(ctx, c)
		switch {
		case answered && got.failed:
			return r.afterFailure(ctx, id, got.err, &got.m)
		case answered:
			return got.m, got.err
		case a.failure != nil:
			return r.afterFailure(ctx, id, a.failure, nil)
		case a.halted():
			return match.Match{}, ErrClosed
		}
		// It fell asleep before it came to this, or has ended.
	}
}

// ask gives a command to the table's goroutine; false: that has ended before.
func (a *actor) ask(ctx context.Context, c match.Command) (got answer, answered bool) {
	asked := request{ctx: ctx, command: c, reply: make(chan answer, 1)}
	select {
	case a.inbox <- asked:
	case <-a.done:
		return answer{}, false
	case <-ctx.Done():
		return answer{err: ctx.Err()}, true
	}
	select {
	case got := <-asked.reply:
		return got, true
	case <-ctx.Done():
		return answer{err: ctx.Err()}, true
	case <-a.done:
	}
	select {
	case got := <-asked.reply: // the table's last
		return got, true
	default:
		return answer{}, false
	}
}

func newActor(r *Registry, m match.Match) *actor {
	a := &actor{
		registry: r, id: m.ID(), guild: m.Guild(), channel: m.Channel(), m: m, lastActive: r.age(),
		inbox: make(chan request, inboxSize), ready: make(chan struct{}), halt: make(chan struct{}), done: make(chan struct{}),
	}
	a.shown.Store(&m)
	return a
}

// run serves the table until it is over, falls asleep, is released, its log fails, or the
// registry closes.
func (a *actor) run() {
	defer close(a.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer a.stopThinking()
	if a.behind() && !a.ended() {
		a.tick() // before anything else
	}
	close(a.ready)
	for !a.ended() {
		a.think()
		now, idle := a.registry.now(), a.idleFor()
		wait := idle
		if at := a.nextDue(now); !at.IsZero() {
			wait = min(wait, at.Sub(now))
		}
		timer.Reset(wait)
		select {
		case <-a.registry.stop:
			return
		case <-a.halt:
			return
		case r := <-a.inbox:
			a.serve(r)
		case c := <-a.thinking.comes():
			a.thinking.chosen = &c
		case <-timer.C:
			if wait == idle {
				if a.sleep(a.registry.now()) {
					return
				}
				continue
			}
			// Who clicked in time comes before the clock.
			for len(a.inbox) > 0 && !a.ended() {
				a.serve(<-a.inbox)
			}
			if !a.ended() {
				a.tick()
			}
		}
	}
}

// ended says that the goroutine has nothing left to do.
func (a *actor) ended() bool { return a.over || a.failure != nil }

// serve carries out one command and answers it. If its caller has gone nothing is done: it
// was never acknowledged, and may be given again.
func (a *actor) serve(r request) {
	if err := r.ctx.Err(); err != nil {
		r.reply <- answer{err: err}
		return
	}
	m, err := a.carryOut(r.command)
	r.reply <- answer{m, err, a.failure != nil}
}

// carryOut does what a command says: decide → append → commit → notify. A crash before
// the append has returned leaves a command that nobody was told of; after it, the
// log has it, and recovery comes to the same match.
func (a *actor) carryOut(c match.Command) (match.Match, error) {
	began := a.registry.age()
	d, err := a.decide(c)
	switch {
	case broken(err):
		a.over = true
		if !a.halted() {
			a.registry.lose(a, a.m, err)
		}
		return match.Match{}, err
	case err != nil:
		return a.m, err
	case len(d.Events) == 0:
		if a.behind() { // and there was nothing to make up for
			a.stored()
		}
		return a.m, nil
	case a.halted():
		return match.Match{}, ErrClosed
	}
	ctx, cancel := logContext()
	defer cancel()
	if err := a.registry.cfg.Log.Append(ctx, a.id, d.Events, match.Settle(d.Match, d.Events)); err != nil {
		a.drop(began, err)
		return d.Match, err
	}
	a.stored()
	a.commit(d.Match)
	return a.m, nil
}

// decide returns the draft of a command, together with the seal of the next round
// where it wants one, and with a deal where one is due at once: after the start,
// and where rounds follow without a pause. A game that panics breaks its own table
// and no other.
func (a *actor) decide(c match.Command) (d *match.Draft, err error) {
	defer recovered(&err)
	if d, err = a.catchUp(); err != nil {
		return nil, err
	}
	now := a.registry.now()
	_, clock := c.(match.TimeUp)
	if err := d.Decide(c, now); err != nil && !(clock && (d.DealDue(now) || d.WantsSeal()) && errors.Is(err, match.ErrStale)) {
		return nil, err
	}
	if err := a.registry.seal(d, now); err != nil {
		return nil, err
	}
	if !d.DealDue(now) {
		return d, nil
	}
	if err := d.Decide(match.Deal{}, now); err != nil {
		return nil, fmt.Errorf("the next round: %w", err)
	}
	return d, nil
}

// commit makes a durable match the present one, and notifies.
func (a *actor) commit(m match.Match) {
	a.m = m
	a.over = m.Phase() == match.Over
	a.lastActive = a.registry.age()
	if a.over {
		a.registry.retire(a, m)
	}
	a.shown.Store(&m)
	a.notify()
}

// notify has everyone who shows the table look at it again.
func (a *actor) notify() {
	if f := a.registry.cfg.Changed; f != nil && !a.halted() {
		f(a.m)
	}
}

// halted says that the registry has released the table: it writes nothing more.
func (a *actor) halted() bool {
	select {
	case <-a.halt:
		return true
	default:
		return false
	}
}

// tooLate answers a command for a table that is not live any more.
func (r *Registry) tooLate(ctx context.Context, id match.ID, c match.Command) (match.Match, error) {
	m, err := r.Match(ctx, id)
	switch {
	case err != nil:
		return match.Match{}, err
	case m.Phase() != match.Over: // it was given up
		return match.Match{}, match.ErrNoTable
	}
	_, err = m.Decide(c, r.now())
	return m, err
}

// seal fixes the seed of the next round where it has none. It is stored with what
// led to it: a crash before leaves a seed that nobody has seen the commitment of.
func (r *Registry) seal(d *match.Draft, now time.Time) error {
	if !d.WantsSeal() {
		return nil
	}
	seed, err := deal.NewSeed(r.cfg.Random)
	if err != nil {
		return err
	}
	return d.Decide(match.Seal{Seed: seed}, now)
}
