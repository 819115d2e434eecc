package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/table"
)

var rulesSpec = bot.Command{Name: "rules", Description: "How the game is played, as the table is set",
	Options: []bot.Option{gameOption("Which game; otherwise the one on this channel's table", false)}}

// rulesHere answers /rules: of the table as it is set, or of a system's preset.
func (c *Commands) rulesHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if name, _, err := c.chosen(ctx, r, h, r.Options["game"]); err != nil || name != "" {
		if err != nil {
			return bot.Reply{}, err
		}
		return c.rulesOf(ctx, r, name, 0)
	}
	m, ok := c.tables.In(r.Channel)
	if !ok {
		return bot.Say("There is no table in this channel. Name the game: `/rules game:`"), nil
	}
	return c.rulesOf(ctx, r, tableName(m.ID()), 0)
}

// rules answers the buttons: of a board by a private message, of that by its
// next page.
func (c *Commands) rules(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.rulesOf(ctx, r, r.Arg(0), natural(r.Arg(1)))
}

// rulesOf shows a page of the rules of a table, by its number, or of a system,
// by its name.
func (c *Commands) rulesOf(ctx context.Context, r bot.Request, of string, at int) (bot.Reply, error) {
	var rules game.Rules
	var own []game.Page // how the table is set beside the rules
	if i := slices.IndexFunc(c.Systems, func(s systems.System) bool { return s.Name == of }); i >= 0 {
		var err error
		if rules, err = c.Systems[i].New(nil); err != nil {
			return bot.Reply{}, fmt.Errorf("preset of %s: %w", of, err)
		}
	} else {
		r.Args = []string{of}
		m, err := c.visited(ctx, r)
		if err != nil {
			return bot.Reply{}, err
		}
		rules, own = m.Rules(), []game.Page{tablePage(m.Settings())}
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	pages := slices.Concat(rules.Pages(), own)
	for i, p := range pages {
		pages[i] = game.Page{Title: h.prose(rules, p.Title), Text: h.prose(rules, p.Text)}
	}
	msg := rulesMessage(c.title(rules.Name()), pages, of, at)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private && r.Verb == "rules"}, nil
}

// tablePage tells what is particular to a table, whatever is played at it.
func tablePage(set table.Settings) game.Page {
	lines := []string{"A turn may take as long as it likes: there is no clock."}
	if set.Clock > 0 {
		lines = []string{"A turn may take " + span(set.Clock) + ". Then the table passes, or plays the lowest card; after the second time in a row a stand-in plays until the player clicks anything."}
	}
	lines = append(lines, "**Pass this trick** passes whenever your turn comes until the trick ends, or you take it back. It is there where a pass does not bar a later play.")
	example := "on `2♠` you click **Pass this trick**; while the others go on, your turns pass by themselves, and on the next lead you are asked again."
	if set.AutoPass > 0 {
		lines = append(lines, "**Auto-pass:** whoever can't beat the top play passes without a click. Every pass shows after "+span(set.AutoPass)+", also one that was clicked, so nobody sees who can't play.")
		example = "on `2♠` whoever holds nothing above it passes by themselves; whoever could and clicks **Pass** is seen to pass at the same moment."
	}
	return game.Page{Title: "At this table", Text: strings.Join(lines, "\n") + "\n\n*Example:* " + example}
}

func rulesMessage(title string, pages []game.Page, of string, at int) bot.Message {
	last := len(pages) - 1
	at = min(at, last)
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text("## " + title + " · " + pages[at].Title + "\n" + pages[at].Text),
	}}
	if last > 0 {
		id := func(to int) string { return fmt.Sprintf("rules/%s/%d", of, to) }
		msg.Blocks = append(msg.Blocks, bot.Text(fmt.Sprintf("-# page %d of %d", at+1, last+1)), bot.Row{
			{ID: id(max(at-1, 0)) + "/back", Emoji: "◀️", Disabled: at == 0},
			{ID: id(min(at+1, last)), Emoji: "▶️", Disabled: at == last},
		})
	}
	return msg
}
