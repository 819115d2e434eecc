package world

import (
	"time"

	"deuces/sandbox/wire"
)

// Post adds a new message and tells everyone who may see it.
func (w *World) Post(c *Channel, m *Message) {
	w.keep(c, m)
	w.people.Show(c, m)
	if m.Viewer == 0 {
		w.gateway.DispatchMessage(c, "MESSAGE_CREATE", m)
	}
}

// Edited replaces a message and marks it as edited.
func (w *World) Edited(c *Channel, m *Message, now time.Time) {
	m.Edited = wire.Some(now.UTC())
	w.Changed(c, m)
}

// Changed replaces a message and tells everyone who may see it.
func (w *World) Changed(c *Channel, m *Message) {
	w.replace(c, m)
	w.people.Show(c, m)
	if m.Viewer == 0 {
		w.gateway.DispatchMessage(c, "MESSAGE_UPDATE", m)
	}
}

// Unpost deletes a message.
func (w *World) Unpost(c *Channel, m *Message) {
	w.remove(c, m.ID)
	w.people.Deliver(c, m.Viewer, "delete", deleted{c.ID, m.ID})
	if m.Viewer == 0 {
		w.gateway.Dispatch(c.Guild, "MESSAGE_DELETE", struct {
			ID        wire.Snowflake `json:"id"`
			ChannelID wire.Snowflake `json:"channel_id"`
			GuildID   wire.Snowflake `json:"guild_id,omitzero"`
		}{m.ID, c.ID, c.Guild.ID})
	}
}

// RoleEvent tells the bot and the pages that a role was created or changed.
func (w *World) RoleEvent(g *Guild, r *Role, what string) {
	w.gateway.Dispatch(g, "GUILD_ROLE_"+what, struct {
		GuildID wire.Snowflake `json:"guild_id"`
		Role    *Role          `json:"role"`
	}{g.ID, r})
	w.people.Changed()
}

// MemberEvent tells the bot and the pages that a member joined or changed.
func (w *World) MemberEvent(g *Guild, m *Member, what string) {
	dispatch := w.gateway.Dispatch
	if m.user.ID == w.Bot.ID && what == "UPDATE" { // the bot is always told about itself
		dispatch = w.gateway.DispatchOwn
	}
	dispatch(g, "GUILD_MEMBER_"+what, struct {
		GuildMember
		GuildID wire.Snowflake `json:"guild_id"`
	}{m.Wire(), g.ID})
	w.people.Changed()
}

// ChannelEvent tells the bot and the pages that a channel or thread was created, changed or deleted.
func (w *World) ChannelEvent(c *Channel, what string) {
	kind := "CHANNEL_"
	if c.Thread != nil {
		kind = "THREAD_"
	}
	w.gateway.Dispatch(c.Guild, kind+what, c.Wire())
	w.people.Changed()
}

// Gateway notifies the bot. Its methods are called with the world's lock held.
type Gateway interface {
	Dispatch(in *Guild, event string, data any)            // sends an event to the sessions whose shard has the guild
	DispatchOwn(in *Guild, event string, data any)         // sends an event about the bot itself, which requires no intent
	DispatchMessage(in *Channel, event string, m *Message) // like Dispatch, but the content depends on the intents
	DispatchGuild(g *Guild)                                // sends GUILD_CREATE: the bot has joined a guild
}

// Users notifies the users. Its methods are called with the world's lock held.
type Users interface {
	Deliver(in *Channel, viewer wire.Snowflake, kind string, body any) // to the viewer; 0: to all who see the channel
	Show(in *Channel, m *Message)                                      // delivers a new or changed message
	Changed()                                                          // asks pages to load the world again
	Delivered() int                                                    // returns the number of deliveries so far
}

// Arrive tells the bot that it has joined a guild.
func (w *World) Arrive(g *Guild) {
	w.gateway.DispatchGuild(g)
	w.people.Changed()
}

// TellUser delivers a body to the interaction's user and nobody else.
func (w *World) TellUser(in *Interaction, kind string, body any) {
	w.people.Deliver(in.Channel, in.User.ID, kind, body)
}

// Announce asks pages to load the world again: users, channels, commands or the bot's connection have changed.
func (w *World) Announce() { w.people.Changed() }

// UnpostAll deletes messages at once, which is one event for the bot.
func (w *World) UnpostAll(c *Channel, all []*Message) {
	ids := []wire.Snowflake{}
	for _, m := range all {
		ids = append(ids, m.ID)
		w.remove(c, m.ID)
		w.people.Deliver(c, 0, "delete", deleted{c.ID, m.ID})
	}
	w.gateway.Dispatch(c.Guild, "MESSAGE_DELETE_BULK", struct {
		IDs       []wire.Snowflake `json:"ids"`
		ChannelID wire.Snowflake   `json:"channel_id"`
		GuildID   wire.Snowflake   `json:"guild_id,omitzero"`
	}{ids, c.ID, c.Guild.ID})
}

type deleted struct {
	Channel wire.Snowflake `json:"channel"`
	ID      wire.Snowflake `json:"id"`
}
