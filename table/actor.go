package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"deuces/game/deal"
	"deuces/match"
)

const (
	inboxSize = 16               // commands per table; further callers block
	logWithin = 10 * time.Second // timeout of one append, or of reading one table
)

// actor is an awake table. Only its goroutine decides and appends. Its match always equals the
// log: if an append fails, the actor ends (recovery.go).
type actor struct {
	registry  *Registry
	id        match.ID
	guild     string
	channel   string
	inbox     chan request
	ready     chan struct{}               // closed when lost time has been recorded in the log
	halt      chan struct{}               // closed when the registry releases the table
	done      chan struct{}               // closed when the goroutine has ended; then appendErr may be read
	appendErr error                       // error of the append that ended the actor, or nil
	shown     atomic.Pointer[match.Match] // last durable match, readable from any goroutine
	lastAsked atomic.Int64                // registry age when somebody last used the table; 0: never

	// The fields below belong to the goroutine.

	m           match.Match
	over        bool          // the match has ended or the table was given up
	unconfirmed []match.Event // events of the append that ended the actor; the log may have them
	volatile

	lastActive time.Duration // registry age when something last happened
	sleepTried time.Duration // registry age at the last attempt to sleep
	clockTried time.Duration // registry age when the clock last failed to act
	thinking   *thought      // decision being computed for an unmanned seat to move, or nil

	asSleeper *sleeper  // the sleeping form that the goroutine left in the registry when it ended, or nil
	wakeAt    time.Time // when asSleeper wakes by itself; zero: never
}

type request struct {
	ctx     context.Context
	command match.Command
	reply   chan answer // buffered for one answer
}

type answer struct {
	m      match.Match
	err    error
	failed []match.Event // events of the append that failed, or nil
}

// ask sends a command to the table's goroutine and waits for the answer. answered is false if
// the goroutine ended before it handled the command.
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
	case got := <-asked.reply: // sent just before the goroutine ended
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

// run handles commands and timers until the table is over, falls asleep or is released, its log
// fails, or the registry closes.
func (a *actor) run() {
	defer close(a.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer a.stopThinking()
	if a.behind() && !a.ended() {
		a.tick() // record lost time first
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
		case c := <-a.thinking.choices():
			a.thinking.chosen = &c
		case <-timer.C:
			if wait == idle {
				if a.sleep(a.registry.now()) {
					return
				}
				continue
			}
			// Clicks that arrived in time are handled before the clock acts.
			for len(a.inbox) > 0 && !a.ended() {
				a.serve(<-a.inbox)
			}
			if !a.ended() {
				a.tick()
			}
		}
	}
}

// ended reports whether the goroutine has nothing left to do.
func (a *actor) ended() bool { return a.over || a.appendErr != nil }

// serve handles one command. If the caller's context has ended, serve does nothing, since the
// caller may send the command again.
func (a *actor) serve(r request) {
	if err := r.ctx.Err(); err != nil {
		r.reply <- answer{err: err}
		return
	}
	m, err := a.carryOut(r.command)
	r.reply <- answer{m, err, a.unconfirmed}
}

// carryOut handles a command: decide → append → commit → notify. If the program crashes before the
// append returns, nobody has been notified of the command's effect. If it crashes afterwards,
// recovery reads the same match from the log.
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
		if a.behind() { // there was nothing to record
			a.clearGap()
		}
		return a.m, nil
	case a.halted():
		return match.Match{}, ErrClosed
	}
	ctx, cancel := logContext()
	defer cancel()
	if err := a.registry.cfg.Log.Append(ctx, a.id, d.Events, match.Settle(d.Match, d.Events)); err != nil {
		a.unconfirmed = d.Events
		a.drop(began, err)
		return a.m, err
	}
	a.clearGap()
	a.commit(d.Match)
	return a.m, nil
}

// decide returns the draft for a command. It also seals the next round if necessary, and deals
// it if it is due (after the start, and if rounds follow without a pause). A panic in the
// game's rules is returned as an error, so it affects only this table.
func (a *actor) decide(c match.Command) (d *match.Draft, err error) {
	defer recovered(&err)
	if d, err = a.catchUp(); err != nil {
		return nil, err
	}
	now := a.registry.now()
	_, clock := c.(match.TimeUp)
	if err := d.Decide(c, now); err != nil && !(clock && d.DealDue(now) && errors.Is(err, match.ErrStale)) {
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
		return nil, fmt.Errorf("deal the next round: %w", err)
	}
	if len(d.Results) > len(a.m.Results)+1 {
		return &before, nil // an append can settle only one round, so the clock deals this one later
	}
	return d, nil
}

