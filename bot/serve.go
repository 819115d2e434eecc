package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// A process receives a shard's events between Connect and Disconnect, and answers them between Serve
// and Stop. A single process does so with all shards from its start to its end. If several
// processes run the bot, each has some of the shards, and a shard can move to another process. Events that it receives without answering are queued for as long as
// Discord waits, because either another process answers them or this one soon does. The new
// process of a shard gets the list of interactions that the previous one has answered, so that
// each interaction is answered once.

// Sharing connects the processes that run the bot. Its methods may be called concurrently.
type Sharing interface {
	// Join returns the number of shards of the bot. advised is the number that Discord
	// recommends.
	Join(ctx context.Context, advised int) (int, error)
	// Trusted reports whether this process may still answer for its shards.
	Trusted() bool
	// Pass hands an interaction to the process that serves a guild, which calls Bot.Passed.
	Pass(ctx context.Context, guild string, interaction []byte) error
}

// Elsewhere is the error of a Handler that leaves the answer to the process that serves a guild. Guild is "" for
// direct messages.
type Elsewhere struct{ Guild string }

func (e *Elsewhere) Error() string { return "another process serves the guild " + e.Guild }

// pass gives an interaction to the process that serves a guild. If there is no answer in time, it asks the user to
// try again.
func (b *Bot) pass(ctx context.Context, i interaction, to *Elsewhere) error {
	if i.passed || b.cfg.Sharing == nil {
		return to
	}
	raw, err := json.Marshal(i.doc)
	if err == nil {
		err = b.cfg.Sharing.Pass(ctx, to.Guild, raw)
	}
	if err != nil {
		return fmt.Errorf("pass an interaction to the process of guild %s: %w", to.Guild, err)
	}
	i.passed = true
	b.work.Go(func() {
		_ = rest.Pause(ctx, time.Until(i.received.Add(b.cfg.LateAfter))) // ctx never ends
		late, _ := responseTo(i, b.tell(i, say.New(sayLate)))
		if _, err := b.callback(ctx, i, late, false); err != nil && !errors.Is(err, rest.ErrAnswered) {
			b.answerFailed(i, err)
		}
	})
	return nil
}

// Passed answers an interaction that another process has passed on.
func (b *Bot) Passed(interaction []byte) {
	i, err := decode(interaction, time.Now())
	if err != nil || !b.trusted() || !b.seen.addIfNew(i.ID) {
		return // whoever passed it on answers
	}
	i.passed = true
	b.work.Go(func() { b.answer(context.Background(), i, nil) })
}

const (
	// answeredFor is how long answered interactions are remembered. No event is delivered later
	// than that.
	answeredFor = 15 * time.Second
	// trustRetry is the delay before an interaction is handled again if Trusted returned false.
	trustRetry = 100 * time.Millisecond
)

// handover holds the shards of this process.
type handover struct {
	first chan struct{} // closed when this process begins to serve shard 0

	mu     sync.Mutex
	shards map[int]*shard
}

// shard is the state of a shard that is connected or answered.
type shard struct {
	answers  bool
	waiting  []arrival       // events that are queued until Serve
	answered []arrival       // interactions that were answered within answeredFor
	busy     *sync.WaitGroup // interactions that are being answered; nil before Serve
}

// arrival is an interaction or, if it has no id, another event.
type arrival struct {
	id   string
	at   time.Time
	do   func()
	late func() // is called instead of do if Trusted returns false for too long
}

// at returns the state of a shard, which it creates if needed. The caller must hold mu.
func (h *handover) at(id int) *shard {
	p := h.shards[id]
	if p == nil {
		p = &shard{}
		h.shards[id] = p
	}
	return p
}

// Connect starts a shard's session. Its events are queued until Serve.
func (b *Bot) Connect(id int) {
	b.handover.mu.Lock()
	b.handover.at(id)
	b.handover.mu.Unlock()
	b.gateway.Connect(id)
}

