package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/settings"
	"deuces/store"
)

// company has the first user open a table, the others join, computers sit down
// (levels, "fill", as the buttons of the lobby are called), and the first start it.
func (g *group) company(sys string, options map[string]any, computers ...string) {
	g.t.Helper()
	lobby := g.lobby(sys, options)
	for _, what := range computers {
		g.seat(lobby, what)
	}
	g.begin(lobby)
}

// seat has the host seat a bot of a level, or fill the table.
func (g *group) seat(lobby sandboxtest.Message, what string) {
	g.t.Helper()
	host, add := g.users[0], "computer/"+g.table+"/add"
	if what == "fill" {
		for free := true; free; {
			m := g.seat1(lobby, add)
			free = button(m, add) != ""
		}
		return
	}
	g.seat1(lobby, add)
	opened, err := g.more(host)
	g.press(host, g.says(true, "", opened, err), "menu/"+g.table+"/level", what)
}

// seat1 adds a bot, and returns the lobby that shows it.
func (g *group) seat1(lobby sandboxtest.Message, add string) sandboxtest.Message {
	g.t.Helper()
	host := g.users[0]
	before := g.await(host, func(m sandboxtest.Message) bool { return m.ID == lobby.ID && button(m, add) != "" })
	if _, err := host.Click(g.t.Context(), lobby.ID, add); err != nil {
		g.t.Fatalf("%s: %v", add, err)
	}
	bots := strings.Count(before.Text(), "🤖 **")
	return g.await(host, func(m sandboxtest.Message) bool {
		return m.ID == lobby.ID && strings.Count(m.Text(), "🤖 **") != bots
	})
}

// One person plays a match of each system with bots of one of the levels:
// they play by themselves, nobody sees their cards, and the leaderboard has none
// of it.
func TestComputersPlayAMatchWithOnePerson(t *testing.T) {
	t.Parallel()
	for i, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, "ROUND_PAUSE=3s", "COMPUTER_PACE=20ms") // the pause: so that what lags is told from what leaks
			g := h.group(2, "cards", "Ann")
			watcher, err := h.User(t.Context(), "Eve")
			if err != nil {
				t.Fatal(err)
			}
			g.company(sys.Name, brief(t, sys, gametest.Dose(t, 1, 2, 2)), []string{"easy", "normal", "hard"}[i%3], "fill")
			last, _ := g.playOn(nil)
			if !strings.Contains(last.Text(), "wins!") && !strings.Contains(last.Text(), "Everyone has reached") {
				t.Errorf("the last board names no winner:\n%s", last.Text())
			}
			board, err := g.users[0].Command(t.Context(), g.channel, "leaderboard", map[string]any{"game": sys.Name})
			if err != nil {
				t.Fatal(err)
			}
			if shown := board.Message().Text(); strings.Contains(shown, "**Ann**") {
				t.Errorf("rounds with bots are on the leaderboard:\n%s", shown)
			}
			who := ""
			for _, b := range board.Message().Buttons() {
				if strings.HasSuffix(b.CustomID, "/who") {
					who = b.CustomID
				}
			}
			if board, err = g.users[0].Click(t.Context(), board.Message().ID, who); err != nil {
				t.Fatal(err)
			}
			if shown := board.Message().Text(); !strings.Contains(shown, "**Ann**") || strings.Contains(shown, "🤖 **") {
				t.Errorf("asked with bots, the leaderboard is\n%s", shown)
			}
			sent := map[string][]sandboxtest.Payload{}
			for _, u := range []*sandboxtest.User{g.users[0], watcher} {
				if sent[u.ID], err = u.Payloads(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			h.stop()
			if failed := h.log.String(); strings.Contains(failed, "computer player failed") {
				t.Errorf("a computer player failed:\n%s", failed)
			}

			acts, _ := recount(t, h.db)
			if acts[match.ByComputer] == 0 || acts[match.ByStandIn] > 0 {
				t.Errorf("decisions: %v", acts)
			}
			history := moments(t, h.db, tableID(t, g.table))
			for user, payloads := range sent {
				found, seen := leaks(history, user, payloads)
				for _, leak := range found {
					t.Errorf("to %s: %s", user, leak)
				}
				if seen == 0 {
					t.Errorf("no body that reached %s shows a card: is the search blind?", user)
				}
			}
			t.Run("planted", func(t *testing.T) { plant(t, history, g.users[0].ID) })
		})
	}
}

func tableID(t *testing.T, name string) (id match.ID) {
	t.Helper()
	if _, err := fmt.Sscan(name, &id); err != nil {
		t.Fatal(err)
	}
	return id
}

