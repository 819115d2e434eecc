package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/standing"
	"deuces/table"
)

// Post is a kind of message that a table has.
type Post string

// The messages of a table that must be found again after a restart.
const (
	BoardPost   Post = "board"
	MentionPost Post = "ping"
	VotePost    Post = "vote"
)

// notices are the short messages beside the board: each comes and goes.
func notices() []Post { return []Post{MentionPost, VotePost} }

func boardKey(id table.ID) string { return fmt.Sprintf("board/%d", id) }
func noticeKey(kind Post, id table.ID) string {
	return fmt.Sprintf("%s/%d", kind, id)
}
func handKey(id table.ID, p table.Player) string {
	return fmt.Sprintf("hand/%d/%d", id, p)
}

// Changed has everything that shows a table rendered anew, for the last time
// where the table is over. It is for table.Config.Changed: it does not block.
func (c *Commands) Changed(m table.Match) {
	c.mu.Lock()
	serving := c.mirrors != nil
	c.mu.Unlock()
	if !serving {
		return // recovery: Serve shows what is live
	}
	c.roundOver(m)
	show := c.mirrors.Touch
	if m.Phase() == table.Over {
		show = c.mirrors.Finish
		c.removeNotices(m.ID())
		c.posted(m.ID(), bot.Shown{})
		c.untroubled(m.ID())
	} else {
		for _, kind := range notices() {
			show(noticeKey(kind, m.ID()))
		}
	}
	show(boardKey(m.ID()))
	for _, p := range m.Players() {
		show(handKey(m.ID(), p))
	}
}

// restore shows the board and the ping of a table that was live when the
// program stopped, in the messages that they had.
func (c *Commands) restore(ctx context.Context, m table.Match) error {
	if err := c.showBoard(ctx, m); err != nil {
		return err
	}
	for _, kind := range notices() {
		at, err := c.Store.Post(ctx, m.ID(), kind)
		if err != nil {
			return err
		}
		c.showNotice(m, kind, at)
	}
	return nil
}

// showBoard keeps a table's board true again, in the message that it had.
func (c *Commands) showBoard(ctx context.Context, m table.Match) error {
	at, err := c.Store.Post(ctx, m.ID(), BoardPost)
	if err != nil {
		return err
	}
	mirror := c.boardMirror(m)
	mirror.Shown = at
	c.posted(m.ID(), at)
	c.mirrors.Show(mirror)
	return nil
}

// finish shows the boards for the last time whose tables ended when the program
// could not do it any more.
func (c *Commands) finish(ctx context.Context) error {
	ids, err := c.Store.Unfinished(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		m, err := c.tables.Match(ctx, id)
		if err == nil {
			err = c.restore(ctx, m)
		}
		if err != nil { // its log can't be read: nothing to show, and no reason not to start
			c.Logger.Error().Err(err).Int64("table", int64(id)).Msg("the last board of a table can't be shown")
			continue
		}
		c.Changed(m)
	}
	return nil
}

// edition numbers a table's boards: the lobby and each round have a message of
// their own.
func edition(m table.Match) string { return fmt.Sprintf(editionForm, m.Round()) }

const editionForm = "round-%d"

// boardMirror keeps a table's board true. Old boards stay, with what came of
// their round.
func (c *Commands) boardMirror(m table.Match) bot.Mirror {
	id, channel := m.ID(), m.Channel()
	return bot.Mirror{
		Key:     boardKey(id),
		Channel: channel,
		Render:  func(ctx context.Context) (bot.Message, error) { return c.boardNow(ctx, id) },
		Past:    func(ctx context.Context, edition string) (bot.Message, error) { return c.boardThen(ctx, id, edition) },
		Posted: func(at bot.Shown) {
			c.savePost(id, BoardPost, channel, at)
			if at.Message == "" && at.Former != "" {
				return // the one before is still there
			}
			c.posted(id, at)
			c.mirrors.Touch(noticeKey(MentionPost, id)) // which waited for it
		},
		Gone:   func() { c.savePost(id, BoardPost, channel, bot.Shown{}) },
		Failed: func(err error) { c.unshown(id, channel, err) },
	}
}

// boardNow renders the board of a table as it is.
func (c *Commands) boardNow(ctx context.Context, id table.ID) (bot.Message, error) {
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return bot.Message{}, err
	}
	return c.boardOf(ctx, m)
}

func (c *Commands) boardOf(ctx context.Context, m table.Match) (bot.Message, error) {
	s, err := c.scene(ctx, m)
	if err != nil {
		return bot.Message{}, err
	}
	msg := s.house.message(s.board())
	msg.Edition = edition(m)
	return msg, nil
}

// boardThen renders an old board: what came of its round, or where the board went.
func (c *Commands) boardThen(ctx context.Context, id table.ID, then string) (bot.Message, error) {
	var round int
	if _, err := fmt.Sscanf(then, editionForm, &round); err != nil {
		return bot.Message{}, nil
	}
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return bot.Message{}, err
	}
	if then == edition(m) {
		return bot.Message{Blocks: []bot.Block{bot.Text("-# The board has moved: " + c.place(id, m.Guild(), m.Channel()))}}, nil
	}
	if m, err = c.tables.Round(ctx, id, round); err != nil {
		return bot.Message{}, err
	}
	s, err := c.scene(ctx, m)
	if err != nil {
		return bot.Message{}, err
	}
	return s.house.message(s.past()), nil
}

