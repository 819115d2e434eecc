package rest

import (
	"slices"

	"deuces/sandbox/gateway"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// listMembers needs the privileged intent, as on Discord.
func (s *API) listMembers(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if s.cfg.Privileged&gateway.IntentGuildMembers == 0 {
		return answer{}, wire.ErrMissingAccess
	}
	return ok(g.SortedMembers()), nil
}

// guildFor is the guild that a route names, if the bot is in it.
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

func (s *API) getGuild(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(s.world.GuildWire(g)), nil
}

func (s *API) guildRoles(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(slices.Clone(g.Roles)), nil
}

func (s *API) getMember(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	m := g.Members[q.id("user")]
	if m == nil {
		return answer{}, wire.ErrUnknownMember
	}
	return ok(m.Wire()), nil
}
