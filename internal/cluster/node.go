package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	askWithin     = 3 * time.Second         // limit for one request to the database
	leastPause    = 50 * time.Millisecond   // time between two requests that make changes
	retryEvery    = 250 * time.Millisecond  // time between two attempts to open a session
	grace         = 500 * time.Millisecond  // how long a process may be without a session, as after an error of the network
	steadyAfter   = 2 * time.Second         // time of heartbeats without a gap before a process may declare others without a session dead
	handoverDelay = 250 * time.Millisecond  // how long both processes stay connected before the heir takes over the shard
	joinWithin    = Expiry + 2*PollInterval // how long Join waits for crashed processes that used a different number of shards
	serveWithin   = 30 * time.Second        // limit for one attempt to load a shard's tables
	stopWithin    = 3 * time.Second         // limit for finishing what a shard has begun
	maxConcurrent = 8                       // shards that are taken or handed over at the same time
)

// Config configures a Node.
type Config struct {
	Database Opener
	Log      zerolog.Logger
	// Joined is called with the number under which the process has joined, each time that it joins.
	Joined func(me int64)
	// Heard is called for each notification of another topic than TopicShards, and with "" when the
	// process begins to receive notifications. Deaf is called when it no longer receives them.
	Heard func(topic string)
	Deaf  func()
}

// Node is one of the processes. Call Join and then Run.
type Node struct {
	cfg     Config
	holder  Holder  // set by Run
	session Session // nil: it failed; belongs to Join and then to Run
	wake    chan struct{}
	slots   chan struct{} // limits how many shards are taken or handed over at the same time
	work    sync.WaitGroup
	left    chan struct{} // closed when the process has resigned

	mu          sync.Mutex
	me          int64
	shardCount  int
	shards      map[int]localShard
	attached    bool      // the session works
	beat        time.Time // when the last successful heartbeat began
	steady      time.Time // start of the period of heartbeats without a gap
	seen        map[int64]sighting
	leaving     bool
	handingOver bool
	overdue     bool
	resigning   bool
	interrupt   context.CancelFunc // ends the wait for notifications; nil if there is none
	changed     chan struct{}      // closed and replaced when the state of a shard changes
	settled     chan struct{}      // closed once this process serves all its shards for the first time
	state       State              // the state that was last read
	counts      Counts
}

// sighting is what a process knows of another one.
type sighting struct {
	beat   int64
	since  time.Time // when it was first seen with this heartbeat
	unheld time.Time // since when it has been seen without a session; zero: it has one
}

// Counts has the current numbers of a Node, and counters since it started.
type Counts struct {
	Owned     int   // shards that it serves now
	Processes int   // processes that are alive
	Me        int64 // number under which it joined
	Claimed   int   // free shards that it took
	Inherited int   // shards that others handed to it
	Handed    int   // shards that it handed to others
	Lost      int   // shards that others took from it
}

// New returns a Node.
func New(cfg Config) *Node {
	return &Node{cfg: cfg, wake: make(chan struct{}, 1), slots: make(chan struct{}, maxConcurrent), left: make(chan struct{}),
		shards: map[int]localShard{}, seen: map[int64]sighting{}, changed: make(chan struct{}), settled: make(chan struct{})}
}

// Join makes this one of the processes that share the database, and returns the number of shards.
// If the others use a different number, it waits until a crashed process would be noticed, and
// then returns a *Divided.
func (n *Node) Join(ctx context.Context, shards int, adopt bool) (of int, err error) {
	until := time.Now().Add(joinWithin)
	for said := false; ; {
		began := time.Now()
		var me int64
		me, of, err = n.tryJoin(ctx, shards, adopt)
		if err == nil {
			n.mu.Lock()
			n.me, n.shardCount = me, of
			n.mu.Unlock()
			n.cfg.Joined(me)
			n.markAttached(began)
			return of, nil
		}
		divided, other := errors.AsType[*Divided](err)
		if ctx.Err() != nil || other && time.Now().After(until) {
			return 0, err
		}
		if !said {
			said = true
			event := n.cfg.Log.Warn().Err(err)
			if other {
				event = n.cfg.Log.Warn().Int("their_shards", divided.Theirs).Int("our_shards", divided.Ours)
			}
			event.Msg("cannot join the other processes yet; trying again")
		}
		if err := pause(ctx, PollInterval); err != nil {
			return 0, err
		}
	}
}

func (n *Node) tryJoin(ctx context.Context, shards int, adopt bool) (me int64, of int, err error) {
	err = n.open(ctx, func(ctx context.Context, s Session) error {
		me, of, err = s.Join(ctx, shards, adopt)
		return err
	})
	return me, of, err
}

// open opens a session and calls begin, which joins or attaches. After an error there is no session.
func (n *Node) open(ctx context.Context, begin func(context.Context, Session) error) error {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	s, err := n.cfg.Database.Open(ctx)
	if err != nil {
		return err
	}
	if err := begin(ctx, s); err != nil {
		s.Close()
		return err
	}
	n.session = s
	return nil
}

