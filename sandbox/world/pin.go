package world

import (
	"cmp"
	"slices"
	"time"

	"deuces/sandbox/wire"
)

// maxPins is how many messages of a channel can be pinned.
const maxPins = 250

// Pins are a channel's pinned messages, the one pinned last first.
func (c *Channel) Pins() []*Message {
	pins := []*Message{}
	for _, m := range c.Messages {
		if m.Pinned {
			pins = append(pins, m)
		}
	}
	slices.SortFunc(pins, func(a, b *Message) int { return cmp.Compare(b.PinnedAt.UnixNano(), a.PinnedAt.UnixNano()) })
	return pins
}

// Pin pins a message and says so in its channel.
func (w *World) Pin(c *Channel, m *Message, by *User, now time.Time) error {
	if m.Pinned {
		return nil
	}
	if len(c.Pins()) >= maxPins {
		return wire.ErrManyPins
	}
	pinned := *m
	pinned.Pinned, pinned.PinnedAt = true, now.UTC()
	w.Changed(c, &pinned)
	w.pinsChanged(c, wire.Some(now.UTC()))
	w.Post(c, &Message{ID: w.IDs.Next(now), ChannelID: c.ID, Type: MessagePinned, Author: by, Timestamp: now.UTC(), Mentions: []*User{},
		MentionRoles: []wire.Snowflake{}, Attachments: []Attachment{}, Embeds: []RichEmbed{},
		Reference: &MessageReference{MessageID: m.ID, ChannelID: c.ID, GuildID: c.Guild.ID}})
	return nil
}

// Unpin takes a pin away.
func (w *World) Unpin(c *Channel, m *Message) {
	if !m.Pinned {
		return
	}
	loose := *m
	loose.Pinned, loose.PinnedAt = false, time.Time{}
	w.Changed(c, &loose)
	last := wire.Null[time.Time]()
	if pins := c.Pins(); len(pins) > 0 {
		last = wire.Some(pins[0].PinnedAt)
	}
	w.pinsChanged(c, last)
}

func (w *World) pinsChanged(c *Channel, last wire.Opt[time.Time]) {
	c.Pinned = last
	w.gateway.Dispatch(c.Guild, "CHANNEL_PINS_UPDATE", struct {
		GuildID   wire.Snowflake      `json:"guild_id,omitzero"`
		ChannelID wire.Snowflake      `json:"channel_id"`
		Last      wire.Opt[time.Time] `json:"last_pin_timestamp"`
	}{c.Guild.ID, c.ID, last})
}
