package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/match/history"
	"deuces/standing"
)

var profileSpec = bot.Command{Name: "profile", Description: say.New("Show a player's figures, titles and past matches"), Anywhere: true, Options: []bot.Option{
	{Name: "player", Description: say.New("Whose? Without it: yours"), User: true},
}}

func (c *Commands) profile(ctx context.Context, r guildRequest) (bot.Reply, error) {
	msg, err := c.stats(ctx, r, ids.Stats{Whose: cmp.Or(r.Options["player"], r.User.ID)})
	return bot.Reply{Message: &msg, Private: r.Guild == ""}, err
}

func (c *Commands) stats(ctx context.Context, r guildRequest, at ids.Stats) (bot.Message, error) {
	if len(r.Values) == 1 {
		at.System = r.Values[0]
	}
	at.System = known(*r.set, at.System)
	if r.Guild == "" && at.Whose != r.User.ID {
		return bot.Message{}, game.Refuse("You can see others' results in a server where you both play, but here only your own.")
	}
	p, _, err := c.Store.Find(ctx, at.Whose)
	if err != nil {
		return bot.Message{}, err
	}
	s, err := c.Store.Stats(ctx, standing.StatsQuery{Guild: r.Guild, Player: p, System: at.System})
	if err != nil {
		return bot.Message{}, fmt.Errorf("read the statistics of player %d: %w", p, err)
	}
	running, err := c.Store.Running(ctx, r.Guild, "")
	if err != nil {
		return bot.Message{}, err
	}
	held := slices.DeleteFunc(running, func(x standing.Streak) bool { return x.Player != p || at.System != "" && x.System != at.System })
	png, err := drawn(s, r.set.Language)
	if err != nil {
		return bot.Message{}, err
	}
	who, err := c.Store.People(ctx, r.Guild, p)
	if err != nil {
		return bot.Message{}, err
	}
	name := cmp.Or(who[p].Name, r.Users[at.Whose].Shown())
	if at.Whose == r.User.ID {
		name = r.User.Shown()
	}
	return screen.Stats(*r.set, at, name, s, held, png), nil
}

// drawn returns the picture of a person's statistics in a language, or nil if there is nothing to draw.
func drawn(s standing.Stats, l *say.Language) ([]byte, error) {
	if s.Rounds == 0 {
		return nil, nil
	}
	drawing := picture.Stats{Places: s.Places, Language: l}
	for _, p := range s.Ratings {
		drawing.Rating = append(drawing.Rating, picture.Point{Round: p.Round, Rating: p.Rating})
	}
	return picture.PNG(drawing)
}

// history renders a page of matches, newest first: those of the request's channel and of threads that
// were opened in it for tables. Administrators see those of the whole server.
func (c *Commands) history(ctx context.Context, r guildRequest, at ids.History) (bot.Message, error) {
	at.System = known(*r.set, at.System)
	q := standing.MatchQuery{Guild: r.Guild, System: at.System, Offset: at.Page * screen.MatchesPerPage, Limit: screen.MatchesPerPage}
	if !r.Can.Has(bot.Administrator) {
		q.Channels, q.Parent = []string{r.Channel}, r.Channel
		if r.Parent != "" {
			q.Channels = append(q.Channels, r.Parent)
		}
	}
	if at.Whose != "" {
		p, isKnown, err := c.Store.Find(ctx, at.Whose)
		if err != nil || !isKnown {
			return screen.History(*r.set, at, standing.MatchPage{}), err
		}
		q.Player = p
	}
	found, err := c.Store.Matches(ctx, q)
	if err != nil {
		return bot.Message{}, fmt.Errorf("read past matches: %w", err)
	}
	if last := screen.LastHistoryPage(found.Total); at.Page > last {
		at.Page = last
		return c.history(ctx, r, at)
	}
	return screen.History(*r.set, at, found), nil
}

