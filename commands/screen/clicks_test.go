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
	"deuces/say"
	"deuces/table"
)

// How many clicks a round takes of people who follow the hints, all hands together,
// with every pass clicked and with automatic passes. A play is one click where the hand
// has its button; else it takes the click that leads to it, or those that pick its cards.
func TestAutomaticPassesSaveClicks(t *testing.T) {
	rounds := gametest.Dose(t, 20, 20, 100)
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			var all, needed []int
			for n := range rounds {
				clicked, saved := clicksOf(t, sys, uint64(n+1))
				all, needed = append(all, clicked), append(needed, clicked-saved)
			}
			slices.Sort(all)
			slices.Sort(needed)
			before, after := all[rounds/2], needed[rounds/2]
			share := 100 * after / before
			t.Logf("%s, median of %d rounds: %d clicks, %d with automatic passes: %d %%", sys.Name, rounds, before, after, share)
			rules, err := sys.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			if rules.Passes() && share >= 100 {
				t.Error("automatic passes save nothing")
			}
		})
	}
}

// clicksOf plays a round and counts the clicks it takes, and those of passes that
// were the only choice.
func clicksOf(t *testing.T, sys systems.System, seed uint64) (clicks, saved int) {
	t.Helper()
	fewest, most := screentest.Seats(t, sys)
	m := screentest.NewMatch(t, sys, min(max(fewest, 4), most), nil)
	m = screentest.Do(t, m, table.Start{Player: 1}, m.At())
	players, err := sys.Players(m.Rules())
	if err != nil {
		t.Fatal(err)
	}
	r := gametest.NewRand(seed)
	for m.Phase() != table.Playing {
		m = screentest.Step(t, r, m)
	}
	for m.Phase() == table.Playing {
		seat, _ := m.Turn()
		seen, _ := m.Observation(seat)
		choice, err := players[ai.Normal].Choose(seen, ai.Budget{Playouts: 1}, seed)
		if err != nil {
			t.Fatal(err)
		}
		n := clicksFor(t, m, seat, choice.Action)
		if clicks += n; m.Stuck(seat) {
			saved += n
		}
		m = screentest.Do(t, m, table.Act{Player: m.Players()[seat], Decision: m.Decision(), Action: choice.Action}, m.At())
	}
	return clicks, saved
}

// clicksFor is how many clicks an action takes from where a hand opens.
func clicksFor(t *testing.T, m table.Match, seat game.Seat, a game.Action) int {
	t.Helper()
	s := snapshotOf(m)
	act := ids.Act{Table: m.ID(), Decision: m.Decision(), Action: a}.ID()
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

// buttonsOf are the custom_ids of a message's buttons.
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
