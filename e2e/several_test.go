package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/leases"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// team is several processes of one bot on one PostgreSQL database, and players at tables of
// guilds in all shards.
type team struct {
	*house
	shards  int
	members []*member
	rand    *rand.Rand
	book    *book
	tables  []string // their channels
	names   []string // of users, by channel: one who is at the table
	leave   func()   // has everybody stop playing
}

// member is one of the processes.
type member struct {
	*house
}

// replyWithin leaves a busy machine time, and lets nobody wait for long for a process that is gone.
const replyWithin = 10 * time.Second

// newTeam starts so many processes and opens so many tables.
func newTeam(t testing.TB, processes, shards, tables, sessions int) *team {
	t.Helper()
	return newTeamOn(t, pgtest.New(t), processes, shards, tables, sessions)
}

// newTeamOn is newTeam on the database at an address.
func newTeamOn(t testing.TB, address string, processes, shards, tables, sessions int) *team {
	t.Helper()
	h := newHouseOn(t, sandbox.Config{Identifies: sessions, Shards: shards, Concurrency: 16, Unlimited: true, ReplyWithin: replyWithin}, "DEUCES_DB="+address)
	h.stop()
	m := &team{house: h, shards: shards, rand: luck(t), book: newBook()}
	t.Cleanup(func() {
		for _, p := range m.members {
			p.stop()
			if strings.Contains(p.log.String(), "DATA RACE") {
				t.Error("a process has data races")
			}
			if t.Failed() {
				t.Logf("a process's log:\n%s", p.log)
			}
		}
	})
	for range processes {
		m.join()
	}
	m.even()
	m.open(tables)
	return m
}

// join starts another process.
func (m *team) join() *member {
	m.t.Helper()
	one := *m.house
	p := &member{house: &one}
	p.log, p.bot = &botLog{}, nil
	p.env = append(slices.Clone(m.env), anyAddr)
	m.members = append(m.members, p)
	p.start()
	return p
}

// gone forgets a process.
func (m *team) gone(p *member) {
	m.members = slices.DeleteFunc(m.members, func(x *member) bool { return x == p })
}

// owned is how many shards a process has.
func (p *member) owned() int { return int(p.measured()["deuces_shards_owned"]) }

// even waits until all have an even share.
func (m *team) even() {
	m.t.Helper()
	least, most := m.shards/len(m.members), (m.shards+len(m.members)-1)/len(m.members)
	m.soon("an even share", func() bool {
		sum := 0
		for _, p := range m.members {
			n := p.owned()
			if n < least || n > most {
				return false
			}
			sum += n
		}
		return sum == m.shards
	})
}

// soon waits for what processes say of themselves, which they don't tell unasked.
func (m *team) soon(what string, holds func() bool) {
	m.t.Helper()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for hangs := time.After(sandboxtest.Patience); !holds(); {
		select {
		case <-look.C:
		case <-hangs:
			for _, p := range m.members {
				m.t.Logf("%v", p.measured())
			}
			m.t.Fatalf("in vain waited for %s", what)
		}
	}
}

// open opens tables in guilds of all shards, and has people play at them until the test ends.
func (m *team) open(tables int) {
	m.t.Helper()
	ctx, stop := context.WithCancel(m.t.Context())
	var playing sync.WaitGroup
	m.leave = func() { stop(); playing.Wait() }
	m.t.Cleanup(m.leave)
	channels := map[int][]string{} // by shard
	for n := 0; len(channels) < m.shards || len(m.tables) < tables; n++ {
		guild := fmt.Sprintf("Guild %d", n)
		name := fmt.Sprintf("table-%d", n)
		if err := m.Do(ctx, "POST", "/sandbox/guilds", map[string]any{"name": guild, "channels": []string{name}}, nil); err != nil {
			m.t.Fatal(err)
		}
		at := m.channelIDs()[name]
		shard := leases.Of(at[0], m.shards)
		if n < 100 && len(channels[shard]) > tables/m.shards {
			continue // enough of this one
		}
		channels[shard] = append(channels[shard], at[1])
		m.tables = append(m.tables, at[1])
	}
	all, think := systems.All(), gametest.Dose(m.t, 500*time.Millisecond, 500*time.Millisecond, 100*time.Millisecond)
	for i, channel := range m.tables {
		g := m.group(m.rand.Uint64(), channel, fmt.Sprintf("A%d", i), fmt.Sprintf("B%d", i), fmt.Sprintf("C%d", i), fmt.Sprintf("D%d", i))
		g.open(all[i%len(all)].Name, nil)
		m.names = append(m.names, fmt.Sprintf("A%d", i))
		for _, p := range g.players(m.book) {
			p.patience, p.think, p.wrong = 4*think, think, 0.1
			if err := p.watch(ctx); err != nil {
				m.t.Fatal(err)
			}
			playing.Go(func() { p.play(ctx) })
		}
	}
}

