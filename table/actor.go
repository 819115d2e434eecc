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

	m      match.Match
	over   bool          // the match has ended, or was given up
	unsure []match.Event // of the append that ended it: they may be in the log
	memory

	lastActive time.Duration // when something happened here last, as the registry's age
	sleepTried time.Duration // when it last tried to sleep
	clockTried time.Duration // when the clock last tried to act and could not
	thinking   *thought      // of the seat to move, where no person plays it; nil: none

	left   *sleeper  // what the goroutine has left in the registry when it ended; nil: nothing
	wakeAt time.Time // when that is to wake by itself; zero: never
}

type request struct {
	ctx     context.Context
	command match.Command
	reply   chan answer // with room for one
}

type answer struct {
	m      match.Match
	err    error
	failed []match.Event // of the append that failed; nil: none did
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
		registry: r, id: m.ID, guild: m.Guild, channel: m.Channel, m: m, lastActive: r.age(),
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
	r.reply <- answer{m, err, a.unsure}
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
			a.registry.giveUp(a, a.m, err)
		}
		return match.Match{}, err
	case err != nil:
		return a.m, err
	case len(d.Events) == 0:
		if a.behind() { // and there was nothing to make up for
			a.caughtUp()
		}
		return a.m, nil
	case a.halted():
		return match.Match{}, ErrClosed
	}
	ctx, cancel := logContext()
	defer cancel()
	if err := a.registry.cfg.Log.Append(ctx, a.id, d.Events, match.Settle(d.Match, d.Events)); err != nil {
		a.unsure = d.Events
		a.drop(began, err)
		return a.m, err
	}
	a.caughtUp()
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
	before := *d
	if err := d.Decide(match.Deal{}, now); err != nil {
		return nil, fmt.Errorf("the next round: %w", err)
	}
	if len(d.Results) > len(a.m.Results)+1 {
		return &before, nil // an append settles one round: one that is over when dealt waits for the clock
	}
	return d, nil
}

// commit makes a durable match the present one, and notifies.
func (a *actor) commit(m match.Match) {
	a.m = m
	a.over = m.Phase == match.Over
	a.lastActive = a.registry.age()
	if a.over {
		a.registry.retire(a)
	}
	a.shown.Store(&m)
	a.notify()
}

