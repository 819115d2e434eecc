package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/internal/pgtest"
	"deuces/sandbox/sandboxtest"
)

// A process is killed, and every third time two at the same time. The others continue its tables. No
// acknowledged play is lost, and no play happens twice.
func TestSeveralProcessesOneKilled(t *testing.T) {
	t.Parallel()
	kills := howOften(t, 1, 3, 50)
	m := newTeam(t, teamOfDose(t, kills))
	var took []time.Duration
	for n := range kills {
		m.goesOn()
		dead := 1 + n%3/2
		for range dead {
			p := m.members[m.rand.IntN(len(m.members))]
			m.gone(p)
			p.Kill()
		}
		if len(m.members) == 0 {
			m.join()
		}
		took = append(took, m.answering())
		m.goesOn()
		for range dead {
			m.join()
		}
		m.even()
	}
	m.holds()
	t.Logf("until the last table answers after a kill: %s", spread(took))
}

// A process is stopped until others have taken its shards, and then continues. It has lost the shards, writes
// nothing, answers nobody twice, and gets other shards.
func TestSeveralProcessesOneStopped(t *testing.T) {
	t.Parallel()
	stops := howOften(t, 1, 2, 20)
	m := newTeam(t, teamOfDose(t, stops))
	var took []time.Duration
	for range stops {
		m.goesOn()
		p := m.members[m.rand.IntN(len(m.members))]
		signal := func(s os.Signal) {
			t.Helper()
			if err := p.bot.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		signal(syscall.SIGSTOP)
		m.gone(p)
		took = append(took, m.answering())
		m.goesOn()
		signal(syscall.SIGCONT)
		m.members = append(m.members, p)
		m.even()
		m.goesOn()
	}
	m.holds()
	t.Logf("until the last table answers after a process stood still: %s", spread(took))
}

// Each process is stopped as an operator does, and started again. A shard is handed over once its heir is
// connected, and every click is answered.
func TestSeveralProcessesRollingRestart(t *testing.T) {
	t.Parallel()
	rounds := howOften(t, 1, 2, 10)
	rollingRestart(t, newTeam(t, teamOfDose(t, rounds)), rounds)
}

// The same holds if Discord starts sessions only one after another: a stopped process waits for each of its
// heirs.
func TestSeveralProcessesRollingRestartOneSessionAtATime(t *testing.T) {
	t.Parallel()
	rounds := howOften(t, 1, 1, 5)
	rollingRestart(t, newTeam(t, teamOf{
		processes: 2, shards: gametest.Dose(t, 2, 6, 9), tables: gametest.Dose(t, 2, 6, 100), sessions: 200 * (rounds + 10), concurrency: 1,
	}), rounds)
}

func rollingRestart(t *testing.T, m *team, rounds int) {
	t.Helper()
	var took []time.Duration
	for range rounds {
		for _, p := range slices.Clone(m.members) {
			m.goesOn()
			m.join()
			m.even()
			began := time.Now()
			m.gone(p)
			p.Stop()
			took = append(took, time.Since(began))
			m.even()
		}
	}
	m.holds()
	if refused := m.clicks.refused[http.StatusGatewayTimeout]; refused > 0 {
		t.Errorf("%d clicks had no answer", refused)
	}
	t.Logf("until a process that was told to stop has ended: %s", spread(took))
	if worst := slices.Max(took); worst > sandboxtest.Patience/2 {
		t.Errorf("a process took %v to stop", worst)
	}
}

// All connections to the database break repeatedly. Clicks during that are refused or wait, and play continues
// by itself.
func TestSeveralProcessesLoseTheirDatabase(t *testing.T) {
	t.Parallel()
	times := howOften(t, 2, 4, 10)
	m := newTeam(t, teamOf{processes: 2, shards: 4, tables: tablesOfATeam(t), sessions: 1000})
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

// PostgreSQL crashes and restarts repeatedly. Every acknowledged play is stored, and play continues by itself.
func TestSeveralProcessesWhoseDatabaseRestarts(t *testing.T) {
	t.Parallel()
	times := howOften(t, 1, 3, 10)
	address, restart := pgtest.Own(t)
	of := teamOfDose(t, times)
	of.address = address
	m := newTeam(t, of)
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
