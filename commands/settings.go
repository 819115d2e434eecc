package commands

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/fold"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// The settings panel is a private message for admins with all settings of a guild. Changes take
// effect immediately.

var settingsSpec = bot.Command{Name: "settings", Description: say.New("Change the server's settings (needs Manage Server)"), Needs: bot.ManageGuild}

var errNotAdmin = game.Refuse("This needs the Manage Server permission. If an admin has let you use `/settings`, open it again.")

// A server's admins can grant /settings to people without the permission, under Integrations. Discord
// checks that before it sends the command, but not for the buttons of the panel. So whoever has used the
// command may click them for a while.

// grant is a person in a guild.
type grant struct{ guild, user string }

// grantedFor is how long a panel can be used by somebody without the permission. Then they open it again,
// so that Discord checks again.
const grantedFor = 15 * time.Minute

// mayChange reports whether the person of a request may change the guild's settings.
func (c *Commands) mayChange(r bot.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return r.Can.Has(bot.ManageGuild) || time.Now().Before(c.granted[grant{r.Guild, r.User.ID}])
}

// forAdmins refuses the requests of people who may not change settings.
func (c *Commands) forAdmins(h handler) handler {
	return func(ctx context.Context, r guildRequest) (bot.Reply, error) {
		if !c.mayChange(r.Request) {
			return bot.Reply{}, errNotAdmin
		}
		return h(ctx, r)
	}
}

// panel says which page of the settings panel to show, and what is open on it.
type panel struct {
	page    string
	refused error         // the refusal to show, or nil
	title   settings.Role // the title whose role picker is open
	titles  int           // the page of the menu of titles
	ask     bool          // ask whether to end the season
	preset  string        // the opened preset
}

func (c *Commands) settings(ctx context.Context, r guildRequest) (bot.Reply, error) {
	now := time.Now()
	c.mu.Lock()
	maps.DeleteFunc(c.granted, func(_ grant, until time.Time) bool { return until.Before(now) })
	c.granted[grant{r.Guild, r.User.ID}] = now.Add(grantedFor)
	c.mu.Unlock()
	return c.showSettings(ctx, r, panel{})
}

func (c *Commands) settingChanged(ctx context.Context, r guildRequest, id ids.Setting) (bot.Reply, error) {
	p := panel{page: id.Page}
	chosen := strings.Join(r.Values, " ")
	switch id.What {
	case "":
	case ids.PresetOpen:
		p.preset = chosen
	case ids.SettingClose:
		p.ask = id.Value == ids.Ask
		if id.Value == ids.Now {
			p.refused = c.closeSeason(ctx, r)
		}
	case ids.SettingRole:
		p.title = settings.Role{System: id.System, Title: id.Title, Role: chosen}
		p.refused = c.chooseRole(ctx, r, p.title)
	default:
		_, p.refused = c.change(ctx, r, func(g settings.Guild) (settings.Guild, error) {
			if g.Words == (settings.Words{}) && chosen == string(settings.OwnWords) {
				g.Words = c.catalogue.In(g).OwnWords()
			}
			return g.With(id.What, storedValue(id.Value, chosen))
		})
	}
	return c.showSettings(ctx, r, p)
}

// storedValue returns the stored form of a button's value, or of what is chosen from a menu.
func storedValue(clicked, chosen string) string {
	switch {
	case clicked == ids.On:
		return "yes"
	case clicked == ids.Off:
		return "no"
	case clicked != "":
		return clicked
	case chosen == screen.DefaultTempo:
		return string(settings.BotTempo)
	}
	return chosen
}

// settingsForm handles the button that opens the form for a guild's own words.
func (c *Commands) settingsForm(_ context.Context, r guildRequest, id ids.Form) (bot.Reply, error) {
	if id.What != ids.FormWords {
		return bot.Reply{}, settings.ErrGone
	}
	form := screen.WordsForm(*r.set)
	return bot.Reply{Modal: &form}, nil
}

