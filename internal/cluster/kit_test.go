package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

// database is a fake of what all processes share: the state, and who holds which locks.
type database struct {
	mu         sync.Mutex
	lastNumber int64
	shardCount int
	processes  map[int64]*member
	shards     []Shard
	locks      map[int]*fakeSession // by shard
	changed    chan struct{}        // closed and replaced when the state changes or a session ends
	down       bool                 // it refuses connections
}

type member struct {
	Process
	at      time.Time    // of the last heartbeat
	session *fakeSession // nil: it has ended
}

// fakeSession implements Session for a process.
type fakeSession struct {
	*process
	ended bool
}

// process is a process of the bot. As an Opener and as a Holder it keeps its own state.
type process struct {
	team *team
	node *Node
	stop context.CancelFunc
	done chan struct{}

	mu          sync.Mutex
	cut         bool          // the database doesn't answer it
	dialTime    time.Duration // time that it needs to open a session
	alive       time.Time     // when the shard that it took last was last known to be alive
	serves      map[int]bool
	hears       map[int]bool
	connectTime time.Duration // time that a session of Discord takes to connect
	share       int
}

var errEnded = errors.New("the connection has ended")

// locked runs do with the process's state locked.
func (p *process) locked(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

// cutOff sets whether the process is cut off from the database.
func (p *process) cutOff(cut bool) { p.locked(func() { p.cut = cut }) }

// answers reports whether the process would answer a click in a shard.
func (p *process) answers(n int) (serves bool) {
	p.locked(func() { serves = p.serves[n] && p.hears[n] })
	return serves && p.node.Trusted()
}

// reach calls do with the database locked. If the process is cut off, it waits until the context ends.
func (p *process) reach(ctx context.Context, do func(*database) error) error {
	cut := false
	if p.locked(func() { cut = p.cut }); cut {
		<-ctx.Done()
		return ctx.Err()
	}
	d := p.team.db
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		return errEnded
	}
	return do(d)
}

// Open implements Opener.
func (p *process) Open(ctx context.Context) (s Session, err error) {
	var dialTime time.Duration
	p.locked(func() { dialTime = p.dialTime })
	if err := pause(ctx, dialTime); err != nil {
		return nil, err
	}
	return &fakeSession{process: p}, p.reach(ctx, func(*database) error { return nil })
}

// crash ends all sessions. Until recover, the database refuses connections.
func (d *database) crash() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.down = true
	for _, m := range d.processes {
		if m.session != nil {
			d.end(m.session)
		}
	}
}

func (d *database) recover() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.down = false
}

func (s *fakeSession) Join(ctx context.Context, shards int, adopt bool) (id int64, of int, err error) {
	err = s.reach(ctx, func(d *database) error {
		lives := false
		for _, m := range d.processes {
			lives = lives || m.session != nil || time.Since(m.at) < Expiry
		}
		switch {
		case lives && adopt:
			shards = d.shardCount
		case lives && d.shardCount != shards:
			return &Divided{Theirs: d.shardCount, Ours: shards}
		case d.shardCount != shards:
			d.shardCount, d.processes, d.shards, d.locks = shards, map[int64]*member{}, make([]Shard, shards), map[int]*fakeSession{}
		}
		d.lastNumber++
		id, of = d.lastNumber, shards
		d.processes[id] = &member{Process: Process{ID: id}, at: time.Now(), session: s}
		return nil
	})
	return id, of, err
}

func (s *fakeSession) Attach(ctx context.Context, me int64) error {
	return s.reach(ctx, func(d *database) error {
		m := d.processes[me]
		if m == nil {
			return ErrLost
		}
		if m.session != nil {
			d.end(m.session)
		}
		m.session = s
		m.Beat++
		for n, x := range d.shards {
			if x.Owner == me {
				d.locks[n] = s
			}
		}
		return nil
	})
}

// end ends a session and frees its locks.
func (d *database) end(s *fakeSession) {
	s.ended = true
	for _, m := range d.processes {
		if m.session == s {
			m.session = nil
		}
	}
	for n, by := range d.locks {
		if by == s {
			delete(d.locks, n)
		}
	}
	d.notify()
}

