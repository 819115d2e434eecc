package leases_test

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

	"deuces/internal/leases"
)

// database is the state that processes share, as a store keeps it.
type database struct {
	mu        sync.Mutex
	last      int64
	of        int
	processes map[int64]*member
	shards    []leases.Shard
}

type member struct {
	expires time.Time
	leaving bool
}

// process is a process with its state in the database and its holder. It has the methods of
// leases.Store and leases.Holder.
type process struct {
	t      *testing.T
	db     *database
	team   *team
	keeper *leases.Keeper
	id     int64
	stop   context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	cut    bool      // it can't reach the database
	keeps  bool      // it can't hand over a shard
	alive  time.Time // when the shard that it took last was last known to be alive
	serves map[int]bool
	hears  map[int]bool
	slow   time.Duration // time until it is connected
	share  int
}

var errCut = errors.New("the database can't be reached")

func (p *process) reach() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut {
		return errCut
	}
	return nil
}

// change changes the database, if the process is alive and can reach it.
func (p *process) change(do func()) error {
	if err := p.reach(); err != nil {
		return err
	}
	p.db.mu.Lock()
	defer p.db.mu.Unlock()
	if p.db.processes[p.id] == nil {
		return leases.ErrLost
	}
	do()
	return nil
}

func (p *process) Join(_ context.Context, shards int, adopt bool) (int64, int, error) {
	if err := p.reach(); err != nil {
		return 0, 0, err
	}
	d := p.db
	d.mu.Lock()
	defer d.mu.Unlock()
	lives := false
	for _, m := range d.processes {
		lives = lives || time.Now().Before(m.expires)
	}
	switch {
	case lives && adopt:
		shards = d.of
	case lives && d.of != shards:
		return 0, 0, &leases.Divided{Theirs: d.of, Ours: shards}
	case !lives:
		d.of, d.processes, d.shards = shards, map[int64]*member{}, make([]leases.Shard, shards)
	}
	d.last++
	p.id = d.last
	d.processes[p.id] = &member{expires: time.Now().Add(leases.Expiry)}
	return p.id, shards, nil
}

func (p *process) Renew(context.Context) error {
	return p.change(func() { p.db.processes[p.id].expires = time.Now().Add(leases.Expiry) })
}

func (p *process) State(context.Context) (s leases.State, err error) {
	if err := p.reach(); err != nil {
		return s, err
	}
	p.db.mu.Lock()
	defer p.db.mu.Unlock()
	for id, m := range p.db.processes {
		s.Processes = append(s.Processes, leases.Process{ID: id, Expired: time.Now().After(m.expires), Leaving: m.leaving})
	}
	slices.SortFunc(s.Processes, func(a, b leases.Process) int { return int(a.ID - b.ID) })
	s.Shards = slices.Clone(p.db.shards)
	return s, nil
}

func (p *process) shard(n int, do func(*leases.Shard)) error {
	return p.change(func() { do(&p.db.shards[n]) })
}

func (p *process) free(id int64) {
	for n := range p.db.shards {
		x := &p.db.shards[n]
		if x.Owner == id {
			p.db.last++
			x.Owner, x.Term, x.Answered = 0, p.db.last, nil
		}
		if x.Heir == id {
			x.Heir, x.Connected = 0, false
		}
	}
	delete(p.db.processes, id)
}

func (p *process) Bury(_ context.Context, id int64) error {
	return p.change(func() {
		if m := p.db.processes[id]; m != nil && time.Now().After(m.expires) {
			p.free(id)
		}
	})
}

func (p *process) Claim(_ context.Context, shards []int) error {
	return p.change(func() {
		p.db.last++
		for _, n := range shards {
			if x := &p.db.shards[n]; x.Owner == 0 && (x.Heir == 0 || x.Heir == p.id) {
				x.Owner, x.Term, x.Heir, x.Connected, x.Answered = p.id, p.db.last, 0, false, nil
			}
		}
	})
}

func (p *process) Inherit(_ context.Context, n int) error {
	return p.shard(n, func(x *leases.Shard) {
		if x.Heir == 0 && x.Owner != 0 && x.Owner != p.id {
			x.Heir, x.Connected = p.id, false
		}
	})
}

func (p *process) Disinherit(_ context.Context, n int) error {
	return p.shard(n, func(x *leases.Shard) {
		if x.Heir == p.id {
			x.Heir, x.Connected = 0, false
		}
	})
}

