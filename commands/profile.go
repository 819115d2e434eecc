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

var profileSpec = bot.Command{Name: "profile", Description: say.New("Show a player's figures, titles and past matches"), Options: []bot.Option{
	{Name: "player", Description: say.New("The player; you if you leave it out"), Kind: bot.Someone},
}}

// profile handles /profile.
func (c *Commands) profile(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.statsOf(ctx, r.Guild, g, ids.Stats{Whose: cmp.Or(r.Options["player"], r.User.ID)})
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// statsTurned handles the menu and the button of a profile.
func (c *Commands) statsTurned(ctx context.Context, r bot.Request, id ids.Stats) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(r.Values) == 1 {
		id.System = r.Values[0]
	}
	id.System = known(g, id.System)
	msg, err := c.statsOf(ctx, r.Guild, g, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// statsOf renders a person's statistics.
func (c *Commands) statsOf(ctx context.Context, guild string, g screen.GuildSettings, at ids.Stats) (bot.Message, error) {
	if at.Whose == ids.Nobody {
		return bot.Message{}, game.Refuse("This button doesn't say whose statistics it shows. `/profile` shows yours.")
	}
	p, found, err := c.Store.Find(ctx, at.Whose)
	if err != nil {
		return bot.Message{}, err
	}
	var s standing.Stats
	if found {
		if s, err = c.Store.Stats(ctx, standing.StatsQuery{Guild: guild, Player: p, System: at.System}); err != nil {
			return bot.Message{}, fmt.Errorf("statistics: %w", err)
		}
	}
	png, err := drawn(s)
	if err != nil {
		return bot.Message{}, err
	}
	return screen.Stats(g, at, s, png), nil
}

// drawn returns the picture of a person's statistics, or nil if there is nothing to draw.
func drawn(s standing.Stats) ([]byte, error) {
	if s.Rounds == 0 {
		return nil, nil
	}
	drawing := picture.Stats{Places: s.Places}
	for _, p := range s.Ratings {
		drawing.Rating = append(drawing.Rating, picture.Point{Round: p.Round, Rating: p.Rating})
	}
	return picture.PNG(drawing)
}

// historyTurned handles the buttons that list past matches, on profiles and leaderboards, and those
// that turn the pages. The list depends on who asks, so nobody else sees it.
func (c *Commands) historyTurned(ctx context.Context, r bot.Request, id ids.History) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	id.System = known(g, id.System)
	msg, err := c.matchesPage(ctx, r, g, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// matchesPage renders a page of matches, newest first: those of the request's channel and of threads
// that were opened in it for tables. Administrators see those of the whole server.
func (c *Commands) matchesPage(ctx context.Context, r bot.Request, g screen.GuildSettings, at ids.History) (bot.Message, error) {
	if at.Whose == ids.Nobody {
		return bot.Message{}, game.Refuse("This button doesn't say whose matches it shows. `/profile` shows yours.")
	}
	q := standing.MatchQuery{Guild: r.Guild, System: at.System, Offset: at.Page * screen.MatchesPerPage, Limit: screen.MatchesPerPage}
	everywhere := r.Can.Has(bot.Administrator)
	if !everywhere {
		q.Channels, q.Parent = []string{r.Channel}, r.Channel
		if r.Parent != "" {
			q.Channels = append(q.Channels, r.Parent)
		}
	}
	isKnown := true
	if at.Whose != "" {
		var err error
		if q.Player, isKnown, err = c.Store.Find(ctx, at.Whose); err != nil {
			return bot.Message{}, err
		}
	}
	var found standing.MatchPage
	if isKnown {
		var err error
		if found, err = c.Store.Matches(ctx, q); err != nil {
			return bot.Message{}, fmt.Errorf("matches: %w", err)
		}
	}
	if last := screen.LastHistoryPage(found.Total); at.Page > last {
		at.Page = last
		return c.matchesPage(ctx, r, g, at)
	}
	return screen.History(g, at, found, everywhere), nil
}

// pastMatch handles the buttons that open a past match, and those that turn its pages.
func (c *Commands) pastMatch(ctx context.Context, r bot.Request, id ids.Past) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	m, err := c.readMatch(ctx, r, id.Match)
	if err != nil {
		return bot.Reply{}, err
	}
	var drawn picture.Picture
	if ending, over := screen.Ending(g, m); over && id.Page == 0 {
		drawn = c.draw(ending)
	}
	msg := screen.Match(g, m, id.Page, drawn)
	c.replays.stop(r.Message)
	return c.afterReplay(r, g, bot.Reply{Message: &msg, Private: true, Update: r.Private}), nil
}

// saveRecords handles the button "Save". It replies with a file for `deuces replay` for each round,
// beginning with the given one.
func (c *Commands) saveRecords(ctx context.Context, r bot.Request, id ids.Save) (bot.Reply, error) {
	m, err := c.readMatch(ctx, r, id.Match)
	if err != nil {
		return bot.Reply{}, err
	}
	from := max(id.Round, 1)
	var records []screen.Record
	for _, round := range m.Rounds {
		if round.Number < from || len(records) == screen.RecordsPerMessage {
			continue
		}
		var names []string
		for _, p := range round.Players {
			names = append(names, m.Who[p].Name)
		}
		text, err := round.Record(names)
		if err != nil {
			return bot.Reply{}, fmt.Errorf("record of match %d, round %d: %w", m.ID, round.Number, err)
		}
		records = append(records, screen.Record{Round: round.Number, Text: text})
	}
	if len(records) == 0 {
		return bot.Reply{}, errNoMatch
	}
	next := from + len(records)
	if next > m.Rounds[len(m.Rounds)-1].Number {
		next = 0
	}
	return bot.Whisper(screen.Records(m.ID, records, next)), nil
}

// watch handles the menu of rounds, and the buttons that step through a round or let it play by
// itself.
func (c *Commands) watch(ctx context.Context, r bot.Request, id ids.Watch) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	m, err := c.readMatch(ctx, r, id.Match)
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
	frame := func(now int, playing bool) bot.Message { return screen.Frame(g, m, round, at, now, playing) }
	if id.Part == ids.PartPlay && r.Private && r.Message != "" {
		return c.playReplay(r, g, replay{at, round.Len() - 1, frame}), nil
	}
	msg := frame(at, false)
	return c.afterReplay(r, g, bot.Reply{Message: &msg, Private: true, Update: r.Private}), nil
}

// errNoMatch is the refusal for a match that can't be opened.
var errNoMatch = game.Refuse("This match can't be opened. Either it isn't over yet, or its record is gone.")

// readMatch reads a finished match of the guild, with its players.
func (c *Commands) readMatch(ctx context.Context, r bot.Request, id match.ID) (screen.PastMatch, error) {
	m, err := history.Read(id, systems.New, c.Store.Events(ctx, id))
	if errors.Is(err, match.ErrNoTable) || err == nil && (m.Guild != r.Guild || !m.Over || len(m.Rounds) == 0 || !reaches(r, m.Channel) && r.Channel != m.Parent && !r.Can.Has(bot.Administrator)) {
		return screen.PastMatch{}, errNoMatch
	}
	if err != nil {
		return screen.PastMatch{}, fmt.Errorf("match %d: %w", id, err)
	}
	players := slices.Clone(m.Players)
	for _, round := range m.Rounds {
		players = append(players, round.Players...)
	}
	slices.Sort(players)
	players = slices.DeleteFunc(slices.Compact(players), standing.Player.IsComputer)
	who, err := c.Store.People(ctx, players...)
	if err != nil {
		return screen.PastMatch{}, err
	}
	c.nameComputers(ctx, id, who)
	return screen.PastMatch{Match: m, Who: who}, nil
}

// nameComputers adds the names of a match's computer players.
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
