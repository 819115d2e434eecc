package table

import (
	"context"
	"errors"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
)

// A computer thinks in its own goroutine from the start of its turn until the seat's time is
// over, which is no sooner than its pace. So a table never waits longer for a computer than for
// a person. The choice arrives as a command.

// thinkGrace is how long the table waits for a choice after the seat's time is over, because
// stopping a computer takes a moment.
const thinkGrace = 5 * time.Second

// fixedWithin is how long the table waits for a fixed choice. It must be the same however many others
// are being computed.
const fixedWithin = time.Minute

// thought is one decision being computed. It belongs to the actor's goroutine, except for
// result.
type thought struct {
	on     match.Decision
	seat   game.Seat
	level  ai.Level
	stop   context.CancelFunc
	until  time.Time   // end of the wait for a result
	result chan choice // buffered for one choice
	chosen *choice     // nil: not yet
	failed bool        // the default is played
}

type choice struct {
	action game.Action
	err    error
}

// think starts computing the current decision if its seat is unmanned, and stops computing any
// other.
func (a *actor) think() {
	seat, level, due := a.m.Unmanned()
	if t := a.thinking; t != nil && (!due || t.on != a.m.Decision || t.seat != seat || t.level != level) {
		a.stopThinking()
	}
	think := a.registry.cfg.Think
	if !due || a.thinking != nil || think == nil || a.over {
		return
	}
	fixed := a.m.Fixed()
	patient := time.Now().Add(a.m.ThinkFor(a.registry.now()))
	if fixed != (ai.Fixed{}) {
		patient = time.Now().Add(fixedWithin)
	}
	ctx, stop := context.WithDeadline(context.Background(), patient)
	t := &thought{
		on: a.m.Decision, seat: seat, level: level, stop: stop,
		until: patient.Add(thinkGrace), result: make(chan choice, 1),
	}
	a.thinking = t
	rules := a.m.Rules
	observation, _ := a.m.Observation(seat)
	a.registry.goroutines.Go(func() {
		var c choice
		defer func() { t.result <- c }()
		defer recovered(&c.err)
		c.action, c.err = think(ctx, rules, level, observation, fixed)
	})
}

func (a *actor) stopThinking() {
	if a.thinking != nil {
		a.thinking.stop()
		a.thinking = nil
	}
}

// choices returns the channel on which the choice arrives; nil if none is expected.
func (t *thought) choices() <-chan choice {
	if !t.pending() {
		return nil
	}
	return t.result
}

// pending reports whether a choice is still being computed.
func (t *thought) pending() bool { return t != nil && t.chosen == nil }

// chosenCommand returns the command to carry out when the time of an unmanned seat is over. nil
// means that the choice is still awaited.
func (a *actor) chosenCommand() match.Command {
	t := a.thinking
	switch {
	case t.pending() && time.Now().Before(t.until):
		return nil
	case t.pending():
		a.thinkingFailed(errors.New("the computer player made no choice in time"))
	case t.chosen.err != nil:
		a.thinkingFailed(t.chosen.err)
	}
	if t.failed {
		return match.TimeUp{}
	}
	return match.Chosen{Decision: t.on, Action: t.chosen.action}
}

// thinkingFailed logs an error and makes the default be played.
func (a *actor) thinkingFailed(err error) {
	t := a.thinking
	t.chosen, t.failed = &choice{}, true
	a.registry.cfg.Logger.Error().Err(err).Int64("table", int64(a.id)).Str("level", string(t.level)).Stringer("decision", t.on).
		Msg("a computer player failed; playing the default move")
}