func (p *process) Connected_(n int) error {
	return p.shard(n, func(x *leases.Shard) { x.Connected = x.Connected || x.Heir == p.id })
}

func (p *process) Give(_ context.Context, n int, answered []string) error {
	p.mu.Lock()
	keeps := p.keeps
	p.mu.Unlock()
	if keeps {
		return errCut
	}
	return p.shard(n, func(x *leases.Shard) {
		if x.Owner == p.id {
			p.db.last++
			*x = leases.Shard{Owner: x.Heir, Term: p.db.last, Answered: append([]string{}, answered...)}
		}
	})
}

func (p *process) Leave(context.Context) error {
	return p.change(func() { p.db.processes[p.id].leaving = true })
}

func (p *process) Resign(context.Context) error { return p.change(func() { p.free(p.id) }) }

func (p *process) Hold(int, int64) {}

// holder is the process as a leases.Holder.
type holder struct{ *process }

func (h holder) Connect(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hears[n] = false
	time.AfterFunc(h.team.turn()+h.slow, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if _, still := h.hears[n]; still {
			h.hears[n] = true
		}
	})
}

func (h holder) Connected(n int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hears[n]
}

func (h holder) Disconnect(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.hears, n)
}

func (h holder) Take(_ context.Context, n int, alive time.Time, _ []string) error {
	for _, other := range h.team.all() {
		if other != h.process && other.answers(n) {
			h.t.Errorf("%v: process %d takes shard %d, which process %d still answers", time.Now(), h.id, n, other.id)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.serves[n], h.alive = true, alive
	return nil
}

func (h holder) Drain(_ context.Context, n int) []string {
	h.Lose(n)
	return []string{fmt.Sprint("click at ", n)}
}

func (h holder) Lose(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.serves, n)
}

func (h holder) Share(processes int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.share = processes
}

// answers reports whether the process would answer a click in a shard.
func (p *process) answers(n int) bool {
	p.mu.Lock()
	serves := p.serves[n] && p.hears[n]
	p.mu.Unlock()
	return serves && p.keeper.Trusted()
}

// store is the process as a leases.Store. Its Connected differs from the holder's.
type store struct{ *process }

func (s store) Connected(_ context.Context, n int) error { return s.Connected_(n) }

// team is a group of processes.
type team struct {
	t  *testing.T
	db *database

	apart time.Duration // between the starts of two sessions

	mu        sync.Mutex
	processes []*process
	next      time.Time // earliest start of the next session
}

// turn returns how long a session has to wait before it may start.
func (m *team) turn() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := time.Now()
	if at.Before(m.next) {
		at = m.next
	}
	m.next = at.Add(m.apart)
	return time.Until(at)
}

func newTeam(t *testing.T) *team { return &team{t: t, db: &database{}} }

func (m *team) all() []*process {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.processes)
}

// start starts a process.
func (m *team) start(shards int) *process {
	m.t.Helper()
	p := &process{t: m.t, db: m.db, team: m, serves: map[int]bool{}, hears: map[int]bool{}, slow: 300 * time.Millisecond, done: make(chan struct{})}
	p.keeper = leases.New(store{p}, zerolog.Nop())
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	if _, err := p.keeper.Join(ctx, shards, false); err != nil {
		m.t.Fatal(err)
	}
	m.mu.Lock()
	m.processes = append(m.processes, p)
	m.mu.Unlock()
	go func() {
		defer close(p.done)
		if err := p.keeper.Run(ctx, holder{p}); err != nil {
			m.t.Error(err)
		}
	}()
	return p
}

// kill ends a process without any cleanup.
func (m *team) kill(p *process) {
	p.stop()
	<-p.done
	p.mu.Lock()
	p.serves, p.hears = map[int]bool{}, map[int]bool{}
	p.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.processes = slices.DeleteFunc(m.processes, func(x *process) bool { return x == p })
}

// served waits until every shard is answered, and returns how long that took.
func (m *team) served(shards int) time.Duration {
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

// answers returns how many processes answer for a shard, which must be at most one.
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

// has returns the number of shards that each process serves.
func (m *team) has() (each []int) {
	for _, p := range m.all() {
		each = append(each, p.keeper.Counts().Owned)
	}
	slices.Sort(each)
	return each
}

// rest lets time pass, so that shards can move.
func (m *team) rest(d time.Duration) { time.Sleep(d); synctest.Wait() }

func (m *team) end() {
	for _, p := range m.all() {
		m.kill(p)
	}
}
