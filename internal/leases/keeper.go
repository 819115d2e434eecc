package leases

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	askWithin   = 3 * time.Second        // for one question to the database
	settleFor   = 250 * time.Millisecond // from when an heir is connected until it is given the shard
	steadyAfter = 2 * Renew              // in touch for so long, a process may judge others
	joinWithin  = Expiry + 2*Look        // for those that ended without a word to be forgotten
	takeWithin  = 30 * time.Second       // for a shard's tables to come back; it is tried again
	atOnce      = 8                      // shards that are taken or handed over at a time
)

// Keeper keeps the shards of one process. Make it with New; Join, then Run.
type Keeper struct {
	store  Store
	holder Holder // of Run
	log    zerolog.Logger
	wake   chan struct{} // look now; with room for one
	places chan struct{} // one for each that is being taken or handed over
	work   sync.WaitGroup

	mu       sync.Mutex
	me       int64
	of       int
	shards   map[int]here
	renewed  time.Time // the lease, last
	steady   time.Time // since when without a break
	lost     bool      // the lease is
	leaving  bool
	handing  bool
	overdue  bool
	resigned bool
	changed  chan struct{} // closed, and made anew, when something was done
	settled  chan struct{} // closed when all is served that is this process's, for the first time
	state    State         // as it was seen last
	counts   Counts
}

// Counts is what a Keeper has done, and what it has.
type Counts struct {
	Owned     int   // shards that it serves
	Processes int   // that live
	Term      int64 // the highest under which it serves one
	Claimed   int   // shards that it took and nobody had
	Inherited int   // that others handed to it
	Handed    int   // that it handed to others
	Lost      int   // that were taken from it
}

// New returns a Keeper.
func New(store Store, log zerolog.Logger) *Keeper {
	return &Keeper{store: store, log: log, wake: make(chan struct{}, 1), places: make(chan struct{}, atOnce),
		shards: map[int]here{}, changed: make(chan struct{}), settled: make(chan struct{})}
}

// Join makes the process one of those that share the database, and returns in how many
// shards they divide guilds. Where others divide them otherwise it waits for as long as
// a process that has ended may seem alive, and then returns a *Divided.
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
			k.me, k.of, k.renewed, k.steady, k.lost = me, of, began, began, false
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
		if err := pause(ctx, Look); err != nil {
			return 0, err
		}
	}
}

// Trusted says whether the process may still rely on what it has.
func (k *Keeper) Trusted() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.lost && trusted(k.renewed, time.Now())
}

// trusted asks both clocks: the one that counts stands still while a machine sleeps, the
// other may be set.
func trusted(renewed, now time.Time) bool {
	counted, shown := now.Sub(renewed), now.Round(0).Sub(renewed.Round(0))
	return counted < Trust && shown < Trust
}

// Wake has the Keeper look at once: something has changed in the database.
func (k *Keeper) Wake() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Settled is closed when the process serves what is its own, for the first time.
func (k *Keeper) Settled() <-chan struct{} { return k.settled }

// Owns says whether the process serves a shard.
func (k *Keeper) Owns(shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.shards[shard].term != 0
}

// Counts is what there is at the moment.
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
	c.Processes = k.state.living()
	return c
}

// Run keeps the process's shards until the context ends, and tells the holder what becomes
// of them. A *Divided says that the others
// have begun to divide guilds otherwise while this one was taken for dead.
func (k *Keeper) Run(ctx context.Context, holder Holder) error {
	k.holder = holder
	defer k.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	k.work.Go(func() { k.renew(ctx) })
	tick := time.NewTicker(Look)
	defer tick.Stop()
	for {
		if err := k.look(ctx); err != nil && ctx.Err() == nil {
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
			k.isLost()
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

// look does what the state of things asks for. An error says that the process can't go on.
func (k *Keeper) look(ctx context.Context) error {
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
	// First what is known here: what is done since then is still under way in it, and so
	// nothing follows from a state that was read before it was done.
	me := k.self()
	asked, cancel := context.WithTimeout(ctx, askWithin)
	state, err := k.store.State(asked)
	cancel()
	if err != nil {
		return nil // renewing tells of it
	}
	k.holder.Share(state.living())
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
		k.carry(ctx, state, s)
	}
	if len(claims) > 0 {
		k.ask(ctx, "take free shards", func(ctx context.Context) error { return k.store.Claim(ctx, claims) })
	}
	k.settle(state)
	return nil
}

// self is what the process knows of itself.
func (k *Keeper) self() self {
	k.mu.Lock()
	defer k.mu.Unlock()
	me := self{id: k.me, shards: map[int]here{}, leaving: k.leaving, handing: k.handing, overdue: k.overdue, steady: time.Since(k.steady) >= steadyAfter && time.Since(k.renewed) < steadyAfter}
	for n, h := range k.shards {
		h.heard = h.open && k.holder.Connected(n)
		me.shards[n] = h
	}
	return me
}

// settle notes that all is served.
func (k *Keeper) settle(state State) {
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

// rejoin lets go of everything and begins anew, as another process.
func (k *Keeper) rejoin(ctx context.Context) error {
	k.log.Warn().Msg("this process was taken for dead, and others have taken its shards; it begins anew")
	k.mu.Lock()
	all := map[int]here{}
	for n, h := range k.shards {
		if !h.busy {
			all[n] = h
		}
	}
	of := k.of
	k.mu.Unlock()
	for n, h := range all {
		if h.term != 0 {
			k.lose(n)
		}
		if h.open {
			k.disconnect(n)
		}
	}
	_, err := k.Join(ctx, of, false)
	return err
}

// Leave hands over what the process has, each shard when its heir is connected. Discord
// lets sessions begin one after another, so it waits for as long as they do: where none was
// handed over for the patience given, it gives the rest away without waiting. It returns
// false at once where there is nobody to hand anything to.
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
	k.handing = true
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
				return true // the database doesn't take them either
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

// Resign says that the process is gone, and frees what it has. It does nothing after.
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
