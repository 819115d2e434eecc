package screen

import (
	"strings"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
)

// The check list shows exactly the permissions that are missing for the current settings.
func TestTheCheckListShowsMissingPermissions(t *testing.T) {
	roles := []settings.Role{{System: "ahole", Title: game.President, Role: "7"}}
	for _, tt := range []struct {
		set  settings.Guild
		at   Place
		page string
		want []string
		why  string
	}{
		{settings.Default(), Place{Can: bot.Needed}, ids.TablesPage, []string{"✅ Nothing is missing here. `/play` opens a table."}, "all is well"},
		{settings.Default(), Place{Can: bot.Needed}, ids.SeasonPage, nil, "other pages don't say so"},
		{settings.Default(), Place{Missing: say.New("Send Messages")}, ids.TablesPage, []string{"**Still to do**", "❌ Tables can't be played in this channel: give my role Send Messages."}, "the bot may not write"},
		{settings.Guild{Threads: true}, Place{Can: bot.Needed}, ids.SeasonPage, []string{"**Still to do**", "❌ Tables can't get threads in this channel: give my role Create Public Threads."}, "threads are wanted, and other pages say so, too"},
		{settings.Guild{Threads: true}, Place{Can: bot.Needed | bot.OpenThreads}, ids.SeasonPage, nil, "threads can be opened"},
		{settings.Guild{Roles: roles}, Place{Can: bot.Needed}, ids.SeasonPage, []string{"**Still to do**", "❌ Roles can't go with titles: give my role Manage Roles, and move it above the roles that I give."}, "roles are wanted"},
		{settings.Guild{Roles: roles}, Place{Can: bot.Needed | bot.ManageRoles, Trouble: true}, ids.SeasonPage, []string{"**Still to do**", "❌ A role can't go with its title: the page Roles says why."}, "a role stands above the bot's"},
		{settings.Guild{Threads: true, Roles: roles}, Place{Can: bot.Administrator}, ids.SeasonPage, nil, "an administrator may do everything"},
	} {
		got := CheckList(GuildSettings{Guild: tt.set}, tt.at, tt.page).String()
		if want := strings.Join(tt.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", tt.why, got, want)
		}
	}
}

// Admins see the check list at the top of the panel, and a server is greeted in three sentences
// with a button.
func TestFirstStartGolden(t *testing.T) {
	g := NewCatalogue([]Game{{Name: "ahole", Title: "AHole"}, {Name: "bigtwo", Title: "Big Two"}}).In(settings.Default())
	shot := func(what string, m bot.Message) string {
		if err := bottest.Message(m); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		return "=== " + what + "\n" + screentest.Text(m) + "\n"
	}
	blocks := []bot.Block{bot.Text(say.Verbatim("(the page)"))}
	screentest.Golden(t, "first", shot("a greeting", Greeting(g))+
		shot("settings where nothing is missing", Settings(ids.TablesPage, CheckList(g, Place{Can: bot.Needed}, ids.TablesPage), say.Message{}, blocks))+
		shot("settings where something is missing", Settings(ids.TablesPage, CheckList(g, Place{Missing: say.New("View Channel and Send Messages")}, ids.TablesPage), say.New("That isn't a channel."), blocks)))
	text := screentest.Text(Greeting(g))
	if sentences := strings.Count(strings.SplitN(text, "[", 2)[0], ". ") + 1; sentences != 3 {
		t.Errorf("the greeting has %d sentences:\n%s", sentences, text)
	}
}
