package commands

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/picture"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// Changed requests a new rendering of all messages of a table that the change may concern. If the
// table is over, this is the last one. It implements table.Config.OnChange: it doesn't block.
//
// After what only its player may know, public messages aren't even looked at: when one is edited or
// moved must not tell that somebody planned or passed.
func (c *Commands) Changed(m match.Match) {
	if m.IsDaily() {
		c.dailies.tell()
		return
	}
	private, again, dealt := false, false, false
	c.update(m.ID, func(t *tableMessages) {
		private, again = m.Public <= t.seq && t.seq < m.Seq, m.Seq == t.seq && m.Settings.Slow()
		dealt = m.Phase == match.Playing && m.Decision.Turn == 1 && t.round != m.Decision.Round
		t.seq, t.round = m.Seq, m.Decision.Round
	})
	if private {
		for _, p := range c.messagesOf(m.ID).directs {
			c.mirrors.Touch(postKey(directPost(p), m.ID))
		}
		c.touchHands(m)
		return
	}
	c.rolesDue(m)
	c.eventDue(m)
	c.turns.put(m)
	if m.Phase == match.Over {
		c.finishPosts(m.ID)
		c.mirrors.Finish(postKey(BoardPost, m.ID))
		return
	}
	if each(c.sideKeys(m.ID), c.mirrors.Touch); !again { // a warning doesn't post the old board of a slow table again
		c.mirrors.Touch(postKey(BoardPost, m.ID))
	}
	c.touchHands(m)
	if dealt {
		c.sendHands(m)
	}
}

// touchHands requests a new rendering of the hands that players have opened, the last one for those
// who have no seat any more.
func (c *Commands) touchHands(m match.Match) {
	for _, p := range c.messagesOf(m.ID).hands {
		if _, seated := m.Seat(p); seated {
			c.mirrors.Touch(handKey(m.ID, p))
		} else {
			c.mirrors.Finish(handKey(m.ID, p))
		}
	}
}

// finishPosts shows the hands of a table one last time, deletes its other messages except the board, and
// forgets all of them.
func (c *Commands) finishPosts(id match.ID) {
	each(c.sideKeys(id), c.mirrors.Remove)
	each(handKeys(id, c.messagesOf(id).hands), c.mirrors.Finish)
	c.update(id, func(t *tableMessages) { t.board, t.hands, t.calls, t.trouble = bot.Shown{}, nil, nil, nil })
}

// snapshot returns what the messages of a table are rendered from.
func (c *Commands) snapshot(ctx context.Context, m match.Match) (screen.Snapshot, error) {
	players := m.Players()
	people := slices.DeleteFunc(slices.Clone(players), match.Player.IsComputer)
	who, err := c.Store.People(ctx, m.Guild, append(people, screen.Named(m)...)...)
	if err != nil {
		return screen.Snapshot{}, fmt.Errorf("read the people at table %d: %w", m.ID, err)
	}
	s := screen.Snapshot{Match: m, Game: c.catalogue.Title(m.System), Who: who, GoingDown: c.down.Load()}
	if s.GuildSettings, err = c.guild(ctx, m.Guild); err != nil {
		return screen.Snapshot{}, err
	}
	if s.GuildSettings.Colors = c.colors(m.System, s.GuildSettings.Colors); c.Deck != nil {
		s.GuildSettings.Pictures = c.Deck.Pictures(s.GuildSettings.Colors)
	}
	s.Defaults = c.tableDefaults(s.GuildSettings)
	if phase := m.Phase; len(m.Results) > 0 && (phase == match.Between || phase == match.Over) {
		if s.Streaks, err = c.Store.Running(ctx, m.Guild, ""); err != nil {
			return screen.Snapshot{}, err
		}
	}
	if m.Phase == match.Lobby {
		if s.LastOptions, err = c.Store.LastOptions(ctx, cmp.Or(m.Parent, m.Channel), m.System); err != nil {
			return screen.Snapshot{}, err
		}
		if s.Games, s.Plays, err = c.playable(ctx, m, s.GuildSettings); err != nil {
			return screen.Snapshot{}, err
		}
	}
	for seat, p := range players {
		if computer, ok := m.Computer(game.Seat(seat)); ok {
			who[p] = standing.Person{Name: computer.Name}
		}
		s.People = append(s.People, who[p])
	}
	s.TellApart()
	s.Tags = map[match.Player]string{}
	for p, click := range c.messagesOf(m.ID).clicks {
		s.Tags[p] = click.tag
	}
	s.OffersHints = c.offersHints(m)
	s.OffersComputers = m.Phase == match.Lobby && c.hasComputers(m.System) && s.GuildSettings.Computers
	s.Public, _ = m.View(game.Watcher)
	s.Next, _ = m.NextDeal()
	return s, nil
}

