package cluster

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/store"
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
	errtest.Must(t, err)
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
	p.join()
	return p
}

// join opens a new session and joins.
func (p *joined) join() {
	p.t.Helper()
	p.open()
	var err error
	if p.me, _, err = p.session.Join(p.t.Context(), 2, false); err != nil {
		p.t.Fatal(err)
	}
}

func (p *joined) open() {
	p.t.Helper()
	s, err := Open(p.t.Context(), p.member)
	errtest.Must(p.t, err)
	p.session = s.(*session)
	p.t.Cleanup(s.Close)
}

// execute executes a statement in a database.
func execute(t *testing.T, address, statement string) {
	t.Helper()
	admin, err := pgx.Connect(context.Background(), address)
	if err == nil {
		_, err = admin.Exec(context.Background(), statement)
		_ = admin.Close(context.Background())
	}
	errtest.Must(t, err)
}

// do makes changes and returns the state after them.
func (p *joined) do(changes ...Change) State {
	p.t.Helper()
	state, err := p.session.Exchange(p.t.Context(), p.me, changes)
	errtest.Must(p.t, err)
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

// claim returns the changes with which a process takes both shards, if they are free.
func (p *joined) claim() []Change {
	return []Change{{do: move, shard: 0, to: Shard{Owner: p.me}}, {do: move, shard: 1, to: Shard{Owner: p.me}}}
}

func ownedBy(process int64) func(State) bool {
	return func(s State) bool { return s.Shards[0].Owner == process && s.Shards[1].Owner == process }
}

// A process crashes or hangs, possibly while it writes. Another process takes its shards only after all
// its connections have ended, so that nothing is written afterwards. Until it has joined again, the
// process can't write.
func TestADeadProcessWritesNothing(t *testing.T) {
	for _, hangs := range []bool{false, true} {
		address := newDatabase(t)
		one, two := join(t, address), join(t, address)
		one.do(one.claim()...)
		writing, err := one.member.Connect(t.Context())
		if err == nil {
			_, err = writing.Exec(t.Context(), `BEGIN; INSERT INTO greeted (guild, at) VALUES ('1', 1)`)
		}
		errtest.Must(t, err)
		seen := two.do().Processes[0]
		one.do()
		if s := two.do(append(two.claim(), Change{do: bury, process: seen})...); !ownedBy(one.me)(s) || !s.Processes[0].Held {
			t.Fatalf("the second process changes the shards of one that has sent a heartbeat: %+v", s)
		}
		if !hangs {
			one.session.Close()
			two.until("noticed", func(s State) bool { return !s.Processes[0].Held })
			two.do(Change{do: bury, process: seen})
			if s := two.do(); !ownedBy(one.me)(s) {
				t.Fatalf("the first process still has a connection that writes, and its shards are %+v", s)
			}
		}
		two.until("free", ownedBy(0), Change{do: bury, process: two.do().Processes[0]})
		two.until("taken", ownedBy(two.me), two.claim()...)
		if _, err := writing.Exec(t.Context(), `COMMIT`); err == nil {
			t.Error("a process that was declared dead has written what it had begun")
		}
		first, second := one.GuildRemoved(t.Context(), "1", time.Now()), one.GuildRemoved(t.Context(), "1", time.Now())
		if first == nil || !errors.Is(second, store.ErrLost) {
			t.Errorf("a process that was declared dead writes, and gets %v and %v, want %v", first, second, store.ErrLost)
		}
		before := one.me
		if one.join(); one.me == before {
			t.Error("a process that was declared dead joins under its old number")
		}
		if err := one.GuildRemoved(t.Context(), "1", time.Now()); err != nil {
			t.Errorf("it has joined again, and can't write: %v", err)
		}
	}
}

// A process that loses only its session goes on with its shards. If the server still has the earlier
// session, it ends.
func TestASessionIsReplaced(t *testing.T) {
	address := newDatabase(t)
	one, two := join(t, address), join(t, address)
	one.do(one.claim()...)
	for _, closed := range []bool{true, false} {
		seen := two.do().Processes[0]
		if closed {
			one.session.Close()
		}
		one.join()
		two.do(Change{do: bury, process: seen})
		if s := one.do(); !ownedBy(one.me)(s) || !s.Processes[0].Held {
			t.Errorf("after a new session, earlier closed: %t, it finds %+v", closed, s)
		}
	}
}

// A process of another user, who may not end the connections of the others, is refused. If it runs
// nevertheless, its own heartbeats don't fail because of that.
func TestAProcessOfAUserWhoMayNotEndTheOthersIsRefused(t *testing.T) {
	address := newDatabase(t)
	one := join(t, address)
	execute(t, address, `CREATE ROLE lodger LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO lodger; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO lodger`)
	defer execute(t, address, `DROP OWNED BY lodger; DROP ROLE lodger`)
	other := &joined{t: t, member: store.NewMember(strings.Replace(address, "user=deuces", "user=lodger", 1))}
	_, refused := store.Share(t.Context(), other.member)
	_, found := store.Inspect(t.Context(), other.member.Address)
	other.join()
	defer other.session.Close()
	_, superuser := store.Inspect(t.Context(), address)
	for who, err := range map[string]error{"a process of another user": refused, "doctor": found, "a superuser's process, which the others may not end": superuser} {
		if err == nil || !strings.Contains(err.Error(), "use the same user") {
			t.Errorf("%s gets %v, want that all must have the same user", who, err)
		}
	}
	if s := other.do(Change{do: bury, process: other.do().Processes[0]}); len(s.Processes) != 2 || !s.Processes[0].Held || s.Processes[0].ID != one.me {
		t.Errorf("after it tried to end the connections of another process: %+v", s)
	}
}

// An heir gets a shard together with what the owner has answered, and so does who takes a shard that was
// left to nobody.
func TestAShardIsHandedOver(t *testing.T) {
	address := newDatabase(t)
	one, two := join(t, address), join(t, address)
	owned, inherited := Shard{Owner: one.me}, Shard{Owner: one.me, Heir: two.me}
	one.do(one.claim()...)
	two.do(Change{do: move, shard: 0, from: owned, to: inherited})
	given := Shard{Owner: two.me, Alive: time.Now().UnixMilli(), Answered: []string{"5", "7"}}
	free := Shard{Alive: 3, Answered: []string{}}
	s := one.do(Change{do: leave, leaving: true}, Change{do: move, shard: 0, from: owned, to: free}, // the heir was named meanwhile
		Change{do: move, shard: 0, from: inherited, to: given}, Change{do: move, shard: 1, from: owned, to: free})
	if x := s.Shards[0]; x.Answered != nil || !s.Processes[0].Leaving || s.Processes[1].Leaving {
		t.Errorf("the previous owner reads %+v", s)
	}
	if s := two.do(); !reflect.DeepEqual(s.Shards, []Shard{given, free}) {
		t.Errorf("the heir finds %+v, want %+v and %+v", s.Shards, given, free)
	}
	two.do(Change{do: resign})
	if s := one.do(); len(s.Processes) != 1 || s.Shards[0].Owner != 0 || s.Shards[0].Alive == 0 {
		t.Errorf("after the heir has resigned: %+v", s)
	}
}

func TestProcessesAgreeOnTheNumberOfShards(t *testing.T) {
	address := newDatabase(t)
	one := join(t, address)
	ask := func(shards int, adopt bool) (of int, err error) {
		other := &joined{t: t, member: store.NewMember(address)}
		other.open()
		defer other.session.Close()
		if other.me, of, err = other.session.Join(t.Context(), shards, adopt); err == nil {
			if s := other.do(Change{do: resign}); len(s.Shards) != of || of == 3 && s.Shards[2].Alive != 77 {
				t.Errorf("of %d shards it finds %+v, want that they were alive until 77", of, s)
			}
		}
		return of, err
	}
	if _, err := ask(3, false); !errors.As(err, new(*Divided)) {
		t.Errorf("another number of shards: %v", err)
	}
	if of, err := ask(3, true); err != nil || of != 2 {
		t.Errorf("with adopt, the number of shards is %d, %v", of, err)
	}
	one.session.Close()
	_ = one.Close()
	// The server notices a moment later that sessions have ended; pg_terminate_backend waits for that.
	execute(t, address, `UPDATE processes SET beat = beat - 60000, alive = 77`)
	execute(t, address, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name IN (SELECT name FROM processes)`)
	if of, err := ask(3, false); err != nil || of != 3 {
		t.Errorf("after the last process, the number of shards is %d, %v", of, err)
	}
}
