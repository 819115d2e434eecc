package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/standing"
	"deuces/table"
	"deuces/table/history"
)

var historySpec = bot.Command{Name: "history", Description: "Matches that were played in this server: look, save, watch", Options: []bot.Option{
	{Name: "player", Description: "With whom; otherwise everybody's", Kind: bot.Someone},
	gameOption("Which game; otherwise all", false),
}}

// Sizes of what the history shows.
const (
	listed      = 5  // matches of a page
	savedAtOnce = 10 // records of a message
)

// matchesHere answers /history.
func (c *Commands) matchesHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system, _, err := c.chosen(ctx, r, h, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.matchList(ctx, r.Guild, r.Options["player"], system, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Whisper(msg), nil
}

// matchesTurned answers the buttons that turn the pages: "history/WHOSE/GAME/PAGE".
func (c *Commands) matchesTurned(ctx context.Context, r bot.Request) (bot.Reply, error) {
	whose, system := r.Arg(0), r.Arg(1)
	if whose == everything {
		whose = ""
	}
	if !c.plays(system) {
		system = ""
	}
	msg, err := c.matchList(ctx, r.Guild, whose, system, natural(r.Arg(2)))
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// matchList renders a page of matches, the newest first.
func (c *Commands) matchList(ctx context.Context, guild, whose, system string, page int) (bot.Message, error) {
	q := standing.MatchQuery{Guild: guild, System: system, Offset: page * listed, Limit: listed}
	title, known := "## 🗂️ Matches", true
	if system != "" {
		title += " · " + c.title(system)
	}
	if whose != "" {
		title += " with " + bot.Mention(whose)
		var err error
		if q.Player, known, err = c.Store.Find(ctx, whose); err != nil {
			return bot.Message{}, err
		}
	}
	var found standing.MatchPage
	if known {
		var err error
		if found, err = c.Store.Matches(ctx, q); err != nil {
			return bot.Message{}, fmt.Errorf("matches: %w", err)
		}
	}
	last := max(0, (found.Total-1)/listed)
	if page > last {
		return c.matchList(ctx, guild, whose, system, last)
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(title)}}
	for _, m := range found.Matches {
		msg.Blocks = append(msg.Blocks, bot.Section{
			Texts:  []bot.Text{bot.Text(c.summed(m))},
			Button: &bot.Button{ID: fmt.Sprintf("past/%d", m.Match), Label: "Open"},
		})
	}
	if len(found.Matches) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text("No match of this is over yet."))
		return msg, nil
	}
	if whose == "" {
		whose = everything
	}
	if system == "" {
		system = everything
	}
	id := func(page int) string { return fmt.Sprintf("history/%s/%s/%d", whose, system, page) }
	msg.Blocks = append(msg.Blocks, bot.Text(fmt.Sprintf("-# page %d of %d · %s", page+1, last+1, matches(found.Total))), bot.Row{
		{ID: id(max(page-1, 0)) + "/back", Emoji: "◀️", Disabled: page == 0},
		{ID: id(min(page+1, last)), Emoji: "▶️", Disabled: page == last},
	})
	return msg, nil
}

// summed is a match in two lines.
func (c *Commands) summed(m standing.Summary) string {
	head := fmt.Sprintf("**%s** · %s · %s", c.title(m.System), bot.Date(m.Ended), count(m.Rounds, "round"))
	if m.Computers {
		head += " · with computers"
	}
	players := slices.Clone(m.Players)
	if c.penalty(m.System) {
		slices.SortStableFunc(players, func(a, b standing.Part) int { // who has the fewest comes first
			if a.Winner != b.Winner {
				return map[bool]int{true: -1, false: 1}[a.Winner]
			}
			return cmp.Compare(a.Points, b.Points)
		})
	}
	var parts []string
	for _, p := range players[:min(len(players), 8)] {
		part := called(p.Name)
		if p.Player.IsComputer() {
			part = "a computer"
		}
		part += " " + number(p.Points)
		if p.Winner {
			part = "🏆 " + part
		}
		parts = append(parts, part)
	}
	if more := len(players) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return head + "\n" + strings.Join(parts, " · ")
}

// errNoMatch is said of a match that can't be opened.
var errNoMatch = game.Refuse("That match can't be opened: it is still on, or its record is gone.")

