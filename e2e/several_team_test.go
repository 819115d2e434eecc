package e2e

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/cluster"
	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// team is a bot of several processes on one PostgreSQL database, with players at tables in guilds
// of all shards.
type team struct {
	*crowd
	shards  int
	members []*Server
	answers *answers
	tables  []*Table
	began   time.Time // when all tables were open
}

// teamConfig describes a team.
type teamConfig struct {
	address     string // address of the database; "": a new database
	processes   int
	shards      int
	tables      int // number of tables, at least one per shard; 0: none
	sessions    int // how many sessions may start per day
	concurrency int // how many sessions may start at the same time; 0: 16
}

// doseTeamConfig returns the usual team of the dose, for a number of faults.
func doseTeamConfig(t testing.TB, faults int) teamConfig {
	return teamConfig{processes: gametest.Dose(t, 2, 2, 3), shards: gametest.Dose(t, 4, 4, 12), tables: teamTables(t), sessions: 200 * (faults + 10)}
}

// replyWithin is long enough for a busy machine, and short enough for waiting on clicks that get no
// answer.
const replyWithin = 10 * time.Second

// newTeam starts the processes, opens tables, and makes people play at them.
func newTeam(t testing.TB, cfg teamConfig) *team {
	t.Helper()
	if cfg.address == "" {
		cfg.address = pgtest.New(t)
	}
	s := NewServerOn(t, sandbox.Config{Identifies: cfg.sessions, Shards: cfg.shards, Concurrency: cmp.Or(cfg.concurrency, 16), Unlimited: true, ReplyWithin: replyWithin, OneAddress: true}, "DEUCES_DB="+cfg.address)
	s.Stop()
	m := &team{crowd: s.Crowd(newRand(t)), shards: cfg.shards}
	t.Cleanup(func() {
		for _, p := range m.members {
			p.finish()
		}
	})
	for range cfg.processes {
		m.startProcess()
	}
	m.waitForEvenShares()
	if cfg.tables > 0 {
		m.answers = followAnswers(t, s.Discord)
		m.Open(cfg.tables)
	}
	return m
}

// startProcess starts another process, with additional environment variables, and adds it to the team.
func (m *team) startProcess(env ...string) {
	m.t.Helper()
	p := *m.Server
	p.log, p.bot = &botLog{}, nil
	p.env = append(append(slices.Clone(m.env), freeStatusPort), env...)
	m.members = append(m.members, &p)
	p.Start()
}

// remove removes a process from the team. It doesn't stop the process.
func (m *team) remove(p *Server) {
	m.members = slices.DeleteFunc(m.members, func(x *Server) bool { return x == p })
}

// waitForEvenShares waits until each process owns an even share of the shards.
func (m *team) waitForEvenShares() {
	m.t.Helper()
	least, most := m.shards/len(m.members), (m.shards+len(m.members)-1)/len(m.members)
	m.WaitUntil("an even share", func() bool {
		sum := 0
		for _, p := range m.members {
			n := int(p.metrics()["deuces_shards_owned"])
			if n < least || n > most {
				return false
			}
			sum += n
		}
		return sum == m.shards
	})
}

// Open opens tables in guilds of all shards, and makes people play at them until the test ends.
// Their total rate is teamPlayRate, if the machine is fast enough.
func (m *team) Open(tables int) {
	m.t.Helper()
	all := systems.All()
	opened := map[int]int{} // number of tables by shard
	for n := 0; len(opened) < m.shards || len(m.tables) < tables; n++ {
		name := fmt.Sprintf("table-%d", n)
		guild, channel := m.Guild(fmt.Sprintf("Guild %d", n), name)
		shard := cluster.Of(guild, m.shards)
		if n < 100 && opened[shard] > tables/m.shards {
			continue // this shard has enough
		}
		opened[shard]++
		g := m.Table(channel, fmt.Sprint("A", n), fmt.Sprint("B", n), fmt.Sprint("C", n), fmt.Sprint("D", n))
		g.Open(all[len(m.tables)%len(all)].Name, nil)
		m.tables = append(m.tables, g)
	}
	pace := rate.NewLimiter(rate.Limit(teamPlayRate(m.t)), 10)
	// A player who sees nothing new for this long opens the hand again. It is enough for a slow
	// machine.
	patience := 2*time.Second + time.Duration(len(m.tables))*8*time.Second/time.Duration(pace.Limit())
	for _, g := range m.tables {
		m.Play(g, func(p *player) {
			p.patience, p.maxPause, p.wrongRate, p.pace = patience, 500*time.Millisecond, 0.1, pace
		})
	}
	m.began = time.Now()
}

