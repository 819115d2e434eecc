package world

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"deuces/sandbox/wire"
)

// maxReactions is how many different emojis a message can have.
const maxReactions = 20

// Reaction is one emoji under a message, as the API returns it.
type Reaction struct {
	Emoji   ReactionEmoji  `json:"emoji"`
	Count   int            `json:"count"`
	Details reactionCounts `json:"count_details"`
	Me      bool           `json:"me"`
	MeBurst bool           `json:"me_burst"`
	Colors  []string       `json:"burst_colors"`

	Users []*User `json:"-"` // in the order in which they reacted
}

type reactionCounts struct {
	Burst  int `json:"burst"`
	Normal int `json:"normal"`
}

// ReactionEmoji is a Unicode emoji, which has no id, or one of the application's.
type ReactionEmoji struct {
	ID       wire.Opt[wire.Snowflake] `json:"id"`
	Name     wire.Opt[string]         `json:"name"`
	Animated bool                     `json:"animated,omitempty"`
}

func (e ReactionEmoji) same(o ReactionEmoji) bool {
	return e.ID.Or(0) == o.ID.Or(0) && (e.ID.Or(0) != 0 || e.Name.Or("") == o.Name.Or(""))
}

// FindEmoji parses an emoji in the form that paths use: a Unicode emoji, or name:id.
func (w *World) FindEmoji(text string) (ReactionEmoji, error) {
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	if _, id, custom := strings.Cut(text, ":"); custom {
		n, ok := wire.ParseID(id)
		e := w.Emojis[n]
		if !ok || e == nil {
			return ReactionEmoji{}, wire.ErrUnknownEmoji
		}
		return ReactionEmoji{ID: wire.Some(e.ID), Name: wire.Some(e.Name), Animated: e.Animated}, nil
	}
	if !isEmoji(text) {
		return ReactionEmoji{}, wire.ErrUnknownEmoji
	}
	return ReactionEmoji{ID: wire.Null[wire.Snowflake](), Name: wire.Some(text)}, nil
}

// isEmoji reports whether a text can be one Unicode emoji: symbols with joiners and modifiers,
// flags, and keycaps.
func isEmoji(text string) bool {
	symbol := false
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.So, unicode.Sk, unicode.Sm), r == 0x203C, r == 0x2049:
			symbol = true
		case r == 0x20E3:
			symbol = true
		case r == 0x200D, r == 0xFE0F, r >= 0xE0020 && r <= 0xE007F:
		case i == 0 && strings.ContainsRune("0123456789#*", r) && strings.HasSuffix(text, "\u20E3"):
		default:
			return false
		}
	}
	return symbol && utf8.RuneCountInString(text) <= 16
}

// ReactionOf returns the index of an emoji among a message's reactions, or -1.
func (m *Message) ReactionOf(e ReactionEmoji) int {
	return slices.IndexFunc(m.Reactions, func(r Reaction) bool { return r.Emoji.same(e) })
}

// React adds a user's reaction to a message, unless the user has already reacted with this emoji.
func (w *World) React(c *Channel, m *Message, e ReactionEmoji, u *User) error {
	changed := *m
	changed.Reactions = slices.Clone(m.Reactions)
	i := m.ReactionOf(e)
	switch {
	case i < 0 && len(m.Reactions) >= maxReactions:
		return wire.ErrManyReactions
	case i < 0:
		changed.Reactions = append(changed.Reactions, Reaction{Emoji: e, Colors: []string{}})
		i = len(changed.Reactions) - 1
	case slices.ContainsFunc(m.Reactions[i].Users, func(o *User) bool { return o.ID == u.ID }):
		return nil
	}
	r := &changed.Reactions[i]
	r.Users = append(slices.Clone(r.Users), u)
	w.count(r)
	w.reacted(c, &changed)
	var member *GuildMember
	if by := c.Guild.Members[u.ID]; by != nil && !c.Guild.DM() {
		full := by.Wire()
		member = &full
	}
	w.gateway.Dispatch(c.Guild, "MESSAGE_REACTION_ADD", reactionEvent{User: u.ID, Channel: c.ID, Message: m.ID, Guild: c.Guild.ID, Member: member,
		Emoji: &e, Author: m.Author.ID})
	return nil
}

// Unreact takes a user's reaction away, and reports whether it was there.
func (w *World) Unreact(c *Channel, m *Message, e ReactionEmoji, u *User) bool {
	i := m.ReactionOf(e)
	if i < 0 {
		return false
	}
	by := slices.IndexFunc(m.Reactions[i].Users, func(o *User) bool { return o.ID == u.ID })
	if by < 0 {
		return false
	}
	changed := *m
	changed.Reactions = slices.Clone(m.Reactions)
	r := &changed.Reactions[i]
	r.Users = slices.Delete(slices.Clone(r.Users), by, by+1)
	if w.count(r); r.Count == 0 {
		changed.Reactions = slices.Delete(changed.Reactions, i, i+1)
	}
	w.reacted(c, &changed)
	w.gateway.Dispatch(c.Guild, "MESSAGE_REACTION_REMOVE", reactionEvent{User: u.ID, Channel: c.ID, Message: m.ID, Guild: c.Guild.ID, Emoji: &e})
	return true
}

// ClearReactions takes all reactions off a message.
func (w *World) ClearReactions(c *Channel, m *Message) {
	changed := *m
	changed.Reactions = nil
	w.reacted(c, &changed)
	w.gateway.Dispatch(c.Guild, "MESSAGE_REACTION_REMOVE_ALL", reactionEvent{Channel: c.ID, Message: m.ID, Guild: c.Guild.ID})
}

func (w *World) count(r *Reaction) {
	r.Count, r.Details.Normal = len(r.Users), len(r.Users)
	r.Me = slices.ContainsFunc(r.Users, func(u *User) bool { return u.ID == w.Bot.ID })
}

// reacted replaces a message whose reactions have changed. That doesn't count as an edit.
func (w *World) reacted(c *Channel, m *Message) {
	w.replace(c, m)
	w.people.Show(c, m)
}

type reactionEvent struct {
	User    wire.Snowflake `json:"user_id,omitzero"`
	Channel wire.Snowflake `json:"channel_id"`
	Message wire.Snowflake `json:"message_id"`
	Guild   wire.Snowflake `json:"guild_id,omitzero"`
	Member  *GuildMember   `json:"member,omitempty"`
	Emoji   *ReactionEmoji `json:"emoji,omitempty"`
	Author  wire.Snowflake `json:"message_author_id,omitzero"`
	Burst   bool           `json:"burst"`
	Type    int            `json:"type"`
}