func (c *Commands) offersHints(m match.Match) bool {
	return c.Hint != nil && !m.Settings.NoHint && c.hasComputers(m.System)
}

// restore restarts the mirrors of the messages that a table had before it slept or the program stopped.
// Messages that are known to be up to date are not edited, and the others have low priority.
func (c *Commands) restore(ctx context.Context, m match.Match, shown bool) error {
	posts, err := c.Store.Posts(ctx, m.ID)
	if err != nil {
		return err
	}
	for _, kind := range append([]Post{BoardPost}, sidePosts()...) {
		mirror := c.mirrorOf(m, kind, posts[kind])
		mirror.UpToDate = shown && mirror.Shown.Former == ""
		mirror.LowPriority = !mirror.UpToDate
		c.isAt(m.ID, kind, mirror.Shown)
		c.mirrors.Show(mirror)
	}
	c.update(m.ID, func(t *tableMessages) {
		t.event = posts[EventPost].Message != ""
		for _, at := range posts {
			if screen.IsNotice(m, at.Edition) { // also a direct message
				t.notice = at.Edition
			}
		}
	})
	return c.restoreDirects(ctx, m.ID, posts, shown)
}

// finish shows the final boards of tables of some guilds that ended before they could be shown.
func (c *Commands) finish(ctx context.Context, of func(guild string) bool) error {
	ids, err := c.Store.EndedWithPosts(ctx, of)
	if err != nil {
		return err
	}
	for _, id := range ids {
		m, err := c.tables.Match(ctx, id)
		if err == nil {
			err = c.restore(ctx, m, false)
		}
		if err != nil { // its log can't be read, so there is nothing to show
			c.Logger.Error().Err(err).Int64("table", int64(id)).Msg("cannot show the final board of a table that ended before the bot stopped")
			continue
		}
		c.Changed(m)
	}
	return nil
}

// mirrorOf keeps the board or a side post of a table up to date. Old boards stay and say how their round
// ended. A side post exists only while it isn't empty.
func (c *Commands) mirrorOf(m match.Match, kind Post, at bot.Shown) bot.Mirror {
	id, channel := m.ID, placeOf(kind, m.Channel, m.Parent)
	mirror := c.post(id, kind, channel, at)
	if kind != BoardPost {
		mirror.Render = func(ctx context.Context) (bot.Message, error) { return c.sidePost(ctx, id, kind) }
		mirror.Once = kind == MentionPost || kind == CallPost
		return mirror
	}
	mirror.Render = func(ctx context.Context) (bot.Message, error) {
		m, err := c.tables.Match(ctx, id)
		if err != nil {
			return bot.Message{}, err
		}
		return c.boardOf(ctx, m)
	}
	mirror.RenderPast = func(ctx context.Context, edition string) (bot.Message, error) { return c.boardThen(ctx, id, edition) }
	mirror.Failed = func(err error) { c.unshown(id, channel, err) }
	return mirror
}

// placeOf returns where a table has a kind of post. People who could come to a table don't see its thread, so they
// are called in the channel of the thread.
func placeOf(kind Post, channel, parent string) string {
	if kind == CallPost {
		return cmp.Or(parent, channel)
	}
	return channel
}

func (c *Commands) boardOf(ctx context.Context, m match.Match) (bot.Message, error) {
	s, err := c.snapshot(ctx, m)
	if err != nil {
		return bot.Message{}, err
	}
	if ending, over := s.Ending(); over {
		s.Drawn = c.draw(ending)
	}
	if s.Unreached, err = c.unreached(ctx, m, s.GuildSettings); err != nil {
		return bot.Message{}, err
	}
	before := c.messagesOf(m.ID).mentioned
	if c.update(m.ID, func(t *tableMessages) { t.mentioned = s.Unreached }); c.Mention == settings.MentionSoon && !slices.Equal(before, s.Unreached) {
		c.turns.put(m) // the notice of the first turn may wait now
	}
	msg := s.GuildSettings.Message(s.Board())
	msg.Edition = edition(m)
	return msg, nil
}