// markAttached records that the session works since the time at which joining or attaching began. If
// the database was down, the other processes need some time until they have a session again too.
func (n *Node) markAttached(began time.Time) {
	n.cfg.Heard("")
	n.mu.Lock()
	defer n.mu.Unlock()
	n.attached, n.beat, n.steady = true, began, time.Now()
}

// Trusted reports whether the process may still rely on its session. If it may not, the process must
// answer nobody.
func (n *Node) Trusted() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.attached && trusted(n.beat, time.Now())
}

// trusted checks the monotonic clock and the wall clock: the first stops while the machine sleeps,
// and the second can be changed.
func trusted(beat, now time.Time) bool {
	counted, shown := now.Sub(beat), now.Round(0).Sub(beat.Round(0))
	return counted < Trust && shown < Trust
}

// Settled returns a channel that is closed once the process serves all its shards for the first
// time.
func (n *Node) Settled() <-chan struct{} { return n.settled }

// Owns reports whether the process serves a shard.
func (n *Node) Owns(shard int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.shards[shard].serving
}

// Serves reports whether the process serves a guild's shard, or begins to.
func (n *Node) Serves(guild string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := n.shards[Of(guild, n.shardCount)]
	return h.serving || h.busy
}

// In reports whether a guild belongs to a shard.
func (n *Node) In(guild string, shard int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return Of(guild, n.shardCount) == shard
}

// Counts returns the current numbers.
func (n *Node) Counts() Counts {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := n.counts
	for _, h := range n.shards {
		if h.serving {
			c.Owned++
		}
	}
	c.Processes, c.Me = n.state.aliveCount(), n.me
	return c
}

// Run manages the process's shards until the context ends or Resign is called, and calls the holder
// for each change. It returns a *Divided if this process was declared dead and the others have
// changed the number of shards meanwhile.
func (n *Node) Run(ctx context.Context, holder Holder) error {
	n.holder = holder
	defer n.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer func() {
		if n.session != nil {
			n.session.Close()
		}
	}()
	failing := false
	var changes []Change
	for ctx.Err() == nil {
		n.mu.Lock()
		resigning := n.resigning
		n.mu.Unlock()
		if resigning {
			changes = append(changes, Change{do: resign})
		}
		next, err := n.exchange(ctx, changes)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrLost):
			if err := n.rejoin(ctx); err != nil {
				return err
			}
			changes = nil
			continue
		case err != nil && !failing:
			n.cfg.Log.Warn().Err(err).Msg("cannot use this process's own database session; the process answers nobody until it can")
		case err == nil && failing:
			n.cfg.Log.Info().Msg("this process's own database session works again")
		case err == nil && resigning:
			close(n.left)
			return nil
		}
		failing = err != nil
		if failing {
			_ = pause(ctx, retryEvery) // the loop ends with the context
			continue
		}
		if changes = next; len(changes) > 0 {
			_ = pause(ctx, leastPause)
			continue
		}
		n.wait(ctx)
	}
	return nil
}

// exchange sends a heartbeat and changes, reads the state, executes the local steps that plan
// derives from it, and returns the changes that it derives. If there is no session, exchange first opens one.
func (n *Node) exchange(ctx context.Context, changes []Change) (next []Change, err error) {
	began := time.Now()
	if n.session == nil {
		err := n.open(ctx, func(ctx context.Context, s Session) error { return s.Attach(ctx, n.me) })
		if err != nil {
			return nil, err
		}
		if len(changes) > 0 && changes[len(changes)-1].do != resign {
			changes = nil // what was planned may have changed
		}
		n.markAttached(began)
	}
	// The local state is read first. A step that ends after that still counts as running, so nothing
	// is planned from a state that was read before the step ended.
	me := n.self()
	asked, cancel := context.WithTimeout(ctx, askWithin)
	state, err := n.session.Exchange(asked, me.id, changes)
	cancel()
	resigned := len(changes) > 0 && changes[len(changes)-1].do == resign
	if err == nil && !state.has(me.id) && !resigned {
		err = ErrLost
	}
	if err != nil {
		n.fail()
		return nil, err
	}
	if resigned {
		return nil, nil
	}
	n.observe(state, began)
	n.holder.Share(state.aliveCount())
	for _, c := range plan(state, me) {
		if c.local() {
			n.execute(ctx, state, c)
		} else {
			next = append(next, c)
			n.logChange(c)
		}
	}
	n.checkSettled(state)
	return next, nil
}

// fail closes a session that has failed.
func (n *Node) fail() {
	n.mu.Lock()
	n.attached, n.seen = false, map[int64]sighting{}
	n.mu.Unlock()
	n.session.Close()
	n.session = nil
	n.cfg.Deaf()
}

