package leases

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	askWithin     = 3 * time.Second         // limit for one request to the database
	handoverDelay = 250 * time.Millisecond  // how long both processes stay connected before the heir takes over the shard
	steadyAfter   = 2 * Renew               // time of renewals without a gap before a process may remove others
	joinWithin    = Expiry + 2*PollInterval // how long Join waits for crashed processes to expire
	takeWithin    = 30 * time.Second        // limit for one attempt to load a shard's tables
	maxConcurrent = 8                       // shards that are taken or handed over at the same time
)

// Keeper manages the shards of one process. Call Join and then Run.
type Keeper struct {
	store  Store
	holder Holder // set by Run
	log    zerolog.Logger
	wake   chan struct{} // makes Run call look now; buffers one request
	slots  chan struct{} // limits how many shards are taken or handed over at the same time
	work   sync.WaitGroup

	mu          sync.Mutex
	me          int64
	shardCount  int
	shards      map[int]localShard
	renewed     time.Time // when the last successful renewal of the lease began
	steady      time.Time // start of the period in which the lease was renewed without a gap
	lost        bool      // the lease ran out
	leaving     bool
	handingOver bool
	overdue     bool
	resigned    bool
	changed     chan struct{} // closed and replaced when the state of a shard changes
	settled     chan struct{} // closed once this process serves all its shards for the first time
	state       State         // the state that was last read from the database
	counts      Counts
}

// Counts has the current numbers of a Keeper, and counters since it started.
type Counts struct {
	Owned     int   // shards that it serves now
	Processes int   // processes that are alive
	Term      int64 // highest term of its shards
	Claimed   int   // free shards that it took
	Inherited int   // shards that others handed to it
	Handed    int   // shards that it handed to others
	Lost      int   // shards that others took from it
}

// New returns a Keeper.
func New(store Store, log zerolog.Logger) *Keeper {
	return &Keeper{store: store, log: log, wake: make(chan struct{}, 1), slots: make(chan struct{}, maxConcurrent),
		shards: map[int]localShard{}, changed: make(chan struct{}), settled: make(chan struct{})}
}

// Join makes this one of the processes that share the database, and returns the number of shards.
// If the others use a different number, it waits until a crashed process would have expired, and
// then returns a *Divided.
func (k *Keeper) Join(ctx context.Context, shards int, adopt bool) (of int, err error) {
	until := time.Now().Add(joinWithin)
	said := false
	for {
		began := time.Now()
		asked, cancel := context.WithTimeout(ctx, askWithin)
		me, of, err := k.store.Join(asked, shards, adopt)
		cancel()
		if err == nil {
			k.mu.Lock()
			k.me, k.shardCount, k.renewed, k.steady, k.lost = me, of, began, began, false
			k.mu.Unlock()
			return of, nil
		}
		divided, other := errors.AsType[*Divided](err)
		if ctx.Err() != nil || other && time.Now().After(until) {
			return 0, err
		}
		if !said {
			said = true
			event := k.log.Warn().Err(err)
			if other {
				event = k.log.Warn().Int("theirs", divided.Theirs).Int("ours", divided.Ours)
			}
			event.Msg("can't join the other processes yet; trying again")
		}
		if err := pause(ctx, PollInterval); err != nil {
			return 0, err
		}
	}
}

// Trusted reports whether the process may still rely on its lease. If it may not, the process must
// answer nobody.
func (k *Keeper) Trusted() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.lost && trusted(k.renewed, time.Now())
}

// trusted checks the monotonic clock and the wall clock: the first stops while the machine sleeps,
// and the second can be changed.
func trusted(renewed, now time.Time) bool {
	counted, shown := now.Sub(renewed), now.Round(0).Sub(renewed.Round(0))
	return counted < Trust && shown < Trust
}

// Wake makes Run read the state from the database now. Call it when something in the database has
// changed.
func (k *Keeper) Wake() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Settled returns a channel that is closed once the process serves all its shards for the first
// time.
func (k *Keeper) Settled() <-chan struct{} { return k.settled }

// Owns reports whether the process serves a shard.
func (k *Keeper) Owns(shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.shards[shard].term != 0
}

// Counts returns the current numbers.
func (k *Keeper) Counts() Counts {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.counts
	for _, h := range k.shards {
		if h.term != 0 {
			c.Owned++
			c.Term = max(c.Term, h.term)
		}
	}
	c.Processes = k.state.aliveCount()
	return c
}

// Run manages the process's shards until the context ends, and calls the holder for each change. It
// returns a *Divided if this process was declared dead and the others have changed the number of
// shards meanwhile.
func (k *Keeper) Run(ctx context.Context, holder Holder) error {
	k.holder = holder
	defer k.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	k.work.Go(func() { k.renew(ctx) })
	tick := time.NewTicker(PollInterval)
	defer tick.Stop()
	for {
		if err := k.poll(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-k.wake:
		}
	}
}

