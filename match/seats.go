package match

import (
	"slices"

	"deuces/game"
)

// Seats in a match. A player who leaves, or is kicked, leaves the seat vacant: a
// stand-in plays it until they come back. Nobody else gets the seat in that round,
// because whoever has held a hand must never see another one of the same round.
// Newcomers sit down when the next round is dealt: in a vacant seat, with its place
// and title, or in a new one, last in place. Their points begin at 0 either way.
// Where those who left have come back first, newcomers wait for the next seat. A
// round counts for who has the seat when it ends; that they had gone is marked.

type (
	// Join seats a player in a lobby. In a match it gives players the seat back
	// that they left, and newcomers one in the next round.
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

// seatNewcomers gives vacant seats to those who wait for one. It happens in the
// append that deals, so that they never see what was held there before.
func (d *Draft) seatNewcomers() error {
	for _, seat := range d.vacant() {
		if len(d.coming) == 0 {
			return nil
		}
		p := d.coming[0]
		if err := d.add(Took{Player: p, Seat: seat}); err != nil {
			return err
		}
		if _, there := d.sits(d.opened.Host); there {
			continue
		}
		if err := d.add(HostIs{p}); err != nil {
			return err
		}
	}
	return nil
}

// sits returns a player's seat if it is theirs: they have not left it.
func (m Match) sits(p Player) (game.Seat, bool) {
	seat, ok := m.Seat(p)
	return seat, ok && !m.sitting[seat].vacant
}

func (c Join) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	switch {
	case slices.Contains(d.barred, c.Player):
		return game.Refuse("You were removed from this table. Its host can let you in again.")
	case seated && (d.sitting[seat].gone() || d.paused):
		return d.here(c.Player)
	case seated:
		return game.Refuse("You're already at this table.")
	case slices.Contains(d.Waiting(), c.Player):
		return game.Refuse("You have already joined; you'll get cards as soon as a seat is free.")
	case slices.Contains(d.coming, c.Player):
		return game.Refuse("You have already joined; you'll get cards in the next round.")
	case d.room() <= len(d.coming):
		if err := d.makeRoom(); err != nil {
			return err
		}
	}
	if err := d.add(Seated(c)); err != nil {
		return err
	}
	return d.wake(c.Player)
}

// here lets what waits for a player go on.
func (d *Draft) here(p Player) error {
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
func (d *Draft) wake(p Player) error {
	if !d.paused {
		return nil
	}
	return d.add(Resumed{p})
}

func (c Here) decide(d *Draft) error {
	if _, there := d.sits(c.Player); !there {
		return nil
	}
	return d.here(c.Player)
}

func (c Resume) decide(d *Draft) error {
	if _, there := d.sits(c.Player); !there {
		return game.Refuse("You aren't at this table.")
	}
	if !d.paused {
		return ErrStale
	}
	return d.here(c.Player)
}

func (c Leave) decide(d *Draft) error {
	_, seated := d.Seat(c.Player)
	_, there := d.sits(c.Player)
	switch {
	case !seated && !slices.Contains(d.coming, c.Player):
		return game.Refuse("You aren't at this table.")
	case seated && !there:
		return game.Refuse("You have already left. Join to take your seat back.")
	}
	if err := d.add(Left(c)); err != nil {
		return err
	}
	return d.gone(c.Player)
}

// gone draws the consequences of a player's going: the table gets another host,
// the vote is counted anew, and what nobody is at waits.
func (d *Draft) gone(p Player) error {
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
func (d *Draft) addAway(p Player) error {
	if err := d.add(Away{p}); err != nil {
		return err
	}
	if err := d.count(); err != nil {
		return err
	}
	return d.settleDown()
}

func (c Kick) decide(d *Draft) error {
	seat, seated := d.Seat(c.Against)
	barred := slices.Contains(d.barred, c.Against)
	switch {
	case c.Player == c.Against:
		return game.Refuse("To give up your own seat, use `/leave`.")
	case seated && d.sitting[seat].brain != nil:
		return game.Refuse("That is a computer player: the host can remove it before the match.")
	case barred || !seated && !slices.Contains(d.coming, c.Against):
		return game.Refuse("They aren't at this table.")
	case c.Player == d.opened.Host || c.Force:
		return d.kick(Kicked{Player: c.Against, By: c.Player})
	case d.phase == Lobby:
		return game.Refuse("Before the match, only the host can remove someone.")
	case !seated:
		return game.Refuse("They join in the next round; until then, only the host can remove them.")
	case d.sitting[seat].vacant:
		return game.Refuse("They have already left: a computer is playing for them.")
	}
	return d.callVote(c)
}

func (d *Draft) kick(b Kicked) error {
	if err := d.add(b); err != nil {
		return err
	}
	return d.gone(b.Player)
}

func (c Pardon) decide(d *Draft) error {
	switch {
	case c.Player != d.opened.Host && !c.Force:
		return game.Refuse("Only the host can let someone in again.")
	case !slices.Contains(d.barred, c.Kicked):
		return game.Refuse("They weren't removed from this table.")
	}
	return d.add(Pardoned{Player: c.Kicked, By: c.Player})
}
