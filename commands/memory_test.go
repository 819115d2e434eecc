package commands

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/settings"
	"deuces/standing"
)

// testRequest is a request together with the handler that answers it.
type testRequest struct {
	name string
	h    handler
	r    bot.Request
}

// resultRequests returns a request for each view of stored results or settings.
func (c *Commands) resultRequests() (all []testRequest) {
	add := func(what string, h handler, r bot.Request) {
		r.Guild, r.Channel, r.User, r.Can = "1", "2", bot.User{ID: "1", Name: "Ann"}, bot.ManageGuild
		all = append(all, testRequest{what, h, r})
	}
	args := func(id string) bot.Request { return bot.Request{Args: strings.Split(id, "/"), Private: true} }
	add("leaderboard", c.leaderboard, bot.Request{})
	add("leaderboard of a game", c.leaderboard, bot.Request{Options: map[string]string{"game": "ahole"}})
	add("leaderboard by rating, with bots, this season", pageOf(ids.ParseLeaders, c.leaders, false), args("president/rating/season/all/0"))
	add("leaderboard by an order that is gone, last page", pageOf(ids.ParseLeaders, c.leaders, false), args("all/rate/all/people/99"))
	add("leaderboard by an order that there isn't, in a month", pageOf(ids.ParseLeaders, c.leaders, false), args("asshole/scum/1999-12/people/0"))
	add("a season's leaderboard", pageOf(ids.ParseSeason, c.seasonLeaders, true), args("1"))
	add("profile", c.profile, bot.Request{})
	add("stats of a game, with bots", pageOf(ids.ParseStats, c.stats, false), args("1/asshole"))
	add("titles", pageOf(ids.ParseTitles, c.titles, false), args("all/all/0"))
	add("titles of a game", pageOf(ids.ParseTitles, c.titles, false), args("acehole"))
	add("history", pageOf(ids.ParseHistory, c.history, true), args("all/all/0"))
	add("history of a player, last page", pageOf(ids.ParseHistory, c.history, true), args("123/bigtwo/99"))
	add("a match", clicked(ids.ParsePast, c.pastMatch), args("1/0"))
	add("a match, last page", clicked(ids.ParsePast, c.pastMatch), args("1/99"))
	add("its records", clicked(ids.ParseSave, c.saveRecords), args("1/1"))
	for _, frame := range []string{"0", "1", "7", "99999"} {
		add("watch, move "+frame, clicked(ids.ParseWatch, c.watch), args("1/1/"+frame))
	}
	add("seasons", pageOf(ids.ParseHallOfFame, c.hallOfFame, false), args("0"))
	add("seasons, last page", pageOf(ids.ParseHallOfFame, c.hallOfFame, false), args("99"))
	for _, what := range []string{"back", "export", "ask"} {
		add("privacy, "+what, clicked(ids.ParsePrivacy, c.privacyClicked), args(what))
	}
	add("preferences", c.preferences, bot.Request{})
	for _, page := range []string{ids.TablesPage, ids.TitlesPage, ids.PresetsPage} {
		add("settings, "+page, clicked(ids.ParseSetting, c.settingChanged), bot.Request{Args: []string{page}, Private: true})
	}
	add("settings, a preset", clicked(ids.ParseSetting, c.settingChanged), bot.Request{Args: []string{"presets", "open"}, Values: []string{"A " + "Ann"}, Private: true})
	add("settings, a title's role", clicked(ids.ParseRoles, c.roleTitleChosen), bot.Request{Values: []string{"ahole/president"}, Private: true})
	add("settings, close the season", clicked(ids.ParseSetting, c.settingChanged), args("titles/close/ask"))
	add("settings, own words", clicked(ids.ParseForm, c.settingsForm), args("words"))
	for _, command := range []string{"play", "leaderboard"} {
		add("suggestions for the game of /"+command, c.suggest, bot.Request{Command: command, Focused: "game", Options: map[string]string{}})
	}
	return all
}

