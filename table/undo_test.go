package table_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// A player can't learn from an undo whether the next player can beat the play: until the last moment in
// which the play can be taken back, nothing shows. In each game, a player looks a hundred times, half of
// them at a hand that can beat the play, takes the play back, and guesses.
func TestALookByUndoSeesNothing(t *testing.T) {
	const looks, most = 100, 66 // chance guesses more than 66 of 100 right once in two thousand games
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			var seen [2]int // looks at hands that can't beat the play, and at hands that can
			right, undone := 0, 0
			for seen[0] < looks/2 || seen[1] < looks/2 {
				synctest.Test(t, func(t *testing.T) { lookByUndo(t, sys, looks/2, &seen, &right, &undone) })
			}
			t.Logf("%d of %d guesses are right, %d plays were taken back", right, looks, undone)
			if right > most || undone != looks {
				t.Errorf("got %d right guesses of %d by undo, want at most %d: undo tells whether the next player can beat the play; %d undone", right, looks, most, undone)
			}
		})
	}
}

// lookByUndo plays a round in which players take plays back, after a look at the next hand that tells
// whether it can beat the play, until there are enough looks of each kind.
func lookByUndo(t *testing.T, sys systems.System, enough int, seen *[2]int, right, undone *int) {
	seed := uint64(seen[0]<<8 + seen[1])
	r := rand.New(rand.NewPCG(seed, 5))
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
		allSystems(c)
		c.Latest = func(string) (int, bool) { return sys.Version, true }
		c.Random = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	})
	o := matchtest.Opening(nil)
	o.System, o.Settings = sys.Name, match.DefaultSettings()
	o.Settings.AutoPass, o.Settings.Undo = 1500*time.Millisecond, 3*time.Second
	m := h.startMatch(o, bob, cy, dee)
	for ; m.Phase == match.Playing; m = h.see(m.ID) {
		seat, _ := m.Turn()
		if m.MustPass(seat) {
			advance(time.Until(m.Alarm(true)))
			continue
		}
		play := randomAct(r, m)
		m = h.mustDo(m.ID, play)
		next, due := m.Turn()
		until, may := m.UndoUntil(seat)
		can := 0
		if due && canPlay(m) {
			can = 1
		}
		if !due || !may || next == seat || m.ForcedInView() || seen[can] == enough {
			synctest.Wait() // until the table has made a pass that everyone can foresee
			continue
		}
		advance(time.Until(until))
		guess := 1 // a player who couldn't play would have passed
		if h.see(m.ID).Decision != m.Decision {
			guess = 0
		}
		if guess == can {
			*right++
		}
		seen[can]++
		after, err := h.Do(t.Context(), m.ID, match.Undo{Player: play.Player, Decision: m.Decision})
		if err == nil {
			*undone++
			play.Decision = after.Decision
			h.mustDo(m.ID, play)
		}
		synctest.Wait()
	}
}

// randomAct returns a random decision of the seat to move, which seldom is a pass.
func randomAct(r *rand.Rand, m match.Match) match.Act {
	act := matchtest.Turn(m, r.IntN(len(m.State.Legal())))
	if act.Action.Verb == game.Pass && r.IntN(4) > 0 {
		act = matchtest.Turn(m, 0)
	}
	return act
}

// canPlay reports whether the seat to move holds cards that it may play.
func canPlay(m match.Match) bool {
	return slices.ContainsFunc(m.State.Legal(), func(a game.Action) bool { return a.Verb == game.Play })
}
