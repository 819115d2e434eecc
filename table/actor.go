package table

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

const (
	inboxSize = 16               // commands that wait at one table; more wait in their callers
	logWithin = 10 * time.Second // for one append or one reading of a table
	restFor   = time.Second      // before the clock tries again after the log failed
)

// actor is one live table that is awake: a goroutine that alone decides, appends and becomes.
type actor struct {
	registry *Registry
	id       ID
	guild    string
	channel  string
	inbox    chan request
	risen    chan struct{}         // closed when it has made up for the time in which nobody had the table
	halt     chan struct{}         // closed when the registry has released the table
	done     chan struct{}         // closed when the goroutine has ended
	shown    atomic.Pointer[Match] // the last durable match, for everyone to read
	used     atomic.Int64          // when somebody asked for it last, as the registry's age; 0: nobody has

	// The rest is the goroutine's own.

	m    Match
	sure bool      // m is what the log says; else it is read back before anything else
	over bool      // ended, or given up
	rest time.Time // the clock does nothing before; of no clock that can be set
	memory

	stirred time.Duration // when something happened here last, as the registry's age
	tried   time.Duration // when it was last tried to sleep

	blocked time.Time // since when the log fails; zero: it works, or what that took is made up for
	failing bool      // the log has failed, and not worked since

	set  time.Duration // by which the machine's clock was set, as far as its log doesn't say so yet
	mind *thought      // of the seat to move, where no person plays it; nil: none
}

type request struct {
	ctx     context.Context
	command Command
	reply   chan answer // with room for one
}

type answer struct {
	m   Match
	err error
}

// Do gives a command to a table and returns the match after it; with a
// *game.Illegal, ErrStale or ErrAgain the match as it is. Other errors may come
// without a match: ErrNoTable, ErrClosed, the context's, or the log's. A context
// that ends while the command is being stored leaves open whether it was: asked
// again, the table gives ErrStale if so.
func (r *Registry) Do(ctx context.Context, id ID, c Command) (Match, error) {
	return r.ask(ctx, id, c, true)
}

// ask is Do; person says that somebody wants it, and not the program by itself.
func (r *Registry) ask(ctx context.Context, id ID, c Command, person bool) (Match, error) {
	for {
		a, err := r.awake(ctx, id, person)
		switch {
		case r.isClosed():
			return Match{}, ErrClosed
		case err != nil && !broken(err):
			return Match{}, err
		case a == nil:
			return r.tooLate(ctx, id, c)
		}
		if got, done := a.ask(ctx, c); done {
			return got.m, got.err
		}
		if a.halted() {
			return Match{}, ErrClosed
		}
		// It fell asleep before it came to this, or has ended.
	}
}

// ask gives a command to the table's goroutine; false: that has ended before.
func (a *actor) ask(ctx context.Context, c Command) (got answer, done bool) {
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

func newActor(r *Registry, m Match) *actor {
	a := &actor{
		registry: r, id: m.id, guild: m.Guild(), channel: m.Channel(), m: m, sure: true, stirred: r.age(),
		inbox: make(chan request, inboxSize), risen: make(chan struct{}), halt: make(chan struct{}), done: make(chan struct{}),
	}
	a.shown.Store(&m)
	return a
}

// run serves the table until it is over, falls asleep, is released, or the registry closes.
func (a *actor) run() {
	defer close(a.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer a.forget()
	if !a.down.alive.IsZero() {
		a.tick() // before anything else
	}
	close(a.risen)
	for !a.over {
		a.consider()
		now, doze := a.now(), a.dozes()
		wait := doze
		if at := a.wakes(now); !at.IsZero() {
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
		case c := <-a.mind.comes():
			a.mind.chosen = &c
		case <-timer.C:
			if wait == doze {
				if a.liesDown(a.now()) {
					return
				}
				continue
			}
			// Who clicked in time comes before the clock.
			for range len(a.inbox) {
				a.serve(<-a.inbox)
			}
			a.tick()
		}
	}
}

// serve carries out one command, unless its caller has gone: then it was never
// acknowledged, and may be given again.
func (a *actor) serve(r request) {
	if err := r.ctx.Err(); err != nil {
		r.reply <- answer{err: err}
		return
	}
	m, err := a.step(r.command)
	r.reply <- answer{m, err}
}

// step carries out one command: decide → append → become → tell. A crash before
// the append has returned leaves a command that nobody was told of; after it, the
// log has it, and recovery comes to the same match.
func (a *actor) step(c Command) (Match, error) {
	if !a.sure && !a.over {
		began := a.now()
		if err := a.reread(nil); err != nil {
			a.fails(began, err)
			return Match{}, fmt.Errorf("%w: %w", ErrAgain, err)
		}
	}
	if a.over {
		return late(a.m, c, a.now())
	}
	d, err := a.decide(c)
	if broken(err) {
		a.giveUp(err)
		return Match{}, err
	}
	if err != nil {
		return a.m, err
	}
	if len(d.events) == 0 {
		a.down = down{}
		if a.behind(d.now) {
			a.blocked = time.Time{} // there is nothing to make up for
		}
		return a.m, nil
	}
	if a.halted() {
		return Match{}, ErrClosed
	}

	ctx, cancel := logContext()
	defer cancel()
	if err := a.registry.cfg.Log.Append(ctx, a.id, d.events, Settle(d.Match, d.events)); err != nil {
		a.fails(d.now, err)
		return a.afterFailure(err, d.events)
	}
	a.works()
	a.become(d.Match)
	return a.m, nil
}

// decide returns the draft of a command, together with the seal of the next round
// where it wants one, and with a deal where one is due at once: after the start,
// and where rounds follow without a pause. A game that panics breaks its own table
// and no other.
func (a *actor) decide(c Command) (d *draft, err error) {
	defer recovered(&err)
	if d, err = a.catchUp(a.now()); err != nil {
		return nil, err
	}
	_, clock := c.(TimeUp)
	if err := d.decide(c); err != nil && !(clock && (d.dealing() || d.wantsSeal()) && errors.Is(err, ErrStale)) {
		return nil, err
	}
	if err := a.registry.seal(d); err != nil {
		return nil, err
	}
	if !d.dealing() {
		return d, nil
	}
	chance, err := d.sealedChance()
	if err != nil {
		return nil, err
	}
	if err := d.decide(Deal{chance}); err != nil {
		return nil, fmt.Errorf("the next round: %w", err)
	}
	return d, nil
}

// become makes a durable match the present one, and tells.
func (a *actor) become(m Match) {
	a.m = m
	a.over = m.phase == Over
	a.stirred = a.registry.age()
	if a.over {
		a.registry.retire(a, m)
	}
	a.shown.Store(&m)
	a.tell(m)
}

func (a *actor) tell(m Match) {
	if f := a.registry.cfg.Changed; f != nil && !a.halted() {
		f(m)
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

// tooLate answers a command for a table that is not live.
func (r *Registry) tooLate(ctx context.Context, id ID, c Command) (Match, error) {
	if r.isClosed() {
		return Match{}, ErrClosed
	}
	m, err := r.Match(ctx, id)
	if err != nil {
		return Match{}, err
	}
	return late(m, c, r.now())
}

// late answers a command for a table that is not live any more.
func late(m Match, c Command, now time.Time) (Match, error) {
	if m.phase != Over {
		return Match{}, ErrNoTable // it was given up
	}
	_, err := m.Decide(c, now)
	return m, err
}
