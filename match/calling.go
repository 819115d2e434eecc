package match

import "deuces/game"

// CallPlayers asks the server for more players, once a lobby. Anyone with a seat may do this.
type CallPlayers struct{ Player Player }

func (c CallPlayers) decide(d *Draft) error {
	_, most := d.Seats()
	_, there := d.ownSeat(c.Player)
	switch {
	case d.Phase != Lobby:
		return errBegun
	case !there:
		return ErrNotSeated
	case d.Caller != 0:
		return game.Refuse("Players have already been called to this table.")
	case len(d.seats)-d.Computers() >= most:
		return allTaken(most)
	}
	return d.add(Called(c))
}

// Called records that a player has called others to the table.
type Called struct {
	Player Player `json:"player"`
}

func (b Called) apply(m *Match) error {
	if m.Phase != Lobby || m.Caller != 0 {
		return errMisplaced
	}
	m.Caller, m.since = b.Player, m.At
	return nil
}
