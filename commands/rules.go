package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
)

var rulesSpec = bot.Command{Name: "rules", Description: say.New("Shows how the game is played at this table"),
	Options: []bot.Option{gameOption("Which game; the one at this channel's table if you leave it out", false)}}

// rulesHere answers /rules: of the table as it is set, or of a system's preset.
func (c *Commands) rulesHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	_, system, err := c.inGuild(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if system != "" {
		return c.rules(ctx, r, ids.Rules{System: system})
	}
	here := c.tables.Here(r.Channel)
	if here == 0 {
		return bot.Say(say.New("There is no table in this channel. Choose a game with `/rules game:`.")), nil
	}
	return c.rules(ctx, r, ids.Rules{Table: here})
}

// rules answers the buttons: of a board by a private message, of that by its next
// page.
func (c *Commands) rules(ctx context.Context, r bot.Request, id ids.Rules) (bot.Reply, error) {
	rules, own, err := c.rulesOf(ctx, r, id)
	if err != nil {
		return bot.Reply{}, err
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	worded := func(text string) string { return g.Prose(rules, text) }
	pages := slices.Concat(rules.Pages(), screen.OptionPages(rules.Options()), own)
	for i, p := range pages {
		pages[i] = game.Page{Title: p.Title.Reworded(worded), Text: p.Text.Reworded(worded)}
	}
	msg := screen.Rules(g.Title(rules.Name()), pages, id)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// rulesOf are the rules that a button names; own is how a table is set beside them.
func (c *Commands) rulesOf(ctx context.Context, r bot.Request, id ids.Rules) (rules game.Rules, own []game.Page, err error) {
	if i := slices.IndexFunc(c.Systems, func(s systems.System) bool { return s.Name == id.System }); i >= 0 {
		if rules, err = c.Systems[i].New(nil); err != nil {
			err = fmt.Errorf("preset of %s: %w", id.System, err)
		}
		return rules, nil, err
	}
	m, err := c.tableOf(ctx, r, id.Table)
	if err == nil {
		m, err = c.greet(ctx, r, m)
	}
	if err != nil {
		return nil, nil, err
	}
	return m.Rules, []game.Page{screen.TablePage(m.Settings, m.Rules.Passes())}, nil
}
