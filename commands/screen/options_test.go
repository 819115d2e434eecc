package screen

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
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

// Every option of every system can be set to each of its values in the panel.
func TestThePanelHasEveryOption(t *testing.T) {
	for _, sys := range systems.All() {
		m := screentest.NewMatch(t, sys, 2, nil)
		s := snapshotOf(m)
		menus, numbers := map[string]int{}, map[string]bool{}
		for at := range optionPages(s.Options()) {
			for _, block := range s.OptionsPanel(at, "", say.Message{}).Blocks {
				switch b := block.(type) {
				case bot.Select:
					menus[b.ID[strings.LastIndex(b.ID, "/")+1:]] = len(b.Options)
				case bot.Section:
					numbers[b.Button.ID[strings.LastIndex(b.Button.ID, "/")+1:]] = true
				}
			}
		}
		for _, o := range s.Options() {
			if o.Choices == nil && !numbers[o.Key] || menus[o.Key] != len(o.Choices) {
				t.Errorf("%s: the panel lacks values of option %s", sys.Name, o.Key)
			}
		}
	}
}

// If a value is refused, the reason is shown on the page of its option, below the option.
func TestARefusalIsShownBelowItsOption(t *testing.T) {
	sys, _ := systems.Latest("president")
	for _, tt := range []struct{ key, value, want string }{
		{"coup", "yes", "A Coup needs a Joker that can be played with other cards."},
		{"guillotine", "yes", "A Guillotine needs 2 Jokers that can be played with other cards."},
		{"points", "1 2", "Points must be 2 to 14 numbers like 4 2 1 0, from −99 to 99, none higher than the one before it."},
	} {
		s := snapshotOf(screentest.NewMatch(t, sys, 2, nil))
		_, err := s.Decide(match.SetOption{Player: 1, Key: tt.key, Value: tt.value}, s.At)
		var refused *game.Illegal
		if !errors.As(err, &refused) {
			t.Errorf("%s=%s: %v, want it refused", tt.key, tt.value, err)
			continue
		}
		isOption := func(o game.Option) bool { return o.Key == tt.key }
		pages := optionPages(s.Options())
		at := slices.IndexFunc(pages, func(page []game.Option) bool { return slices.ContainsFunc(page, isOption) })
		name := pages[at][slices.IndexFunc(pages[at], isOption)].Name
		shown := screentest.Text(s.OptionsPanel(at, tt.key, refused.Reason))
		if _, below, _ := strings.Cut(shown, "**"+string(name)+"**"); !strings.Contains(below, "\n⚠️ ") || !strings.Contains(below, tt.want) {
			t.Errorf("%s=%s: want %q below the option in\n%s", tt.key, tt.value, tt.want, shown)
		}
	}
}

// The lobby lists exactly the options that differ from the nearest named rule set.
func TestTheLobbyListsWhatDiffers(t *testing.T) {
	sys := systems.All()[1]
	m := screentest.NewMatch(t, sys, 2, map[string]string{"jokers": "2", "coup": "yes", "target": "0"})
	set := m.Settings
	set.Seats = 5
	set.Pace, set.AutoPass = settings.Instant.Times()
	m = screentest.Do(t, m, match.SetSettings{Player: 1, Settings: set}, m.At)
	party := snapshotOf(screentest.NewMatch(t, sys, 2, map[string]string{"jokers": "2", "equal": "skip", "four": "revolution", "target": "5"}))
	party.GuildSettings = NewCatalogue(allGames(), nil).In(settings.Default())
	for want, msg := range map[string]bot.Message{
		"🔧 Jokers in each deck: **2**\n🔧 Coup: **Yes**\n🔧 Seats: **5**\n🔧 Pace of bots: **Instant**\n-# 20 rounds · 90 seconds a turn · forced passes show": snapshotOf(m).Board(),
		"-# Party rules · First to 5 points, or 20 rounds · 90 seconds a turn":                                                                              party.Board(),
	} {
		if shown := screentest.Text(msg); !strings.Contains(shown, want) || strings.Contains(shown, "**Jokers in each deck:") {
			t.Errorf("want %q in\n%s", want, shown)
		}
	}
}

