package table

import (
	"time"

	"deuces/match"
)

// Sleep is what is known of a table that sleeps.
type Sleep struct {
	Seq     int            // of its last event
	Until   time.Time      // when something is due there, in whole milliseconds; zero: nothing is
	Players []match.Player // who sits there, or waits for a seat
}

// Listed is a live table in the log's index.
type Listed struct {
	ID             match.ID
	Guild, Channel string
	Asleep         *Sleep // nil: the table was awake, or its log has gone on since
}

// sleeper is a live table that sleeps, or was dropped because its log failed. Registry.mu
// guards it.
type sleeper struct {
	id             match.ID
	guild, channel string
	known          *Sleep // nil: not yet
	shown          bool   // what was last shown of the table holds
	released       bool
	dropped        bool      // whoever shows the table doesn't know that it isn't awake
	taken          *takeover // nil: this registry has had it awake
	memory
	timer *time.Timer   // that wakes it; nil: none does
	busy  chan struct{} // closed when somebody has woken it, or put it to sleep; nil: nobody does
}

// memory is what a table knows that its log doesn't say.
type memory struct {
	clockFailedAt int            // the clock could not act after the event of this number, and waits for another event
	warnedAt      int            // the player to move was warned after the event of this number
	passesSelf    match.Decision // the player who is to make this decision wants to pass by hand
	undoOver      match.Decision // everyone was told that the play before this decision stands
	gap           gap            // time that was lost
	clockBase     time.Duration  // by which the machine's clock was set before the table's log began to say so
}

// asleepUntil returns what is known of a match while it sleeps until something is due.
func asleepUntil(m match.Match, until time.Time) *Sleep {
	s := &Sleep{Seq: m.Seq, Players: m.People()}
	if !until.IsZero() {
		s.Until = until.UTC().Truncate(time.Millisecond)
	}
	return s
}

// due returns when something is due at a table of which so much is known: an alarm, a
// warning, or the end of the time in which a play may be taken back; zero: nothing.
func due(m match.Match, known memory) (at time.Time) {
	sooner := func(t time.Time) {
		if !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	if known.clockFailedAt != m.Seq {
		sooner(m.Alarm(!known.passesByHand(m)))
		if m.WantsSeal() { // an older program has left it so
			sooner(m.At)
		}
	}
	if known.warnedAt != m.Seq {
		sooner(m.Warning())
	}
	if known.undoOver != m.Decision {
		sooner(m.UndoEnds())
	}
	return at
}

// passesByHand says that the player to move wants to pass themself in this turn.
func (k memory) passesByHand(m match.Match) bool {
	return m.Decision.Round > 0 && k.passesSelf == m.Decision
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

// stopTimer keeps a table from waking by itself. With the lock.
func (r *Registry) stopTimer(s *sleeper) {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}

// remove takes a sleeper that is not live out of the registry. With the lock.
func (r *Registry) remove(s *sleeper) {
	r.stopTimer(s)
	r.working(s.id)
	delete(r.asleep, s.id)
	if r.channels[s.channel] == s.id {
		delete(r.channels, s.channel)
	}
}

func (r *Registry) forget(a *actor) {
	if r.tables[a.id] != a {
		return // it was released
	}
	r.working(a.id)
	delete(r.tables, a.id)
	if r.channels[a.channel] == a.id {
		delete(r.channels, a.channel)
	}
}

// retire forgets a table that is over.
func (r *Registry) retire(a *actor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(a)
}

// giveUp gives a table up and reports it; a: nil where it was asleep.
func (r *Registry) giveUp(a *actor, m match.Match, err error) {
	r.mu.Lock()
	r.lost[m.ID] = true
	if a != nil {
		r.forget(a)
	}
	r.mu.Unlock()
	r.cfg.Logger.Error().Err(err).Int64("table", int64(m.ID)).Msg("table given up")
	if r.cfg.OnLost != nil {
		r.cfg.OnLost(m, err)
	}
}
