package world

import (
	"cmp"
	"slices"
	"time"

	"deuces/sandbox/wire"
)

// RoleNamed returns the index of the role with that name or id, or -1.
func (g *Guild) RoleNamed(ref string) int {
	return slices.IndexFunc(g.Roles, func(r *Role) bool { return r.Name == ref || r.ID.String() == ref })
}

// AddRole adds a role where Discord does: right above @everyone, below all others.
func (g *Guild) AddRole(r *Role) *Role {
	r.Position = LowestRole
	g.Roles = append(g.Roles, r)
	return r
}

// Role is a role as the API returns it.
type Role struct {
	ID          wire.Snowflake   `json:"id"`
	Name        string           `json:"name"`
	Permissions Permissions      `json:"permissions"`
	Position    int              `json:"position"`
	Color       int              `json:"color"`
	Colors      RoleColors       `json:"colors"`
	Hoist       bool             `json:"hoist"`
	Managed     bool             `json:"managed"`
	Mentionable bool             `json:"mentionable"`
	Icon        wire.Opt[string] `json:"icon"`
	Emoji       wire.Opt[string] `json:"unicode_emoji"`
	Flags       int              `json:"flags"`
	Tags        *roleTags        `json:"tags,omitempty"`
}

// RoleColors are a role's colors; only the first can be set here.
type RoleColors struct {
	Primary   int           `json:"primary_color"`
	Secondary wire.Opt[int] `json:"secondary_color"`
	Tertiary  wire.Opt[int] `json:"tertiary_color"`
}

type roleTags struct {
	BotID wire.Snowflake `json:"bot_id"`
}

// Member is a user in a guild.
type Member struct {
	user   *User
	Nick   string
	Roles  []wire.Snowflake
	joined time.Time
}

// Guild is a server of people and channels. A direct message or a group DM is kept as a guild of its own that has no id.
type Guild struct {
	ID       wire.Snowflake
	Name     string
	Owner    wire.Snowflake
	Roles    []*Role // the first is @everyone and has the guild's id
	Members  map[wire.Snowflake]*Member
	Left     map[wire.Snowflake]int // users who left, with the number of deliveries at that time
	Channels []*Channel             // including threads
	Events   []*ScheduledEvent
	System   wire.Snowflake // channel in which bots may greet; 0: none
}

// DM reports whether this is a direct message or a group DM, not a guild.
func (g *Guild) DM() bool { return g.ID == 0 }

// Join makes a user a member, with their own role if it is the bot.
func (w *World) Join(g *Guild, u *User, now time.Time) *Member {
	if m := g.Members[u.ID]; m != nil {
		return m
	}
	m := &Member{user: u, joined: now}
	if u.ID == w.Bot.ID {
		r := g.AddRole(&Role{ID: w.IDs.Next(now), Name: u.Username, Permissions: w.botRole, Managed: true, Tags: &roleTags{u.ID}})
		m.Roles = []wire.Snowflake{r.ID}
	}
	g.Members[u.ID] = m
	return m
}

// AddGuild makes a guild with every user in it, and with the bot if it is invited.
func (w *World) AddGuild(name string, owner *User, channels []string, invited bool, now time.Time) *Guild {
	g := &Guild{ID: w.IDs.nextGuild(now), Name: name, Owner: owner.ID, Members: map[wire.Snowflake]*Member{}, Left: map[wire.Snowflake]int{}}
	g.Roles = []*Role{{ID: g.ID, Name: "@everyone", Permissions: EveryonePermissions}}
	for _, u := range w.Users {
		if !u.Bot {
			w.Join(g, u, now)
		}
	}
	if invited {
		w.Join(g, w.Bot, now)
	}
	for _, c := range channels {
		w.AddChannel(g, TextChannel, c, now)
	}
	w.Guilds = append(w.Guilds, g)
	return g
}

