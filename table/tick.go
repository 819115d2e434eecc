package table

import (
	"errors"
	"time"

	"deuces/match"
)

// What a table does when nobody has asked for anything, because a time has come: it plays or
// passes for whoever was too slow, lets a computer player play, warns, and makes up for what
// it slept through.

// nextDue returns when the clock has something to do; zero: never.
func (a *actor) nextDue(now time.Time) time.Time {
	if a.behind() {
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

// due returns when something is due at a table of which so much is known: an alarm, a
// warning, or the end of the time in which a play may be taken back; zero: nothing.
func due(m match.Match, known memory) (at time.Time) {
	sooner := func(t time.Time) {
		if !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	if known.stuck != m.Seq() {
		sooner(m.Alarm(!known.passesByHand(m)))
		if m.WantsSeal() { // an older program has left it so
			sooner(m.At())
		}
	}
	if known.told != m.Seq() {
		sooner(m.Warning())
	}
	if known.stood != m.Decision() {
		sooner(m.UndoEnds())
	}
	return at
}

// passesByHand says that the player to move wants to pass themself in this turn.
func (k memory) passesByHand(m match.Match) bool { return m.Round() > 0 && k.hands == m.Decision() }

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
		a.hands = a.m.Decision()
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
		a.stuck = a.m.Seq()
		a.stored()
		a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Msg("the clock cannot act for the table")
	}
}

// asksToPassByHand says that the table is about to pass for a player who can do nothing
// else, and who wants to do so themself. If that can't be learned, it passes.
func (a *actor) asksToPassByHand(now time.Time) bool {
	ask := a.registry.cfg.AutoPass
	p, at, alone := a.m.PassesAlone()
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
	if end := a.m.UndoEnds(); !end.IsZero() && a.stood != a.m.Decision() && !now.Before(end) {
		a.stood = a.m.Decision()
		a.notify()
	}
	if w := a.m.Warning(); w.IsZero() || now.Before(w) || a.told == a.m.Seq() {
		return
	}
	a.told = a.m.Seq()
	a.notify()
}
