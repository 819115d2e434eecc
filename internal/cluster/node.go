package cluster

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	askWithin     = 3 * time.Second         // limit for one request to the database
	leastPause    = 50 * time.Millisecond   // time between two requests that make changes
	retryEvery    = 250 * time.Millisecond  // time between two attempts to open a session, or two looks at what will change soon
	grace         = 500 * time.Millisecond  // how long a process may be without a session, as after an error of the network
	graceAfterGap = 2 * time.Second         // the same if all processes may have lost their sessions, as when the database restarts
	handoverDelay = 250 * time.Millisecond  // how long both processes stay connected before the heir takes over the shard
	deafAfter     = 30 * time.Second        // how long a process serves shards without any connection to Discord
	joinWithin    = Expiry + 2*PollInterval // how long Join waits for crashed processes that used a different number of shards
	serveWithin   = 30 * time.Second        // limit for one attempt to load a shard's tables
	stopWithin    = 3 * time.Second         // limit for finishing what a shard has begun
)

// Config configures a Node.
type Config struct {
	Open func(context.Context) (Session, error)
	Log  zerolog.Logger
	// Heard is called for each notification of another topic than TopicShards, and with "" when the
	// process begins to receive notifications. Deaf is called when it no longer receives them.
	Heard func(topic string)
	Deaf  func()
}

// Node is one of the processes. Call Join and then Run.
type Node struct {
	cfg     Config
	holder  Holder             // set by Run
	session Session            // nil: it failed; belongs to Join and then to Run, like seen, settled and heard
	seen    map[int64]sighting // the processes of the last heartbeat
	settled bool
	heard   time.Time // when it had a connection to Discord last
	work    sync.WaitGroup

	mu         sync.Mutex
	me         int64
	shardCount int
	shards     map[int]localShard
	beat       time.Time // when the last heartbeat began; zero: the session failed
	leaving    bool
	interrupt  context.CancelFunc // makes Run send the next heartbeat now
	changed    chan struct{}      // closed and replaced with each heartbeat
	state      State              // the state that was last read
	moved      map[string]int     // see Counts
}

// sighting is a process as it was last seen, and since when it has been like this.
type sighting struct {
	Process
	since time.Time
	dead  bool // it has crashed or hangs, and sent no heartbeat since that was noticed
}

// Counts has the current numbers of a Node.
type Counts struct {
	Processes int            // processes that are alive
	Owned     int            // shards that it serves now
	Term      int64          // number under which it joined
	Moved     map[string]int // shards since it started: free ones that it took (claimed), that others handed to it (inherited), that it handed over (handed), that others took from it (lost)
}

// New returns a Node.
func New(cfg Config) *Node {
	return &Node{cfg: cfg, shards: map[int]localShard{}, moved: map[string]int{}, interrupt: func() {}, changed: make(chan struct{})}
}

// Join makes this one of the processes that share the database, and returns the number of shards.
// If the others use a different number, it waits until a crashed process would be noticed, and
// then returns a *Divided.
func (n *Node) Join(ctx context.Context, shards int, adopt bool) (of int, err error) {
	until := time.Now().Add(joinWithin)
	for said := false; ; said = true {
		if err = n.open(ctx, shards, adopt); err == nil {
			return n.shardCount, nil
		}
		if ctx.Err() != nil || errors.As(err, new(*Divided)) && time.Now().After(until) {
			return 0, err
		}
		if !said {
			n.cfg.Log.Warn().Err(err).Msg("cannot join the other processes yet; trying again")
		}
		pause(ctx, PollInterval)
	}
}

// open opens a session and joins with it.
func (n *Node) open(ctx context.Context, shards int, adopt bool) error {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	s, err := n.cfg.Open(ctx)
	if err != nil {
		return err
	}
	me, of, err := s.Join(ctx, shards, adopt)
	if err != nil {
		s.Close()
		return err
	}
	n.session = s
	n.cfg.Heard("")
	n.mu.Lock()
	defer n.mu.Unlock()
	n.me, n.shardCount = me, of
	return nil
}