// A lobby says how long a match with a named set of rules is, and what ends it with other rules.
func TestALobbySaysHowLongAMatchIs(t *testing.T) {
	for _, tt := range []struct {
		system  string
		options map[string]string
		want    string
		why     string
	}{
		{"ahole", nil, "-# First to 10 points · 90 seconds", "standard rules, whose limit of rounds nobody reaches"},
		{"president", map[string]string{"rounds": "5"}, "-# Quick rules · First to 10 points, or 5 rounds · 90 seconds", "another set"},
		{"ahole", map[string]string{"equal": "skip"}, "-# First to 10 points · 90 seconds", "other rules"},
		{"ahole", map[string]string{"longest": "20"}, "First to 10 points, or 20 rounds · ", "a limit of rounds that was chosen"},
		{"ahole", map[string]string{"target": "0", "rounds": "50"}, "-# 50 rounds · ", "rounds"},
		{"acehole", nil, "-# Until someone has 100 points · ", "points that are bad"},
		{"bigtwo", nil, "-# 5 rounds · ", "rounds by default"},
		{"bigtwo", map[string]string{"target": "60", "rounds": "31"}, "**Dee**\n-# First to 60 points · ", "the rounds that don't count are left out"},
		{"bigtwo", map[string]string{"longest": "31"}, "**Dee**\n-# 5 rounds", "the longest match says nothing without a winning score"},
		{"ahole", map[string]string{"joker": "high", "demerits": "yes", "points": "distance"}, "seats\n🔧 Points: **One for each player placed below you**\n-# First", "Jokers and minus points that there aren't are left out"},
		{"ahole", map[string]string{"target": "0"}, "Until the host ends it", "no score and no number of rounds"},
		{"president", map[string]string{"points": "none", "rounds": "0"}, "Until the host ends it", "titles only, and no number of rounds"},
	} {
		sys, _ := systems.Latest(tt.system)
		s := snapshotOf(screentest.NewMatch(t, sys, 4, tt.options))
		s.GuildSettings = NewCatalogue(allGames(), nil).In(settings.Guild{})
		if text := screentest.AllText(s.Board()); !strings.Contains(text, tt.want) || strings.Contains(text, "Until the host") != strings.Contains(tt.want, "Until the host") {
			t.Errorf("%s: the lobby of %s with %v says\n%s\nwant %q", tt.why, tt.system, tt.options, text, tt.want)
		}
	}
}

// The host of a lobby is told when people have all its seats.
func TestTheHostOfAFullLobbyIsTold(t *testing.T) {
	sys, _ := systems.Latest("tienlen")
	for people, told := range map[int]bool{3: false, 4: true} {
		s := snapshotOf(screentest.NewMatch(t, sys, people, nil))
		s.Who[s.Host] = standing.Person{ID: "7", Name: "Ann"}
		if msg := s.AllHere(); slices.Equal(msg.Mentions, []string{"7"}) != told {
			t.Errorf("with %d people of 4 the message mentions %q, want the host: %t", people, msg.Mentions, told)
		}
	}
}

// The rules of a table begin with every option that was changed, and fit Discord's limits.
func TestTheRulesOfATableBeginWithEveryChangedOption(t *testing.T) {
	for _, sys := range systems.All() {
		r := gametest.NewRand(1)
		for range 20 {
			rules, options, err := gametest.Mix(sys.New, r)
			if err != nil {
				continue // these options are incompatible
			}
			page := Rules(say.New("Game"), sys.Name, []game.Page{{Paragraphs: append(HouseRules(rules, false), say.New("Aim"))}}, ids.Rules{System: sys.Name})
			if err := bottest.Message(page); err != nil {
				t.Errorf("%s %v: %v", sys.Name, options, err)
			}
			for _, o := range Options(rules, rules.Options(), false) {
				if says := strings.Contains(screentest.AllText(page), setting(o).String()); says != (o.Value != o.Preset && !o.Sleeps) {
					t.Errorf("%s %s: the page shows it: %t, want it exactly if it was changed and matters", sys.Name, o, says)
				}
			}
		}
	}
}

// A lobby whose rules are those of the last match marks that choice.
func TestAMenuMarksTheRulesOfLastTime(t *testing.T) {
	ours := map[string]string{"target": "7"}
	for _, tt := range []struct {
		why          string
		options      map[string]string
		last, marked string
	}{
		{"as in a rematch", ours, "7", "as last time"},
		{"other rules than last time", ours, "8", ""},
		{"standard rules", nil, "7", "Standard"},
	} {
		s := snapshotOf(screentest.NewMatch(t, systems.All()[0], 2, tt.options))
		s.GuildSettings = NewCatalogue(allGames(), nil).In(settings.Default())
		s.Defaults, s.LastOptions = s.Settings, map[string]string{"target": tt.last}
		marked := ""
		for _, b := range s.Menu(MenuFor{Player: s.Host}).Blocks {
			menu, _ := b.(bot.Select)
			for _, o := range menu.Options {
				if name, is := strings.CutPrefix(o.Label.String(), "House rules: "); is && o.Default {
					marked += name
				}
			}
		}
		if marked != tt.marked {
			t.Errorf("%s: %q is marked, want %q", tt.why, marked, tt.marked)
		}
	}
}
