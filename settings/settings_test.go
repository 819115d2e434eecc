package settings_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
	"deuces/standing"
)

// The stored form of a guild's settings must never change.
func TestStoredFormOfAGuildNeverChanges(t *testing.T) {
	full := settings.Guild{
		Channels: []string{"11", "12"}, Threads: true, Clock: 90 * time.Second, Computers: false, Mentions: false, Buried: 25,
		Colors: settings.TwoColors, Undo: 10 * time.Second, Wording: settings.OwnWords, Words: settings.Words{"Boss", "Deputy", "Folk", "Intern", "Cat"},
		Season: standing.Quarterly, Roles: []settings.Role{{System: "ahole", Title: game.President, Role: "99"}}, PeopleOnly: true,
	}
	form := map[string]string{
		"channels": "11 12", "threads": "yes", "clock": "1m30s", "computers": "no", "mentions": "no", "buried": "25", "colors": "two", "undo": "10s",
		"wording": "own", "words": `["Boss","Deputy","Folk","Intern","Cat"]`, "season": "quarter",
		"roles": `[{"system":"ahole","title":"president","role":"99"}]`, "people_only": "yes",
	}
	if diff := cmp.Diff(form, full.Form()); diff != "" {
		t.Error(diff)
	}
	for why, g := range map[string]settings.Guild{
		"everything": full, "nothing": settings.Default(),
		"no clock": func() settings.Guild { g := settings.Default(); g.Clock = settings.NoClock; return g }(),
	} {
		got, err := settings.Parse(g.Form())
		if diff := cmp.Diff(g, got); diff != "" || err != nil {
			t.Error(why, diff, err)
		}
	}
	if len(settings.Default().Form()) != 0 {
		t.Error("the default settings are stored, want an empty form")
	}
	for _, form := range []map[string]string{
		{"color": "green"}, {"threads": "maybe"}, {"clock": "soon"}, {"words": "x"}, {"wording": "rude"}, {"season": "never"}, {"undo": "long"}, {"undo": "16s"}, {"buried": "51"}, {"buried": "-1"}, {"buried": "deep"}, {"channels": "here"},
	} {
		if g, err := settings.Parse(form); err == nil {
			t.Errorf("Parse(%v) = %+v, want an error", form, g)
		}
	}
}

