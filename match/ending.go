package match

import (
	"slices"
	"time"

	"deuces/game"
	"deuces/internal/say"
)

// End closes the table early. The host may do this, anyone for whom Force is set, and anyone at all
// once every person has left.
type End struct {
	Player Player
	Force  bool // the player may close other people's tables
}

func (c End) decide(d *Draft) error {
	switch {
	case c.Player == d.Host:
		return d.end(ByHost, c.Player)
	case c.Force, d.Deserted():
		return d.end(ByForce, c.Player)
	}
	return ErrHostOnly
}

// end closes the table before its match is decided. Finished rounds keep their points (rules.md
// P8).
func (d *Draft) end(cause Cause, by Player) error {
	e := Ended{Cause: cause, By: by}
	if d.Decision.Round > 0 {
		e.Outcome = d.outcome(true)
	}
	return d.add(e)
}

// outcome returns the outcome of a match that ends, early or not.
func (m Match) outcome(early bool) game.Outcome {
	if len(m.Results) > 0 {
		if outcome, ok := m.Rules.Winner(m.Results, len(m.seats), early); ok {
			return outcome
		}
	}
	order := make([]game.Seat, len(m.seats))
	for i := range order {
		order[i] = game.Seat(i)
	}
	return game.Outcome{Winner: game.Nobody, Order: order, Totals: m.Totals(), Reason: say.New("ended before a round was over")}
}

// Ended is the last event of a log. The outcome is empty if no round was dealt.
type Ended struct {
	Cause        Cause  `json:"cause"`
	By           Player `json:"by,omitempty"` // who ended the table or was the last to leave; 0: nobody
	game.Outcome        // embedded: its fields are stored beside the others
}

// Cause says why a table ended.
type Cause string

// Why tables end.
const (
	Won       Cause = "won"       // the match was decided
	ByHost    Cause = "host"      // the host closed it
	ByForce   Cause = "force"     // someone with the permission closed it
	Empty     Cause = "empty"     // the last player left the lobby
	Abandoned Cause = "abandoned" // nobody did anything for too long
)

func (b Ended) apply(m *Match) error {
	m.unfinished = m.closedBy(b.By)
	m.Phase, m.Paused, m.Vote, m.ended, m.Schedule = Over, false, nil, b, Schedule{}
	return nil
}

// rematchStart is how long the players of a rematch have to object before it starts.
const rematchStart = 10 * time.Second

// Rematch returns the command that opens a rematch with p as host. The seats of the other people
// are kept for them, and computer players take part again; with reports which of both, since a
// server may allow no computers, and people may have been forgotten. If enough players are left,
// the rematch starts by itself.
func (m Match) Rematch(p Player, with func(Player) bool) (Opening, error) {
	seat, there := m.ownSeat(p)
	switch {
	case m.Phase != Over:
		return Opening{}, ErrStale
	case !there:
		return Opening{}, ErrNotSeated
	}
	// Keep the seating order.
	var others []Player
	var seated []Computer
	for _, s := range slices.Concat(m.seats[seat+1:], m.seats[:seat]) {
		if s.vacant || !with(s.player) {
			continue
		}
		others = append(others, s.player)
		if s.computer != nil {
			seated = append(seated, *s.computer)
		}
	}
	again := Opening{
		Guild: m.Guild, Channel: m.Channel, Parent: m.Parent, System: m.System, Options: m.Options,
		Host: p, Others: others, Keep: true, Computers: seated, Settings: m.Settings, Former: m.ID,
	}
	if fewest, _ := m.Seats(); 1+len(others) >= fewest {
		again.StartAfter = rematchStart
	}
	return again, nil
}

// freeKeptSeats removes the players who haven't joined the rematch in time.
func (d *Draft) freeKeptSeats() error {
	for _, s := range d.seats {
		if !s.vacant {
			continue
		}
		if err := d.add(Left{s.player}); err != nil {
			return err
		}
	}
	return nil
}
