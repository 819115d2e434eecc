package screen

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// rudeWords matches words that a server with clean titles never shows.
var rudeWords = regexp.MustCompile(`(?i)ahole|asshole|acehole|half-ass`)

// guildWithWording returns the settings of a guild with this wording. The guild's own words are set
// too.
func guildWithWording(w settings.Wording) GuildSettings {
	set := settings.Default()
	set.Wording = w
	set.Words = settings.Words{"King", "Queen", "Burgher", "Beggar", "Fool"}
	return NewCatalogue(allGames(), nil).In(set)
}

// allGames returns all systems as games of the catalogue.
func allGames() (games []Game) {
	for _, s := range systems.All() {
		g := Game{Name: s.Name, Title: s.Title, Penalty: s.Penalty}
		if rules, err := s.New(nil); err == nil {
			g.Titles = rules.Titles()
		}
		for _, set := range systems.RuleSets(s.Name) {
			g.Sets = append(g.Sets, RuleSet{Name: set.Name, Feel: set.Feel, Options: set.Options, Rounds: set.Rounds, Fewest: 2, Most: 8})
		}
		games = append(games, g)
	}
	return games
}

// The rules use a server's own words for titles.
func TestRulesInOwnWords(t *testing.T) {
	own := guildWithWording(settings.OwnWords)
	for _, sys := range systems.All() {
		rules, err := sys.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(rules.Titles(), func(w game.TitleWord) bool { return w.Title == game.President }) {
			continue
		}
		s := snapshotOf(screentest.NewMatch(t, sys, 4, nil))
		s.GuildSettings = own
		if w := marked(s.titleWords(), game.President); w.String() != "👑 King" {
			t.Errorf("%s: the guild's word for the best title is %q, want King", sys.Name, w)
		}
		text := own.Prose(rules, nil, rules.Pages()[0].Text().String())
		for _, want := range []string{"**King**", "**Fool**", "Queen", "Beggar"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the first page lacks %q:\n%s", sys.Name, want, text)
			}
		}
		if rudeWords.MatchString(text) || strings.Contains(text, "President") {
			t.Errorf("%s: the first page has the rules' own words:\n%s", sys.Name, text)
		}
	}
}

func TestARoundsResultBeginsWithTheHolderOfTheFirstTitle(t *testing.T) {
	sys := systems.All()[0]
	r := gametest.NewRand(2)
	m := screentest.NewMatch(t, sys, 4, nil)
	for m.Phase != match.Between || m.Decision.Round == 0 {
		m = screentest.Step(t, r, m)
	}
	s := snapshotOf(m)
	seat := s.holderSeat(1, game.President)
	president, name := m.Players()[seat], s.name(seat).String()
	for _, tt := range []struct {
		why    string
		streak standing.Streak
		want   string
	}{
		{"a streak", standing.Streak{Player: president, Rounds: 6}, name + " stays President · 6 rounds in a row"},
		{"one that ended", standing.Streak{Player: president, Rounds: 1, Deposed: 3, DeposedName: "Bob", DeposedRounds: 4}, name + " takes President from **Bob**"},
		{"one that ended after a round", standing.Streak{Player: president, Rounds: 1, Deposed: 3, DeposedName: "Bob", DeposedRounds: 1}, name + " takes President from **Bob**"},
		{"the first ever", standing.Streak{Player: president, Rounds: 1}, name + " is President"},
		{"another table was later", standing.Streak{Player: president + 1, Rounds: 6}, name + " is President"},
	} {
		tt.streak.System, tt.streak.Title, tt.streak.Name = sys.Name, game.President, s.People[seat].Name
		s.Streaks = []standing.Streak{tt.streak}
		got := strings.TrimPrefix(s.ceremony().String(), "### 👑 ")
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// A player gets a medal only for something: matches won, points, or the fewest penalties.
func TestMedalsAreForBetterPlayers(t *testing.T) {
	g := NewCatalogue(allGames(), nil).In(settings.Guild{})
	for _, c := range []struct {
		q      standing.Query
		rows   []standing.Row
		medals int
		why    string
	}{
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Points: -4}, {Rank: 1, Points: 9}}, 0, "no match is won"},
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Wins: 1}, {Rank: 2}, {Rank: 2}}, 1, "one is won, the others have nothing"},
		{standing.Query{System: "ahole", Order: standing.ByPoints}, []standing.Row{{Rank: 1, Points: 4}, {Rank: 2}, {Rank: 3, Points: -4}}, 1, "no points are worth no medal"},
		{standing.Query{System: "acehole", Order: standing.ByFewest}, []standing.Row{{Rank: 1}, {Rank: 2, Points: 1}}, 2, "the fewest penalties"},
		{standing.Query{Order: standing.ByRating}, []standing.Row{{Rank: 1, Rating: 900}, {Rank: 2, Rating: 800}, {Rank: 3, Rating: 700}, {Rank: 4}}, 3, "ratings"},
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Wins: 1}}, 1, "somebody alone who has won"},
	} {
		text := screentest.Text(Leaderboard(g, LeaderboardPage{Query: c.q, Found: standing.Page{Rows: c.rows, Total: len(c.rows)}, Now: screentest.Began}))
		got := 0
		for _, medal := range []string{"🥇", "🥈", "🥉"} {
			got += strings.Count(text, medal)
		}
		if got != c.medals {
			t.Errorf("%s: %d medals, want %d:\n%s", c.why, got, c.medals, text)
		}
	}
}

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
		{settings.Default(), Place{Can: bot.Needed}, ids.TablesPage, []string{"✅ Nothing is missing here."}, "all is well"},
		{settings.Default(), Place{Can: bot.Needed}, ids.TitlesPage, nil, "other pages don't say so"},
		{settings.Default(), Place{Missing: say.New("Send Messages")}, ids.TablesPage, []string{"❌ I'm missing Send Messages in this channel."}, "the bot may not write"},
		{settings.Guild{Threads: true}, Place{Can: bot.Needed}, ids.TitlesPage, []string{"❌ I'm missing Create Public Threads in this channel."}, "threads are wanted, and other pages say so, too"},
		{settings.Guild{Threads: true}, Place{Can: bot.Needed | bot.OpenThreads}, ids.TitlesPage, nil, "threads can be opened"},
		{settings.Guild{Roles: roles}, Place{Can: bot.Needed}, ids.TitlesPage, []string{"❌ I'm missing Manage Roles in this channel."}, "roles are wanted"},
		{settings.Guild{Threads: true, Roles: roles}, Place{Can: bot.Administrator}, ids.TitlesPage, nil, "an administrator may do everything"},
	} {
		got := CheckList(GuildSettings{Guild: tt.set}, tt.at, tt.page).String()
		if want := strings.Join(tt.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", tt.why, got, want)
		}
	}
}
