package world

import (
	"slices"
	"time"

	"deuces/sandbox/wire"
)

// RemoveChannel takes a channel out of the world, with its messages and threads.
func (w *World) RemoveChannel(c *Channel) {
	for _, t := range slices.Clone(c.Guild.Channels) {
		if t.Thread != nil && t.Thread.Parent == c {
			w.RemoveChannel(t)
		}
	}
	for _, m := range c.Messages {
		delete(w.Messages, m.ID)
	}
	c.Messages = nil
	c.Guild.Channels = slices.DeleteFunc(c.Guild.Channels, func(o *Channel) bool { return o == c })
	delete(w.Channels, c.ID)
	w.ChannelEvent(c, "DELETE")
}

// SetOverwrite sets an overwrite, or removes it if it neither allows nor denies anything.
func (c *Channel) SetOverwrite(o Overwrite) {
	c.Overwrites = slices.DeleteFunc(slices.Clone(c.Overwrites), func(x Overwrite) bool { return x.ID == o.ID })
	if o.Allow|o.Deny != 0 {
		c.Overwrites = append(c.Overwrites, o)
	}
}

// The kinds of channel that exist here.
const (
	TextChannel   = 0
	DMChannel     = 1
	GroupChannel  = 3
	PublicThread  = 11
	PrivateThread = 12
)

// Channel is a text channel, a thread, a direct message or a group DM.
type Channel struct {
	ID         wire.Snowflake
	Kind       int
	Guild      *Guild
	Name       string
	Position   int
	Reader     *User // the person, if this is a direct message
	Overwrites []Overwrite
	Thread     *thread
	Messages   []*Message // sorted by id; includes ephemeral messages
	last       wire.Snowflake
}

// Where returns the channel whose permissions count: a thread uses its parent's.
func (c *Channel) Where() *Channel {
	if c.Thread != nil {
		return c.Thread.Parent
	}
	return c
}

// AddChannel makes a channel at the end of its guild.
func (w *World) AddChannel(g *Guild, kind int, name string, now time.Time) *Channel {
	c := &Channel{ID: w.IDs.Next(now), Kind: kind, Guild: g, Name: name, Position: len(g.Channels)}
	g.Channels = append(g.Channels, c)
	w.Channels[c.ID] = c
	return c
}

// keep adds a message to its channel. Once the channel has 2*w.bound messages, it forgets all but
// the newest w.bound.
func (w *World) keep(c *Channel, m *Message) {
	c.Messages = append(c.Messages, m)
	w.Messages[m.ID] = m
	if m.Viewer == 0 {
		c.last = m.ID
		if c.Thread != nil {
			c.Thread.count++
		}
	}
	if len(c.Messages) >= 2*w.bound {
		old := len(c.Messages) - w.bound
		for _, m := range c.Messages[:old] {
			delete(w.Messages, m.ID)
		}
		c.Messages = slices.Clone(c.Messages[old:])
	}
}

// Place returns the index of the message with this id, or the index at which it would be inserted.
func (c *Channel) Place(id wire.Snowflake) (int, bool) {
	return slices.BinarySearchFunc(c.Messages, id, func(m *Message, id wire.Snowflake) int {
		switch {
		case m.ID < id:
			return -1
		case m.ID > id:
			return 1
		}
		return 0
	})
}

// replace replaces a message with its new version.
func (w *World) replace(c *Channel, m *Message) {
	if i, ok := c.Place(m.ID); ok {
		c.Messages[i] = m
		w.Messages[m.ID] = m
	}
}

func (w *World) remove(c *Channel, id wire.Snowflake) {
	if i, ok := c.Place(id); ok {
		c.Messages = slices.Delete(c.Messages, i, i+1)
		delete(w.Messages, id)
	}
}

// Speaking returns the permission needed to write in the channel.
func (c *Channel) Speaking() Permissions {
	if c.Thread != nil {
		return SendMessagesInThreads
	}
	return SendMessages
}

// Half returns the index at which a list of n public messages must end so that the message with the
// given id is in its middle.
func (c *Channel) Half(id wire.Snowflake, n int) int {
	end, exact := c.Place(id)
	if exact {
		end++
	}
	for later := 0; end < len(c.Messages) && later < n/2; end++ {
		if c.Messages[end].Viewer == 0 {
			later++
		}
	}
	return end
}

