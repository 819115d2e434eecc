package leases

import (
	"slices"
	"time"
)

// verb is what there is to do.
type verb string

const (
	bury       verb = "bury"       // a process that is gone
	claim      verb = "claim"      // a shard that nobody has
	inherit    verb = "inherit"    // become the heir
	disinherit verb = "disinherit" // don't want it any more
	connect    verb = "connect"    // begin to listen to it
	announce   verb = "announce"   // say that the heir is connected
	take       verb = "take"       // it was given to this process: begin to serve it
	hand       verb = "hand"       // to its heir, or to nobody
	lose       verb = "lose"       // it was taken from this process
	disconnect verb = "disconnect" // end listening
)

type step struct {
	do      verb
	shard   int
	process int64 // to bury
}

// here is what a process does about a shard.
type here struct {
	term  int64 // under which it serves it; 0: it doesn't
	open  bool  // it listens to it
	heard bool  // it is connected, too
	busy  bool  // something is being done about it

	drained drained // zero: it was not
}

// drained says when a process let go of a shard that it was to hand over.
type drained struct {
	term int64 // under which it had served it
	at   time.Time
}

// self is what a process knows of itself.
type self struct {
	id      int64
	shards  map[int]here
	leaving bool
	handing bool // it hands over what it has, to nobody where nobody stays
	overdue bool // it waits for heirs no more
	steady  bool // it has been in touch with the database for a while, so that it may judge others
}

// plan says what a process does next. All processes see the same state and follow the same
// rules, and where two want the same, the database decides:
//
//   - What is free is taken at once, by whoever has less than an even share.
//   - What somebody who leaves has finds an heir in the same way.
//   - Who has too little, because it has just come, becomes the heir of one shard at a
//     time, of whoever has most and at least two more.
func plan(s State, me self) []step {
	var steps []step
	add := func(do verb, shard int) { steps = append(steps, step{do: do, shard: shard}) }

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
	has := map[int64]int{} // owned and not promised, or inherited
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
	most := 0 // of an even share
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
		case owns && x.Heir != 0 && x.Connected, owns && me.overdue, owns && me.handing && staying == 0, owns && h.term == 0:
			add(hand, n)
			continue
		case inherits && me.leaving:
			add(disinherit, n)
		case inherits && h.heard && !x.Connected:
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
		case listens && !h.open:
			add(connect, n)
		case !listens && h.open:
			add(disconnect, n)
		}
	}
	if pending == 0 && wants() {
		if n, ok := fromTheRichest(s, me.id, alive, has); ok {
			add(inherit, n)
		}
	}
	return steps
}

// fromTheRichest is a shard of the process that has most, if that has two more than this one.
func fromTheRichest(s State, me int64, alive map[int64]Process, has map[int64]int) (shard int, ok bool) {
	richest := int64(0)
	for id, p := range alive {
		if id != me && !p.Leaving && (richest == 0 || has[id] > has[richest] || has[id] == has[richest] && id < richest) {
			richest = id
		}
	}
	if richest == 0 || has[richest] < has[me]+2 {
		return 0, false
	}
	for n, x := range slices.Backward(s.Shards) {
		if x.Owner == richest && x.Heir == 0 {
			return n, true
		}
	}
	return 0, false
}
