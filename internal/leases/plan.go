package leases

import (
	"slices"
	"time"
)

// action is what a step does.
type action string

const (
	bury       action = "bury"       // remove an expired process
	claim      action = "claim"      // take a free shard
	inherit    action = "inherit"    // become the heir of a shard
	disinherit action = "disinherit" // stop being the heir
	connect    action = "connect"    // connect to Discord for the shard
	announce   action = "announce"   // record that the heir is connected
	take       action = "take"       // begin to serve a shard that this process owns
	hand       action = "hand"       // give the shard to its heir, or free it
	lose       action = "lose"       // stop serving a shard that another process owns
	disconnect action = "disconnect" // disconnect from Discord for the shard
)

// step is a step of a plan.
type step struct {
	do      action
	shard   int
	process int64 // the process to remove, if do is bury
}

// localShard is the state of a shard in this process.
type localShard struct {
	term      int64 // term under which this process serves the shard; 0 if it doesn't
	listening bool  // a connection to Discord has been started
	connected bool  // the connection receives all events
	busy      bool  // a step is running

	drained drained // zero if not drained
}

// drained records when and under which term this process stopped serving a shard in order to hand
// it over.
type drained struct {
	term int64 // term under which the shard was served
	at   time.Time
}

// self is a process's own state.
type self struct {
	id          int64
	shards      map[int]localShard
	leaving     bool
	handingOver bool // it hands its shards over, or frees them if no other process stays
	overdue     bool // it no longer waits for heirs
	steady      bool // it has been in touch with the database long enough to declare others dead
}

// plan returns the next steps of a process. All processes see the same state and follow the same
// rules. If two want the same shard, the database decides.
//
//   - A process with fewer shards than an even share takes free shards immediately.
//   - It also becomes the heir of shards whose owner is leaving.
//   - If it still has too few, because it is new, it becomes the heir of one shard at a time. The
//     shard comes from the process with the most shards, if that process has at least two more.
func plan(s State, me self) []step {
	var steps []step
	add := func(do action, shard int) { steps = append(steps, step{do: do, shard: shard}) }

	alive := map[int64]Process{}
	staying := 0
	for _, p := range s.Processes {
		switch {
		case p.Expired && p.ID != me.id:
			if me.steady {
				steps = append(steps, step{do: bury, process: p.ID})
			}
			continue
		case !p.Leaving:
			staying++
		}
		alive[p.ID] = p
	}
	has := map[int64]int{} // shards per process: owned without an heir, or inherited
	pending := 0
	for _, x := range s.Shards {
		switch {
		case x.Heir == 0:
			has[x.Owner]++
		default:
			has[x.Heir]++
			if x.Heir == me.id && x.Owner != me.id {
				pending++
			}
		}
	}
	most := 0 // an even share, rounded up
	if staying > 0 {
		most = (len(s.Shards) + staying - 1) / staying
	}
	wants := func() bool { return !me.leaving && has[me.id] < most }

	for n, x := range s.Shards {
		h := me.shards[n]
		if h.busy {
			continue
		}
		owns, inherits := x.Owner == me.id, x.Heir == me.id && x.Owner != me.id
		if h.term != 0 && (!owns || h.term != x.Term) {
			add(lose, n)
			continue
		}
		switch {
		case owns && h.term == 0 && !me.leaving:
			add(take, n)
		case owns && x.Heir != 0 && x.Connected, owns && me.overdue, owns && me.handingOver && staying == 0, owns && h.term == 0:
			add(hand, n)
			continue
		case inherits && me.leaving:
			add(disinherit, n)
		case inherits && h.connected && !x.Connected:
			add(announce, n)
		case x.Owner == 0 && inherits:
			add(claim, n)
		case x.Owner == 0 && x.Heir == 0 && wants():
			has[me.id]++
			add(claim, n)
		case alive[x.Owner].Leaving && x.Heir == 0 && !owns && wants():
			has[me.id]++
			add(inherit, n)
		}
		switch listens := owns || inherits && !me.leaving; {
		case listens && !h.listening:
			add(connect, n)
		case !listens && h.listening:
			add(disconnect, n)
		}
	}
	if pending == 0 && wants() {
		if n, ok := fromLargest(s, me.id, alive, has); ok {
			add(inherit, n)
		}
	}
	return steps
}

// fromLargest returns a shard of the process with the most shards, if that has at least two more
// than this one.
func fromLargest(s State, me int64, alive map[int64]Process, has map[int64]int) (shard int, ok bool) {
	largest := int64(0)
	for id, p := range alive {
		if id != me && !p.Leaving && (largest == 0 || has[id] > has[largest] || has[id] == has[largest] && id < largest) {
			largest = id
		}
	}
	if largest == 0 || has[largest] < has[me]+2 {
		return 0, false
	}
	for n, x := range slices.Backward(s.Shards) {
		if x.Owner == largest && x.Heir == 0 {
			return n, true
		}
	}
	return 0, false
}
