package screen

import (
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Every option of every system can be set in the panel to every value it has,
// and the panel says what it does.
func TestThePanelHasEveryOption(t *testing.T) {
	for _, sys := range systems.All() {
		m := screentest.NewMatch(t, sys, 2, nil)
		s := snapshotOf(m)
		menus, numbers := map[string]int{}, map[string]bool{}
		for at := 0; at <= (len(s.Options())-1)/perPanel; at++ {
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

func TestARefusalStandsAtItsOption(t *testing.T) {
	sys := systems.All()[1]
	s := snapshotOf(screentest.NewMatch(t, sys, 2, nil))
	_, err := s.Decide(match.SetOption{Player: 1, Key: "coup", Value: "yes"}, s.At)
	if err == nil {
		t.Fatal("a coup without Jokers was set")
	}
	at := 0
	for i, o := range s.Options() {
		if o.Key == "coup" {
			at = i / perPanel
		}
	}
	shown := screentest.Text(s.OptionsPanel(at, "coup", say.Verbatim(err.Error())))
	if want := "**Coup** · What five of a kind with a Joker does.\n⚠️ A coup needs Jokers, and the deck has none."; !strings.Contains(shown, want) {
		t.Errorf("want %q in\n%s", want, shown)
	}
}

// The lobby lists what differs from the preset, and nothing else.
func TestTheLobbyListsWhatDiffers(t *testing.T) {
	sys := systems.All()[1]
	m := screentest.NewMatch(t, sys, 2, map[string]string{"jokers": "2", "coup": "yes", "target": "0"})
	set := m.Settings
	set.Seats = 5
	set.Pace, set.AutoPass = settings.Instant.Times()
	m = screentest.Do(t, m, match.SetSettings{Player: 1, Settings: set}, m.At)
	s := snapshotOf(m)
	shown := screentest.Text(s.Board())
	for _, want := range []string{"🔧 Jokers: **Two**\n🔧 Coup: **Yes**\n🔧 Winning score: **no limit**\n🔧 Seats: **5**\n🔧 Pace: **Instant**\n-# Otherwise standard rules · 90 seconds per turn · forced passes show"} {
		if !strings.Contains(shown, want) {
			t.Errorf("want %q in\n%s", want, shown)
		}
	}
	usual := snapshotOf(screentest.NewMatch(t, sys, 2, nil))
	if shown := screentest.Text(usual.Board()); !strings.Contains(shown, "-# Standard rules · 90 seconds per turn") {
		t.Errorf("the usual options:\n%s", shown)
	}
}