// observe records the result of a heartbeat that began at the given time.
func (n *Node) observe(state State, began time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	if now.Sub(n.beat) > askWithin { // there was a gap, in which this process or the database stood still
		n.seen, n.steady = map[int64]sighting{}, now
	}
	n.beat, n.state = began, state
	seen := map[int64]sighting{}
	for _, p := range state.Processes {
		s, known := n.seen[p.ID]
		if !known || s.beat != p.Beat {
			s.beat, s.since = p.Beat, now
		}
		switch {
		case p.Held:
			s.unheld = time.Time{}
		case s.unheld.IsZero():
			s.unheld = now
		}
		seen[p.ID] = s
	}
	n.seen = seen
	for i, x := range state.Shards {
		if h := n.shards[i]; h.drained != nil && x.Owner != n.me { // it is given away
			h.drained = nil
			n.set(i, h)
			n.counts.Handed++
			n.cfg.Log.Info().Int("shard", i).Int64("to", x.Owner).Msg("handed a shard over")
		}
	}
}

// dead reports whether a process has crashed or hangs. The caller must hold mu.
func (n *Node) dead(p Process) bool {
	s, known := n.seen[p.ID]
	switch {
	case !known:
		return false
	case p.Held:
		return time.Since(s.since) >= Expiry
	}
	return time.Since(s.unheld) >= grace && time.Since(n.steady) >= steadyAfter
}

// self returns the process's own state for plan.
func (n *Node) self() self {
	n.mu.Lock()
	defer n.mu.Unlock()
	me := self{id: n.me, shards: map[int]localShard{}, leaving: n.leaving, handingOver: n.handingOver, overdue: n.overdue,
		dead: func(p Process) bool {
			n.mu.Lock()
			defer n.mu.Unlock()
			return n.dead(p)
		}}
	for i, h := range n.shards {
		h.connected = h.listening && n.holder.Connected(i)
		me.shards[i] = h
	}
	return me
}

// wait waits for a notification, for a step that ends, or until the next heartbeat is due.
func (n *Node) wait(ctx context.Context) {
	n.mu.Lock()
	until := n.beat.Add(PollInterval)
	for _, s := range n.seen {
		if !s.unheld.IsZero() {
			until = n.beat.Add(retryEvery)
		}
	}
	waiting, cancel := context.WithDeadline(ctx, until)
	n.interrupt = cancel
	n.mu.Unlock()
	defer cancel()
	select {
	case <-n.wake: // it came after the last exchange
		return
	default:
	}
	topic, err := n.session.Wait(waiting)
	switch {
	case err != nil && waiting.Err() == nil:
		n.fail()
	case err == nil && topic != TopicShards:
		n.cfg.Heard(topic)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.interrupt = nil
	select {
	case <-n.wake:
	default:
	}
}

// look makes Run send a heartbeat and read the state now.
func (n *Node) look() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.interrupt != nil {
		n.interrupt()
	}
}

// checkSettled closes settled once every shard has an owner and this process serves all of its own
// shards.
func (n *Node) checkSettled(state State) {
	n.mu.Lock()
	defer n.mu.Unlock()
	select {
	case <-n.settled:
		return
	default:
	}
	for i, x := range state.Shards {
		h := n.shards[i]
		if x.Owner == 0 || h.busy || x.Owner == n.me && (!h.serving || !n.holder.Connected(i)) {
			return
		}
	}
	close(n.settled)
}

// rejoin stops serving all shards and joins again under a new number.
func (n *Node) rejoin(ctx context.Context) error {
	n.cfg.Log.Warn().Msg("the other processes declared this one dead and took its shards; joining them again")
	n.mu.Lock()
	all := map[int]localShard{}
	for i, h := range n.shards {
		if !h.busy {
			all[i] = h
		}
	}
	of := n.shardCount
	n.mu.Unlock()
	for i, h := range all {
		if h.serving {
			n.lose(i)
		}
		if h.listening {
			n.disconnect(i)
		}
		n.update(i, func(h *localShard) { h.drained = nil })
	}
	_, err := n.Join(ctx, of, false)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Leave hands over the process's shards, each one as soon as its heir is connected. Discord starts
// sessions one after another, so this can take a while. If no shard is handed over within patience,
// the remaining shards are released without waiting for heirs. Leave returns false immediately if
// no other process can take a shard.
func (n *Node) Leave(ctx context.Context, patience time.Duration) bool {
	n.mu.Lock()
	others := false
	for _, p := range n.state.Processes {
		others = others || p.ID != n.me && p.Held && !p.Leaving
	}
	n.leaving, n.handingOver = true, others
	n.mu.Unlock()
	n.look()
	if !others {
		return false
	}
	stalled := time.NewTimer(patience)
	defer stalled.Stop()
	for before := -1; ; {
		n.mu.Lock()
		has, changed, overdue := 0, n.changed, n.overdue
		for _, h := range n.shards {
			if h.serving || h.busy || h.drained != nil {
				has++
			}
		}
		n.mu.Unlock()
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
			n.mu.Lock()
			n.overdue = true
			n.mu.Unlock()
			n.look()
			stalled.Reset(askWithin)
		case <-ctx.Done():
			return true
		}
	}
}

// Resign removes the process, frees its shards, and makes Run return.
func (n *Node) Resign(ctx context.Context) error {
	n.mu.Lock()
	n.resigning = true
	n.mu.Unlock()
	n.look()
	select {
	case <-n.left:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
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
