package table

import (
	"time"

	"deuces/match"
)

// Sleep describes a sleeping table.
type Sleep struct {
	Seq     int            // number of the last event
	Until   time.Time      // when something is due, in whole milliseconds; zero: never
	Players []match.Player // everyone with a seat, or waiting for one

	Slow, Scheduled bool // for Count
}

// Listed is a live table in the log's index.
type Listed struct {
	ID             match.ID
	Guild, Channel string
	Asleep         *Sleep // nil: the table was awake, or has newer events
}

// sleeper is a live table that is asleep, or whose actor was dropped because the log failed.
// Registry.mu guards it.
type sleeper struct {
	id             match.ID
	guild, channel string
	state          *Sleep // nil: unknown
	shown          bool   // the table's messages are up to date
	released       bool

	dropped bool      // the actor ended after a failed append, so OnWake isn't called again
	taken   *takeover // nil: the table was awake in this registry
	volatile
	timer *time.Timer   // wakes the table; may be nil
	busy  chan struct{} // closed when waking or falling asleep is complete; nil: neither is in progress
}

// volatile is the state of a table that isn't in its log.
type volatile struct {
	clockFailedSeq int            // number of the event after which the clock failed; it acts again after the next one
	warnedSeq      int            // number of the event after which the player to move was warned
	manualPass     match.Decision // the decision for which the player wants to pass manually
	undoEndedFor   match.Decision // the decision for which the end of the undo period was announced
	gap            gap            // unrecorded lost time
	clockBase      time.Duration  // difference between wallClock.set and Match.ClockSet that the log needn't record
}

// asleepUntil returns the description of a match that sleeps until the given time.
func asleepUntil(m match.Match, until time.Time) *Sleep {
	s := &Sleep{Seq: m.Seq, Players: m.People(), Slow: m.Settings.Slow(), Scheduled: !m.Schedule.At.IsZero()}
	if !until.IsZero() {
		s.Until = until.UTC().Truncate(time.Millisecond)
	}
	return s
}

// due returns when something is due at a table: an alarm, a warning, or the end of the undo
// period; zero: nothing is.
func due(m match.Match, known volatile) (at time.Time) {
	sooner := func(t time.Time) {
		if !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	if known.clockFailedSeq != m.Seq {
		sooner(m.Alarm(!known.passesManually(m)))
	}
	if known.warnedSeq != m.Seq {
		sooner(m.Warning())
	}
	if known.undoEndedFor != m.Decision {
		sooner(m.UndoEnds())
	}
	return at
}

// passesManually reports whether the player to move wants to pass manually in this turn.
func (k volatile) passesManually(m match.Match) bool {
	return m.Decision.Round > 0 && k.manualPass == m.Decision
}

// halted reports whether the registry has released the table. A released table must not write.
func (a *actor) halted() bool {
	select {
	case <-a.halt:
		return true
	default:
		return false
	}
}

// stopTimer cancels the timer that would wake a table. The caller must hold r.mu.
func (r *Registry) stopTimer(s *sleeper) {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}

// remove removes a sleeping table that is no longer live. The caller must hold r.mu.
func (r *Registry) remove(s *sleeper) {
	r.stopTimer(s)
	r.logWorks(s.id)
	delete(r.asleep, s.id)
	if r.channels[s.channel] == s.id {
		delete(r.channels, s.channel)
	}
}

func (r *Registry) forget(a *actor) {
	if r.tables[a.id] != a {
		return // released in the meantime
	}
	r.logWorks(a.id)
	delete(r.tables, a.id)
	if r.channels[a.channel] == a.id {
		delete(r.channels, a.channel)
	}
}

func (r *Registry) retire(a *actor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(a)
}

// giveUp removes an unusable table and reports it. a is nil if the table was asleep.
func (r *Registry) giveUp(a *actor, m match.Match, err error) {
	r.mu.Lock()
	r.lost[m.ID] = true
	if a != nil {
		r.forget(a)
	}
	r.mu.Unlock()
	r.cfg.Logger.Error().Err(err).Int64("table", int64(m.ID)).Msg("cannot read the log of a table, or the game's rules failed; giving the table up")
	if r.cfg.OnLost != nil {
		r.cfg.OnLost(m, err)
	}
}
