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

// database is a fake of the state in the database that all processes share.
type database struct {
	mu         sync.Mutex
	lastNumber int64
	shardCount int
	processes  map[int64]*member
	shards     []leases.Shard
}

type member struct {
	expires time.Time
	leaving bool
}

// process is a process of the bot. As a store and as a holder it keeps its own state.
type process struct {
	team   *team
	keeper *leases.Keeper
	id     int64
	stop   context.CancelFunc
	done   chan struct{}

	mu          sync.Mutex
	cut         bool      // it can't reach the database
	refusesGive bool      // it can't hand over shards
	alive       time.Time // when the shard that it took last was last known to be alive
	serves      map[int]bool
	hears       map[int]bool
	connectTime time.Duration // time that a session takes to connect
	share       int
}

var errCut = errors.New("the database can't be reached")

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
	return serves && p.keeper.Trusted()
}

// store implements leases.Store for a process.
type store struct{ *process }

// reach calls do with the database locked. If the process is cut off, it returns errCut instead.
func (s store) reach(do func(*database) error) (err error) {
	if s.locked(func() {
		if s.cut {
			err = errCut
		}
	}); err != nil {
		return err
	}
	d := s.team.db
	d.mu.Lock()
	defer d.mu.Unlock()
	return do(d)
}

// change is like reach, but returns leases.ErrLost if the process was removed from the database.
func (s store) change(do func(*database)) error {
	return s.reach(func(d *database) error {
		if d.processes[s.id] == nil {
			return leases.ErrLost
		}
		do(d)
		return nil
	})
}

// shard changes the state of a shard.
func (s store) shard(n int, do func(*leases.Shard)) error {
	return s.change(func(d *database) { do(&d.shards[n]) })
}

func (s store) Join(_ context.Context, shards int, adopt bool) (id int64, of int, err error) {
	err = s.reach(func(d *database) error {
		lives := false
		for _, m := range d.processes {
			lives = lives || time.Now().Before(m.expires)
		}
		switch {
		case lives && adopt:
			shards = d.shardCount
		case lives && d.shardCount != shards:
			return &leases.Divided{Theirs: d.shardCount, Ours: shards}
		case !lives:
			d.shardCount, d.processes, d.shards = shards, map[int64]*member{}, make([]leases.Shard, shards)
		}
		d.lastNumber++
		s.id, id, of = d.lastNumber, d.lastNumber, shards
		d.processes[id] = &member{expires: time.Now().Add(leases.Expiry)}
		return nil
	})
	return id, of, err
}

func (s store) Renew(context.Context) error {
	return s.change(func(d *database) { d.processes[s.id].expires = time.Now().Add(leases.Expiry) })
}

func (s store) State(context.Context) (now leases.State, err error) {
	err = s.reach(func(d *database) error {
		for id, m := range d.processes {
			now.Processes = append(now.Processes, leases.Process{ID: id, Expired: time.Now().After(m.expires), Leaving: m.leaving})
		}
		slices.SortFunc(now.Processes, func(a, b leases.Process) int { return int(a.ID - b.ID) })
		now.Shards = slices.Clone(d.shards)
		return nil
	})
	return now, err
}

// free removes a process and frees its shards.
func (d *database) free(id int64) {
	for n := range d.shards {
		x := &d.shards[n]
		if x.Owner == id {
			d.lastNumber++
			x.Owner, x.Term, x.Answered = 0, d.lastNumber, nil
		}
		if x.Heir == id {
			x.Heir, x.Connected = 0, false
		}
	}
	delete(d.processes, id)
}

func (s store) Bury(_ context.Context, id int64) error {
	return s.change(func(d *database) {
		if m := d.processes[id]; m != nil && time.Now().After(m.expires) {
			d.free(id)
		}
	})
}

func (s store) Claim(_ context.Context, shards []int) error {
	return s.change(func(d *database) {
		d.lastNumber++
		for _, n := range shards {
			if x := &d.shards[n]; x.Owner == 0 && (x.Heir == 0 || x.Heir == s.id) {
				*x = leases.Shard{Owner: s.id, Term: d.lastNumber}
			}
		}
	})
}

func (s store) Inherit(_ context.Context, n int) error {
	return s.shard(n, func(x *leases.Shard) {
		if x.Heir == 0 && x.Owner != 0 && x.Owner != s.id {
			x.Heir, x.Connected = s.id, false
		}
	})
}

func (s store) Disinherit(_ context.Context, n int) error {
	return s.shard(n, func(x *leases.Shard) {
		if x.Heir == s.id {
			x.Heir, x.Connected = 0, false
		}
	})
}

func (s store) Connected(_ context.Context, n int) error {
	return s.shard(n, func(x *leases.Shard) { x.Connected = x.Connected || x.Heir == s.id })
}

func (s store) Give(_ context.Context, n int, answered []string) error {
	keeps := false
	if s.locked(func() { keeps = s.refusesGive }); keeps {
		return errCut
	}
	return s.change(func(d *database) {
		if x := &d.shards[n]; x.Owner == s.id {
			d.lastNumber++
			*x = leases.Shard{Owner: x.Heir, Term: d.lastNumber, Answered: append([]string{}, answered...)}
		}
	})
}

func (s store) Leave(context.Context) error {
	return s.change(func(d *database) { d.processes[s.id].leaving = true })
}

func (s store) Resign(context.Context) error { return s.change(func(d *database) { d.free(s.id) }) }

func (s store) Hold(int, int64) {}

// holder implements leases.Holder for a process.
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

func (h holder) Take(_ context.Context, n int, alive time.Time, _ []string) error {
	for _, other := range h.team.all() {
		if other != h.process && other.answers(n) {
			h.team.t.Errorf("%v: process %d takes shard %d, which process %d still answers", time.Now(), h.id, n, other.id)
		}
	}
	h.locked(func() { h.serves[n], h.alive = true, alive })
	return nil
}

func (h holder) Drain(_ context.Context, n int) []string {
	h.Lose(n)
	return []string{fmt.Sprint("click at ", n)}
}

func (h holder) Lose(n int) { h.locked(func() { delete(h.serves, n) }) }

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
		m := &team{t: t, db: &database{}}
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
			defer close(started.done)
			if err := started.keeper.Run(ctx, holder{started}); err != nil {
				m.t.Error(err)
			}
		}()
	}
	return p
}

// kill ends a process without any cleanup.
func (m *team) kill(p *process) {
	p.stop()
	<-p.done
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
		each = append(each, p.keeper.Counts().Owned)
	}
	slices.Sort(each)
	return each
}

// wantNoneLost fails the test if a process has lost its lease.
func (m *team) wantNoneLost(when any) {
	m.t.Helper()
	for _, p := range m.all() {
		if c := p.keeper.Counts(); c.Lost > 0 {
			m.t.Errorf("%v: a process counts %+v", when, c)
		}
	}
}

// rest lets time pass, so that shards can move.
func (m *team) rest(d time.Duration) { time.Sleep(d); synctest.Wait() }
