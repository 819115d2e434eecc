package e2e

import (
	"strings"
	"syscall"
	"testing"

	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
)

// says does what a user does and checks the answer: a part of its text, and that
// the user alone sees it where it must be private.
func (g *group) says(private bool, want string, reply sandboxtest.Reply, err error) sandboxtest.Message {
	g.t.Helper()
	if err != nil {
		g.t.Fatalf("want %q: %v", want, err)
	}
	m := reply.Message()
	if !strings.Contains(m.Text(), want) || m.Ephemeral != private {
		g.t.Errorf("answered (private: %v)\n%s\nwant (private: %v) %q", m.Ephemeral, m.Text(), private, want)
	}
	return m
}

// What people do around a table, and what they are told.
func TestPeopleAroundATableAreToldWhatTheyDid(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	ctx := t.Context()
	game := systems.All()[0].Name
	fewest := 4
	ann, bob := g.users[0], g.users[1]
	command := func(u *sandboxtest.User, name string, options map[string]any) (sandboxtest.Reply, error) {
		return g.asks(u, name, options)
	}
	say := func(u *sandboxtest.User, name string, options map[string]any, want string) {
		t.Helper()
		reply, err := command(u, name, options)
		g.says(true, want, reply, err)
	}

	for _, name := range []string{"join", "leave", "hand"} {
		say(bob, name, nil, "There is no table in this channel")
	}
	say(bob, "help", nil, "/play")
	reply, err := command(bob, "leaderboard", nil)
	g.says(false, "Nobody has finished a round yet", reply, err)

	reply, err = command(ann, "play", map[string]any{"game": game})
	lobby := g.says(false, "**Ann** (host)", reply, err)
	say(bob, "play", map[string]any{"game": game}, "This channel already has a table: ")
	say(bob, "hand", nil, "You aren't at this table yet")
	say(ann, "hand", nil, "No cards yet")
	say(ann, "join", nil, "You're already at this table")
	say(bob, "leave", nil, "You aren't at this table")
	say(bob, "join", nil, "You joined the table: ")
	reply, err = bob.Click(ctx, lobby.ID, "join/1")
	seated := g.says(true, "You have a seat at this table", reply, err)
	g.has(g.press(bob, seated, "menu/1/leave"), "You left the table")
	g.await(bob, func(m sandboxtest.Message) bool { return m.ID == lobby.ID && !strings.Contains(m.Text(), "Bob") })

	// The rules of the table, page by page, for the reader alone.
	reply, err = bob.Click(ctx, lobby.ID, "rules/1/0")
	page := g.says(true, "page 1 of", reply, err)
	reply, err = bob.Click(ctx, page.ID, "rules/1/1")
	if next := g.says(true, "page 2 of", reply, err); next.ID != page.ID {
		t.Error("the second page is a message of its own; it should take the first one's place")
	}

	// Another channel plays on its own.
	other := h.group(2, "general", "Bob", "Cy")
	reply, err = other.users[0].Command(ctx, "general", "play", map[string]any{"game": game})
	other.says(false, "**Bob** (host)", reply, err)
	other.end(ann) // Ann owns the guild, so she may

	for _, u := range g.users[1:fewest] {
		if _, err := u.Click(ctx, lobby.ID, "join/1"); err != nil {
			t.Fatal(err)
		}
	}
	// At once, whether or not the lobby shows yet who joined.
	reply, err = bob.Click(ctx, lobby.ID, "start/1")
	g.says(true, "Only the host can start", reply, err)
	if _, err = ann.Click(ctx, lobby.ID, "start/1"); err != nil {
		t.Fatal(err)
	}
	board := g.await(ann, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "Round 1") })
	g.await(ann, func(m sandboxtest.Message) bool { return m.ID == lobby.ID && len(m.Buttons()) == 0 })

	// Somebody brings the board to the bottom, and the one before loses its buttons.
	say(bob, "table", nil, "to the bottom of the channel")
	g.await(bob, func(m sandboxtest.Message) bool {
		return m.ID != board.ID && strings.Contains(m.Text(), "Round 1") && button(m, "hand/1") != ""
	})
	g.await(bob, func(m sandboxtest.Message) bool { return m.ID == board.ID && len(m.Buttons()) == 0 })

	// Whoever leaves may come back.
	say(bob, "leave", nil, "A bot is playing for you")
	say(bob, "hand", nil, "You left the table")
	say(bob, "join", nil, "Your seat is yours again")
	eve, err := h.User(ctx, "Eve")
	if err != nil {
		t.Fatal(err)
	}
	say(eve, "hand", nil, "you have no cards")
	say(eve, "join", nil, "You join in the next round")
	say(eve, "hand", nil, "You join in the next round")
	opened, err := g.more(bob)
	theirs := g.says(true, "President", opened, err)
	if button(theirs, "end/") != "" {
		t.Error("Bob is offered to end the match of somebody else")
	}
	g.end(ann)
	last := g.await(bob, func(m sandboxtest.Message) bool { return button(m, "rematch/1") != "" })

	// A rematch seats everyone again; whoever is late is told where it is.
	reply, err = bob.Click(ctx, last.ID, "rematch/1")
	again := g.says(false, "**Bob** (host)", reply, err)
	for _, u := range g.users {
		if !strings.Contains(again.Text(), u.Name) {
			t.Errorf("the rematch lacks %s:\n%s", u.Name, again.Text())
		}
	}
	reply, err = ann.Click(ctx, last.ID, "rematch/1")
	g.says(true, "The rematch is already open", reply, err)
}

