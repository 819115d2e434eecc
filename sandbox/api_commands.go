package sandbox

import (
	"net/http"
	"slices"
)

// commandScope is whose commands a route is about: a guild's, or 0 for the global ones.
func (s *Server) commandScope(q *request) (snowflake, error) {
	if q.id("app") != s.world.bot.ID {
		return 0, errUnknownApp
	}
	if q.PathValue("guild") == "" {
		return 0, nil
	}
	g, err := s.guildFor(q)
	if err != nil {
		return 0, err
	}
	return g.id, nil
}

func (s *Server) listCommands(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, err := s.commandScope(q)
	if err != nil {
		return answer{}, err
	}
	return ok(listOf(s.world.commands[scope])), nil
}

// register completes a checked command; one of the same name and kind keeps its id.
func (s *Server) register(q *request, scope snowflake, c *command) (fresh bool) {
	c.ApplicationID, c.GuildID, c.Version = s.world.bot.ID, scope, s.world.ids.next(q.now)
	for _, o := range s.world.commands[scope] {
		if o.Name == c.Name && o.Type == c.Type {
			c.ID = o.ID
			return false
		}
	}
	c.ID = s.world.ids.next(q.now)
	return true
}

// tooMany limits a scope to 100 slash commands and 15 of each context menu's.
func tooMany(at *field, all []*command) {
	n := map[int]int{}
	for _, c := range all {
		n[c.Type]++
	}
	if n[slashCommand] > 100 || n[userCommand] > 15 || n[targetCommand] > 15 {
		at.fail("APPLICATION_COMMANDS_MAXIMUM_REACHED", "Maximum number of application commands reached (100).")
	}
}

func (s *Server) createCommand(q *request) (answer, error) {
	c := &command{}
	if err := decode(q.body, c); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, err := s.commandScope(q)
	if err != nil {
		return answer{}, err
	}
	f, at := newForm()
	c.check(at)
	all := slices.DeleteFunc(slices.Clone(s.world.commands[scope]), func(o *command) bool { return o.Name == c.Name && o.Type == c.Type })
	all = append(all, c)
	tooMany(at, all)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	fresh := s.register(q, scope, c)
	s.setCommands(scope, all)
	if fresh {
		return answer{http.StatusCreated, c}, nil
	}
	return ok(c), nil
}

func (s *Server) setCommands(scope snowflake, all []*command) {
	s.world.commands[scope] = all
	s.worldChanged()
}

// putCommands puts a whole list in the place of what was registered.
func (s *Server) putCommands(q *request) (answer, error) {
	bodies := []command{} // not pointers: a null is an empty command, refused below
	if err := decode(q.body, &bodies); err != nil {
		return answer{}, err
	}
	all := make([]*command, len(bodies))
	for i := range bodies {
		all[i] = &bodies[i]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, err := s.commandScope(q)
	if err != nil {
		return answer{}, err
	}
	f, at := newForm()
	seen := map[string]bool{}
	for i, c := range all {
		c.check(at.index(i))
		key := string(rune('0'+c.Type)) + c.Name
		if seen[key] {
			at.index(i).key("name").fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	tooMany(at, all)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	for _, c := range all {
		s.register(q, scope, c)
	}
	s.setCommands(scope, all)
	return ok(all), nil
}

func (s *Server) commandFor(q *request) (scope snowflake, at int, err error) {
	if scope, err = s.commandScope(q); err != nil {
		return 0, 0, err
	}
	id := q.id("command")
	at = slices.IndexFunc(s.world.commands[scope], func(c *command) bool { return c.ID == id })
	if at < 0 {
		return 0, 0, errUnknownCommand
	}
	return scope, at, nil
}

func (s *Server) getCommand(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, at, err := s.commandFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(s.world.commands[scope][at]), nil
}

func (s *Server) editCommand(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, i, err := s.commandFor(q)
	if err != nil {
		return answer{}, err
	}
	c := *s.world.commands[scope][i]
	id := c.ID
	c.Options = nil
	if err := decode(q.body, &c); err != nil {
		return answer{}, err
	}
	if c.Options == nil {
		c.Options = s.world.commands[scope][i].Options
	}
	f, at := newForm()
	c.check(at)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	c.ID, c.Version = id, s.world.ids.next(q.now)
	all := slices.Clone(s.world.commands[scope])
	all[i] = &c
	s.setCommands(scope, all)
	return ok(&c), nil
}

func (s *Server) deleteCommand(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, i, err := s.commandFor(q)
	if err != nil {
		return answer{}, err
	}
	s.setCommands(scope, slices.Delete(slices.Clone(s.world.commands[scope]), i, i+1))
	return noContent, nil
}