// Two people fill their table. One leaves in the middle of the match, the program
// is killed and comes back, and it goes on to its end.
func TestTwoPeopleFillTheirTable(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "COMPUTER_PACE=30ms", "TURN_CLOCK=1m")
	g := h.group(3, "cards", "Ann", "Bob")
	g.company("ahole", map[string]any{"target": 1}, "hard", "hard")
	board := g.await(g.users[0], func(m sandboxtest.Message) bool { return isBoard(m) && button(m, "hand/"+g.table) != "" })
	if text := board.Text(); strings.Count(text, "🤖") < 2 {
		t.Errorf("the board does not tell computers from people:\n%s", text)
	}
	if err := h.bot.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = h.bot.Wait() // killed
	h.start()
	if _, err := g.users[1].Command(t.Context(), g.channel, "leave", nil); err != nil {
		t.Fatal(err)
	}
	left := g.users[1]
	g.users = g.users[:1]
	g.playOn(nil)
	g.users = append(g.users, left)

	// The rematch has the computers, and not who left.
	last := g.await(g.users[0], func(m sandboxtest.Message) bool { return button(m, "rematch/"+g.table) != "" })
	reply, err := g.users[0].Click(t.Context(), last.ID, "rematch/"+g.table)
	if err != nil {
		t.Fatal(err)
	}
	if text := reply.Message().Text(); strings.Count(text, "🤖") != 2 || strings.Contains(text, "Bob") {
		t.Errorf("the rematch:\n%s", text)
	}
	// Somebody who asks again, because a crash swallowed the answer, gets no second board.
	again, err := g.users[0].Click(t.Context(), last.ID, "rematch/"+g.table)
	if err != nil {
		t.Fatal(err)
	}
	if m := again.Message(); !m.Ephemeral || !strings.Contains(m.Text(), "already open") {
		t.Errorf("a second click on the rematch:\n%s", m.Text())
	}
	there, err := g.users[0].Messages(t.Context(), g.channel)
	if err != nil {
		t.Fatal(err)
	}
	lobbies := slices.DeleteFunc(there, func(m sandboxtest.Message) bool { return button(m, "join/") == "" })
	if len(lobbies) != 1 || lobbies[0].ID != reply.Message().ID {
		t.Errorf("the rematch has %d lobbies", len(lobbies))
	}
	h.stop()
	acts, _ := recount(t, h.db)
	if acts[match.ByComputer] == 0 || acts[match.ByStandIn] == 0 || acts[match.ByPlayer] == 0 {
		t.Errorf("decisions: %v", acts)
	}
	if log := h.log.String(); strings.Contains(log, "computer player failed") {
		t.Error("a computer player failed")
	}
}

// Computers take their time, and no more of it than people see.
func TestComputersKeepTheirPace(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "COMPUTER_PACE=80ms")
	g := h.group(4, "cards", "Ann")
	g.company("president", map[string]any{"rounds": 1}, "fill")
	g.playOn(nil)
	h.stop()
	s, err := store.Read(t.Context(), h.db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m := match.New(1, systems.New)
	paces, late := 0, 0
	for e, err := range s.Events(t.Context(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		before := m
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
		a, acted := e.Body.(match.Acted)
		if !acted || a.By != match.ByComputer {
			continue
		}
		took, pace := e.At.Sub(before.At), before.Deadline().Sub(before.At)
		paces++
		if took < pace {
			t.Errorf("decision %v after %v of %v", before.Decision, took, pace)
		}
		if took > pace+10*time.Second { // a machine that has much else to do is late, but not by as much as people may think
			late++
		}
	}
	if paces == 0 || late > 0 {
		t.Errorf("%d of %d decisions were late", late, paces)
	}
}

// A hint is told to who asks, and to nobody else; not where the table has none.
func TestAHintIsToldToWhoeverAsks(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "COMPUTER_PACE=20ms")
	g := h.group(5, "cards", "Ann", "Bob")
	g.company("ahole", nil, "fill")
	hinted := false
	for turn := 0; turn < 60 && !hinted; turn++ {
		for _, u := range g.users {
			hand := g.hand(u)
			id := button(hand, "hint/")
			if id == "" {
				if act := button(hand, "act/"); act != "" { // the one thing to do
					_, _ = u.Click(t.Context(), hand.ID, act)
				}
				continue
			}
			reply, err := u.Click(t.Context(), hand.ID, id)
			if err != nil {
				t.Fatal(err)
			}
			m := reply.Message()
			if m.ID != hand.ID || !m.Ephemeral || !strings.Contains(m.Text(), "💡 I'd ") || button(m, "act/") == "" {
				t.Errorf("the hint: %+v\n%s", m.Ephemeral, m.Text())
			}
			hinted = true
		}
	}
	if !hinted {
		t.Fatal("nobody could ask for a hint")
	}
	end := func() {
		g.end(g.users[0])
	}
	end()

	lobby := g.lobby("ahole", nil)
	g.seat(lobby, "fill")
	g.sets(map[string]any{"table-hints": "no"})
	g.begin(lobby)
	for _, u := range g.users {
		if id := button(g.hand(u), "hint/"); id != "" {
			t.Errorf("%s is offered a hint where there are none", u.Name)
		}
	}
	end()
}

// hand opens a user's hand from the board.
func (g *group) hand(u *sandboxtest.User) sandboxtest.Message {
	g.t.Helper()
	hand, err := g.openHand(u)
	if err != nil {
		g.t.Fatal(err)
	}
	return hand
}

// Where a server forbids computer players nobody can add them, and a click on an
// old lobby says so; a rematch goes without.
func TestAServerForbidsComputers(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "COMPUTER_PACE=20ms")
	g := h.group(6, "cards", "Ann", "Bob")
	lobby := g.lobby("president", nil)
	add := "computer/" + g.table + "/add"
	reply, err := g.users[1].Click(t.Context(), lobby.ID, add)
	if err != nil || !strings.Contains(reply.Message().Text(), "Only the host") {
		t.Errorf("who is not the host adds one: %v, %s", err, reply.Message().Text())
	}
	g.seat(lobby, "easy")
	h.stop()
	s, err := store.Open(t.Context(), h.db, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	m := match.New(1, systems.New)
	for e, err := range s.Events(t.Context(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.ChangeSettings(t.Context(), m.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		g.Computers = false
		return g, nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	h.fault(fault{do: "status 500", method: "PATCH", path: channels, times: 1000}) // the old lobby stays as it is
	h.start()
	reply, err = g.users[0].Click(t.Context(), lobby.ID, add)
	if err != nil || !strings.Contains(reply.Message().Text(), "turned off on this server") {
		t.Errorf("an old button: %v, %s", err, reply.Message().Text())
	}
	h.unstruck()
	g.await(g.users[0], func(m sandboxtest.Message) bool { return m.ID == lobby.ID && button(m, "computer/") == "" })
}
