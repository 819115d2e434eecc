package match

import (
	"slices"

	"deuces/game"
)

// presentCount returns the number of active players, including newcomers.
func (m Match) presentCount() int {
	return len(m.Newcomers) + len(m.playersOf(func(s seatState) bool { return !s.unmanned() }))
}

// People returns everyone who has a seat or waits for one, without computers.
func (m Match) People() []Player { return append(m.playersOf(seatState.hasPerson), m.Newcomers...) }

// freeSeats returns how many newcomers can be seated at the next deal: in vacant seats and in
// seats nobody has had yet. In a lobby, vacant seats are kept and not free.
func (m Match) freeSeats() int {
	_, most := m.Seats()
	free := most - len(m.seats)
	if m.Phase != Lobby {
		free += len(m.vacant())
	}
	return max(0, free)
}

// FreeSeats returns how many more people can join a match that has begun.
func (m Match) FreeSeats() int { return max(0, m.freeSeats()-len(m.Newcomers)) }

// nextSeat returns a player's seat in the next round. Newcomers get vacant seats first, in the
// order in which they joined.
func (m Match) nextSeat(p Player) (game.Seat, bool) {
	if seat, seated := m.Seat(p); seated {
		return seat, true
	}
	i, vacant := slices.Index(m.Newcomers, p), m.vacant()
	switch {
	case i < 0 || i >= m.freeSeats():
		return 0, false
	case i < len(vacant):
		return vacant[i], true
	}
	return game.Seat(len(m.seats) + i - len(vacant)), true
}

// nextSeats returns the number of seats in the next round.
func (m Match) nextSeats() int {
	next := min(len(m.Newcomers), m.freeSeats())
	return len(m.seats) + max(0, next-len(m.vacant()))
}

// ownSeat returns a player's seat if they haven't left it.
func (m Match) ownSeat(p Player) (game.Seat, bool) {
	seat, ok := m.Seat(p)
	return seat, ok && !m.seats[seat].vacant
}

// Waiting returns the newcomers who get no seat in the next round because former players came
// back.
func (m Match) Waiting() []Player {
	return slices.Clone(m.Newcomers[min(len(m.Newcomers), m.freeSeats()):])
}

// Seated adds a player: to the lobby at once, to a match when the next round is dealt.
type Seated struct {
	Player Player `json:"player"`
	Kept   bool   `json:"kept,omitempty"` // the seat of a rematch is kept for the player (Match.KeptUntil)
}

func (b Seated) apply(m *Match) error {
	if _, seated := m.Seat(b.Player); seated || slices.Contains(m.Newcomers, b.Player) || b.Player.IsComputer() {
		return errMisplaced
	}
	if m.Phase != Lobby {
		if b.Kept {
			return errMisplaced
		}
		m.Newcomers = append(slices.Clip(m.Newcomers), b.Player)
		return nil
	}
	m.seats = append(slices.Clip(m.seats), seatState{player: b.Player, vacant: b.Kept})
	m.since = m.At
	return nil
}

// addSeats adds new seats for newcomers, as far as the rules allow. In earlier rounds the new
// seats count as last, with no points and no title.
func (m *Match) addSeats() {
	m.calledVote = nil
	_, most := m.Seats()
	n := min(len(m.Newcomers), most-len(m.seats))
	if n <= 0 {
		return
	}
	m.seats, m.totals, m.Results = slices.Clone(m.seats), slices.Clone(m.totals), slices.Clone(m.Results)
	for _, p := range m.Newcomers[:n] {
		seat := game.Seat(len(m.seats))
		m.seats = append(m.seats, seatState{player: p})
		m.totals = append(m.totals, 0)
		for i := range m.Results {
			r := &m.Results[i]
			r.Places = append(slices.Clip(r.Places), seat)
			if r.Ranks != nil {
				r.Ranks = append(slices.Clip(r.Ranks), len(r.Places))
			}
			r.Points = append(slices.Clip(r.Points), 0)
			r.Titles = append(slices.Clip(r.Titles), "")
			r.Hands = append(slices.Clip(r.Hands), nil)
		}
	}
	m.Newcomers = slices.Clone(m.Newcomers[n:])
}

// Remover returns who removed a player from the table, 0 for a vote; false if nobody did.
func (m Match) Remover(p Player) (Player, bool) {
	i := slices.Index(m.Banned, p)
	if i < 0 {
		return 0, false
	}
	return m.removers[i], true
}

// Left removes a player from a lobby, or makes their seat in a match vacant.
type Left struct {
	Player Player `json:"player"`
}

func (b Left) apply(m *Match) error {
	if slices.Contains(m.Newcomers, b.Player) {
		return m.removeNewcomer(b.Player) // no seat changes
	}
	if err := m.leave(b.Player); err != nil {
		return err
	}
	m.changePart(b.Player, func(p *part) { p.left = true })
	return nil
}

