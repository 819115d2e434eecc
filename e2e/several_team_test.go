package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/leases"
	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// team is several processes of a bot on a PostgreSQL database, with players at tables in guilds of all shards.
type team struct {
	*Server
	shards  int
	members []*member
	rand    *rand.Rand
	clicks  *clicks
	answers *answers
	tables  []place
	began   time.Time // when all tables were being played
	leave   func()    // makes everybody stop playing
}

// place is a table's channel and one of its players.
type place struct {
	channel string
	user    *Person
}

// member is a process of a team.
type member struct {
	*Server
}

// replyWithin is enough for a busy machine, and short enough for clicks that nobody answers.
const replyWithin = 10 * time.Second

// newTeam starts processes and opens tables, at least one per shard; 0: none.
func newTeam(t testing.TB, processes, shards, tables, sessions int) *team {
	t.Helper()
	return newTeamOn(t, pgtest.New(t), processes, shards, tables, sessions)
}

// newTeamOn is like newTeam, with the address of the database.
func newTeamOn(t testing.TB, address string, processes, shards, tables, sessions int) *team {
	t.Helper()
	return newTeamAt(t, address, 16, processes, shards, tables, sessions)
}

// newTeamAt is like newTeamOn, with the number of sessions that may start at the same time.
func newTeamAt(t testing.TB, address string, concurrency, processes, shards, tables, sessions int) *team {
	t.Helper()
	s := NewServerOn(t, sandbox.Config{Identifies: sessions, Shards: shards, Concurrency: concurrency, Unlimited: true, ReplyWithin: replyWithin}, "DEUCES_DB="+address)
	s.Stop()
	m := &team{Server: s, shards: shards, rand: luck(t), clicks: newClicks()}
	t.Cleanup(func() {
		for _, p := range m.members {
			p.Stop()
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
	if tables > 0 {
		m.answers = follow(t, s.Discord)
		m.Open(tables)
	}
	return m
}

// join starts a process.
func (m *team) join() *member {
	m.t.Helper()
	one := *m.Server
	p := &member{Server: &one}
	p.log, p.bot = &botLog{}, nil
	p.env = append(slices.Clone(m.env), anyAddr)
	m.members = append(m.members, p)
	p.Start()
	return p
}

// gone removes a process from the team.
func (m *team) gone(p *member) {
	m.members = slices.DeleteFunc(m.members, func(x *member) bool { return x == p })
}

// owned returns the number of shards of a process.
func (p *member) owned() int { return int(p.measured()["deuces_shards_owned"]) }

// even waits until all processes have an even share of the shards.
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

// soon waits for a condition on the processes' metrics, which have to be polled.
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

// Open opens tables in guilds of all shards, and makes people play at them until the test ends, at
// a total rate of plays per second if the machine is fast enough.
func (m *team) Open(tables int) {
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
			continue // this shard has enough
		}
		channels[shard] = append(channels[shard], at[1])
		m.tables = append(m.tables, place{channel: at[1]})
	}
	pace := rate.NewLimiter(rate.Limit(playsOfATeam(m.t)), 10)
	// A player who sees nothing new opens the hand again. The time is long enough for a slow machine.
	patience := 2*time.Second + time.Duration(len(m.tables))*8*time.Second/time.Duration(pace.Limit())
	all := systems.All()
	var everybody []*player
	for i := range m.tables {
		at := &m.tables[i]
		g := m.Table(at.channel, fmt.Sprintf("A%d", i), fmt.Sprintf("B%d", i), fmt.Sprintf("C%d", i), fmt.Sprintf("D%d", i))
		at.user = g.People[0]
		g.Open(all[i%len(all)].Name, nil)
		for _, p := range g.players(m.clicks, m.rand) {
			p.patience, p.think, p.wrong, p.pace = patience, 500*time.Millisecond, 0.1, pace
			if err := p.watch(ctx); err != nil {
				m.t.Fatal(err)
			}
			everybody = append(everybody, p)
		}
	}
	m.began = time.Now()
	for _, p := range everybody {
		playing.Go(func() { p.play(ctx) })
	}
}

// answering returns how long it takes until each table has answered a command.
func (m *team) answering() time.Duration {
	m.t.Helper()
	// Discord delivers an interaction only to connected sessions, so commands are repeated. All tables
	// together send no more than can be answered besides the plays; otherwise a queue would grow and all
	// answers would be late.
	const (
		often = 300 * time.Millisecond
		wait  = 5 * time.Second // limit for one answer
	)
	pace := rate.NewLimiter(rate.Limit(playsOfATeam(m.t))/2, len(m.tables))
	began := time.Now()
	ctx, cancel := context.WithTimeout(m.t.Context(), sandboxtest.Patience)
	defer cancel()
	var all sync.WaitGroup
	for _, at := range m.tables {
		all.Go(func() {
			answered := make(chan struct{}, 1)
			again := time.NewTicker(often)
			defer again.Stop()
			for {
				if err := pace.Wait(ctx); err != nil {
					m.t.Errorf("the table in %s does not answer any more", at.channel)
					return
				}
				go func() {
					ctx, cancel := context.WithTimeout(ctx, wait)
					defer cancel()
					if _, err := at.user.Command(ctx, at.channel, "help", nil); err == nil {
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
				case <-ctx.Done(): // the rate limiter returned this error
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// goesOn waits for more plays.
func (m *team) goesOn() {
	m.t.Helper()
	m.clicks.await(m.t, m.clicks.plays()+10)
}

// holds compares the answers with the logs, and checks that each interaction got one answer.
func (m *team) holds() {
	t := m.t.(*testing.T)
	t.Helper()
	played := time.Since(m.began)
	m.leave()
	for _, p := range slices.Clone(m.members) {
		p.Stop()
	}
	m.clicks.hold(t, histories(t, m.db))
	m.answers.hold(t)
	t.Logf("%d interactions, %.0f plays a second; %v", m.answers.count(), float64(m.clicks.plays())/played.Seconds(), m.clicks)
}

// spread returns the median and the longest of some times.
func spread(all []time.Duration) string {
	slices.Sort(all)
	if len(all) == 0 {
		return "none"
	}
	return fmt.Sprintf("median %v, worst %v of %d", all[len(all)/2].Round(time.Millisecond), all[len(all)-1].Round(time.Millisecond), len(all))
}

// The size of a story: DEUCES_TABLES sets the number of tables, DEUCES_PLAYS the plays per second, and
// DEUCES_KILLS the number of faults.

func tablesOfATeam(t testing.TB) int {
	return number(t, "DEUCES_TABLES", func() int { return gametest.Dose(t, 4, 12, 300) })
}

func playsOfATeam(t testing.TB) int {
	return number(t, "DEUCES_PLAYS", func() int { return gametest.Dose(t, 40, 100, 300) })
}

func howOften(t testing.TB, small, ci, long int) int {
	return number(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, small, ci, long) })
}
