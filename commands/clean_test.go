package commands

import (
	"encoding/json"
	"regexp"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
	"deuces/settings"
)

// rude matches words that a server with clean titles never shows.
var rude = regexp.MustCompile(`(?i)ahole|asshole|acehole|half-ass`)

// Rules, boards, panels and suggestions of a server with clean titles are clean, and so are the
// texts that Discord registers for all servers.
func TestACleanServerSeesNoRudeWord(t *testing.T) {
	set := settings.Default()
	set.Wording = settings.Clean
	c := New(Config{Store: crowd{n: 3, set: set}, Systems: systems.All()})
	router := bot.NewRouter()
	c.Route(router)
	specs, err := json.Marshal(router.Commands())
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range rude.FindAllString(string(specs), -1) {
		if found != "asshole" { // a key, which no client shows
			t.Errorf("a command is registered with %q", found)
		}
	}
	ask := func(what string, h bot.Handler, r bot.Request) {
		t.Helper()
		r.Guild, r.Can = "1", bot.ManageGuild
		reply, err := c.spoken(h)(t.Context(), r)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		said := ""
		if reply.Message != nil {
			said = screentest.Said(*reply.Message)
			if err := bottest.Message(*reply.Message); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		for _, choice := range reply.Choices {
			said += choice.Name.String() + "\n"
		}
		if found := rude.FindString(said); found != "" {
			t.Errorf("%s says %q:\n%s", what, found, said)
		}
	}
	for _, sys := range systems.All() {
		rules, err := sys.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rules.Pages() {
			ask("rules of "+sys.Name, clicked(ids.ParseRules, c.rules), bot.Request{Args: []string{sys.Name, string(rune('0' + i))}})
		}
		ask("leaderboard of "+sys.Name, clicked(ids.ParseLeaders, c.leaderboardTurned), bot.Request{Args: []string{sys.Name, "scum", "all", "people", "0"}})
	}
	ask("help", c.help, bot.Request{})
	ask("titles in settings", clicked(ids.ParseSetting, c.settingChanged), bot.Request{Args: []string{"page"}, Values: []string{ids.TitlesPage}})
	ask("roles in settings", clicked(ids.ParseSetting, c.settingChanged), bot.Request{Args: []string{"page"}, Values: []string{ids.RolesPage}})
	for _, option := range []string{"game", "by"} {
		for _, name := range []string{"play", "leaderboard"} {
			ask("suggestions", c.suggest, bot.Request{Command: name, Focused: option, Options: map[string]string{}})
		}
	}
}
