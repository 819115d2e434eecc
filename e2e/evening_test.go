package e2e

import "testing"

// serverEvent is an event in a server's list, as the sandbox shows it.
type serverEvent struct{ ID, Name string }

// events returns the events of the first server.
func (s *Server) events() []serverEvent {
	s.t.Helper()
	var world struct {
		Guilds []struct{ Events []serverEvent }
	}
	if err := s.Do(s.t.Context(), "GET", "/sandbox/world", nil, &world); err != nil {
		s.t.Fatal(err)
	}
	return world.Guilds[0].Events
}

// An evening: players are called by a role that people take themselves, a start at a time becomes an event, and canceling the
// event cancels the start. The bot is killed in between.
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
	s.Sandbox("DELETE", "events/"+s.events()[0].ID, nil)
	ann.Sees(is(lobby), says("The server's event was canceled"))
	bob.In("general").Uses("play", Options{"game": "ahole"}).Says("waiting for players") // nobody can join elsewhere: that lobby is Bob's own
}
