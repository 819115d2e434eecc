package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// permissions is Discord's set of permission bits, a decimal string in JSON.
type permissions uint64

const (
	administrator         permissions = 1 << 3
	manageChannels        permissions = 1 << 4
	manageGuild           permissions = 1 << 5
	addReactions          permissions = 1 << 6
	viewChannel           permissions = 1 << 10
	sendMessages          permissions = 1 << 11
	manageMessages        permissions = 1 << 13
	embedLinks            permissions = 1 << 14
	attachFiles           permissions = 1 << 15
	readMessageHistory    permissions = 1 << 16
	mentionEveryone       permissions = 1 << 17
	useExternalEmojis     permissions = 1 << 18
	manageRoles           permissions = 1 << 28
	manageWebhooks        permissions = 1 << 29
	useCommands           permissions = 1 << 31
	manageThreads         permissions = 1 << 34
	createPublicThreads   permissions = 1 << 35
	createPrivateThreads  permissions = 1 << 36
	sendMessagesInThreads permissions = 1 << 38
	allPermissions        permissions = 1<<50 - 1

	everyonePermissions = viewChannel | sendMessages | embedLinks | attachFiles | readMessageHistory | mentionEveryone |
		useExternalEmojis | useCommands | addReactions | createPublicThreads | createPrivateThreads | sendMessagesInThreads
	botPermissions = everyonePermissions
)

func (p permissions) has(all permissions) bool { return p&all == all }

func (p permissions) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

func (p *permissions) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseUint(strings.Trim(string(b), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is not a set of permissions", b)
	}
	*p = permissions(n)
	return nil
}

// overwrite changes what a role (kind 0) or a member (kind 1) may do in a channel.
type overwrite struct {
	ID    snowflake   `json:"id"`
	Kind  int         `json:"type"`
	Allow permissions `json:"allow"`
	Deny  permissions `json:"deny"`
}

// permissionsOf says what a member may do in the guild at large; the owner may do everything.
func (g *guild) permissionsOf(id snowflake) permissions {
	m := g.members[id]
	switch {
	case m == nil:
		return 0
	case id == g.owner:
		return allPermissions
	}
	p := g.roles[0].Permissions
	for _, r := range m.roles {
		if r := g.role(r); r != nil {
			p |= r.Permissions
		}
	}
	if p.has(administrator) {
		return allPermissions
	}
	return p
}

// lowestRole is where a role comes: right above @everyone, which has 0.
const lowestRole = 1

// above says whether a role stands above another. Of two with the same position it is the older one.
func (r *role) above(other *role) bool {
	return r.Position > other.Position || r.Position == other.Position && r.ID < other.ID
}

// outranks says whether a member may hand on a role, as far as the order of roles goes: one of the member's own stands
// above it. The owner stands above all.
func (g *guild) outranks(id snowflake, r *role) bool {
	m := g.members[id]
	return id == g.owner || m != nil && slices.ContainsFunc(m.roles, func(own snowflake) bool {
		mine := g.role(own)
		return mine != nil && mine.above(r)
	})
}

// permissionsOf says what a member may do in the channel: the guild's permissions, then the overwrites for everyone, for
// the member's roles, for the member. In a thread the parent's count.
func (c *channel) permissionsOf(id snowflake) permissions {
	p := c.guild.permissionsOf(id)
	m := c.guild.members[id]
	if m == nil || p == allPermissions {
		return p
	}
	var everyone, roles, own overwrite
	for _, o := range c.where().overwrites {
		switch {
		case o.Kind == 0 && o.ID == c.guild.id:
			everyone = o
		case o.Kind == 0 && slices.Contains(m.roles, o.ID):
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		case o.Kind == 1 && o.ID == id:
			own = o
		}
	}
	for _, o := range []overwrite{everyone, roles, own} {
		p = p&^o.Deny | o.Allow
	}
	if !p.has(viewChannel) {
		return 0
	}
	return p
}

// visible says whether a user sees the channel.
func (c *channel) visible(id snowflake) bool {
	if c.thread != nil && c.kind == privateThread && c.thread.owner != id && !slices.Contains(c.thread.members, id) &&
		!c.permissionsOf(id).has(manageThreads) {
		return false
	}
	return c.permissionsOf(id).has(viewChannel)
}

// permissionNames are the names that Discord's documentation has for them.
var permissionNames = map[string]permissions{
	"ADMINISTRATOR": administrator, "MANAGE_CHANNELS": manageChannels, "MANAGE_GUILD": manageGuild,
	"ADD_REACTIONS": addReactions, "VIEW_CHANNEL": viewChannel, "SEND_MESSAGES": sendMessages,
	"MANAGE_MESSAGES": manageMessages, "EMBED_LINKS": embedLinks, "ATTACH_FILES": attachFiles,
	"READ_MESSAGE_HISTORY": readMessageHistory, "MENTION_EVERYONE": mentionEveryone,
	"USE_EXTERNAL_EMOJIS": useExternalEmojis, "MANAGE_ROLES": manageRoles, "MANAGE_WEBHOOKS": manageWebhooks,
	"USE_APPLICATION_COMMANDS": useCommands, "MANAGE_THREADS": manageThreads,
	"CREATE_PUBLIC_THREADS": createPublicThreads, "CREATE_PRIVATE_THREADS": createPrivateThreads,
	"SEND_MESSAGES_IN_THREADS": sendMessagesInThreads,
}

func parsePermissions(names []string) (permissions, error) {
	var all permissions
	for _, n := range names {
		bit, ok := permissionNames[strings.ToUpper(strings.ReplaceAll(n, " ", "_"))]
		if !ok {
			return 0, fmt.Errorf("there is no permission %q", n)
		}
		all |= bit
	}
	return all, nil
}
