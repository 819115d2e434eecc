package screen

import (
	"fmt"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/settings"
)

// TitleRole is a role that goes with a title, and what stands in its way.
type TitleRole struct {
	Of      settings.Role
	Trouble string // "": nothing
}

// RoleTitle is a title that the page of roles has been opened at; zero: none.
type RoleTitle struct {
	System string
	Title  game.Title
}

// String is how the menu of titles writes it.
func (t RoleTitle) String() string { return t.System + "/" + string(t.Title) }

// ParseRoleTitle reads what was chosen in the menu.
func ParseRoleTitle(value string) RoleTitle {
	system, title, ok := strings.Cut(value, "/")
	if !ok {
		return RoleTitle{}
	}
	return RoleTitle{system, game.Title(title)}
}

// RoleSettings is the page of roles that go with titles. permitted: the bot may hand
// roles on at all.
func RoleSettings(g GuildSettings, roles []TitleRole, chosen RoleTitle, permitted bool) []bot.Block {
	text := "**Roles that go with titles**: who holds a title in this server gets the role, and hands it on with the title."
	if !permitted {
		text += "\n⚠️ I lack the permission Manage Roles. Grant it, and put my own role above those that I hand on."
	}
	for _, x := range roles {
		text += fmt.Sprintf("\n%s: <@&%s>", g.TitleOf(x.Of.Title, x.Of.System), x.Of.Role)
		if x.Trouble != "" {
			text += "\n-# ⚠️ " + x.Trouble
		}
	}
	menu := bot.Select{ID: ids.Roles{}.ID(), Placeholder: say.New("Choose a title")}
	for _, x := range g.Games {
		for _, w := range g.TitlesOf(x.Name) {
			if t := (RoleTitle{x.Name, w.Title}); len(menu.Options) < 25 {
				menu.Options = append(menu.Options, bot.SelectOption{
					Label: say.Verbatim(Clip(strings.TrimPrefix(g.TitleOf(w.Title, x.Name), "👑 "), 100)), Value: t.String(), Default: t == chosen,
				})
			}
		}
	}
	blocks := []bot.Block{bot.Text(say.Verbatim(text)), menu}
	if !g.Plays(chosen.System) {
		return blocks
	}
	id := ids.Setting{Page: ids.RolesPage, What: ids.SettingRole, System: chosen.System, Title: chosen.Title}
	picker := bot.Picker{ID: id.ID(), Of: bot.Roles, Placeholder: say.New("No role"), Min: 0, Max: 1}
	for _, x := range g.Roles {
		if x.System == chosen.System && x.Title == chosen.Title {
			picker.Chosen = []string{x.Role}
		}
	}
	return append(blocks, bot.Text(say.New("The role of that title; none takes it away")), picker)
}

// RoleTrouble is what a channel is told when a role can't be handed on.
func RoleTrouble(g GuildSettings, why string) bot.Message {
	return g.Message(bot.Message{Accent: amber, Blocks: []bot.Block{bot.Text(say.Verbatim("⚠️ " + why))}})
}
