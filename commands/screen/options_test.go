package screen

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Every option of every system can be set in the panel to each of its values, and the panel
// describes it.
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
				t.Errorf("%s: %s can't be set to all it can be", sys.Name, o.Key)
			}
		}
	}
}

// A refused value is explained on the page of its option, below it.
func TestARefusalStandsAtItsOption(t *testing.T) {
	sys, _ := systems.Latest("president")
	for _, tt := range []struct{ key, value, want string }{
		{"coup", "yes", "A coup needs Jokers, and the deck has none."},
		{"foursuits", "distinct", "Four single cards make a revolution only where equal plays are allowed"},
		{"target", "lots", `Winning score must be a number from 0 to 100, not "lots".`},
		{"target", "101", "from 0 to 100"},
		{"longest", "9", "from 10 to 200"},
		{"points", "4 x 1", "like 4 2 1 0"},
		{"points", "4", "2 to 14 numbers, not 1"},
		{"points", strings.Repeat("1 ", 15), "2 to 14 numbers, not 15"},
		{"points", "1 2", "Points can't rise: 2 is more than the place before it gets."},
		{"points", "100 0", "from −99 to 99"},
	} {
		s := snapshotOf(screentest.NewMatch(t, sys, 2, nil))
		_, err := s.Decide(match.SetOption{Player: 1, Key: tt.key, Value: tt.value}, s.At)
		var refused *game.Illegal
		if !errors.As(err, &refused) {
			t.Errorf("%s=%s: %v, want it refused", tt.key, tt.value, err)
			continue
		}
		is := func(o game.Option) bool { return o.Key == tt.key }
		pages := optionPages(s.Options())
		at := slices.IndexFunc(pages, func(page []game.Option) bool { return slices.ContainsFunc(page, is) })
		question := pages[at][slices.IndexFunc(pages[at], is)].Question
		shown := screentest.Text(s.OptionsPanel(at, tt.key, refused.Reason))
		if _, below, _ := strings.Cut(shown, "**"+string(question)+"**"); !strings.Contains(below, "\n⚠️ ") || !strings.Contains(below, tt.want) {
			t.Errorf("%s=%s: want %q below the option in\n%s", tt.key, tt.value, tt.want, shown)
		}
	}
}

// The lobby lists exactly the options that differ from the named set of rules that is the nearest, and the
// panel marks that set's values.
func TestTheLobbyListsWhatDiffers(t *testing.T) {
	sys := systems.All()[1]
	m := screentest.NewMatch(t, sys, 2, map[string]string{"jokers": "2", "coup": "yes", "target": "0"})
	set := m.Settings
	set.Seats = 5
	set.Pace, set.AutoPass = settings.Instant.Times()
	m = screentest.Do(t, m, match.SetSettings{Player: 1, Settings: set}, m.At)
	s := snapshotOf(m)
	shown := screentest.Text(s.Board())
	for _, want := range []string{"🔧 Jokers: **Two**\n🔧 Coup: **Yes**\n🔧 Winning score: **no limit**\n🔧 Seats: **5**\n🔧 Pace: **Instant**\n-# Otherwise Standard rules · 90 seconds per turn · forced passes show"} {
		if !strings.Contains(shown, want) {
			t.Errorf("want %q in\n%s", want, shown)
		}
	}
	party := snapshotOf(screentest.NewMatch(t, sys, 2, map[string]string{"jokers": "2", "equal": "skip", "four": "revolution", "target": "5"}))
	party.GuildSettings = NewCatalogue(allGames()).In(settings.Default())
	for want, msg := range map[string]bot.Message{
		"🔧 Winning score: **5**\n-# Otherwise Party rules · 90 seconds per turn": party.Board(),
		"Reset to Standard": party.OptionsPanel(0, "", say.Message{}),
	} {
		if shown := screentest.Text(msg); !strings.Contains(shown, want) || strings.Contains(shown, "**Jokers:") {
			t.Errorf("want %q in\n%s", want, shown)
		}
	}
	usual := snapshotOf(screentest.NewMatch(t, sys, 2, nil))
	if shown := screentest.Text(usual.Board()); !strings.Contains(shown, "-# Standard rules · 90 seconds per turn") {
		t.Errorf("the usual options:\n%s", shown)
	}
}
