package match_test

import (
	"fmt"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

// Play now: computers take the missing seats, but no more.
func TestStartFillsTheTableToTheMinimum(t *testing.T) {
	for _, tt := range []struct {
		system  string
		others  []match.Player
		players string
	}{
		{"ahole", nil, "[11 -1 -2 -3]"},                           // AHole needs four
		{"ahole", []match.Player{bob}, "[11 12 -1 -2]"},           // Bob has one of the seats
		{"acehole", []match.Player{bob, eve}, "[11 12 15]"},       // enough people: nobody is added
		{"bigtwo", []match.Player{bob, eve, 16}, "[11 12 15 16]"}, // exactly four
	} {
		o := matchtest.Opening(nil)
		o.System, o.Version, o.Others, o.Settings = tt.system, version(t, tt.system), tt.others, match.DefaultSettings()
		m := matchtest.Play(t, match.New(1, systems.New), o, match.Start{Player: ann, Fill: ai.Easy})
		if got := fmt.Sprint(m.Players()); got != tt.players || m.Phase == match.Lobby {
			t.Errorf("%s with %v more: %s plays, want %s", tt.system, tt.others, got, tt.players)
		}
		for seat := range m.Players() {
			if c, ok := m.Computer(game.Seat(seat)); ok && c.Level != ai.Easy {
				t.Errorf("%s: a computer player is %s", tt.system, c.Level)
			}
		}
	}
}

func TestTheHostChangesTheGame(t *testing.T) {
	o := matchtest.Opening(map[string]string{"jokers": "2"})
	o.System, o.Version, o.Settings = "ahole", version(t, "ahole"), match.DefaultSettings()
	m := matchtest.Play(t, match.New(1, systems.New), o, match.Join{Player: bob}, match.AddComputer{Player: ann, Level: ai.Easy, Fill: true}, match.AddComputer{Player: ann, Level: ai.Hard})
	to := func(system string, options map[string]string) match.SetGame {
		return match.SetGame{Player: ann, System: system, Version: version(t, system), Options: options}
	}
	for why, c := range map[string]match.Command{
		"only the host changes it": match.SetGame{Player: bob, System: "bigtwo", Version: 1},
		"an unknown option":        to("bigtwo", map[string]string{"jokers": "2"}),
		"an unknown value":         to("acehole", map[string]string{"draw": "never"}),
		"no such game":             match.SetGame{Player: ann, System: "chess", Version: 1},
	} {
		if _, err := m.Decide(c, m.At); err == nil {
			t.Errorf("%s, and it isn't refused", why)
		}
	}
	if got := fmt.Sprint(m.Players()); got != "[11 12 -1 -2 -3]" {
		t.Fatalf("at AHole sit %s", got)
	}
	m = matchtest.Play(t, m, to("bigtwo", map[string]string{"rounds": "2"}))
	if m.System != "bigtwo" || m.Rules.Name() != "bigtwo" || m.Options["rounds"] != "2" || m.Options["jokers"] != "" {
		t.Errorf("it is %s with %v", m.System, m.Options)
	}
	if got := fmt.Sprint(m.Players()); got != "[11 12 -1 -2]" {
		t.Errorf("computer players make room for the seats of Big Two: %s", got)
	}
	m = matchtest.Play(t, m, match.Join{Player: eve}, match.Join{Player: 16}, to("ahole", nil), match.Join{Player: 17})
	if _, err := m.Decide(to("bigtwo", nil), m.At); !matchtest.Refused(err) {
		t.Errorf("five people have joined, and Big Two is for four: %v", err)
	}
	m = matchtest.Play(t, m, match.Start{Player: ann})
	if _, err := m.Decide(to("bigtwo", nil), m.At); !matchtest.Refused(err) {
		t.Errorf("the match has begun: %v", err)
	}
}

func version(t *testing.T, system string) int {
	t.Helper()
	s, ok := systems.Latest(system)
	if !ok {
		t.Fatalf("there is no system %s", system)
	}
	return s.Version
}
