package commands

import (
	"context"
	"sync"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
)

// Replays that play by themselves: a private message that shows one moment of a round
// after the other, until its end or until any of its buttons is clicked. It is a mirror
// of the time that has passed, so that edits which Discord delays are left out.

const (
	replayPace = 2 * time.Second
	replayMost = 14 * time.Minute // then its token is about to die
)

// replay is a round that plays by itself from a moment to the last.
type replay struct {
	from, last int
	frame      func(at int, playing bool) bot.Message
}

// at is the moment that is shown after so long, and whether others follow.
func (p replay) at(after time.Duration) (at int, playing bool) {
	at = min(p.from+int(min(after, replayMost)/replayPace), p.last)
	return at, at < p.last && after < replayMost
}

// replays are the next steps of those that are playing, by message, and where those were
// stopped that no longer do. The zero replays is ready.
type replays struct {
	mu   sync.Mutex
	next map[string]nextStep
}

type nextStep struct {
	*time.Timer
	at func() int // the moment that is shown now
}

// stop ends what plays in a message, and says at which moment it did: to a second click,
// too.
func (s *replays) stop(message string) (at int, played bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	step, played := s.next[message]
	if !played {
		return 0, false
	}
	step.Stop()
	at = step.at()
	var forget *time.Timer
	forget = time.AfterFunc(replayMost, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.next[message].Timer == forget {
			delete(s.next, message)
		}
	})
	s.next[message] = nextStep{forget, func() int { return at }}
	return at, true
}

// start calls step, which says whether to go on, every so often until the message's is
// stopped.
func (s *replays) start(message string, at func() int, step func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = map[string]nextStep{}
	}
	var t *time.Timer
	t = time.AfterFunc(replayPace, func() {
		s.mu.Lock()
		mine := s.next[message].Timer == t // else it was stopped
		s.mu.Unlock()
		if !mine {
			return
		}
		goOn := step()
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.next[message].Timer != t {
			return
		}
		if !goOn {
			delete(s.next, message)
			return
		}
		t.Reset(replayPace)
	})
	s.next[message] = nextStep{t, at}
}

// playReplay lets a round play by itself in the message whose button was clicked.
func (c *Commands) playReplay(r bot.Request, g screen.GuildSettings, p replay) bot.Reply {
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
		Render: func(context.Context) (bot.Message, error) { return g.Message(p.frame(p.at(time.Since(began)))), nil },
	}}
}

// afterReplay has a reply take the place of what played in its message until it was stopped,
// also of a step that is on its way.
func (c *Commands) afterReplay(r bot.Request, g screen.GuildSettings, reply bot.Reply) bot.Reply {
	if !reply.Update || r.Message == "" {
		return reply
	}
	msg := g.Message(*reply.Message)
	reply.Mirror = &bot.Mirror{Key: replayKey(r.Message), Revision: c.mirrors.Revision(),
		Render: func(context.Context) (bot.Message, error) { return msg, nil }}
	return reply
}

func replayKey(message string) string { return "replay/" + message }
