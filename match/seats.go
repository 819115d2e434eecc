package match

import (
	"slices"

	"deuces/game"
)

// present counts the players who are at the table.
func (m Match) present() int {
	n := len(m.Coming)
	for _, s := range m.seats {
		if !s.unmanned() {
			n++
		}
	}
	return n
}

// People returns who sits at the table, or waits for a seat.
func (m Match) People() []Player {
	var people []Player
	for _, s := range m.seats {
		if s.hasPerson() {
			people = append(people, s.player)
		}
	}
	return append(people, m.Coming...)
}

// room is how many newcomers there are seats for at the next deal: vacant ones, and
// those that nobody ever had.
func (m Match) room() int {
	_, most := m.Seats()
	return max(0, len(m.vacant())+most-len(m.seats))
}

// vacant lists the seats whose players have left the match.
func (m Match) vacant() []game.Seat {
	var seats []game.Seat
	for i, s := range m.seats {
		if s.vacant {
			seats = append(seats, game.Seat(i))
		}
	}
	return seats
}

// nextSeat returns the seat that a player has in the next round: newcomers get the
// vacant ones first, in the order in which they joined.
func (m Match) nextSeat(p Player) (game.Seat, bool) {
	if seat, seated := m.Seat(p); seated {
		return seat, true
	}
	i, vacant := slices.Index(m.Coming, p), m.vacant()
	switch {
	case i < 0 || i >= m.room():
		return 0, false
	case i < len(vacant):
		return vacant[i], true
	}
	return game.Seat(len(m.seats) + i - len(vacant)), true
}

// nextSeats is how many play the next round.
func (m Match) nextSeats() int {
	next := min(len(m.Coming), m.room())
	return len(m.seats) + max(0, next-len(m.vacant()))
}

// sits returns a player's seat if it is theirs: they have not left it.
func (m Match) sits(p Player) (game.Seat, bool) {
	seat, ok := m.Seat(p)
	return seat, ok && !m.seats[seat].vacant
}

// Waiting returns the last of Coming: those for whom there is no seat in the next
// round, because players who had left have come back.
func (m Match) Waiting() []Player { return slices.Clone(m.Coming[min(len(m.Coming), m.room()):]) }

// Seated gives a player the next seat: of a lobby at once, of a match when the
// next round is dealt.
type Seated struct {
	Player Player `json:"player"`
}

func (b Seated) apply(m *Match) error {
	if _, seated := m.Seat(b.Player); seated || slices.Contains(m.Coming, b.Player) || b.Player.IsComputer() {
		return errMisplaced
	}
	if m.Phase != Lobby {
		m.Coming = append(slices.Clip(m.Coming), b.Player)
		return nil
	}
	m.seats = append(slices.Clip(m.seats), seatState{player: b.Player})
	m.since = m.At
	return nil
}

