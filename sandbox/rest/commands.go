package rest

import (
	"net/http"
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// commandScope returns the guild whose commands a route is about, or 0 for the global ones.
func (s *API) commandScope(q *request) (wire.Snowflake, error) {
	if q.id("app") != s.world.Bot.ID {
		return 0, wire.ErrUnknownApp
	}
	if q.PathValue("guild") == "" {
		return 0, nil
	}
	g, err := s.guildFor(q)
	if err != nil {
		return 0, err
	}
	return g.ID, nil
}

func (s *API) listCommands(q *request, scope wire.Snowflake) (answer, error) {
	list := wire.ListOf(s.world.Commands[scope])
	if q.URL.Query().Get("with_localizations") != "true" {
		for i, c := range list {
			list[i] = c.Plain()
		}
	}
	return ok(list), nil
}

func (s *API) createCommand(q *request) (answer, error) {
	c := &world.Command{}
	if err := wire.Decode(q.body, c); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	scope, err := s.commandScope(q)
	if err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	c.Check(at)
	all := slices.DeleteFunc(slices.Clone(s.world.Commands[scope]), func(o *world.Command) bool { return o.Name == c.Name && o.Type == c.Type })
	all = append(all, c)
	world.TooMany(at, all)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	fresh := s.world.Register(scope, c, q.now)
	s.world.SetCommands(scope, all)
	if fresh {
		return answer{http.StatusCreated, c}, nil
	}
	return ok(c), nil
}

// putCommands replaces all registered commands.
func (s *API) putCommands(q *request) (answer, error) {
	bodies := []world.Command{} // not pointers: null becomes an empty command, which is refused below
	if err := wire.Decode(q.body, &bodies); err != nil {
		return answer{}, err
	}
	all := make([]*world.Command, len(bodies))
	for i := range bodies {
		all[i] = &bodies[i]
	}
	s.world.Lock()
	defer s.world.Unlock()
	scope, err := s.commandScope(q)
	if err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	seen := map[string]bool{}
	for i, c := range all {
		c.Check(at.Index(i))
		key := string(rune('0'+c.Type)) + c.Name
		if seen[key] {
			at.Index(i).Key("name").Fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	world.TooMany(at, all)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	isEntry := func(c *world.Command) bool { return c.Type == world.EntryPoint }
	if slices.ContainsFunc(s.world.Commands[scope], isEntry) && !slices.ContainsFunc(all, isEntry) {
		return answer{}, wire.ErrEntryPoint
	}
	for _, c := range all {
		s.world.Register(scope, c, q.now)
	}
	s.world.SetCommands(scope, all)
	return ok(all), nil
}

func (s *API) commandFor(q *request) (scope wire.Snowflake, at int, err error) {
	if scope, err = s.commandScope(q); err != nil {
		return 0, 0, err
	}
	id := q.id("command")
	at = slices.IndexFunc(s.world.Commands[scope], func(c *world.Command) bool { return c.ID == id })
	if at < 0 {
		return 0, 0, wire.ErrUnknownCommand
	}
	return scope, at, nil
}

func (s *API) deleteCommand(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	scope, i, err := s.commandFor(q)
	if err != nil {
		return answer{}, err
	}
	s.world.SetCommands(scope, slices.Delete(slices.Clone(s.world.Commands[scope]), i, i+1))
	return noContent, nil
}
