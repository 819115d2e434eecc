package e2e

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// TestManyTablesComeBack starts a bot with many tables in the middle of a round. Each table answers a click, and no
// sleeping table is read before somebody uses it. The test logs how long the answers take and how much memory the bot
// needs. The long dose has a thousand tables; DEUCES_TABLES sets another number.
func TestManyTablesComeBack(t *testing.T) {
	t.Parallel()
	tables := envNumber(t, "DEUCES_TABLES", func() int { return gametest.Dose(t, 12, 30, 1000) })
	many := newManyTables(t, tables)
	// A table falls asleep once its board is shown. Discord's limits allow four boards per second.
	for until := time.Now().Add(time.Duration(tables) * time.Second / 4); time.Now().Before(until) && many.metrics()[asleepSeries] < float64(tables); {
		time.Sleep(time.Second)
	}
	many.WaitUntil("all tables sleep", func() bool { return many.metrics()[asleepSeries] == float64(tables) })
	many.Stop()

	began := time.Now()
	many.Launch()
	errtest.Must(t, many.AwaitBot(t.Context()))
	errtest.Must(t, many.openHand(t.Context(), tables-1))
	t.Logf("%d tables that sleep: the first answer after %v", tables, time.Since(began).Round(time.Millisecond))
	if awake := float64(tables) - many.logMetrics("at the first answer")[asleepSeries]; awake > 1 {
		t.Errorf("after a click at one table %v tables are awake, want at most 1", awake)
	}

	began = time.Now()
	var mu sync.Mutex
	var took []float64
	group, ctx := errgroup.WithContext(t.Context())
	group.SetLimit(32)
	for i := range tables {
		group.Go(func() error {
			from := time.Now()
			err := many.openHand(ctx, i)
			mu.Lock()
			defer mu.Unlock()
			took = append(took, millis(time.Since(from)))
			return err
		})
	}
	errtest.Must(t, group.Wait())
	t.Logf("an answer of each after %v (median %.1f ms, p99 %.1f ms)", time.Since(began).Round(time.Millisecond), quantile(took, 0.5), quantile(took, 0.99))
	many.logMetrics("after the last")
}

// manyTables is a server with many tables.
type manyTables struct {
	*Server
	table    *Table
	channels []string
}

const asleepSeries = `deuces_tables{phase="asleep"}`

// newManyTables starts a bot with the given number of tables in the middle of a round. Nobody has
// used them yet.
func newManyTables(t *testing.T, tables int) *manyTables {
	t.Helper()
	c := &manyTables{Server: NewServer(t, freeStatusPort, "TURN_CLOCK=24h")}
	c.Stop()
	c.table, c.channels = c.addTablesInPlay(tables)
	c.Start()
	return c
}

// logMetrics logs the CPU time and the memory of the bot, and returns all its metrics.
func (c *manyTables) logMetrics(when string) map[string]float64 {
	c.t.Helper()
	m := c.metrics()
	c.t.Logf("%s: %.1f s of CPU, %.0f MB resident, %.0f MB alive, %.0f goroutines, %.0f messages, %.0f of them waiting, %.0f tables asleep", when,
		m["process_cpu_seconds_total"], m["process_resident_memory_bytes"]/1e6, m["go_gc_heap_live_bytes"]/1e6, m["go_goroutines"], m["deuces_messages"], m["deuces_messages_waiting"], m[asleepSeries])
	return m
}

// openHand makes a player open the hand at a table.
func (c *manyTables) openHand(ctx context.Context, i int) error {
	u := c.table.People[i%len(c.table.People)]
	list, err := u.Messages(ctx, c.channels[i])
	at := slices.IndexFunc(list, func(m sandboxtest.Message) bool { return isBoard(m) && findButton(m, "hand/") != "" })
	if err != nil || at < 0 {
		return fmt.Errorf("table %d has no board: %w", i, err)
	}
	reply, err := u.Click(ctx, list[at].ID, findButton(list[at], "hand/"))
	if err != nil {
		return fmt.Errorf("table %d: %w", i, err)
	}
	if text := reply.Message().Text(); !strings.Contains(text, "turn") {
		return fmt.Errorf("table %d: got no hand, but %s", i, text)
	}
	return nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// addTablesInPlay adds the given number of tables to the database of a stopped bot. Each is in a
// channel of its own and in the middle of a round of the same four people.
func (s *Server) addTablesInPlay(tables int) (g *Table, channels []string) {
	s.t.Helper()
	g = s.Table("", fourNames...)
	ctx := s.t.Context()
	db, err := store.Open(ctx, s.db, zerolog.Nop())
	errtest.Must(s.t, err)
	for len(channels) < tables {
		const each = 50 // channels per guild
		var names []string
		for i := range min(each, tables-len(channels)) {
			names = append(names, fmt.Sprintf("many-%d", len(channels)+i))
		}
		s.Sandbox("POST", "guilds", map[string]any{"name": "Many " + strconv.Itoa(len(channels)/each), "channels": names})
		channels = append(channels, names...)
	}
	w := &matchWriter{Match: match.New(0, systems.New), t: s.t}
	open := s.opening(ctx, db, "ahole", nil, g.People)
	open.Settings.Clock = 24 * time.Hour
	open.Guild, open.Channel = s.GuildAndChannel(channels[0])
	w.do(open, time.Now())
	w.do(match.Start{Player: open.Host}, time.Now())
	rand := gametest.NewRand(1)
	w.do(match.Deal{Chance: rand.Chance(w.Rules, len(g.People))}, time.Now())
	for range 30 {
		legal := w.State.Legal()
		w.act(legal[rand.Intn(len(legal))], time.Now())
	}
	ids := s.channelIDs()
	storing, within := errgroup.WithContext(ctx)
	storing.SetLimit(100) // many at a time, because they share commits
	for i, name := range channels {
		channels[i] = ids[name][1]
		storing.Go(func() error {
			mine := slices.Clone(w.events)
			opened := mine[0].Body.(match.Opened)
			opened.Guild, opened.Channel = ids[name][0], ids[name][1]
			mine[0].Body = opened
			_, err := db.Create(within, mine)
			return err
		})
	}
	errtest.Must(s.t, storing.Wait())
	if _, err := db.Rebuild(ctx, systems.New); err != nil { // the bot would do this when it starts
		s.t.Fatal(err)
	}
	errtest.Must(s.t, db.Close())
	return g, channels
}