// leave removes the seat from a lobby, so later seats move up. In a match the seat stays and
// becomes vacant. A seat that was kept for somebody can go without changing when a rematch starts.
func (m *Match) leave(p Player) error {
	seat, seated := m.Seat(p)
	if !seated || m.Phase != Lobby && (m.seats[seat].vacant || p.IsComputer()) {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	if m.Phase == Lobby {
		if !m.seats[seat].vacant {
			m.since, m.startAfter = m.At, 0
		}
		m.seats = slices.Delete(m.seats, int(seat), int(seat)+1)
		return nil
	}
	m.seats[seat].vacant = true
	m.resetForStandIn(seat)
	return nil
}

// removeNewcomer removes a player from the waiting newcomers.
func (m *Match) removeNewcomer(p Player) error {
	i := slices.Index(m.Newcomers, p)
	if i < 0 {
		return errMisplaced
	}
	m.Newcomers = slices.Delete(slices.Clone(m.Newcomers), i, i+1)
	return nil
}

// Kicked removes a player like Left, and bars them from joining again.
type Kicked struct {
	Player Player `json:"player"`
	By     Player `json:"by,omitempty"` // 0: by vote
}

func (b Kicked) apply(m *Match) error {
	p := b.Player
	if slices.Contains(m.Banned, p) {
		return errMisplaced
	}
	var err error
	switch seat, seated := m.Seat(p); {
	case !seated:
		err = m.removeNewcomer(p)
	case !m.seats[seat].vacant || m.Phase == Lobby:
		sat := !m.seats[seat].away
		err = m.leave(p)
		m.changePart(p, func(p *part) { p.removed, p.remover, p.sat = true, b.By, sat })
	}
	if err != nil {
		return err
	}
	m.Banned, m.removers = append(slices.Clip(m.Banned), p), append(slices.Clip(m.removers), b.By)
	if m.Vote != nil && m.Vote.Against == p {
		m.Vote = nil
	}
	return nil
}

// Pardoned lets a player who was kicked join again.
type Pardoned struct {
	Player Player `json:"player"`
	By     Player `json:"by"`
}

func (b Pardoned) apply(m *Match) error {
	i := slices.Index(m.Banned, b.Player)
	if i < 0 {
		return errMisplaced
	}
	m.Banned, m.removers = slices.Delete(slices.Clone(m.Banned), i, i+1), slices.Delete(slices.Clone(m.removers), i, i+1)
	return nil
}

// Away makes a stand-in play for a player who ran out of time too often, until they are active
// again.
type Away struct {
	Player Player `json:"player"`
}

func (b Away) apply(m *Match) error {
	seat, seated := m.ownSeat(b.Player)
	if !seated || m.Phase == Lobby || b.Player.IsComputer() {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[seat].away = true
	m.resetForStandIn(seat)
	return nil
}

// Returned gives a player their seat back after they left or were away.
type Returned struct {
	Player Player `json:"player"`
}

// apply doesn't restart the time for a decision, so leaving and returning gains nothing.
func (b Returned) apply(m *Match) error {
	seat, ours := m.Seat(b.Player)
	if !ours || !m.seats[seat].unmanned() || b.Player.IsComputer() {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[seat] = seatState{player: b.Player}
	m.noteNewPlayer(seat)
	m.changePart(b.Player, func(p *part) { p.removed = false })
	m.clockActed, m.unplayed = 0, 0
	if m.Phase == Lobby {
		m.since = m.At
	}
	if turn, due := m.Turn(); due && turn == seat && !m.Paused {
		m.since = m.began
	}
	return nil
}

// Took gives a vacant seat, with its place and title, to a newcomer, who starts with 0 points. It
// comes before Dealt, so the newcomer never sees the cards that the seat had before.
type Took struct {
	Player Player    `json:"player"`
	Seat   game.Seat `json:"seat"`
	Former Player    `json:"-"` // in Match.SeatChanges: who had the seat
}

func (b Took) apply(m *Match) error {
	if m.Phase != Between || b.Seat < 0 || int(b.Seat) >= len(m.seats) || !m.seats[b.Seat].vacant {
		return errMisplaced
	}
	if err := m.removeNewcomer(b.Player); err != nil {
		return err
	}
	m.seats = slices.Clone(m.seats)
	b.Former = m.seats[b.Seat].player
	m.note(b)
	m.seats[b.Seat] = seatState{player: b.Player}
	m.noteNewPlayer(b.Seat)
	m.totals, m.Results = slices.Clone(m.totals), slices.Clone(m.Results)
	m.totals[b.Seat] = 0
	for i := range m.Results {
		r := &m.Results[i]
		r.Points = slices.Clone(r.Points)
		r.Points[b.Seat] = 0
	}
	m.clockActed, m.unplayed = 0, 0
	return nil
}

// resetForStandIn clears the seat's plans and, if it is to move, restarts its time for the
// stand-in.
func (m *Match) resetForStandIn(seat game.Seat) {
	m.noteNewPlayer(seat)
	m.seats[seat].passing = notPassing
	m.seats[seat].plan, m.seats[seat].dropped = nil, nil
	m.undoable = nil
	if turn, due := m.Turn(); due && turn == seat && !m.Paused || m.Paused && m.Deserted() {
		m.since = m.At
	}
}

// HostChanged makes another player the host.
type HostChanged struct {
	Player Player `json:"player"`
}

func (b HostChanged) apply(m *Match) error {
	if _, seated := m.ownSeat(b.Player); !seated || b.Player.IsComputer() {
		return errMisplaced
	}
	m.Host = b.Player
	return nil
}
