package commands

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/bot/rest"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// tableMessages is what is known about the messages of a live table.
type tableMessages struct {
	board     bot.Shown                    // the zero Shown: there is none yet
	hands     []match.Player               // players who opened their hands
	directs   []match.Player               // players who have a mirror in their direct messages
	seq       int                          // number of the last event that Changed was told of
	round     int                          // the last round of which Changed was told
	calls     map[match.Player]rest.Handle // answers to people's newest clicks in public messages; immutable
	clicks    map[match.Player]click       // the last clicks of people at the table; immutable
	mentioned []match.Player               // whom the board of the first round mentions
	event     bool                         // the table has an event of the server
	notice    string                       // edition of the last mention or direct message about a turn
	trouble   *say.Message                 // why the board can't be shown; empty: a player was told; nil: it can be shown

	side   map[Post]string // newest message of each kind of side post; it may be deleted
	last   string          // id of the channel's last message, as the latest interaction named it
	told   time.Time       // when that interaction came
	moved  time.Time       // when somebody last moved the board to the bottom
	looked time.Time       // when the bot last requested the messages below the board from Discord
	asked  time.Time       // when the bot last asked whether the board was deleted
}

// update changes what is known about a table's messages.
func (c *Commands) update(id match.ID, change func(t *tableMessages)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.messages[id]
	change(&t)
	if t.board.Message == "" {
		t.board, t.side, t.clicks, t.last, t.told = bot.Shown{}, nil, nil, "", time.Time{}
		t.moved, t.looked, t.asked = time.Time{}, time.Time{}, time.Time{}
	}
	if t.board.Message == "" && len(t.hands) == 0 && len(t.directs) == 0 && len(t.calls) == 0 && t.trouble == nil {
		delete(c.messages, id)
		return
	}
	c.messages[id] = t
}

// messagesOf returns a copy of what is known about a table's messages.
func (c *Commands) messagesOf(id match.ID) tableMessages {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.messages[id]
	t.hands, t.directs, t.side = slices.Clone(t.hands), slices.Clone(t.directs), maps.Clone(t.side)
	return t
}

func postKey(kind Post, id match.ID) string {
	return string(kind) + "/" + strconv.FormatInt(int64(id), 10)
}

func handKey(id match.ID, p match.Player) string {
	return postKey("hand", id) + "/" + strconv.FormatInt(int64(p), 10)
}

// directPost returns the kind of post for a player's direct message.
func directPost(p match.Player) Post { return Post(directPrefix + strconv.FormatInt(int64(p), 10)) }

const directPrefix = "direct/"

// sidePosts returns the kinds of short messages besides the board. These messages don't exist all
// the time.
func sidePosts() []Post { return []Post{MentionPost, VotePost, CallPost} }

// sideKeys returns the keys of the mirrors of a table's side posts and direct messages.
func (c *Commands) sideKeys(id match.ID) (keys []string) {
	for _, kind := range sidePosts() {
		keys = append(keys, postKey(kind, id))
	}
	for _, p := range c.messagesOf(id).directs {
		keys = append(keys, postKey(directPost(p), id))
	}
	return keys
}

// postKeys returns the keys of the mirrors of all messages of a table except hands.
func (c *Commands) postKeys(id match.ID) []string {
	return append(c.sideKeys(id), postKey(BoardPost, id))
}

func handKeys(id match.ID, players []match.Player) (keys []string) {
	for _, p := range players {
		keys = append(keys, handKey(id, p))
	}
	return keys
}

func each(keys []string, do func(key string)) {
	for _, key := range keys {
		do(key)
	}
}

// post returns the mirror of a message that is found again after a restart. at is the message that
// shows it already. The caller adds Render.
func (c *Commands) post(id match.ID, kind Post, channel string, at bot.Shown) bot.Mirror {
	return bot.Mirror{
		Key: postKey(kind, id), Channel: channel, Shown: at,
		Posted: func(at bot.Shown) { c.posted(id, kind, channel, at) },
		Gone:   func() { c.posted(id, kind, channel, bot.Shown{}) },
	}
}

// posted stores where a message is. An error is only logged, because the message is then just not
// found after a restart.
func (c *Commands) posted(id match.ID, kind Post, channel string, at bot.Shown) {
	at.Former = mirror.DropExpired(at.Former, time.Now())
	if err := c.Store.SavePost(context.Background(), id, kind, channel, at); err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(id)).Str("post", string(kind)).Msg("cannot store which message belongs to a table; after a restart that message won't be updated")
	}
	if at.Message == "" && at.Former != "" {
		return // the previous message is still there
	}
	c.isAt(id, kind, at)
	if kind == BoardPost {
		each(c.sideKeys(id), c.mirrors.Touch)                       // they wait for the board or link to it
		each(handKeys(id, c.messagesOf(id).hands), c.mirrors.Touch) // they move below it
	}
}

func (c *Commands) isAt(id match.ID, kind Post, at bot.Shown) {
	c.update(id, func(t *tableMessages) {
		switch {
		case kind == BoardPost:
			t.board = at
		case at.Message != "" && slices.Contains(sidePosts(), kind): // Discord can still name a deleted message as the last one
			if t.side == nil {
				t.side = map[Post]string{}
			}
			t.side[kind] = at.Message
		}
		if kind != BoardPost && kind != VotePost && kind != CallPost && at.Message != "" {
			t.notice = at.Edition
		}
	})
}

// handOpened records that a player has a hand open, and reports whether they hadn't had one.
func (c *Commands) handOpened(id match.ID, p match.Player) (first bool) {
	c.update(id, func(t *tableMessages) {
		if first = !slices.Contains(t.hands, p); first {
			t.hands = append(slices.Clip(t.hands), p)
		}
	})
	return first
}