// Trusted reports whether the process may still rely on its session. If it may not, the process must
// answer nobody.
func (n *Node) Trusted() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return trusted(n.beat, time.Now())
}

// trusted checks the monotonic clock and the wall clock: the first stops while the machine sleeps,
// and the second can be changed.
func trusted(beat, now time.Time) bool {
	counted, shown := now.Sub(beat), now.Round(0).Sub(beat.Round(0))
	return counted < Trust && shown < Trust
}

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

// Counts returns the current numbers.
func (n *Node) Counts() Counts {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := Counts{Processes: n.state.aliveCount(), Term: n.me, Moved: maps.Clone(n.moved)}
	for _, h := range n.shards {
		if h.serving {
			c.Owned++
		}
	}
	return c
}

// Run manages the process's shards until the context ends, and calls the holder for each change. Then
// it frees them. It returns a *Divided if this process was declared dead and the others have changed the
// number of shards meanwhile.
func (n *Node) Run(ctx context.Context, holder Holder) error {
	n.holder = holder
	ctx, cancel := context.WithCancel(ctx)
	err := n.run(ctx)
	cancel()
	n.work.Wait()
	if n.session != nil {
		if _, err := n.ask(ctx, []Change{{do: resign}}); err != nil {
			n.cfg.Log.Warn().Err(err).Msg("cannot release the shards that weren't handed over; other processes take them when they notice that this one has ended")
		}
	}
	n.fail()
	return err
}

func (n *Node) run(ctx context.Context) error {
	var changes []Change
	for failing := false; ; {
		waiting, interrupt := context.WithTimeout(ctx, PollInterval)
		n.mu.Lock()
		n.interrupt = interrupt
		n.mu.Unlock()
		next, err := n.exchange(ctx, changes)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, new(*Divided)):
			return err
		case err != nil && !failing:
			n.cfg.Log.Warn().Err(err).Msg("cannot use this process's own database session; answering nobody until it works again")
		case err == nil && failing:
			n.cfg.Log.Info().Msg("this process's own database session works again")
		}
		failing, changes = err != nil, next
		switch {
		case failing:
			pause(ctx, retryEvery)
		case len(changes) > 0:
			pause(ctx, leastPause)
		default:
			n.wait(waiting)
		}
		interrupt()
	}
}

// ask sends a heartbeat and changes. It goes on if the context ends, so that the session can still be used.
func (n *Node) ask(ctx context.Context, changes []Change) (State, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askWithin)
	defer cancel()
	return n.session.Exchange(ctx, n.me, changes)
}

// exchange sends a heartbeat and changes, reads the state, makes the next steps, and returns the
// changes that they need. If there is no session, exchange first opens one.
func (n *Node) exchange(ctx context.Context, changes []Change) (next []Change, err error) {
	if n.session == nil {
		if err := n.open(ctx, n.shardCount, false); err != nil {
			return nil, err
		}
	}
	// The local state is read first. A step that ends after that still counts as running, so nothing
	// is planned from a state that was read before the step ended.
	leaving, shards := n.local()
	began := time.Now()
	state, err := n.ask(ctx, changes)
	if err != nil {
		n.fail()
		return nil, err
	}
	if !n.observe(state) {
		n.fail()
		return nil, errors.New("the other processes declared this one dead and took its shards")
	}
	n.holder.Share(state.aliveCount())
	next = n.plan(ctx, state, n.me, leaving, shards)
	if !n.settled {
		n.settle()
	}
	// Now this process has stopped serving what others have taken, and may be trusted again.
	n.mu.Lock()
	defer n.mu.Unlock()
	n.beat = began
	close(n.changed)
	n.changed = make(chan struct{})
	return next, nil
}

// fail closes the session.
func (n *Node) fail() {
	n.mu.Lock()
	n.beat = time.Time{}
	n.mu.Unlock()
	if n.session != nil {
		n.session.Close()
	}
	n.session = nil
	n.cfg.Deaf()
}

