package systems_test

import (
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
)

// TestPlayersReadWhatBeatsThePlayOnTheTable checks View.Beats, the first line of a hand. That it isn't
// empty if something beats the play is checked by gametest, in all rounds.
func TestPlayersReadWhatBeatsThePlayOnTheTable(t *testing.T) {
	for _, tt := range []struct{ system, options, play, want string }{
		{"ahole", "", "3h 3s", "a higher pair, or one 2"},
		{"ahole", "", "9c 9h 9s", "a higher three of a kind, or two 2s"},
		{"ahole", "", "2h", ""},
		{"president", "equal=yes", "8h", "an equal or higher card"},
		{"president", "equal=yes", "2h", "an equal card"},
		{"president", "size=bigger", "8h 8s", "a higher pair, or any larger set"},
		{"president", "size=higher", "8h 8s", "a higher pair, or a larger set of a higher rank"},
		{"president", "size=any", "8h 8s", "any pair or larger set"},
		{"president", "jokers=2", "2h", "a Joker"},
		{"president", "four=invert", "5c 5d 5h 5s", "a lower four of a kind"},
		{"asshole", "", "8h", "a higher card, or the same rank in a higher suit"},
		{"daifugo", "", "5h 6h 7h", "a higher run of 3 cards"},
		{"bigtwo", "", "3d", "a higher card"},
		{"bigtwo", "", "2s", ""},
		{"bigtwo", "", "3d 4c 5h 6s 7c", "a higher Straight, or a Flush or better"},
		{"bigtwo", "", "3d 3c 3h 3s 4d", "a higher Bomb, or a Straight Flush"},
		{"bigtwo", "bombs=yes", "7d 7c", "a higher pair, or a Bomb or a Straight Flush"},
		{"acehole", "", "7d", "a lower ♦, any 7, a red J Q K or 6, a Joker, or a black Ace"},
		{"acehole", "", "Kd", "any ♦ number, any K, a red J Q K or 6, a Joker, or a black Ace"},
		{"acehole", "", "6d", "a higher ♦, any 6, a red J Q K or 6, a Joker, or a black Ace"},
		{"acehole", "", "As", "any Ace, a black J Q K or 6, or a Joker"},
		{"acehole", "", "*1", "any card"},
	} {
		latest, found := systems.Latest(tt.system)
		if !found {
			t.Fatalf("there is no system %s", tt.system)
		}
		setup := game.Setup{Lead: 0, Hands: gametest.Hands(t, tt.play+" Qd", "Tc", "Td", "Ts")}
		if tt.system == "acehole" {
			setup.TopCard = gametest.Cards(t, "9d")[0]
		}
		state := gametest.Start(t, gametest.New(t, latest.New, tt.options), setup)
		state, _ = gametest.Apply(t, state, 0, tt.play)
		if got := state.View(game.Watcher).Beats.String(); got != tt.want {
			t.Errorf("%s %s: %s is beaten by %q, want %q", tt.system, tt.options, tt.play, got, tt.want)
		}
	}
}