func TestCheck(t *testing.T) {
	own := settings.Words{"Boss", "Deputy", "Folk", "Intern", "Cat"}
	const gone, words = "can no longer be chosen", "five different words of at most 24 characters"
	for _, c := range []struct {
		why    string
		change func(*settings.Guild)
		text   string // part of the refusal; "": allowed
	}{
		{"as the turn begins", func(*settings.Guild) {}, ""},
		{"a second is the shortest clock", func(g *settings.Guild) { g.Clock = time.Second }, ""},
		{"less is not", func(g *settings.Guild) { g.Clock = time.Second / 2 }, gone},
		{"a week is the longest", func(g *settings.Guild) { g.Clock = 7 * 24 * time.Hour }, ""},
		{"more is not", func(g *settings.Guild) { g.Clock = 7*24*time.Hour + time.Second }, gone},
		{"a calm pace", func(g *settings.Guild) { g.Tempo = settings.Calm }, ""},
		{"an unknown pace", func(g *settings.Guild) { g.Tempo = "brisk" }, gone},
		{"plays stand", func(g *settings.Guild) { g.Undo = 0 }, ""},
		{"the longest undo", func(g *settings.Guild) { g.Undo = 15 * time.Second }, ""},
		{"a longer clock", func(g *settings.Guild) { g.Undo = 16 * time.Second }, gone},
		{"half a second to undo", func(g *settings.Guild) { g.Undo = time.Second / 2 }, gone},
		{"boards that stay", func(g *settings.Guild) { g.Buried = 0 }, ""},
		{"half a hundred messages", func(g *settings.Guild) { g.Buried = 50 }, ""},
		{"more than one request can hold", func(g *settings.Guild) { g.Buried = 51 }, gone},
		{"own words", func(g *settings.Guild) { g.Wording, g.Words = settings.OwnWords, own }, ""},
		{"own words that are missing", func(g *settings.Guild) { g.Wording = settings.OwnWords }, words},
		{"own words that are alike", func(g *settings.Guild) {
			g.Wording, g.Words = settings.OwnWords, settings.Words{"A", "B", "C", "D", "A"}
		}, words},
		{"a word that is too long", func(g *settings.Guild) {
			g.Wording, g.Words = settings.OwnWords, own
			g.Words[2] = strings.Repeat("ö", settings.MaxWord+1)
		}, words},
		{"a word of two lines", func(g *settings.Guild) { g.Wording, g.Words = settings.OwnWords, own; g.Words[2] = "a\nb" }, words},
		{"an unknown wording", func(g *settings.Guild) { g.Wording = "loud" }, gone},
		{"an unknown season plan", func(g *settings.Guild) { g.Season = "weekly" }, gone},
		{"an invalid channel", func(g *settings.Guild) { g.Channels = []string{"general"} }, gone},
		{"a role for an unknown title", func(g *settings.Guild) { g.Roles = []settings.Role{{Role: "1"}} }, gone},
		{"two roles for one title", func(g *settings.Guild) {
			g.Roles = slices.Repeat([]settings.Role{{System: "ahole", Title: game.Scum, Role: "1"}}, 2)
		}, gone},
		{"too many roles", func(g *settings.Guild) { g.Roles = make([]settings.Role, settings.MaxRoles+1) }, gone},
	} {
		g := settings.Default()
		c.change(&g)
		err := g.Check()
		var refused *game.Illegal
		switch {
		case c.text == "" && err != nil:
			t.Errorf("%s: got the refusal %v, want none", c.why, err)
		case c.text != "" && (!errors.As(err, &refused) || !strings.Contains(refused.Reason.String(), c.text)):
			t.Errorf("%s: got %v, want a refusal with %q", c.why, err, c.text)
		}
	}
}

func TestTitleNames(t *testing.T) {
	rules := []game.TitleWord{
		{Title: game.President, Word: say.New("President"), Place: 1}, {Title: game.VicePresident, Word: say.New("Vice-President"), Place: 2}, {Title: game.Citizen, Word: say.New("Citizen"), Place: 3},
		{Title: game.ViceScum, Word: say.New("Half-Ass"), Clean: say.New("Vice-Scum"), Place: 4}, {Title: game.Scum, Word: say.New("Asshole"), Clean: say.New("Scum"), Place: 5}, {Title: game.BigTwo, Word: say.New("Big Two")}, {Title: game.Acehole, Word: say.New("Acehole"), Clean: say.New("Ace")},
	}
	for wording, want := range map[settings.Wording]string{
		settings.AsTheRules: "[President Vice-President Citizen Half-Ass Asshole Big Two Acehole]",
		settings.Clean:      "[President Vice-President Citizen Vice-Scum Scum Big Two Ace]",
		settings.OwnWords:   "[Boss Deputy Folk Intern Cat Big Two Acehole]",
	} {
		g := settings.Default()
		g.Wording, g.Words = wording, settings.Words{"Boss", "Deputy", "Folk", "Intern", "Cat"}
		var words []string
		for i, w := range g.Titles(rules) {
			if w.Title != rules[i].Title {
				t.Errorf("%s: title %d is %q, want %q", wording, i, w.Title, rules[i].Title)
			}
			words = append(words, w.Word.String())
		}
		if got := fmt.Sprint(words); got != want {
			t.Errorf("%s: got the words %s, want %s", wording, got, want)
		}
	}
	if rules[4].Word.String() != "Asshole" {
		t.Error("Titles changed the words of the rules that it was given")
	}
}

func TestAllows(t *testing.T) {
	g := settings.Default()
	if !g.Allows("1") {
		t.Error("no channel is named: got channel 1 refused, want every channel allowed")
	}
	if g.Channels = []string{"2"}; g.Allows("1") || !g.Allows("2") {
		t.Error("only channel 2 is named: got channel 1 allowed, or channel 2 refused")
	}
}

