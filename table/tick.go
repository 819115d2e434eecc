package table

import (
	"errors"
	"time"
)

// What a table does when nobody has asked for anything, because a time has come: it plays or
// passes for whoever was too slow, lets a computer player play, warns, and makes up for what
// it slept through.

// wakes returns when the clock has something to do; zero: never.
func (a *actor) wakes(now time.Time) time.Time {
	// What is no time of the machine's clock, as one.
	rest := now.Add(time.Until(a.rest))
	at := a.m.alarm(!a.byHand())
	if a.mind.pending() && at.Equal(a.m.Deadline()) {
		at = now.Add(time.Until(a.mind.until))
	}
	if a.m.wantsSeal() {
		at = a.m.at // an older program has left it so
	}
	if a.stuck == a.m.seq {
		at = time.Time{}
	}
	if w := a.m.Warning(); !w.IsZero() && a.told != a.m.seq && (at.IsZero() || w.Before(at)) {
		at = w
	}
	if t := a.m.taken; t != nil && a.stood != a.m.Decision() && (at.IsZero() || t.until.Before(at)) {
		at = t.until
	}
	switch {
	case !a.sure:
		return rest
	case !a.down.alive.IsZero():
		at = a.down.alive
	case a.behind(now):
		at = now
	case at.IsZero():
		return time.Time{}
	}
	if at.Before(rest) {
		return rest
	}
	return at
}

// tick does what the clock does when its time has come. It has no caller, so it logs.
func (a *actor) tick() {
	if a.over {
		return
	}
	var c Command = TimeUp{ByHand: !a.sure || a.byHand()}
	now := a.now()
	switch alarm := a.m.alarm(!a.byHand()); {
	case !a.down.alive.IsZero(), a.behind(now):
		c = Wake{} // deciding anything makes up for it
	case a.sure && (alarm.IsZero() || now.Before(alarm)) && !a.m.wantsSeal():
		a.warn(now)
		return
	case a.sure && a.passesByHand(now):
		a.hands = a.m.Decision()
		return
	case a.sure && a.mind != nil && (a.m.vote == nil || now.Before(a.m.vote.Until)):
		if c = a.mind.command(); c == nil {
			return // it may think a moment longer
		}
	}
	log := a.registry.cfg.Logger.With().Int64("table", int64(a.id)).Logger()
	_, err := a.step(c)
	if a.sure && !errors.Is(err, ErrAgain) {
		a.down = down{}
	}
	_, chosen := c.(Chosen)
	switch {
	case err == nil || errors.Is(err, ErrStale) || a.over:
	case !a.sure || errors.Is(err, ErrAgain): // it tries again, and the failure was told of
	case chosen:
		a.mind.fail(err)
	default:
		a.stuck = a.m.seq
		log.Error().Err(err).Msg("the clock cannot act for the table")
	}
}

// byHand says that the player to move wants to pass themself in this turn.
func (a *actor) byHand() bool { return a.m.round > 0 && a.hands == a.m.Decision() }

// passesByHand says that the table is about to pass for a player who can do nothing
// else, and who wants to do so themself. If that can't be learned, it passes.
func (a *actor) passesByHand(now time.Time) bool {
	ask := a.registry.cfg.AutoPass
	if ask == nil || a.byHand() || a.m.passesAt(true).IsZero() || now.Before(a.m.passesAt(true)) || !a.m.passesAt(false).IsZero() {
		return false
	}
	seat, _ := a.m.Turn()
	ctx, cancel := logContext()
	defer cancel()
	auto, err := ask(ctx, a.m.sitting[seat].player)
	if err != nil {
		a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Msg("whether a player wants to pass by hand is not known: the table passes")
		return false
	}
	return !auto
}

// warn tells the table as it is once more, for those who render a warning, or that a
// play can't be taken back any more.
func (a *actor) warn(now time.Time) {
	if t := a.m.taken; t != nil && a.stood != a.m.Decision() && !now.Before(t.until) {
		a.stood = a.m.Decision()
		a.tell(a.m)
	}
	if w := a.m.Warning(); w.IsZero() || now.Before(w) || a.told == a.m.seq {
		return
	}
	a.told = a.m.seq
	a.tell(a.m)
}