// GuildChannel is a channel as the API returns it. Threads have a form of their own.
type GuildChannel struct {
	ID         wire.Snowflake           `json:"id"`
	Type       int                      `json:"type"`
	GuildID    wire.Snowflake           `json:"guild_id"`
	Name       string                   `json:"name"`
	Topic      wire.Opt[string]         `json:"topic"`
	Position   int                      `json:"position"`
	ParentID   wire.Opt[wire.Snowflake] `json:"parent_id"`
	NSFW       bool                     `json:"nsfw"`
	Flags      int                      `json:"flags"`
	Rate       int                      `json:"rate_limit_per_user"`
	Last       wire.Opt[wire.Snowflake] `json:"last_message_id"`
	Overwrites []Overwrite              `json:"permission_overwrites"`
}

type threadMetadata struct {
	Archived  bool           `json:"archived"`
	Archive   int            `json:"auto_archive_duration"`
	Timestamp time.Time      `json:"archive_timestamp"`
	Locked    bool           `json:"locked"`
	Created   time.Time      `json:"create_timestamp"`
	Invitable wire.Opt[bool] `json:"invitable,omitzero"`
}

// ThreadMember is a thread's member as the API returns it.
type ThreadMember struct {
	ID     wire.Snowflake `json:"id"`
	UserID wire.Snowflake `json:"user_id"`
	Joined time.Time      `json:"join_timestamp"`
	Flags  int            `json:"flags"`
}

// ThreadChannel is a thread as the API returns it.
type ThreadChannel struct {
	ID       wire.Snowflake           `json:"id"`
	Type     int                      `json:"type"`
	GuildID  wire.Snowflake           `json:"guild_id"`
	Name     string                   `json:"name"`
	ParentID wire.Snowflake           `json:"parent_id"`
	OwnerID  wire.Snowflake           `json:"owner_id"`
	Last     wire.Opt[wire.Snowflake] `json:"last_message_id"`
	Flags    int                      `json:"flags"`
	Rate     int                      `json:"rate_limit_per_user"`
	Messages int                      `json:"message_count"`
	Members  int                      `json:"member_count"`
	Sent     int                      `json:"total_message_sent"`
	Metadata threadMetadata           `json:"thread_metadata"`
	Member   *ThreadMember            `json:"member,omitempty"`
	Fresh    bool                     `json:"newly_created,omitempty"`
}

// DirectChannel is a direct message or a group DM as the API returns it.
type DirectChannel struct {
	ID         wire.Snowflake           `json:"id"`
	Type       int                      `json:"type"`
	Last       wire.Opt[wire.Snowflake] `json:"last_message_id"`
	Flags      int                      `json:"flags"`
	Recipients []*User                  `json:"recipients"`
	Name       string                   `json:"name,omitempty"`
	OwnerID    wire.Snowflake           `json:"owner_id,omitzero"`
}

func idOrNull(id wire.Snowflake) wire.Opt[wire.Snowflake] {
	if id == 0 {
		return wire.Null[wire.Snowflake]()
	}
	return wire.Some(id)
}

// Wire returns the channel as the API returns it.
func (c *Channel) Wire() any {
	if c.Thread != nil {
		return c.ThreadWire()
	}
	if c.Kind == DMChannel {
		return DirectChannel{ID: c.ID, Type: c.Kind, Last: idOrNull(c.last), Recipients: []*User{c.Reader}}
	}
	if c.Kind == GroupChannel {
		group := DirectChannel{ID: c.ID, Type: c.Kind, Last: idOrNull(c.last), Recipients: []*User{}, Name: c.Name, OwnerID: c.Guild.Owner}
		for _, m := range c.Guild.SortedMembers() {
			group.Recipients = append(group.Recipients, m.User)
		}
		return group
	}
	return GuildChannel{ID: c.ID, Type: c.Kind, GuildID: c.Guild.ID, Name: c.Name, Position: c.Position, Last: idOrNull(c.last),
		Overwrites: wire.ListOf(c.Overwrites)}
}

// ThreadWire returns the thread as the API returns it.
func (c *Channel) ThreadWire() *ThreadChannel {
	t := c.Thread
	return &ThreadChannel{Rate: t.Rate, ID: c.ID, Type: c.Kind, GuildID: c.Guild.ID, Name: c.Name, ParentID: t.Parent.ID, OwnerID: t.Owner,
		Last: idOrNull(c.last), Messages: t.count, Members: min(len(t.Members), 50), Sent: t.count,
		Metadata: threadMetadata{t.Archived, t.Archive, t.Changed, t.Locked, t.created, t.Invitable}}
}