// seatComing gives newcomers new seats, as far as there are any. In the rounds before
// they count as last, with no points and no title.
func (m *Match) seatComing() {
	m.replaced, m.called = nil, nil
	_, most := m.Seats()
	n := min(len(m.Coming), most-len(m.seats))
	if n <= 0 {
		return
	}
	m.seats, m.totals, m.Results = slices.Clone(m.seats), slices.Clone(m.totals), slices.Clone(m.Results)
	for _, p := range m.Coming[:n] {
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
	m.Coming = slices.Clone(m.Coming[n:])
}

// Left is a player's going: from a lobby with the seat, from a match so that
// the seat is vacant and a stand-in plays it on.
type Left struct {
	Player Player `json:"player"`
}

func (b Left) apply(m *Match) error {
	if slices.Contains(m.Coming, b.Player) {
		return m.stayOut(b.Player) // which changes no seat
	}
	return m.leave(b.Player)
}

// leave takes a lobby's seat away, so that the seats after it move up; a match's
// seat stays its player's, and vacant.
func (m *Match) leave(p Player) error {
	seat, seated := m.sits(p)
	if !seated || p.IsComputer() && m.Phase != Lobby {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	if m.Phase == Lobby {
		m.seats = slices.Delete(m.seats, int(seat), int(seat)+1)
		m.since = m.At
		return nil
	}
	m.seats[seat].vacant = true
	m.changeHands(seat)
	return nil
}

// stayOut takes a player out of those who wait for a seat.
func (m *Match) stayOut(p Player) error {
	i := slices.Index(m.Coming, p)
	if i < 0 {
		return errMisplaced
	}
	m.Coming = slices.Delete(slices.Clone(m.Coming), i, i+1)
	return nil
}

// Kicked removes a player, as Left does, and keeps them from joining again.
type Kicked struct {
	Player Player `json:"player"`
	By     Player `json:"by,omitempty"` // 0: the others, by vote
}

func (b Kicked) apply(m *Match) error {
	p := b.Player
	if slices.Contains(m.Barred, p) {
		return errMisplaced
	}
	var err error
	switch seat, seated := m.Seat(p); {
	case !seated:
		err = m.stayOut(p)
	case !m.seats[seat].vacant:
		err = m.leave(p)
	}
	if err != nil {
		return err
	}
	m.Barred = append(slices.Clip(m.Barred), p)
	if m.Vote != nil && m.Vote.Against == p {
		m.Vote = nil
	}
	return nil
}

// Pardoned lets a player who was kicked join again.
type Pardoned struct {
	Player Player `json:"player"`
	By     Player `json:"by,omitempty"`
}

func (b Pardoned) apply(m *Match) error {
	i := slices.Index(m.Barred, b.Player)
	if i < 0 {
		return errMisplaced
	}
	m.Barred = slices.Delete(slices.Clone(m.Barred), i, i+1)
	return nil
}

// Away has a stand-in play for a player who let the clock run out again and
// again, until they return.
type Away struct {
	Player Player `json:"player"`
}

func (b Away) apply(m *Match) error {
	seat, seated := m.sits(b.Player)
	if !seated || m.Phase == Lobby || b.Player.IsComputer() {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[seat].away = true
	m.changeHands(seat)
	return nil
}

// Returned gives a player the seat back that they left, or were Away from.
type Returned struct {
	Player Player `json:"player"`
}

// apply lets the time for a decision go on from where it began, so that nobody
// gains time by going and coming back.
func (b Returned) apply(m *Match) error {
	seat, ours := m.Seat(b.Player)
	if !ours || !m.seats[seat].unmanned() || b.Player.IsComputer() {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[seat] = seatState{player: b.Player}
	m.noteNewPlayer(seat)
	m.clockActed = 0
	if turn, due := m.Turn(); due && turn == seat && !m.Paused {
		m.since = m.began
	}
	return nil
}

// Took gives a vacant seat to a newcomer, with its place and title. In the match
// their points begin at 0. It stands ahead of Dealt; in older logs it may also
// stand within a round, and then the newcomer got the cards, too.
type Took struct {
	Player Player    `json:"player"`
	Seat   game.Seat `json:"seat"`
}

func (b Took) apply(m *Match) error {
	if _, seated := m.Seat(b.Player); seated || b.Seat < 0 || int(b.Seat) >= len(m.seats) || !m.seats[b.Seat].vacant {
		return errMisplaced
	}
	if slices.Contains(m.Coming, b.Player) {
		if err := m.stayOut(b.Player); err != nil {
			return err
		}
	}
	m.seats = slices.Clone(m.seats)
	if former := m.seats[b.Seat].player; m.Phase == Playing && !slices.Contains(m.replaced, former) {
		m.replaced = append(slices.Clip(m.replaced), former)
	}
	m.seats[b.Seat] = seatState{player: b.Player}
	m.noteNewPlayer(b.Seat)
	m.totals, m.Results = slices.Clone(m.totals), slices.Clone(m.Results)
	m.totals[b.Seat] = 0
	for i := range m.Results {
		r := &m.Results[i]
		r.Points = slices.Clone(r.Points)
		r.Points[b.Seat] = 0
	}
	if m.Phase == Playing { // what the former player went out with is not the newcomer's
		m.lastCards = slices.Clone(m.lastCards)
		m.lastCards[b.Seat] = ""
	}
	m.clockActed = 0
	if turn, due := m.Turn(); due && turn == b.Seat && !m.Paused {
		m.begin()
	}
	return nil
}

// changeHands gives a stand-in its own time where it is the seat's turn.
func (m *Match) changeHands(seat game.Seat) {
	m.noteNewPlayer(seat)
	m.seats[seat].passing = notPassing
	m.seats[seat].plan, m.seats[seat].dropped = nil, nil
	m.undoable = nil
	if turn, due := m.Turn(); due && turn == seat && !m.Paused {
		m.since = m.At
	}
}

// HostIs makes another player the host.
type HostIs struct {
	Player Player `json:"player"`
}

func (b HostIs) apply(m *Match) error {
	if _, seated := m.sits(b.Player); !seated || b.Player.IsComputer() {
		return errMisplaced
	}
	m.Host = b.Player
	return nil
}
