package commands

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/match"
	"deuces/standing"
)

// Changed requests a new rendering of all messages of a table. If the table is over, this is the
// last one. It implements table.Config.OnChange: it doesn't block.
func (c *Commands) Changed(m match.Match) {
	c.rolesDue(m)
	c.turns.put(m)
	show := c.mirrors.Touch
	if m.Phase == match.Over {
		show = c.mirrors.Finish
		c.removeSidePosts(m.ID)
		c.boardPosted(m.ID, bot.Shown{})
		c.untroubled(m.ID)
	} else {
		for _, kind := range sidePosts() {
			show(postKey(kind, m.ID))
		}
	}
	show(postKey(BoardPost, m.ID))
	c.showHands(m, show)
}

// showHands requests a new rendering of the open hands of a table. For players who no longer have a
// seat, this is the last one.
func (c *Commands) showHands(m match.Match, show func(key string)) {
	c.mu.Lock()
	open := slices.Clone(c.hands[m.ID])
	if m.Phase == match.Over {
		delete(c.hands, m.ID)
	}
	c.mu.Unlock()
	for _, p := range open {
		if _, seated := m.Seat(p); seated {
			show(handKey(m.ID, p))
		} else {
			c.mirrors.Finish(handKey(m.ID, p))
		}
	}
}

// touchHands requests a new rendering of the open hands of a table.
func (c *Commands) touchHands(id match.ID) {
	c.mu.Lock()
	open := slices.Clone(c.hands[id])
	c.mu.Unlock()
	for _, p := range open {
		c.mirrors.Touch(handKey(id, p))
	}
}

// handOpened records that a player has opened their hand.
func (c *Commands) handOpened(id match.ID, p match.Player) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.hands[id], p) {
		c.hands[id] = append(c.hands[id], p)
	}
}

// snapshot returns what the messages of a table are rendered from.
func (c *Commands) snapshot(ctx context.Context, m match.Match) (screen.Snapshot, error) {
	players := m.Players()
	people := slices.DeleteFunc(slices.Clone(players), match.Player.IsComputer)
	who, err := c.Store.People(ctx, append(people, screen.Named(m)...)...)
	if err != nil {
		return screen.Snapshot{}, fmt.Errorf("people at table %d: %w", m.ID, err)
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
		s.Length = c.length(m)
	}
	for seat, p := range players {
		if computer, ok := m.Computer(game.Seat(seat)); ok {
			who[p] = standing.Person{Name: computer.Name}
		}
		s.People = append(s.People, who[p])
	}
	s.OffersHints = c.offersHints(m)
	s.OffersComputers = m.Phase == match.Lobby && c.hasComputers(m.System) && s.GuildSettings.Computers
	s.Public, _ = m.View(game.Watcher)
	s.Next, _ = m.NextDeal()
	return s, nil
}

// length returns how many rounds the match of a lobby is likely to take. It returns 0 if that isn't
// known or not longer than with standard rules. When the length of a long match becomes known
// later, the board is rendered again.
func (c *Commands) length(m match.Match) int {
	rules := m.Rules
	if c.Length == nil || len(game.Changed(rules.Options())) == 0 {
		return 0
	}
	fewest, _ := rules.Seats()
	return c.Length(rules, max(fewest, len(m.Players())), func(rounds int) {
		if screen.IsLong(rounds) {
			c.mirrors.Touch(postKey(BoardPost, m.ID))
		}
	})
}

// offersHints reports whether players of a match may ask for hints.
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
	again := func(mirror bot.Mirror, at bot.Shown) {
		mirror.Shown = at
		mirror.UpToDate = shown && at.Former == ""
		mirror.LowPriority = !mirror.UpToDate
		c.mirrors.Show(mirror)
	}
	board := posts[BoardPost]
	c.boardPosted(m.ID, board)
	again(c.boardMirror(m), board)
	for _, kind := range sidePosts() {
		c.sidePosted(m.ID, kind, posts[kind])
		again(c.sideMirror(m, kind), posts[kind])
	}
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
			c.Logger.Error().Err(err).Int64("table", int64(id)).Msg("the last board of a table can't be shown")
			continue
		}
		c.Changed(m)
	}
	return nil
}

// showBoard restarts the mirror of a table's board, in the same message as before.
func (c *Commands) showBoard(ctx context.Context, m match.Match) error {
	at, err := c.Store.Post(ctx, m.ID, BoardPost)
	if err != nil {
		return err
	}
	mirror := c.boardMirror(m)
	mirror.Shown = at
	c.boardPosted(m.ID, at)
	c.mirrors.Show(mirror)
	return nil
}

