package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/standing"
)

// ranks is how many players a page of the leaderboard has.
const ranks = 10

// everything is how options and custom_ids name all systems together.
const everything = "all"

func (c *Commands) leaderboardSpec() bot.Command {
	order := bot.Option{Name: "by", Description: "What counts; otherwise points in one game, wins in all together", Choices: []bot.Choice{
		{Name: "Points", Value: string(standing.ByPoints)},
		{Name: "Matches won", Value: string(standing.ByWins)},
	}}
	which := bot.Option{Name: "game", Description: "Which game; otherwise all together", Choices: []bot.Choice{{Name: "All games", Value: everything}}}
	for _, s := range c.Systems {
		which.Choices = append(which.Choices, bot.Choice{Name: s.Title, Value: s.Name})
	}
	for _, w := range c.tops() {
		order.Choices = append(order.Choices, bot.Choice{Name: "Times " + w.Word, Value: string(w.Title)})
	}
	return bot.Command{Name: "leaderboard", Description: "The best players of this server", Options: []bot.Option{which, order}}
}

// tops are the best titles of the systems, each once.
func (c *Commands) tops() []game.TitleWord {
	var tops []game.TitleWord
	for _, s := range c.Systems {
		rules, err := s.New(nil)
		if err != nil {
			continue
		}
		if words := rules.Titles(); len(words) > 0 && !slices.ContainsFunc(tops, func(t game.TitleWord) bool { return t.Title == words[0].Title }) {
			tops = append(tops, words[0])
		}
	}
	return tops
}

// leaderboard answers the command.
func (c *Commands) leaderboard(ctx context.Context, r bot.Request) (bot.Reply, error) {
	msg, err := c.standings(ctx, r.Guild, r.Options["game"], r.Options["by"], 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// leaders answers the buttons that turn its pages.
func (c *Commands) leaders(ctx context.Context, r bot.Request) (bot.Reply, error) {
	msg, err := c.standings(ctx, r.Guild, r.Arg(0), r.Arg(1), natural(r.Arg(2)))
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// standings renders a page, from 0, of a guild's leaderboard.
func (c *Commands) standings(ctx context.Context, guild, system, by string, page int) (bot.Message, error) {
	title := "all games"
	if system == everything {
		system = ""
	}
	if system != "" {
		title = c.title(system)
	}
	if by == "" {
		by = string(standing.ByPoints)
		if system == "" {
			by = string(standing.ByWins)
		}
	}
	q := standing.Query{Guild: guild, System: system, Offset: page * ranks, Limit: ranks}
	what := map[string]string{string(standing.ByPoints): "points", string(standing.ByWins): "matches won"}[by]
	if what != "" {
		q.Order = standing.Order(by)
	} else {
		q.Title = game.Title(by)
		what = "times " + c.word(q.Title, system)
	}
	found, err := c.Store.Leaderboard(ctx, q)
	if err != nil {
		return bot.Message{}, fmt.Errorf("leaderboard: %w", err)
	}
	last := max(0, (found.Total-1)/ranks)
	if page > last { // fewer by now than when the button was made
		return c.standings(ctx, guild, system, by, last)
	}

	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text("## 🏆 Leaderboard · " + title + "\n-# by " + what)}}
	var lines []string
	for _, row := range found.Rows {
		lines = append(lines, c.row(row, q.Title))
	}
	if len(lines) == 0 {
		lines = []string{"Nobody has finished a round yet. `/play` opens a table."}
	}
	msg.Blocks = append(msg.Blocks, bot.Text(strings.Join(lines, "\n")))
	if last > 0 {
		if system == "" {
			system = everything
		}
		id := func(to int) string { return fmt.Sprintf("leaders/%s/%s/%d", system, by, to) }
		msg.Blocks = append(msg.Blocks,
			bot.Text(fmt.Sprintf("-# page %d of %d · %s", page+1, last+1, count(found.Total, "player"))),
			bot.Row{
				{ID: id(max(page-1, 0)) + "/back", Emoji: "◀️", Disabled: page == 0},
				{ID: id(min(page+1, last)), Emoji: "▶️", Disabled: page == last},
			})
	}
	return msg, nil
}

// row is a line of the leaderboard.
func (c *Commands) row(row standing.Row, by game.Title) string {
	line := medal(row.Rank) + " " + called(row.Name)
	var running []string
	for _, sys := range c.Systems {
		if title := row.Running[sys.Name]; title != "" {
			running = append(running, c.word(title, sys.Name))
		}
	}
	if running = slices.Compact(running); len(running) > 0 {
		line += " · " + strings.Join(running, ", ")
	}
	notes := []string{count(row.Points, "point"), count(row.Rounds, "round"), count(row.Wins, "win")}
	if row.Left > 0 {
		notes = append(notes, fmt.Sprintf("%d left early", row.Left))
	}
	if by != "" {
		notes = append([]string{fmt.Sprintf("**%d×**", row.Titles[by])}, notes...)
	}
	return line + "\n-# " + strings.Join(notes, " · ")
}

// word is what a system calls a title, or with "" the first that has it.
func (c *Commands) word(title game.Title, system string) string {
	for _, s := range c.Systems {
		if system != "" && s.Name != system {
			continue
		}
		rules, err := s.New(nil)
		if err != nil {
			continue
		}
		for _, w := range rules.Titles() {
			if w.Title == title {
				return crown(rules.Titles(), title) + w.Word
			}
		}
	}
	return string(title)
}
