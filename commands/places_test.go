package commands

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/commands/screen/screentest"
	"deuces/match"
	"deuces/settings"
)

// request returns the request of a command by a player in another channel than the table's.
func request(p match.Player, can, may bot.Permissions) bot.Request {
	return bot.Request{Guild: "1", Channel: "44", User: bot.User{ID: discordID(p), Name: "Ann"}, Can: can, Bot: may, Options: map[string]string{}}
}

// Where a table can't have a thread of its own, it opens in the channel, and the reply says why.
func TestATableThatCanHaveNoThreadIsInTheChannel(t *testing.T) {
	const all = bot.Needed | bot.Useful
	for _, tt := range []struct {
		answer, want string
		may          bot.Permissions
	}{
		{`{"code":50024,"message":"Cannot execute action on this channel type"}`, "This channel can't have threads.", all},
		{`{"code":160006,"message":"Maximum number of active threads reached"}`, "as many active threads as Discord allows", all},
		{`{"code":50013,"message":"Missing Permissions"}`, "I'm missing Create Public Threads in this channel.", all},
		{`{"code":240000,"message":"Message blocked by harmful links filter"}`, "Discord refuses it: \"Message blocked by harmful links filter\"", all},
		{"", "I'm missing Send Messages in Threads in this channel.", all &^ bot.SendInThreads},
	} {
		withTable(t, time.Hour, func(s *memory, d *fakeDiscord) { s.guild.Threads, d.noThreads = true, tt.answer }, func(c *fixture) {
			reply, err := c.handled(c.play)(c.t.Context(), request(5, 0, tt.may))
			if err != nil {
				t.Fatal(err)
			}
			text := screentest.Text(*reply.Message)
			if reply.Private || !strings.Contains(text, "Waiting for players") && !strings.Contains(text, "waiting for players") || !strings.Contains(text, tt.want) || c.tables.TableIn("44") == 0 {
				t.Errorf("%s: want a lobby in the channel, and %q:\n%s", tt.answer, tt.want, text)
			}
		})
	}
}

// A lobby whose message was deleted comes back for whoever opens a table there, and for /join.
func TestADeletedLobbyComesBack(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		const channel = "44"
		m, err := c.tables.Open(c.t.Context(), match.Opening{Guild: "1", Channel: channel, System: "ahole", Host: 1, Settings: match.DefaultSettings()})
		if err != nil {
			t.Fatal(err)
		}
		c.mirrors.Show(c.mirrorOf(m, BoardPost, bot.Shown{}))
		for _, name := range []string{"play", "join"} { // whoever has joined isn't asked to
			h := c.inChannel(c.join)
			if name == "play" {
				h = c.play
			}
			c.sleep(time.Minute)
			lobby, _ := c.discord.newestMessage(channel)
			there := answerText(c.t, c.Commands, h, request(2, 0, bot.Needed))
			c.sleep(time.Minute)
			c.discord.deleteMessage(channel, lobby.id)
			gone := answerText(c.t, c.Commands, h, request(2, 0, bot.Needed))
			c.sleep(time.Minute)
			back, _ := c.discord.newestMessage(channel)
			if back.id == "" || back.id == lobby.id || !strings.Contains(back.body, fmt.Sprintf("join/%d", m.ID)) {
				t.Errorf("/%s: the deleted lobby was not posted again, the newest message is %+v", name, back)
			}
			if name == "play" && (!strings.Contains(there, "[Join] [Go to the table]") || strings.Contains(gone, lobby.id) || !strings.Contains(gone, "Its message was deleted")) {
				t.Errorf("/play answers %q, want buttons that lead to the lobby; after the lobby was deleted %q, want that its message was deleted", there, gone)
			}
		}
	})
}

// Discord lets people use /settings to whom an admin has granted it under Integrations. The panel's
// buttons believe the command for a while.
func TestWhoMayUseSettingsMayClickItsPanel(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		click := c.forAdmins(clicked(ids.ParseSetting, c.settingChanged))
		const refused = "This needs the Manage Server permission."
		said := func(h handler, can bot.Permissions) string {
			return answerText(c.t, c.Commands, h, request(5, can, bot.Needed))
		}
		if got := said(click, 0); !strings.Contains(got, refused) {
			t.Errorf("a click by somebody who never used the command: %s", got)
		}
		if got := said(click, bot.ManageGuild); strings.Contains(got, refused) {
			t.Errorf("a click with the permission: %s", got)
		}
		if got := said(c.settings, 0); strings.Contains(got, refused) {
			t.Errorf("the command, which Discord let through: %s", got)
		}
		if got := said(click, 0); strings.Contains(got, refused) {
			t.Errorf("a click after the command: %s", got)
		}
		c.sleep(grantedFor)
		if got := said(click, 0); !strings.Contains(got, refused) {
			t.Errorf("a click long after the command: %s", got)
		}
	})
}

