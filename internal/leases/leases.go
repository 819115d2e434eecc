// Package leases shares the shards of a bot out among its processes
// (docs/decisions/016-shards-by-lease.md).
//
// A guild belongs to a shard, and a shard to one process, its owner, with all that the
// guild has: tables, clocks, boards, seasons. The database knows who owns what, under
// which term; every write names the term, so that nobody writes who has lost the shard.
// A process lives as long as it renews its lease in the database. It trusts that for a
// shorter time (Trust), measured by its own clocks from before it asked, and answers
// nobody beyond.
//
// A Keeper does all of it: it joins, renews, looks at what the database says, and does
// what plan makes of that. What taking and letting go of a shard means is its Holder's
// business. An owner hands a shard over when its heir is connected, so that a click
// reaches both, and names the clicks that it has seen to; the heir answers the others.
package leases

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// How long things last. A process that ends without a word is replaced after Expiry and a
// look of another one.
const (
	Expiry = 10 * time.Second // of a lease that is not renewed, by the database's clock
	Trust  = 8 * time.Second  // for how long a process trusts it, by its own
	Renew  = 2 * time.Second  // how often it is renewed
	Look   = time.Second      // how often a process looks, when nobody tells it to
)

// Of is the shard of a guild.
func Of(guild string, shards int) int {
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil || shards < 2 {
		return 0
	}
	return int(id >> 22 % uint64(shards))
}

// ErrLost: the lease has run out, and others have taken what it was for.
var ErrLost = errors.New("this process was taken for dead: its lease ran out")

// Divided is why a process can't join those that live: all must divide guilds alike.
type Divided struct{ Theirs, Ours int }

func (e *Divided) Error() string {
	return fmt.Sprintf("the processes that run share %d shards, this one wants %d: stop all of them and start them again with the same number", e.Theirs, e.Ours)
}

// Process is one that has joined.
type Process struct {
	ID      int64
	Expired bool // its lease ran out
	Leaving bool // it hands over what it has
}

// Shard is who has a shard.
type Shard struct {
	Owner     int64 // 0: nobody
	Term      int64
	Heir      int64 // who is to have it next; 0: nobody
	Connected bool  // the heir is connected to Discord for it
	Alive     time.Time
	Answered  []string // interactions that the owner before has seen to
}

// State is what the database says.
type State struct {
	Processes []Process
	Shards    []Shard // by number
}

// living is how many processes live, at least this one.
func (s State) living() (n int) {
	for _, p := range s.Processes {
		if !p.Expired {
			n++
		}
	}
	return max(n, 1)
}

// Store is the database. Everything changes what it says in one transaction, or, where
// another was faster, nothing.
type Store interface {
	// Join makes this a process, and returns its number and in how many shards guilds
	// are divided: as asked, or, with adopt, as those that live do it. A *Divided says
	// that they do it otherwise.
	Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error)
	// Renew makes the lease last for Expiry from now; ErrLost where it ran out.
	Renew(ctx context.Context) error
	State(ctx context.Context) (State, error)
	// Bury frees what an expired process had.
	Bury(ctx context.Context, process int64) error
	// Claim takes shards that nobody has.
	Claim(ctx context.Context, shards []int) error
	// Inherit makes this process the heir of a shard; Connected says that it hears it;
	// Disinherit that it won't have it after all.
	Inherit(ctx context.Context, shard int) error
	Disinherit(ctx context.Context, shard int) error
	Connected(ctx context.Context, shard int) error
	// Give hands a shard of this process to its heir, or to nobody.
	Give(ctx context.Context, shard int, answered []string) error
	// Leave says that this process hands over what it has; Resign that it is gone.
	Leave(ctx context.Context) error
	Resign(ctx context.Context) error
	// Hold says under which term this process writes for a shard from now on; 0: it
	// does no longer.
	Hold(shard int, term int64)
}

// Holder is what a shard means for the process. None of its methods is called twice at a
// time for a shard.
type Holder interface {
	// Connect begins to listen to a shard, and keeps back what it hears.
	Connect(shard int)
	// Connected says whether it hears everything.
	Connected(shard int) bool
	// Take makes the shard this process's: its tables live, and what was kept back is
	// answered, but for the interactions that the owner before has answered. alive is when that
	// was last known to live.
	Take(ctx context.Context, shard int, alive time.Time, answered []string) error
	// Drain lets go of it in good order: it takes nothing more, ends what it has begun,
	// and puts its tables away. It returns the interactions that it has seen to.
	Drain(ctx context.Context, shard int) (answered []string)
	// Lose lets go of it at once: another process has it.
	Lose(shard int)
	// Disconnect ends listening.
	Disconnect(shard int)
	// Share says that so many processes share what Discord allows the bot.
	Share(processes int)
}
