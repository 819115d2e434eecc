package table

import (
	"deuces/game/standing"
)

// Settle returns what the last events of a table add to the standings, nil for
// nothing. The match is the one after these events. Settlements add up: those of
// each event by itself sum to that of all together, so standings can be rebuilt
// from a log one event at a time.
func Settle(after Match, events []Event) *standing.Settlement {
	s := standing.Settlement{
		Guild: after.Guild(), Channel: after.Channel(), System: after.System(),
		Match: int64(after.id), Round: len(after.results),
		Entries: make([]standing.Entry, len(after.sitting)),
	}
	for i, sitting := range after.sitting {
		s.Entries[i].Player = sitting.player
	}
	counts := false
	for _, e := range events {
		switch b := e.Body.(type) {
		case Settled:
			for i, seat := range b.Places {
				s.Entries[seat].Place = i + 1
			}
			for i := range s.Entries {
				s.Entries[i].Points, s.Entries[i].Title = b.Points[i], b.Titles[i]
			}
			counts = true
		case Ended:
			if s.Round == 0 {
				continue
			}
			s.Finished, counts = true, true
			if b.Outcome.Winner >= 0 {
				s.Entries[b.Outcome.Winner].Winner = true
			}
		}
	}
	if !counts {
		return nil
	}
	return &s
}
