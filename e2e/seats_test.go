package e2e

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// awaitText is the first message with this text that a user sees.
func (g *group) awaitText(u *sandboxtest.User, text string) sandboxtest.Message {
	g.t.Helper()
	return g.await(u, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), text) })
}

// seated opens a table of AHole's for the group and starts it.
func (h *house) seated(t *testing.T, options map[string]any, names ...string) *group {
	t.Helper()
	g := h.group(7, "cards", names...)
	g.open(systems.All()[0].Name, options)
	g.awaitText(g.users[0], "Round 1")
	return g
}

// do uses a command and checks the private answer.
func (g *group) do(u *sandboxtest.User, name string, options map[string]any, want string) sandboxtest.Message {
	g.t.Helper()
	reply, err := g.asks(u, name, options)
	return g.says(true, want, reply, err)
}

// end ends the table: the question says what is lost, and is answered.
func (g *group) end(u *sandboxtest.User) {
	g.t.Helper()
	asked := g.do(u, "end", nil, "?")
	reply, err := u.Click(g.t.Context(), asked.ID, button(asked, "end/"))
	g.says(true, "The table is closed", reply, err)
}

// click clicks on the newest message that has such a button.
func (g *group) click(u *sandboxtest.User, prefix string) sandboxtest.Reply {
	g.t.Helper()
	m := g.await(u, func(m sandboxtest.Message) bool { return button(m, prefix) != "" })
	reply, err := u.Click(g.t.Context(), m.ID, button(m, prefix))
	if err != nil {
		g.t.Fatalf("%s clicks %s: %v", u.Name, prefix, err)
	}
	return reply
}

// Players leave and come back, newcomers wait for the next deal, the host goes.
func TestSeatsChangeHands(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.seated(t, map[string]any{"table-clock": "0s"}, "Ann", "Bob", "Cy", "Dee")
	ann, bob, cy, dee := g.users[0], g.users[1], g.users[2], g.users[3]
	others := h.group(8, "cards", "Eve", "Fay")
	eve, fay := others.users[0], others.users[1]

	g.do(bob, "leave", nil, "A bot is playing for you")
	g.awaitText(ann, "**Bob** left")
	g.do(bob, "join", nil, "Your seat is yours again")
	g.awaitText(ann, "**Bob** is back")

	g.do(eve, "join", nil, "You join in the next round")
	g.awaitText(ann, "**Eve** joins in the next round")
	g.do(eve, "join", nil, "in the next round")
	g.do(eve, "leave", nil, "You left the table")

	g.do(dee, "leave", nil, "A bot is playing for you")
	g.do(fay, "join", nil, "You join in the next round")
	g.awaitText(ann, "**Fay** joins in the next round")
	g.do(fay, "hand", nil, "You join in the next round")
	g.do(dee, "join", nil, "Your seat is yours again")
	g.do(dee, "leave", nil, "A bot is playing for you")

	// The host removes somebody, who stays out until pardoned.
	g.do(ann, "kick", map[string]any{"player": "Cy"}, "removed from the table")
	g.awaitText(bob, "**Ann** removed **Cy**")
	g.do(cy, "join", nil, "You were removed")
	g.do(bob, "kick", map[string]any{"player": "Cy"}, "Only the host")
	g.do(ann, "kick", map[string]any{"player": "Cy"}, "may join again")
	g.do(cy, "join", nil, "Your seat is yours again")

	// The host hands the table on, and when all have left it waits.
	g.do(ann, "leave", nil, "A bot is playing for you")
	g.do(bob, "kick", map[string]any{"player": "Fay"}, "removed from the table")
	g.do(bob, "leave", nil, "A bot is playing for you")
	g.do(cy, "leave", nil, "A bot is playing for you")
	paused := g.awaitText(ann, "Paused: everyone has left")
	if _, err := bob.Click(t.Context(), paused.ID, "resume/"+g.table); err != nil {
		t.Fatal(err)
	}
	g.await(ann, func(m sandboxtest.Message) bool {
		return button(m, "hand/"+g.table) != "" && !strings.Contains(m.Text(), "Paused")
	})
}

