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

// TestKilledAtRandomMoments kills the bot at random moments, even while it starts, and users keep
// playing. Every acknowledged play is in the log exactly once. Every table returns with the same
// turn and the same hands, and its existing board is edited.
//
// DEUCES_KILLS sets the number of kills.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	testKills(t, envNumber(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 4, 6, 200) }))
}

// TestKilledAtRandomMomentsOnPostgreSQL is the same test with PostgreSQL as the store.
func TestKilledAtRandomMomentsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	testKills(t, envNumber(t, "DEUCES_KILLS", func() int { return gametest.Dose(t, 2, 3, 100) }), "DEUCES_DB="+pgtest.New(t))
}

func testKills(t *testing.T, kills int, env ...string) {
	// Nobody plays while what they see is compared with the logs, and no clock runs out.
	s := NewServerOn(t, sandbox.Config{Identifies: 10 * (kills + 100), ReplyWithin: crowdReplyWithin}, append(env, "TURN_CLOCK=1h")...)
	c := s.Crowd(newRand(t))
	for i, sys := range systems.All() {
		g := s.Table(s.Channel(sys.Name), fmt.Sprint("A", i), fmt.Sprint("B", i), fmt.Sprint("C", i), fmt.Sprint("D", i))
		g.Open(sys.Name, nil)
		c.Play(g, func(p *player) { p.patience, p.maxPause, p.wrongRate = 400*time.Millisecond, 60*time.Millisecond, 0.1 })
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
					t.Fatalf("after kill %d the log of table %d does not begin with the log of before", n, id)
				}
			}
			ready = s.Launch()
			return logs
		}
		if n%4 != 3 {
			before = kill()
			continue
		}
		c.Pause(func() { // nobody clicks from before the kill until the checks are done
			before = kill()
			s.AwaitLog(ready)
			wantPlayersSeeLogs(t, c.people, before)
		})
	}
	s.AwaitLog(ready)

	// The matches continue after the last kill.
	c.clicks.waitForPlays(t, c.clicks.plays()+20)
	c.Pause(func() { wantPlayersSeeLogs(t, c.people, histories(t, s.db)) })
	c.StopAndCompare()
	wantBoardsKept(t, s)
	t.Logf("%d kills survived; %v", kills, c.clicks)
}

// boardPattern matches the round and the table of a board. A lobby has no round.
var boardPattern = regexp.MustCompile(`(?s)(?: · (Round \d+)\b.*)?"menu/(\d+)"`)

// wantBoardsKept checks that the last board of each round is never deleted. The bot may delete a
// board only after it has posted another one of the same table and round.
func wantBoardsKept(t *testing.T, s *Server) {
	t.Helper()
	boards := map[string]string{} // table and round by message id
	newest := map[string]string{} // message id by table and round
	for _, c := range s.calls(0) {
		of := c.Path[strings.LastIndex(c.Path, "/")+1:]
		switch {
		case c.Method == "DELETE" && boards[of] != "" && newest[boards[of]] == of:
			t.Errorf("the board of %s was deleted: %s", boards[of], c.Path)
		case c.Method == "POST" && strings.HasSuffix(c.Path, "/messages") && strings.Contains(string(c.Body), `"menu/`):
			var made struct{ ID string }
			if err := json.Unmarshal(c.Response, &made); err == nil && made.ID != "" {
				what := boardPattern.FindStringSubmatch(string(c.Body))
				if what == nil {
					t.Fatalf("a posted board names no table: %s", c.Body)
				}
				boards[made.ID] = "table " + what[2] + ", " + cmp.Or(what[1], "lobby")
				newest[boards[made.ID]] = made.ID
			}
		}
	}
	if len(boards) == 0 {
		t.Error("no board was found: does the search work?")
	}
}

// wantPlayersSeeLogs checks that what each player of an unfinished table sees agrees with the
// table's log: one board with buttons, at most one mention of a player to move, and the player's
// hand.
func wantPlayersSeeLogs(t *testing.T, all []*Person, logs map[match.ID]*history) {
	t.Helper()
	for _, m := range unfinished(logs) {
		if i := slices.IndexFunc(all, func(p *Person) bool { return p.ID == m.users[0] }); i >= 0 {
			wantAtMostOneMention(t, all[i])
		}
		turn, due := m.Turn()
		for seat, user := range m.users {
			i := slices.IndexFunc(all, func(p *Person) bool { return p.ID == user })
			p := all[i]
			if m.Phase != match.Playing || !due {
				waitForOneBoard(t, p, m.ID, "hand/", "start/", "menu/")
				continue
			}
			reply, err := retryUnanswered(func() (sandboxtest.Reply, error) {
				return p.Click(t.Context(), waitForOneBoard(t, p, m.ID, "hand/").ID, fmt.Sprintf("hand/%d", m.ID))
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
				t.Errorf("table %d: %s holds %v, but the hand shows %v:\n%s", m.ID, p.Name, want, got, hand.Text())
			}
			offers := playButtons(hand)
			if mine := game.Seat(seat) == turn; mine != (len(offers) > 0) {
				t.Errorf("table %d: it is %s's turn: %v, but the hand offers %v", m.ID, p.Name, mine, offers)
			}
			on := "/" + m.Decision.String() + "/"
			if len(offers) > 0 && !strings.Contains(offers[0], on) {
				t.Errorf("table %d: the hand offers %s, want the decision %v", m.ID, offers[0], m.Decision)
			}
		}
	}
}

// waitForOneBoard waits until the player sees exactly one board of the table with buttons, and the
// board has a button with one of the given verbs. It returns the board.
func waitForOneBoard(t testing.TB, p *Person, id match.ID, verbs ...string) sandboxtest.Message {
	t.Helper()
	var boards []Message
	p.Waits(fmt.Sprintf("table %d has one board with one of %v", id, verbs), func() bool {
		boards = p.Reads(not(private), offers(fmt.Sprintf("menu/%d", id)))
		return len(boards) == 1 && slices.ContainsFunc(verbs, boards[0].Has)
	})
	return boards[0].Message
}

var handLine = regexp.MustCompile("(?m)^#+ `.*$")

// handCards returns the cards that the message of a hand shows.
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