// boardMirror keeps a table's board up to date. Old boards stay and say how their round ended.
func (c *Commands) boardMirror(m match.Match) bot.Mirror {
	id, channel := m.ID, m.Channel
	return bot.Mirror{
		Key:        postKey(BoardPost, id),
		Channel:    channel,
		Render:     func(ctx context.Context) (bot.Message, error) { return c.boardNow(ctx, id) },
		RenderPast: func(ctx context.Context, edition string) (bot.Message, error) { return c.boardThen(ctx, id, edition) },
		Posted: func(at bot.Shown) {
			c.savePost(id, BoardPost, channel, at)
			if at.Message == "" && at.Former != "" {
				return // the previous board is still there
			}
			c.boardPosted(id, at)
			c.mirrors.Touch(postKey(MentionPost, id)) // it waits for the board
			c.touchDirects(id)                        // they link to it
			c.touchHands(id)                          // they move below it
		},
		Gone:   func() { c.savePost(id, BoardPost, channel, bot.Shown{}) },
		Failed: func(err error) { c.unshown(id, channel, err) },
	}
}

// boardNow renders the current board of a table.
func (c *Commands) boardNow(ctx context.Context, id match.ID) (bot.Message, error) {
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return bot.Message{}, err
	}
	return c.boardOf(ctx, m)
}

func (c *Commands) boardOf(ctx context.Context, m match.Match) (bot.Message, error) {
	s, err := c.snapshot(ctx, m)
	if err != nil {
		return bot.Message{}, err
	}
	if ending, over := s.Ending(); over {
		s.Drawn = c.draw(ending)
	}
	msg := s.GuildSettings.Message(s.Board())
	msg.Edition = edition(m)
	return msg, nil
}

// boardThen renders an old board: the way in which its round ended, or a link to where the board
// has moved.
func (c *Commands) boardThen(ctx context.Context, id match.ID, then string) (bot.Message, error) {
	var round int
	if _, err := fmt.Sscanf(then, editionForm, &round); err != nil {
		return bot.Message{}, nil
	}
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return bot.Message{}, err
	}
	if then == edition(m) {
		return screen.MovedBoard(c.boardLink(id, m.Guild, m.Channel)), nil
	}
	was, err := c.tables.AfterRound(ctx, id, round)
	if err != nil {
		return bot.Message{}, err
	}
	s, err := c.snapshot(ctx, was)
	if err == nil {
		s, err = c.followedBy(ctx, s, m)
	}
	if err != nil {
		return bot.Message{}, err
	}
	return s.GuildSettings.Message(s.PastBoard()), nil
}

// followedBy adds the seal and the cuts of the next round to an older snapshot of a table.
func (c *Commands) followedBy(ctx context.Context, s screen.Snapshot, now match.Match) (screen.Snapshot, error) {
	for _, d := range now.Deals() {
		if d.Round == s.Decision.Round+1 {
			s.Next = d // the last deal counts
		}
	}
	var players []match.Player
	for _, cut := range s.Next.Cuts {
		players = append(players, cut.Player)
	}
	who, err := c.Store.People(ctx, players...)
	if err != nil {
		return s, fmt.Errorf("who cut the deck of table %d: %w", now.ID, err)
	}
	maps.Copy(s.Who, who)
	return s, nil
}

// showSidePosts starts the mirrors of a new table's side posts.
func (c *Commands) showSidePosts(m match.Match) {
	for _, kind := range sidePosts() {
		c.mirrors.Show(c.sideMirror(m, kind))
	}
}

// sideMirror keeps one of a table's side posts up to date. The message exists only while it isn't empty.
func (c *Commands) sideMirror(m match.Match, kind Post) bot.Mirror {
	id, channel := m.ID, m.Channel
	return bot.Mirror{
		Key:     postKey(kind, id),
		Channel: channel,
		Render: func(ctx context.Context) (bot.Message, error) {
			m, err := c.tables.Match(ctx, id)
			if err != nil {
				return bot.Message{}, err
			}
			if kind == VotePost && m.Vote == nil {
				return bot.Message{}, nil // the vote is over
			}
			s, err := c.snapshot(ctx, m)
			if err != nil {
				return bot.Message{}, err
			}
			msg, err := c.sidePost(ctx, s, kind)
			return s.GuildSettings.Message(msg), err
		},
		Once: kind == MentionPost,
		Posted: func(at bot.Shown) {
			c.sidePosted(id, kind, at)
			c.savePost(id, kind, channel, at)
		},
		Gone: func() { c.savePost(id, kind, channel, bot.Shown{}) },
	}
}

// sidePost renders a side post, which can be empty.
func (c *Commands) sidePost(ctx context.Context, s screen.Snapshot, kind Post) (bot.Message, error) {
	if kind == VotePost {
		return s.Poll(), nil
	}
	seat, awaited := screen.Awaited(s.Match)
	if !awaited || c.boardAt(s.ID).Edition != edition(s.Match) {
		return bot.Message{}, nil // nobody is mentioned, or the round's board must be posted first
	}
	chosen, err := c.Store.Preferences(ctx, s.Players()[seat])
	if err != nil {
		return bot.Message{}, err
	}
	when, directly := chosen.Told(s.GuildSettings.Guild, c.Mention)
	if directly {
		return bot.Message{}, nil
	}
	return s.TurnMention(when, time.Now()), nil
}

// removeSidePosts deletes the side posts of a table that is over.
func (c *Commands) removeSidePosts(id match.ID) {
	for _, kind := range sidePosts() {
		c.mirrors.Remove(postKey(kind, id))
	}
	c.removeDirects(id)
}
