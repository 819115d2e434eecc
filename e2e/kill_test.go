package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
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

// The bot is killed at random moments, even while it starts, and users keep playing. Every
// acknowledged play is in the log, once. Every table comes back on the same turn with the same
// hands, and its board is edited further.
//
// DEUCES_KILLS sets the number of kills.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	killed(t, number(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 4, 20, 500) }))
}

// The same holds for PostgreSQL.
func TestKilledAtRandomMomentsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	killed(t, number(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 2, 8, 200) }), "DEUCES_DB="+pgtest.New(t))
}

func killed(t *testing.T, kills int, env ...string) {
	s := NewServerOn(t, sandbox.Config{Identifies: 10 * (kills + 100)}, env...)
	c := s.Crowd(luck(t))
	for i, sys := range systems.All() {
		g := s.Table(s.Channel(sys.Name), fmt.Sprint("A", i), fmt.Sprint("B", i), fmt.Sprint("C", i), fmt.Sprint("D", i))
		g.Open(sys.Name, nil)
		c.Play(g, func(p *player) { p.patience, p.think, p.wrong = 400*time.Millisecond, 60*time.Millisecond, 0.1 })
	}

	before := map[match.ID]*history{}
	ready := make(<-chan struct{})
	for n := range kills {
		select {
		case <-time.After(time.Duration(c.rand.Int64N(int64(900 * time.Millisecond)))):
		case <-t.Context().Done():
			return
		}
		kill := func() (logs map[match.ID]*history) {
			s.Kill()
			logs = histories(t, s.db)
			for id, was := range before {
				if now := logs[id]; now == nil || !slices.Equal(now.events[:min(len(was.events), len(now.events))], was.events) {
					t.Fatalf("kill %d: the log of table %d is not what it was and more", n, id)
				}
			}
			ready = s.Launch()
			return logs
		}
		if n%4 != 3 {
			before = kill()
			continue
		}
		c.Quiet(func() { // nobody clicks from before the kill until after a check
			before = kill()
			s.Ready(ready)
			lookAround(t, c.people, before)
		})
	}
	s.Ready(ready)

	// The match continues.
	c.clicks.await(t, c.clicks.plays()+20)
	c.Quiet(func() { lookAround(t, c.people, histories(t, s.db)) })
	c.Holds()
	boardsStay(t, s)
	t.Logf("%d kills survived; %v", kills, c.clicks)
}

// boardOf matches the round of a board and its table. A lobby has no round.
var boardOf = regexp.MustCompile(`(?s)(?: · (Round \d+)\b.*)?"menu/(\d+)"`)

// boardsStay checks that a board still shows its round when the board of the next round has been
// posted, although it may be edited. It is deleted only if the same round has another board further
// down.
func boardsStay(t *testing.T, s *Server) {
	t.Helper()
	boards := map[string]string{} // tables and rounds of boards, by the end of the message's path
	newest := map[string]string{} // the reverse
	for _, c := range s.calls(0) {
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

// lookAround compares what each player of a live table sees with its log: one board with buttons,
// at most one mention of a player to move, and the hand.
func lookAround(t *testing.T, all []*Person, logs map[match.ID]*history) {
	t.Helper()
	for _, m := range live(logs) {
		if i := slices.IndexFunc(all, func(p *Person) bool { return p.ID == m.users[0] }); i >= 0 {
			onePing(t, all[i])
		}
		turn, due := m.Turn()
		for seat, user := range m.users {
			i := slices.IndexFunc(all, func(p *Person) bool { return p.ID == user })
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

// oneBoard waits until the player sees exactly one board of the table with buttons, including one
// with one of these verbs, and returns it.
func oneBoard(t *testing.T, p *Person, id match.ID, verbs ...string) sandboxtest.Message {
	t.Helper()
	var boards []Message
	p.Waits(fmt.Sprintf("table %d has one board with one of %v", id, verbs), func() bool {
		boards = p.Reads(not(private), offers(fmt.Sprintf("menu/%d", id)))
		return len(boards) == 1 && slices.ContainsFunc(verbs, boards[0].Has)
	})
	return boards[0].Message
}

var handLine = regexp.MustCompile("(?m)^#+ `.*$")

// handCards returns the cards that a hand's message shows as held.
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