// A click on a hand of an earlier turn is answered with the present hand.
func TestALateClickGetsThePresentHand(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(3, "cards", "Ann", "Bob", "Cy", "Dee")
	g.open(systems.All()[0].Name, nil)
	ctx := t.Context()
	board := g.await(g.users[0], func(m sandboxtest.Message) bool {
		return button(m, "hand/"+g.table) != "" && !m.Ephemeral && len(m.Mentions) == 0
	})
	// The older hand keeps its buttons: the edit that takes them off fails.
	h.fault(fault{do: "status 500", method: "PATCH", times: 1000})
	for _, u := range g.users {
		var hands [2]sandboxtest.Message
		for i := range hands {
			reply, err := u.Click(ctx, board.ID, "hand/"+g.table)
			if err != nil {
				t.Fatal(err)
			}
			hands[i] = reply.Message()
		}
		play := button(hands[0], "act/")
		if play == "" {
			continue // not this one's turn
		}
		if _, err := u.Click(ctx, hands[1].ID, play); err != nil {
			t.Fatal(err)
		}
		reply, err := u.Click(ctx, hands[0].ID, play)
		g.says(true, "That turn is over. This is your hand now.", reply, err)
		return
	}
	t.Fatal("nobody was offered a play")
}

// The bot is killed in the middle of a match and started again: the match goes
// on where it was, on the board that it had.
func TestAMatchOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(4, "cards", "Ann", "Bob", "Cy", "Dee")
	sys := systems.All()[0]
	g.open(sys.Name, map[string]any{"rounds": 1})
	board := g.await(g.users[0], func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "Round 1") })
	if err := h.bot.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = h.bot.Wait() // killed, as it was meant to be
	h.start()
	last, clicks := g.playOn(nil)
	if last.ID != board.ID {
		t.Errorf("round 1 began on message %s and ended on %s", board.ID, last.ID)
	}
	h.stop()
	if acts, _ := recount(t, h.db); acts["player"] != clicks {
		t.Errorf("%d plays were clicked and answered, the log has %d", clicks, acts["player"])
	}
}

// A seat that lets its time run out passes or plays its lowest card, and the
// board says so; when nobody is there the match waits, until somebody is.
func TestTheClockPlaysForWhoeverLetsItRunOut(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "TURN_CLOCK=1s")
	g := h.group(5, "cards", "Ann", "Bob", "Cy", "Dee")
	g.open(systems.All()[0].Name, nil)
	g.await(g.users[0], func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "Time ran out: ") })
	paused := g.await(g.users[0], func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "Paused") })
	if _, err := g.users[2].Click(t.Context(), paused.ID, "resume/"+g.table); err != nil {
		t.Fatal(err)
	}
	g.await(g.users[0], func(m sandboxtest.Message) bool { return m.ID == paused.ID && !strings.Contains(m.Text(), "Paused") })
}
