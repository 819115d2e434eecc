package cluster

import (
	"context"
	"time"
)

func (n *Node) update(i int, change func(*localShard)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := n.shards[i]
	change(&h)
	n.shards[i] = h
}

// runAsync runs a step for a shard in a goroutine of its own.
func (n *Node) runAsync(i int, do func()) {
	n.update(i, func(h *localShard) { h.busy = true })
	n.work.Go(func() {
		do()
		n.update(i, func(h *localShard) { h.busy = false })
		n.look()
	})
}

// take begins to serve a shard. If it fails, it is planned again.
func (n *Node) take(ctx context.Context, i int, x Shard) {
	within, cancel := context.WithTimeout(ctx, serveWithin)
	defer cancel()
	var alive time.Time
	if x.Alive != 0 {
		alive = time.UnixMilli(x.Alive).UTC()
	}
	if err := n.holder.Serve(within, i, alive, x.Answered); err != nil {
		n.stopNow(i)
		if ctx.Err() == nil {
			n.cfg.Log.Error().Err(err).Int("shard", i).Msg("cannot serve a shard; trying again")
			pause(ctx, PollInterval)
		}
		return
	}
	how := "inherited"
	if x.Answered == nil {
		how = "claimed"
	}
	n.update(i, func(h *localShard) { h.serving = true; n.moved[how]++ })
	n.cfg.Log.Info().Int("shard", i).Msg("serving a shard")
}

// drain stops serving a shard, so that it can be handed to its heir.
func (n *Node) drain(ctx context.Context, i int) {
	pause(ctx, handoverDelay) // events sent before the heir connected reach only this process
	at := time.Now()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	answered := append([]string{}, n.holder.Stop(ctx, i)...)
	n.update(i, func(h *localShard) { h.serving, h.drained = false, &Shard{Alive: at.UnixMilli(), Answered: answered} })
}

// lose stops serving a shard that another process has taken.
func (n *Node) lose(i int) {
	n.cfg.Log.Warn().Int("shard", i).Msg("another process has taken a shard")
	n.stopNow(i)
	n.update(i, func(h *localShard) { h.serving = false; n.moved["lost"]++ })
}

// stopNow stops serving a shard without finishing anything.
func (n *Node) stopNow(i int) {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	n.holder.Stop(now, i)
}