// observe records the state that was read, and reports whether this process is still in it.
func (n *Node) observe(state State) (alive bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	if now.Sub(n.beat) > askWithin { // there was a gap, in which this process or the database stood still
		n.seen = nil
	}
	n.state = state
	seen := map[int64]sighting{}
	for _, p := range state.Processes {
		alive = alive || p.ID == n.me
		s, known := n.seen[p.ID]
		switch {
		case s.dead && s.Beat == p.Beat: // its connections end
		case !known && !p.Held:
			s.since = now.Add(graceAfterGap - grace)
		case s.Process != p:
			s = sighting{since: now}
		}
		limit := grace
		if p.Held {
			limit = Expiry
		}
		s.Process, s.dead = p, s.dead || now.Sub(s.since) >= limit
		seen[p.ID] = s
	}
	n.seen = seen
	for i, x := range state.Shards {
		if h := n.shards[i]; h.drained != nil && x.Owner != n.me { // it is handed over
			h.drained = nil
			n.shards[i] = h
			n.moved["handed"]++
			n.cfg.Log.Info().Int("shard", i).Int64("to", x.Owner).Msg("handed a shard over")
		}
	}
	return alive
}

// local returns the process's own state. A process that has lost Discord leaves until it serves nothing.
func (n *Node) local() (leaving bool, shards map[int]localShard) {
	n.mu.Lock()
	defer n.mu.Unlock()
	serves, connected := false, false
	shards = maps.Clone(n.shards)
	for i, h := range shards {
		h.connected = h.listening && n.holder.Connected(i)
		serves, connected = serves || h.serving, connected || h.connected
		shards[i] = h
	}
	if !serves || connected {
		n.heard = time.Now()
	}
	return n.leaving || time.Since(n.heard) > deafAfter, shards
}

// wait waits for a notification, or until the next heartbeat is due. It waits shorter if a process
// may have crashed, or a connection to Discord is opened.
func (n *Node) wait(ctx context.Context) {
	soon := n.state.aliveCount() < len(n.state.Processes)
	_, shards := n.local()
	for _, h := range shards {
		soon = soon || h.listening && !h.connected
	}
	if soon {
		shorter, cancel := context.WithTimeout(ctx, retryEvery)
		defer cancel()
		ctx = shorter
	}
	topic, err := n.session.Wait(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		n.fail()
	case err == nil && topic != TopicShards:
		n.cfg.Heard(topic)
	}
}

// look makes Run send a heartbeat and read the state now.
func (n *Node) look() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.interrupt()
}

// settle calls Settled once every shard has an owner and this process serves all of its own shards.
func (n *Node) settle() {
	for i, x := range n.state.Shards {
		if x.Owner == 0 || x.Owner == n.me && !n.Owns(i) {
			return
		}
	}
	n.settled = true
	n.holder.Settled()
}

// Leave hands over the process's shards, each one as soon as its heir is connected. Discord starts
// sessions one after another, so this can take a while. Leave returns false if no other process can
// take a shard, or none has taken one within patience.
func (n *Node) Leave(ctx context.Context, patience time.Duration) bool {
	n.mu.Lock()
	n.leaving = true
	n.mu.Unlock()
	n.look()
	stalled := time.NewTimer(patience)
	defer stalled.Stop()
	for before := -1; ; {
		n.mu.Lock()
		has, others, changed := 0, false, n.changed
		for _, h := range n.shards {
			if h.serving || h.busy || h.drained != nil {
				has++
			}
		}
		for _, p := range n.state.Processes {
			others = others || p.ID != n.me && p.Held && !p.Leaving
		}
		n.mu.Unlock()
		switch {
		case has == 0 && (others || before > 0):
			return true
		case !others:
			return false
		case has < before:
			stalled.Reset(patience)
		}
		before = has
		select {
		case <-changed:
		case <-stalled.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
