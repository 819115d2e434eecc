package user

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"deuces/sandbox/gateway"
	"deuces/sandbox/rest"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// since reads the parameter since: the number of the first wanted entry, by default 0.
func since(r *http.Request) (int, error) {
	text := r.URL.Query().Get("since")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, refuse(http.StatusBadRequest, "since must be 0 or a positive number, not %q", text)
	}
	return n, nil
}

func (s *Side) showWorld(http.ResponseWriter, *http.Request) (any, error) {
	type channelView struct {
		ID       wire.Snowflake           `json:"id"`
		Name     string                   `json:"name"`
		Type     int                      `json:"type"`
		Parent   wire.Opt[wire.Snowflake] `json:"parent"`
		Archived bool                     `json:"archived"`
	}
	type guildView struct {
		ID       wire.Snowflake   `json:"id"`
		Name     string           `json:"name"`
		Owner    wire.Snowflake   `json:"owner"`
		Locale   string           `json:"locale"`
		Bot      bool             `json:"bot"`
		Members  []wire.Snowflake `json:"members"`
		Roles    []*world.Role    `json:"roles"`
		Channels []channelView    `json:"channels"`

		Events []*world.ScheduledEvent `json:"events"`
	}
	type botView struct {
		ID        wire.Snowflake `json:"id"`
		Name      string         `json:"name"`
		Connected bool           `json:"connected"`
		gateway.Sent
	}
	s.world.Lock()
	defer s.world.Unlock()
	users, guilds := []person{}, []guildView{}
	for _, u := range s.world.Users {
		if !u.Bot {
			p := personOf(u)
			p.Locale = s.world.Locale(u.ID)
			users = append(users, p)
		}
	}
	slices.SortFunc(users, func(a, b person) int { return cmp.Compare(a.ID, b.ID) })
	for _, g := range s.world.Guilds {
		v := guildView{ID: g.ID, Name: g.Name, Owner: g.Owner, Locale: s.world.Locale(g.ID), Bot: g.Members[s.world.Bot.ID] != nil, Members: []wire.Snowflake{},
			Roles: slices.Clone(g.Roles), Events: wire.ListOf(g.Events), Channels: []channelView{}}
		for _, m := range g.SortedMembers() {
			v.Members = append(v.Members, m.User.ID)
		}
		for _, c := range g.Channels {
			cv := channelView{ID: c.ID, Name: c.Name, Type: c.Kind, Parent: wire.Null[wire.Snowflake]()}
			if c.Thread != nil {
				cv.Parent, cv.Archived = wire.Some(c.Thread.Parent.ID), c.Thread.Archived
			}
			v.Channels = append(v.Channels, cv)
		}
		guilds = append(guilds, v)
	}
	direct := []map[string]any{}
	for id, c := range s.world.DMs() {
		direct = append(direct, map[string]any{"id": c.ID, "user": id, "closed": s.world.ClosedDMs[id]})
	}
	slices.SortFunc(direct, func(a, b map[string]any) int {
		return cmp.Compare(a["id"].(wire.Snowflake), b["id"].(wire.Snowflake))
	})
	groups := []map[string]any{}
	for _, c := range s.world.Groups {
		members := []wire.Snowflake{}
		for _, m := range c.Guild.SortedMembers() {
			members = append(members, m.User.ID)
		}
		groups = append(groups, map[string]any{"id": c.ID, "name": c.Name, "users": members})
	}
	return map[string]any{"users": users, "guilds": guilds, "direct": direct, "groups": groups, "locales": world.Locales(),
		"bot": botView{s.world.Bot.ID, s.world.Bot.Username, s.gateway.Connected(), s.gateway.Sent()}}, nil
}

// showCommands returns a guild's commands: the global ones, then its own. With a user and a channel, it returns
// those that the user can choose there.
func (s *Side) showCommands(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	q := r.URL.Query()
	if q.Has("channel") {
		u, c, err := s.place(q.Get("user"), q.Get("channel"))
		if err != nil {
			return nil, err
		}
		all := wire.ListOf(s.world.Commands[0], s.world.Commands[c.Guild.ID])
		if c.Guild.DM() {
			all = wire.ListOf(s.world.Commands[0])
		}
		all = slices.DeleteFunc(all, func(x *world.Command) bool { return !s.world.Offers(x, c, u) })
		for i, x := range all {
			all[i] = x.In(s.world.Locale(u.ID))
		}
		return all, nil
	}
	g, err := s.world.FindGuild(q.Get("guild"))
	if err != nil {
		return nil, err
	}
	return wire.ListOf(s.world.Commands[0], s.world.Commands[g.ID]), nil
}

func (s *Side) showMessages(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	u, c, err := s.place(r.URL.Query().Get("user"), r.URL.Query().Get("channel"))
	if err != nil {
		return nil, err
	}
	all := []view{}
	for _, m := range c.Messages {
		if m.Viewer == 0 || m.Viewer == u.ID {
			all = append(all, viewOf(m))
		}
	}
	return all, nil
}

// showPayloads returns the kept bodies that reached the user, oldest first, optionally starting at
// number "since".
func (s *Side) showPayloads(_ http.ResponseWriter, r *http.Request) (any, error) {
	from, err := since(r)
	if err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	u, err := s.world.FindUser(r.URL.Query().Get("user"))
	if err != nil {
		return nil, err
	}
	all := []payload{}
	for i, p := range s.payloads.Since(from) {
		left, gone := p.channel.Guild.Left[u.ID]
		if p.viewer == u.ID || p.viewer == 0 && (p.channel.Visible(u.ID) || gone && i < left) {
			all = append(all, p)
		}
	}
	return all, nil
}

// showCalls returns the bot's calls in order, optionally starting at number "since".
func (s *Side) showCalls(_ http.ResponseWriter, r *http.Request) (any, error) {
	from, err := since(r)
	if err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	all := []rest.Call{}
	for _, c := range s.api.CallsSince(from) {
		all = append(all, c)
	}
	return all, nil
}