// helpRequests returns all requests for rules and help, whose replies are the same for everybody.
func (c *Commands) helpRequests(t *testing.T) (all []testRequest) {
	t.Helper()
	all = append(all, testRequest{"help", c.help, bot.Request{Guild: "1"}})
	for _, sys := range systems.All() {
		rules, err := sys.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		screens := 0
		for _, p := range rules.Pages() {
			screens += (len(p.Paragraphs) + 1) / 2
		}
		for i := range screens {
			all = append(all, testRequest{"rules of " + sys.Name, clicked(ids.ParseRules, c.rules), bot.Request{Guild: "1", Args: []string{sys.Name, fmt.Sprint(i)}}})
		}
	}
	return all
}

// rudeWords matches words that a server with clean titles never shows.
var rudeWords = regexp.MustCompile(`(?i)ahole|asshole|acehole|half-ass`)

// mustReply sends a request and checks the reply against Discord's limits.
func (c *Commands) mustReply(t *testing.T, a testRequest) bot.Reply {
	t.Helper()
	reply, err := c.handled(a.h)(t.Context(), a.r)
	if err != nil {
		t.Fatalf("%s: %v", a.name, err)
	}
	switch {
	case reply.Message != nil:
		err = bottest.Message(*reply.Message)
	case reply.Modal != nil:
		err = bottest.Modal(*reply.Modal)
	case len(reply.Choices) > 25:
		err = fmt.Errorf("got %d choices, want at most 25", len(reply.Choices))
	}
	if err != nil {
		t.Errorf("%s: %v", a.name, err)
	}
	for _, x := range reply.Choices {
		if n := len([]rune(x.Name.String())); n < 1 || n > 100 || len([]rune(x.Value)) > 100 {
			t.Errorf("%s: choice %q has no text, or more than 100 characters", a.name, x.Name)
		}
	}
	return reply
}

func plainName(i int) string {
	return []string{"Ann", "Bob", "Cy", "Dee", "", "*Eve*"}[i%6]
}

// The views of stored results have the golden texts, with a few people and with nobody. After a
// change of words, run go test ./commands -update and read the difference.
func TestResultsGolden(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // on a fake clock that starts in January 2000
		var b strings.Builder
		few := commandsOn(archive{n: 4, name: plainName, amount: 12, events: playMatch(t, systems.All()[0], 4, 2)}, func(g *settings.Guild) {
			g.Roles = []settings.Role{{System: "ahole", Title: game.President, Role: "99"}}
		})
		none := commandsOn(archive{name: plainName}, nil)
		for what, c := range map[string]*Commands{"few": few, "none": none} {
			b.Reset()
			for _, a := range c.resultRequests() {
				reply := c.mustReply(t, a)
				fmt.Fprintf(&b, "=== %s\n", a.name)
				switch {
				case reply.Message != nil:
					b.WriteString(screentest.Text(*reply.Message))
				case reply.Modal != nil:
					fmt.Fprintf(&b, "%s\n", reply.Modal.Title)
					for _, f := range reply.Modal.Fields {
						fmt.Fprintf(&b, "%s: %q\n", f.Label, f.Value)
					}
				}
				for _, x := range reply.Choices {
					fmt.Fprintf(&b, "%s\n", x.Name)
				}
				b.WriteString("\n")
			}
			if what == "few" {
				post, err := c.seasonOver(t.Context(), standing.Closed{Guild: "1", Channel: "2", Season: standing.SeasonInfo{Number: 1}})
				if err != nil || bottest.Message(post) != nil {
					t.Errorf("got the closing post with the errors %v and %v, want none", err, bottest.Message(post))
				}
				fmt.Fprintf(&b, "=== the closing post\n%s", screentest.Text(post))
			}
			screentest.Golden(t, "memory-"+what, b.String())
		}
	})
}

