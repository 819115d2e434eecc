package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
	"deuces/standing"
)

// The settings panel is a private message for admins with all settings of a guild, one page per
// subject. Changes take effect immediately. Every click checks that the person may manage the
// guild.

var settingsSpec = bot.Command{Name: "settings", Description: say.New("Server settings (needs Manage Server)"), Needs: bot.ManageGuild}

// settings handles /settings.
func (c *Commands) settings(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.showSettings(ctx, r, panel{page: ids.TablesPage})
}

// settingChanged handles the panel's buttons and menus, except those about presets, seasons and
// roles, which have files of their own.
func (c *Commands) settingChanged(ctx context.Context, r bot.Request, id ids.Setting) (bot.Reply, error) {
	if err := mayManage(r); err != nil {
		return bot.Reply{}, err
	}
	switch {
	case id.Page == ids.PageMenu && len(r.Values) == 1:
		return c.showSettings(ctx, r, panel{page: r.Values[0]})
	case id.Page == ids.PresetsPage:
		return c.preset(ctx, r, ids.Preset{What: id.What, Name: id.Value})
	case id.Page == ids.SeasonPage && id.What == ids.SettingClose:
		return c.seasonClose(ctx, r, id)
	case id.Page == ids.RolesPage:
		return c.roleChosen(ctx, r, id)
	}
	_, err := c.change(ctx, r, func(g *settings.Guild) error { return apply(g, id, r.Values) })
	return c.showSettings(ctx, r, panel{page: id.Page, refused: err})
}

// apply changes the settings as one click on the panel says.
func apply(g *settings.Guild, id ids.Setting, values []string) (err error) {
	value := strings.Join(values[:min(len(values), 1)], "")
	on := id.Value == ids.On
	switch id.What {
	case screen.SettingChannels:
		g.Channels = values
	case screen.SettingThreads:
		g.Threads = on
	case screen.SettingComputers:
		g.Computers = on
	case screen.SettingPeople:
		g.PeopleOnly = on
	case screen.SettingColors:
		if g.Colors = settings.TwoColors; on {
			g.Colors = settings.FourColors
		}
	case screen.SettingMentions:
		g.Mentions = on
	case screen.SettingClock:
		if g.Clock, err = time.ParseDuration(value); err != nil {
			return game.Refuse("{value} is not a turn clock. Choose one from the menu.", screen.Quoted(value, 20))
		}
	case screen.SettingTempo:
		g.Tempo = settings.Tempo(strings.TrimPrefix(value, screen.DefaultTempo))
	case screen.SettingBuried:
		if g.Buried, err = strconv.Atoi(value); err != nil {
			return game.Refuse("That is not a number of messages. Choose one from the menu.")
		}
	case screen.SettingWording:
		if g.Wording = settings.Wording(value); g.Wording == settings.OwnWords && g.Words == (settings.Words{}) {
			return game.Refuse("Set your own five words first: choose “Change…” below.")
		}
	case screen.SettingPlan:
		g.Season = standing.Plan(value)
	default:
		return game.Refuse("This setting no longer exists. Open `/settings` again.")
	}
	return nil
}

// settingsForm handles the buttons that open a form.
func (c *Commands) settingsForm(ctx context.Context, r bot.Request, id ids.Form) (bot.Reply, error) {
	if err := mayManage(r); err != nil {
		return bot.Reply{}, err
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	form := screen.WordsForm(g)
	if id.What == ids.FormPreset {
		form = screen.PresetForm(g)
	}
	return bot.Reply{Modal: &form}, nil
}

// settingsFormEntered handles the forms.
func (c *Commands) settingsFormEntered(ctx context.Context, r bot.Request, id ids.Form) (bot.Reply, error) {
	if err := mayManage(r); err != nil {
		return bot.Reply{}, err
	}
	if id.What == ids.FormPreset {
		return c.presetEntered(ctx, r)
	}
	_, err := c.change(ctx, r, func(g *settings.Guild) error {
		for i := range g.Words {
			g.Words[i] = strings.TrimSpace(r.Fields[strconv.Itoa(i)])
		}
		g.Wording = settings.OwnWords
		return nil
	})
	return c.showSettings(ctx, r, panel{page: ids.TitlesPage, refused: err})
}

// roleTitleChosen handles the menu of titles. The page then shows a picker for the title's role.
func (c *Commands) roleTitleChosen(ctx context.Context, r bot.Request, _ ids.Roles) (bot.Reply, error) {
	p := panel{page: ids.RolesPage}
	if len(r.Values) == 1 {
		p.title = screen.ParseRoleTitle(r.Values[0])
	}
	return c.showSettings(ctx, r, p)
}

// roleChosen handles the picker of a title's role. The holder of the title immediately loses the old
// role and gets the new one.
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
				c.assignRole(ctx, r.Guild, c.catalogue.In(after), x) // the page shows an error
			}
		}
	}
	return c.showSettings(ctx, r, panel{page: ids.RolesPage, title: title, refused: err})
}

// seasonClose handles the button that ends the season. It asks first.
func (c *Commands) seasonClose(ctx context.Context, r bot.Request, id ids.Setting) (bot.Reply, error) {
	if id.Value != ids.Now {
		return c.showSettings(ctx, r, panel{page: ids.SeasonPage, close: id.Value == ids.Ask})
	}
	closed, err := c.Store.CloseSeason(ctx, r.Guild, time.Now())
	if err == nil {
		c.postSeason(standing.Closed{Guild: r.Guild, Channel: r.Channel, Season: closed})
	}
	return c.showSettings(ctx, r, panel{page: ids.SeasonPage, refused: err})
}
