package rest

import (
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) me(*request) (answer, error) {
	return ok(struct {
		*world.User
		MFA      bool             `json:"mfa_enabled"`
		Locale   string           `json:"locale"`
		Verified bool             `json:"verified"`
		Email    wire.Opt[string] `json:"email"`
	}{s.world.Bot, false, "en-US", true, wire.Null[string]()}), nil
}

func (s *API) getUser(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	if u := s.world.Users[q.id("user")]; u != nil {
		return ok(u), nil
	}
	return answer{}, wire.ErrUnknownUser
}

func (s *API) application(*request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return ok(s.world.Application()), nil
}

// directMessage refuses: there are no direct messages here, as with a user who takes none.
func (s *API) directMessage(*request) (answer, error) { return answer{}, wire.ErrNoDirectMessages }

func (s *API) myGuilds(*request) (answer, error) {
	type mine struct {
		ID          wire.Snowflake    `json:"id"`
		Name        string            `json:"name"`
		Icon        wire.Opt[string]  `json:"icon"`
		Banner      wire.Opt[string]  `json:"banner"`
		Owner       bool              `json:"owner"`
		Permissions world.Permissions `json:"permissions"`
		Features    []string          `json:"features"`
	}
	s.world.Lock()
	defer s.world.Unlock()
	all := []mine{}
	for _, g := range s.world.Guilds {
		if g.Members[s.world.Bot.ID] != nil {
			all = append(all, mine{ID: g.ID, Name: g.Name, Permissions: g.PermissionsOf(s.world.Bot.ID), Features: []string{}})
		}
	}
	return ok(all), nil
}
