package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/settings"
)

// The forms of the settings panel: own words for titles, and a new preset.

// settingsForm answers the buttons that open a form: "form/words", "form/preset".
func (c *Commands) settingsForm(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if !r.Can.Has(bot.ManageGuild) {
		return bot.Reply{}, errNotAdmin
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if r.Arg(0) == "preset" {
		return bot.Reply{Modal: &bot.Modal{ID: "form/preset/" + r.Arg(1), Title: "A preset", Fields: []bot.Field{
			{ID: "name", Label: "Name", Required: true, Max: settings.MaxName},
			{ID: "game", Label: "Game", Placeholder: clip(c.gameNames(h), 100), Value: r.Arg(1), Required: true, Max: 60},
			{ID: "options", Label: "Options, as key=value with spaces", Placeholder: "jokers=2 target=11", Long: true, Max: 1000},
		}}}, nil
	}
	form := bot.Modal{ID: "form/words", Title: "Your own words for titles"}
	for i, w := range c.cleanWords() {
		value := h.Words[i]
		if value == "" {
			value = w
		}
		form.Fields = append(form.Fields, bot.Field{ID: strconv.Itoa(i), Label: []string{"First", "Second", "Between", "Last but one", "Last"}[i], Value: value, Required: true, Max: settings.MaxWord})
	}
	return bot.Reply{Modal: &form}, nil
}

// cleanWords are the clean words for the titles that a server may word.
func (c *Commands) cleanWords() (words settings.Words) {
	clean := house{Guild: settings.Guild{Wording: settings.Clean}}
	for i, title := range settings.Worded() {
		for _, s := range c.Systems {
			at := slices.IndexFunc(c.titles(clean, s.Name), func(w game.TitleWord) bool { return w.Title == title })
			if words[i] == "" && at >= 0 {
				words[i] = c.titles(clean, s.Name)[at].Word
			}
		}
	}
	return words
}

// gameNames lists the games.
func (c *Commands) gameNames(h house) string {
	var names []string
	for _, s := range c.Systems {
		names = append(names, h.say(s.Title))
	}
	return strings.Join(names, ", ")
}

// settingsFormed answers the forms.
func (c *Commands) settingsFormed(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if !r.Can.Has(bot.ManageGuild) {
		return bot.Reply{}, errNotAdmin
	}
	if r.Arg(0) == "preset" {
		return c.presetMade(ctx, r)
	}
	_, err := c.Store.ChangeSettings(ctx, r.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		for i := range g.Words {
			g.Words[i] = strings.TrimSpace(r.Fields[strconv.Itoa(i)])
		}
		g.Wording = settings.OwnWords
		return g, nil
	})
	return c.afterwards(ctx, r, titlesPage, err)
}
