package bot

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A bot of several processes keeps some of the shards, and others while it runs. A shard's
// events arrive from Connect to Disconnect, and are answered from Answer to Withdraw. Events
// that arrive and are not answered are kept for as long as Discord waits: another process
// answers them, or this one is about to. A process that is given a shard is told which
// interactions the one before has answered, so that each has one answer.

// Sharing is what a bot of several processes asks beyond itself. Its methods may be called
// by many goroutines.
type Sharing interface {
	// Join is told how many shards Discord advises, and returns how many there are.
	Join(ctx context.Context, advised int) (int, error)
	// Trusted reports whether this process may still answer for its shards.
	Trusted() bool
	// Slot is gateway.Config.Slot.
	Slot(ctx context.Context, class int, apart time.Duration, most int) (time.Duration, error)
}

const (
	// answeredFor is how long answered interactions are remembered: longer than an event
	// may be late.
	answeredFor = 15 * time.Second
	// trustRetry is how soon a click is looked at again that came while the process could
	// not trust its lease.
	trustRetry = 100 * time.Millisecond
)

// handover knows which shards this process answers.
type handover struct {
	first chan struct{} // closed when the first shard is answered for the first time

	mu     sync.Mutex
	shards map[int]*part
}

// part is a shard that is connected or answered.
type part struct {
	answers  bool
	waiting  []arrival
	answered []arrival       // interactions, of the last moments
	busy     *sync.WaitGroup // interactions being answered, since Answer
}

// arrival is an interaction that arrived or, without an id, another event.
type arrival struct {
	id   string
	at   time.Time
	do   func()
	late func() // replaces do if the process can't trust its lease for too long
}

// at is the part of a shard. With the lock.
func (h *handover) at(id int) *part {
	p := h.shards[id]
	if p == nil {
		p = &part{}
		h.shards[id] = p
	}
	return p
}

// Connect begins to keep a shard's session.
func (b *Bot) Connect(id int) {
	b.handover.mu.Lock()
	b.handover.at(id)
	b.handover.mu.Unlock()
	b.gateway.Connect(id)
}

// Connected reports whether a shard's session is connected.
func (b *Bot) Connected(id int) bool { return b.gateway.Connected(id) }

// Disconnect ends a shard's session. Another process answers what was kept.
func (b *Bot) Disconnect(id int) {
	b.handover.mu.Lock()
	delete(b.handover.shards, id)
	b.handover.mu.Unlock()
	b.gateway.Disconnect(id)
}

// Answer begins to answer a shard: first the events that were kept, except the
// interactions that were answered.
func (b *Bot) Answer(id int, answered []string) {
	answeredBefore := map[string]bool{}
	for _, i := range answered {
		answeredBefore[i] = true
		b.seen.first(i)
	}
	b.handover.mu.Lock()
	defer b.handover.mu.Unlock()
	if id == 0 {
		select {
		case <-b.handover.first:
		default:
			close(b.handover.first)
		}
	}
	p := b.handover.at(id)
	if !p.answers {
		p.answers, p.busy = true, &sync.WaitGroup{}
	}
	for _, k := range p.waiting {
		switch {
		case answeredBefore[k.id]:
		case k.id == "":
			k.do() // in order; it does not block
		case time.Since(k.at) >= b.cfg.ReplyWithin: // Discord no longer waits for an answer
		default:
			// The former owner may have told the person to try again once the interaction was
			// late, so it isn't carried out then. To be told twice does no harm; to be told by
			// nobody would.
			answer := k.do
			if time.Since(k.at) >= b.cfg.LateAfter {
				answer = k.late
			}
			done := p.begin(k)
			b.work.Go(func() {
				defer done()
				answer()
			})
		}
	}
	p.waiting = nil
}

// Withdraw stops answering a shard. It returns when the interactions that it had begun to
// answer are answered, or the context has ended, and says which those were.
func (b *Bot) Withdraw(ctx context.Context, id int) (answered []string) {
	b.handover.mu.Lock()
	p := b.handover.at(id)
	p.answers = false
	p.forget(time.Now())
	for _, k := range p.answered {
		answered = append(answered, k.id)
	}
	busy := p.busy
	b.handover.mu.Unlock()
	if busy == nil {
		return nil // it never answered the shard
	}
	idle := make(chan struct{})
	go func() { busy.Wait(); close(idle) }()
	select {
	case <-idle:
	case <-ctx.Done():
	}
	return answered
}

// begin notes that an interaction is being answered; the caller calls done after that.
// With the lock.
func (p *part) begin(k arrival) (done func()) {
	p.forget(k.at)
	p.answered = append(p.answered, arrival{id: k.id, at: k.at})
	p.busy.Add(1)
	return p.busy.Done
}

// forget drops what is too old to matter. With the lock.
func (p *part) forget(now time.Time) {
	for len(p.answered) > 0 && now.Sub(p.answered[0].at) > answeredFor {
		p.answered = p.answered[1:]
	}
}

// arrive handles an event of a shard now, or keeps it until the shard is answered.
func (b *Bot) arrive(id int, k arrival) {
	if b.cfg.Sharing == nil {
		k.do()
		return
	}
	b.handover.mu.Lock()
	p := b.handover.shards[id]
	switch {
	case p == nil: // it was disconnected meanwhile
		b.handover.mu.Unlock()
	case !p.answers:
		p.keep(k, b.cfg.ReplyWithin)
		b.handover.mu.Unlock()
	case k.id == "":
		b.handover.mu.Unlock()
		k.do()
	case !b.cfg.Sharing.Trusted() && time.Since(k.at) < b.cfg.LateAfter:
		b.handover.mu.Unlock()
		time.AfterFunc(trustRetry, func() { b.work.Go(func() { b.arrive(id, k) }) })
	default:
		answer := k.do
		if !b.cfg.Sharing.Trusted() {
			answer = k.late
		}
		done := p.begin(k)
		b.handover.mu.Unlock()
		defer done()
		answer()
	}
}

// keep keeps an event, and drops the interactions for which Discord no longer waits. With
// the lock.
func (p *part) keep(k arrival, within time.Duration) {
	p.waiting = append(slices.DeleteFunc(p.waiting, func(w arrival) bool { return w.id != "" && k.at.Sub(w.at) >= within }), k)
}

// Share says that this many processes share what Discord allows the bot.
func (b *Bot) Share(processes int) { b.client.Share(processes) }

// Settled says that the process answers all its shards for the first time. If it has the
// first shard, Settled waits until the commands are registered.
func (b *Bot) Settled(ctx context.Context) {
	select {
	case <-b.handover.first:
		select {
		case <-b.registered:
		case <-ctx.Done():
			return
		}
	default:
	}
	b.isReady()
}