func TestAVoteKicks(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.seated(t, map[string]any{"table-clock": "0s"}, "Ann", "Bob", "Cy", "Dee")
	ann, bob, cy, dee := g.users[0], g.users[1], g.users[2], g.users[3]

	g.do(bob, "kick", map[string]any{"player": "Dee"}, "Now the others at the table vote")
	poll := g.awaitText(cy, "**Bob** wants to remove **Dee**")
	yes, no := button(poll, "vote/"), strings.Replace(button(poll, "vote/"), "/yes", "/no", 1)
	reply, err := dee.Click(t.Context(), poll.ID, no)
	g.says(true, "This vote is about you", reply, err)
	reply, err = bob.Click(t.Context(), poll.ID, no)
	g.says(true, "You have already voted", reply, err)
	if _, err := ann.Click(t.Context(), poll.ID, no); err != nil {
		t.Fatal(err)
	}
	g.awaitText(cy, "**Ann** · voted to keep")
	g.do(cy, "kick", map[string]any{"player": "Ann"}, "A vote is already under way")

	// The bot dies in the middle of it: the vote goes on.
	h.kill()
	h.start()
	poll = g.awaitText(cy, "**Ann** · voted to keep")
	if _, err := cy.Click(t.Context(), poll.ID, yes); err != nil {
		t.Fatal(err)
	}
	g.awaitText(ann, "**Dee** was voted off the table")
	g.do(dee, "join", nil, "You were removed")
	h.until(ann, "the vote's message goes", func() bool { return len(posts(g, ann, "wants to remove")) == 0 })
	g.do(bob, "kick", map[string]any{"player": "Cy"}, "You have already asked for a vote this round")
}

// Whoever lets the time run out twice in a row is played for, until they click.
func TestAStandInPlaysForTheAbsent(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "TURN_CLOCK=1s")
	g := h.seated(t, map[string]any{"target": 50}, "Ann", "Bob", "Cy", "Dee")
	ann, bob := g.users[0], g.users[1]
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	played := make(chan struct{}, 3)
	for i, u := range []*sandboxtest.User{ann, g.users[2], g.users[3]} {
		go func() {
			g.playAs(ctx, u, rand.New(rand.NewPCG(1, uint64(i))), over, func(string) {})
			played <- struct{}{}
		}()
	}
	isAway := func(m sandboxtest.Message) bool {
		return slices.ContainsFunc(strings.Split(m.Text(), "\n"), func(line string) bool {
			return strings.Contains(line, "**Bob**") && strings.Contains(line, "away, 🤖 is playing")
		})
	}
	away := g.await(bob, isAway)
	if reply, err := bob.Click(t.Context(), away.ID, "menu/"+g.table); err != nil {
		// A round may have ended meanwhile: any click will do.
		g.click(bob, "hand/"+g.table)
	} else {
		g.says(true, "President", reply, nil)
	}
	g.await(ann, func(m sandboxtest.Message) bool {
		return isBoard(m) && button(m, "hand/"+g.table) != "" && strings.Contains(m.Text(), "**Bob**") && !isAway(m)
	})
	close(over)
	for range 3 {
		<-played
	}
	cancel()
}

var relative = regexp.MustCompile(`Time's up <t:(\d+):R>`)

// deadline is when the time of the player to move runs out, as the board says.
func deadline(t *testing.T, m sandboxtest.Message) time.Time {
	t.Helper()
	found := relative.FindStringSubmatch(m.Text())
	if found == nil {
		t.Fatalf("no deadline on\n%s", m.Text())
	}
	unix, err := strconv.ParseInt(found[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(unix, 0)
}

// While the bot is down no clock runs.
func TestDowntimeIsNobodysFault(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "TURN_CLOCK=32s")
	g := h.seated(t, nil, "Ann", "Bob", "Cy", "Dee")
	board := g.awaitText(g.users[0], "Time's up")
	if left := time.Until(deadline(t, board)); left > 33*time.Second {
		t.Fatalf("%v left of 32 s", left)
	}
	h.kill()
	// The sign of life is as if the bot had been down for an hour.
	h.sql(`UPDATE events SET at = at - 3600000`)
	h.sql(`UPDATE alive SET at = at - 3600000`)
	back := time.Now()
	h.start()
	after := g.await(g.users[0], func(m sandboxtest.Message) bool {
		return relative.MatchString(m.Text()) && deadline(t, m).After(back)
	})
	if most, least := deadline(t, after).Sub(back), time.Until(deadline(t, after)); most < 28*time.Second || least > 33*time.Second {
		t.Errorf("%v to %v left after an hour's downtime, of 32 s", least, most)
	}
	h.stop()
	if n := h.count(t, `SELECT count(*) FROM events WHERE kind = 'woken'`); n != 1 {
		t.Errorf("%d events say that the bot was down", n)
	}
	if n := h.count(t, `SELECT count(*) FROM events WHERE kind = 'acted'`); n != 0 {
		t.Errorf("the clock acted %d times", n)
	}
}

// sql changes the database behind the bot's back.
func (h *house) sql(query string) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.db+"?_pragma=busy_timeout(10000)")
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) count(t *testing.T, query string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", h.db)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A player is notified once, before their time runs out, and not when they act in time.
func TestAPlayerIsWarnedOnce(t *testing.T) {
	t.Parallel() // the shortest clock with a warning takes half a minute
	h := newHouse(t, "MENTION=warning")
	g := h.seated(t, map[string]any{"table-clock": "30s"}, "Ann", "Bob", "Cy", "Dee")
	runsOut := deadline(t, g.awaitText(g.users[0], "Time's up"))
	call := g.await(g.users[0], func(m sandboxtest.Message) bool { return len(m.Mentions) > 0 })
	if left := runsOut.Sub(call.Timestamp); left < 0 || left > 12*time.Second { // which is told in whole seconds
		t.Errorf("warned when %v are left of 30 s", left)
	}
	// A restart makes it no second one: the bot knows from its last sign of life that it
	// has warned.
	h.stored("a sign of life after the warning", func() bool {
		return h.count(t, fmt.Sprintf(`SELECT count(*) FROM alive WHERE at > %d`, call.Timestamp.Add(time.Second).UnixMilli())) > 0
	})
	h.kill()
	h.start()
	g.awaitText(g.users[0], "Time's up")
	var called *sandboxtest.User
	for _, u := range g.users {
		if u.ID == call.Mentions[0].ID {
			called = u
		}
	}
	hand, err := called.Click(t.Context(), call.ID, "hand/"+g.table)
	if err != nil {
		t.Fatal(err)
	}
	m := hand.Message()
	if _, err := called.Click(t.Context(), m.ID, button(m, "act/")); err != nil {
		t.Fatal(err)
	}
	g.await(called, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "**"+called.Name+"** ") })
	calls, err := h.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// A bot that died before it had noted its post repeats it, and its nonce makes that the same message.
	posts := map[string]bool{}
	for _, c := range calls {
		if c.Method == "POST" && strings.Contains(string(c.Body), "@"+called.ID) {
			var posted struct{ ID string }
			if err := json.Unmarshal(c.Response, &posted); err != nil || posted.ID == "" {
				t.Errorf("a post is answered with %s: %v", c.Response, err)
			}
			posts[posted.ID] = true
		}
	}
	if len(posts) != 1 {
		t.Errorf("%s was notified %d times", called.Name, len(posts))
	}
}