// pastMatch reads a match of the server that is over, by the first argument, and
// who its players were.
func (c *Commands) pastMatch(ctx context.Context, r bot.Request) (history.Match, map[standing.Player]standing.Person, error) {
	id, err := strconv.ParseInt(r.Arg(0), 10, 64)
	if err != nil {
		return history.Match{}, nil, errNoMatch
	}
	m, err := history.Read(table.ID(id), systems.New, c.Store.Events(ctx, table.ID(id)))
	if errors.Is(err, table.ErrNoTable) || err == nil && (m.Guild != r.Guild || !m.Over || len(m.Rounds) == 0) {
		return history.Match{}, nil, errNoMatch
	}
	if err != nil {
		return history.Match{}, nil, fmt.Errorf("match %d: %w", id, err)
	}
	players := slices.Clone(m.Players)
	for _, round := range m.Rounds {
		players = append(players, round.Players...)
	}
	slices.Sort(players)
	players = slices.DeleteFunc(slices.Compact(players), standing.Player.IsComputer)
	who, err := c.Store.People(ctx, players...)
	if err != nil {
		return history.Match{}, nil, err
	}
	c.nameComputers(ctx, table.ID(id), who)
	return m, who, nil
}

// nameComputers adds the computer players of a match to who is named there.
func (c *Commands) nameComputers(ctx context.Context, id table.ID, who map[standing.Player]standing.Person) {
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return // they stay nameless
	}
	for seat, p := range m.Players() {
		if robot, ok := m.Computer(game.Seat(seat)); ok {
			who[p] = standing.Person{Name: "🤖 " + robot.Name}
		}
	}
}

// past answers Open, and the menu of rounds: "past/MATCH", "past/MATCH/ROUND".
func (c *Commands) past(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	m, who, err := c.pastMatch(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	page := natural(r.Arg(1))
	msg := c.summary(h, m, who, page)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// roundsOf is how many rounds a page of a summary has.
const roundsOf = 8

// summary renders a match that is over: its end, and a page of its rounds.
func (c *Commands) summary(h house, m history.Match, who map[standing.Player]standing.Person, page int) bot.Message {
	s := c.former(h, m.Rules, m.Players, who)
	var b strings.Builder
	for i, seat := range m.Outcome.Order {
		fmt.Fprintf(&b, "%s %s · **%s**\n", medal(i+1), s.name(seat), count(m.Outcome.Totals[seat], "point"))
	}
	head := fmt.Sprintf("## %s · %s\n%s, in %s", s.game, bot.Date(m.Ended), count(len(m.Rounds), "round"), bot.Channel(m.Channel))
	if m.Outcome.Winner != game.Nobody {
		head += "\n🏆 " + s.name(m.Outcome.Winner) + " won."
	}
	last := (len(m.Rounds) - 1) / roundsOf
	page = min(page, last)
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(head), bot.Text(strings.TrimSpace(b.String())), bot.Divider{}}}
	rounds := m.Rounds[page*roundsOf : min(len(m.Rounds), (page+1)*roundsOf)]
	var lines []string
	menu := bot.Select{ID: fmt.Sprintf("watch/%d", m.ID), Placeholder: "Watch a round"}
	for _, round := range rounds {
		at := c.former(h, round.Rules, round.Players, who)
		var parts []string
		for _, seat := range round.Result.Places {
			part := at.name(seat) + " " + signed(round.Result.Points[seat])
			if title := round.Result.Titles[seat]; title != "" && len(round.Result.Places) < 7 {
				part += " (" + titleWord(h.Titles(round.Rules.Titles()), title) + ")"
			}
			parts = append(parts, part)
		}
		lines = append(lines, fmt.Sprintf("**%d.** %s", round.Number, strings.Join(parts, " · ")))
		menu.Options = append(menu.Options, bot.SelectOption{Label: fmt.Sprintf("Round %d", round.Number), Value: strconv.Itoa(round.Number),
			Description: clip(fmt.Sprintf("%d moves", round.Len()-1), 100)})
	}
	id := func(page int) string { return fmt.Sprintf("past/%d/%d", m.ID, page) }
	row := bot.Row{{ID: fmt.Sprintf("save/%d/%d", m.ID, page*roundsOf+1), Label: "Save the records", Emoji: "💾"}}
	if last > 0 {
		row = append(row, bot.Button{ID: id(max(page-1, 0)) + "/back", Emoji: "◀️", Disabled: page == 0},
			bot.Button{ID: id(min(page+1, last)), Emoji: "▶️", Disabled: page == last})
	}
	msg.Blocks = append(msg.Blocks, bot.Text(clipLines(lines, 2000)), menu, row)
	return msg
}

