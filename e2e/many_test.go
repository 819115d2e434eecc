package e2e

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
	"deuces/table"
)

// A bot that starts with many tables in the middle of a round has each of them answer a
// click. How long that takes, and how much memory, it tells: with the long dose ten thousand.
func TestManyTablesComeBack(t *testing.T) {
	t.Parallel()
	tables := gametest.Dose(t, 12, 100, 10_000)
	if s := os.Getenv("DEUCES_TABLES"); s != "" {
		tables = number(t, "DEUCES_TABLES", func() int { return tables })
	}
	addr := freeAddr(t)
	h := newHouseOn(t, sandbox.Config{ReplyWithin: sandboxtest.Patience}, "STATUS_ADDR="+addr, "TURN_CLOCK=24h", "STATUS_PROFILES=on")
	h.stop()
	g, channels := h.midRounds(tables)

	began := time.Now()
	ready := h.launch()
	if err := h.AwaitBot(t.Context()); err != nil {
		t.Fatal(err)
	}
	connected := time.Since(began)
	hand := func(ctx context.Context, i int) error {
		u := g.users[i%len(g.users)]
		reply, err := u.Command(ctx, channels[i], "hand", nil)
		if err != nil {
			return fmt.Errorf("table %d: %w", i, err)
		}
		if text := reply.Message().Text(); !strings.Contains(text, " cards") {
			return fmt.Errorf("table %d answers with no hand: %s", i, text)
		}
		return nil
	}
	if err := hand(t.Context(), tables-1); err != nil {
		t.Fatal(err)
	}
	first := time.Since(began)
	before := measured(t, addr)
	var mu sync.Mutex
	var took []float64
	group, ctx := errgroup.WithContext(t.Context())
	group.SetLimit(32)
	for i := range tables {
		group.Go(func() error {
			from := time.Now()
			err := hand(ctx, i)
			mu.Lock()
			defer mu.Unlock()
			took = append(took, float64(time.Since(from).Microseconds())/1000)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	all := time.Since(began)
	after := measured(t, addr)
	t.Logf("%d tables: connected after %v, the first answer after %v, an answer of each after %v (median %.1f ms, p99 %.1f ms)",
		tables, connected.Round(time.Millisecond), first.Round(time.Millisecond), all.Round(time.Millisecond), quantile(took, 0.5), quantile(took, 0.99))
	h.await(ready)
	t.Logf("ready after %v", time.Since(began).Round(time.Millisecond))
	for what, m := range map[string]map[string]float64{"at the first answer": before, "after the last": after} {
		t.Logf("%s: %.0f MB resident, %.0f MB alive, %.0f goroutines, %.0f messages, %.0f of them waiting", what,
			m["process_resident_memory_bytes"]/1e6, m["go_gc_heap_live_bytes"]/1e6, m["go_goroutines"], m["deuces_messages"], m["deuces_messages_waiting"])
	}
}

// midRounds writes so many tables to the log of a bot that is down, each in a channel of
// its own and in the middle of a round of the same four.
func (h *house) midRounds(tables int) (g *group, channels []string) {
	h.t.Helper()
	g = h.group(1, "", "Ann", "Bob", "Cy", "Dee")
	ctx := h.t.Context()
	db, err := store.Open(ctx, h.db, zerolog.Nop())
	if err != nil {
		h.t.Fatal(err)
	}
	open := table.Opening{System: "ahole", Version: 1, Settings: table.DefaultSettings()}
	open.Settings.Clock = 24 * time.Hour
	for i, u := range g.users {
		p, err := db.Player(ctx, u.ID, u.Name)
		if err != nil {
			h.t.Fatal(err)
		}
		if i == 0 {
			open.Host = p
		} else {
			open.Others = append(open.Others, p)
		}
	}
	var guilds []string // of each channel
	const each = 50     // channels in a guild
	for len(channels) < tables {
		name := "Many " + strconv.Itoa(len(channels)/each)
		var names []string
		for i := range min(each, tables-len(channels)) {
			names = append(names, fmt.Sprintf("many-%d", len(channels)+i))
		}
		if err := h.Do(ctx, "POST", "/sandbox/guilds", map[string]any{"name": name, "channels": names}, nil); err != nil {
			h.t.Fatal(err)
		}
		for range names {
			guilds = append(guilds, name)
		}
		channels = append(channels, names...)
	}
	ids := h.channelIDs()
	for i, name := range channels {
		guilds[i], channels[i] = ids[name][0], ids[name][1]
	}
	m := table.New(0, systems.New)
	var events []table.Event
	do := func(c table.Command) {
		h.t.Helper()
		more, err := m.Decide(c, time.Now())
		if err != nil {
			h.t.Fatalf("%+v: %v", c, err)
		}
		for _, e := range more {
			if m, err = m.Apply(e); err != nil {
				h.t.Fatal(err)
			}
		}
		events = append(events, more...)
	}
	open.Guild, open.Channel = guilds[0], channels[0]
	do(open)
	do(table.Start{Player: open.Host})
	rand := gametest.NewRand(1)
	do(table.Deal{Chance: rand.Chance(m.Rules(), len(g.users))})
	for range 30 {
		seat, _ := m.Turn()
		legal := m.State().Legal()
		do(table.Act{Player: m.Players()[seat], Decision: m.Decision(), Action: legal[rand.Intn(len(legal))]})
	}
	storing, within := errgroup.WithContext(ctx)
	storing.SetLimit(100) // they share commits
	for i := range tables {
		storing.Go(func() error {
			mine := append([]table.Event{}, events...)
			opened := mine[0].Body.(table.Opened)
			opened.Guild, opened.Channel = guilds[i], channels[i]
			mine[0].Body = opened
			_, err := db.Create(within, mine)
			return err
		})
	}
	if err := storing.Wait(); err != nil {
		h.t.Fatal(err)
	}
	if _, err := db.Rebuild(ctx, systems.New); err != nil { // as the bot would at its start
		h.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		h.t.Fatal(err)
	}
	return g, channels
}

// channelIDs is the ids of the guild and of the channel, by the channel's name.
func (h *house) channelIDs() map[string][2]string {
	h.t.Helper()
	var world struct {
		Guilds []struct {
			ID       string `json:"id"`
			Channels []struct {
				ID   string `json:"id"`
				Name string `json:"name"`
			} `json:"channels"`
		} `json:"guilds"`
	}
	if err := h.Do(context.Background(), "GET", "/sandbox/world", nil, &world); err != nil {
		h.t.Fatal(err)
	}
	ids := map[string][2]string{}
	for _, g := range world.Guilds {
		for _, c := range g.Channels {
			ids[c.Name] = [2]string{g.ID, c.ID}
		}
	}
	return ids
}