func (c *Commands) settingsFormEntered(ctx context.Context, r guildRequest, id ids.Form) (bot.Reply, error) {
	if id.What != ids.FormWords {
		return bot.Reply{}, settings.ErrGone
	}
	_, err := c.change(ctx, r, func(g settings.Guild) (settings.Guild, error) {
		for i := range g.Words {
			g.Words[i] = strings.TrimSpace(r.Fields[strconv.Itoa(i)])
		}
		g.Wording = settings.OwnWords
		return g, nil
	})
	return c.showSettings(ctx, r, panel{page: ids.TitlesPage, refused: err})
}

// roleTitleChosen handles the menu of titles. The page then shows a picker for the title's role.
func (c *Commands) roleTitleChosen(ctx context.Context, r guildRequest, _ ids.Roles) (bot.Reply, error) {
	if page, isPage := screen.MenuPage(strings.Join(r.Values, "")); isPage {
		return c.showSettings(ctx, r, panel{page: ids.TitlesPage, titles: page})
	}
	system, title, _ := strings.Cut(strings.Join(r.Values, ""), "/")
	return c.showSettings(ctx, r, panel{page: ids.TitlesPage, title: settings.Role{System: system, Title: game.Title(title)}})
}

// chooseRole sets the role of a title, or none. The holder of the title immediately loses the old
// role and gets the new one.
func (c *Commands) chooseRole(ctx context.Context, r guildRequest, chosen settings.Role) error {
	titles := c.catalogue.In(settings.Guild{}).TitlesOf(chosen.System)
	switch {
	case !slices.ContainsFunc(titles, func(w game.TitleWord) bool { return w.Title == chosen.Title }):
		return settings.ErrGone // afterwards, no menu would offer to take the role away
	case chosen.Role == r.Guild:
		return game.Refuse("Everybody has that role already. Choose another one.")
	}
	var changed []settings.Role
	after, err := c.change(ctx, r, func(g settings.Guild) (settings.Guild, error) {
		var kept []settings.Role
		changed = nil // the store may call this again
		for _, x := range g.Roles {
			if x.SameTitle(chosen) {
				changed = append(changed, x)
			} else {
				kept = append(kept, x)
			}
		}
		if g.Roles = kept; chosen.Role != "" {
			g.Roles = append(g.Roles, chosen)
			changed = append(changed, chosen)
		}
		return g, nil
	})
	if err != nil {
		return err
	}
	for _, x := range changed {
		c.assignRole(ctx, r.Guild, c.catalogue.In(after), x) // the page shows an error
	}
	return nil
}

func (c *Commands) closeSeason(ctx context.Context, r guildRequest) error {
	closed, err := c.Store.CloseSeason(ctx, r.Guild, time.Now())
	if err != nil {
		return err
	}
	c.postSeason(standing.Closed{Guild: r.Guild, Channel: r.Channel, Season: closed})
	if missing := r.Missing(); !missing.Empty() {
		return game.Refuse("The season has ended. I can't post its results here, but `/leaderboard` shows them.")
	}
	return nil
}

func (c *Commands) change(ctx context.Context, r guildRequest, change func(settings.Guild) (settings.Guild, error)) (settings.Guild, error) {
	after, err := c.Store.ChangeSettings(ctx, r.Guild, time.Now(), change)
	if err == nil {
		*r.set = c.inGuild(after)
	}
	return after, err
}

// showSettings replies with a page of the panel, which replaces the one that was clicked or is a new
// private message.
func (c *Commands) showSettings(ctx context.Context, r guildRequest, p panel) (bot.Reply, error) {
	refused, err := refusal(p.refused)
	if err != nil {
		return bot.Reply{}, err
	}
	g, page := *r.set, screen.SettingsPage(p.page)
	var blocks []bot.Block
	switch page {
	case ids.TablesPage:
		blocks = screen.TableSettings(g, c.tableDefaults(g), c.tables.Settings())
	case ids.TitlesPage:
		seasons, err := c.Store.Seasons(ctx, r.Guild)
		if err != nil {
			return bot.Reply{}, err
		}
		blocks = append(screen.TitleSettings(g, c.roleTroubles(ctx, r.Guild, g), p.title, p.titles), screen.SeasonSettings(g, seasons, p.ask)...)
	case ids.PresetsPage:
		presets, err := c.Store.Presets(ctx, r.Guild)
		if err != nil {
			return bot.Reply{}, err
		}
		blocks = screen.PresetSettings(g, presets, p.preset, presetOptions(g, presets, p.preset))
	}
	todo := screen.CheckList(g, screen.Place{Missing: r.Missing(), Can: r.Bot}, page)
	return r.panel(screen.Settings(page, todo, refused, blocks)), nil
}

