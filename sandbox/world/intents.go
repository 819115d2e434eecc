package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MembersNamed returns at most limit members whose name or nickname starts with prefix, in upper or
// lower case.
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

// GatewayIntents maps the names that ParseIntents accepts to the privileged intents.
var GatewayIntents = map[string]int{"members": 1 << 1, "presences": 1 << 8, "content": 1 << 15}

// applicationFlags returns the flags that say which privileged intents are switched on in the
// portal. A bot in few guilds has the "limited" flags.
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