// SetSystemChannel sets the guild's system channel by name; "" means none.
func (g *Guild) SetSystemChannel(channel string) {
	for _, c := range g.Channels {
		if c.Name == channel {
			g.System = c.ID
		}
	}
}

// Guild returns the guild with this id, or nil.
func (w *World) Guild(id wire.Snowflake) *Guild {
	for _, g := range w.Guilds {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// Role returns the role with this id, or nil.
func (g *Guild) Role(id wire.Snowflake) *Role {
	for _, r := range g.Roles {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// BareMember is a member without the user, as messages carry it.
type BareMember struct {
	Nick        wire.Opt[string]      `json:"nick"`
	Avatar      wire.Opt[string]      `json:"avatar"`
	Banner      wire.Opt[string]      `json:"banner"`
	Roles       []wire.Snowflake      `json:"roles"`
	Joined      time.Time             `json:"joined_at"`
	Premium     wire.Opt[time.Time]   `json:"premium_since"`
	Deaf        bool                  `json:"deaf"`
	Mute        bool                  `json:"mute"`
	Flags       int                   `json:"flags"`
	Pending     bool                  `json:"pending"`
	Timeout     wire.Opt[time.Time]   `json:"communication_disabled_until"`
	Permissions wire.Opt[Permissions] `json:"permissions,omitzero"`
}

// GuildMember is a member as the API returns it.
type GuildMember struct {
	User *User `json:"user"`
	BareMember
}

// Bare returns the member without the user, as the API returns it.
func (m *Member) Bare() *BareMember {
	nick := wire.Null[string]()
	if m.Nick != "" {
		nick = wire.Some(m.Nick)
	}
	return &BareMember{Nick: nick, Roles: wire.ListOf(m.Roles), Joined: m.joined.UTC()}
}

// Wire returns the member as the API returns it.
func (m *Member) Wire() GuildMember { return GuildMember{m.user, *m.Bare()} }

// SortedMembers returns all members, sorted by id.
func (g *Guild) SortedMembers() []GuildMember {
	all := make([]GuildMember, 0, len(g.Members))
	for _, m := range g.Members {
		all = append(all, m.Wire())
	}
	slices.SortFunc(all, func(a, b GuildMember) int { return cmp.Compare(a.User.ID, b.User.ID) })
	return all
}

// Leave removes a user from a guild. They can still read what was delivered to them before.
func (w *World) Leave(g *Guild, u *User) {
	delete(g.Members, u.ID)
	g.Left[u.ID] = w.people.Delivered()
	w.gateway.Dispatch(g, "GUILD_MEMBER_REMOVE", struct {
		GuildID wire.Snowflake `json:"guild_id"`
		User    *User          `json:"user"`
	}{g.ID, u})
	w.people.Changed()
}

// ThrowOut removes the bot from a guild.
func (w *World) ThrowOut(g *Guild, bot *Member) {
	delete(g.Members, w.Bot.ID)
	g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), func(x *Role) bool { return slices.Contains(bot.Roles, x.ID) && x.Managed })
	w.gateway.Dispatch(g, "GUILD_DELETE", map[string]any{"id": g.ID})
	w.people.Changed()
}

// DropRole deletes a role and takes it from everyone who has it.
func (w *World) DropRole(g *Guild, gone *Role) {
	is := func(x wire.Snowflake) bool { return x == gone.ID }
	g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), func(x *Role) bool { return x == gone })
	for _, m := range g.Members {
		if slices.ContainsFunc(m.Roles, is) {
			m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), is)
			w.MemberEvent(g, m, "UPDATE")
		}
	}
	for _, c := range g.Channels {
		c.Overwrites = slices.DeleteFunc(slices.Clone(c.Overwrites), func(o Overwrite) bool { return o.Kind == 0 && o.ID == gone.ID })
	}
	w.gateway.Dispatch(g, "GUILD_ROLE_DELETE", map[string]any{"guild_id": g.ID, "role_id": gone.ID})
	w.people.Changed()
}

// User returns the member's user.
func (m *Member) User() *User { return m.user }
