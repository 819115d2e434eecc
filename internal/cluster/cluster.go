// Package cluster divides the shards of a bot among its processes
// (docs/decisions/006-shards-by-session.md).
//
// Each guild belongs to a shard, and each shard to one process, its owner, which runs the guild's
// tables, clocks, boards and seasons. PostgreSQL says who is alive: each process has a session of its
// own, which holds a lock for the process and one for each shard that it serves. When a process
// crashes, its session ends, and so do its locks. A process that hangs is recognized by its
// heartbeat, which it sends through that session and the others read. They end its connections.
// A process answers nobody once its session has failed or its last heartbeat is older than Trust.
//
// A Node does all this. In a loop it sends a heartbeat together with the changes that it wants, gets
// the state of all processes and shards (session.go), and derives its next steps (plan.go).
// Its Holder serves the shards.
//
// The process that will own a shard next is its heir. The owner hands the shard over once the heir
// is connected to Discord, so that both receive each click. It passes on which clicks it has
// answered, and the heir answers the others.
package cluster

import (
	"context"
	"errors"
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

// ErrLost means that others have declared this process dead and taken its shards.
var ErrLost = errors.New("this process was declared dead by the others")

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
	Leaving bool  // it is handing its shards over
}

// Shard is the stored state of a shard.
type Shard struct {
	Owner     int64    // 0: none
	Heir      int64    // the process that will own it next; 0: none
	Connected bool     // the heir receives the shard's events from Discord
	Locked    bool     // the session that reads the state holds the shard's lock
	Alive     int64    // when the previous owner was last known to be alive, by its clock, in unix milliseconds; 0: there was none
	Answered  []string // for the owner: IDs of interactions that the previous owner has answered; nil: it didn't hand the shard over
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

// has reports whether a process is among those that have joined.
func (s State) has(process int64) bool {
	for _, p := range s.Processes {
		if p.ID == process {
			return true
		}
	}
	return false
}

// Opener opens sessions in the database.
type Opener interface {
	Open(context.Context) (Session, error)
}

// Session is a process's session in the database. It is used by one goroutine at a time. After an
// error other than ErrLost and *Divided it must be closed.
type Session interface {
	// Join registers this process, takes its lock, and returns its number and the number of shards. If
	// adopt is set, that is the number that the other processes use, and shards if there are none.
	// Otherwise it is shards, and Join returns a *Divided if the others use a different number.
	Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error)
	// Attach takes the locks of a process whose earlier session has failed, and ends that session. It
	// returns ErrLost if others have declared the process dead.
	Attach(ctx context.Context, me int64) error
	// Exchange sends a heartbeat, makes changes, and reads the state. All changes are made or none.
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
	// Share sets how many processes share the rate limits that Discord gives the bot.
	Share(processes int)
}
