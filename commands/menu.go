package commands

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
)

// tableMenu handles the buttons and menus of the private menu. Players can leave wherever they are.
func (c *Commands) tableMenu(ctx context.Context, r guildRequest) (bot.Reply, error) {
	h := c.asPresent(with(ids.ParseMenu, c.menu))
	if id := ids.ParseMenu(r.Args); id.What == ids.MenuLeave || id.What == ids.MenuLeft {
		return c.atHand(h)(ctx, r)
	}
	return inServer(c.atTable(h))(ctx, r)
}

// menu handles the button "⋯" of a board. It shows a private menu of what this person may do at the
// table.
func (c *Commands) menu(ctx context.Context, v visit, id ids.Menu) (bot.Reply, error) {
	var err error
	page, isPage := 0, false
	if len(v.Values) == 1 {
		page, isPage = screen.MenuPage(v.Values[0])
	}
	switch {
	case isPage:
	case id.What == ids.MenuBottom:
		if missing := v.Missing(); !missing.Empty() {
			return bot.Say(lacks(missing)), nil
		}
		err = c.toBottom(v)
	case id.What == ids.MenuLeave:
		return c.changing(c.leaveHere)(ctx, v)
	case id.What == ids.MenuLeft:
		return c.changing(c.leave)(ctx, v)
	case len(v.Values) == 1 && !c.changes.Allow(v.player):
		err = errTooFast
	case len(v.Values) == 1:
		value := v.Values[0]
		switch id.What {
		case ids.MenuKick:
			n, _ := strconv.ParseInt(value, 10, 64) // 0 is nobody
			return c.kick(ctx, v, match.Player(n), false)
		case ids.MenuToGame:
			v.match, err = c.setGame(ctx, v, value)
		case ids.MenuToRules:
			v.match, err = c.setRules(ctx, v, value)
		case ids.MenuToLevel:
			v.match, err = c.setLevel(ctx, v, ai.Level(value))
		}
	}
	if err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	_, refused := v.match.Decide(ending(v), time.Now())
	may := screen.MenuFor{Player: v.player, Ends: refused == nil, Force: v.Can.Has(bot.ManageMessages), Menu: id.What, Page: page, Keeps: c.mayChange(v.Request)}
	msg := s.Menu(may)
	return bot.Reply{Message: &msg, Private: true, Update: v.Private && id.What != ""}, nil
}

// lobbyMenu handles the menus of a lobby, which shows what is chosen. The other pages of a menu are private.
func (c *Commands) lobbyMenu(ctx context.Context, v visit, id ids.Lobby) (bot.Reply, error) {
	reply, err := c.menu(ctx, v, ids.Menu(id))
	if _, isPage := screen.MenuPage(strings.Join(v.Values, "")); err != nil || isPage {
		return reply, err
	}
	return bot.Reply{}, nil
}

// toBottom posts the board again at the end of its channel, no more often than a buried board comes back
// by itself: everybody's hand moves along, and takes the buttons away that others are about to click.
func (c *Commands) toBottom(v visit) error {
	id := v.match.ID
	seat, seated := v.match.Seat(v.player)
	if !v.Can.Has(bot.ManageMessages) && !(seated && !v.match.Vacant(seat)) {
		return game.Refuse("Only players at this table and moderators can move it.")
	}
	known := c.messagesOf(id)
	if v.Last != "" && v.Channel == v.match.Channel &&
		(slices.Contains(slices.Collect(maps.Values(known.side)), v.Last) || !bot.SentAt(v.Last).After(bot.SentAt(known.board.Message))) {
		return game.Refuse("The table is already at the bottom.")
	}
	var again time.Time
	c.update(id, func(t *tableMessages) {
		now := time.Now()
		if again = slices.MaxFunc([]time.Time{t.board.At, t.moved}, time.Time.Compare).Add(c.BoardEvery); !now.Before(again) {
			again, t.moved = time.Time{}, now
		}
	})
	if !again.IsZero() {
		return game.Refuse("The table came to the bottom not long ago. You can move it again {time}.", bot.Relative(again))
	}
	c.mirrors.Move(postKey(BoardPost, id))
	return nil
}

// removeSpec is the command in the context menu of a user. It does the same as the entry "Remove a
// player" of the table's menu.
var removeSpec = bot.Command{Name: "Remove from the table", OnUser: true}

func (c *Commands) remove(ctx context.Context, v visit) (bot.Reply, error) {
	whom, _, err := c.Store.Find(ctx, v.Target) // 0 is nobody
	if err != nil {
		return bot.Reply{}, err
	}
	reply, err := c.kick(ctx, v, whom, false)
	reply.Private, reply.Update = true, false
	return reply, err
}