// A role that Discord refuses for another reason than a permission is told with that reason.
func TestARefusedRoleIsToldWithItsReason(t *testing.T) {
	c := New(Config{})
	x := settings.Role{System: "ahole", Title: "president", Role: "7"}
	got := c.roleTrouble(screen.GuildSettings{}, x, fmt.Errorf("give: %w", &rest.Refused{Status: 400, Code: 50028, Text: "Invalid role"}))
	if !strings.Contains(got.String(), "Invalid role") {
		t.Errorf("got the reason %q, want Discord's", got)
	}
}

// A host reaches every preset and every game from the lobby, page by page.
func TestEveryGameAndPresetCanBeChosenInALobby(t *testing.T) {
	withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
		for i := range settings.MaxPresets {
			s.presets = append(s.presets, settings.Preset{Name: fmt.Sprint("House ", i), System: "bigtwo"})
		}
	}, func(c *fixture) {
		m, err := c.tables.Open(c.t.Context(), match.Opening{Guild: "1", Channel: "44", System: "ahole", Host: 1, Settings: match.DefaultSettings()})
		if err != nil {
			t.Fatal(err)
		}
		found, page := map[string]bool{}, ""
		first, faces := "", ""
		for range 3 {
			shown, err := c.boardOf(c.t.Context(), m)
			if page != "" {
				r := request(1, 0, bot.Needed)
				r.Values = []string{page}
				var reply bot.Reply
				reply, err = c.lobbyMenu(c.t.Context(), visit{c.withSettings(c.t, r), m, 1}, ids.Lobby{Table: m.ID, What: ids.MenuToGame})
				shown = *reply.Message
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range shown.Blocks {
				menu, ok := b.(bot.Select)
				if !ok || !strings.HasSuffix(menu.ID, "/"+ids.MenuToGame) {
					continue
				}
				if len(menu.Options) > 25 {
					t.Fatalf("got %d options, want at most 25", len(menu.Options))
				}
				faces += menu.Placeholder.String() + "; "
				for _, o := range menu.Options {
					first = cmp.Or(first, o.Value)
					if _, isPage := screen.MenuPage(o.Value); isPage {
						page = o.Value
					} else {
						found[o.Value] = true
					}
				}
			}
		}
		if first != "game:ahole" || faces != "Game: President; Game: President; Game: President; " {
			t.Errorf("got the first choice %s and the closed menus %s, want game:ahole and President each time", first, faces)
		}
		if want := settings.MaxPresets + len(c.Systems); len(found) != want || !found["game:tienlen"] {
			t.Errorf("%d games and presets can be chosen, want %d", len(found), want)
		}
	})
}

// The menu of games in a lobby names what the table plays: a preset if the table has its rules.
func TestALobbysMenuNamesThePresetThatIsPlayed(t *testing.T) {
	long := map[string]string{"target": "7"}
	for _, tt := range []struct {
		why     string
		options map[string]string
		locked  bool
		want    string
	}{
		{"standard rules, which a preset has, too", nil, false, "Game: President"},
		{"the rules of a preset", long, false, "Game: ⭐ Long · President"},
		{"rules of its own", map[string]string{"target": "8"}, false, "Game: President"},
		{"standard rules in a channel that is locked to presets", nil, true, "Game: ⭐ Plain · President"},
	} {
		withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
			s.presets = []settings.Preset{{Name: "Plain", System: "ahole", Locked: tt.locked}, {Name: "Long", System: "ahole", Options: long, Locked: tt.locked}}
		}, func(c *fixture) {
			m, err := c.tables.Open(c.t.Context(), match.Opening{Guild: "1", Channel: "44", System: "ahole", Options: tt.options, Host: 1, Settings: match.DefaultSettings()})
			if err != nil {
				t.Fatal(err)
			}
			board, err := c.boardOf(c.t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range board.Blocks {
				if menu, ok := b.(bot.Select); ok && strings.HasSuffix(menu.ID, "/"+ids.MenuToGame) && menu.Placeholder.String() != tt.want {
					t.Errorf("%s: the menu shows %q, want %q", tt.why, menu.Placeholder, tt.want)
				}
			}
		})
	}
}

// Rules that are saved under a name that a preset has replace it, and the answer says so. A game's name
// is refused, because whoever types it means the game.
func TestSavingRulesSaysWhatBecomesOfTheName(t *testing.T) {
	withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
		s.presets = []settings.Preset{{Name: "House 6", System: "bigtwo"}}
	}, func(c *fixture) {
		for _, tt := range []struct{ name, want, why string }{
			{"Friday", "⭐ **Friday** is saved, and is among the games of a lobby now.", "a new name"},
			{"house 6", "⭐ **house 6** now has these rules instead of its old ones.", "a preset's name in small letters"},
			{"Big Two", `"Big Two" is a game. Give your rules another name.`, "a game's name"},
			{"tien len", `"tien len" is a game.`, "a game's name without accents"},
		} {
			r := c.clickRequest(1, fmt.Sprintf("keep/%d", c.id))
			r.Fields = map[string]string{"name": tt.name}
			if got := answerText(c.t, c.Commands, c.atTable(with(ids.ParseTableButton(ids.VerbKeep), c.saveFormEntered)), r); !strings.Contains(got, tt.want) {
				t.Errorf("%s: the answer is %q, want %q", tt.why, got, tt.want)
			}
		}
	})
}