// Connected reports whether a shard's session is connected.
func (b *Bot) Connected(id int) bool { return b.gateway.Connected(id) }

// Disconnect ends a shard's session and drops the queued events, which another process answers.
func (b *Bot) Disconnect(id int) {
	b.handover.mu.Lock()
	delete(b.handover.shards, id)
	b.handover.mu.Unlock()
	b.gateway.Disconnect(id)
}

// Serve begins to answer the events of a shard, beginning with the queued ones. answered lists
// interactions that another process has answered already.
func (b *Bot) Serve(id int, answered []string) {
	answeredBefore := map[string]bool{}
	for _, i := range answered {
		answeredBefore[i] = true
		b.seen.addIfNew(i)
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
		case k.id == "":
			k.do() // in order; it does not block
		case !answeredBefore[k.id]:
			b.work.Go(func() { b.arrive(id, k) })
		}
	}
	p.waiting = nil
}

// Stop stops answering the events of a shard. It waits until the interactions in progress are
// answered or the context ends, and returns the recently answered interactions, for Serve in the
// shard's next process.
func (b *Bot) Stop(ctx context.Context, id int) (answered []string) {
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
		return nil // this process never answered the shard
	}
	idle := make(chan struct{})
	go func() { busy.Wait(); close(idle) }()
	select {
	case <-idle:
	case <-ctx.Done():
	}
	return answered
}

// begin records that an interaction is being answered. The caller must hold mu, and must call done
// after the answer.
func (p *shard) begin(k arrival) (done func()) {
	p.forget(k.at)
	p.answered = append(p.answered, arrival{id: k.id, at: k.at})
	p.busy.Add(1)
	return p.busy.Done
}

// forget drops the interactions that were answered longer than answeredFor ago. The caller must
// hold mu.
func (p *shard) forget(now time.Time) {
	for len(p.answered) > 0 && now.Sub(p.answered[0].at) > answeredFor {
		p.answered = p.answered[1:]
	}
}

// arrive handles an event of a shard, or queues it until Serve.
func (b *Bot) arrive(id int, k arrival) {
	b.handover.mu.Lock()
	p, age := b.handover.shards[id], time.Since(k.at)
	answer := k.do
	// If the interaction is late, a former owner of the shard may already have asked the user to try
	// again, so it isn't carried out. Asking twice does no harm, but the user needs an answer.
	if age >= b.cfg.LateAfter {
		answer = k.late
	}
	switch {
	case p == nil: // the shard was disconnected
	case !p.answers:
		p.keep(k, b.cfg.ReplyWithin)
	case k.id == "":
		defer k.do()
	case age >= b.cfg.ReplyWithin: // Discord no longer waits for an answer
	case age < b.cfg.LateAfter && !b.trusted():
		b.work.Go(func() { // the caller is work as well, so Run waits for this
			time.Sleep(trustRetry)
			b.arrive(id, k)
		})
	default:
		done := p.begin(k)
		defer done()
		defer answer()
	}
	b.handover.mu.Unlock()
}

// trusted reports whether this process may answer for its shards.
func (b *Bot) trusted() bool { return b.cfg.Sharing == nil || b.cfg.Sharing.Trusted() }

// keep queues an event, and drops queued interactions for which Discord no longer waits. The
// caller must hold mu.
func (p *shard) keep(k arrival, within time.Duration) {
	p.waiting = append(slices.DeleteFunc(p.waiting, func(w arrival) bool { return w.id != "" && k.at.Sub(w.at) >= within }), k)
}

// Share divides the bot's rate limits by the number of processes.
func (b *Bot) Share(processes int) { b.client.Share(processes) }

// Settled says that the process answers all its shards. If one of them is shard 0, Ready is closed
// once the commands are registered too, and otherwise immediately.
func (b *Bot) Settled() {
	b.markAllConnected()
	select {
	case <-b.handover.first:
	default:
		b.markReady()
	}
}
