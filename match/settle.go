package match

import (
	"slices"

	"deuces/game"
	"deuces/standing"
)

// Settle returns what the events add to the standings, or nil if nothing. after is the match
// after these events. Settlements are additive: the sum over single events equals the
// settlement of all of them, so standings can be rebuilt from a log event by event.
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
			s.People, s.Bots = after.roundPeople, after.roundBots
			counts = true
		case Ended:
			if s.Round == 0 {
				continue
			}
			if s.Entries == nil {
				for _, seat := range after.seats {
					s.Entries = append(s.Entries, standing.Entry{Player: seat.player})
				}
				s.People, s.Bots = after.countSeats()
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
	var people []standing.Entry
	for _, e := range s.Entries {
		switch {
		case !e.Player.IsComputer():
			people = append(people, e)
		case e.Title != "":
			s.BotTitles = append(s.BotTitles, e.Title)
		}
	}
	s.Entries = people
	return &s
}

// countSeats returns how many seats people have, and how many computer players have.
func (m Match) countSeats() (people, bots int) {
	for _, seat := range m.seats {
		if seat.player.IsComputer() {
			bots++
		} else {
			people++
		}
	}
	return people, bots
}

// setEntries records whom a round counts for. The events that follow in the same append may seat
// newcomers for the next round.
func (m *Match) setEntries(b Settled) {
	m.roundPeople, m.roundBots = m.countSeats()
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