// draw returns the picture of a match's end. If it can't be drawn, the picture has no pixels, and the
// message has text instead. It draws one at a time, so that a processor stays free for clicks.
func (c *Commands) draw(m picture.Match) picture.Picture {
	c.drawing.Lock()
	defer c.drawing.Unlock()
	p, err := m.Draw()
	if err != nil {
		c.Logger.Error().Err(err).Msg("cannot draw the result of a match; showing it as text")
	}
	return p
}

// boardThen renders an old board, which says how its round ended. A board that was moved goes.
func (c *Commands) boardThen(ctx context.Context, id match.ID, then string) (bot.Message, error) {
	var round int
	if _, err := fmt.Sscanf(then, editionForm, &round); err != nil {
		return bot.Message{}, nil
	}
	m, err := c.tables.Match(ctx, id)
	if err != nil || then == edition(m) {
		return bot.Message{}, err
	}
	was, err := c.tables.AfterRound(ctx, id, round)
	if err != nil {
		return bot.Message{}, err
	}
	s, err := c.snapshot(ctx, was)
	if err != nil {
		return bot.Message{}, err
	}
	return s.GuildSettings.Message(s.PastBoard()), nil
}

func (c *Commands) showSidePosts(m match.Match) {
	for _, kind := range sidePosts() {
		c.mirrors.Show(c.mirrorOf(m, kind, bot.Shown{}))
	}
}

func (c *Commands) sidePost(ctx context.Context, id match.ID, kind Post) (bot.Message, error) {
	m, err := c.tables.Match(ctx, id)
	if err != nil || kind == VotePost && m.Vote == nil || kind == CallPost && (m.Caller == 0 || m.Phase != match.Lobby) {
		return bot.Message{}, err
	}
	s, err := c.snapshot(ctx, m)
	switch {
	case err != nil:
		return bot.Message{}, err
	case kind == VotePost:
		return s.GuildSettings.Message(s.Poll()), nil
	case kind == CallPost:
		return s.GuildSettings.Message(s.Call()), nil
	case c.boardAt(id).Edition != edition(m): // the round's board must be posted first
		return bot.Message{}, nil
	}
	if call, err := c.startsSoon(ctx, s); err != nil || !call.Empty() {
		return s.GuildSettings.Message(call), err
	}
	seat, awaited := screen.Awaited(m)
	whom, full := m.Host, s.AllHere()
	if awaited {
		whom = m.Players()[seat]
	} else if full.Empty() {
		return bot.Message{}, nil
	}
	chosen, err := c.Store.Preferences(ctx, whom)
	if err != nil {
		return bot.Message{}, err
	}
	when, directly := chosen.Told(s.GuildSettings.Guild, c.Mention)
	switch {
	case directly, chosen.Where == settings.DailyList && m.Settings.Slow(), !awaited && when == settings.MentionOff:
		return bot.Message{}, nil
	case !awaited:
		return s.GuildSettings.Message(full), nil
	}
	s.Clicked, s.Told = c.lastClick(m, m.Players()[seat]), c.messagesOf(id).notice
	return s.GuildSettings.Message(s.TurnMention(when, time.Now())), nil
}

// A sleeping table (table.Registry) has mirrors only for open hands, which end when their tokens
// expire. Its other messages stay as they are. When the table wakes, they get mirrors again.

// RestoreMessages restores the messages of a table that wakes. Messages that aren't up to date are edited with low
// priority. It implements table.Config.OnWake.
func (c *Commands) RestoreMessages(ctx context.Context, m match.Match, shown bool) error {
	if m.IsDaily() {
		return nil
	}
	if err := c.restore(ctx, m, shown); err != nil {
		return err
	}
	if !shown {
		c.turns.put(m)
		c.eventDue(m)
		return nil
	}
	c.update(m.ID, func(t *tableMessages) { t.seq, t.round = m.Seq, m.Decision.Round })
	return nil
}

