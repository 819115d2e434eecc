package screen

import (
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
)

// Counts how many clicks a round takes if all players follow the hints: the median of rounds that
// follow one another in matches, so that most begin with an exchange. Each way of playing is
// counted twice: as it was when each pass and each draw was a click and a hint had no button, and
// as it is now.
//
// - "asking": players click Hint for each choice and then the play that it suggests. With hints on
// every turn (/preferences) they needn't click Hint.
// - "knowing": they make the same plays without hints.
func TestHandsSaveClicks(t *testing.T) {
	rounds := gametest.Dose(t, 20, 20, 100)
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			var counted []clicks
			for match := uint64(1); len(counted) < rounds; match++ {
				counted = append(counted, clicksOf(t, sys, match, min(5, rounds-len(counted)))...)
			}
			median := func(of func(clicks) int) int {
				var all []int
				for _, c := range counted {
					all = append(all, of(c))
				}
				slices.Sort(all)
				return all[len(all)/2]
			}
			share := func(now, before func(clicks) int) int { return 100 * median(now) / median(before) }
			asked, asking, shown := func(c clicks) int { return c.asked }, func(c clicks) int { return c.asking }, func(c clicks) int { return c.shown }
			knew, knowing := func(c clicks) int { return c.knew }, func(c clicks) int { return c.knowing }
			t.Logf("%s, median of %d rounds: asking %d clicks before, %d now: %d %%; with hints on every turn %d: %d %%; knowing %d before, %d now: %d %%", sys.Name, rounds,
				median(asked), median(asking), share(asking, asked), median(shown), share(shown, asked), median(knew), median(knowing), share(knowing, knew))
			if got := share(shown, asked); got > 60 {
				t.Errorf("who gets a hint on every turn still clicks %d %% of before", got)
			}
			if got := share(knowing, knew); got > 85 {
				t.Errorf("who needs no hints still clicks %d %% of before", got)
			}
			if got := share(asking, asked); got > 90 {
				t.Errorf("who asks for hints still clicks %d %% of before", got)
			}
		})
	}
}

// clicks is the number of clicks in a round for each way of playing.
type clicks struct {
	asked, asking int // with Hint clicked, before and now
	shown         int // with hints on every turn
	knew, knowing int // without hints, before and now
}

// clicksOf plays rounds of a match and counts the clicks in each.
func clicksOf(t *testing.T, sys systems.System, seed uint64, rounds int) (all []clicks) {
	t.Helper()
	fewest, most := screentest.Seats(t, sys)
	m := screentest.NewMatch(t, sys, min(max(fewest, 4), most), nil)
	m = screentest.Do(t, m, match.Start{Player: 1}, m.At)
	players, err := sys.Players(m.Rules)
	if err != nil {
		t.Fatal(err)
	}
	r := gametest.NewRand(seed)
	var now clicks
	var drew game.Seat // the last decision was to draw, with no alternative
	for len(all) < rounds {
		if m.Phase == match.Over {
			return all
		}
		if m.Phase != match.Playing {
			if now != (clicks{}) {
				all = append(all, now)
			}
			now, drew = clicks{}, game.Nobody
			m = screentest.Step(t, r, m)
			continue
		}
		seat, _ := m.Turn()
		seen, _ := m.Observation(seat)
		choice, err := players[ai.Normal].Choose(seen, ai.Budget{Playouts: 1}, seed)
		if err != nil {
			t.Fatal(err)
		}
		steps, hint := clicksFor(t, m, seat, choice.Action), 0
		if len(m.State.Legal()) > 1 {
			hint = 1
		}
		now.asked += hint + steps
		now.knew += steps
		drawing := m.CanDrawOut(seat)
		switch {
		case m.MustPass(seat), drawing && drew == seat: // no click is needed
		case hint == 0: // the only choice
			now.asking, now.shown, now.knowing = now.asking+steps, now.shown+steps, now.knowing+steps
		default:
			hinted(t, m, seat, choice)
			now.asking, now.shown, now.knowing = now.asking+2, now.shown+1, now.knowing+steps
		}
		if drew = game.Nobody; drawing {
			drew = seat
		}
		m = screentest.Do(t, m, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: choice.Action}, m.At)
	}
	return all
}

// hinted checks that the play of a hint is one click on the hand that shows it.
func hinted(t *testing.T, m match.Match, seat game.Seat, choice ai.Choice) {
	t.Helper()
	s := snapshotOf(m)
	s.Hint = &choice
	id := ids.Act{Table: m.ID, Decision: m.Decision, Action: choice.Action, Hinted: true}.ID()
	if !slices.Contains(buttonsOf(s.Hand(seat, ids.Page{}, say.Message{})), id) {
		t.Fatalf("no button does what the hint says, %s", id)
	}
}

// clicksFor returns how many clicks an action takes from a newly opened hand.
func clicksFor(t *testing.T, m match.Match, seat game.Seat, a game.Action) int {
	t.Helper()
	s := snapshotOf(m)
	act := ids.Act{Table: m.ID, Decision: m.Decision, Action: a}.ID()
	opening := buttonsOf(s.Hand(seat, ids.Page{}, say.Message{}))
	if slices.Contains(opening, act) {
		return 1
	}
	for _, id := range opening {
		if rest, is := strings.CutPrefix(id, ids.VerbPick+"/"); is {
			page := ids.ParseHandPage(ids.VerbPick)(strings.Split(rest, "/")).Page
			if page.Class > 0 && slices.Contains(buttonsOf(s.Hand(seat, page, say.Message{})), act) {
				return 2
			}
		}
	}
	return len(a.Cards) + 1
}

// buttonsOf returns the custom_ids of a message's buttons.
func buttonsOf(m bot.Message) (all []string) {
	for _, b := range m.Blocks {
		if row, is := b.(bot.Row); is {
			for _, button := range row {
				all = append(all, button.ID)
			}
		}
	}
	return all
}
