package commands

import (
	"context"
	"fmt"
	"strings"

	"deuces/bot"
	"deuces/game/card"
	"deuces/picture"
	"deuces/standing"
)

var statsSpec = bot.Command{Name: "stats", Description: "A player's figures in this server, with a picture", Options: []bot.Option{
	{Name: "player", Description: "Whose; otherwise yours", Kind: bot.Someone},
	gameOption("Which game; otherwise all together", false),
}}

// statsFile is the picture's name.
const statsFile = "stats.png"

// stats answers /stats.
func (c *Commands) stats(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system, _, err := c.chosen(ctx, r, h, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	whose := r.User.ID
	if id := r.Options["player"]; id != "" {
		whose = id
	}
	msg, err := c.figures(ctx, r.Guild, h, whose, system, false)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// statsTurned answers the menu and the button: "stats/WHOSE/GAME/WHO".
func (c *Commands) statsTurned(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system := r.Arg(1)
	if len(r.Values) == 1 {
		system = r.Values[0]
	}
	if !c.plays(system) {
		system = ""
	}
	msg, err := c.figures(ctx, r.Guild, h, r.Arg(0), system, r.Arg(2) == everything)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// figures renders the statistics of somebody on Discord.
func (c *Commands) figures(ctx context.Context, guild string, h house, whose, system string, computers bool) (bot.Message, error) {
	p, known, err := c.Store.Find(ctx, whose)
	if err != nil {
		return bot.Message{}, err
	}
	var s standing.Stats
	if known {
		if s, err = c.Store.Stats(ctx, standing.StatsQuery{Guild: guild, Player: p, System: system, Computers: computers}); err != nil {
			return bot.Message{}, fmt.Errorf("statistics: %w", err)
		}
	}
	title := "all games"
	if system != "" {
		title = c.title(system)
	}
	head := "## 📊 " + bot.Mention(whose) + " · " + title
	who := "people"
	if computers {
		head, who = head+"\n-# rounds with computer players too", everything
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(head)}}
	if s.Rounds == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text("No round of this was played to its end yet."))
	} else {
		msg.Blocks = append(msg.Blocks, bot.Text(c.told(h, s, system)))
		if msg, err = c.drawn(msg, s); err != nil {
			return bot.Message{}, err
		}
	}
	named := system
	if named == "" {
		named = everything
	}
	other := bot.Button{ID: fmt.Sprintf("stats/%s/%s/%s/who", whose, named, everything), Label: "With computers", Emoji: "🤖"}
	if computers {
		other = bot.Button{ID: fmt.Sprintf("stats/%s/%s/people/who", whose, named), Label: "People only", Emoji: "🧑"}
	}
	games := bot.Select{ID: fmt.Sprintf("stats/%s/%s/%s/game", whose, named, who), Options: []bot.SelectOption{{Label: "All games", Value: everything, Default: system == ""}}}
	for _, sys := range c.Systems {
		games.Options = append(games.Options, bot.SelectOption{Label: sys.Title, Value: sys.Name, Default: sys.Name == system})
	}
	msg.Blocks = append(msg.Blocks, games, bot.Row{other})
	return msg, nil
}

// told says the figures in words.
func (c *Commands) told(h house, s standing.Stats, system string) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	noun := "point"
	if c.penalty(system) {
		noun = "penalty point"
	}
	add("**%s** and **%s**", count(s.Rounds, "round"), count(s.Points, noun))
	if s.Matches > 0 {
		add("Won **%d** of %s (%d %%)", s.Wins, matches(s.Matches), (100*s.Wins+s.Matches/2)/s.Matches)
	}
	if s.Rating != 0 {
		add("Rating **%d**", s.Rating)
	}
	var held []string
	for _, sys := range c.Systems {
		if system != "" && sys.Name != system {
			continue
		}
		for i, w := range c.titles(h, sys.Name) {
			if n := s.Titles[w.Title]; n > 0 && (system != "" || i == 0) {
				word := fmt.Sprintf("%d× %s", n, c.word(h, w.Title, system))
				if !strings.Contains(strings.Join(held, " · "), word) {
					held = append(held, word)
				}
			}
		}
	}
	if len(held) > 0 {
		add("%s", strings.Join(held, " · "))
	}
	if s.Finish != card.None {
		add("Goes out with %s most often: %s", faces([]card.Card{s.Finish}, card.None), times(s.Finishes))
	}
	if s.Longest.Rounds > 1 {
		add("Longest reign: %s for %s", c.wordOf(h, s.Longest.Title, s.Longest.System), count(s.Longest.Rounds, "round"))
	}
	if len(s.With) > 0 {
		var names []string
		for _, with := range s.With {
			names = append(names, fmt.Sprintf("%s (%d)", called(with.Name), with.Rounds))
		}
		add("Most played with: %s", strings.Join(names, ", "))
	}
	if s.Left > 0 {
		add("Left %s that others finished", count(s.Left, "round"))
	}
	add("-# %s", days(s.First, s.Last))
	return strings.Join(lines, "\n")
}

// times writes how often: "once", "3 times".
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return number(n) + " times"
}

// drawn adds the picture, with its figures as alt text.
func (c *Commands) drawn(m bot.Message, s standing.Stats) (bot.Message, error) {
	drawing := picture.Stats{Places: s.Places}
	var alt []string
	for _, p := range s.Ratings {
		drawing.Rating = append(drawing.Rating, picture.Point{Round: p.Round, Rating: p.Rating})
	}
	if n := len(s.Ratings); n > 1 {
		low, high := s.Ratings[0].Rating, s.Ratings[0].Rating
		for _, p := range s.Ratings {
			low, high = min(low, p.Rating), max(high, p.Rating)
		}
		first, last := s.Ratings[0], s.Ratings[n-1]
		alt = append(alt, fmt.Sprintf("Rating over %s: from %d on %s to %d on %s, lowest %d, highest %d.",
			count(last.Round, "rated round"), first.Rating, day(first.At), last.Rating, day(last.At), low, high))
	}
	var places []string
	for i, n := range s.Places {
		places = append(places, fmt.Sprintf("%s %s", ordinal(i+1), times(n)))
	}
	if len(places) > 0 {
		alt = append(alt, "Places: "+strings.Join(places, ", ")+".")
	}
	data, err := picture.PNG(drawing)
	if err != nil || data == nil {
		return m, err
	}
	m.Files = []bot.File{{Name: statsFile, Data: data}}
	m.Blocks = append(m.Blocks, bot.Gallery{{URL: "attachment://" + statsFile, Alt: clip(strings.Join(alt, " "), 1024)}})
	return m, nil
}