func (d *database) notify() {
	close(d.changed)
	d.changed = make(chan struct{})
}

func (s *fakeSession) Close() {
	d := s.team.db
	cut := false
	if s.locked(func() { cut = s.cut }); cut {
		return // the server doesn't notice
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.end(s)
}

func (s *fakeSession) Wait(ctx context.Context) (string, error) {
	s.team.db.mu.Lock()
	changed, ended := s.team.db.changed, s.ended
	s.team.db.mu.Unlock()
	if ended {
		return "", errEnded
	}
	select {
	case <-changed:
		s.team.db.mu.Lock()
		defer s.team.db.mu.Unlock()
		if s.ended {
			return "", errEnded
		}
		return TopicShards, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *fakeSession) Exchange(ctx context.Context, me int64, changes []Change) (now State, err error) {
	err = s.reach(ctx, func(d *database) error {
		if s.ended {
			return errEnded
		}
		if m := d.processes[me]; m != nil {
			m.Beat++
			m.at = time.Now()
			for _, c := range changes {
				d.change(s, me, c)
			}
			if len(changes) > 0 {
				d.notify()
			}
		}
		for _, m := range d.processes {
			m.Held = m.session != nil
			now.Processes = append(now.Processes, m.Process)
		}
		slices.SortFunc(now.Processes, func(a, b Process) int { return int(a.ID - b.ID) })
		now.Shards = slices.Clone(d.shards)
		for n := range now.Shards {
			now.Shards[n].Locked = d.locks[n] == s
		}
		return nil
	})
	return now, err
}

// change makes a change as the statements of a real session do.
func (d *database) change(s *fakeSession, me int64, c Change) {
	var x *Shard
	if c.shard < len(d.shards) {
		x = &d.shards[c.shard]
	}
	tryLock := func() {
		if x.Owner == me && d.locks[c.shard] == nil {
			d.locks[c.shard] = s
		}
	}
	free := func(id int64) {
		for n := range d.shards {
			x := &d.shards[n]
			if x.Owner == id {
				x.Owner, x.Answered = 0, nil
			}
			if x.Heir == id {
				x.Heir, x.Connected = 0, false
			}
		}
		delete(d.processes, id)
	}
	switch c.do {
	case end:
		if m := d.processes[c.process]; m != nil && m.session != nil && m.Beat == c.beat {
			d.end(m.session)
		}
	case bury:
		if m := d.processes[c.process]; m != nil && m.session == nil {
			free(c.process)
		}
	case claim:
		if x.Owner == 0 && (x.Heir == 0 || x.Heir == me) {
			*x = Shard{Owner: me}
			tryLock()
		}
	case inherit:
		if x.Heir == 0 && x.Owner != 0 && x.Owner != me {
			x.Heir, x.Connected = me, false
		}
	case disinherit:
		if x.Heir == me {
			x.Heir, x.Connected = 0, false
		}
	case announce:
		x.Connected = x.Connected || x.Heir == me
	case lock:
		tryLock()
	case unlock:
		delete(d.locks, c.shard)
	case give:
		if x.Owner == me {
			*x = Shard{Owner: x.Heir, Alive: c.alive.UnixMilli(), Answered: append([]string{}, c.answered...)}
		}
		delete(d.locks, c.shard)
	case leave:
		d.processes[me].Leaving = true
	case resign:
		free(me)
	}
}

// holder implements Holder for a process.
type holder struct{ *process }

func (h holder) Connect(n int) {
	h.locked(func() {
		h.hears[n] = false
		time.AfterFunc(h.team.turn()+h.connectTime, func() {
			h.locked(func() {
				if _, still := h.hears[n]; still {
					h.hears[n] = true
				}
			})
		})
	})
}

func (h holder) Connected(n int) (hears bool) {
	h.locked(func() { hears = h.hears[n] })
	return hears
}

func (h holder) Disconnect(n int) { h.locked(func() { delete(h.hears, n) }) }

func (h holder) Serve(_ context.Context, n int, alive time.Time, _ []string) error {
	for _, other := range h.team.all() {
		if other != h.process && other.answers(n) {
			h.team.t.Errorf("%v: process %d takes shard %d, which process %d still answers", time.Now(), h.node.me, n, other.node.me)
		}
	}
	h.locked(func() { h.serves[n], h.alive = true, alive })
	return nil
}

func (h holder) Stop(_ context.Context, n int) []string {
	h.locked(func() { delete(h.serves, n) })
	return []string{fmt.Sprint("click at ", n)}
}

func (h holder) Share(processes int) { h.locked(func() { h.share = processes }) }

// team is a group of processes.
type team struct {
	t        *testing.T
	db       *database
	interval time.Duration // minimum time between the starts of two sessions

	mu        sync.Mutex
	processes []*process
	next      time.Time // earliest start of the next session
}

// testTeam runs a test of a team with a fake clock. Afterwards it kills the processes.
func testTeam(t *testing.T, test func(t *testing.T, m *team)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := &team{t: t, db: &database{changed: make(chan struct{})}}
		defer func() {
			for _, p := range m.all() {
				m.kill(p)
			}
		}()
		test(t, m)
	})
}