// ReleaseMessages removes the mirrors of a table's messages if all of them are up to date. It reports
// whether they were. It implements table.Config.MaySleep: it doesn't block.
func (c *Commands) ReleaseMessages(m match.Match) bool {
	if m.IsDaily() {
		return true
	}
	if c.boardAt(m.ID).Message == "" || !c.mirrors.DropUpToDate(c.postKeys(m.ID)...) {
		return false
	}
	c.update(m.ID, func(t *tableMessages) {
		t.hands = slices.DeleteFunc(t.hands, func(p match.Player) bool { return !c.mirrors.Has(handKey(m.ID, p)) })
		*t = tableMessages{hands: t.hands, calls: t.calls}
		if !slices.ContainsFunc(slices.Collect(maps.Values(t.calls)), func(h rest.Handle) bool { return h.Alive(time.Now()) }) {
			t.calls = nil
		}
	})
	return true
}

// SayDown makes the boards of all awake tables say that the program restarts, unless they are slow. It must be called after
// GoDown and before the mirrors are closed.
func (c *Commands) SayDown() {
	for _, m := range c.tables.Awake() {
		if !m.Settings.Slow() {
			c.mirrors.Touch(postKey(BoardPost, m.ID))
		}
	}
}

// Lost tells a channel, once, that its table had to be given up. After that the store no longer lists
// the table as live. It implements table.Config.OnLost: it doesn't block.
func (c *Commands) Lost(m match.Match, _ error) {
	c.work.Go(func() { c.tellLost(context.Background(), m.ID, true) })
}

// lostBefore does the same for tables of some guilds that were given up before the program last
// stopped, and whose channels weren't told.
func (c *Commands) lostBefore(ctx context.Context, of func(guild string) bool) error {
	begun, err := c.Store.LostWithPosts(ctx, of)
	for _, id := range begun {
		c.tellLost(ctx, id, false)
	}
	return err
}

// tellLost deletes the messages of a lost table except the board, which then tells the channel. A channel
// whose table has no board was told already, unless the table was lost just now.
func (c *Commands) tellLost(ctx context.Context, id match.ID, now bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	log := c.Logger.With().Int64("table", int64(id)).Logger()
	guild, channel, parent, err := c.Store.Channel(ctx, id)
	posts := map[Post]bot.Shown{}
	if err == nil {
		posts, err = c.Store.Posts(ctx, id)
	}
	if err == nil && !c.mirrors.Has(postKey(MentionPost, id)) { // the table was asleep
		for _, kind := range sidePosts() {
			mirror := c.post(id, kind, placeOf(kind, channel, parent), posts[kind])
			mirror.Render = func(context.Context) (bot.Message, error) { return bot.Message{}, nil }
			c.mirrors.Show(mirror)
		}
		err = c.restoreDirects(ctx, id, posts, false)
	}
	if err != nil {
		log.Error().Err(err).Msg("cannot find some messages of a table that was given up; they stay as they are")
	}
	c.finishPosts(id)
	at := posts[BoardPost]
	if channel == "" && err == nil { // a daily deal
		c.dailies.tell()
		if err := c.Store.GiveUp(ctx, id, time.Now()); err != nil {
			log.Error().Err(err).Msg("cannot store that the bot gave up a table; the next start gives it up again")
		}
	}
	if channel == "" || at == (bot.Shown{}) && !now {
		return
	}
	mark := func() {
		if err := c.Store.GiveUp(context.Background(), id, time.Now()); err != nil {
			log.Error().Err(err).Msg("cannot store that the bot gave up a table; its channel will be told again after the next start")
		}
	}
	mirror := c.post(id, BoardPost, channel, at)
	mirror.Render = func(ctx context.Context) (bot.Message, error) {
		g, err := c.guild(ctx, guild)
		return g.Message(screen.LostBoard(id)), err
	}
	posted := mirror.Posted
	mirror.Posted = func(at bot.Shown) {
		if posted(at); at.Message != "" {
			mark()
		}
	}
	mirror.Failed = func(err error) {
		log.Warn().Err(err).Str("channel", channel).Msg("cannot tell a channel that its table was given up")
		mark()
	}
	c.mirrors.Show(mirror)
	c.mirrors.Finish(mirror.Key)
}
