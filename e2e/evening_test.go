package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/internal/cluster"
	"deuces/internal/errtest"
	"deuces/sandbox/sandboxtest"
)

// serverEvent is an event in a server's list, as the sandbox shows it.
type serverEvent struct{ ID, Name string }

// events returns the events of the first server.
func (s *Server) events() []serverEvent {
	s.t.Helper()
	var world struct {
		Guilds []struct{ Events []serverEvent }
	}
	errtest.Must(s.t, s.Do(s.t.Context(), "GET", "/sandbox/world", nil, &world))
	return world.Guilds[0].Events
}

// An evening: players are called by a role that people take themselves, a start at a time becomes an event, and moving or canceling
// the event does the same to the start. The bot is killed in between.
func TestAnEveningIsPlanned(t *testing.T) {
	s := NewServer(t)
	s.Sandbox("POST", "roles", map[string]any{"role": "Deuces", "permissions": []string{"MANAGE_ROLES", "CREATE_EVENTS", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"}, "position": 5})
	role := s.Create("roles", map[string]any{"role": "players", "position": 1})
	table := s.Table("cards", "Ann", "Bob", "Cy")
	ann, bob, cy := table.People[0], table.People[1], table.People[2]
	ann.Clicks(ann.Settings("tables"), "settings/tables/call_role", role)
	lobby := table.Lobby("ahole", nil)
	ann.Clicks(ann.Clicks(lobby, "menu/"), "call/").Says("I'm asking for players")
	call := cy.Sees(says("wants to play")).Says("**Ann** wants to play", "1 seat free", "<@&"+role+">")
	cy.Clicks(call, "call-me").Whispers("From now on you're mentioned")
	cy.Uses("preferences", nil).Whispers("looks for players")
	s.Kill()
	s.Start()
	panel := ann.Clicks(ann.Clicks(ann.Sees(is(lobby)), "menu/"), "start-at/")
	panel = ann.Clicks(panel, "start-at/"+table.id+"/2h0m0s").Says("<t:")
	ann.Clicks(panel, "start-at/"+table.id+"/event")
	ann.Waits("the start is an event of the server", func() bool { return len(s.events()) == 1 })
	ann.Sees(is(lobby), says("starts <t:"))
	moved := time.Now().Add(5 * time.Hour).Truncate(time.Minute)
	s.Sandbox("PATCH", "events/"+s.events()[0].ID, map[string]any{"start": moved})
	ann.Sees(is(lobby), says(fmt.Sprintf("starts <t:%d", moved.Unix())))
	s.Sandbox("DELETE", "events/"+s.events()[0].ID, nil)
	ann.Sees(is(lobby), says("The server's event was canceled"))
	bob.In("general").Uses("play", Options{"game": "ahole"}).Says("waiting for players") // nobody can join elsewhere: that lobby is Bob's own
}

// posted returns how many messages that meet the conditions the bot has ever posted in the table's channel. A
// request that was repeated because its response was lost made one message.
func (x *Table) posted(all ...condition) int {
	x.t.Helper()
	_, channel := x.GuildAndChannel(x.channel)
	ids := map[string]bool{}
	for _, c := range x.calls(0) {
		var m sandboxtest.Message
		if c.Method != "POST" || !strings.HasSuffix(c.Path, "/channels/"+channel+"/messages") || c.Status != http.StatusOK {
			continue
		}
		errtest.Must(x.t, json.Unmarshal(c.Response, &m))
		if !slices.ContainsFunc(all, func(f condition) bool { return !f(m) }) {
			ids[m.ID] = true
		}
	}
	return len(ids)
}

// TestAnEveningAtSeveralProcesses kills a process after each step of an evening at two servers, which two processes
// serve: a call, a start at a time, and turns that may take a day. Whoever takes over says what is still
// to be said, and nothing a second time.
func TestAnEveningAtSeveralProcesses(t *testing.T) {
	t.Parallel()
	m := newTeam(t, teamConfig{processes: 2, shards: 2, sessions: 400})
	var tables []*Table
	opened := map[int]bool{}
	for n := 0; len(opened) < m.shards; n++ {
		guild, channel := m.Guild(fmt.Sprint("Guild ", n), fmt.Sprint("table-", n))
		if shard := cluster.Of(guild, m.shards); !opened[shard] {
			opened[shard] = true
			tables = append(tables, m.Table(channel, fourNames...))
		}
	}
	kill := func() {
		p := m.members[0]
		m.remove(p)
		p.Kill()
		m.startProcess()
		m.waitForEvenShares()
	}
	mentions := func(m sandboxtest.Message) bool { return len(m.Mentions) > 0 }
	want := func(n int, what string, all ...condition) {
		t.Helper()
		for _, x := range tables {
			x.People[0].Waits(what, func() bool { return x.posted(all...) >= n })
			if got := x.posted(all...); got > n {
				t.Errorf("in %s %s was said %d times, want %d", x.channel, what, got, n)
			}
		}
	}
	lobbies := map[*Table]Message{}
	for _, x := range tables {
		ann, bob, cy, _ := x.Four()
		lobby := ann.OpensLobby("ahole")
		x.setID(lobby)
		x.SetOptions(Options{"table-clock": "24h0m0s"})
		bob.Clicks(lobby, "join/")
		cy.Clicks(lobby, "join/")
		bob.Clicks(bob.Menu(), "call/").Says("I'm asking for players")
		lobbies[x] = lobby
	}
	kill()
	start := time.Now().Add(20 * time.Second).Truncate(time.Second)
	for _, x := range tables {
		ann, bob, _, dee := x.Four()
		if bob.Menu().Has("call/") {
			t.Errorf("in %s players can be called a second time", x.channel)
		}
		dee.Clicks(dee.Sees(says("wants to play")), "join/")
		panel := ann.Clicks(ann.Menu(), "start-at/")
		ann.Submits(panel, "start-form/", Options{"when": fmt.Sprintf("<t:%d>", start.Unix()), "here": ""}).Says("<t:")
	}
	call := says("wants to play")
	want(1, "the call", call)
	soon := says("🕗 <@")
	want(1, "that the match starts soon", soon)
	kill()
	for turns := range 4 {
		for _, x := range tables {
			if x.Board(); time.Now().Before(start) {
				t.Errorf("the match in %s began %v before its time", x.channel, time.Until(start))
			}
			if turns > 0 {
				x.PlayOne()
			}
		}
		notice := []condition{mentions, not(offers("menu/")), not(soon)}
		want(turns+1, "whose turn it is", notice...)
		if turns%2 == 1 {
			kill()
			want(turns+1, "whose turn it is, after a restart", notice...)
		}
	}
	want(1, "the call", call)
	want(1, "that the match starts soon", soon)
}
