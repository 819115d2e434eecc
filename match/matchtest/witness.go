package matchtest

import (
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/match"
)

// Witness reads a table's log and uses a gametest.Oracle to track which cards of the current round
// each seat has seen. The Oracle is nil before the first deal.
type Witness struct{ *gametest.Oracle }

// Follow processes the next event. after is the match after that event.
func (w *Witness) Follow(after match.Match, e match.Event) error {
	var err error
	switch b := e.Body.(type) {
	case match.Dealt:
		w.Oracle = gametest.NewOracle(after.Rules, after.Setup)
	case match.Acted:
		err = w.Move(record.Move{Seat: b.Seat, Action: b.Action})
	case match.Undone:
		err = w.Undo()
	}
	if w.Oracle != nil && after.Phase != match.Playing { // when the round is over, all hands are shown
		w.End()
	}
	return err
}
