package e2e

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
	*crowd
	shards  int
	members []*Server
	answers *answers
	tables  []*Table
	began   time.Time // when all tables were being played
}

// teamOf is the size of a team.
type teamOf struct {
	address     string // of the database; "": a new one
	processes   int
	shards      int
	tables      int // at least one per shard; 0: none
	sessions    int // how many may start in a day
	concurrency int // how many may start at the same time; 0: 16
}

// teamOfDose is the usual size in each dose, for a number of faults.
func teamOfDose(t testing.TB, faults int) teamOf {
	return teamOf{processes: gametest.Dose(t, 2, 3, 3), shards: gametest.Dose(t, 4, 12, 12), tables: tablesOfATeam(t), sessions: 200 * (faults + 10)}
}

// replyWithin is enough for a busy machine, and short enough for clicks that nobody answers.
const replyWithin = 10 * time.Second

// newTeam starts processes, and opens tables at which people play.
func newTeam(t testing.TB, of teamOf) *team {
	t.Helper()
	if of.address == "" {
		of.address = pgtest.New(t)
	}
	s := NewServerOn(t, sandbox.Config{Identifies: of.sessions, Shards: of.shards, Concurrency: cmp.Or(of.concurrency, 16), Unlimited: true, ReplyWithin: replyWithin}, "DEUCES_DB="+of.address)
	s.Stop()
	m := &team{crowd: s.Crowd(luck(t)), shards: of.shards}
	t.Cleanup(func() {
		for _, p := range m.members {
			p.ended()
		}
	})
	for range of.processes {
		m.join()
	}
	m.even()
	if of.tables > 0 {
		m.answers = follow(t, s.Discord)
		m.Open(of.tables)
	}
	return m
}

// join starts a process.
func (m *team) join() {
	m.t.Helper()
	p := *m.Server
	p.log, p.bot = &botLog{}, nil
	p.env = append(slices.Clone(m.env), anyAddr)
	m.members = append(m.members, &p)
	p.Start()
}

// gone removes a process from the team.
func (m *team) gone(p *Server) {
	m.members = slices.DeleteFunc(m.members, func(x *Server) bool { return x == p })
}

// even waits until all processes have an even share of the shards.
func (m *team) even() {
	m.t.Helper()
	least, most := m.shards/len(m.members), (m.shards+len(m.members)-1)/len(m.members)
	m.Soon("an even share", func() bool {
		sum := 0
		for _, p := range m.members {
			n := int(p.measured()["deuces_shards_owned"])
			if n < least || n > most {
				return false
			}
			sum += n
		}
		return sum == m.shards
	})
}

// Open opens tables in guilds of all shards, and makes people play at them until the test ends, at
// a total rate of plays per second if the machine is fast enough.
func (m *team) Open(tables int) {
	m.t.Helper()
	all := systems.All()
	opened := map[int]int{} // by shard
	for n := 0; len(opened) < m.shards || len(m.tables) < tables; n++ {
		name := fmt.Sprintf("table-%d", n)
		guild, channel := m.Guild(fmt.Sprintf("Guild %d", n), name)
		shard := leases.Of(guild, m.shards)
		if n < 100 && opened[shard] > tables/m.shards {
			continue // this shard has enough
		}
		opened[shard]++
		g := m.Table(channel, fmt.Sprint("A", n), fmt.Sprint("B", n), fmt.Sprint("C", n), fmt.Sprint("D", n))
		g.Open(all[len(m.tables)%len(all)].Name, nil)
		m.tables = append(m.tables, g)
	}
	pace := rate.NewLimiter(rate.Limit(playsOfATeam(m.t)), 10)
	// A player who sees nothing new opens the hand again. The time is long enough for a slow machine.
	patience := 2*time.Second + time.Duration(len(m.tables))*8*time.Second/time.Duration(pace.Limit())
	for _, g := range m.tables {
		m.Play(g, func(p *player) {
			p.patience, p.think, p.wrong, p.pace = patience, 500*time.Millisecond, 0.1, pace
		})
	}
	m.began = time.Now()
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
					if _, err := at.People[0].Command(ctx, at.channel, "help", nil); err == nil {
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

// holds compares the clicks with the logs, and checks that each interaction got one answer.
func (m *team) holds() {
	t := m.t.(*testing.T)
	t.Helper()
	played := time.Since(m.began)
	m.Leave()
	for _, p := range m.members {
		p.Stop()
	}
	m.clicks.hold(t, histories(t, m.db))
	t.Logf("%d interactions, %.0f plays a second; %v", m.answers.hold(t), float64(m.clicks.plays())/played.Seconds(), m.clicks)
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