// On SIGTERM the boards say that the bot restarts, a click gets a sentence, and
// the bot is gone within ten seconds. When it is back the boards go on.
func TestTheBoardsSayThatTheBotRestarts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.seated(t, nil, "Ann", "Bob", "Cy", "Dee")
	ann := g.users[0]
	// Edits take their time, so that there is some to click in.
	fault := map[string]any{"match": map[string]string{"method": "PATCH"}, "times": 1, "do": "delay 1s"}
	if err := h.Do(t.Context(), "POST", "/sandbox/faults", fault, nil); err != nil {
		t.Fatal(err)
	}
	board := g.await(ann, func(m sandboxtest.Message) bool {
		return strings.Contains(m.Text(), "Round 1") && strings.Contains(m.Text(), "Time's up")
	})
	began := time.Now()
	if err := h.bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for said := false; !said; { // the signal takes a moment to arrive
		reply, err := ann.Click(t.Context(), board.ID, "hand/"+g.table)
		if err != nil {
			t.Fatalf("a click after SIGTERM: %v", err)
		}
		said = strings.Contains(reply.Message().Text(), "I'm restarting")
	}
	down := g.awaitText(ann, "I'm restarting and will be back")
	if down.ID != board.ID || !strings.Contains(down.Text(), "Round 1") {
		t.Errorf("the board that says so:\n%s", down.Text())
	}
	bot := h.bot
	h.bot = nil
	if err := bot.Wait(); err != nil {
		t.Errorf("the bot ended with %v", err)
	}
	if took := time.Since(began); took > sandboxtest.Patience/4 { // ten seconds, on a machine that has nothing else to do
		t.Errorf("going down took %v", took)
	}
	h.start()
	g.await(ann, func(m sandboxtest.Message) bool {
		return m.ID == board.ID && strings.Contains(m.Text(), "Time's up") && !strings.Contains(m.Text(), "restarting")
	})
}

// Any click of a player wakes a paused match.
func TestAnyClickWakesAPausedMatch(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "TURN_CLOCK=1s")
	g := h.seated(t, nil, "Ann", "Bob", "Cy", "Dee")
	eve := h.group(10, "cards", "Eve").users[0]
	paused := g.awaitText(eve, "Paused: nobody seems to be here")
	if _, err := eve.Click(t.Context(), paused.ID, "menu/"+g.table); err != nil {
		t.Fatal(err)
	}
	if _, err := g.users[1].Click(t.Context(), paused.ID, "menu/"+g.table); err != nil {
		t.Fatal(err)
	}
	g.await(eve, func(m sandboxtest.Message) bool { return m.ID == paused.ID && !strings.Contains(m.Text(), "Paused") })
	h.stop()
	s, err := store.Read(t.Context(), h.db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for e, err := range s.Events(t.Context(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		if r, resumed := e.Body.(match.Resumed); resumed {
			people, err := s.People(t.Context(), r.Player)
			if err != nil || people[r.Player].Name != "Bob" {
				t.Errorf("woken by %+v, %v; want Bob", people[r.Player], err)
			}
			return
		}
	}
	t.Error("nothing woke it")
}