// turn returns how long a session has to wait until it may start.
func (m *team) turn() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := time.Now()
	if at.Before(m.next) {
		at = m.next
	}
	m.next = at.Add(m.interval)
	return time.Until(at)
}

func (m *team) all() []*process {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.processes)
}

// start starts n processes, and returns the last of them.
func (m *team) start(n, shards int) (p *process) {
	m.t.Helper()
	for range n {
		p = &process{team: m, serves: map[int]bool{}, hears: map[int]bool{}, connectTime: 300 * time.Millisecond, done: make(chan struct{})}
		started := p
		p.node = New(Config{Database: p, Log: zerolog.Nop(), Joined: func(int64) {}, Heard: func(string) {}, Deaf: func() {}})
		ctx, stop := context.WithCancel(context.Background())
		p.stop = stop
		if _, err := p.node.Join(ctx, shards, false); err != nil {
			m.t.Fatal(err)
		}
		m.mu.Lock()
		m.processes = append(m.processes, p)
		m.mu.Unlock()
		go func() {
			defer close(started.done)
			if err := started.node.Run(ctx, holder{started}); err != nil {
				m.t.Error(err)
			}
		}()
	}
	return p
}

// kill ends a process without any cleanup.
func (m *team) kill(p *process) {
	p.stop()
	<-p.done // this ends its session
	p.locked(func() { p.serves, p.hears = map[int]bool{}, map[int]bool{} })
	m.mu.Lock()
	defer m.mu.Unlock()
	m.processes = slices.DeleteFunc(m.processes, func(x *process) bool { return x == p })
}

// awaitServed waits until all shards are answered, and returns how long that took.
func (m *team) awaitServed(shards int) time.Duration {
	m.t.Helper()
	began := time.Now()
	for time.Since(began) < 5*time.Minute {
		n := 0
		for shard := range shards {
			n += m.answers(shard)
		}
		if n == shards {
			return time.Since(began)
		}
		time.Sleep(50 * time.Millisecond) // by the fake clock
	}
	m.t.Fatal("not every shard is served")
	return 0
}

// answers returns how many processes answer for a shard. More than one fail the test.
func (m *team) answers(shard int) (by int) {
	m.t.Helper()
	for _, p := range m.all() {
		if p.answers(shard) {
			by++
		}
	}
	if by > 1 {
		m.t.Errorf("shard %d is answered by %d processes", shard, by)
	}
	return by
}

// owned returns the number of shards of each process, in ascending order.
func (m *team) owned() (each []int) {
	for _, p := range m.all() {
		each = append(each, p.node.Counts().Owned)
	}
	slices.Sort(each)
	return each
}

// wantNoneLost fails the test if a process has lost shards.
func (m *team) wantNoneLost(when any) {
	m.t.Helper()
	for _, p := range m.all() {
		if c := p.node.Counts(); c.Lost > 0 {
			m.t.Errorf("%v: a process counts %+v", when, c)
		}
	}
}

// rest lets time pass, so that shards can move.
func (m *team) rest(d time.Duration) { time.Sleep(d); synctest.Wait() }
