package table

import (
	"slices"

	"deuces/game"
)

// What the events of seats do to a match: the fold of what seats.go decides.

func (m *Match) seat(p Player) error {
	if _, seated := m.Seat(p); seated || slices.Contains(m.coming, p) || p.IsComputer() {
		return errMisplaced
	}
	if m.phase != Lobby {
		m.coming = append(slices.Clip(m.coming), p)
		return nil
	}
	m.sitting = append(slices.Clip(m.sitting), sitting{player: p})
	m.since = m.at
	return nil
}

// sitDown gives the newcomers their seats. In the rounds before they count as
// last, with no points and no title.
func (m *Match) sitDown() {
	m.quit, m.called = nil, nil
	if len(m.coming) == 0 {
		return
	}
	m.sitting, m.totals, m.results = slices.Clone(m.sitting), slices.Clone(m.totals), slices.Clone(m.results)
	for _, p := range m.coming {
		seat := game.Seat(len(m.sitting))
		m.sitting = append(m.sitting, sitting{player: p})
		m.totals = append(m.totals, 0)
		for i := range m.results {
			r := &m.results[i]
			r.Places = append(slices.Clip(r.Places), seat)
			r.Points = append(slices.Clip(r.Points), 0)
			r.Titles = append(slices.Clip(r.Titles), "")
			r.Hands = append(slices.Clip(r.Hands), nil)
		}
	}
	m.coming = nil
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

// stayOut is the going of a player who waits for the next round.
func (m *Match) stayOut(p Player) error {
	i := slices.Index(m.coming, p)
	if i < 0 {
		return errMisplaced
	}
	m.coming = slices.Delete(slices.Clone(m.coming), i, i+1)
	return nil
}

func (m *Match) bar(p Player) error {
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

func (m *Match) pardon(p Player) error {
	i := slices.Index(m.barred, p)
	if i < 0 {
		return errMisplaced
	}
	m.barred = slices.Delete(slices.Clone(m.barred), i, i+1)
	return nil
}

func (m *Match) stayAway(p Player) error {
	seat, seated := m.sits(p)
	if !seated || m.phase == Lobby || p.IsComputer() {
		return errMisplaced
	}
	m.sitting = slices.Clone(m.sitting)
	m.sitting[seat].away = true
	m.changeHands(seat)
	return nil
}

// giveBack lets the time for a decision go on from where it began, so that nobody
// gains time by going and coming back.
func (m *Match) giveBack(p Player) error {
	seat, ours := m.Seat(p)
	if !ours || !m.sitting[seat].gone() || p.IsComputer() {
		return errMisplaced
	}
	m.sitting = slices.Clone(m.sitting)
	m.sitting[seat] = sitting{player: p}
	m.idle = 0
	if turn, due := m.Turn(); due && turn == seat && !m.paused {
		m.since = m.began
	}
	return nil
}

func (m *Match) take(b Took) error {
	if _, seated := m.Seat(b.Player); seated || b.Seat < 0 || int(b.Seat) >= len(m.sitting) || !m.sitting[b.Seat].vacant {
		return errMisplaced
	}
	m.sitting = slices.Clone(m.sitting)
	if former := m.sitting[b.Seat].player; m.phase == Playing && !slices.Contains(m.quit, former) {
		m.quit = append(slices.Clip(m.quit), former)
	}
	m.sitting[b.Seat] = sitting{player: b.Player}
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
	m.sitting[seat].passing = notPassing
	if turn, due := m.Turn(); due && turn == seat && !m.paused {
		m.since = m.at
	}
}

func (m *Match) handOn(p Player) error {
	if _, seated := m.sits(p); !seated || p.IsComputer() {
		return errMisplaced
	}
	m.opened.Host = p
	return nil
}

// notesMost bounds Match.Notes.
const notesMost = 3

// note remembers what a seat changed by, for the board.
func (m *Match) note(b Body) {
	switch b.(type) {
	case Seated, Left, Returned, Took, Away, Kicked, VoteOver:
	default:
		return
	}
	if m.phase == Lobby {
		return
	}
	if len(m.notes) == notesMost {
		m.notes = m.notes[1:]
	}
	m.notes = append(slices.Clip(m.notes), b)
}
