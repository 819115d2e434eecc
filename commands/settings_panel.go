package commands

import (
	"context"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/settings"
)

// errNotAdmin is the refusal for people who may not change settings.
var errNotAdmin = game.Refuse("You need the permission Manage Server to change my settings.")

// mayManage returns a refusal for people who may not change settings.
func mayManage(r bot.Request) error {
	if !r.Can.Has(bot.ManageGuild) {
		return errNotAdmin
	}
	return nil
}

// panel says which page of the settings panel to show, and what is open on it.
type panel struct {
	page    string
	refused error            // the refusal to show, or nil
	title   screen.RoleTitle // the title whose role picker is open
	close   bool             // ask whether to end the season
	preset  string           // the opened preset
}

// change changes the settings of a guild.
func (c *Commands) change(ctx context.Context, r bot.Request, change func(*settings.Guild) error) (settings.Guild, error) {
	return c.Store.ChangeSettings(ctx, r.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		err := change(&g)
		return g, err
	})
}

// showSettings replies with a page of the panel, which replaces the one that was clicked or is a new
// private message.
func (c *Commands) showSettings(ctx context.Context, r bot.Request, p panel) (bot.Reply, error) {
	refused, err := refusal(p.refused)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := mayManage(r); err != nil {
		return bot.Reply{}, err
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	page := screen.SettingsPage(p.page)
	var blocks []bot.Block
	switch page {
	case ids.TablesPage:
		blocks = screen.TableSettings(g, c.tables.Settings().Clock, r.Bot, c.picturesLack())
	case ids.TitlesPage:
		blocks = screen.TitleSettings(g)
	case ids.SeasonPage:
		blocks, err = c.seasonSettings(ctx, r, g, p.close)
	case ids.RolesPage:
		blocks = screen.RoleSettings(g, c.titleRoles(ctx, r.Guild, g), p.title, r.Bot.Has(bot.ManageRoles))
	case ids.PresetsPage:
		blocks, err = c.presetSettings(ctx, r, g, p.preset)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	todo := screen.CheckList(g, screen.Place{Missing: r.Missing(), Can: r.Bot, Trouble: c.rolesTroubled(r.Guild, g)}, page)
	msg := screen.Settings(page, todo, refused, blocks)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

func (c *Commands) seasonSettings(ctx context.Context, r bot.Request, g screen.GuildSettings, ask bool) ([]bot.Block, error) {
	seasons, err := c.Store.Seasons(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return screen.SeasonSettings(g, seasons, ask), nil
}

// titleRoles returns the roles of titles. Failed assignments are repeated, so that the page shows
// the current state.
func (c *Commands) titleRoles(ctx context.Context, guild string, g screen.GuildSettings) (roles []screen.TitleRole) {
	for _, x := range g.Roles {
		if !c.lastAssigned(guild, x).trouble.Empty() {
			c.assignRole(ctx, guild, g, x)
		}
		roles = append(roles, screen.TitleRole{Of: x, Trouble: c.lastAssigned(guild, x).trouble})
	}
	return roles
}

// rolesTroubled reports whether the last attempt to assign a role failed.
func (c *Commands) rolesTroubled(guild string, g screen.GuildSettings) bool {
	return slices.ContainsFunc(g.Roles, func(x settings.Role) bool { return !c.lastAssigned(guild, x).trouble.Empty() })
}

// presetSettings renders the page of presets, with one of them opened.
func (c *Commands) presetSettings(ctx context.Context, r bot.Request, g screen.GuildSettings, open string) ([]bot.Block, error) {
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	p := screen.PresetsPage{Presets: presets, Open: open, Options: map[string][]game.Option{}}
	for _, x := range presets {
		if sys, ok := systems.Latest(x.System); ok {
			if rules, err := sys.New(x.Options); err == nil {
				p.Options[x.Name] = rules.Options()
			}
		}
	}
	p.TableHere = c.tables.TableIn(r.Channel) != 0
	return screen.PresetSettings(g, p), nil
}

// picturesLack returns the reason why cards are shown as words although pictures are enabled.
func (c *Commands) picturesLack() say.Message {
	if c.Deck == nil {
		return say.Message{}
	}
	return c.Deck.Trouble()
}
