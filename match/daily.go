package match

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"deuces/game/ai"
	"deuces/standing"
	"deuces/standing/daily"
)

// Daily deals. Everyone can play the same deal alone against computers, at a table without a guild, a
// channel and a clock. The deal's seed follows from the day's secret, and what computers choose follows
// from the seed and what they see. The match is over after one round. When the day ends, the host loses
// the seat, and a stand-in plays the rest.

// Daily is the daily deal of a table.
type Daily struct {
	Day      daily.Day `json:"day"`
	Deal     int       `json:"deal"`              // from 1
	Playouts int       `json:"playouts"`          // for each decision of a computer
	Weights  string    `json:"weights,omitempty"` // see ai.Fixed
}

// IsDaily reports whether the table is for a daily deal.
func (m Match) IsDaily() bool { return m.Daily.Deal > 0 }

// BoundTo returns the numbers of a table and a round to which the seed of a deal is bound (deal.Seed). For a daily
// deal, the day takes the place of the table.
func (m Match) BoundTo(round int) (table int64, number int) {
	if m.IsDaily() {
		return int64(m.Daily.Day), round
	}
	return int64(m.ID), round
}

// Fixed returns what makes the current decision of a computer the same at all tables of a daily deal. It is
// zero at other tables.
func (m Match) Fixed() ai.Fixed {
	seat, due := m.Turn()
	if !m.IsDaily() || !due || len(m.seals) == 0 {
		return ai.Fixed{}
	}
	secret := m.seals[len(m.seals)-1].seed
	sum := sha256.Sum256(fmt.Appendf(nil, "deuces-daily-1 play %d %d %s", seat, m.Decision.Turn, secret[:]))
	fixed := ai.Fixed{Seed: binary.BigEndian.Uint64(sum[:]), Playouts: m.Daily.Playouts, Weights: m.Daily.Weights}
	if m.onlyComputersHoldCards() { // the host waits for a result that is decided
		fixed.Playouts = 1
	}
	return fixed
}

// AwaitsHost reports whether a person is to move and the table won't do it for them. auto means that it
// passes for them if they can do nothing else.
func (m Match) AwaitsHost(auto bool) bool {
	seat, due := m.Turn()
	return due && !m.Paused && !m.seats[seat].unmanned() && m.passesAt(auto).IsZero()
}

// settleDaily returns the host's result, or nil if the events don't end the round.
func (m Match) settleDaily(events []Event) *standing.Settlement {
	for _, e := range events {
		b, settled := e.Body.(Settled)
		seat, seated := m.Seat(m.Host)
		if !settled || !seated {
			continue
		}
		entry := standing.Entry{Player: m.Host, Place: m.Results[0].Place(seat), Points: b.Points[seat]}
		return &standing.Settlement{
			System: m.System, Match: int64(m.ID), Round: b.Round, Entries: []standing.Entry{entry},
			Daily: standing.Daily{Day: int(m.Daily.Day), Deal: m.Daily.Deal, Own: m.sits(int(seat))},
		}
	}
	return nil
}