// renew renews the lease until the context ends.
func (k *Keeper) renew(ctx context.Context) {
	tick := time.NewTicker(Renew)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		began := time.Now()
		asked, cancel := context.WithTimeout(ctx, askWithin)
		err := k.store.Renew(asked)
		cancel()
		if ctx.Err() != nil {
			return
		}
		k.mu.Lock()
		if err == nil {
			if !trusted(k.renewed, began) || failing {
				k.steady = began
			}
			k.renewed = began
		}
		k.mu.Unlock()
		if errors.Is(err, ErrLost) {
			k.markLost()
		}
		if (err != nil) != failing && !errors.Is(err, ErrLost) {
			if failing = err != nil; failing {
				k.log.Warn().Err(err).Msg("can't renew the lease; without it, this process answers nobody after a while")
			} else {
				k.log.Info().Msg("the lease is renewed again")
			}
		}
	}
}

// poll reads the state from the database and executes the steps that plan derives from it. It
// returns an error only if the process can't continue.
func (k *Keeper) poll(ctx context.Context) error {
	k.mu.Lock()
	lost, resigned := k.lost, k.resigned
	k.mu.Unlock()
	if resigned {
		return nil
	}
	if lost {
		if err := k.rejoin(ctx); err != nil {
			return err
		}
	}
	// The local state is read first. A step that ends after that still counts as running, so nothing
	// is planned from a database state that was read before the step ended.
	me := k.self()
	asked, cancel := context.WithTimeout(ctx, askWithin)
	state, err := k.store.State(asked)
	cancel()
	if err != nil {
		return nil // renew logs it
	}
	k.holder.Share(state.aliveCount())
	steps := plan(state, me)
	k.mu.Lock()
	k.state = state
	k.mu.Unlock()
	var claims []int
	for _, s := range steps {
		if s.do == claim {
			claims = append(claims, s.shard)
			continue
		}
		k.execute(ctx, state, s)
	}
	if len(claims) > 0 {
		k.ask(ctx, "take free shards", func(ctx context.Context) error { return k.store.Claim(ctx, claims) })
	}
	k.checkSettled(state)
	return nil
}

// self returns the process's own state for plan.
func (k *Keeper) self() self {
	k.mu.Lock()
	defer k.mu.Unlock()
	me := self{id: k.me, shards: map[int]localShard{}, leaving: k.leaving, handingOver: k.handingOver, overdue: k.overdue, steady: time.Since(k.steady) >= steadyAfter && time.Since(k.renewed) < steadyAfter}
	for n, h := range k.shards {
		h.connected = h.listening && k.holder.Connected(n)
		me.shards[n] = h
	}
	return me
}

// checkSettled closes settled once every shard has an owner and this process serves all of its own
// shards.
func (k *Keeper) checkSettled(state State) {
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.settled:
		return
	default:
	}
	for n, x := range state.Shards {
		h := k.shards[n]
		if x.Owner == 0 || h.busy || x.Owner == k.me && (h.term == 0 || !k.holder.Connected(n)) {
			return
		}
	}
	close(k.settled)
}

// rejoin releases all shards and joins again under a new process number.
func (k *Keeper) rejoin(ctx context.Context) error {
	k.log.Warn().Msg("this process was taken for dead, and others have taken its shards; it begins anew")
	k.mu.Lock()
	all := map[int]localShard{}
	for n, h := range k.shards {
		if !h.busy {
			all[n] = h
		}
	}
	of := k.shardCount
	k.mu.Unlock()
	for n, h := range all {
		if h.term != 0 {
			k.lose(n)
		}
		if h.listening {
			k.disconnect(n)
		}
	}
	_, err := k.Join(ctx, of, false)
	return err
}

// Leave hands over the process's shards, each one as soon as its heir is connected. Discord starts
// sessions one after another, so this can take a while. If no shard is handed over within patience,
// the remaining shards are released without waiting for heirs. Leave returns false immediately if
// no other process can take a shard.
func (k *Keeper) Leave(ctx context.Context, patience time.Duration) bool {
	asked, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	state, err := k.store.State(asked)
	if err != nil {
		return false
	}
	others := false
	for _, p := range state.Processes {
		others = others || p.ID != k.me && !p.Expired && !p.Leaving
	}
	k.mu.Lock()
	k.leaving = true
	k.mu.Unlock()
	if k.store.Leave(asked) != nil || !others {
		return false
	}
	k.mu.Lock()
	k.handingOver = true
	k.mu.Unlock()
	k.Wake()
	stalled := time.NewTimer(patience)
	defer stalled.Stop()
	for before := -1; ; {
		k.mu.Lock()
		has, changed, overdue := 0, k.changed, k.overdue
		for _, h := range k.shards {
			if h.term != 0 || h.busy {
				has++
			}
		}
		k.mu.Unlock()
		if has == 0 {
			return true
		}
		if has < before {
			stalled.Reset(patience)
		}
		before = has
		select {
		case <-changed:
		case <-stalled.C:
			if overdue {
				return true // the shards can't be released either, because the database fails
			}
			k.mu.Lock()
			k.overdue = true
			k.mu.Unlock()
			k.Wake()
			stalled.Reset(askWithin)
		case <-ctx.Done():
			return true
		}
	}
}

// Resign removes the process and frees its shards. The Keeper does nothing after that.
func (k *Keeper) Resign(ctx context.Context) error {
	k.mu.Lock()
	k.resigned = true
	k.mu.Unlock()
	return k.store.Resign(ctx)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}
