// Package cluster divides the shards of a bot among its processes
// (docs/decisions/006-shards-by-session.md).
//
// Each guild belongs to a shard, and each shard to one process, its owner, which runs the guild's
// tables, clocks, boards and seasons. PostgreSQL decides which processes are alive: each
// process has a session that holds its lock. When a process crashes, its session ends, and so does
// its lock. Each process also sends heartbeats through its session. If they stop, the others end its
// connections, and then its shards are free.
// A process answers no requests once its session has failed or its last heartbeat is older than Trust.
//
// A Node does all this. In a loop it sends a heartbeat together with the changes that it wants, gets
// the state of all processes and shards (session.go), and derives its next steps (plan.go).
// Its Holder serves the shards.
//
// From the state, all processes derive the same next owner of each shard. That process connects to
// Discord for the shard. Then it takes the shard, if it is free, or becomes its heir: the owner hands
// the shard over to it. Since both receive each click, the owner passes on which clicks it has
// answered, and the heir answers the others.
package cluster

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Times. All are measured with the monotonic clock of the process that measures, so that a clock
// that is set doesn't matter. Only Trust is also measured with the wall clock.
const (
	Expiry       = 10 * time.Second // how long a heartbeat must stand still until others end a process
	Trust        = 8 * time.Second  // how long a process relies on its last heartbeat
	PollInterval = time.Second      // time between two heartbeats
)

// Of returns the shard of a guild.
func Of(guild string, shards int) int {
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil || shards < 2 {
		return 0
	}
	return int(id >> 22 % uint64(shards))
}

// Divided means that a process can't join because the others use a different number of shards.
type Divided struct{ Theirs, Ours int }

func (e *Divided) Error() string {
	return fmt.Sprintf("the running processes share %d shards, but this one wants %d: stop all of them and start them again with the same number", e.Theirs, e.Ours)
}

// State is the stored state of all processes and shards.
type State struct {
	Processes []Process
	Shards    []Shard // by number
}

// Process is a process that has joined.
type Process struct {
	ID      int64
	Beat    int64 // grows with each heartbeat
	Held    bool  // its session lives, because its lock is held
	Leaving bool  // it hands its shards over
}

// Shard is the stored state of a shard.
type Shard struct {
	Owner    int64    // 0: none
	Heir     int64    // the process that will own it next, and is connected to Discord for it; 0: none
	Alive    int64    // when the previous owner was last known to be alive, by its clock, in unix milliseconds; 0: there was none
	Answered []string // IDs of interactions that the previous owner has answered; nil: it didn't hand the shard over
}

// aliveCount returns the number of processes that are alive, at least 1 for this one.
func (s State) aliveCount() (n int) {
	for _, p := range s.Processes {
		if p.Held {
			n++
		}
	}
	return max(n, 1)
}

// Session is a process's session in the database. It is used by one goroutine at a time. After an
// error it must be closed.
type Session interface {
	// Join takes the lock of this process, and returns its number and the number of shards. If an
	// earlier session of the process still lives, it ends. A process that hasn't joined yet, or that the
	// others have declared dead, gets a new number. If adopt is set, the number of shards is that of the
	// other processes, and shards if there are none. Otherwise it is shards, and Join returns a *Divided
	// if the others use a different number.
	Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error)
	// Exchange sends a heartbeat, makes changes, and reads the state. All changes are made or none. If
	// the others have declared this process dead, the state doesn't contain it.
	Exchange(ctx context.Context, me int64, changes []Change) (State, error)
	// Wait waits for a notification and returns its topic, which is TopicShards if another process
	// has changed the state. If the context ends, it returns its error, and the session goes on.
	Wait(ctx context.Context) (topic string, err error)
	Close()
}

// Holder serves shards. For each shard only one of its methods is called at a time.
type Holder interface {
	// Connect connects to Discord for a shard and queues the events.
	Connect(shard int)
	// Connected reports whether all events of the shard are received.
	Connected(shard int) bool
	// Serve begins to serve a shard: it loads the tables and handles the queued events, except
	// interactions that the previous owner has answered. alive is when the previous owner was last
	// known to be alive, by its clock.
	Serve(ctx context.Context, shard int, alive time.Time, answered []string) error
	// Stop stops serving a shard and unloads the tables. First it accepts nothing more and finishes
	// what it has begun, until the context ends. It returns the IDs of the interactions that were
	// answered.
	Stop(ctx context.Context, shard int) (answered []string)
	// Disconnect ends the connection to Discord for a shard.
	Disconnect(shard int)
	// Settled is called when the process serves all its shards for the first time.
	Settled()
	// Share sets how many processes share the rate limits that Discord gives the bot.
	Share(processes int)
}
