package world

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deuces/sandbox/wire"
)

// Presence is a user's presence as the gateway sends it. People are always online; the bot is what it says it is.
type Presence struct {
	User struct {
		ID wire.Snowflake `json:"id"`
	} `json:"user"`
	Status     string            `json:"status"`
	Activities []json.RawMessage `json:"activities"`
	Clients    map[string]string `json:"client_status"`
}

// SetPresence is the presence that the bot gives itself.
func (w *World) SetPresence(status string, activities []json.RawMessage) {
	if status == "invisible" {
		status = "offline"
	}
	w.status, w.activities = status, activities
}

// Presences are the presences of some members.
func (w *World) Presences(of []GuildMember) []Presence {
	all := []Presence{}
	for _, m := range of {
		p := Presence{Status: "online", Activities: []json.RawMessage{}, Clients: map[string]string{"web": "online"}}
		p.User.ID = m.User.ID
		if m.User.ID == w.Bot.ID && w.status != "" {
			p.Status, p.Activities = w.status, wire.ListOf(w.activities)
			p.Clients["web"] = w.status
		}
		all = append(all, p)
	}
	return all
}

// MembersNamed are the members whose name or nickname starts with a text, in whichever letters, at most so many.
func (g *Guild) MembersNamed(prefix string, limit int) []GuildMember {
	prefix = strings.ToLower(prefix)
	var found []GuildMember
	for _, m := range g.Members {
		names := []string{m.user.Username, m.user.Name(), m.Nick}
		if slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(strings.ToLower(n), prefix) }) {
			found = append(found, m.Wire())
		}
	}
	slices.SortFunc(found, func(a, b GuildMember) int { return cmp.Compare(a.User.ID, b.User.ID) })
	return found[:min(len(found), limit)]
}

// GatewayIntents are the privileged intents with the names that the portal and flags have for them.
var GatewayIntents = map[string]int{"members": 1 << 1, "presences": 1 << 8, "content": 1 << 15}

// applicationFlags say which privileged intents the portal has switched on; a bot in few guilds has the "limited" ones.
func (w *World) applicationFlags() int {
	flags := 0
	for intent, flag := range map[int]int{1 << 8: 1 << 13, 1 << 1: 1 << 15, 1 << 15: 1 << 19} {
		if w.Privileged&intent != 0 {
			flags |= flag
		}
	}
	return flags
}

// ParseIntents reads the names of privileged intents.
func ParseIntents(names []string) (int, error) {
	all := 0
	for _, name := range names {
		intent, ok := GatewayIntents[name]
		if !ok {
			return 0, fmt.Errorf("there is no privileged intent %q, only members, presences and content", name)
		}
		all |= intent
	}
	return all, nil
}
