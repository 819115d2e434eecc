package bot

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// A bot of several processes holds some of the shards, and others while it runs. A shard is
// heard from Connect to Disconnect, and answered from Answer to Withdraw. What is heard and
// not answered is kept back, for as long as Discord waits: another process answers, or this
// one is about to. Who is given a shard is told which interactions the one before has seen
// to, so that each has one answer.

// Sharing is what a bot of several processes asks beyond itself. Its methods may be called
// by many goroutines.
type Sharing interface {
	// Join is told how many shards Discord advises, and returns how many there are.
	Join(ctx context.Context, advised int) (int, error)
	// Trusted says whether this process may still answer for what it has.
	Trusted() bool
	// Slot reserves the next moment in which a session of a class of shards may begin,
	// and says how long it is until then. It fails where the bot has begun most of them
	// today; 0: any number.
	Slot(ctx context.Context, class int, apart time.Duration, most int) (time.Duration, error)
}

// remembered is for how long it is remembered who was answered: longer than an event may
// be late.
const remembered = 15 * time.Second

// notYet is how soon a click is looked at again that came while the process could not
// trust its lease.
const notYet = 100 * time.Millisecond

// slotMargin is added to the time between two identifies, which are on their way for
// different times.
const slotMargin = 250 * time.Millisecond

// sharing is a bot's part of the shards.
type sharing struct {
	Sharing
	bot   *Bot
	first chan struct{} // closed when the first shard is answered for the first time
	begun chan struct{} // closed when sessions can be started

	// Once begun is closed:
	of, classes int
	most        int // sessions a day; 0: not known
	ctx         context.Context
	sessions    *errgroup.Group
	router      *Router
	app         chan application

	mu     sync.Mutex
	shards map[int]*part
}

// part is a shard that is heard, or answered.
type part struct {
	shard    *shard // nil: not heard yet
	end      context.CancelFunc
	answers  bool
	waiting  []kept
	answered []kept        // interactions, of the last moments
	busy     int           // interactions under way
	idle     chan struct{} // closed when there are none any more; nil: nobody waits for that
}

// kept is what was heard: an interaction, or, without an id, something else.
type kept struct {
	id   string
	at   time.Time
	do   func()
	late func() // in place of do, where the process can't trust its lease for too long
}

func newSharing(b *Bot, s Sharing) *sharing {
	return &sharing{Sharing: s, bot: b, first: make(chan struct{}), begun: make(chan struct{}), shards: map[int]*part{}}
}

// begin lets sessions be started.
func (s *sharing) begin(ctx context.Context, r *Router, all *errgroup.Group, of int, g gatewayDoc) {
	s.ctx, s.sessions, s.router, s.of, s.classes, s.most = ctx, all, r, of, max(g.Start.Concurrency, 1), g.Start.Total
	s.app = make(chan application, of)
	close(s.begun)
}

// at is what there is of a shard. With the lock.
func (s *sharing) at(id int) *part {
	p := s.shards[id]
	if p == nil {
		p = &part{}
		s.shards[id] = p
	}
	return p
}

// Connect begins to hear a shard.
func (b *Bot) Connect(id int) {
	s := b.sharing
	<-s.begun
	ctx, end := context.WithCancel(s.ctx)
	x := &shard{bot: b, router: s.router, id: id, of: s.of, turn: slot{s, id % s.classes}, app: s.app}
	b.up.add(x)
	s.mu.Lock()
	p := s.at(id)
	p.shard, p.end = x, end
	s.mu.Unlock()
	s.sessions.Go(func() error { return x.keep(ctx) })
}

// Connected says whether a shard is heard.
func (b *Bot) Connected(id int) bool { return b.up.has(id) }

// Disconnect ends hearing a shard. What was kept back is another's.
func (b *Bot) Disconnect(id int) {
	s := b.sharing
	s.mu.Lock()
	p := s.shards[id]
	delete(s.shards, id)
	s.mu.Unlock()
	if p != nil && p.end != nil {
		b.up.remove(p.shard)
		p.end()
	}
}