func TestPresets(t *testing.T) {
	house := settings.Preset{Name: "House", System: "ahole", Options: map[string]string{"pass": "out"}}
	league := settings.Preset{Name: "League", System: "bigtwo", Channels: []string{"5"}, Locked: true}
	all := []settings.Preset{house, league}
	for _, c := range []struct {
		why, channel string
		available    []settings.Preset
		locked       bool
	}{
		{"elsewhere", "1", []settings.Preset{house}, false},
		{"if one is locked, nothing else", "5", []settings.Preset{league}, true},
	} {
		available, locked := settings.Offered(all, c.channel)
		if diff := cmp.Diff(c.available, available); diff != "" || locked != c.locked {
			t.Errorf("%s: locked is %v, want %v; presets (-want +got):\n%s", c.why, locked, c.locked, diff)
		}
	}
	for why, p := range map[string]settings.Preset{
		"without a name":        {System: "ahole"},
		"without a system":      {Name: "x"},
		"with a long name":      {Name: strings.Repeat("x", settings.MaxName+1), System: "ahole"},
		"in a channel of words": {Name: "x", System: "ahole", Channels: []string{"general"}},
	} {
		if p.Check() == nil {
			t.Errorf("a preset %s is valid, want an error", why)
		}
	}
}

// TempoOf recovers the tempo from the durations that a table stores.
func TestTempoOf(t *testing.T) {
	for _, tempo := range settings.Tempos() {
		if got := settings.TempoOf(tempo.Times()); got != tempo {
			t.Errorf("the times of %s: got the tempo %q", tempo, got)
		}
	}
	if got := settings.TempoOf(1500*time.Millisecond, 5*time.Second); got != settings.BotTempo {
		t.Errorf("an operator's own times: got the tempo %q, want that of the bot", got)
	}
}

// Each value of each preference can be set and read back. It is stored unless it is the default.
func TestPreferencesReadBack(t *testing.T) {
	if form := settings.DefaultPerson().Form(); len(form) > 0 {
		t.Errorf("the default preferences are stored as %v, want an empty form", form)
	}
	keys := map[string]bool{}
	for _, x := range settings.Preferences() {
		if keys[x.Key] {
			t.Errorf("two preferences have the key %q", x.Key)
		}
		keys[x.Key] = true
		if n := len(x.Values); n < 2 || n > 5 {
			t.Errorf("%s has %d values, want 2 to 5, which fit a row of buttons", x.Key, n)
		}
		for i, v := range x.Values {
			p, err := settings.DefaultPerson().With(x.Key, v.Key)
			if err != nil || x.Shows(p) != v.Key {
				t.Fatalf("%s=%s is shown as %q (%v)", x.Key, v.Key, x.Shows(p), err)
			}
			form := p.Form()
			if want := min(i, 1); len(form) != want {
				t.Errorf("%s=%s is stored as %v, want %d fields", x.Key, v.Key, form, want)
			}
			if again, err := settings.ParsePerson(form); err != nil || again != p {
				t.Errorf("%s=%s is read back as %+v (%v)", x.Key, v.Key, again, err)
			}
		}
	}
}

// The stored form of a person's preferences must never change.
func TestStoredFormOfAPersonNeverChanges(t *testing.T) {
	form := map[string]string{"cards": "words", "colors": "two", "autopass": "hand", "notice": "late", "where": "dm", "hints": "turn"}
	want := settings.Person{
		Cards: settings.InWords, Colors: settings.TwoColors, AutoPass: settings.PassByHand, Notice: settings.NoticeLate, Where: settings.ByDM, Hints: settings.HintsEachTurn,
	}
	if got, err := settings.ParsePerson(form); err != nil || got != want || !maps.Equal(want.Form(), form) {
		t.Errorf("%v is read as %+v, %v; %+v is stored as %v", form, got, err, want, want.Form())
	}
}

