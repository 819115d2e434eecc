package cluster

import (
	"context"
	"errors"
	"time"
)

// execute does a local step. Steps that take long run in goroutines of their own.
func (n *Node) execute(ctx context.Context, state State, c Change) {
	i := c.shard
	switch c.do {
	case connect:
		n.holder.Connect(i)
		n.update(i, func(h *localShard) { h.listening = true })
	case disconnect:
		n.disconnect(i)
	case lose:
		n.cfg.Log.Warn().Int("shard", i).Msg("another process has taken a shard")
		n.lose(i)
	case take:
		n.runAsync(i, func() bool { return n.take(ctx, i, state.Shards[i]) })
	case drain:
		n.runAsync(i, func() bool { return n.drain(ctx, i, state.Shards[i]) })
	}
}

// logChange logs a change that operators want to know of.
func (n *Node) logChange(c Change) {
	if c.do == end {
		n.cfg.Log.Warn().Int64("process", c.process).Msg("a process has crashed or hangs; ending its database connections and taking its shards")
	}
}

// update changes the local state of a shard and wakes the goroutines that wait for a change.
func (n *Node) update(i int, change func(*localShard)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := n.shards[i]
	change(&h)
	n.set(i, h)
}

// set stores the local state of a shard. The caller must hold mu.
func (n *Node) set(i int, h localShard) {
	if h == (localShard{}) {
		delete(n.shards, i)
	} else {
		n.shards[i] = h
	}
	close(n.changed)
	n.changed = make(chan struct{})
}

// runAsync runs a step for a shard in a goroutine of its own. If the step returns false, it is
// planned again with the next heartbeat.
func (n *Node) runAsync(i int, do func() (done bool)) {
	n.update(i, func(h *localShard) { h.busy = true })
	n.work.Go(func() {
		n.slots <- struct{}{}
		done := do()
		<-n.slots
		n.update(i, func(h *localShard) { h.busy = false })
		if done {
			n.look()
		}
	})
}

// take begins to serve a shard whose lock this process has.
func (n *Node) take(ctx context.Context, i int, x Shard) bool {
	ctx, cancel := context.WithTimeout(ctx, serveWithin)
	defer cancel()
	var alive time.Time
	if x.Alive != 0 {
		alive = time.UnixMilli(x.Alive).UTC()
	}
	if err := n.holder.Serve(ctx, i, alive, x.Answered); err != nil {
		n.stopNow(i)
		if ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
			n.cfg.Log.Error().Err(err).Int("shard", i).Msg("cannot serve a shard; trying again")
		}
		return false
	}
	n.update(i, func(h *localShard) { h.serving = true })
	n.mu.Lock()
	if x.Answered == nil {
		n.counts.Claimed++
	} else {
		n.counts.Inherited++
	}
	n.mu.Unlock()
	n.cfg.Log.Info().Int("shard", i).Msg("serving a shard")
	return true
}

// drain stops serving a shard, so that it can be given to its heir, or freed if it has none.
func (n *Node) drain(ctx context.Context, i int, x Shard) bool {
	if x.Connected {
		_ = pause(ctx, handoverDelay) // events sent before the heir connected reach only this process
	}
	at := time.Now()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	answered := n.holder.Stop(ctx, i)
	n.update(i, func(h *localShard) { h.serving, h.drained = false, &drained{at, answered} })
	return true
}

// lose stops serving a shard that another process has taken.
func (n *Node) lose(i int) {
	n.stopNow(i)
	n.update(i, func(h *localShard) { h.serving = false })
	n.mu.Lock()
	n.counts.Lost++
	n.mu.Unlock()
}

// stopNow stops serving a shard without finishing anything.
func (n *Node) stopNow(i int) {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	n.holder.Stop(now, i)
}

func (n *Node) disconnect(i int) {
	n.holder.Disconnect(i)
	n.update(i, func(h *localShard) { h.listening = false })
}
