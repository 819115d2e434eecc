package commands

import (
	"context"
	"sync"
	"time"

	"deuces/bot"
)

// A replay that plays by itself is a private message that shows the moves of a round one after the
// other, until the end or until one of its buttons is clicked. The elapsed time determines which
// move is shown, so moves are skipped if Discord delays edits.

const (
	replayPace = 2 * time.Second
	replayMost = 14 * time.Minute // the token is valid for 15 minutes
)

// replay is a round that plays by itself from a moment to the last.
type replay struct {
	from, last int
	frame      func(at int, playing bool) bot.Message
}

// at returns the move to show after some time, and whether more moves follow.
func (p replay) at(after time.Duration) (at int, playing bool) {
	at = min(p.from+int(min(after, replayMost)/replayPace), p.last)
	return at, at < p.last && after < replayMost
}

// replays holds the replays of the last minutes by message. The zero value is ready to use.
type replays struct {
	mu      sync.Mutex
	running map[string]*running
}

type running struct {
	timer   *time.Timer // of the next step
	at      func() int  // returns the move that is shown now
	stopped bool
}

// stop stops the replay in a message and returns its position. A second click gets the same
// position.
func (s *replays) stop(message string) (at int, played bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, played := s.running[message]
	if !played {
		return 0, false
	}
	p.timer.Stop()
	at = p.at()
	p.stopped, p.at = true, func() int { return at }
	return at, true
}

// start calls step at regular intervals until it returns false or the replay is stopped.
func (s *replays) start(message string, at func() int, step func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &running{at: at}
	goesOn := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return !p.stopped
	}
	p.timer = time.AfterFunc(replayPace, func() {
		if goesOn() && step() && goesOn() {
			p.timer.Reset(replayPace)
		}
	})
	if s.running == nil {
		s.running = map[string]*running{}
	}
	s.running[message] = p
	time.AfterFunc(replayMost, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.running[message] == p {
			delete(s.running, message)
		}
	})
}

// playReplay starts a replay in the message whose button was clicked.
func (c *Commands) playReplay(r guildRequest, p replay) bot.Reply {
	began, key := time.Now(), replayKey(r.Message)
	msg := p.frame(p.from, p.from < p.last)
	now := func() int {
		at, _ := p.at(time.Since(began))
		return at
	}
	c.replays.start(r.Message, now, func() bool {
		if _, playing := p.at(time.Since(began)); !playing {
			c.mirrors.Finish(key)
			return false
		}
		c.mirrors.Touch(key)
		return !c.down.Load()
	})
	return bot.Reply{Message: &msg, Private: true, Update: true, Mirror: &bot.Mirror{
		Key: key, Revision: c.mirrors.Revision(),
		Render: func(context.Context) (bot.Message, error) {
			return r.set.Message(p.frame(p.at(time.Since(began)))), nil
		},
	}}
}

// afterReplay returns a private reply that replaces the stopped replay in its message. If a step of
// the replay is being sent, the reply replaces that too.
func (c *Commands) afterReplay(r guildRequest, m bot.Message) bot.Reply {
	reply := r.panel(m)
	if r.Private && r.Message != "" {
		reply.Mirror = &bot.Mirror{Key: replayKey(r.Message), Revision: c.mirrors.Revision(),
			Render: func(context.Context) (bot.Message, error) { return r.set.Message(m), nil }}
	}
	return reply
}

func replayKey(message string) string { return "replay/" + message }
