package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/store"
	"deuces/table"
)

// The tests in this file use PostgreSQL.

// newDatabase returns the address of an empty database of this program.
func newDatabase(t *testing.T) string {
	t.Helper()
	address := pgtest.New(t)
	db, err := store.Open(t.Context(), address, zerolog.Nop())
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// joined is a process that has joined, without a Node.
type joined struct {
	*store.Store
	t       *testing.T
	session *session
	member  *store.Member
	me      int64
}

func join(t *testing.T, address string) *joined {
	t.Helper()
	p := &joined{t: t, member: store.NewMember(address)}
	var err error
	if p.Store, err = store.Share(t.Context(), p.member); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	p.open()
	if p.me, _, err = p.session.Join(t.Context(), 2, false); err != nil {
		t.Fatal(err)
	}
	p.member.Number.Store(p.me)
	return p
}

// open opens a new session.
func (p *joined) open() {
	p.t.Helper()
	s, err := Database{p.member}.Open(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	p.session = s.(*session)
	p.t.Cleanup(s.Close)
}

// do makes changes and returns the state after them.
func (p *joined) do(changes ...Change) State {
	p.t.Helper()
	state, err := p.session.Exchange(p.t.Context(), p.me, changes)
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

// until makes changes until the state is as wished.
func (p *joined) until(what string, is func(State) bool, changes ...Change) {
	p.t.Helper()
	for end := time.Now().Add(10 * time.Second); !is(p.do(changes...)); {
		if time.Now().After(end) {
			p.t.Fatalf("not %s: %+v", what, p.do())
		}
	}
}

func ownedBy(process int64) func(State) bool {
	return func(s State) bool { return s.Shards[0].Owner == process && s.Shards[1].Owner == process }
}

var bothShards = []Change{{do: claim, shard: 0}, {do: claim, shard: 1}}

// The locks of a process that crashes are free at once. Another process takes its shards only after
// all its connections have ended, so that nothing is written afterwards.
func TestTheLocksOfACrashedProcessAreFree(t *testing.T) {
	address := newDatabase(t)
	one, two := join(t, address), join(t, address)
	if s := one.do(bothShards...); !ownedBy(one.me)(s) || !s.Shards[0].Locked {
		t.Fatalf("the first process has %+v", s)
	}
	if s := two.do(append(bothShards, Change{do: bury, process: one.me})...); !ownedBy(one.me)(s) || s.Shards[0].Locked {
		t.Fatalf("the second process changes shards of the first one: %+v", s)
	}
	one.session.Close()
	ended := func(s State) bool { return !s.Processes[0].Held }
	two.until("noticed", ended)
	if s := two.do(Change{do: bury, process: one.me}); !ownedBy(one.me)(s) {
		t.Fatalf("the first process still has connections with which it may write, and its shards are %+v", s)
	}
	beat := two.do().Processes[0].Beat
	two.until("free", ownedBy(0), Change{do: end, process: one.me, beat: beat}, Change{do: bury, process: one.me})
	two.until("taken", ownedBy(two.me), bothShards...)
	// Until it has joined again, the first process can't write.
	if err := one.GuildRemoved(t.Context(), "1", time.Now()); err == nil {
		err = one.GuildRemoved(t.Context(), "1", time.Now())
		t.Errorf("a process that was declared dead writes: %v", err)
	} else if err := one.GuildRemoved(t.Context(), "1", time.Now()); !errors.Is(err, store.ErrLost) {
		t.Errorf("a process that was declared dead gets %v", err)
	}
	one.open()
	if err := one.session.Attach(t.Context(), one.me); !errors.Is(err, ErrLost) {
		t.Errorf("it goes on: %v", err)
	}
	var err error
	if one.me, _, err = one.session.Join(t.Context(), 2, false); err != nil {
		t.Fatal(err)
	}
	one.member.Number.Store(one.me)
	if err := one.GuildRemoved(t.Context(), "1", time.Now()); err != nil {
		t.Errorf("it has joined again, and can't write: %v", err)
	}
}

// A process that loses only its session goes on with its shards. If the server still has the earlier
// session, it ends.
func TestASessionIsReplaced(t *testing.T) {
	address := newDatabase(t)
	one, two := join(t, address), join(t, address)
	one.do(bothShards...)
	for _, closed := range []bool{true, false} {
		if closed {
			one.session.Close()
		}
		one.open()
		if err := one.session.Attach(t.Context(), one.me); err != nil {
			t.Fatal(err)
		}
		if s := one.do(); !ownedBy(one.me)(s) || !s.Shards[0].Locked || !s.Shards[1].Locked {
			t.Errorf("it has %+v", s)
		}
		two.do(Change{do: end, process: one.me, beat: 1}, Change{do: bury, process: one.me})
		if s := one.do(); !ownedBy(one.me)(s) {
			t.Errorf("the other process has taken the shards: %+v", s)
		}
	}
}

// A process hangs while it writes. Its transaction ends with its connections, so another
// process reads a log to which nothing is added afterwards.
func TestAProcessThatHangsInATransactionIsDisconnected(t *testing.T) {
	address := newDatabase(t)
	one, two := join(t, address), join(t, address)
	one.do(bothShards...)
	hanging, err := one.member.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hanging.Exec(t.Context(), `BEGIN; INSERT INTO greeted (guild, at) VALUES ('1', 1)`); err != nil {
		t.Fatal(err)
	}
	beat := two.do().Processes[0].Beat
	two.until("free", ownedBy(0), Change{do: end, process: one.me, beat: beat}, Change{do: bury, process: one.me})
	if _, err := hanging.Exec(t.Context(), `COMMIT`); err == nil {
		t.Error("what it was about to write is written")
	}
}

// A process of another user, who may not end the connections of the others, is refused. If it runs
// nevertheless, its own heartbeats don't fail because of that.
func TestAProcessOfAUserWhoMayNotEndTheOthersIsRefused(t *testing.T) {
	address := newDatabase(t)
	one := join(t, address)
	execute := func(statements string) {
		t.Helper()
		admin, err := pgx.Connect(t.Context(), address)
		if err == nil {
			_, err = admin.Exec(t.Context(), statements)
			_ = admin.Close(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	execute(`CREATE ROLE lodger LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO lodger; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO lodger`)
	defer execute(`DROP OWNED BY lodger; DROP ROLE lodger`)
	other := &joined{t: t, member: store.NewMember(strings.Replace(address, "user=deuces", "user=lodger", 1))}
	_, refused := store.Share(t.Context(), other.member)
	_, found := store.Inspect(t.Context(), other.member.Address)
	for _, err := range []error{refused, found} {
		if err == nil || !strings.Contains(err.Error(), "use the same user") {
			t.Errorf("a process of another user gets %v, want that all must have the same user", err)
		}
	}
	other.open()
	var err error
	if other.me, _, err = other.session.Join(t.Context(), 2, false); err != nil {
		t.Fatal(err)
	}
	defer other.session.Close()
	if s := other.do(Change{do: end, process: one.me, beat: other.do().Processes[0].Beat}); len(s.Processes) != 2 || !s.Processes[0].Held {
		t.Errorf("after it tried to end the connections of another process: %+v", s)
	}
	_, err = store.Inspect(t.Context(), address)
	if err == nil || !strings.Contains(err.Error(), "use the same user") {
		t.Errorf("a superuser's process, which the others may not end, gets %v", err)
	}
}

// An heir gets a shard together with what the owner has answered.
func TestAShardIsGivenToItsHeir(t *testing.T) {
	address := newDatabase(t)
	one, two := join(t, address), join(t, address)
	one.do(bothShards...)
	two.do(Change{do: inherit, shard: 0})
	two.do(Change{do: announce, shard: 0})
	served := time.Now()
	one.do(Change{do: give, shard: 0, alive: served, answered: []string{"5", "7"}}, Change{do: leave})
	s := two.do(Change{do: lock, shard: 0})
	if x := s.Shards[0]; x.Owner != two.me || !x.Locked || x.Heir != 0 || x.Connected || fmt.Sprint(x.Answered) != "[5 7]" || x.Alive != served.UnixMilli() {
		t.Errorf("the heir finds %+v", x)
	}
	if !s.Processes[0].Leaving || s.Processes[1].Leaving {
		t.Errorf("who leaves: %+v", s.Processes)
	}
	one.do(Change{do: resign})
	if s := two.do(); len(s.Processes) != 1 || s.Shards[1].Owner != 0 || s.Shards[1].Alive == 0 {
		t.Errorf("after the first process has resigned: %+v", s)
	}
}

func TestProcessesAgreeOnTheNumberOfShards(t *testing.T) {
	address := newDatabase(t)
	one := join(t, address)
	other := &joined{t: t, member: store.NewMember(address)}
	other.open()
	if _, _, err := other.session.Join(t.Context(), 3, false); !errors.As(err, new(*Divided)) {
		t.Errorf("another number of shards: %v", err)
	}
	if _, of, err := other.session.Join(t.Context(), 3, true); err != nil || of != 2 {
		t.Errorf("with adopt, the number of shards is %d, %v", of, err)
	}
	other.session.Close()
	one.session.Close()
	_ = one.Close()
	admin, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	// The server notices a moment later that sessions have ended; pg_terminate_backend waits for that.
	for _, query := range []string{`UPDATE processes SET beat = beat - 60000, alive = 77`,
		`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name IN (SELECT name FROM processes)`} {
		if _, err := admin.Exec(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	other.open()
	var of int
	if other.me, of, err = other.session.Join(t.Context(), 3, false); err != nil || of != 3 {
		t.Fatalf("after the last process, the number of shards is %d, %v", of, err)
	}
	if s := other.do(); len(s.Shards) != 3 || len(s.Processes) != 1 || s.Shards[2].Alive != 77 {
		t.Errorf("it finds %+v", s)
	}
}

// Two processes both believe that they serve all guilds. Players click at either of them. The logs are
// lines of legal rounds, and the standings are those of the logs.
func TestTwoProcessesServeTheSameTables(t *testing.T) {
	address := newDatabase(t)
	clicks := gametest.Dose(t, 300, 1000, 10_000)
	ctx, end := context.WithTimeout(t.Context(), 10*time.Minute)
	defer end()
	settings := match.DefaultSettings()
	settings.Pause = 0
	var dbs []*store.Store
	var tables []*table.Registry
	for range 2 {
		db, err := store.Share(t.Context(), store.NewMember(address))
		if err != nil {
			t.Fatal(err)
		}
		r := table.NewRegistry(table.Config{Log: db, Rules: systems.New, Settings: settings, Logger: zerolog.Nop(),
			Latest: func(system string) (int, bool) { s, ok := systems.Latest(system); return s.Version, ok }})
		t.Cleanup(func() { _, _ = r.Close(context.Background()), db.Close() })
		dbs, tables = append(dbs, db), append(tables, r)
	}
	var players []match.Player
	for n := range 4 {
		p, err := dbs[0].Player(ctx, fmt.Sprint(n), fmt.Sprint("P", n))
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	serve := func() {
		for _, r := range tables {
			if err := r.Serve(ctx, func(string) bool { return true }, time.Time{}); err != nil {
				t.Error(err)
			}
		}
	}
	var clicked, conflicts atomic.Int64
	var played [2]atomic.Int64 // by process
	all := systems.All()
	var work sync.WaitGroup
	for n := range 6 {
		work.Go(func() {
			var m match.Match
			for over := true; clicked.Add(1) <= int64(clicks); over = m.Phase == match.Over {
				at := tables[rand.IntN(2)]
				if over {
					o := match.Opening{Guild: fmt.Sprint("g", n%2), Channel: fmt.Sprint("c", n), System: all[n%len(all)].Name, Host: players[0], Others: players[1:]}
					next, err := at.Open(ctx, o)
					if errors.As(err, new(*table.ChannelTaken)) {
						continue // this process doesn't know yet that the table is over, the other does
					}
					if err != nil {
						t.Error(err)
						return
					}
					m = next
					serve()
					_, _ = at.Do(ctx, m.ID, match.Start{Player: players[0]})
				}
				now, err := at.Match(ctx, m.ID)
				if err != nil {
					continue
				}
				m = now
				if m.Phase != match.Playing {
					continue
				}
				act := matchtest.Turn(m, rand.IntN(len(m.State.Legal())))
				by := rand.IntN(2)
				switch _, err := tables[by].Do(ctx, m.ID, act); {
				case err == nil:
					played[by].Add(1)
				case errors.Is(err, table.ErrConflict):
					conflicts.Add(1)
				case errors.Is(err, match.ErrStale), errors.As(err, new(*game.Illegal)), errors.Is(err, table.ErrNotStored):
				default:
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	for _, r := range tables {
		if err := r.Close(ctx); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d clicks: %d and %d plays, %d conflicts", clicks, played[0].Load(), played[1].Load(), conflicts.Load())
	if played[0].Load() == 0 || played[1].Load() == 0 {
		t.Error("only one of the two processes has played")
	}
	for what, check := range map[string]func() ([]string, error){
		"the check": func() ([]string, error) { return dbs[0].Check(ctx) },
		"the logs":  func() ([]string, error) { return dbs[0].Recount(ctx, systems.New) },
	} {
		if found, err := check(); len(found) > 0 || err != nil {
			t.Errorf("%s: %v, %v", what, found, err)
		}
	}
}
