package match

import (
	"slices"

	"deuces/game"
)

// present counts the players who are at the table.
func (m Match) present() int {
	n := len(m.coming)
	for _, s := range m.sitting {
		if !s.gone() {
			n++
		}
	}
	return n
}

// People returns who sits at the table, or waits for a seat.
func (m Match) People() []Player {
	var people []Player
	for _, s := range m.sitting {
		if s.claimed() {
			people = append(people, s.player)
		}
	}
	return append(people, m.coming...)
}

// room is how many newcomers there are seats for at the next deal: vacant ones, and
// those that nobody ever had.
func (m Match) room() int {
	_, most := m.Seats()
	return max(0, len(m.vacant())+most-len(m.sitting))
}

// vacant lists the seats whose players have left the match.
func (m Match) vacant() []game.Seat {
	var seats []game.Seat
	for i, s := range m.sitting {
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
	i, vacant := slices.Index(m.coming, p), m.vacant()
	switch {
	case i < 0 || i >= m.room():
		return 0, false
	case i < len(vacant):
		return vacant[i], true
	}
	return game.Seat(len(m.sitting) + i - len(vacant)), true
}

// nextSeats is how many play the next round.
func (m Match) nextSeats() int {
	next := min(len(m.coming), m.room())
	return len(m.sitting) + max(0, next-len(m.vacant()))
}

// sits returns a player's seat if it is theirs: they have not left it.
func (m Match) sits(p Player) (game.Seat, bool) {
	seat, ok := m.Seat(p)
	return seat, ok && !m.sitting[seat].vacant
}

// Waiting returns the last of Coming: those for whom there is no seat in the next
// round, because players who had left have come back.
func (m Match) Waiting() []Player { return slices.Clone(m.coming[min(len(m.coming), m.room()):]) }

// Seated gives a player the next seat: of a lobby at once, of a match when the
// next round is dealt.
type Seated struct {
	Player Player `json:"player"`
}

func (Seated) kind() string { return "seated" }

func (b Seated) apply(m *Match) error {
	if _, seated := m.Seat(b.Player); seated || slices.Contains(m.coming, b.Player) || b.Player.IsComputer() {
		return errMisplaced
	}
	if m.phase != Lobby {
		m.coming = append(slices.Clip(m.coming), b.Player)
		return nil
	}
	m.sitting = append(slices.Clip(m.sitting), sitting{player: b.Player})
	m.since = m.at
	return nil
}

// sitDown gives newcomers new seats, as far as there are any. In the rounds before
// they count as last, with no points and no title.
func (m *Match) sitDown() {
	m.quit, m.called = nil, nil
	_, most := m.Seats()
	n := min(len(m.coming), most-len(m.sitting))
	if n <= 0 {
		return
	}
	m.sitting, m.totals, m.results = slices.Clone(m.sitting), slices.Clone(m.totals), slices.Clone(m.results)
	for _, p := range m.coming[:n] {
		seat := game.Seat(len(m.sitting))
		m.sitting = append(m.sitting, sitting{player: p})
		m.totals = append(m.totals, 0)
		for i := range m.results {
			r := &m.results[i]
			r.Places = append(slices.Clip(r.Places), seat)
			if r.Ranks != nil {
				r.Ranks = append(slices.Clip(r.Ranks), len(r.Places))
			}
			r.Points = append(slices.Clip(r.Points), 0)
			r.Titles = append(slices.Clip(r.Titles), "")
			r.Hands = append(slices.Clip(r.Hands), nil)
		}
	}
	m.coming = slices.Clone(m.coming[n:])
}

// Left is a player's going: from a lobby with the seat, from a match so that
// the seat is vacant and a stand-in plays it on.
type Left struct {
	Player Player `json:"player"`
}

func (Left) kind() string { return "left" }

func (b Left) apply(m *Match) error {
	if slices.Contains(m.coming, b.Player) {
		return m.stayOut(b.Player) // which changes no seat
	}
	return m.leave(b.Player)
}

// leave takes a lobby's seat away, so that the seats after it move up; a match's
// seat stays its player's, and vacant.
func (m *Match) leave(p Player) error {
	seat, seated := m.sits(p)
	if !seated || p.IsComputer() && m.phase != Lobby {
		return errMisplaced
	}
	m.sitting = slices.Clone(m.sitting)
	if m.phase == Lobby {
		m.sitting = slices.Delete(m.sitting, int(seat), int(seat)+1)
		m.since = m.at
		return nil
	}
	m.sitting[seat].vacant = true
	m.changeHands(seat)
	return nil
}

// stayOut takes a player out of those who wait for a seat.
func (m *Match) stayOut(p Player) error {
	i := slices.Index(m.coming, p)
	if i < 0 {
		return errMisplaced
	}
	m.coming = slices.Delete(slices.Clone(m.coming), i, i+1)
	return nil
}

// Kicked removes a player, as Left does, and keeps them from joining again.
type Kicked struct {
	Player Player `json:"player"`
	By     Player `json:"by,omitempty"` // 0: the others, by vote
}

func (Kicked) kind() string { return "kicked" }

func (b Kicked) apply(m *Match) error {
	p := b.Player
	if slices.Contains(m.barred, p) {
		return errMisplaced
	}
	var err error
	switch seat, seated := m.Seat(p); {
	case !seated:
		err = m.stayOut(p)
	case !m.sitting[seat].vacant:
		err = m.leave(p)
	}
	if err != nil {
		return err
	}
	m.barred = append(slices.Clip(m.barred), p)
	if m.vote != nil && m.vote.Against == p {
		m.vote = nil
	}
	return nil
}

// Pardoned lets a player who was kicked join again.
type Pardoned struct {
	Player Player `json:"player"`
	By     Player `json:"by,omitempty"`
}

func (Pardoned) kind() string { return "pardoned" }

func (b Pardoned) apply(m *Match) error {
	i := slices.Index(m.barred, b.Player)
	if i < 0 {
		return errMisplaced
	}
	m.barred = slices.Delete(slices.Clone(m.barred), i, i+1)
	return nil
}

// Away has a stand-in play for a player who let the clock run out again and
// again, until they return.
type Away struct {
	Player Player `json:"player"`
}

func (Away) kind() string { return "away" }

func (b Away) apply(m *Match) error {
	seat, seated := m.sits(b.Player)
	if !seated || m.phase == Lobby || b.Player.IsComputer() {
		return errMisplaced
	}
	m.sitting = slices.Clone(m.sitting)
	m.sitting[seat].away = true
	m.changeHands(seat)
	return nil
}

// Returned gives a player the seat back that they left, or were Away from.
type Returned struct {
	Player Player `json:"player"`
}

func (Returned) kind() string { return "returned" }

// apply lets the time for a decision go on from where it began, so that nobody
// gains time by going and coming back.
func (b Returned) apply(m *Match) error {
	seat, ours := m.Seat(b.Player)
	if !ours || !m.sitting[seat].gone() || b.Player.IsComputer() {
		return errMisplaced
	}
	m.sitting = slices.Clone(m.sitting)
	m.sitting[seat] = sitting{player: b.Player}
	m.strange(seat)
	m.idle = 0
	if turn, due := m.Turn(); due && turn == seat && !m.paused {
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

func (Took) kind() string { return "took" }

func (b Took) apply(m *Match) error {
	if _, seated := m.Seat(b.Player); seated || b.Seat < 0 || int(b.Seat) >= len(m.sitting) || !m.sitting[b.Seat].vacant {
		return errMisplaced
	}
	if slices.Contains(m.coming, b.Player) {
		if err := m.stayOut(b.Player); err != nil {
			return err
		}
	}
	m.sitting = slices.Clone(m.sitting)
	if former := m.sitting[b.Seat].player; m.phase == Playing && !slices.Contains(m.quit, former) {
		m.quit = append(slices.Clip(m.quit), former)
	}
	m.sitting[b.Seat] = sitting{player: b.Player}
	m.strange(b.Seat)
	m.totals, m.results = slices.Clone(m.totals), slices.Clone(m.results)
	m.totals[b.Seat] = 0
	for i := range m.results {
		r := &m.results[i]
		r.Points = slices.Clone(r.Points)
		r.Points[b.Seat] = 0
	}
	if m.phase == Playing { // what the former player went out with is not the newcomer's
		m.finish = slices.Clone(m.finish)
		m.finish[b.Seat] = ""
	}
	m.idle = 0
	if turn, due := m.Turn(); due && turn == b.Seat && !m.paused {
		m.begin()
	}
	return nil
}

// changeHands gives a stand-in its own time where it is the seat's turn.
func (m *Match) changeHands(seat game.Seat) {
	m.strange(seat)
	m.sitting[seat].passing = notPassing
	m.sitting[seat].plan, m.sitting[seat].dropped = nil, nil
	m.taken = nil
	if turn, due := m.Turn(); due && turn == seat && !m.paused {
		m.since = m.at
	}
}

// HostIs makes another player the host.
type HostIs struct {
	Player Player `json:"player"`
}

func (HostIs) kind() string { return "host" }

func (b HostIs) apply(m *Match) error {
	if _, seated := m.sits(b.Player); !seated || b.Player.IsComputer() {
		return errMisplaced
	}
	m.opened.Host = b.Player
	return nil
}
