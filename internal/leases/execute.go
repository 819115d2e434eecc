package leases

import (
	"context"
	"errors"
	"time"
)

// execute does one step of a plan. Steps that take long run in goroutines of their own.
func (k *Keeper) execute(ctx context.Context, state State, s step) {
	n := s.shard
	switch s.do {
	case bury:
		k.log.Warn().Int64("process", s.process).Msg("a process has ended without a word: its shards are free")
		k.ask(ctx, "free the shards of a process that has ended", func(ctx context.Context) error { return k.store.Bury(ctx, s.process) })
	case inherit:
		k.ask(ctx, "become the heir of a shard", func(ctx context.Context) error { return k.store.Inherit(ctx, n) })
	case disinherit:
		k.ask(ctx, "be no heir any more", func(ctx context.Context) error { return k.store.Disinherit(ctx, n) })
	case announce:
		k.ask(ctx, "say that a shard's heir is connected", func(ctx context.Context) error { return k.store.Connected(ctx, n) })
	case connect:
		k.holder.Connect(n)
		k.update(n, func(h *localShard) { h.listening = true })
	case disconnect:
		k.disconnect(n)
	case lose:
		k.log.Warn().Int("shard", n).Msg("another process has taken a shard")
		k.lose(n)
	case take:
		k.runAsync(n, func() bool { return k.take(ctx, n, state.Shards[n]) })
	case hand:
		k.runAsync(n, func() bool { return k.hand(ctx, n, state.Shards[n]) })
	}
}

// ask makes a change in the database. If the change fails, the next call of look plans it again.
func (k *Keeper) ask(ctx context.Context, what string, do func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	switch err := do(ctx); {
	case err == nil:
		k.Wake() // to see the result
	case errors.Is(err, ErrLost):
		k.markLost()
	case !errors.Is(err, context.Canceled):
		k.log.Warn().Err(err).Msg("can't " + what + " now; trying again")
	}
}

// markLost records that the lease is lost, so that the Keeper joins again.
func (k *Keeper) markLost() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.resigned {
		k.lost = true
		k.Wake()
	}
}

// update changes the local state of a shard and wakes the goroutines that wait for a change.
func (k *Keeper) update(n int, change func(*localShard)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.shards[n]
	if change(&h); h == (localShard{}) {
		delete(k.shards, n)
	} else {
		k.shards[n] = h
	}
	close(k.changed)
	k.changed = make(chan struct{})
}

// runAsync runs a step for a shard in a goroutine of its own. If the step returns false, it is
// tried again at the next call of look.
func (k *Keeper) runAsync(n int, do func() (done bool)) {
	k.update(n, func(h *localShard) { h.busy = true })
	k.work.Go(func() {
		k.slots <- struct{}{}
		done := do()
		<-k.slots
		k.update(n, func(h *localShard) { h.busy = false })
		if done {
			k.Wake()
		}
	})
}

// take begins to serve a shard that the database has given to this process.
func (k *Keeper) take(ctx context.Context, n int, x Shard) bool {
	ctx, cancel := context.WithTimeout(ctx, takeWithin)
	defer cancel()
	k.store.Hold(n, x.Term)
	alive := x.Alive
	k.mu.Lock()
	if d := k.shards[n].drained; d.term == x.Term { // this process drained it and couldn't hand it over
		alive = d.at
	}
	k.mu.Unlock()
	if err := k.holder.Take(ctx, n, alive, x.Answered); err != nil {
		k.store.Hold(n, 0)
		k.holder.Lose(n)
		if ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
			k.log.Error().Err(err).Int("shard", n).Msg("can't serve a shard; trying again")
		}
		return false
	}
	k.update(n, func(h *localShard) { h.term, h.drained = x.Term, drained{} })
	k.mu.Lock()
	if x.Answered == nil {
		k.counts.Claimed++
	} else {
		k.counts.Inherited++
	}
	k.mu.Unlock()
	k.log.Info().Int("shard", n).Int64("term", x.Term).Msg("serving a shard")
	return true
}

// hand stops serving a shard and gives it to its heir, or frees it if it has none.
func (k *Keeper) hand(ctx context.Context, n int, x Shard) bool {
	if x.Connected {
		_ = pause(ctx, handoverDelay) // events sent before the heir connected reach only this process
	}
	drains := time.Now()
	answered := k.holder.Drain(ctx, n)
	k.store.Hold(n, 0)
	k.update(n, func(h *localShard) {
		if h.term != 0 { // else an earlier attempt has drained it already
			h.drained = drained{h.term, drains}
		}
		h.term = 0
	})
	given, cancel := context.WithTimeout(context.WithoutCancel(ctx), askWithin)
	defer cancel()
	if err := k.store.Give(given, n, answered); err != nil {
		k.log.Warn().Err(err).Int("shard", n).Msg("can't hand a shard over; taking it back")
		return false // this process still owns it
	}
	k.update(n, func(h *localShard) { h.drained = drained{} })
	k.mu.Lock()
	k.counts.Handed++
	k.mu.Unlock()
	k.log.Info().Int("shard", n).Int64("to", x.Heir).Msg("handed a shard over")
	return true
}

// lose stops serving a shard that another process has taken.
func (k *Keeper) lose(n int) {
	k.store.Hold(n, 0)
	k.holder.Lose(n)
	k.update(n, func(h *localShard) { h.term = 0 })
	k.mu.Lock()
	k.counts.Lost++
	k.mu.Unlock()
}

func (k *Keeper) disconnect(n int) {
	k.holder.Disconnect(n)
	k.update(n, func(h *localShard) { h.listening = false })
}
