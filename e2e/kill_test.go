package e2e

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// The bot's process is killed at random moments, in its start too, while users
// play on. What a player was told happened is in the log, once; every table comes
// back on the same turn, with the same hands; and its board is edited on.
//
// DEUCES_KILLS says how often.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	killed(t, number(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 4, 20, 500) }))
}

// The same holds where the tables are in PostgreSQL.
func TestKilledAtRandomMomentsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	killed(t, number(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 2, 8, 200) }), "DEUCES_DB="+pgtest.New(t))
}

func killed(t *testing.T, kills int, env ...string) {
	h := newHouseOn(t, sandbox.Config{Identifies: 10 * (kills + 100)}, env...)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r := luck(t)
	b := newBook()
	var gate sync.RWMutex
	var all []*player
	var playing sync.WaitGroup
	defer playing.Wait()
	defer stop()
	for i, sys := range systems.All() {
		g := h.group(r.Uint64(), h.newChannel(sys.Name), fmt.Sprintf("A%d", i), fmt.Sprintf("B%d", i), fmt.Sprintf("C%d", i), fmt.Sprintf("D%d", i))
		g.open(sys.Name, nil)
		for _, p := range g.players(b) {
			p.patience, p.think, p.wrong, p.gate = 400*time.Millisecond, 60*time.Millisecond, 0.1, &gate
			if err := p.watch(ctx); err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
			playing.Go(func() { p.play(ctx) })
		}
	}

	before := map[match.ID]*history{}
	ready := make(<-chan struct{})
	for n := range kills {
		quiet := n%4 == 3 // nobody clicks from before the kill until after a look
		select {
		case <-time.After(time.Duration(r.Int64N(int64(900 * time.Millisecond)))):
		case <-t.Context().Done():
			return
		}
		func() {
			if quiet {
				gate.Lock()
				defer gate.Unlock()
			}
			h.kill()
			logs := histories(t, h.db)
			for id, was := range before {
				if now := logs[id]; now == nil || !slices.Equal(now.events[:min(len(was.events), len(now.events))], was.events) {
					t.Fatalf("kill %d: the log of table %d is not what it was and more", n, id)
				}
			}
			before = logs
			ready = h.launch()
			if quiet {
				h.await(ready)
				lookAround(t, h, all, logs)
			}
		}()
	}
	h.await(ready)

	// They play on.
	b.await(t, b.plays()+20)
	func() {
		gate.Lock()
		defer gate.Unlock()
		lookAround(t, h, all, histories(t, h.db))
	}()
	stop()
	playing.Wait()
	h.stop()
	b.hold(t, histories(t, h.db))
	boardsStay(t, h)
	t.Logf("%d kills survived; %v", kills, b)
}

// boardOf finds the round of a posted board (a lobby has none) and its table.
var boardOf = regexp.MustCompile(`(?s)(?: · (Round \d+)\b.*)?"menu/(\d+)"`)

// boardsStay: a board tells of its round also when the next round's has taken its place; it
// may be changed. It is deleted only once the same round has another, further down.
func boardsStay(t *testing.T, h *house) {
	t.Helper()
	calls, err := h.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	boards := map[string]string{} // their tables and rounds, by the end of their paths
	newest := map[string]string{} // the other way round
	for _, c := range calls {
		of := c.Path[strings.LastIndex(c.Path, "/")+1:]
		switch {
		case c.Method == "DELETE" && boards[of] != "" && newest[boards[of]] == of:
			t.Errorf("the board of %s was deleted: %s", boards[of], c.Path)
		case c.Method == "POST" && strings.HasSuffix(c.Path, "/messages") && strings.Contains(string(c.Body), `"menu/`):
			var made struct{ ID string }
			if err := json.Unmarshal(c.Response, &made); err == nil && made.ID != "" {
				what := boardOf.FindStringSubmatch(string(c.Body))
				if what == nil {
					t.Fatalf("a board of no table: %s", c.Body)
				}
				boards[made.ID] = "table " + what[2] + ", " + cmp.Or(what[1], "lobby")
				newest[boards[made.ID]] = made.ID
			}
		}
	}
	if len(boards) == 0 {
		t.Error("no board was posted: is the search blind?")
	}
}