// notify has everyone who shows the table look at it again.
func (a *actor) notify() {
	if f := a.registry.cfg.OnChange; f != nil && !a.halted() {
		f(a.m)
	}
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

// nextDue returns when the clock has something to do; zero: never.
func (a *actor) nextDue(now time.Time) time.Time {
	switch {
	case a.behind() && a.clockFailedAt == a.m.Seq:
		return now.Add(a.clockTried + retryAfter - a.registry.age())
	case a.behind():
		return now
	}
	at := due(a.m, a.memory)
	if a.thinking.pending() && at.Equal(a.m.Deadline()) {
		at = now.Add(time.Until(a.thinking.until))
	}
	if a.gap.from != 0 { // the log has failed: then it is known for how long it didn't work
		if known := now.Add(a.gap.from + outageFrom - a.registry.age()); at.IsZero() || known.Before(at) {
			at = known
		}
	}
	return at
}

// tick does what the clock does when its time has come. It has no caller, so it logs.
func (a *actor) tick() {
	now, byHand := a.registry.now(), a.memory.passesByHand(a.m)
	var c match.Command = match.TimeUp{ByHand: byHand}
	switch alarm := a.m.Alarm(!byHand); {
	case a.behind():
		c = match.CatchUp{} // deciding anything makes up for it
	case (alarm.IsZero() || now.Before(alarm)) && !a.m.WantsSeal():
		a.warn(now)
		return
	case !byHand && a.asksToPassByHand(now):
		a.passesSelf = a.m.Decision
		return
	case a.thinking != nil && !a.m.VoteDue(now):
		if c = a.chosenCommand(); c == nil {
			return // it may think a moment longer
		}
	}
	_, err := a.carryOut(c)
	_, chosen := c.(match.Chosen)
	switch {
	case err == nil || errors.Is(err, match.ErrStale) || a.ended():
	case chosen:
		a.thinkingFailed(err)
	default:
		if a.clockFailedAt != a.m.Seq {
			a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Msg("the clock cannot act for the table")
		}
		a.clockFailedAt, a.clockTried = a.m.Seq, a.registry.age()
		a.caughtUp()
	}
}

// asksToPassByHand says that the table is about to pass for a player who can do nothing
// else, and who wants to do so themself. If that can't be learned, it passes.
func (a *actor) asksToPassByHand(now time.Time) bool {
	ask := a.registry.cfg.AutoPass
	p, at, alone := a.m.ForcedPass()
	if ask == nil || !alone || now.Before(at) {
		return false
	}
	ctx, cancel := logContext()
	defer cancel()
	auto, err := ask(ctx, p)
	if err != nil {
		a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Msg("whether a player wants to pass by hand is not known: the table passes")
		return false
	}
	return !auto
}

// warn tells the table as it is once more, for those who render a warning, or that a
// play can't be taken back any more.
func (a *actor) warn(now time.Time) {
	if end := a.m.UndoEnds(); !end.IsZero() && a.undoOver != a.m.Decision && !now.Before(end) {
		a.undoOver = a.m.Decision
		a.notify()
	}
	if w := a.m.Warning(); w.IsZero() || now.Before(w) || a.warnedAt == a.m.Seq {
		return
	}
	a.warnedAt = a.m.Seq
	a.notify()
}

// drop ends the actor after an append that failed, and was begun at an age of the registry.
func (a *actor) drop(began time.Duration, err error) {
	r := a.registry
	a.failure = err
	s := a.sleeper()
	s.dropped = true
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tables[a.id] != a {
		return // it was released
	}
	if !errors.Is(err, ErrConflict) { // somebody else has written: the log works
		s.outage(began)
		r.failing(a.id, err)
	}
	delete(r.tables, a.id)
	r.asleep[a.id] = s
	a.left, a.wakeAt = s, r.now().Add(retryAfter)
}

// caughtUp notes that there is nothing left to make up for.
func (a *actor) caughtUp() {
	if a.gap != (gap{}) {
		a.gap = gap{}
		a.registry.working(a.id)
	}
}

// behind says that the table has something to make up for before anything else happens.
func (a *actor) behind() bool {
	return a.clockSetBy() != 0 || a.gap.to != 0 || a.gap.from != 0 && a.gapCounts()
}

// gapCounts says that the log has failed for long enough to count, or while somebody's time
// ran out.
func (a *actor) gapCounts() bool {
	now, lasts := a.registry.now(), a.registry.age()-a.gap.from
	ranOut := func(at time.Time) bool { return at.After(now.Add(-lasts)) && !now.Before(at) }
	return lasts >= outageFrom || ranOut(a.m.Deadline()) || a.m.Vote != nil && ranOut(a.m.Vote.Until)
}

// clockSetBy returns by how much the machine's clock was set, as far as the table's log doesn't
// say so yet.
func (a *actor) clockSetBy() time.Duration {
	_, set := a.registry.wall.now()
	return set - a.m.ClockSet - a.clockBase
}

// catchUp begins a draft with what the table has to make up for. The time in which the program
// was down is noted as of the moment at which it came back, also if the table slept on.
func (a *actor) catchUp() (*match.Draft, error) {
	now, set := a.registry.wall.now()
	age := a.registry.age()
	c := match.CatchUp{ClockSet: set - a.m.ClockSet - a.clockBase}
	switch {
	case a.gap.to != 0:
		now, c.Lost = now.Add(a.gap.to-age), a.gap.to-a.gap.from
	case a.gap.from != 0 && a.gapCounts():
		c.Lost = age - a.gap.from
	}
	d := &match.Draft{Match: a.m}
	return d, d.Decide(c, now)
}

// takeover is when a registry took tables that another one had before.
type takeover struct {
	alive, back time.Time     // nobody had them in between; alive is zero: time went on for them
	age         time.Duration // of the registry, at back
	set         time.Duration // by which the machine's clock was set until then
}

// resume begins the time of a table that was read back. If the last that is known of it is from
// later than when the program had it back, the clock was set back meanwhile.
func (a *actor) resume(was memory, t *takeover) {
	a.memory = was
	if t == nil {
		return // this registry had it before
	}
	a.clockBase = t.set - a.m.ClockSet
	last, alive := a.m.At, t.alive
	if alive.After(last) {
		last = alive
	}
	if by := t.back.Sub(last).Truncate(time.Millisecond); by <= -match.LeastClockSet {
		a.clockBase -= by
		alive = alive.Add(by)
	}
	if t.alive.IsZero() {
		return
	}
	if a.gap == (gap{}) { // else the log has failed since
		a.gap.to = t.age
	}
	a.gap.from = t.age - t.back.Sub(alive)
}

// idleFor returns in how long the table looks whether it may sleep.
func (a *actor) idleFor() time.Duration {
	at := max(a.lastActive, a.sleepTried) + min(restSoon, a.registry.cfg.SleepAfter)
	if used := time.Duration(a.used.Load()); used > 0 {
		at = max(at, used+a.registry.cfg.SleepAfter)
	}
	return max(0, at-a.registry.age())
}

// sleeper is the table as it sleeps. Nobody wakes it yet.
func (a *actor) sleeper() *sleeper {
	return &sleeper{id: a.id, guild: a.guild, channel: a.channel, known: asleepUntil(a.m, time.Time{}), memory: a.memory}
}

// sleep puts the table to sleep if there is nothing left to do, and says whether it has.
func (a *actor) sleep(now time.Time) bool {
	a.sleepTried = a.registry.age()
	next := a.nextDue(now)
	if a.thinking != nil || a.gap != (gap{}) || a.clockSetBy() != 0 || !next.IsZero() && next.Sub(now) < min(restLeast, a.registry.cfg.SleepAfter) {
		return false
	}
	r := a.registry
	s := a.sleeper()
	s.known, s.shown, s.busy = asleepUntil(a.m, next), true, make(chan struct{})
	r.mu.Lock()
	if r.closed || r.tables[a.id] != a || len(a.inbox) > 0 {
		r.mu.Unlock()
		return false
	}
	delete(r.tables, a.id)
	r.asleep[a.id] = s
	r.mu.Unlock()
	sleeps := r.cfg.MaySleep == nil || r.cfg.MaySleep(a.m)
	if sleeps {
		r.noteSleep(a.id, s.known)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	close(s.busy)
	s.busy = nil
	switch {
	case s.released:
		close(a.halt)
		return true
	case !sleeps:
		delete(r.asleep, a.id)
		r.tables[a.id] = a
		return false
	}
	a.left, a.wakeAt = s, next
	return true
}
