package screen

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Until it is played, a player's plan changes nobody else's messages. It does change the player's
// own hand.
func TestAPlanIsInNobodyElsesMessages(t *testing.T) {
	for _, sys := range systems.All() {
		fewest, _ := screentest.Seats(t, sys)
		n := max(fewest, 3)
		r := gametest.NewRand(5)
		m := screentest.NewMatch(t, sys, n, nil)
		m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: 1}, m.At))
		plans := 0
		for range 40 {
			m = screentest.Step(t, r, m)
			for s := range m.Players() {
				seat := game.Seat(s)
				if m.Phase != match.Playing || !m.CanPlan(seat) {
					continue
				}
				v, _ := m.View(seat)
				plan := match.Plan{Player: m.Players()[seat], Decision: m.Decision, Action: game.Action{Verb: game.Play, Cards: []card.Card{v.Hand[len(v.Hand)/2]}}}
				after := screentest.Do(t, m, plan, m.At)
				plans++
				withPlan, withoutPlan := snapshotOf(after), snapshotOf(m)
				compare := func(what string, differ bool, now, then bot.Message) {
					if with, without := screentest.Text(now), screentest.Text(then); differ == (with == without) {
						t.Fatalf("%s, %s, with a plan of seat %d (-without +with):\n%s", sys.Name, what, seat, cmp.Diff(without, with))
					}
				}
				compare("board", false, withPlan.Board(), withoutPlan.Board())
				compare("mention", false, withPlan.TurnMention(settings.MentionTurn, m.At), withoutPlan.TurnMention(settings.MentionTurn, m.At))
				for other := range game.Seat(n) {
					compare(fmt.Sprint("hand ", other), other == seat, withPlan.Hand(other, ids.Page{}, say.Message{}), withoutPlan.Hand(other, ids.Page{}, say.Message{}))
				}
			}
		}
		if plans < 20 {
			t.Errorf("%s: got %d plans to compare, want at least 20", sys.Name, plans)
		}
	}
}

// Hands have the golden texts when a player plans a turn.
func TestPlanGolden(t *testing.T) {
	m := screentest.MatchWithHands(t, "bigtwo", nil, []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h", "7h 7d 8c 2s"}, "", "3d")
	var b goldenTexts
	add := func(what string, m match.Match, at ids.Page) {
		b.add(t, what, snapshotOf(m).Hand(2, at, say.Message{}))
	}
	plan := func(text string) match.Match {
		a, err := game.ParseAction(text)
		if err != nil {
			t.Fatal(err)
		}
		return screentest.Do(t, m, match.Plan{Player: m.Players()[2], Decision: m.Decision, Action: a}, m.At)
	}
	turn := func(m match.Match) match.Match {
		return screentest.Do(t, m, match.Act{Player: m.Players()[1], Decision: m.Decision, Action: game.Action{Verb: game.Play, Cards: m.State.Legal()[0].Cards}}, m.At)
	}
	add("out of turn", m, ids.Page{})
	add("the menu out of turn", m, ids.Page{Menu: true})
	add("planning", m, ids.Page{Planning: true})
	add("planning a pair", m, ids.Page{Planning: true, Picks: "7d7h"})
	add("a card is planned", plan("2s"), ids.Page{})
	add("and the turn has come", turn(plan("2s")), ids.Page{})
	add("a pass is planned", plan("pass"), ids.Page{})
	add("and the turn to pass has come", turn(plan("pass")), ids.Page{})
	held := turn(m)
	held.Settings.AutoPass = time.Second
	add("a pass waits for the end of undo", screentest.Do(t, held, match.Act{Player: m.Players()[2], Decision: held.Decision, Action: game.Action{Verb: game.Pass}}, held.At), ids.Page{})
	add("the pair is planned, and isn't possible", turn(plan("7d 7h")), ids.Page{})
	screentest.Golden(t, "plan", b.String())
}
