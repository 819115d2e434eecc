package commands

import (
	"context"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/table"
)

// showSidePost keeps one of a table's side posts true, in the message that it was in
// before. The message exists only while it has something to say.
func (c *Commands) showSidePost(m table.Match, kind Post, at bot.Shown) {
	id, channel := m.ID(), m.Channel()
	c.mirrors.Show(bot.Mirror{
		Key:     postKey(kind, id),
		Channel: channel,
		Shown:   at,
		Render: func(ctx context.Context) (bot.Message, error) {
			m, err := c.tables.Match(ctx, id)
			if err != nil {
				return bot.Message{}, err
			}
			s, err := c.snapshot(ctx, m)
			if err != nil {
				return bot.Message{}, err
			}
			return s.GuildSettings.Message(c.sidePost(s, kind)), nil
		},
		Posted: func(at bot.Shown) { c.savePost(id, kind, channel, at) },
		Gone:   func() { c.savePost(id, kind, channel, bot.Shown{}) },
	})
}

// showSidePosts shows all of them for a new table.
func (c *Commands) showSidePosts(m table.Match) {
	for _, kind := range sidePosts() {
		c.showSidePost(m, kind, bot.Shown{})
	}
}

// sidePost renders a side post; empty if it has nothing to say.
func (c *Commands) sidePost(s screen.Snapshot, kind Post) bot.Message {
	switch {
	case kind == VotePost:
		return s.Poll()
	case c.boardAt(s.ID()).Edition != edition(s.Match):
		return bot.Message{} // the round's board comes first
	}
	return s.TurnMention(s.GuildSettings.Mention(c.Mention), time.Now())
}

// removeSidePosts removes the side posts of a table at which nobody can move any more.
func (c *Commands) removeSidePosts(id table.ID) {
	for _, kind := range sidePosts() {
		c.mirrors.Remove(postKey(kind, id))
	}
}