// former is a scene of people at a round that is over.
func (c *Commands) former(h house, rules game.Rules, players []standing.Player, who map[standing.Player]standing.Person) scene {
	s := scene{game: c.title(rules.Name()), who: who, house: h, rules: rules}
	for _, p := range players {
		s.people = append(s.people, who[p])
	}
	return s
}

// save answers Save: each round is a file that `deuces replay` takes:
// "save/MATCH/ROUND", from that round on.
func (c *Commands) save(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, who, err := c.pastMatch(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	from := max(natural(r.Arg(1)), 1)
	msg := bot.Message{}
	for _, round := range m.Rounds {
		if round.Number < from || len(msg.Files) == savedAtOnce {
			continue
		}
		var names []string
		for _, p := range round.Players {
			names = append(names, who[p].Name)
		}
		text, err := round.Record(names)
		if err != nil {
			return bot.Reply{}, fmt.Errorf("record of match %d, round %d: %w", m.ID, round.Number, err)
		}
		name := fmt.Sprintf("match-%d-round-%d.txt", m.ID, round.Number)
		msg.Files = append(msg.Files, bot.File{Name: name, Data: []byte(text)})
		msg.Blocks = append(msg.Blocks, bot.Download(name))
	}
	if len(msg.Files) == 0 {
		return bot.Reply{}, errNoMatch
	}
	head := "Each file is a round: the deal, every move and the end. `deuces replay FILE` plays it again."
	msg.Blocks = append([]bot.Block{bot.Text(head)}, msg.Blocks...)
	if next := from + len(msg.Files); next <= m.Rounds[len(m.Rounds)-1].Number {
		msg.Blocks = append(msg.Blocks, bot.Row{{ID: fmt.Sprintf("save/%d/%d", m.ID, next), Label: fmt.Sprintf("From round %d on", next), Emoji: "💾"}})
	}
	return bot.Whisper(msg), nil
}

// watch answers the menu of rounds and the buttons that step: "watch/MATCH",
// "watch/MATCH/ROUND/FRAME".
func (c *Commands) watch(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	m, who, err := c.pastMatch(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	number, at := natural(r.Arg(1)), natural(r.Arg(2))
	if len(r.Values) == 1 {
		number, at = natural(r.Values[0]), 0
	}
	round, ok := m.Round(number)
	if !ok {
		return bot.Reply{}, errNoMatch
	}
	msg := c.frame(h, m, round, who, min(at, round.Len()-1))
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// frame renders a moment of a round with all hands.
func (c *Commands) frame(h house, m history.Match, round history.Round, who map[standing.Player]standing.Person, at int) bot.Message {
	s := c.former(h, round.Rules, round.Players, who)
	f := round.Frame(at)
	s.watcher = f.State.View(game.Watcher)
	last := round.Len() - 1
	said := "The cards are dealt."
	if at > 0 {
		if said = s.move(f.Move, s.watcher); said == "" {
			said = "…"
		}
	}
	turn, due := f.State.Turn()
	var lines []string
	for i := range s.people {
		seat := game.Seat(i)
		line := "▫️ " + s.name(seat)
		if due && seat == turn {
			line = "▶️ " + s.name(seat)
		}
		if v := f.State.View(seat); len(v.Hand) > 0 {
			line += "\n" + fan(v, "")
		} else {
			line += " · out"
		}
		lines = append(lines, line)
	}
	msg := bot.Message{Accent: green, Blocks: []bot.Block{
		bot.Text(fmt.Sprintf("## %s · round %d\n-# move %d of %d", s.game, round.Number, at, last)),
		bot.Text(said),
	}}
	if len(s.watcher.Top.Cards) > 0 {
		msg.Blocks = append(msg.Blocks, bot.Text("# "+faces(s.watcher.Top.Cards, s.watcher.Top.As)))
	}
	id := func(to int, which string) string {
		return fmt.Sprintf("watch/%d/%d/%d/%s", m.ID, round.Number, max(0, min(to, last)), which)
	}
	msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(strings.Join(lines, "\n")), bot.Row{
		{ID: id(0, "first"), Emoji: "⏮️", Disabled: at == 0},
		{ID: id(at-1, "back"), Emoji: "◀️", Disabled: at == 0},
		{ID: id(at+1, "next"), Emoji: "▶️", Style: bot.Blue, Disabled: at == last},
		{ID: id(last, "last"), Emoji: "⏭️", Disabled: at == last},
		{ID: fmt.Sprintf("past/%d/0", m.ID), Label: "The match"},
	})
	return msg
}