// commit publishes a durable match and notifies.
func (a *actor) commit(m match.Match) {
	if outcome := match.OutcomeOfStart(a.m, m); outcome != "" {
		a.registry.mu.Lock()
		a.registry.starts[outcome]++
		a.registry.mu.Unlock()
	}
	moved := !slices.Equal(a.m.People(), m.People()) || m.Seq == a.m.Seq // or it was opened
	if a.m = m; moved && m.Channel != "" && a.registry.cfg.Elsewhere != nil {
		a.registry.noteAwake(m)
	}
	a.over = m.Phase == match.Over
	a.lastActive = a.registry.age()
	if a.over {
		a.registry.retire(a)
	}
	a.shown.Store(&m)
	a.notify()
}

func (a *actor) notify() {
	if f := a.registry.cfg.OnChange; f != nil && !a.halted() {
		f(a.m)
	}
}

// seal adds the seed of the next round if it has none. It is stored in the same append as the
// events that require it, so a crash before the append loses only a seed whose commitment
// nobody has seen.
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
	case a.behind() && a.clockFailedSeq == a.m.Seq:
		return now.Add(a.clockTried + retryAfter - a.registry.age())
	case a.behind():
		return now
	}
	at := due(a.m, a.volatile)
	if a.thinking.pending() && at.Equal(a.m.Deadline()) {
		at = now.Add(time.Until(a.thinking.until))
	}
	if a.gap.from != 0 { // wait until the outage is long enough to be recorded
		if known := now.Add(a.gap.from + minOutage - a.registry.age()); at.IsZero() || known.Before(at) {
			at = known
		}
	}
	return at
}

// tick lets the clock act. Since nobody waits for the result, it logs errors.
func (a *actor) tick() {
	now, byHand := a.registry.now(), a.volatile.passesManually(a.m)
	var c match.Command = match.TimeUp{ByHand: byHand}
	switch alarm := a.m.Alarm(!byHand); {
	case a.behind():
		c = match.CatchUp{} // decide records the lost time
	case alarm.IsZero() || now.Before(alarm):
		a.warn(now)
		return
	case !byHand && a.prefersManualPass(now):
		a.manualPass = a.m.Decision
		return
	case a.thinking != nil && !a.m.VoteDue(now):
		if c = a.chosenCommand(); c == nil {
			return // the computer may think a moment longer
		}
	}
	_, err := a.carryOut(c)
	_, chosen := c.(match.Chosen)
	switch {
	case err == nil || errors.Is(err, match.ErrStale) || a.ended():
	case chosen:
		a.thinkingFailed(err)
	default:
		if a.clockFailedSeq != a.m.Seq {
			a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Msg("cannot carry out the action that is due at a table; trying again after the next event at this table")
		}
		a.clockFailedSeq, a.clockTried = a.m.Seq, a.registry.age()
		a.clearGap()
	}
}

// prefersManualPass reports whether the table is about to pass for a player who can do
// nothing else but prefers to pass manually. If the preference can't be read, the table passes.
func (a *actor) prefersManualPass(now time.Time) bool {
	ask := a.registry.cfg.AutoPass
	p, at, alone := a.m.ForcedPass()
	if ask == nil || !alone || now.Before(at) {
		return false
	}
	ctx, cancel := logContext()
	defer cancel()
	auto, err := ask(ctx, p)
	if err != nil {
		a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Msg("cannot read whether a player wants automatic passes; passing for them")
		return false
	}
	return !auto
}

// warn notifies once when the warning is due, and once when the last play can no longer be
// undone.
func (a *actor) warn(now time.Time) {
	if end := a.m.UndoEnds(); !end.IsZero() && a.undoEndedFor != a.m.Decision && !now.Before(end) {
		a.undoEndedFor = a.m.Decision
		a.notify()
	}
	if w := a.m.Warning(); w.IsZero() || now.Before(w) || a.warnedSeq == a.m.Seq {
		return
	}
	a.warnedSeq = a.m.Seq
	a.notify()
}

