package commands

import (
	"strings"
	"testing"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/table"
)

// Every option of every system can be set in the panel to every value it has,
// and the panel says what it does.
func TestThePanelHasEveryOption(t *testing.T) {
	for _, sys := range systems.All() {
		m := newMatch(t, sys, 2, nil)
		s := sceneOf(m)
		menus, numbers := map[string]int{}, map[string]bool{}
		for at := 0; at <= (len(s.options())-1)/perPanel; at++ {
			for _, block := range s.panel(at, "", "").Blocks {
				switch b := block.(type) {
				case bot.Select:
					menus[b.ID[strings.LastIndex(b.ID, "/")+1:]] = len(b.Options)
				case bot.Section:
					numbers[b.Button.ID[strings.LastIndex(b.Button.ID, "/")+1:]] = true
				}
			}
		}
		for _, o := range s.options() {
			if o.Choices == nil && !numbers[o.Key] || menus[o.Key] != len(o.Choices) {
				t.Errorf("%s: %s can't be set to all it can be", sys.Name, o.Key)
			}
		}
	}
}

func TestARefusalStandsAtItsOption(t *testing.T) {
	sys := systems.All()[1]
	s := sceneOf(newMatch(t, sys, 2, nil))
	_, err := s.Decide(table.SetOption{Player: 1, Key: "coup", Value: "yes"}, s.At())
	if err == nil {
		t.Fatal("a coup without Jokers was set")
	}
	at := 0
	for i, o := range s.options() {
		if o.Key == "coup" {
			at = i / perPanel
		}
	}
	shown := snapshot(s.panel(at, "coup", err.Error()))
	if want := "**Coup** · What five of a kind with a Joker do.\n⚠️ A coup needs Jokers, and the deck has none."; !strings.Contains(shown, want) {
		t.Errorf("want %q in\n%s", want, shown)
	}
}

// The lobby lists what differs from the preset, and nothing else.
func TestTheLobbyListsWhatDiffers(t *testing.T) {
	sys := systems.All()[1]
	m := newMatch(t, sys, 2, map[string]string{"jokers": "2", "coup": "yes", "target": "0"})
	set := m.Settings()
	set.AutoPass, set.Seats = autoPassAfter, 5
	m = do(t, m, table.SetSettings{Player: 1, Settings: set}, m.At())
	s := sceneOf(m)
	s.lastly = map[string]string{}
	shown := snapshot(s.board())
	for _, want := range []string{"🔧 Jokers: **Two**\n🔧 Coup: **Yes**\n🔧 Winning score: **none**\n🔧 Seats: **5**\n🔧 Auto-pass: **On**\n-# all else as usual · 90 s a turn", "Same as last time"} {
		if !strings.Contains(shown, want) {
			t.Errorf("want %q in\n%s", want, shown)
		}
	}
	usual := sceneOf(newMatch(t, sys, 2, nil))
	usual.lastly = map[string]string{}
	if shown := snapshot(usual.board()); !strings.Contains(shown, "-# played as usual · 90 s a turn") || strings.Contains(shown, "Same as last time") {
		t.Errorf("as usual, and the last table was so as well:\n%s", shown)
	}
}

// What Discord registers is neutral.
func TestRegisteredTextsAreNeutral(t *testing.T) {
	r := bot.NewRouter()
	New(Config{Store: crowd{}, Systems: systems.All()}).Route(r)
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	say := func(s string) {
		if strings.Contains(strings.ToLower(s), "asshole") || strings.Contains(strings.ToLower(s), "half-ass") {
			t.Errorf("%q would be registered", s)
		}
	}
	for _, c := range r.Commands() {
		say(c.Name)
		say(c.Description)
		for _, o := range c.Options {
			say(o.Name)
			say(o.Description)
			for _, choice := range o.Choices {
				say(choice.Name)
			}
		}
	}
}
