package commands

import (
	"context"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/settings"
)

// roleTitleChosen answers the menu of titles: the page then has the roles to pick.
func (c *Commands) roleTitleChosen(ctx context.Context, r bot.Request, _ ids.Roles) (bot.Reply, error) {
	p := panel{page: ids.RolesPage}
	if len(r.Values) == 1 {
		p.title = screen.ParseRoleTitle(r.Values[0])
	}
	return c.showSettings(ctx, r, p)
}

// roleChosen answers the picker of a title's role. What is chosen takes effect
// immediately: the old role is taken, and the holder of the title gets the
// new one.
func (c *Commands) roleChosen(ctx context.Context, r bot.Request, id ids.Setting) (bot.Reply, error) {
	title := screen.RoleTitle{System: id.System, Title: id.Title}
	if !slices.ContainsFunc(c.catalogue.In(settings.Guild{}).TitlesOf(id.System), func(w game.TitleWord) bool { return w.Title == id.Title }) {
		return bot.Reply{}, game.Refuse("This title no longer exists. Choose one from the menu.")
	}
	if slices.Contains(r.Values, r.Guild) {
		return c.showSettings(ctx, r, panel{page: ids.RolesPage, title: title, refused: game.Refuse("Everybody has that role already. Choose another one.")})
	}
	ofTitle := func(x settings.Role) bool { return x.System == id.System && x.Title == id.Title }
	var before []settings.Role
	after, err := c.change(ctx, r, func(g *settings.Guild) error {
		before = g.Roles
		g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), ofTitle)
		if len(r.Values) > 0 && r.Values[0] != "" {
			g.Roles = append(g.Roles, settings.Role{System: id.System, Title: id.Title, Role: r.Values[0]})
		}
		return nil
	})
	if err == nil {
		for _, x := range slices.Concat(before, after.Roles) {
			if ofTitle(x) {
				c.assignRole(ctx, r.Guild, c.catalogue.In(after), x) // the page says if it fails
			}
		}
	}
	return c.showSettings(ctx, r, panel{page: ids.RolesPage, title: title, refused: err})
}
