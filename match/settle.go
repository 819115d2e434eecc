package match

import (
	"slices"

	"deuces/game"
	"deuces/standing"
)

// Settle returns what the last events of a table add to the standings, nil for
// nothing. The match is the one after these events. Settlements add up: those of
// each event by itself sum to that of all together, so standings can be rebuilt
// from a log one event at a time.
func Settle(after Match, events []Event) *standing.Settlement {
	s := standing.Settlement{
		Guild: after.Guild, Channel: after.Channel, System: after.System,
		Match: int64(after.ID), Round: len(after.Results),
	}
	counts := false
	for _, e := range events {
		switch b := e.Body.(type) {
		case Settled:
			s.Entries = slices.Clone(after.entries)
			counts = true
		case Ended:
			if s.Round == 0 {
				continue
			}
			if s.Entries == nil {
				for _, seat := range after.seats {
					s.Entries = append(s.Entries, standing.Entry{Player: seat.player})
				}
			}
			s.Finished, counts = true, true
			if b.Outcome.Winner >= 0 {
				s.Won = true
				s.Entries[b.Outcome.Winner].Winner = true
			}
		}
	}
	if !counts {
		return nil
	}
	people := slices.DeleteFunc(slices.Clone(s.Entries), func(e standing.Entry) bool { return e.Player.IsComputer() })
	s.Computers = len(people) < len(s.Entries)
	s.Entries = people
	return &s
}

// share notes for whom a round counts.
func (m *Match) share(b Settled) {
	m.entries = make([]standing.Entry, len(m.seats), len(m.seats)+len(m.replaced))
	for i, s := range m.seats {
		m.entries[i] = standing.Entry{Player: s.player, Points: b.Points[i], Title: b.Titles[i], Left: s.unmanned(), Finish: m.lastCards[i]}
	}
	for _, seat := range b.Places {
		m.entries[seat].Place = game.Result{Places: b.Places, Ranks: b.Ranks}.Place(seat)
	}
	for _, p := range m.replaced {
		if _, seated := m.Seat(p); !seated {
			m.entries = append(m.entries, standing.Entry{Player: p, Left: true})
		}
	}
}
