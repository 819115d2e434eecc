package match

import (
	"slices"
	"time"

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

// seatNewcomers gives vacant seats to those who wait for one. It happens in the
// append that deals, so that they never see what was held there before.
func (d *Draft) seatNewcomers() error {
	for _, seat := range d.vacant() {
		if len(d.Coming) == 0 {
			return nil
		}
		p := d.Coming[0]
		if err := d.add(Took{Player: p, Seat: seat}); err != nil {
			return err
		}
		if _, there := d.sits(d.Host); there {
			continue
		}
		if err := d.add(HostIs{p}); err != nil {
			return err
		}
	}
	return nil
}

// makeRoom has a computer give up its seat for a person who joins a full lobby.
func (d *Draft) makeRoom() error {
	_, most := d.Seats()
	p, ok := d.lastComputer()
	if !ok || d.Phase != Lobby {
		return game.Refuse("All {most} seats are taken.", most)
	}
	return d.add(Left{p})
}

func (c Join) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	switch {
	case slices.Contains(d.Barred, c.Player):
		return game.Refuse("You were removed from this table. Its host can let you in again.")
	case seated && (d.seats[seat].unmanned() || d.Paused):
		return d.here(c.Player)
	case seated:
		return game.Refuse("You're already at this table.")
	case slices.Contains(d.Waiting(), c.Player):
		return game.Refuse("You have already joined; you'll get cards as soon as a seat is free.")
	case slices.Contains(d.Coming, c.Player):
		return game.Refuse("You have already joined; you'll get cards in the next round.")
	case d.room() <= len(d.Coming):
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
	if d.seats[seat].unmanned() {
		if err := d.add(Returned{p}); err != nil {
			return err
		}
	}
	if _, there := d.sits(d.Host); !there && d.Phase != Lobby {
		if err := d.add(HostIs{p}); err != nil {
			return err
		}
	}
	return d.wake(p)
}

// wake resumes a paused match for someone who has just shown to be there.
func (d *Draft) wake(p Player) error {
	if !d.Paused {
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
	if !d.Paused {
		return ErrStale
	}
	return d.here(c.Player)
}

func (c Leave) decide(d *Draft) error {
	_, seated := d.Seat(c.Player)
	_, there := d.sits(c.Player)
	switch {
	case !seated && !slices.Contains(d.Coming, c.Player):
		return game.Refuse("You aren't at this table.")
	case seated && !there:
		return game.Refuse("You have already left. Join to take your seat back.")
	}
	if err := d.add(Left(c)); err != nil {
		return err
	}
	return d.afterLeaving(c.Player)
}

// afterLeaving draws the consequences when a player has left: the table gets another host,
// the vote is counted anew, and what nobody is at waits.
func (d *Draft) afterLeaving(p Player) error {
	if d.Phase == Lobby && !slices.ContainsFunc(d.seats, seatState.hasPerson) {
		return d.end(Empty, p)
	}
	if d.Host == p {
		next := slices.IndexFunc(d.seats, func(s seatState) bool { return !s.unmanned() })
		if next < 0 {
			next = slices.IndexFunc(d.seats, seatState.hasPerson)
		}
		if next >= 0 {
			if err := d.add(HostIs{d.seats[next].player}); err != nil {
				return err
			}
		}
	}
	if err := d.count(); err != nil {
		return err
	}
	return d.pauseIfEmpty()
}

// addAway has a stand-in play for a player.
func (d *Draft) addAway(p Player) error {
	if err := d.add(Away{p}); err != nil {
		return err
	}
	if err := d.count(); err != nil {
		return err
	}
	return d.pauseIfEmpty()
}

// pauseIfEmpty pauses a match that nobody is at.
func (d *Draft) pauseIfEmpty() error {
	if d.present() > 0 || d.Paused || d.Phase != Playing && d.Phase != Between {
		return nil
	}
	return d.add(Paused{})
}

func (c Kick) decide(d *Draft) error {
	seat, seated := d.Seat(c.Against)
	barred := slices.Contains(d.Barred, c.Against)
	switch {
	case c.Player == c.Against:
		return game.Refuse("To give up your own seat, use `/leave`.")
	case seated && d.seats[seat].computer != nil:
		return game.Refuse("That is a bot: the host can remove it before the match.")
	case barred || !seated && !slices.Contains(d.Coming, c.Against):
		return game.Refuse("They aren't at this table.")
	case c.Player == d.Host || c.Force:
		return d.kick(Kicked{Player: c.Against, By: c.Player})
	case d.Phase == Lobby:
		return game.Refuse("Before the match, only the host can remove someone.")
	case !seated:
		return game.Refuse("They join in the next round; until then, only the host can remove them.")
	case d.seats[seat].vacant:
		return game.Refuse("They have already left: a bot is playing for them.")
	}
	return d.callVote(c)
}

func (d *Draft) kick(b Kicked) error {
	if err := d.add(b); err != nil {
		return err
	}
	return d.afterLeaving(b.Player)
}

func (c Pardon) decide(d *Draft) error {
	switch {
	case c.Player != d.Host && !c.Force:
		return game.Refuse("Only the host can let someone in again.")
	case !slices.Contains(d.Barred, c.Kicked):
		return game.Refuse("They weren't removed from this table.")
	}
	return d.add(Pardoned{Player: c.Kicked, By: c.Player})
}

// A vote to kick. Who calls it is for it; it passes when more than half of the
// others who are at the table are for it, and is over when that can't be any more
// or its time is up. Everyone may call one in a round.

// voteWithin is how long a vote is open: who is at the table sees it in that time,
// and who is not there does not hold up the others.
const voteWithin = time.Minute

// Vote is a vote to kick that is open.
type Vote struct {
	Number  int // of this table's votes; buttons carry it
	By      Player
	Against Player
	Yes, No []Player
	Until   time.Time
}

// Ballot is a player's vote. Old votes give ErrStale.
type Ballot struct {
	Player Player
	Number int // Vote.Number
	For    bool
}

// Electors returns who decide the open vote: everyone at the table but whom it is about.
func (m Match) Electors() []Player {
	if m.Vote == nil {
		return nil
	}
	return m.electors(m.Vote.Against)
}

func (m Match) electors(against Player) []Player {
	var players []Player
	for _, s := range m.seats {
		if !s.unmanned() && s.player != against {
			players = append(players, s.player)
		}
	}
	return players
}

// VoteDue reports whether the time of the vote that is open is up.
func (m Match) VoteDue(now time.Time) bool { return m.Vote != nil && !now.Before(m.Vote.Until) }

func (d *Draft) callVote(c Kick) error {
	if _, there := d.sits(c.Player); !there {
		return game.Refuse("Only players at this table can ask for a vote.")
	}
	if err := d.here(c.Player); err != nil {
		return err
	}
	switch {
	case d.Vote != nil:
		return game.Refuse("A vote is already under way.")
	case slices.Contains(d.called, c.Player):
		return game.Refuse("You have already asked for a vote this round.")
	case len(d.electors(c.Against)) < 2:
		return game.Refuse("There is nobody else here to vote with you. If a player runs out of time twice, a bot plays for them.")
	}
	if err := d.add(VoteCalled{By: c.Player, Against: c.Against, Within: voteWithin}); err != nil {
		return err
	}
	return d.count()
}

func (c Ballot) decide(d *Draft) error {
	if d.Vote == nil || d.Vote.Number != c.Number {
		return ErrStale
	}
	if _, there := d.sits(c.Player); !there {
		return game.Refuse("Only players at this table can vote.")
	}
	switch {
	case c.Player == d.Vote.Against:
		return game.Refuse("This vote is about you: the others decide.")
	case slices.Contains(d.Vote.Yes, c.Player), slices.Contains(d.Vote.No, c.Player):
		return game.Refuse("You have already voted.")
	}
	if err := d.here(c.Player); err != nil {
		return err
	}
	if err := d.add(Voted{Player: c.Player, For: c.For}); err != nil {
		return err
	}
	return d.count()
}

// count ends the open vote where it is decided.
func (d *Draft) count() error {
	if d.Vote == nil {
		return nil
	}
	electors := d.Electors()
	among := func(votes []Player) int {
		n := 0
		for _, p := range votes {
			if slices.Contains(electors, p) {
				n++
			}
		}
		return n
	}
	_, there := d.sits(d.Vote.Against)
	switch {
	case there && 2*among(d.Vote.Yes) > len(electors):
		return d.kick(Kicked{Player: d.Vote.Against})
	case !there, 2*among(d.Vote.No) >= len(electors):
		return d.add(VoteOver{d.Vote.Against})
	}
	return nil
}

// VoteCalled begins a vote to kick a player; who called it has voted for it.
type VoteCalled struct {
	By      Player        `json:"by"`
	Against Player        `json:"against"`
	Within  time.Duration `json:"within_ms"`
}

func (b VoteCalled) apply(m *Match) error {
	if _, seated := m.sits(b.Against); !seated || m.Vote != nil || m.Phase == Lobby {
		return errMisplaced
	}
	m.Vote = &Vote{Number: m.Seq, By: b.By, Against: b.Against, Yes: []Player{b.By}, Until: m.At.Add(b.Within)}
	m.called = append(slices.Clip(m.called), b.By)
	return nil
}

// Voted is one player's vote.
type Voted struct {
	Player Player `json:"player"`
	For    bool   `json:"for"`
}

func (b Voted) apply(m *Match) error {
	if m.Vote == nil {
		return errMisplaced
	}
	v := *m.Vote
	if b.For {
		v.Yes = append(slices.Clip(v.Yes), b.Player)
	} else {
		v.No = append(slices.Clip(v.No), b.Player)
	}
	m.Vote = &v
	return nil
}

// VoteOver ends a vote that did not kick.
type VoteOver struct {
	Against Player `json:"against"`
}

func (b VoteOver) apply(m *Match) error {
	if m.Vote == nil || m.Vote.Against != b.Against {
		return errMisplaced
	}
	m.Vote = nil
	return nil
}
