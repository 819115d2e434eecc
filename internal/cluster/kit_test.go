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

// database is a fake of what all processes share.
type database struct {
	mu         sync.Mutex
	lastNumber int64
	processes  map[int64]*member
	shards     []Shard
	changed    chan struct{} // closed and replaced when the state changes or a session ends
	down       bool          // it refuses connections
}

type member struct {
	Process
	by      *process
	at      time.Time    // of the last heartbeat
	session *fakeSession // nil: it has ended
}

// fakeSession implements Session for a process.
type fakeSession struct {
	*process
	ended bool
}

// process is a process of the bot. As a Holder it keeps its own state.
type process struct {
	team *team
	node *Node
	end  context.CancelFunc
	done chan struct{}

	mu          sync.Mutex
	cut         bool          // the database doesn't answer it
	dead        bool          // it has crashed
	deaf        bool          // it can't reach Discord
	dialTime    time.Duration // time that it needs to open a session
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

// deafen sets whether the process is cut off from Discord.
func (p *process) deafen(deaf bool) { p.locked(func() { p.deaf = deaf }) }

// cutOff sets whether the process is cut off from the database.
func (p *process) cutOff(cut bool) { p.locked(func() { p.cut = cut }) }

// answers reports whether the process would answer a click in a shard.
func (p *process) answers(n int) (serves bool) {
	p.locked(func() { serves = p.serves[n] && p.hears[n] && !p.deaf })
	return serves && p.node.Trusted()
}

// reach calls do with the database locked. If the process is cut off, it waits until the context ends.
func (p *process) reach(ctx context.Context, do func(*database) error) error {
	cut, dead := false, false
	if p.locked(func() { cut, dead = p.cut, p.dead }); cut {
		<-ctx.Done()
		return ctx.Err()
	}
	d := p.team.db
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down || dead {
		return errEnded
	}
	return do(d)
}

func (p *process) Open(ctx context.Context) (s Session, err error) {
	var dialTime time.Duration
	p.locked(func() { dialTime = p.dialTime })
	pause(ctx, dialTime)
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
			if m.by == s.process {
				d.end(m.session)
				m.session, id = s, m.ID
				m.Beat++
			}
			lives = lives || m.session != nil || time.Since(m.at) < Expiry
		}
		of = len(d.shards)
		switch {
		case id != 0 || lives && (adopt || of == shards):
		case lives:
			return &Divided{Theirs: of, Ours: shards}
		case of != shards:
			of, d.processes, d.shards = shards, map[int64]*member{}, make([]Shard, shards)
		}
		if id == 0 {
			d.lastNumber++
			id = d.lastNumber
			d.processes[id] = &member{Process: Process{ID: id}, by: s.process, at: time.Now(), session: s}
		}
		return nil
	})
	return id, of, err
}

// end ends a session, which may be nil.
func (d *database) end(s *fakeSession) {
	for _, m := range d.processes {
		if s != nil && m.session == s {
			s.ended, m.session = true, nil
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
				d.change(m, c)
			}
		}
		for _, m := range d.processes {
			m.Held = m.session != nil
			now.Processes = append(now.Processes, m.Process)
		}
		slices.SortFunc(now.Processes, func(a, b Process) int { return int(a.ID - b.ID) })
		now.Shards = slices.Clone(d.shards)
		return nil
	})
	return now, err
}

// change makes a change as the statements of a real session do.
func (d *database) change(me *member, c Change) {
	d.notify()
	gone := me.ID
	switch c.do {
	case move:
		if x := &d.shards[c.shard]; x.Owner == c.from.Owner && x.Heir == c.from.Heir {
			if c.to.Owner == x.Owner {
				c.to.Answered = x.Answered
			}
			*x = c.to
		}
		return
	case leave:
		me.Leaving = c.leaving
		return
	case bury:
		gone = c.process.ID
		if m := d.processes[gone]; m == nil || m.session != nil {
			if m != nil && m.Beat == c.process.Beat {
				d.end(m.session)
			}
			return // its connections have to end first
		}
	}
	delete(d.processes, gone)
	for n := range d.shards {
		if x := &d.shards[n]; x.Owner == gone {
			x.Owner, x.Answered = 0, nil
		} else if x.Heir == gone {
			x.Heir = 0
		}
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
	h.locked(func() { hears = h.hears[n] && !h.deaf })
	return hears
}

func (h holder) Disconnect(n int) { h.locked(func() { delete(h.hears, n) }) }

func (h holder) Serve(_ context.Context, n int, _ time.Time, _ []string) error {
	for _, other := range h.team.all() {
		if other != h.process && other.answers(n) {
			h.team.t.Errorf("%v: process %d takes shard %d, which process %d still answers", time.Now(), h.node.me, n, other.node.me)
		}
	}
	h.locked(func() { h.serves[n] = true })
	return nil
}

func (h holder) Stop(_ context.Context, n int) []string {
	h.locked(func() { delete(h.serves, n) })
	return []string{fmt.Sprint("click at ", n)}
}

func (h holder) Settled() {}

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
		p.node = New(Config{Open: p.Open, Log: zerolog.Nop(), Heard: func(string) {}, Deaf: func() {}})
		ctx, stop := context.WithCancel(context.Background())
		p.end = stop
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

// kill crashes a process.
func (m *team) kill(p *process) {
	p.locked(func() { p.dead = true })
	m.stop(p)
}

// stop stops a process, which frees the shards that it hasn't handed over.
func (m *team) stop(p *process) {
	p.end()
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
		if c := p.node.Counts(); c.Moved["lost"] > 0 {
			m.t.Errorf("%v: a process counts %+v", when, c)
		}
	}
}

// rest lets time pass, so that shards can move.
func (m *team) rest(d time.Duration) { time.Sleep(d); synctest.Wait() }
