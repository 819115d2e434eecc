package world

import (
	"time"

	"deuces/sandbox/wire"
)

// OpenDM returns the channel of the direct messages between the bot and a person, and
// creates it if necessary. Whether the person accepts messages is checked when one is sent.
func (w *World) OpenDM(u *User, now time.Time) *Channel {
	if c := w.direct[u.ID]; c != nil {
		return c
	}
	g := &Guild{Name: "Direct Messages", Members: map[wire.Snowflake]*Member{}, Left: map[wire.Snowflake]int{}}
	g.Roles = []*Role{{Name: "@everyone"}}
	for _, member := range []*User{u, w.Bot} {
		g.Members[member.ID] = &Member{user: member, joined: now}
	}
	c := w.AddChannel(g, DMChannel, "@"+u.Name(), now)
	c.Reader = u
	w.direct[u.ID] = c
	w.people.Changed()
	return c
}

// DMs returns the existing direct message channels by user ID.
func (w *World) DMs() map[wire.Snowflake]*Channel { return w.direct }

// TakesMessages reports whether the bot can write to a person: they share a guild, and the person
// hasn't closed their direct messages.
func (w *World) TakesMessages(u *User) bool {
	if w.ClosedDMs[u.ID] {
		return false
	}
	for _, g := range w.Guilds {
		if g.Members[u.ID] != nil && g.Members[w.Bot.ID] != nil {
			return true
		}
	}
	return false
}
