package screen

import (
	"errors"
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
)

// A lobby warns if the match takes long, and if only the host ends it.
func TestALobbyWarnsOfALongMatch(t *testing.T) {
	const long, endless = "takes about", "goes on until the host ends it"
	for _, tt := range []struct {
		system  string
		options map[string]string
		rounds  int
		says    string
		why     string
	}{
		{"ahole", nil, 0, "", "standard rules"},
		{"ahole", map[string]string{"target": "40"}, 20, "", "twenty rounds are usual"},
		{"ahole", map[string]string{"target": "40"}, 21, long, "more are long"},
		{"ahole", map[string]string{"target": "0"}, 0, endless, "no score and no number of rounds"},
		{"ahole", map[string]string{"target": "0", "rounds": "50"}, 50, long, "a number of rounds is an end"},
		{"president", map[string]string{"points": "none", "rounds": "0"}, 0, endless, "titles only, and no number of rounds"},
		{"president", map[string]string{"target": "0"}, 20, "", "President has a number of rounds"},
		{"acehole", map[string]string{"target": "500"}, 30, long, "any game"},
	} {
		sys, _ := systems.Latest(tt.system)
		s := snapshotOf(screentest.NewMatch(t, sys, 4, tt.options))
		s.Length = tt.rounds
		said := screentest.Said(s.Board())
		for _, sentence := range []string{long, endless} {
			if strings.Contains(said, sentence) != (tt.says == sentence) {
				t.Errorf("%s %v, %d rounds: says %q: %t; %s", tt.system, tt.options, tt.rounds, sentence, strings.Contains(said, sentence), tt.why)
			}
		}
	}
}

// Acehole is for ten players: an eleventh seat is refused in the options, and an eleventh player in
// the lobby.
func TestAceholeRefusesAnEleventh(t *testing.T) {
	sys, _ := systems.Latest("acehole")
	m := screentest.NewMatch(t, sys, 10, nil)
	set := m.Settings
	set.Seats = 11
	for _, tt := range []struct {
		command match.Command
		says    string
	}{
		{match.SetSettings{Player: 1, Settings: set}, "This game is for 2 to 10 players."},
		{match.Join{Player: 11}, "All 10 seats are taken."},
		{match.SetOptions{Player: 1, Options: map[string]string{"decks": "1"}}, "5"},
	} {
		_, err := m.Decide(tt.command, m.At)
		var refused *game.Illegal
		if !errors.As(err, &refused) || !strings.Contains(refused.Reason.String(), tt.says) {
			t.Errorf("%#v: %v, want it refused with %q", tt.command, err, tt.says)
		}
	}
}