// Answer begins to answer a shard, first what was kept back, but for the interactions
// that were answered.
func (b *Bot) Answer(id int, answered []string) {
	s := b.sharing
	done := map[string]bool{}
	for _, i := range answered {
		done[i] = true
		b.seen.first(i)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == 0 {
		select {
		case <-s.first:
		default:
			close(s.first)
		}
	}
	p := s.at(id)
	p.answers = true
	waiting := p.waiting
	p.waiting = nil
	for _, k := range waiting {
		switch {
		case done[k.id]:
		case k.id == "":
			k.do() // in order; it does not block
		case time.Since(k.at) < b.cfg.ReplyWithin:
			p.answered = append(p.answered, k)
			p.busy++
			b.work.Go(func() {
				defer s.done(p)
				k.do()
			})
		}
	}
}

// Withdraw answers a shard no more, and returns when what it had begun to answer is
// answered, or the context has ended. It says which interactions those were.
func (b *Bot) Withdraw(ctx context.Context, id int) (answered []string) {
	s := b.sharing
	s.mu.Lock()
	p := s.at(id)
	p.answers = false
	p.forget(time.Now())
	for _, k := range p.answered {
		answered = append(answered, k.id)
	}
	if p.busy > 0 && p.idle == nil {
		p.idle = make(chan struct{})
	}
	idle := p.idle
	s.mu.Unlock()
	if idle != nil {
		select {
		case <-idle:
		case <-ctx.Done():
		}
	}
	return answered
}

// done notes that an interaction has been answered.
func (s *sharing) done(p *part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.busy--; p.busy == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
}

// forget drops what is too old to matter. With the lock.
func (p *part) forget(now time.Time) {
	for len(p.answered) > 0 && now.Sub(p.answered[0].at) > remembered {
		p.answered = p.answered[1:]
	}
}

// heard has do done for what was heard of a shard, now or when it is answered.
func (s *sharing) heard(id int, k kept) {
	s.mu.Lock()
	p := s.shards[id]
	switch {
	case p == nil: // it was disconnected meanwhile
		s.mu.Unlock()
	case !p.answers:
		p.keep(k, s.bot.cfg.ReplyWithin)
		s.mu.Unlock()
	case k.id != "" && !s.Trusted():
		s.mu.Unlock()
		if time.Since(k.at) >= s.bot.cfg.LateAfter {
			k.late()
			return
		}
		time.AfterFunc(notYet, func() { s.bot.work.Go(func() { s.heard(id, k) }) })
	case k.id == "":
		s.mu.Unlock()
		k.do()
	default:
		p.forget(k.at)
		p.answered = append(p.answered, kept{id: k.id, at: k.at})
		p.busy++
		s.mu.Unlock()
		defer s.done(p)
		k.do()
	}
}

// keep keeps something back, and drops the interactions for which Discord waits no more.
// With the lock.
func (p *part) keep(k kept, within time.Duration) {
	if len(p.waiting) > 0 && len(p.waiting)%256 == 0 {
		var young []kept
		for _, w := range p.waiting {
			if w.id == "" || k.at.Sub(w.at) < within {
				young = append(young, w)
			}
		}
		p.waiting = young
	}
	p.waiting = append(p.waiting, k)
}

// Share says that so many processes share what Discord allows the bot: its requests, and
// those that it may refuse.
func (b *Bot) Share(processes int) {
	b.client.own.among(processes)
	b.client.budget.share.Store(int64(processes))
}

// Settled says that the bot does all that is its part, for the first time. Where that is the
// first shard, it waits until the commands are registered.
func (b *Bot) Settled(ctx context.Context) {
	select {
	case <-b.sharing.first:
		select {
		case <-b.registered:
		case <-ctx.Done():
			return
		}
	default:
	}
	b.nowReady()
}

// slot is when a shard may identify, of all processes.
type slot struct {
	*sharing
	class int
}

// Wait waits for it.
func (s slot) Wait(ctx context.Context) error {
	failing := false
	for {
		wait, err := s.Slot(ctx, s.class, s.bot.cfg.Identify+slotMargin, s.most)
		if err != nil {
			if !failing && ctx.Err() == nil {
				failing = true
				s.bot.cfg.Log.Warn().Err(err).Msg("a session can't be started yet; trying again")
			}
			wait = time.Second
		}
		if paused := pause(ctx, wait); paused != nil || err == nil {
			return paused
		}
	}
}
