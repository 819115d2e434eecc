package rest

import (
	"slices"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) getMember(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	_, m, err := s.memberFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(m.Wire()), nil
}

// memberFor is the guild and the member that a route names.
func (s *API) memberFor(q *request) (*world.Guild, *world.Member, error) {
	g, err := s.guildFor(q)
	if err != nil {
		return nil, nil, err
	}
	m := g.Members[q.id("user")]
	if m == nil {
		return nil, nil, wire.ErrUnknownMember
	}
	return g, m, nil
}

// listMembers needs the privileged intent, as on Discord. One member comes unless more are asked for.
func (s *API) listMembers(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 1, 1000)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if s.world.Privileged&world.GatewayIntents["members"] == 0 {
		return answer{}, wire.ErrMissingAccess
	}
	all := slices.DeleteFunc(g.SortedMembers(), func(m world.GuildMember) bool { return m.User.ID <= p.after })
	return ok(all[:min(len(all), p.limit)]), nil
}

// searchMembers finds members by the beginning of a name. It needs no intent.
func (s *API) searchMembers(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 1, 1000)
	at.Key("query").Length(q.URL.Query().Get("query"), 1, 100)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(wire.ListOf(g.MembersNamed(q.URL.Query().Get("query"), p.limit))), nil
}

// longestTimeout is for how long a member can be kept from writing.
const longestTimeout = 28 * 24 * time.Hour

type memberBody struct {
	Nick    wire.Opt[string]           `json:"nick"`
	Roles   wire.Opt[[]wire.Snowflake] `json:"roles"`
	Timeout wire.Opt[time.Time]        `json:"communication_disabled_until"`
	Mute    wire.Opt[bool]             `json:"mute"`
	Deaf    wire.Opt[bool]             `json:"deaf"`
	Channel wire.Opt[wire.Snowflake]   `json:"channel_id"`
	Flags   wire.Opt[int]              `json:"flags"`
	Avatar  wire.Opt[string]           `json:"avatar"`
	Banner  wire.Opt[string]           `json:"banner"`
	Bio     wire.Opt[string]           `json:"bio"`
}

// editMember changes a member's nickname, roles or timeout, each with its permission and for members below the bot only.
func (s *API) editMember(q *request) (answer, error) {
	var b memberBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	at.Key("nick").Length(b.Nick.Or(""), 0, 32)
	if b.Timeout.Given() && b.Timeout.V.Sub(q.now) > longestTimeout {
		at.Key("communication_disabled_until").Fail("INVALID_COMMUNICATION_DISABLED_TIMESTAMP", "Timeouts last at most 28 days")
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, m, err := s.memberFor(q)
	if err != nil {
		return answer{}, err
	}
	bot := s.world.Bot.ID
	may := g.PermissionsOf(bot)
	self := m.User().ID == bot
	nick := world.ManageNicknames
	if self {
		nick = world.ChangeNickname
	}
	switch {
	case b.Mute.Set, b.Deaf.Set, b.Channel.Given():
		return answer{}, wire.ErrNotInVoice
	case b.Flags.Given():
		return answer{}, wire.LeftOut("flags of members")
	case b.Nick.Set && (!may.Has(nick) || !self && !g.Above(bot, m.User().ID)),
		b.Timeout.Set && (!may.Has(world.ModerateMembers) || !g.Above(bot, m.User().ID)),
		b.Timeout.Given() && g.PermissionsOf(m.User().ID).Has(world.Administrator):
		return answer{}, wire.ErrMissingPerms
	}
	if b.Roles.Set {
		if err := s.checkRoles(g, m, b.Roles.Or(nil)); err != nil {
			return answer{}, err
		}
		m.Roles = slices.Clone(b.Roles.Or(nil))
	}
	if b.Nick.Set {
		m.Nick = b.Nick.Or("")
	}
	if b.Timeout.Set {
		m.Timeout = b.Timeout
	}
	s.world.MemberEvent(g, m, "UPDATE")
	return ok(m.Wire()), nil
}

// checkRoles says whether the bot may give a member this list of roles: it may change those below its own, and managed ones stay.
func (s *API) checkRoles(g *world.Guild, m *world.Member, list []wire.Snowflake) error {
	if !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageRoles) {
		return wire.ErrMissingPerms
	}
	for _, id := range append(slices.Clone(list), m.Roles...) {
		r := g.Role(id)
		if slices.Contains(list, id) == slices.Contains(m.Roles, id) && r != nil {
			continue
		}
		switch {
		case r == nil:
			return wire.ErrUnknownRole
		case r.ID == g.ID:
			return wire.ErrInvalidRole
		case r.Managed || !g.Outranks(s.world.Bot.ID, r):
			return wire.ErrMissingPerms
		}
	}
	return nil
}

// editOwnMember changes the bot's own nickname. Its other looks in a guild aren't kept here.
func (s *API) editOwnMember(q *request) (answer, error) {
	var b memberBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	at.Key("nick").Length(b.Nick.Or(""), 0, 32)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	switch {
	case err != nil:
		return answer{}, err
	case b.Avatar.Given(), b.Banner.Given(), b.Bio.Given():
		return answer{}, wire.LeftOut("a member's own avatar, banner and bio")
	case b.Nick.Set && !g.PermissionsOf(s.world.Bot.ID).Has(world.ChangeNickname):
		return answer{}, wire.ErrMissingPerms
	}
	m := g.Members[s.world.Bot.ID]
	if b.Nick.Set {
		m.Nick = b.Nick.Or("")
		s.world.MemberEvent(g, m, "UPDATE")
	}
	return ok(m.Wire()), nil
}

// kick takes a member out of a guild; they may come back.
func (s *API) kick(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, m, err := s.memberFor(q)
	switch {
	case err != nil:
		return answer{}, err
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.KickMembers) || !g.Above(s.world.Bot.ID, m.User().ID):
		return answer{}, wire.ErrMissingPerms
	}
	s.world.Leave(g, m.User())
	return noContent, nil
}