// showNotice keeps one of a table's short public messages true, in the message
// that it was in before: there is one while it has something to say.
func (c *Commands) showNotice(m table.Match, kind Post, at bot.Shown) {
	id, channel := m.ID(), m.Channel()
	c.mirrors.Show(bot.Mirror{
		Key:     noticeKey(kind, id),
		Channel: channel,
		Shown:   at,
		Render: func(ctx context.Context) (bot.Message, error) {
			m, err := c.tables.Match(ctx, id)
			if err != nil {
				return bot.Message{}, err
			}
			s, err := c.scene(ctx, m)
			if err != nil {
				return bot.Message{}, err
			}
			return s.house.message(c.notice(s, kind)), nil
		},
		Posted: func(at bot.Shown) { c.savePost(id, kind, channel, at) },
		Gone:   func() { c.savePost(id, kind, channel, bot.Shown{}) },
	})
}

// showNotices has all of them shown for a table that is new.
func (c *Commands) showNotices(m table.Match) {
	for _, kind := range notices() {
		c.showNotice(m, kind, bot.Shown{})
	}
}

// notice renders one of the short messages; empty where it has nothing to say.
func (c *Commands) notice(s scene, kind Post) bot.Message {
	switch {
	case kind == VotePost:
		return s.poll()
	case c.posting(s.ID()).Edition != edition(s.Match):
		return bot.Message{} // the round's board comes first
	}
	return s.ping(s.house.mention(c.Mention), time.Now())
}

// posted remembers where a table's board is; the zero Shown for nowhere.
func (c *Commands) posted(id table.ID, at bot.Shown) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.Message == "" {
		delete(c.boards, id)
		return
	}
	c.boards[id] = at
}

// posting returns where a table's board is; the zero Shown where that is not known.
func (c *Commands) posting(id table.ID) bot.Shown {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.boards[id]
}

// savePost stores where a message is. Where that fails the message is only not
// found again after a restart, so it is logged and play goes on.
func (c *Commands) savePost(id table.ID, kind Post, channel string, at bot.Shown) {
	if err := c.Store.SavePost(context.Background(), id, kind, channel, at); err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(id)).Str("post", string(kind)).Msg("where a message is was not stored")
	}
}

// place is a link to a table's board, or to its channel where that is not known.
func (c *Commands) place(id table.ID, guild, channel string) string {
	if at := c.posting(id); at.Message != "" {
		return bot.Link(guild, channel, at.Message)
	}
	return bot.Channel(channel)
}

// handMirror keeps a player's newest hand true while its token lives. A page
// that someone has turned to, and the note, stay for the decision they belong to.
func (c *Commands) handMirror(id table.ID, p table.Player, at page, note string, on table.Decision) *bot.Mirror {
	return &bot.Mirror{
		Key: handKey(id, p),
		Render: func(ctx context.Context) (bot.Message, error) {
			m, err := c.tables.Match(ctx, id)
			if err != nil {
				return bot.Message{}, err
			}
			s, err := c.scene(ctx, m)
			if err != nil {
				return bot.Message{}, err
			}
			seat, ok := m.Seat(p)
			if !ok {
				return bot.Message{}, bot.ErrGone
			}
			if m.Decision() != on {
				at, note = at.opening(), ""
			}
			return s.house.message(s.hand(seat, at, note)), nil
		},
	}
}

// scene gathers who sits at a table.
func (c *Commands) scene(ctx context.Context, m table.Match) (scene, error) {
	players := m.Players()
	people := slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
	who, err := c.Store.People(ctx, append(people, mentioned(m)...)...)
	if err != nil {
		return scene{}, fmt.Errorf("people at table %d: %w", m.ID(), err)
	}
	s := scene{Match: m, game: c.title(m.System()), who: who, down: c.down.Load()}
	if s.house, err = c.house(ctx, m.Guild()); err != nil {
		return scene{}, err
	}
	s.usual = s.house.usual(c.tables.Settings())
	if phase := m.Phase(); len(m.Results()) > 0 && (phase == table.Between || phase == table.Over) {
		if s.reigns, err = c.Store.Running(ctx, m.Guild(), ""); err != nil {
			return scene{}, err
		}
	}
	if m.Phase() == table.Lobby {
		if s.lastly, err = c.Store.LastOptions(ctx, m.Channel(), m.System()); err != nil {
			return scene{}, err
		}
	}
	for seat, p := range players {
		if robot, ok := m.Computer(game.Seat(seat)); ok {
			who[p] = standing.Person{Name: robot.Name}
		}
		s.people = append(s.people, who[p])
	}
	s.hints = c.hints(m)
	s.computers = m.Phase() == table.Lobby && c.thinks(m.System()) && s.house.Computers
	s.watcher, _ = m.View(game.Watcher)
	return s, nil
}
