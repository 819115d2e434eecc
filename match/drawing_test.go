package match_test

import (
	"errors"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

// A player who can only draw may draw out with one click. It stores the same events as single
// draws.
func TestDrawOutDrawsUntilACardCanBePlayed(t *testing.T) {
	sys, _ := systems.Latest("acehole")
	r := gametest.NewRand(4)
	m := screentest.NewMatch(t, sys, 4, nil)
	drawn, most, refused := 0, 0, 0
	for range 3000 {
		if m.Phase == match.Over {
			m = screentest.NewMatch(t, sys, 4, nil)
		}
		seat, due := m.Turn()
		if due {
			player, other := m.Players()[seat], m.Players()[(int(seat)+1)%4]
			c := match.DrawOut{Player: player, Decision: m.Decision}
			if _, err := m.Decide(match.DrawOut{Player: other, Decision: m.Decision}, m.At); err == nil {
				t.Fatal("somebody draws in another player's turn")
			}
			if _, err := m.Decide(match.DrawOut{Player: player, Decision: match.Decision{Round: m.Decision.Round, Turn: 99999}}, m.At); !errors.Is(err, match.ErrStale) {
				t.Fatalf("an old decision gives %v", err)
			}
			if m.CanDrawOut(seat) {
				clicked, n := m, 0
				for ; clicked.Phase == match.Playing && clicked.CanDrawOut(seat); n++ {
					clicked = screentest.Do(t, clicked, match.Act{Player: player, Decision: clicked.Decision, Action: game.Action{Verb: game.Draw}}, m.At)
				}
				m = screentest.Do(t, m, c, m.At)
				drawn, most = drawn+1, max(most, n)
				if one, several := matchtest.Describe(m), matchtest.Describe(clicked); one != several {
					t.Fatalf("one click leads to\n%s\nseveral to\n%s", one, several)
				}
				continue
			}
			if _, err := m.Decide(c, m.At); err == nil {
				t.Fatalf("with %v to choose from it draws", m.State.Legal())
			}
			refused++
		}
		m = screentest.Step(t, r, m)
	}
	if drawn < 20 || most < 3 || refused < 20 {
		t.Errorf("%d times drawn, at most %d cards, %d times refused: too few to show anything", drawn, most, refused)
	}
}