// timeUntilAnswered returns how long it takes until each table has answered a command.
func (m *team) timeUntilAnswered() time.Duration {
	m.t.Helper()
	// Discord delivers an interaction only to connected sessions, so commands are repeated, at first
	// often and then seldom. All tables together send no more commands than the bot can answer in
	// addition to the plays. Otherwise a queue would grow, and all answers would be late.
	const often, seldom = 300 * time.Millisecond, 2 * time.Second
	pace := rate.NewLimiter(rate.Limit(teamPlayRate(m.t))/2, len(m.tables))
	began := time.Now()
	ctx, cancel := context.WithTimeout(m.t.Context(), sandboxtest.Patience)
	defer cancel()
	var all sync.WaitGroup
	for _, at := range m.tables {
		all.Go(func() {
			answered := make(chan struct{}, 1)
			for wait := often; ; wait = min(2*wait, seldom) {
				if err := pace.Wait(ctx); err != nil {
					m.t.Errorf("the table in %s no longer answers", at.channel)
					return
				}
				go func() {
					ctx, cancel := context.WithTimeout(ctx, replyWithin)
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
				case <-time.After(wait):
				case <-ctx.Done(): // the next call of pace.Wait returns the error
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// newTeamBehindProxy starts a team of two processes. The second one reaches the database through the proxy.
func newTeamBehindProxy(t *testing.T, faults int) (*proxy, *team) {
	t.Helper()
	cfg := teamConfig{address: pgtest.New(t), processes: 1, shards: 4, tables: teamTables(t), sessions: 200 * (faults + 10)}
	proxy, proxied := newDBProxy(t, cfg.address)
	m := newTeam(t, cfg)
	m.startProcess("DEUCES_DB=" + proxied)
	return proxy, m
}

// takeOver repeatedly makes a process useless, until the others serve its shards and play has gone on, and
// brings it back, so that it gets shards again. Then it stops the team.
func (m *team) takeOver(p *Server, times int, what string, fail func() (back func())) {
	t := m.t.(*testing.T)
	t.Helper()
	var took []time.Duration
	for range times {
		m.waitForEvenShares()
		m.waitForPlays()
		back := fail()
		m.remove(p)
		began := time.Now()
		m.waitForEvenShares()
		m.timeUntilAnswered()
		took = append(took, time.Since(began))
		m.waitForPlays()
		back()
		m.members = append(m.members, p)
	}
	m.waitForEvenShares()
	m.waitForPlays()
	m.stopAndCompare()
	t.Logf("until the last table answers after a process %s: %s", what, medianAndWorst(took))
}

// waitForPlays waits for ten more plays.
func (m *team) waitForPlays() {
	m.t.Helper()
	m.clicks.waitForPlays(m.t, m.clicks.plays()+10)
}

// stopAndCompare stops all processes, compares the clicks with the logs, and checks that each
// interaction got one answer.
func (m *team) stopAndCompare() {
	t := m.t.(*testing.T)
	t.Helper()
	played := time.Since(m.began)
	m.Leave()
	for _, p := range m.members {
		p.Stop()
	}
	m.clicks.compareWithLogs(t, histories(t, m.db))
	t.Logf("%d interactions, %.0f plays a second; %v", m.answers.check(t), float64(m.clicks.plays())/played.Seconds(), m.clicks)
}

// psql executes statements in the database.
func (m *team) psql(statements string) {
	m.t.Helper()
	if out, err := exec.Command("psql", "--quiet", "--no-psqlrc", m.db, "--command", statements).CombinedOutput(); err != nil {
		m.t.Fatalf("psql: %v: %s", err, out)
	}
}

// followBoards looks at the boards of all tables. The function that it returns ends that, and returns
// for how long a channel had two boards of live tables at most.
func (m *team) followBoards() (longest func() time.Duration) {
	ctx, stop := context.WithCancel(m.t.Context())
	var looking sync.WaitGroup
	var most time.Duration
	looking.Go(func() {
		since := map[string]time.Time{} // by channel
		for ctx.Err() == nil {
			for _, at := range m.tables {
				boards := 0
				messages, err := at.People[0].Messages(ctx, at.channel)
				for _, x := range messages {
					if isBoard(x) && findButton(x, "hand/") != "" {
						boards++
					}
				}
				began, doubled := since[at.channel]
				switch {
				case err != nil:
				case boards < 2:
					delete(since, at.channel)
				case !doubled:
					since[at.channel] = time.Now()
				default:
					most = max(most, time.Since(began))
				}
			}
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	})
	return func() time.Duration { stop(); looking.Wait(); return most }
}

// medianAndWorst returns a text with the median and the longest of the given times.
func medianAndWorst(all []time.Duration) string {
	slices.Sort(all)
	if len(all) == 0 {
		return "none"
	}
	return fmt.Sprintf("median %v, worst %v of %d", all[len(all)/2].Round(time.Millisecond), all[len(all)-1].Round(time.Millisecond), len(all))
}

// Environment variables set the size of a story: DEUCES_TABLES the number of tables, DEUCES_PLAYS
// the plays per second, and DEUCES_KILLS the number of faults.

func teamTables(t testing.TB) int {
	return envNumber(t, "DEUCES_TABLES", func() int { return gametest.Dose(t, 4, 4, 40) })
}

func teamPlayRate(t testing.TB) int {
	return envNumber(t, "DEUCES_PLAYS", func() int { return gametest.Dose(t, 15, 15, 100) })
}

func faultCount(t testing.TB, small, ci, long int) int {
	return envNumber(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, small, ci, long) })
}
