package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/settings"
)

// rolesPanel is the page of roles that go with titles. Where something stood in the
// way of one it is tried again, so that the page tells how it is now.
func (c *Commands) rolesPanel(ctx context.Context, r bot.Request, h house) []bot.Block {
	text := "**Roles that go with titles**: who holds a title in this server gets the role, and hands it on with the title."
	if !r.Bot.Has(bot.ManageRoles) {
		text += "\n⚠️ I lack the permission Manage Roles. Grant it, and put my own role above those that I hand on."
	}
	var lines []string
	for _, x := range h.Roles {
		line := fmt.Sprintf("%s: <@&%s>", c.wordOf(h, x.Title, x.System), x.Role)
		if c.lastHanded(r.Guild, x).trouble != "" {
			c.handRole(ctx, r.Guild, h, x)
		}
		if why := c.lastHanded(r.Guild, x).trouble; why != "" {
			line += "\n-# ⚠️ " + why
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 {
		text += "\n" + strings.Join(lines, "\n")
	}
	blocks := []bot.Block{bot.Text(text)}
	chosen := ""
	if len(r.Values) == 1 && r.Arg(1) == "title" {
		chosen = r.Values[0]
	} else if r.Arg(1) == "role" {
		chosen = r.Arg(2) + "/" + r.Arg(3)
	}
	menu := bot.Select{ID: "roles", Placeholder: "Choose a title"}
	for _, s := range c.Systems {
		for _, w := range c.titles(h, s.Name) {
			value := s.Name + "/" + string(w.Title)
			if len(menu.Options) < 25 {
				menu.Options = append(menu.Options, bot.SelectOption{Label: clip(strings.TrimPrefix(c.wordOf(h, w.Title, s.Name), "👑 "), 100), Value: value, Default: value == chosen})
			}
		}
	}
	blocks = append(blocks, menu)
	if system, title, ok := strings.Cut(chosen, "/"); ok && c.plays(system) {
		picker := bot.Picker{ID: "settings/roles/role/" + system + "/" + title, Of: bot.Roles, Placeholder: "No role", Min: 0, Max: 1}
		for _, x := range h.Roles {
			if x.System == system && string(x.Title) == title {
				picker.Chosen = []string{x.Role}
			}
		}
		blocks = append(blocks, bot.Text("The role of that title; none takes it away"), picker)
	}
	return blocks
}

// rolesChosen answers the menu of titles: the page then has the roles to pick.
func (c *Commands) rolesChosen(ctx context.Context, r bot.Request) (bot.Reply, error) {
	r.Args = []string{rolesPage, "title"}
	return c.settingsPage(ctx, r, rolesPage, "")
}

// roleSet answers the picker of a title's role. What is chosen holds at once: the
// role before goes, and who runs the title has the new one.
func (c *Commands) roleSet(ctx context.Context, r bot.Request) (bot.Reply, error) {
	system, title := r.Arg(2), game.Title(r.Arg(3))
	if !slices.ContainsFunc(c.titles(house{}, system), func(w game.TitleWord) bool { return w.Title == title }) {
		return bot.Reply{}, game.Refuse("There is no such title.")
	}
	if slices.Contains(r.Values, r.Guild) {
		return c.settingsPage(ctx, r, rolesPage, "Everybody has that role.")
	}
	var before settings.Guild
	after, err := c.Store.ChangeSettings(ctx, r.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		before = g
		return changed(g, r.Args, r.Values)
	})
	if err == nil {
		h := house{Guild: after}
		for _, x := range slices.Concat(before.Roles, after.Roles) {
			if x.System == system && x.Title == title {
				c.handRole(ctx, r.Guild, h, x) // the page tells of trouble
			}
		}
	}
	return c.afterwards(ctx, r, rolesPage, err)
}
