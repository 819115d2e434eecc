package rest

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"deuces/sandbox/gateway"
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
	if s.world.Privileged&gateway.IntentGuildMembers == 0 {
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

type ban struct {
	Reason wire.Opt[string] `json:"reason"`
	User   *world.User      `json:"user"`
}

func (s *API) banOf(g *world.Guild, id wire.Snowflake) ban {
	reason := wire.Null[string]()
	if g.Bans[id] != "" {
		reason = wire.Some(g.Bans[id])
	}
	return ban{reason, s.world.Users[id]}
}

// banning is the guild of a route about bans, all of which need BAN_MEMBERS.
func (s *API) banning(q *request) (*world.Guild, error) {
	g, err := s.guildFor(q)
	if err == nil && !g.PermissionsOf(s.world.Bot.ID).Has(world.BanMembers) {
		err = wire.ErrMissingPerms
	}
	return g, err
}

func (s *API) listBans(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 1000, 1000)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	if err != nil {
		return answer{}, err
	}
	ids := []wire.Snowflake{}
	for id := range g.Bans {
		if p.has(id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	if p.before > 0 && len(ids) > p.limit {
		ids = ids[len(ids)-p.limit:]
	}
	all := []ban{}
	for _, id := range ids[:min(len(ids), p.limit)] {
		all = append(all, s.banOf(g, id))
	}
	return ok(all), nil
}

func (s *API) getBan(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	if err != nil {
		return answer{}, err
	}
	if _, banned := g.Bans[q.id("user")]; !banned {
		return answer{}, wire.ErrUnknownBan
	}
	return ok(s.banOf(g, q.id("user"))), nil
}

type banBody struct {
	Seconds wire.Opt[int]              `json:"delete_message_seconds"`
	Days    wire.Opt[int]              `json:"delete_message_days"`
	Users   wire.Opt[[]wire.Snowflake] `json:"user_ids"`
}

func (b *banBody) check(at *wire.Field) {
	at.Key("delete_message_seconds").Between(b.Seconds.Or(0), 0, 604800)
	at.Key("delete_message_days").Between(b.Days.Or(0), 0, 7)
}

func (b *banBody) span() time.Duration {
	return time.Duration(b.Seconds.Or(0))*time.Second + time.Duration(b.Days.Or(0))*24*time.Hour
}

func (s *API) banUser(q *request) (answer, error) {
	var b banBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	b.check(at)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	if err != nil {
		return answer{}, err
	}
	u := s.world.Users[q.id("user")]
	switch {
	case u == nil:
		return answer{}, wire.ErrUnknownUser
	case u.ID == s.world.Bot.ID, g.Members[u.ID] != nil && !g.Above(s.world.Bot.ID, u.ID):
		return answer{}, wire.ErrMissingPerms
	}
	s.ban(q, g, u, b.span())
	return noContent, nil
}

// ban bans a user and deletes what they wrote of late.
func (s *API) ban(q *request, g *world.Guild, u *world.User, span time.Duration) {
	reason := q.Header.Get("X-Audit-Log-Reason")
	if plain, err := url.PathUnescape(reason); err == nil {
		reason = plain
	}
	s.world.Ban(g, u, reason)
	for _, c := range g.Channels {
		for _, m := range slices.Clone(c.Messages) {
			if m.Author.ID == u.ID && q.now.Sub(m.Timestamp) < span {
				s.world.Unpost(c, m)
			}
		}
	}
}

// bulkBan bans up to 200 users. Those that can't be banned are named.
func (s *API) bulkBan(q *request) (answer, error) {
	var b banBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	b.check(at)
	at.Key("user_ids").Count(len(b.Users.Or(nil)), 1, 200)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	switch {
	case err != nil:
		return answer{}, err
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageGuild):
		return answer{}, wire.ErrMissingPerms
	}
	banned, failed := []wire.Snowflake{}, []wire.Snowflake{}
	for _, id := range b.Users.V {
		u := s.world.Users[id]
		_, already := g.Bans[id]
		if u == nil || already || id == s.world.Bot.ID || g.Members[id] != nil && !g.Above(s.world.Bot.ID, id) {
			failed = append(failed, id)
			continue
		}
		s.ban(q, g, u, b.span())
		banned = append(banned, id)
	}
	if len(banned) == 0 {
		return answer{}, wire.ErrBulkBan
	}
	return ok(map[string]any{"banned_users": banned, "failed_users": failed}), nil
}

func (s *API) unban(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	if err != nil {
		return answer{}, err
	}
	if _, banned := g.Bans[q.id("user")]; !banned {
		return answer{}, wire.ErrUnknownBan
	}
	s.world.Unban(g, s.world.Users[q.id("user")])
	return noContent, nil
}

// roleCounts says how many members have each role, @everyone aside.
func (s *API) roleCounts(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	counts := map[string]int{}
	for _, r := range g.Roles {
		if r.ID != g.ID {
			counts[strconv.FormatUint(uint64(r.ID), 10)] = 0
		}
	}
	for _, m := range g.Members {
		for _, id := range m.Roles {
			counts[id.String()]++
		}
	}
	return ok(counts), nil
}
