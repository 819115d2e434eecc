// Package leases distributes the shards of a bot among its processes
// (docs/decisions/006-shards-by-lease.md).
//
// Each guild belongs to a shard, and each shard to one process, its owner. The owner runs the
// guild's tables, clocks, boards and seasons. The database stores each shard's owner and term.
// Every write names the term, so a process that has lost the shard can't write any more. A process
// is alive as long as it renews its lease in the database. It relies on the lease for a shorter
// time (Trust), which it measures with its own clocks from before the renewal was sent. After that
// it answers nobody.
//
// A Keeper does all this: it joins, renews the lease, reads the state, and executes the steps of
// plan. Its Holder serves the shards.
//
// The process that will own a shard next is its heir. The owner hands the shard over once the heir
// is connected to Discord, so that both receive each click. It passes on which clicks it has
// answered, and the heir answers the others.
package leases

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Times. The shards of a crashed process become free after Expiry, when another process next reads
// the state.
const (
	Expiry       = 10 * time.Second // how long a lease lasts by the database's clock
	Trust        = 8 * time.Second  // how long a process relies on its lease, by its own clocks
	Renew        = 2 * time.Second  // time between renewals
	PollInterval = time.Second      // time between two reads of the state
)

// Of returns the shard of a guild.
func Of(guild string, shards int) int {
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil || shards < 2 {
		return 0
	}
	return int(id >> 22 % uint64(shards))
}

// ErrLost means that the lease has run out and others have taken the shards.
var ErrLost = errors.New("this process was taken for dead: its lease ran out")

// Divided means that a process can't join because the others use a different number of shards.
type Divided struct{ Theirs, Ours int }

func (e *Divided) Error() string {
	return fmt.Sprintf("the processes that run share %d shards, this one wants %d: stop all of them and start them again with the same number", e.Theirs, e.Ours)
}

// Process is a process that has joined.
type Process struct {
	ID      int64
	Expired bool // the lease ran out
	Leaving bool // it is handing its shards over
}

// Shard is the stored state of a shard.
type Shard struct {
	Owner     int64 // 0: none
	Term      int64
	Heir      int64 // the process that will own it next; 0: none
	Connected bool  // the heir receives the shard's events from Discord
	Alive     time.Time
	Answered  []string // IDs of interactions that the previous owner has answered
}

// State is the stored state of all processes and shards.
type State struct {
	Processes []Process
	Shards    []Shard // by number
}

// aliveCount returns the number of processes that are alive, at least 1 for this one.
func (s State) aliveCount() (n int) {
	for _, p := range s.Processes {
		if !p.Expired {
			n++
		}
	}
	return max(n, 1)
}

// Store is the database. Each method makes its change in one transaction, or no change if another
// process was faster.
type Store interface {
	// Join registers this process, and returns its number and the number of shards. If adopt is
	// set, that is the number that the other processes use, and shards if there are none. Otherwise
	// it is shards, and Join returns a *Divided if the others use a different number.
	Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error)
	// Renew extends the lease to Expiry from now. It returns ErrLost if it ran out.
	Renew(ctx context.Context) error
	// State reads the state.
	State(ctx context.Context) (State, error)
	// Bury removes an expired process and frees its shards.
	Bury(ctx context.Context, process int64) error
	// Claim makes this process the owner of free shards.
	Claim(ctx context.Context, shards []int) error
	// Inherit makes this process the heir of a shard, and Disinherit undoes that. Connected records
	// that the heir receives the shard's events.
	Inherit(ctx context.Context, shard int) error
	Disinherit(ctx context.Context, shard int) error
	Connected(ctx context.Context, shard int) error
	// Give makes the heir of a shard its owner, or frees the shard if it has no heir. answered are
	// the IDs of interactions that this process has answered.
	Give(ctx context.Context, shard int, answered []string) error
	// Leave records that this process is handing over its shards. Resign removes this process and
	// frees its shards.
	Leave(ctx context.Context) error
	Resign(ctx context.Context) error
	// Hold sets the term under which this process writes for a shard. 0 means that it doesn't
	// write.
	Hold(shard int, term int64)
}

// Holder serves shards. For each shard only one of its methods is called at a time.
type Holder interface {
	// Connect connects to Discord for a shard and queues the events.
	Connect(shard int)
	// Connected reports whether all events of the shard are received.
	Connected(shard int) bool
	// Take begins to serve a shard: it loads the tables and handles the queued events, except
	// interactions that the previous owner has answered. alive is when the previous owner was last
	// known to be alive.
	Take(ctx context.Context, shard int, alive time.Time, answered []string) error
	// Drain stops serving a shard in an orderly way: it accepts nothing more, finishes what it has
	// begun, and unloads the tables. It returns the IDs of the interactions that were answered.
	Drain(ctx context.Context, shard int) (answered []string)
	// Lose stops serving a shard immediately, because another process owns it.
	Lose(shard int)
	// Disconnect ends the connection to Discord for a shard.
	Disconnect(shard int)
	// Share sets how many processes share the rate limits that Discord gives the bot.
	Share(processes int)
}
