package cluster

import (
	"context"
	"slices"
)

// action is what a Change does.
type action string

const (
	move   action = "move"   // change the owner or the heir of a shard, if nobody has changed them meanwhile
	bury   action = "bury"   // end the connections of a process that has crashed or hangs, and free its shards once they have ended
	leave  action = "leave"  // record whether this process hands over its shards
	resign action = "resign" // remove this process and free its shards
)

// Change is a change of the stored state.
type Change struct {
	do       action
	shard    int
	from, to Shard   // move
	process  Process // bury: as it was seen
	leaving  bool    // leave
}

// localShard is the state of a shard in this process.
type localShard struct {
	serving   bool
	listening bool   // a connection to Discord has been started
	connected bool   // the connection receives all events
	busy      bool   // a step is running
	drained   *Shard // it was served until now, and will be handed over like this; nil: it wasn't drained
}

// plan makes the next steps of this process, and returns the changes that they need. All processes see
// the same state and follow the same rules. If two want the same shard, the database decides.
//
// A process connects immediately for free shards, and for shards of a process that leaves. From the
// other processes it takes one shard at a time, because Discord limits how many sessions may start.
func (n *Node) plan(ctx context.Context, s State, me int64, leaving bool, shards map[int]localShard) (changes []Change) {
	var staying []int64
	for _, p := range s.Processes {
		switch {
		case p.ID != me && n.seen[p.ID].dead:
			n.cfg.Log.Warn().Int64("process", p.ID).Msg("a process has crashed or hangs; ending its database connections and taking its shards")
			changes = append(changes, Change{do: bury, process: p})
			continue
		case p.ID == me && p.Leaving != leaving:
			p.Leaving = leaving
			changes = append(changes, Change{do: leave, leaving: leaving})
		}
		if !p.Leaving {
			staying = append(staying, p.ID)
		}
	}
	next := divideEvenly(s.Shards, staying)
	spare := func(i int) bool { // the shard comes from a process that stays
		return next[i] == me && s.Shards[i].Owner != me && slices.Contains(staying, s.Shards[i].Owner)
	}
	moving := false // one of these is on its way
	for i := range s.Shards {
		moving = moving || shards[i].listening && spare(i)
	}
	for i, x := range s.Shards {
		h := shards[i]
		if h.busy {
			continue
		}
		set := func(to Shard) { changes = append(changes, Change{do: move, shard: i, from: x, to: to}) }
		owns := x.Owner == me
		wants := !owns && next[i] == me && (h.listening || !moving || !spare(i))
		moving = moving || wants && spare(i)
		switch {
		case (owns || wants) && !h.listening:
			n.holder.Connect(i)
			n.update(i, func(h *localShard) { h.listening = true })
		case !owns && !wants && !h.serving && h.listening:
			n.holder.Disconnect(i)
			n.update(i, func(h *localShard) { h.listening = false })
		}
		switch {
		case h.serving && !owns:
			n.lose(i)
		case owns && h.drained != nil:
			set(Shard{Owner: x.Heir, Alive: h.drained.Alive, Answered: h.drained.Answered})
		case owns && !h.serving:
			n.runAsync(i, func() { n.take(ctx, i, x) })
		case owns && x.Heir != 0:
			n.runAsync(i, func() { n.drain(ctx, i) })
		case x.Heir == me && !owns && !wants:
			set(Shard{Owner: x.Owner, Alive: x.Alive})
		case wants && h.connected && x.Owner == 0:
			set(Shard{Owner: me, Alive: x.Alive, Answered: x.Answered})
		case wants && h.connected && x.Heir == 0:
			set(Shard{Owner: x.Owner, Heir: me, Alive: x.Alive})
		}
	}
	return changes
}

// divideEvenly returns the process that should own each shard, of those that stay: its owner or heir,
// unless that has more than an even share. If nobody stays, it returns zeros. The result stays the same
// while shards move to where it says, and a new process, with a higher number, changes as little as
// possible.
func divideEvenly(shards []Shard, staying []int64) []int64 {
	next := make([]int64, len(shards))
	if len(staying) == 0 {
		return next
	}
	has, room := map[int64]int{}, map[int64]int{}
	for _, x := range shards {
		has[x.Owner]++
	}
	// If the shards can't be divided evenly, those who have more than the others now may keep one more.
	least, more := len(shards)/len(staying), len(shards)%len(staying)
	order := slices.Sorted(slices.Values(staying))
	for _, p := range order {
		if room[p] = least; has[p] > least && more > 0 {
			room[p]++
			more--
		}
	}
	for _, p := range order {
		if room[p] == least && more > 0 {
			room[p]++
			more--
		}
	}
	give := func(n int, p int64) {
		if next[n] == 0 && room[p] > 0 {
			next[n] = p
			room[p]--
		}
	}
	for n, x := range shards {
		give(n, x.Owner)
	}
	for n, x := range shards {
		give(n, x.Heir)
	}
	for n := range shards {
		for _, p := range order {
			give(n, p)
		}
	}
	return next
}