// Every reply fits Discord's limits, whatever the names, numbers and number of people are. A server
// with clean titles sees no rude word.
func TestResultsFitDiscordsLimits(t *testing.T) {
	names := map[string]func(int) string{
		"former players":    func(int) string { return "" },
		"emojis":            func(int) string { return strings.Repeat("👩‍👩‍👧‍👦", 9) },
		"astral letters":    func(int) string { return strings.Repeat("𝕬", 60) },
		"markdown":          func(i int) string { return strings.Repeat("*_~`|<>#[]()-\\", 5) + fmt.Sprint(i) },
		"marks and nothing": func(int) string { return "\u202e\u0301\u200b " + strings.Repeat("\u0489", 60) },
		"right to left":     func(int) string { return "\u202e" + strings.Repeat("שלום ", 12) },
		"mentions":          func(int) string { return strings.Repeat("@everyone <@1> <@&2> <#3> ", 4) },
		"links":             func(int) string { return strings.Repeat("https://x.com:80/a.b ", 4) },
	}
	wordings := map[string]func(*settings.Guild){
		"as the rules": nil,
		"own": func(g *settings.Guild) {
			g.Wording = settings.OwnWords
			for i := range g.Words {
				g.Words[i] = strings.Repeat(string([]rune("𝕬𝕭𝕮𝕯𝕰")[i]), settings.MaxWord/2)
			}
			for i, sys := range systems.All() {
				for _, w := range titlesOf(sys) {
					g.Roles = append(g.Roles, settings.Role{System: sys.Name, Title: w.Title, Role: fmt.Sprint(1234567890123456789 + i)})
				}
			}
			for i := range settings.MaxPlaces {
				g.Channels = append(g.Channels, fmt.Sprint(1234567890123456789+i))
			}
			g.Clock = 77 * 1e9
		},
		"clean": func(g *settings.Guild) { g.Wording = settings.Clean },
	}
	// In the small dose, each wording is tested with one kind of name that once was too long.
	longestNames := map[string]string{"as the rules": "astral letters", "clean": "emojis", "own": "emojis"}
	all := gametest.Dose(t, "each with one sort of names", "each with every sort", "each with every sort") == "each with every sort"
	longMatch := playMatch(t, systems.All()[1], 14, 11) // more rounds than fit on a page or in a message
	for _, naming := range slices.Sorted(maps.Keys(names)) {
		for i, wording := range slices.Sorted(maps.Keys(wordings)) {
			if !all && longestNames[wording] != naming {
				continue
			}
			size := []struct{ n, figure int }{{1, 1}, {40, 10_000}, {40, 1 << 40}}[i]
			t.Run(fmt.Sprintf("%s, %s, %d", naming, wording, size.figure), func(t *testing.T) {
				t.Parallel()
				c := commandsOn(archive{n: size.n, name: names[naming], amount: size.figure, events: longMatch}, wordings[wording])
				for _, a := range append(c.resultRequests(), c.helpRequests(t)...) {
					if strings.HasPrefix(a.name, "privacy") && (size.figure > 10_000 || size.figure > 1 && naming != "emojis") {
						continue // this reply lists every round, so its length doesn't depend on the name
					}
					reply := c.mustReply(t, a)
					texts := ""
					if reply.Message != nil {
						texts = screentest.AllText(*reply.Message)
					}
					for _, choice := range reply.Choices {
						texts += choice.Name.String() + "\n"
					}
					if found := rudeWords.FindString(texts); wording == "clean" && found != "" {
						t.Errorf("%s says %q:\n%s", a.name, found, texts)
					}
				}
				post, err := c.seasonOver(t.Context(), standing.Closed{Guild: "1", Channel: "2", Season: standing.SeasonInfo{Number: 1}})
				if err != nil || bottest.Message(post) != nil {
					t.Errorf("got the closing post with the errors %v and %v, want none", err, bottest.Message(post))
				}
			})
		}
	}
}

// Every combination of a leaderboard's filters shows a board whose pages and filters work.
func TestEveryFilterOfALeaderboardShowsABoard(t *testing.T) {
	t.Parallel()
	c := commandsOn(archive{n: 31, name: plainName, amount: 10_000}, nil)
	g := c.catalogue.In(settings.Default())
	boards := 0
	names := []string{""}
	for _, s := range systems.All() {
		names = append(names, s.Name)
	}
	for _, system := range names {
		for _, by := range append(g.Orders(system), bot.SelectOption{Value: "nonsense"}) {
			for _, period := range []standing.Period{standing.AllTime, standing.ThisSeason, standing.Season(3), standing.Season(999), "2020-02"} {
				for _, computers := range []bool{false, true} {
					for _, page := range []int{0, 3, 77} {
						l := ids.Leaders{System: system, By: by.Value, Period: period, Computers: computers, Page: page}
						r := bot.Request{Guild: "1", User: bot.User{ID: "1"}, Args: strings.Split(l.ID(), "/")[1:]}
						reply := c.mustReply(t, testRequest{l.ID(), pageOf(ids.ParseLeaders, c.leaders, false), r})
						text := screentest.Text(*reply.Message)
						if strings.Contains(text, "-# With bots") != computers || !strings.Contains(text, fmt.Sprintf("Page %d of 4", min(page, 3)+1)) {
							t.Fatalf("%s: got\n%s\nwant page %d of 4, and With bots: %t", l.ID(), text, min(page, 3)+1, computers)
						}
						boards++
					}
				}
			}
		}
	}
	if boards < 500 {
		t.Errorf("got %d boards, want at least 500", boards)
	}
}

