package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deuces/sandbox/wire"
)

// Permissions is Discord's set of permission bits, a decimal string in JSON.
type Permissions uint64

const (
	KickMembers           Permissions = 1 << 1
	BanMembers            Permissions = 1 << 2
	Administrator         Permissions = 1 << 3
	ManageChannels        Permissions = 1 << 4
	ManageGuild           Permissions = 1 << 5
	AddReactions          Permissions = 1 << 6
	ViewChannel           Permissions = 1 << 10
	SendMessages          Permissions = 1 << 11
	ManageMessages        Permissions = 1 << 13
	EmbedLinks            Permissions = 1 << 14
	AttachFiles           Permissions = 1 << 15
	ReadMessageHistory    Permissions = 1 << 16
	MentionEveryone       Permissions = 1 << 17
	UseExternalEmojis     Permissions = 1 << 18
	ManageRoles           Permissions = 1 << 28
	ManageWebhooks        Permissions = 1 << 29
	UseCommands           Permissions = 1 << 31
	ManageThreads         Permissions = 1 << 34
	CreatePublicThreads   Permissions = 1 << 35
	CreatePrivateThreads  Permissions = 1 << 36
	SendMessagesInThreads Permissions = 1 << 38
	ChangeNickname        Permissions = 1 << 26
	ManageNicknames       Permissions = 1 << 27
	ModerateMembers       Permissions = 1 << 40
	CreateEvents          Permissions = 1 << 44
	UseExternalApps       Permissions = 1 << 50
	PinMessages           Permissions = 1 << 51
	AllPermissions        Permissions = 1<<53 - 1

	EveryonePermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | MentionEveryone |
		UseExternalEmojis | UseCommands | AddReactions | ChangeNickname | CreatePublicThreads | CreatePrivateThreads | SendMessagesInThreads | UseExternalApps | CreateEvents
)

// Has reports whether p has all of these permissions.
func (p Permissions) Has(all Permissions) bool { return p&all == all }

func (p Permissions) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

func (p *Permissions) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseUint(strings.Trim(string(b), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is not a set of permissions", b)
	}
	*p = Permissions(n)
	return nil
}

// Overwrite changes what a role (kind 0) or a member (kind 1) may do in a channel.
type Overwrite struct {
	ID    wire.Snowflake `json:"id"`
	Kind  int            `json:"type"`
	Allow Permissions    `json:"allow"`
	Deny  Permissions    `json:"deny"`
}

// PermissionsOf returns a member's permissions in the guild as a whole. The owner has all of them.
func (g *Guild) PermissionsOf(id wire.Snowflake) Permissions {
	m := g.Members[id]
	switch {
	case m == nil:
		return 0
	case id == g.Owner:
		return AllPermissions
	case g.DM():
		return EveryonePermissions
	}
	p := g.Roles[0].Permissions
	for _, r := range m.Roles {
		if r := g.Role(r); r != nil {
			p |= r.Permissions
		}
	}
	if p.Has(Administrator) {
		return AllPermissions
	}
	return p
}

// LowestRole is the position of a new role: right above @everyone, which has 0.
const LowestRole = 1

// above reports whether a role ranks above another. Of two with the same position, the older one does.
func (r *Role) above(other *Role) bool {
	return r.Position > other.Position || r.Position == other.Position && r.ID < other.ID
}

// Outranks reports whether the order of roles lets a member assign a role: one of their own roles must rank above it. The
// owner outranks every role.
func (g *Guild) Outranks(id wire.Snowflake, r *Role) bool {
	m := g.Members[id]
	return id == g.Owner || m != nil && slices.ContainsFunc(m.Roles, func(own wire.Snowflake) bool {
		mine := g.Role(own)
		return mine != nil && mine.above(r)
	})
}

// PermissionsOf returns a member's permissions in the channel: the guild's, changed by the overwrites for everyone, then for the
// member's roles, then for the member. A thread uses its parent's overwrites.
func (c *Channel) PermissionsOf(id wire.Snowflake) Permissions {
	p := c.Guild.PermissionsOf(id)
	m := c.Guild.Members[id]
	if m == nil || p == AllPermissions {
		return p
	}
	var everyone, roles, own Overwrite
	for _, o := range c.Where().Overwrites {
		switch {
		case o.Kind == 0 && o.ID == c.Guild.ID:
			everyone = o
		case o.Kind == 0 && slices.Contains(m.Roles, o.ID):
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		case o.Kind == 1 && o.ID == id:
			own = o
		}
	}
	for _, o := range []Overwrite{everyone, roles, own} {
		p = p&^o.Deny | o.Allow
	}
	if !p.Has(ViewChannel) {
		return 0
	}
	return p
}

// Visible reports whether a user can see the channel.
func (c *Channel) Visible(id wire.Snowflake) bool {
	if c.Thread != nil && c.Kind == PrivateThread && c.Thread.Owner != id && !slices.Contains(c.Thread.Members, id) &&
		!c.PermissionsOf(id).Has(ManageThreads) {
		return false
	}
	return c.PermissionsOf(id).Has(ViewChannel)
}

// permissionNames are the permissions' names in Discord's documentation.
var permissionNames = map[string]Permissions{
	"KICK_MEMBERS": KickMembers, "BAN_MEMBERS": BanMembers, "CHANGE_NICKNAME": ChangeNickname, "MANAGE_NICKNAMES": ManageNicknames,
	"MODERATE_MEMBERS": ModerateMembers, "PIN_MESSAGES": PinMessages,
	"ADMINISTRATOR": Administrator, "MANAGE_CHANNELS": ManageChannels, "MANAGE_GUILD": ManageGuild,
	"ADD_REACTIONS": AddReactions, "VIEW_CHANNEL": ViewChannel, "SEND_MESSAGES": SendMessages,
	"MANAGE_MESSAGES": ManageMessages, "EMBED_LINKS": EmbedLinks, "ATTACH_FILES": AttachFiles,
	"READ_MESSAGE_HISTORY": ReadMessageHistory, "MENTION_EVERYONE": MentionEveryone,
	"USE_EXTERNAL_EMOJIS": UseExternalEmojis, "MANAGE_ROLES": ManageRoles, "MANAGE_WEBHOOKS": ManageWebhooks,
	"USE_APPLICATION_COMMANDS": UseCommands, "MANAGE_THREADS": ManageThreads,
	"CREATE_PUBLIC_THREADS": CreatePublicThreads, "CREATE_PRIVATE_THREADS": CreatePrivateThreads,
	"SEND_MESSAGES_IN_THREADS": SendMessagesInThreads, "USE_EXTERNAL_APPS": UseExternalApps, "CREATE_EVENTS": CreateEvents,
}

// ParsePermissions reads the names that Discord's documentation has for permissions.
func ParsePermissions(names []string) (Permissions, error) {
	var all Permissions
	for _, n := range names {
		bit, ok := permissionNames[strings.ToUpper(strings.ReplaceAll(n, " ", "_"))]
		if !ok {
			return 0, fmt.Errorf("there is no permission %q", n)
		}
		all |= bit
	}
	return all, nil
}
