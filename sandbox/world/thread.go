package world

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"deuces/sandbox/wire"
)

// thread is what makes a channel a thread.
type thread struct {
	Parent    *Channel
	Owner     wire.Snowflake
	Members   []wire.Snowflake
	Archived  bool
	Locked    bool
	Rate      int // slowmode in seconds, which isn't enforced here
	Archive   int // minutes of inactivity after which Discord archives it; never happens here
	Changed   time.Time
	created   time.Time
	count     int
	Invitable wire.Opt[bool] // whether members who aren't moderators may add people to a private thread
}

// ByNonce finds an author's message of the last minutes by its nonce.
func (c *Channel) ByNonce(nonce json.RawMessage, author *User, now time.Time) *Message {
	if len(nonce) == 0 {
		return nil
	}
	for i := len(c.Messages) - 1; i >= 0 && now.Sub(c.Messages[i].Timestamp) < 5*time.Minute; i-- {
		if m := c.Messages[i]; m.Author.ID == author.ID && bytes.Equal(m.Nonce, nonce) {
			return m
		}
	}
	return nil
}

// OpenThread prepares a thread for a new message: an archived thread is reopened unless it is locked.
func (w *World) OpenThread(c *Channel) error {
	if c.Thread == nil || !c.Thread.Archived {
		return nil
	}
	if c.Thread.Locked {
		return wire.ErrArchived
	}
	c.Thread.Archived = false
	w.ChannelEvent(c, "UPDATE")
	return nil
}

// ThreadBody is what the bot sends to make a thread.
type ThreadBody struct {
	Name      string         `json:"name"`
	Archive   wire.Opt[int]  `json:"auto_archive_duration"`
	Type      wire.Opt[int]  `json:"type"`
	Rate      wire.Opt[int]  `json:"rate_limit_per_user"`
	Invitable wire.Opt[bool] `json:"invitable"`
}

// NewThread checks the body and makes the thread, with the given id or a new one.
func (w *World) NewThread(parent *Channel, id wire.Snowflake, kind int, b ThreadBody, now time.Time) (*Channel, error) {
	f, at := wire.NewForm()
	at.Key("name").Length(b.Name, 1, 100)
	at.Key("rate_limit_per_user").Between(b.Rate.Or(0), 0, MaxRate)
	at.Key("auto_archive_duration").OneOf(b.Archive.Or(1440), 60, 1440, 4320, 10080)
	if err := f.Err(); err != nil {
		return nil, err
	}
	bot := w.Bot.ID
	c := w.AddChannel(parent.Guild, kind, b.Name, now)
	if id != 0 {
		delete(w.Channels, c.ID)
		c.ID = id
		w.Channels[id] = c
	}
	c.Thread = &thread{Parent: parent, Owner: bot, Members: []wire.Snowflake{bot}, Rate: b.Rate.Or(0), Archive: b.Archive.Or(1440), created: now.UTC(), Changed: now.UTC()}
	if kind == PrivateThread {
		c.Thread.Invitable = wire.Some(b.Invitable.Or(true))
	}
	made := c.ThreadWire()
	made.Fresh = true
	w.gateway.Dispatch(c.Guild, "THREAD_CREATE", made)
	w.people.Changed()
	return c, nil
}

// MaxRate is the longest slowmode, in seconds.
const MaxRate = 21600

// ThreadMembersChanged tells the bot that people joined or left a thread. Sessions without the
// intent for members are told only about the bot itself.
func (w *World) ThreadMembersChanged(c *Channel, added, removed []wire.Snowflake) {
	joined := []ThreadMember{}
	for _, id := range added {
		joined = append(joined, c.Thread.Member(c, id))
	}
	body := struct {
		ID      wire.Snowflake   `json:"id"`
		GuildID wire.Snowflake   `json:"guild_id"`
		Count   int              `json:"member_count"`
		Added   []ThreadMember   `json:"added_members,omitempty"`
		Removed []wire.Snowflake `json:"removed_member_ids,omitempty"`
	}{c.ID, c.Guild.ID, min(len(c.Thread.Members), 50), joined, removed}
	if slices.Contains(added, w.Bot.ID) || slices.Contains(removed, w.Bot.ID) {
		w.gateway.DispatchOwn(c.Guild, "THREAD_MEMBERS_UPDATE", body)
	} else {
		w.gateway.Dispatch(c.Guild, "THREAD_MEMBERS_UPDATE", body)
	}
	w.people.Changed()
}

// Member returns a user's membership of the thread.
func (t *thread) Member(c *Channel, id wire.Snowflake) ThreadMember {
	return ThreadMember{ID: c.ID, UserID: id, Joined: t.created}
}
