package leases

import (
	"context"
	"errors"
	"time"
)

// carry does one step. What takes its time is done beside.
func (k *Keeper) carry(ctx context.Context, state State, s step) {
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
		k.now(n, func(h *here) { h.open = true })
	case disconnect:
		k.disconnect(n)
	case lose:
		k.log.Warn().Int("shard", n).Msg("another process has taken a shard")
		k.lose(n)
	case take:
		k.beside(n, func() bool { return k.take(ctx, n, state.Shards[n]) })
	case hand:
		k.beside(n, func() bool { return k.hand(ctx, n, state.Shards[n]) })
	}
}

// ask asks the database to change something. It is asked again at the next look.
func (k *Keeper) ask(ctx context.Context, what string, do func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	switch err := do(ctx); {
	case err == nil:
		k.Wake() // to see what came of it
	case errors.Is(err, ErrLost):
		k.isLost()
	case !errors.Is(err, context.Canceled):
		k.log.Warn().Err(err).Msg("can't " + what + " now; trying again")
	}
}

// isLost notes that the lease is lost, and has the Keeper begin anew.
func (k *Keeper) isLost() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.resigned {
		k.lost = true
		k.Wake()
	}
}

// now changes what is known of a shard.
func (k *Keeper) now(n int, change func(*here)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.shards[n]
	if change(&h); h == (here{}) {
		delete(k.shards, n)
	} else {
		k.shards[n] = h
	}
	close(k.changed)
	k.changed = make(chan struct{})
}

// beside does something about a shard in a goroutine of its own. What was not done is
// tried again at the next look.
func (k *Keeper) beside(n int, do func() (done bool)) {
	k.now(n, func(h *here) { h.busy = true })
	k.work.Go(func() {
		k.places <- struct{}{}
		done := do()
		<-k.places
		k.now(n, func(h *here) { h.busy = false })
		if done {
			k.Wake()
		}
	})
}

func (k *Keeper) take(ctx context.Context, n int, x Shard) bool {
	ctx, cancel := context.WithTimeout(ctx, takeWithin)
	defer cancel()
	k.store.Hold(n, x.Term)
	alive := x.Alive
	k.mu.Lock()
	if d := k.shards[n].drained; d.term == x.Term { // it could not be handed over
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
	k.now(n, func(h *here) { h.term, h.drained = x.Term, drained{} })
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

func (k *Keeper) hand(ctx context.Context, n int, x Shard) bool {
	if x.Connected {
		_ = pause(ctx, settleFor) // what was on its way to this process alone arrives
	}
	drains := time.Now()
	answered := k.holder.Drain(ctx, n)
	k.store.Hold(n, 0)
	k.now(n, func(h *here) {
		if h.term != 0 { // else it was drained before, and could not be handed over
			h.drained = drained{h.term, drains}
		}
		h.term = 0
	})
	given, cancel := context.WithTimeout(context.WithoutCancel(ctx), askWithin)
	defer cancel()
	if err := k.store.Give(given, n, answered); err != nil {
		k.log.Warn().Err(err).Int("shard", n).Msg("can't hand a shard over; taking it back")
		return false // it is still this process's
	}
	k.now(n, func(h *here) { h.drained = drained{} })
	k.mu.Lock()
	k.counts.Handed++
	k.mu.Unlock()
	k.log.Info().Int("shard", n).Int64("to", x.Heir).Msg("handed a shard over")
	return true
}

func (k *Keeper) lose(n int) {
	k.store.Hold(n, 0)
	k.holder.Lose(n)
	k.now(n, func(h *here) { h.term = 0 })
	k.mu.Lock()
	k.counts.Lost++
	k.mu.Unlock()
}

func (k *Keeper) disconnect(n int) {
	k.holder.Disconnect(n)
	k.now(n, func(h *here) { h.open = false })
}