// drop ends the actor after a failed append that began at the given registry age.
func (a *actor) drop(began time.Duration, err error) {
	r := a.registry
	a.appendErr = err
	s := a.sleeper()
	s.dropped = true
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tables[a.id] != a {
		return // released in the meantime
	}
	if !errors.Is(err, ErrConflict) { // after a conflict the log works: another writer appended
		s.outage(began)
		r.logFailed(a.id, err)
	}
	delete(r.tables, a.id)
	r.asleep[a.id] = s
	a.asSleeper, a.wakeAt = s, r.now().Add(retryAfter)
}

// clearGap forgets the lost time because the log now contains it.
func (a *actor) clearGap() {
	if a.gap != (gap{}) {
		a.gap = gap{}
		a.registry.logWorks(a.id)
	}
}

// behind reports whether lost time or a clock change must be recorded before anything else.
func (a *actor) behind() bool {
	return a.clockSetBy() != 0 || a.gap.to != 0 || a.gap.from != 0 && a.outageCounts()
}

// outageCounts reports whether the outage of the log must be recorded: it lasted long enough,
// or somebody's time ran out during it.
func (a *actor) outageCounts() bool {
	now, lasts := a.registry.now(), a.registry.age()-a.gap.from
	ranOut := func(at time.Time) bool { return at.After(now.Add(-lasts)) && !now.Before(at) }
	return lasts >= minOutage || ranOut(a.m.Deadline()) || a.m.Vote != nil && ranOut(a.m.Vote.Until)
}

// clockSetBy returns the change of the machine's clock that isn't in the table's log yet.
func (a *actor) clockSetBy() time.Duration {
	_, set := a.registry.wall.now()
	return set - a.m.ClockSet - a.clockBase
}

// catchUp returns a draft that records lost time and clock changes. Downtime of the program
// ends when the program came back, even if the table was still asleep then.
func (a *actor) catchUp() (*match.Draft, error) {
	now, set := a.registry.wall.now()
	age := a.registry.age()
	c := match.CatchUp{ClockSet: set - a.m.ClockSet - a.clockBase}
	switch {
	case a.gap.to != 0:
		now, c.Lost = now.Add(a.gap.to-age), a.gap.to-a.gap.from
	case a.gap.from != 0 && a.outageCounts():
		c.Lost = age - a.gap.from
	}
	d := &match.Draft{Match: a.m}
	return d, d.Decide(c, now)
}

// takeover describes when a registry took over tables from another one.
type takeover struct {
	alive, back time.Time     // the tables were unavailable in between; zero alive: they weren't
	age         time.Duration // registry age at back
	set         time.Duration // clock changes until back
}

// resume initializes the lost time of a table that was read from the log. If the last known
// time is after the moment the program came back, the clock was set back in between.
func (a *actor) resume(was volatile, t *takeover) {
	a.volatile = was
	if t == nil {
		return // this registry already had the table
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
	if a.gap == (gap{}) { // otherwise the log is still failing
		a.gap.to = t.age
	}
	a.gap.from = t.age - t.back.Sub(alive)
}

// idleFor returns the time until the table tries to sleep.
func (a *actor) idleFor() time.Duration {
	at := max(a.lastActive, a.sleepTried) + min(sleepAfterDue, a.registry.cfg.SleepAfter)
	if used := time.Duration(a.lastAsked.Load()); used > 0 {
		at = max(at, used+a.registry.cfg.SleepAfter)
	}
	return max(0, at-a.registry.age())
}

// sleeper returns the sleeping form of the table, not yet registered.
func (a *actor) sleeper() *sleeper {
	return &sleeper{id: a.id, guild: a.guild, channel: a.channel, state: asleepUntil(a.m, time.Time{}), volatile: a.volatile}
}

// sleep puts the table to sleep if nothing is due soon, and reports whether it did.
func (a *actor) sleep(now time.Time) bool {
	a.sleepTried = a.registry.age()
	next := a.nextDue(now)
	if a.thinking != nil || a.gap != (gap{}) || a.clockSetBy() != 0 || !next.IsZero() && next.Sub(now) < min(minSleep, a.registry.cfg.SleepAfter) {
		return false
	}
	r := a.registry
	s := a.sleeper()
	s.state, s.shown, s.busy = asleepUntil(a.m, next), true, make(chan struct{})
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
		r.noteSleep(a.id, s.state)
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
	a.asSleeper, a.wakeAt = s, next
	return true
}