// lookAround holds what each player of a live table sees against its log: one
// board with buttons, one player called to move at most, and the hand.
func lookAround(t *testing.T, h *house, all []*player, logs map[match.ID]*history) {
	t.Helper()
	for _, m := range live(logs) {
		if i := slices.IndexFunc(all, func(p *player) bool { return p.ID == m.users[0] }); i >= 0 {
			onePing(t, all[i])
		}
		turn, due := m.Turn()
		for seat, user := range m.users {
			i := slices.IndexFunc(all, func(p *player) bool { return p.ID == user })
			p := all[i]
			if m.Phase != match.Playing || !due {
				oneBoard(t, p, m.ID, "hand/", "start/", "menu/")
				continue
			}
			reply, err := patiently(func() (sandboxtest.Reply, error) {
				return p.Click(t.Context(), oneBoard(t, p, m.ID, "hand/").ID, fmt.Sprintf("hand/%d", m.ID))
			})
			if err != nil {
				t.Fatalf("%s opens the hand: %v", p.Name, err)
			}
			v, _ := m.View(game.Seat(seat))
			var want []string
			for _, c := range v.Hand {
				want = append(want, c.Face())
			}
			hand := reply.Message()
			if got := handCards(hand); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("table %d: %s holds %v, and is shown %v:\n%s", m.ID, p.Name, want, got, hand.Text())
			}
			offers := offered(hand)
			if mine := game.Seat(seat) == turn; mine != (len(offers) > 0) {
				t.Errorf("table %d: it is %s's turn: %v; their hand offers %v", m.ID, p.Name, mine, offers)
			}
			on := "/" + m.Decision.String() + "/"
			if len(offers) > 0 && !strings.Contains(offers[0], on) {
				t.Errorf("table %d: the hand offers %s, the decision is %v", m.ID, offers[0], m.Decision)
			}
		}
	}
}

// oneBoard waits until the player sees one board of the table with something to
// click, and no more, and on it one of these verbs, and returns it.
func oneBoard(t *testing.T, p *player, id match.ID, verbs ...string) sandboxtest.Message {
	t.Helper()
	var boards []sandboxtest.Message
	if err := p.Until(t.Context(), func() (bool, error) {
		there, err := p.Messages(t.Context(), p.channel)
		boards = boards[:0]
		for _, m := range there {
			if !m.Ephemeral && button(m, fmt.Sprintf("menu/%d", id)) != "" {
				boards = append(boards, m)
			}
		}
		return len(boards) == 1 && slices.ContainsFunc(verbs, func(v string) bool { return button(boards[0], v) != "" }), err
	}); err != nil {
		t.Fatalf("table %d has %d boards with buttons: %v: %v", id, len(boards), boards, err)
	}
	return boards[0]
}

var handLine = regexp.MustCompile("(?m)^#+ `.*$")

// handCards are the cards that a hand's message shows as held.
func handCards(m sandboxtest.Message) []string {
	var cards []string
	for i, part := range strings.Split(handLine.FindString(m.Text()), "`") {
		if i%2 == 1 {
			cards = append(cards, part)
		}
	}
	slices.Sort(cards)
	return cards
}

// newChannel makes a channel and returns its id.
func (h *house) newChannel(name string) string {
	h.t.Helper()
	var made struct{ ID string }
	if err := h.Do(h.t.Context(), "POST", "/sandbox/channels", map[string]string{"guild": "Sandbox", "name": name}, &made); err != nil {
		h.t.Fatal(err)
	}
	return made.ID
}

// players are the group's users, as players who keep this book. The first hosts.
func (g *group) players(b *book) []*player {
	var all []*player
	for i, u := range g.users {
		all = append(all, &player{User: u, channel: g.channel, host: i == 0, book: b,
			rand: rand.New(rand.NewPCG(g.rand.Uint64(), uint64(i))), eyes: &eyes{changed: make(chan struct{}, 1)}})
	}
	for i, p := range all {
		p.others = slices.Delete(slices.Clone(all), i, i+1)
	}
	return all
}

// luck is chance that can be had again: its seed is told, and DEUCES_SEED sets it.
func luck(t testing.TB) *rand.Rand {
	t.Helper()
	seed := number(t, "DEUCES_SEED", rand.Int)
	t.Logf("DEUCES_SEED=%d has the same luck", seed)
	return rand.New(rand.NewPCG(uint64(seed), 0))
}

// number reads a number from the environment, where it is set.
func number(t testing.TB, name string, otherwise func() int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise()
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		t.Fatalf("%s=%s is not a number", name, s)
	}
	return n
}