// pastMatch handles the buttons that open a past match, and those that turn its pages.
func (c *Commands) pastMatch(ctx context.Context, r guildRequest, id ids.Past) (bot.Reply, error) {
	m, err := c.readMatch(ctx, r.Request, id.Match)
	if err != nil {
		return bot.Reply{}, err
	}
	var drawn picture.Picture
	if ending, over := screen.Ending(*r.set, m); over && id.Page == 0 {
		drawn = c.draw(ending)
	}
	c.replays.stop(r.Message)
	return c.afterReplay(r, screen.Match(*r.set, m, id.Page, drawn)), nil
}

// saveRecords replies with a file for `deuces replay` for each round of a page.
func (c *Commands) saveRecords(ctx context.Context, r guildRequest, id ids.Save) (bot.Reply, error) {
	m, err := c.readMatch(ctx, r.Request, id.Match)
	if err != nil {
		return bot.Reply{}, err
	}
	from := max(id.Round, 1)
	var records []screen.Record
	for _, round := range m.Rounds {
		if round.Number < from || len(records) == screen.RoundsPerPage {
			continue
		}
		var names []string
		for _, p := range round.Players {
			names = append(names, m.Who[p].Name)
		}
		text, err := round.Record(names)
		if err != nil {
			return bot.Reply{}, fmt.Errorf("write the record of match %d, round %d: %w", m.ID, round.Number, err)
		}
		records = append(records, screen.Record{Round: round.Number, Text: text})
	}
	if len(records) == 0 {
		return bot.Reply{}, errNoMatch
	}
	return bot.Whisper(screen.Records(m.ID, records)), nil
}

// watch handles the menu of rounds, and the buttons that step through a round or let it play by
// itself.
func (c *Commands) watch(ctx context.Context, r guildRequest, id ids.Watch) (bot.Reply, error) {
	m, err := c.readMatch(ctx, r.Request, id.Match)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(r.Values) == 1 {
		id = id.Choose(r.Values[0])
	}
	round, ok := m.Round(id.Round)
	if !ok {
		return bot.Reply{}, errNoMatch
	}
	at := min(id.Frame, round.Len()-1)
	if shown, played := c.replays.stop(r.Message); played && id.Part == ids.PartStop {
		at = shown
	}
	frame := func(now int, playing bool) bot.Message { return screen.Frame(*r.set, m, round, at, now, playing) }
	if id.Part == ids.PartPlay && r.Private && r.Message != "" {
		return c.playReplay(r, replay{at, round.Len() - 1, frame}), nil
	}
	return c.afterReplay(r, frame(at, false)), nil
}

var errNoMatch = game.Refuse("This match can't be opened.")

// readMatch reads a finished match of the guild, with its players.
func (c *Commands) readMatch(ctx context.Context, r bot.Request, id match.ID) (past screen.PastMatch, err error) {
	m, err := history.Read(id, systems.New, c.Store.Events(ctx, id))
	if errors.Is(err, match.ErrNoTable) || err == nil && (m.Daily.Deal > 0 || m.Guild != r.Guild || !m.Over || len(m.Rounds) == 0 || !reaches(r, m.Channel) && r.Channel != m.Parent && !r.Can.Has(bot.Administrator)) {
		return past, errNoMatch
	}
	if err != nil {
		return past, fmt.Errorf("read match %d: %w", id, err)
	}
	players := slices.Clone(m.Players)
	for _, round := range m.Rounds {
		players = append(players, round.Players...)
	}
	slices.Sort(players)
	players = slices.DeleteFunc(slices.Compact(players), standing.Player.IsComputer)
	who, err := c.Store.People(ctx, r.Guild, players...)
	if err != nil {
		return past, err
	}
	c.nameComputers(ctx, id, who)
	return screen.PastMatch{Match: m, Who: who}, nil
}

func (c *Commands) nameComputers(ctx context.Context, id match.ID, who map[standing.Player]standing.Person) {
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return // the players have no names
	}
	for seat, p := range m.Players() {
		if computer, ok := m.Computer(game.Seat(seat)); ok {
			who[p] = standing.Person{Name: "🤖 " + computer.Name}
		}
	}
}
