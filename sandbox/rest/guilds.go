package rest

import (
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// guildFor returns the guild that a route names, if the bot is in it.
func (s *API) guildFor(q *request) (*world.Guild, error) {
	g := s.world.Guild(q.id("guild"))
	switch {
	case g == nil:
		return nil, wire.ErrUnknownGuild
	case g.Members[s.world.Bot.ID] == nil:
		return nil, wire.ErrMissingAccess
	}
	return g, nil
}

func (s *API) guildRoles(q *request, g *world.Guild) (answer, error) {
	return ok(slices.Clone(g.Roles)), nil
}

func (s *API) getGuild(q *request, g *world.Guild) (answer, error) {
	return ok(s.world.GuildWire(g)), nil
}
