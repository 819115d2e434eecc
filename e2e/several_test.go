package e2e

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// TestSeveralProcessesOneKilled kills a process, and every third time two processes at the same
// time. The others continue the tables. No acknowledged play is lost, and no play happens twice.
func TestSeveralProcessesOneKilled(t *testing.T) {
	t.Parallel()
	kills := faultCount(t, 1, 1, 6)
	m := newTeam(t, doseTeamConfig(t, kills))
	var took []time.Duration
	for n := range kills {
		m.waitForPlays()
		dead := 1 + n%3/2
		for range dead {
			p := m.members[m.rand.IntN(len(m.members))]
			m.remove(p)
			p.Kill()
		}
		if len(m.members) == 0 {
			m.startProcess()
		}
		took = append(took, m.timeUntilAnswered())
		m.waitForPlays()
		for range dead {
			m.startProcess()
		}
		m.waitForEvenShares()
	}
	m.stopAndCompare()
	t.Logf("until the last table answers after a kill: %s", medianAndWorst(took))
}

// TestSeveralProcessesOneStopped suspends a process while it commits a play, until the other has taken
// its shards, or longer, and then resumes it. The play is stored or it isn't. The process has lost its
// shards. It writes nothing for them, answers nothing a second time, and gets other shards.
func TestSeveralProcessesOneStopped(t *testing.T) {
	t.Parallel()
	stops := faultCount(t, 1, 1, 6)
	proxy, m := newTeamBehindProxy(t, stops)
	p := m.members[1]
	signal := func(s os.Signal) {
		t.Helper()
		errtest.Must(t, p.bot.Process.Signal(s))
	}
	n := 0
	m.takeOver(p, stops, "was suspended", func() (back func()) {
		caught, release := make(chan struct{}), make(chan struct{})
		pause := func() { close(caught); <-release }
		proxy.onCommit.Store(&pause)
		m.AwaitLog(caught)
		signal(syscall.SIGSTOP)
		until := time.After(time.Duration(gametest.Dose(t, 0, 0, 60)) * time.Second)
		stored := n%2 == 1 // the commit gets through, but nobody hears of it
		if n++; stored {
			close(release)
		}
		return func() {
			<-until
			signal(syscall.SIGCONT)
			if !stored {
				close(release)
			}
		}
	})
}

// TestSeveralProcessesOneCutFromItsDatabase breaks the network between a process and PostgreSQL, but not
// the one to Discord. The process stops answering, and the other takes its shards. When the network
// is back, the process gets shards again.
func TestSeveralProcessesOneCutFromItsDatabase(t *testing.T) {
	t.Parallel()
	times := faultCount(t, 1, 1, 6)
	proxy, m := newTeamBehindProxy(t, times)
	m.takeOver(m.members[1], times, "was cut from its database", func() (back func()) {
		proxy.held.Lock()
		return proxy.held.Unlock
	})
}

// TestSeveralProcessesOneCutFromDiscord breaks the network between a process and Discord, but not the
// one to PostgreSQL. The process hands its shards to the other, which Discord can reach.
func TestSeveralProcessesOneCutFromDiscord(t *testing.T) {
	t.Parallel()
	times := faultCount(t, 1, 1, 4)
	m := newTeam(t, teamConfig{processes: 1, shards: 4, tables: teamTables(t), sessions: 200 * (times + 10)})
	proxy := newProxy(t, "tcp", strings.TrimPrefix(m.URL, "http://"))
	m.startProcess("DISCORD_API=http://" + proxy.Addr().String())
	m.takeOver(m.members[1], times, "was cut from Discord", func() (back func()) {
		proxy.setCut(true)
		return func() { proxy.setCut(false) }
	})
}

// TestSeveralProcessesRollingRestart starts a new process for each old one, and stops the old one
// as an operator does. A shard is handed over once its new owner is connected, and every click is
// answered.
func TestSeveralProcessesRollingRestart(t *testing.T) {
	t.Parallel()
	rounds := faultCount(t, 1, 1, 3)
	rollingRestart(t, newTeam(t, doseTeamConfig(t, rounds)), rounds)
}

// TestSeveralProcessesRollingRestartOneSessionAtATime is the same test if Discord starts only one
// session at a time. A process that stops waits until its shards are taken over one by one.
func TestSeveralProcessesRollingRestartOneSessionAtATime(t *testing.T) {
	t.Parallel()
	rounds := faultCount(t, 1, 1, 3)
	rollingRestart(t, newTeam(t, teamConfig{
		processes: 2, shards: gametest.Dose(t, 2, 2, 9), tables: gametest.Dose(t, 2, 2, 30), sessions: 200 * (rounds + 10), concurrency: 1,
	}), rounds)
}

