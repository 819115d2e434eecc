package table

import (
	"context"
	"errors"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
)

// A computer thinks beside the table's goroutine, from the moment its turn comes until the
// seat's time is over, which is not before its pace. So a table never waits longer for a
// computer than people would for each other. What it chose arrives as a command.

// thinkLate is how long after the seat's time a choice is still waited for: a computer that is
// asked to come to an end needs a moment of the machine, no more.
const thinkLate = 5 * time.Second

// thought is one decision that is being thought about. It belongs to the actor's
// goroutine, but for result.
type thought struct {
	on     match.Decision
	seat   game.Seat
	level  ai.Level
	stop   context.CancelFunc
	until  time.Time   // after which it is not waited for
	result chan choice // with room for one
	chosen *choice     // nil: not yet
	failed bool        // so the default is played
}

type choice struct {
	action game.Action
	err    error
}

// think sees to it that the decision which is due is being thought about, where
// no person makes it, and no other is.
func (a *actor) think() {
	seat, level, due := a.m.Unmanned()
	if t := a.thinking; t != nil && (!due || t.on != a.m.Decision || t.seat != seat || t.level != level) {
		a.stopThinking()
	}
	think := a.registry.cfg.Think
	if !due || a.thinking != nil || think == nil || a.over {
		return
	}
	patient := time.Now().Add(a.m.ThinkFor(a.registry.now()))
	ctx, stop := context.WithDeadline(context.Background(), patient)
	t := &thought{
		on: a.m.Decision, seat: seat, level: level, stop: stop,
		until: patient.Add(thinkLate), result: make(chan choice, 1),
	}
	a.thinking = t
	rules := a.m.Rules
	observation, _ := a.m.Observation(seat)
	a.registry.going.Go(func() {
		var c choice
		defer func() { t.result <- c }()
		defer recovered(&c.err)
		c.action, c.err = think(ctx, rules, level, observation)
	})
}

// stopThinking drops the thought that is on.
func (a *actor) stopThinking() {
	if a.thinking != nil {
		a.thinking.stop()
		a.thinking = nil
	}
}

// comes is where the choice arrives; nil where none is to come.
func (t *thought) comes() <-chan choice {
	if !t.pending() {
		return nil
	}
	return t.result
}

// pending says that somebody thinks, and that nothing is chosen yet.
func (t *thought) pending() bool { return t != nil && t.chosen == nil }

// chosenCommand is what to do now that the time of the seat that is thought for is over; nil:
// wait, by a clock that can't be set.
func (a *actor) chosenCommand() match.Command {
	t := a.thinking
	switch {
	case t.pending() && time.Now().Before(t.until):
		return nil
	case t.pending():
		a.thinkingFailed(errors.New("nothing was chosen in time"))
	case t.chosen.err != nil:
		a.thinkingFailed(t.chosen.err)
	}
	if t.failed {
		return match.TimeUp{}
	}
	return match.Chosen{Decision: t.on, Action: t.chosen.action}
}

// thinkingFailed has the default played instead of what is chosen, and logs why.
func (a *actor) thinkingFailed(err error) {
	t := a.thinking
	t.chosen, t.failed = &choice{}, true
	a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Str("level", string(t.level)).Stringer("decision", t.on).
		Msg("a computer player failed, the default is played")
}