// roleTroubles returns why roles of titles can't be given. Failed assignments are repeated, so that
// the page shows the current state.
func (c *Commands) roleTroubles(ctx context.Context, guild string, g screen.GuildSettings) map[settings.Role]say.Message {
	troubles := map[settings.Role]say.Message{}
	for _, x := range g.Roles {
		if !c.lastAssigned(guild, x).trouble.Empty() {
			c.assignRole(ctx, guild, g, x)
		}
		troubles[x] = c.lastAssigned(guild, x).trouble
	}
	return troubles
}

// Presets are options of a system that a guild has named. /play offers them in some channels or in all.
// A locked channel allows only its presets.

func (c *Commands) presetChanged(ctx context.Context, r guildRequest, id ids.Preset) (bot.Reply, error) {
	p := panel{page: ids.PresetsPage, preset: id.Name}
	if id.What == ids.PresetDrop {
		p.refused = c.Store.DropPreset(ctx, r.Guild, id.Name)
		return c.showSettings(ctx, r, p)
	}
	p.refused = c.Store.ChangePreset(ctx, r.Guild, id.Name, func(p settings.Preset) (settings.Preset, error) {
		switch {
		case p.Name == "":
			return p, settings.ErrGone
		case id.What == ids.PresetWhere:
			p.Channels = r.Values
		case id.What == ids.PresetLock, id.What == ids.PresetUnlock:
			p.Locked = id.What == ids.PresetLock
		}
		return p, nil
	})
	return c.showSettings(ctx, r, p)
}

// presetOptions returns all options of a preset, or nil if its system no longer exists.
func presetOptions(g screen.GuildSettings, presets []settings.Preset, name string) []game.Option {
	for _, p := range presets {
		sys, ok := systems.Latest(p.System)
		if !ok || !strings.EqualFold(p.Name, name) {
			continue
		}
		if rules, err := sys.New(p.Options); err == nil {
			return screen.Options(rules, rules.Options(), g.Penalty(p.System))
		}
	}
	return nil
}

// presetOf returns the options of a table as a preset, named after the game and the table's number.
func (c *Commands) presetOf(m match.Match) settings.Preset {
	return settings.Preset{
		Name:   bot.Clip(fmt.Sprintf("%s %d", c.catalogue.Title(m.System), m.ID), settings.MaxName),
		System: m.System, Options: game.Changed(m.Rules.Options()),
	}
}

// openSaveForm handles the button "Save these rules". It opens a form that asks for the name.
func (c *Commands) openSaveForm(_ context.Context, v visit, id ids.TableButton) (bot.Reply, error) {
	form := screen.KeepForm(id, c.presetOf(v.match).Name)
	return bot.Reply{Modal: &form}, nil
}

func (c *Commands) saveFormEntered(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	name := strings.TrimSpace(v.Fields["name"])
	if slices.ContainsFunc(c.Systems, func(s systems.System) bool { return isOneOf(fold.Name(name), []string{string(s.Title)}) }) {
		return bot.Reply{}, game.Refuse("{name} is a game. Give your rules another name.", screen.Quoted(name, settings.MaxName))
	}
	said := say.Text("⭐ **{name}** is saved, and is among the games of a lobby now.")
	err := c.Store.ChangePreset(ctx, v.Guild, name, func(p settings.Preset) (settings.Preset, error) {
		if p.Name != "" {
			said = "⭐ **{name}** now has these rules instead of its old ones."
		}
		rules := c.presetOf(v.match)
		p.Name, p.System, p.Options = name, rules.System, rules.Options // one with this name stays where it is offered
		return p, nil
	})
	if err != nil {
		return bot.Reply{}, err
	}
	presets := bot.Button{ID: ids.Setting{Page: ids.PresetsPage}.ID(), Label: say.New("Presets"), Emoji: "⭐"}
	return bot.Whisper(screen.Answer(say.New(said, bot.Escape(name)), presets)), nil
}
