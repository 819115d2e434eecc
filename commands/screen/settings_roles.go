package screen

import (
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
)

// TitleRole is a role that goes with a title, and what stands in its way.
type TitleRole struct {
	Of      settings.Role
	Trouble say.Message // empty: nothing
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

// RoleSettings is the page of roles that go with titles. permitted: the bot may give
// roles at all.
func RoleSettings(g GuildSettings, roles []TitleRole, chosen RoleTitle, permitted bool) []bot.Block {
	lines := []say.Message{say.New("**Roles for titles**: anyone who holds a title in this server gets its role, and keeps it as long as they hold the title.")}
	if !permitted {
		lines = append(lines, say.New("⚠️ I need the permission Manage Roles to do this. My own role must also be above the roles that I give."))
	}
	for _, x := range roles {
		lines = append(lines, say.New("{title}: {role}", g.TitleOf(x.Of.Title, x.Of.System), bot.Role(x.Of.Role)), say.Mark("-# ⚠️ ", x.Trouble, ""))
	}
	menu := bot.Select{ID: ids.Roles{}.ID(), Placeholder: say.New("Choose a title")}
	for _, x := range g.Games {
		for _, w := range g.TitlesOf(x.Name) {
			if t := (RoleTitle{x.Name, w.Title}); len(menu.Options) < 25 {
				menu.Options = append(menu.Options, bot.SelectOption{
					Label: clipped(g.ofGame(w.Title, x.Name), 100), Value: t.String(), Default: t == chosen,
				})
			}
		}
	}
	blocks := []bot.Block{texts(lines...), menu}
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
	return append(blocks, bot.Text(say.New("Choose a role for this title, or clear it to give none.")), picker)
}

// RoleTrouble is what a channel is told when a role can't be given.
func RoleTrouble(g GuildSettings, reason say.Message) bot.Message {
	return g.Message(bot.Message{Accent: amber, Blocks: []bot.Block{bot.Text(say.Mark("⚠️ ", reason, ""))}})
}