// answering is how long it takes until each table answers a command.
func (m *team) answering() time.Duration {
	m.t.Helper()
	began := time.Now()
	ctx, cancel := context.WithTimeout(m.t.Context(), sandboxtest.Patience)
	defer cancel()
	var all sync.WaitGroup
	for i, channel := range m.tables {
		u, err := m.User(ctx, m.names[i])
		if err != nil {
			m.t.Fatal(err)
		}
		all.Go(func() {
			answered := make(chan struct{}, 1)
			again := time.NewTicker(300 * time.Millisecond)
			defer again.Stop()
			for {
				go func() {
					if _, err := u.Command(ctx, channel, "rules", nil); err == nil {
						select {
						case answered <- struct{}{}:
						default:
						}
					}
				}()
				select {
				case <-answered:
					return
				case <-again.C:
				case <-ctx.Done():
					m.t.Errorf("the table in %s does not answer any more", channel)
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// goesOn waits until more is played.
func (m *team) goesOn() {
	m.t.Helper()
	m.book.await(m.t.(*testing.T), m.book.plays()+10)
}

// holds compares what users were told with the logs, and looks whether each interaction had
// one answer.
func (m *team) holds() {
	t := m.t.(*testing.T)
	t.Helper()
	m.leave()
	for _, p := range slices.Clone(m.members) {
		p.stop()
	}
	m.book.hold(t, histories(t, m.db))
	calls, err := m.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, c := range calls {
		if !strings.HasSuffix(c.Path, "/callback") {
			continue
		}
		// A process repeats what had no answer in time, to the letter. Two of them don't say
		// the same: whoever comes second finds the turn over.
		if before, is := answers[c.Path]; is && before != string(c.Body) {
			t.Errorf("%s was answered twice: %s, and %s", c.Path, before, c.Body)
		}
		answers[c.Path] = string(c.Body)
	}
	if len(answers) == 0 {
		t.Error("no interaction was answered: is the search blind?")
	}
	t.Logf("%d interactions, %v", len(answers), m.book)
}

// spread is the median and the worst of some times.
func spread(all []time.Duration) string {
	slices.Sort(all)
	if len(all) == 0 {
		return "none"
	}
	return fmt.Sprintf("median %v, worst %v of %d", all[len(all)/2].Round(time.Millisecond), all[len(all)-1].Round(time.Millisecond), len(all))
}

// tablesOfATeam is how many tables there are.
func tablesOfATeam(t *testing.T) int { return gametest.Dose(t, 4, 12, 300) }

// A process is killed, and the others go on with its tables: nothing that anybody was told
// is lost, and nothing happens twice. DEUCES_KILLS says how often.
func TestSeveralProcessesOneKilled(t *testing.T) {
	t.Parallel()
	kills := number(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 1, 3, 50) })
	m := newTeam(t, gametest.Dose(t, 2, 3, 3), gametest.Dose(t, 4, 12, 12), tablesOfATeam(t), 100*(kills+10))
	var took []time.Duration
	for range kills {
		m.goesOn()
		p := m.members[m.rand.IntN(len(m.members))]
		m.gone(p)
		p.kill()
		took = append(took, m.answering())
		m.goesOn()
		m.join()
		m.even()
	}
	m.holds()
	t.Logf("until the last table answers after a kill: %s", spread(took))
}

// A process stands still until others have taken its shards, and goes on: it has lost them,
// writes nothing, answers nobody twice, and comes by others.
func TestSeveralProcessesOneStopped(t *testing.T) {
	t.Parallel()
	stops := gametest.Dose(t, 1, 2, 20)
	m := newTeam(t, gametest.Dose(t, 2, 3, 3), gametest.Dose(t, 4, 12, 12), tablesOfATeam(t), 100*(stops+10))
	var took []time.Duration
	for range stops {
		m.goesOn()
		p := m.members[m.rand.IntN(len(m.members))]
		signal(t, p, syscall.SIGSTOP)
		m.gone(p)
		took = append(took, m.answering())
		m.goesOn()
		signal(t, p, syscall.SIGCONT)
		m.members = append(m.members, p)
		m.even()
		m.goesOn()
	}
	m.holds()
	t.Logf("until the last table answers after a process stood still: %s", spread(took))
}

func signal(t *testing.T, p *member, s os.Signal) {
	t.Helper()
	if err := p.bot.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// Each process is stopped as an operator does it, and started again: a shard is handed over
// when its heir is connected, and nobody's click is lost.
func TestSeveralProcessesRollingRestart(t *testing.T) {
	t.Parallel()
	rounds := gametest.Dose(t, 1, 2, 10)
	m := newTeam(t, gametest.Dose(t, 2, 3, 3), gametest.Dose(t, 4, 12, 12), tablesOfATeam(t), 200*(rounds+10))
	var took []time.Duration
	for range rounds {
		for _, p := range slices.Clone(m.members) {
			m.goesOn()
			m.join()
			m.even()
			began := time.Now()
			m.gone(p)
			p.stop()
			took = append(took, time.Since(began))
			m.even()
		}
	}
	refused := m.book.refused[504]
	m.holds()
	if refused > 0 {
		t.Errorf("%d clicks had no answer", refused)
	}
	t.Logf("until a process that was told to stop has ended: %s", spread(took))
	// A container engine waits ten seconds before it kills; a busy machine gets more.
	if worst := slices.Max(took); worst > sandboxtest.Patience/4 {
		t.Errorf("a process took %v to stop", worst)
	}
}

// All connections to the database end, again and again: clicks meanwhile are refused or
// wait, and play goes on by itself.
func TestSeveralProcessesLoseTheirDatabase(t *testing.T) {
	t.Parallel()
	times := gametest.Dose(t, 2, 4, 10)
	m := newTeam(t, 2, 4, tablesOfATeam(t), 1000)
	var took []time.Duration
	for range times {
		m.goesOn()
		end := exec.Command("psql", "--quiet", "--no-psqlrc", m.db, "--command", `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		if out, err := end.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		took = append(took, m.answering())
		m.goesOn()
	}
	m.holds()
	t.Logf("until the last table answers after all connections were lost: %s", spread(took))
}

// PostgreSQL crashes and starts again, again and again: what was acknowledged is there, and
// play goes on by itself.
func TestSeveralProcessesWhoseDatabaseRestarts(t *testing.T) {
	t.Parallel()
	times := gametest.Dose(t, 1, 3, 10)
	address, restart := pgtest.Own(t)
	m := newTeamOn(t, address, gametest.Dose(t, 2, 3, 3), gametest.Dose(t, 4, 12, 12), tablesOfATeam(t), 1000)
	var took []time.Duration
	for range times {
		m.goesOn()
		restart()
		took = append(took, m.answering())
		m.goesOn()
	}
	m.even()
	m.holds()
	t.Logf("until the last table answers after the database was there again: %s", spread(took))
}

// A process that would divide the guilds otherwise is refused, with a sentence.
func TestSeveralProcessesOfOneNumberOfShards(t *testing.T) {
	t.Parallel()
	m := newTeam(t, 1, 2, 2, 1000)
	other := exec.CommandContext(t.Context(), program)
	other.Dir = m.dir
	other.Env = append(slices.Clone(m.env), "DEUCES_SHARDS=3")
	out, err := other.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the processes that run share 2 shards, this one wants 3") {
		t.Errorf("it ends with %v, and says %s", err, out)
	}
	m.goesOn()
	m.holds()
}