func TestUnknownPreferencesAreRefused(t *testing.T) {
	for why, form := range map[string]map[string]string{
		"no such preference": {"hats": "yes"},
		"no such value":      {"cards": "marble"},
		"no value":           {"cards": ""},
	} {
		if p, err := settings.ParsePerson(form); err == nil {
			t.Errorf("%s: ParsePerson(%v) = %+v, want an error", why, form, p)
		}
		for key, value := range form {
			if p, err := settings.DefaultPerson().With(key, value); err == nil || p != settings.DefaultPerson() {
				t.Errorf("%s: choosing %s=%s gives %+v (%v), want an error and no change", why, key, value, p, err)
			}
		}
	}
}

// A player's own choice of when and where to be notified overrides the operator's default. In a
// guild without mentions nobody is mentioned in channels.
func TestWhenPlayersAreNotified(t *testing.T) {
	silent := settings.Default()
	silent.Mentions = false
	for _, tt := range []struct {
		why             string
		g               settings.Guild
		operatorDefault settings.Mention
		notice          settings.Notice
		where           settings.Where
		want            settings.Mention
		byDM            bool
	}{
		{"nothing is chosen", settings.Default(), settings.MentionWarning, settings.NoticeServer, settings.InChannel, settings.MentionWarning, false},
		{"only the place is chosen", settings.Default(), settings.MentionTurn, settings.NoticeServer, settings.ByDM, settings.MentionTurn, true},
		{"never", settings.Default(), settings.MentionTurn, settings.NoticeNever, settings.InChannel, settings.MentionOff, false},
		{"late, although the operator's default is at once", settings.Default(), settings.MentionTurn, settings.NoticeLate, settings.InChannel, settings.MentionWarning, false},
		{"at once, although the operator's default is never", settings.Default(), settings.MentionOff, settings.NoticeAtOnce, settings.InChannel, settings.MentionTurn, false},
		{"direct messages are closed", settings.Default(), settings.MentionOff, settings.NoticeAtOnce, settings.DMClosed, settings.MentionTurn, false},
		{"no mentions in this server", silent, settings.MentionTurn, settings.NoticeServer, settings.InChannel, settings.MentionOff, false},
		{"none, regardless of the preference", silent, settings.MentionTurn, settings.NoticeAtOnce, settings.InChannel, settings.MentionOff, false},
		{"none in the channel; a direct message is nobody else's business", silent, settings.MentionTurn, settings.NoticeLate, settings.ByDM, settings.MentionWarning, true},
		{"none, if the server decides", silent, settings.MentionTurn, settings.NoticeServer, settings.ByDM, settings.MentionOff, true},
		{"none, and direct messages are closed", silent, settings.MentionTurn, settings.NoticeAtOnce, settings.DMClosed, settings.MentionOff, false},
	} {
		p := settings.DefaultPerson()
		p.Notice, p.Where = tt.notice, tt.where
		if when, byDM := p.Told(tt.g, tt.operatorDefault); when != tt.want || byDM != tt.byDM {
			t.Errorf("%s: got %s, by direct message %v, want %s, %v", tt.why, when, byDM, tt.want, tt.byDM)
		}
	}
}

// DMClosed is stored like the other values of the preference but can't be chosen.
func TestDMClosedIsStoredButCannotBeChosen(t *testing.T) {
	closed := settings.DefaultPerson()
	closed.Where = settings.DMClosed
	form := closed.Form()
	if again, err := settings.ParsePerson(form); err != nil || again != closed || len(form) != 1 {
		t.Errorf("stored as %v, DMClosed is read back as %+v (%v)", form, again, err)
	}
	if p, err := settings.DefaultPerson().With("where", string(settings.DMClosed)); err == nil {
		t.Errorf("DMClosed was chosen: got %+v, want an error", p)
	}
	if p, err := closed.With("where", string(settings.ByDM)); err != nil || p.Where != settings.ByDM {
		t.Errorf("choosing direct messages after they were closed: got %+v (%v)", p, err)
	}
}