// Every command can be registered, and its texts have no rude words. Every button has a route.
func TestEveryCommandAndButtonIsAnswered(t *testing.T) {
	router := bot.NewRouter()
	commandsOn(archive{}, nil).Route(router)
	if err := router.Check(); err != nil {
		t.Error(err)
	}
	if want := slices.Sorted(slices.Values(ids.Verbs())); !slices.Equal(router.Verbs(), want) {
		t.Errorf("the router has the verbs %q, but ids has %q", router.Verbs(), want)
	}
	specs, err := json.Marshal(router.Commands())
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range rudeWords.FindAllString(string(specs), -1) {
		if found != "asshole" { // a key, which no client shows
			t.Errorf("a command is registered with %q", found)
		}
	}
}

func TestALeaderboardTurnsItsPages(t *testing.T) {
	c := commandsOn(archive{n: 23, amount: 12, name: func(i int) string { return fmt.Sprint("Player ", i+1) }}, nil)
	for _, tt := range []struct {
		args          []string
		want, notWant string
		why           string
	}{
		{[]string{"all", "wins", "all", "people", "0"}, "Page 1 of 3", "Player 11", "ten to a page"},
		{[]string{"ahole", "points", "all", "people", "2"}, "23rd **Player 23** · **−142 points** · 12 rounds", "Player 20**", "the last page"},
		{[]string{"all", "wins", "s1", "all", "99"}, "Page 3 of 3", "Player 20**", "a page that is gone: the last there is"},
		{[]string{"ahole", "points", "2026-01", "people", "-7"}, "Page 1 of 3", "Player 11", "a forged page"},
		{[]string{"all", "president", "season", "people", "1"}, "matches won**", "Player 10**", "an order that there isn't"},
		{[]string{"all", "rate", "all", "people", "0"}, "*Matches won", "%", "an order that there isn't, with bots"},
		{[]string{"all", "points", "all", "people", "0"}, "*Matches won", "points", "points of all games can't be added"},
		{[]string{"all", "wins", "2020-02", "people", "0"}, "*February 2020", "January 2020", "a month that no menu offers"},
		{[]string{"acehole", "", "all", "people", "0"}, "*Matches won", "points**", "where points are penalties, matches won count"},
		{[]string{"acehole", "points", "all", "people", "0"}, "*Matches won", "points**", "nobody wants the most penalties"},
		{[]string{"nonsense", "", "nonsense", "", ""}, "All games\n🥇 **Player 1** · **4 matches won**", "Player 11", "a forged board"},
		{[]string{"acehole", "fewest", "all", "people", "0"}, "*Fewest penalty points", "*Matches won", "the fewest penalties are the best"},
		{[]string{"ahole", "fewest", "all", "people", "0"}, "*Matches won", "ewest", "fewest points are best only where they are penalties"},
	} {
		reply, err := pageOf(ids.ParseLeaders, c.leaders, false)(t.Context(), c.withSettings(t, bot.Request{Guild: "1", Args: tt.args}))
		if err != nil {
			t.Fatalf("%v: %v", tt.args, err)
		}
		got := screentest.Text(*reply.Message)
		if !strings.Contains(got, tt.want) || strings.Contains(got, tt.notWant) {
			t.Errorf("%v: want %q and not %q (%s):\n%s", tt.args, tt.want, tt.notWant, tt.why, got)
		}
	}
}
