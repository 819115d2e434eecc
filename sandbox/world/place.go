package world

import (
	"slices"
	"time"

	"deuces/sandbox/wire"
)

// An application is installed by guilds, which brings the bot, or by users, who take the commands with them
// into guilds without the bot and into their private channels. There the bot has no access but through the
// tokens of interactions.

// The contexts in which a command can be used.
const (
	GuildContext   = 0
	DirectContext  = 1 // direct messages with the bot
	PrivateContext = 2 // group DMs and direct messages among users
)

// The ways to install an application, and their keys in authorizing_integration_owners.
const (
	GuildInstall = 0
	UserInstall  = 1

	guildOwner = "0"
	userOwner  = "1"
)

// followUpsWithoutBot is the maximum number of follow-ups to an interaction where the bot isn't.
const followUpsWithoutBot = 5

// HasBot reports whether the bot is in a guild or a direct message.
func (w *World) HasBot(g *Guild) bool { return g.Members[w.Bot.ID] != nil }

// contextOf returns the context of a channel's interactions.
func (w *World) contextOf(c *Channel) int {
	switch {
	case !c.Guild.DM():
		return GuildContext
	case w.HasBot(c.Guild):
		return DirectContext
	}
	return PrivateContext
}

// Offers reports whether a user can choose a command in a channel.
func (w *World) Offers(cmd *Command, c *Channel, u *User) bool {
	at := w.contextOf(c)
	switch {
	case cmd.GuildID != 0: // it belongs to the guild
		return w.HasBot(c.Guild)
	case cmd.Contexts.Given() && !slices.Contains(cmd.Contexts.V, at), !cmd.Contexts.Given() && at != GuildContext && !cmd.DM.Or(true):
		return false
	}
	return w.HasBot(c.Guild) && slices.Contains(cmd.Integrations, GuildInstall) || w.Installed[u.ID] && slices.Contains(cmd.Integrations, UserInstall)
}

// Owners returns the installations that authorize an interaction. The use of a component is also authorized by
// the user whose interaction its message answers, and a form by what opened it.
func (w *World) Owners(c *Channel, u *User, cmd *Command, source *InteractionMetadata) map[string]wire.Snowflake {
	all := map[string]wire.Snowflake{}
	if w.HasBot(c.Guild) {
		all[guildOwner] = c.Guild.ID
	}
	if cmd != nil && w.Installed[u.ID] && slices.Contains(cmd.Integrations, UserInstall) {
		all[userOwner] = u.ID
	}
	if source != nil {
		if id, is := source.Owners[userOwner]; is {
			all[userOwner] = id
		}
	}
	return all
}

// appPermissions returns the application's permissions where an interaction comes from.
func (w *World) appPermissions(c *Channel) Permissions {
	const private = AttachFiles | EmbedLinks | MentionEveryone
	switch at := w.contextOf(c); {
	case at == DirectContext:
		return private | UseExternalEmojis
	case at == PrivateContext:
		return private
	case !w.HasBot(c.Guild):
		return c.Guild.Roles[0].Permissions
	}
	return c.PermissionsOf(w.Bot.ID)
}

// restricted reports whether all responses to an interaction are ephemeral, because the user may not use
// external applications in this guild.
func (w *World) restricted(in *Interaction) bool {
	g := in.Channel.Guild
	return !g.DM() && !w.HasBot(g) && !in.Channel.PermissionsOf(in.User.ID).Has(UseExternalApps)
}

// FollowsUp counts a follow-up and reports whether Discord allows it.
func (w *World) FollowsUp(in *Interaction) bool {
	in.followUps++
	return w.HasBot(in.Channel.Guild) || in.followUps <= followUpsWithoutBot
}

// AddGroup makes a group DM.
func (w *World) AddGroup(name string, users []*User, now time.Time) *Channel {
	g := &Guild{Name: name, Owner: users[0].ID, Members: map[wire.Snowflake]*Member{}, Left: map[wire.Snowflake]int{}}
	g.Roles = []*Role{{Name: "@everyone"}}
	for _, u := range users {
		g.Members[u.ID] = &Member{user: u, joined: now}
	}
	c := w.AddChannel(g, GroupChannel, name, now)
	w.Groups = append(w.Groups, c)
	return c
}

// AddPlaces makes what a bot of servers has to do without: direct messages with everyone, a guild without the
// bot, and a group DM. Everyone has installed the application.
func (w *World) AddPlaces(now time.Time) {
	var users []*User
	for _, u := range w.Users {
		if !u.Bot {
			users = append(users, u)
		}
	}
	slices.SortFunc(users, func(a, b *User) int { return int(a.ID) - int(b.ID) })
	for _, u := range users {
		w.Installed[u.ID] = true
		w.OpenDM(u, now)
	}
	w.AddGuild("Elsewhere", users[0], []string{"lounge"}, false, now)
	w.AddGroup("Friends", users, now)
}