// removeAsked handles the answer to the question whether to remove a player.
func (c *Commands) removeAsked(ctx context.Context, v visit, id ids.Removal) (bot.Reply, error) {
	return c.kick(ctx, v, id.Whom, true)
}

// kick removes a player from the table, or starts a vote on it. Unless asked is set, it asks first. If the
// player was removed before, it lets them join again.
func (c *Commands) kick(ctx context.Context, v visit, whom match.Player, asked bool) (bot.Reply, error) {
	force := v.Can.Has(bot.ManageMessages)
	var do match.Command = match.Kick{Player: v.player, Against: whom, Force: force}
	switch pardons := slices.Contains(v.match.Banned, whom); {
	case pardons && !asked:
		do = match.Pardon{Player: v.player, Kicked: whom, Force: force}
	case !asked:
		return c.asks(ctx, v, do, func(s screen.Snapshot) bot.Message {
			if them, is := v.Users[v.Target]; is {
				s.Tags[whom] = them.Tag
			}
			return s.AskToRemove(whom, v.player == v.match.Host || force, v.match.RemovingIsLastPlace(do.(match.Kick)))
		})
	}
	after, err := c.tables.Do(ctx, v.match.ID, do)
	if _, pardons := do.(match.Pardon); err != nil || !pardons {
		return bot.Reply{Delete: v.Private}, err // the board shows it
	}
	who, err := c.Store.People(ctx, after.Guild, whom)
	return v.panel(screen.Sentence(say.New("{who} may join again.", screen.DisplayName(who[whom].Name)))), err
}

// leaveHere gives up a person's seat. In a match it asks first.
func (c *Commands) leaveHere(ctx context.Context, v visit) (bot.Reply, error) {
	if _, seated := v.match.Seat(v.player); v.match.Phase == match.Lobby || !seated {
		return c.leave(ctx, v)
	}
	return c.asks(ctx, v, match.Leave{Player: v.player}, screen.Snapshot.AskToLeave)
}

func (c *Commands) leave(ctx context.Context, v visit) (bot.Reply, error) {
	m, err := c.tables.Do(ctx, v.match.ID, match.Leave{Player: v.player})
	if err != nil || m.Phase == match.Over && v.Message != "" { // nobody else was here, and the board says so
		return bot.Reply{Delete: v.Private}, err
	}
	return v.panel(screen.LeftTable(m, v.player)), nil
}

func (c *Commands) setLevel(ctx context.Context, v visit, level ai.Level) (match.Match, error) {
	m, err := v.match, error(nil)
	for range v.match.Computers() {
		if m, err = c.tables.Do(ctx, m.ID, match.RemoveComputer{Player: v.player}); err != nil {
			return m, err
		}
	}
	for range max(1, v.match.Computers()) {
		if m, err = c.tables.Do(ctx, m.ID, match.AddComputer{Player: v.player, Level: level}); err != nil {
			return m, err
		}
	}
	return m, nil
}

func (c *Commands) setGame(ctx context.Context, v visit, chosen string) (match.Match, error) {
	if err := maySet(v); err != nil {
		return v.match, err
	}
	sys, options, err := c.chosenLatest(ctx, v.guildRequest, chosen)
	if err != nil {
		return v.match, err
	}
	if err := c.permitted(ctx, v.Request, sys.Name, options); err != nil {
		return v.match, err
	}
	return c.tables.Do(ctx, v.match.ID, match.SetGame{Player: v.player, System: sys.Name, Version: sys.Version, Options: options})
}

// endChosen handles the menu entry that asks before a table ends, and the answer. If the table has
// changed since the question, different things would be lost, so it asks again.
func (c *Commands) endChosen(ctx context.Context, v visit, id ids.End) (bot.Reply, error) {
	if id.What == ids.EndNot {
		return c.menu(ctx, v, ids.Menu{Table: id.Table, What: id.What})
	}
	asked := ids.EndNow
	if v.match.ClosingIsLastPlace(v.player) {
		asked = ids.EndLast
	}
	if id.What == asked && id.Round == v.match.Decision.Round {
		_, err := c.tables.Do(ctx, v.match.ID, ending(v))
		return bot.Reply{Delete: v.Private}, err
	}
	return c.asks(ctx, v, ending(v), func(s screen.Snapshot) bot.Message { return s.AskToEnd(v.player) })
}

// asks replies with the question before a command, unless the table would refuse the command.
func (c *Commands) asks(ctx context.Context, v visit, command match.Command, question func(screen.Snapshot) bot.Message) (bot.Reply, error) {
	if _, err := v.match.Decide(command, time.Now()); err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	return v.panel(question(s)), nil
}

func ending(v visit) match.End {
	return match.End{Player: v.player, Force: v.Can.Has(bot.ManageMessages)}
}
