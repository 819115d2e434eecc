package user

import (
	"net/http"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// The handlers in this file do what a guild's owner can do: add and remove guilds and channels,
// even while the bot is using them.

var done = map[string]bool{"ok": true}

// makeGuild makes a guild with everybody in it, and with the bot unless it isn't invited. If the guild exists, the
// bot is invited back.
func (s *Side) makeGuild(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Name     string   `json:"name"`
		Owner    string   `json:"owner"`
		Channels []string `json:"channels"`
		System   string   `json:"system"` // name of the channel in which bots may greet
		Without  bool     `json:"without_bot"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a guild's name", b.Name, 2, 100); err != nil {
		return nil, err
	}
	if b.Owner == "" {
		b.Owner = "Ann"
	}
	if b.Channels == nil {
		b.Channels = []string{"general"}
	}
	for _, name := range b.Channels {
		if err := checkName("a channel's name", name, 1, 100); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.world.FindGuild(b.Name)
	if err != nil {
		owner, err := s.world.FindUser(b.Owner)
		if err != nil {
			return nil, err
		}
		g = s.world.AddGuild(b.Name, owner, b.Channels, !b.Without, now)
		g.SetSystemChannel(b.System)
		if s.world.Announce(); !b.Without {
			s.world.Arrive(g)
		}
	} else if !b.Without && !s.world.HasBot(g) {
		s.world.Join(g, s.world.Bot, now)
		s.world.Arrive(g)
	}
	channels := []map[string]any{}
	for _, c := range g.Channels {
		channels = append(channels, map[string]any{"id": c.ID, "name": c.Name})
	}
	return map[string]any{"id": g.ID, "name": g.Name, "channels": channels}, nil
}

// throwOut takes the bot out of a guild.
func (s *Side) throwOut(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.world.FindGuild(r.PathValue("guild"))
	if err != nil {
		return nil, err
	}
	bot := g.Members[s.world.Bot.ID]
	if bot == nil {
		return nil, refuse(http.StatusConflict, "the bot is not in this guild")
	}
	s.world.ThrowOut(g, bot)
	return done, nil
}

// makeGroup makes a group DM.
func (s *Side) makeGroup(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Name  string   `json:"name"`
		Users []string `json:"users"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a group's name", b.Name, 1, 100); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	var users []*world.User
	for _, name := range b.Users {
		u, err := s.world.FindUser(name)
		if err != nil {
			return nil, err
		}
		if u.Bot {
			return nil, refuse(http.StatusBadRequest, "a bot can't be in a group DM")
		}
		users = append(users, u)
	}
	if len(users) < 2 {
		return nil, refuse(http.StatusBadRequest, "a group DM takes at least two users")
	}
	c := s.world.AddGroup(b.Name, users, time.Now())
	s.world.Announce()
	return map[string]any{"id": c.ID, "name": c.Name}, nil
}

// install makes a user install the application for themselves, or remove it.
func (s *Side) install(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User   string `json:"user"`
		Remove bool   `json:"remove"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	u, err := s.world.FindUser(b.User)
	if err != nil {
		return nil, err
	}
	delete(s.world.Installed, u.ID)
	if !b.Remove {
		s.world.Installed[u.ID] = true
	}
	s.world.Announce()
	return done, nil
}

// setLocale sets the language of a user's client or of a guild.
func (s *Side) setLocale(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User   string `json:"user"`
		Guild  string `json:"guild"`
		Locale string `json:"locale"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	var id wire.Snowflake
	if b.Guild != "" {
		g, err := s.world.FindGuild(b.Guild)
		if err != nil {
			return nil, err
		}
		id = g.ID
	} else {
		u, err := s.world.FindUser(b.User)
		if err != nil {
			return nil, err
		}
		id = u.ID
	}
	if !s.world.SetLocale(id, b.Locale) {
		return nil, refuse(http.StatusBadRequest, "Discord has no language %q", b.Locale)
	}
	return done, nil
}

func (s *Side) makeChannel(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Guild string `json:"guild"`
		Name  string `json:"name"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a channel's name", b.Name, 1, 100); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.world.FindGuild(b.Guild)
	if err != nil {
		return nil, err
	}
	c := s.world.AddChannel(g, world.TextChannel, b.Name, time.Now())
	s.world.ChannelEvent(c, "CREATE")
	return map[string]any{"id": c.ID, "name": c.Name}, nil
}

func (s *Side) dropChannel(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.world.FindChannel(r.PathValue("channel"))
	if err != nil {
		return nil, err
	}
	s.world.RemoveChannel(c)
	return done, nil
}

// changeEvent moves an event to another time or deletes it, as somebody with MANAGE_EVENTS would.
func (s *Side) changeEvent(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Start time.Time `json:"start"`
	}
	if r.Method == http.MethodPatch {
		if err := readSide(r, &b); err != nil {
			return nil, err
		}
		if !b.Start.After(time.Now()) {
			return nil, refuse(http.StatusBadRequest, "an event can't start in the past")
		}
	}
	id, _ := wire.ParseID(r.PathValue("event"))
	s.world.Lock()
	defer s.world.Unlock()
	for _, g := range s.world.Guilds {
		switch e := g.Event(id); {
		case e == nil:
			continue
		case b.Start.IsZero():
			s.world.DropEvent(g, e)
		default:
			moved := *e
			moved.Start, moved.End = b.Start, b.Start.Add(e.End.Sub(e.Start))
			s.world.SaveEvent(g, &moved)
		}
		return done, nil
	}
	return nil, refuse(http.StatusNotFound, "there is no such event")
}