func rollingRestart(t *testing.T, m *team, rounds int) {
	t.Helper()
	var took []time.Duration
	for range rounds {
		for _, p := range slices.Clone(m.members) {
			m.waitForPlays()
			m.startProcess()
			m.waitForEvenShares()
			began := time.Now()
			m.remove(p)
			p.Stop()
			took = append(took, time.Since(began))
			m.waitForEvenShares()
		}
	}
	m.stopAndCompare()
	if refused := m.clicks.refused[http.StatusGatewayTimeout]; refused > 0 {
		t.Errorf("%d clicks got no answer, want none", refused)
	}
	t.Logf("until a process that was told to stop has ended: %s", medianAndWorst(took))
	if worst := slices.Max(took); worst > sandboxtest.Patience/2 {
		t.Errorf("a process took %v to stop, want at most half the tests' patience", worst)
	}
}

// TestSeveralProcessesLoseTheirDatabase breaks all connections to the database repeatedly.
// Meanwhile clicks are refused or wait, and play continues by itself.
func TestSeveralProcessesLoseTheirDatabase(t *testing.T) {
	t.Parallel()
	times := faultCount(t, 2, 2, 6)
	m := newTeam(t, teamConfig{processes: 2, shards: 4, tables: teamTables(t), sessions: 1000})
	var took []time.Duration
	for range times {
		m.waitForPlays()
		m.psql(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		took = append(took, m.timeUntilAnswered())
		m.waitForPlays()
	}
	m.stopAndCompare()
	t.Logf("until the last table answers after all connections were lost: %s", medianAndWorst(took))
}

// TestSeveralProcessesWhoseDatabaseRestarts crashes and restarts PostgreSQL repeatedly. Every
// acknowledged play is stored, and play continues by itself.
func TestSeveralProcessesWhoseDatabaseRestarts(t *testing.T) {
	t.Parallel()
	times := faultCount(t, 1, 1, 6)
	address, restart := pgtest.Own(t)
	cfg := doseTeamConfig(t, times)
	cfg.address = address
	m := newTeam(t, cfg)
	var took []time.Duration
	for range times {
		m.waitForPlays()
		restart()
		took = append(took, m.timeUntilAnswered())
		m.waitForPlays()
	}
	m.waitForEvenShares()
	m.stopAndCompare()
	t.Logf("until the last table answers after the database restarted: %s", medianAndWorst(took))
}

// TestSeveralProcessesServeTheSameTables makes two processes believe that they own all shards: each has
// rows of its own about who lives and who owns what. Both get each click. The logs are as if there were
// one process, and no table has two boards for longer than an edit takes.
func TestSeveralProcessesServeTheSameTables(t *testing.T) {
	t.Parallel()
	m := newTeam(t, teamConfig{processes: 1, shards: 2, tables: teamTables(t), sessions: 1000})
	m.psql(`DO $$ DECLARE one text; BEGIN
		SELECT name INTO one FROM processes;
		ALTER TABLE processes RENAME TO all_processes;
		ALTER TABLE shards RENAME TO all_shards;
		ALTER TABLE all_shards DROP CONSTRAINT shards_pkey, ADD COLUMN first boolean DEFAULT true;
		INSERT INTO all_shards (shard, owner, first) SELECT shard, 0, false FROM all_shards;
		EXECUTE format('CREATE VIEW processes AS SELECT * FROM all_processes WHERE (name = %1$L) = (current_setting(''application_name'') = %1$L)', one);
		EXECUTE format('CREATE VIEW shards AS SELECT shard, owner, heir, connected, alive, answered FROM all_shards WHERE first = (current_setting(''application_name'') = %L)', one);
		END $$`)
	m.startProcess()
	m.WaitUntil("both own all shards", func() bool {
		return !slices.ContainsFunc(m.members, func(p *Server) bool { return int(p.metrics()["deuces_shards_owned"]) != m.shards })
	})
	longest := m.followBoards()
	m.clicks.waitForPlays(t, m.clicks.plays()+gametest.Dose(t, 50, 100, 5000))
	m.Leave()
	for _, p := range m.members {
		p.Stop()
	}
	m.psql(`DROP VIEW processes, shards; DELETE FROM all_shards WHERE NOT first; ALTER TABLE all_shards DROP COLUMN first, ADD CONSTRAINT shards_pkey PRIMARY KEY (shard);
		ALTER TABLE all_shards RENAME TO shards; ALTER TABLE all_processes RENAME TO processes`)
	m.stopAndCompare()
	db, err := store.Read(t.Context(), m.db)
	errtest.Must(t, err)
	defer db.Close()
	if found, err := db.Recount(t.Context(), systems.New); len(found) > 0 || err != nil {
		t.Errorf("the standings and those of the logs: %v, %v", found, err)
	}
	most := longest()
	t.Logf("a channel had two boards for at most %v", most)
	if most > sandboxtest.Patience/8 { // a busy machine
		t.Error("want that it has one board after an edit")
	}
}
