package cluster

import (
	"slices"
	"time"
)

// action is what a step does. The first ones are changes in the database.
type action string

const (
	end        action = "end"        // end the connections of a process that has crashed or hangs
	bury       action = "bury"       // remove a process whose connections have ended, and free its shards
	claim      action = "claim"      // take a free shard
	inherit    action = "inherit"    // become the heir of a shard
	disinherit action = "disinherit" // stop being the heir
	announce   action = "announce"   // record that the heir is connected
	lock       action = "lock"       // take the lock of a shard
	unlock     action = "unlock"     // release the lock of a shard
	give       action = "give"       // give a shard to its heir, or free it
	leave      action = "leave"      // record that this process hands over its shards
	resign     action = "resign"     // remove this process and free its shards

	connect    action = "connect"    // connect to Discord for the shard
	take       action = "take"       // begin to serve a shard whose lock this process has
	drain      action = "drain"      // stop serving a shard, in order to give it away
	lose       action = "lose"       // stop serving a shard that another process owns
	disconnect action = "disconnect" // disconnect from Discord for the shard
)

// Change is a step of a plan. If it is a change in the database, it takes effect only if what it
// depends on is still so.
type Change struct {
	do       action
	shard    int
	process  int64     // the process to end or bury
	beat     int64     // end: its last heartbeat
	alive    time.Time // give: until when this process served the shard
	answered []string  // give: IDs of interactions that this process has answered
}

// local reports whether a step is carried out in this process.
func (c Change) local() bool {
	return slices.Contains([]action{connect, take, drain, lose, disconnect}, c.do)
}

// localShard is the state of a shard in this process.
type localShard struct {
	serving   bool
	listening bool // a connection to Discord has been started
	connected bool // the connection receives all events
	busy      bool // a step is running
	drained   *drained
}

// drained describes a shard that this process no longer serves but hasn't given away yet.
type drained struct {
	at       time.Time
	answered []string
}

// self is a process's own state.
type self struct {
	id          int64
	shards      map[int]localShard
	leaving     bool
	handingOver bool               // it hands its shards over, or frees them if no other process stays
	overdue     bool               // it no longer waits for heirs
	dead        func(Process) bool // whether another process has crashed or hangs
}

// plan returns the next steps of a process. All processes see the same state and follow the same
// rules. If two want the same shard, the database decides.
//
//   - A process with fewer shards than an even share takes free shards immediately.
//   - It also becomes the heir of shards whose owner is leaving.
//   - If it still has too few, because it is new, it becomes the heir of one shard at a time. The
//     shard comes from the process with the most shards, if that process has at least two more.
func plan(s State, me self) []Change {
	var steps []Change
	add := func(do action, shard int) { steps = append(steps, Change{do: do, shard: shard}) }

	alive := map[int64]Process{}
	staying := 0
	for _, p := range s.Processes {
		if p.ID == me.id && me.leaving && !p.Leaving {
			steps = append(steps, Change{do: leave})
		}
		switch {
		case p.ID != me.id && me.dead(p):
			steps = append(steps, Change{do: end, process: p.ID, beat: p.Beat})
			if !p.Held {
				steps = append(steps, Change{do: bury, process: p.ID})
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
		if h.serving && !(owns && x.Locked) {
			add(lose, n)
			continue
		}
		switch {
		case owns && h.drained != nil:
			steps = append(steps, Change{do: give, shard: n, alive: h.drained.at, answered: h.drained.answered})
		case owns && !x.Locked:
			add(lock, n)
		case !owns && x.Locked:
			add(unlock, n)
		case owns && !h.serving && !me.leaving:
			add(take, n)
		case owns && (x.Heir != 0 && x.Connected || me.overdue || me.handingOver && staying == 0 || !h.serving):
			add(drain, n)
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