func (c *Commands) handClosed(id match.ID, p match.Player) {
	c.update(id, func(t *tableMessages) {
		t.hands = slices.DeleteFunc(slices.Clone(t.hands), func(x match.Player) bool { return x == p })
	})
}

// click is a person's last click at a table.
type click struct {
	at  time.Time
	tag string // their user name
}

// clicked records that a player has clicked something at a table.
func (c *Commands) clicked(id match.ID, p match.Player, by bot.User) {
	c.update(id, func(t *tableMessages) { t.clicks = adding(t.clicks, p, click{time.Now(), by.Tag}) })
}

// adding returns a map with one value more.
func adding[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	more := map[K]V{key: value}
	for k, v := range m {
		if k != key {
			more[k] = v
		}
	}
	return more
}

// lastClick returns when a player whose turn it is last clicked something at the table, as far as that
// puts off telling them: it doesn't once they were told. The mention in the board puts it off, too.
func (c *Commands) lastClick(m match.Match, p match.Player) time.Time {
	known := c.messagesOf(m.ID)
	switch {
	case known.notice == screen.TurnBegan(m).String():
		return time.Time{}
	case m.FirstTrick() && slices.Contains(known.mentioned, p):
		return m.At.Add(screen.Present)
	}
	return known.clicks[p].at
}

func (c *Commands) boardAt(id match.ID) bot.Shown { return c.messagesOf(id).board }

// boardURL returns the link to a table's board or, if nobody knows where it is, to its channel.
func (c *Commands) boardURL(id match.ID, guild, channel string) string {
	return strings.TrimSuffix(bot.Link(guild, channel, c.boardAt(id).Message), "/")
}

// returnDeleted posts a table's board again if it was deleted, and reports whether it was. It asks at most
// every few seconds.
func (c *Commands) returnDeleted(ctx context.Context, m match.Match) bool {
	const every = 5 * time.Second
	now, board, ask := time.Now(), "", false
	c.update(m.ID, func(t *tableMessages) {
		if board, ask = t.board.Message, t.board.Message != "" && now.Sub(t.asked) > every; ask {
			t.asked = now
		}
	})
	if !ask {
		return false
	}
	deleted, err := c.discord.Deleted(ctx, m.Channel, board)
	if err != nil { // without the permission to read the history, nobody knows
		c.Logger.Debug().Err(err).Int64("table", int64(m.ID)).Msg("cannot check whether the board was deleted")
	}
	if deleted {
		c.mirrors.Replace(postKey(BoardPost, m.ID))
	}
	return deleted
}

// alreadyHere replies to somebody who opens a table where there is one. If the table's message was deleted,
// it comes back.
func (c *Commands) alreadyHere(ctx context.Context, r bot.Request, id match.ID, channel string) bot.Reply {
	guild := r.Guild
	p, _, _ := c.Store.Find(ctx, r.User.ID) // 0: nobody
	m, err := c.tables.Match(ctx, id)
	if err == nil && c.returnDeleted(ctx, m) { // Match wakes the table
		return bot.Say(say.New("{channel} already has a table. Its message was deleted, so I'm posting it again.", bot.Channel(channel)))
	}
	row := []bot.Button{{URL: c.boardURL(id, guild, channel), Label: say.New("Go to the table")}}
	if err == nil && m.Phase != match.Over {
		row = append([]bot.Button{screen.JoinButton(m, p)}, row...)
	}
	return notice(screen.Answer(say.New("This channel already has a table."), row...))
}

// edition identifies a version of a table's board: the lobby and each round have a message of their
// own.
func edition(m match.Match) string { return fmt.Sprintf(editionForm, m.Decision.Round) }

const editionForm = "round-%d"

// postSeason posts the end of a season and its best players in a guild. Once the message exists,
// the season counts as announced.
func (c *Commands) postSeason(s standing.Closed) {
	if s.Channel == "" {
		return
	}
	render := func(ctx context.Context) (bot.Message, error) { return c.seasonOver(ctx, s) }
	c.announce(fmt.Sprintf("season/%s/%d", s.Guild, s.Season.Number), s.Channel, render, func(err error) {
		if err != nil {
			c.Logger.Warn().Err(err).Str("guild", s.Guild).Msg("cannot post the end of a season; /leaderboard shows it")
		}
		if err := c.Store.SeasonTold(context.Background(), s.Guild, s.Season.Number); err != nil {
			c.Logger.Error().Err(err).Str("guild", s.Guild).Int("season", s.Season.Number).Msg("cannot store that the end of a season was posted; it may be posted again")
		}
	})
}

// announce posts a message that never changes. Then it calls done, with an error if the message can't be
// posted. The key is different for each message.
func (c *Commands) announce(key, channel string, render func(context.Context) (bot.Message, error), done func(error)) {
	c.mirrors.Show(bot.Mirror{Key: key, Channel: channel, Render: render, Failed: done, Posted: func(at bot.Shown) {
		if at.Message != "" {
			done(nil)
		}
	}})
	c.mirrors.Finish(key)
}

func (c *Commands) seasonOver(ctx context.Context, s standing.Closed) (bot.Message, error) {
	g, err := c.guild(ctx, s.Guild)
	if err != nil {
		return bot.Message{}, err
	}
	f, err := c.Store.HallOfFame(ctx, s.Guild, s.Season.Number)
	if err != nil {
		return bot.Message{}, err
	}
	return screen.SeasonOver(g, f), nil
}
