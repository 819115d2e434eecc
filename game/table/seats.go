package table

import (
	"slices"

	"deuces/game"
)

// Seats in a match. A player who leaves, or is kicked, leaves the seat vacant: a
// stand-in plays it on until they come back or a newcomer takes it, with its
// cards, place and title. Where no seat is vacant a newcomer sits down when the
// next round is dealt, last in place. The points of newcomers begin at 0 either
// way. A round counts for who has the seat when it ends; that they had gone is
// marked, and so are those whose seat somebody else took in that round.

type (
	// Join seats a player in a lobby. In a match it gives players the seat back
	// that they left, and newcomers a vacant one or one in the next round.
	Join struct{ Player Player }

	// Leave takes a player out of a lobby; in a match a stand-in plays their seat
	// on. A host hands the table on. A lobby that the last one leaves ends.
	Leave struct{ Player Player }

	// Here says that a player has shown to be there: a stand-in that played for
	// them gives the seat back and a paused match goes on. Of others, and where
	// there is nothing to change, it adds nothing.
	Here struct{ Player Player }

	// Resume starts the clock again after a pause; for anyone seated. Where the
	// match is not paused it gives ErrStale.
	Resume struct{ Player Player }

	// Kick removes a player: at once for the host, or by Force; anyone else who
	// is at the table calls a vote.
	Kick struct {
		Player, Against Player
		Force           bool // the player may manage other people's tables
	}

	// Pardon lets a player who was kicked join again; for the host, or by Force.
	Pardon struct {
		Player, Kicked Player
		Force          bool
	}
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

// sits returns a player's seat if it is theirs: they have not left it.
func (m Match) sits(p Player) (game.Seat, bool) {
	seat, ok := m.Seat(p)
	return seat, ok && !m.sitting[seat].vacant
}

func (c Join) decide(d *draft) error {
	seat, seated := d.Seat(c.Player)
	_, most := d.Seats()
	switch {
	case slices.Contains(d.barred, c.Player):
		return game.Refuse("You were removed from this table. Its host can let you in again.")
	case seated && (d.sitting[seat].gone() || d.paused):
		return d.here(c.Player)
	case seated:
		return game.Refuse("You sit at this table already.")
	case slices.Contains(d.coming, c.Player):
		return game.Refuse("You sit down when the next round is dealt.")
	}
	if vacant := slices.IndexFunc(d.sitting, func(s sitting) bool { return s.vacant }); vacant >= 0 {
		if err := d.add(Took{Player: c.Player, Seat: game.Seat(vacant)}); err != nil {
			return err
		}
		return d.here(c.Player)
	}
	if len(d.sitting)+len(d.coming) >= most {
		if err := d.makeRoom(most); err != nil {
			return err
		}
	}
	if err := d.add(Seated(c)); err != nil {
		return err
	}
	return d.wake(c.Player)
}

// here lets what waits for a player go on.
func (d *draft) here(p Player) error {
	seat, seated := d.Seat(p)
	if !seated {
		return nil
	}
	if d.sitting[seat].gone() {
		if err := d.add(Returned{p}); err != nil {
			return err
		}
	}
	if _, there := d.sits(d.opened.Host); !there && d.phase != Lobby {
		if err := d.add(HostIs{p}); err != nil {
			return err
		}
	}
	return d.wake(p)
}

// wake resumes a paused match for someone who has just shown to be there.
func (d *draft) wake(p Player) error {
	if !d.paused {
		return nil
	}
	return d.add(Resumed{p})
}

func (c Here) decide(d *draft) error {
	if _, there := d.sits(c.Player); !there {
		return nil
	}
	return d.here(c.Player)
}

func (c Resume) decide(d *draft) error {
	if _, there := d.sits(c.Player); !there {
		return game.Refuse("You don't sit at this table.")
	}
	if !d.paused {
		return ErrStale
	}
	return d.here(c.Player)
}

func (c Leave) decide(d *draft) error {
	_, seated := d.Seat(c.Player)
	_, there := d.sits(c.Player)
	switch {
	case !seated && !slices.Contains(d.coming, c.Player):
		return game.Refuse("You don't sit at this table.")
	case seated && !there:
		return game.Refuse("You have left already. Join to take your seat back.")
	}
	if err := d.add(Left(c)); err != nil {
		return err
	}
	return d.gone(c.Player)
}

// gone draws the consequences of a player's going: the table gets another host,
// the vote is counted anew, and what nobody is at waits.
func (d *draft) gone(p Player) error {
	if d.phase == Lobby && !slices.ContainsFunc(d.sitting, sitting.claimed) {
		return d.end(Empty, p)
	}
	if d.opened.Host == p {
		next := slices.IndexFunc(d.sitting, func(s sitting) bool { return !s.gone() })
		if next < 0 {
			next = slices.IndexFunc(d.sitting, sitting.claimed)
		}
		if next >= 0 {
			if err := d.add(HostIs{d.sitting[next].player}); err != nil {
				return err
			}
		}
	}
	if err := d.count(); err != nil {
		return err
	}
	return d.settleDown()
}

// addAway has a stand-in play for a player.
func (d *draft) addAway(p Player) error {
	if err := d.add(Away{p}); err != nil {
		return err
	}
	if err := d.count(); err != nil {
		return err
	}
	return d.settleDown()
}

func (c Kick) decide(d *draft) error {
	seat, seated := d.Seat(c.Against)
	barred := slices.Contains(d.barred, c.Against)
	switch {
	case c.Player == c.Against:
		return game.Refuse("To give up your own seat use `/leave`.")
	case seated && d.sitting[seat].brain != nil:
		return game.Refuse("That is a computer player: the host can remove it before the match.")
	case barred || !seated && !slices.Contains(d.coming, c.Against):
		return game.Refuse("They don't sit at this table.")
	case c.Player == d.opened.Host || c.Force:
		return d.kick(Kicked{Player: c.Against, By: c.Player})
	case d.phase == Lobby:
		return game.Refuse("Before the match only the host can remove someone.")
	case !seated:
		return game.Refuse("They sit down with the next round: until then only the host can send them away.")
	case d.sitting[seat].vacant:
		return game.Refuse("They have left already: a stand-in plays for them.")
	}
	return d.callVote(c)
}

func (d *draft) kick(b Kicked) error {
	if err := d.add(b); err != nil {
		return err
	}
	return d.gone(b.Player)
}

func (c Pardon) decide(d *draft) error {
	switch {
	case c.Player != d.opened.Host && !c.Force:
		return game.Refuse("Only the host can let someone in again.")
	case !slices.Contains(d.barred, c.Kicked):
		return game.Refuse("They were not removed from this table.")
	}
	return d.add(Pardoned{Player: c.Kicked, By: c.Player})
}

// The fold of these.

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
