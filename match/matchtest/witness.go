package matchtest

import (
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/match"
)

// Witness reads a table's log and tracks, by gametest.Oracle, which cards of the current round
// each seat has seen. Its Oracle is nil before the first deal.
type Witness struct{ *gametest.Oracle }

// Follow reads the next event; after is the match with it.
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
	if w.Oracle != nil && after.Phase != match.Playing { // hands are shown when the round is over
		w.End()
	}
	return err
}
