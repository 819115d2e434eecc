package match

import (
	"slices"
	"time"

	"deuces/game"
)

// Players joining and leaving. When a player leaves or is removed, their seat becomes vacant
// and a stand-in plays it until they return. Nobody else gets the seat during that round,
// because a player must never see two hands of the same round. Newcomers are seated when the
// next round is dealt: in a vacant seat, with its place and title, or in a new one, in last
// place. They start with 0 points. If former players return first, newcomers keep waiting.
//
// settle.go has the rules of whom a round counts for.

type (
	// Join seats a player in a lobby. During a match it returns their seat to former players,
	// and gives newcomers a seat in the next round.
	Join struct{ Player Player }

	// Leave removes a player from a lobby. During a match a stand-in takes over the seat. If
	// the host leaves, another player becomes host. A lobby closes when the last player leaves.
	Leave struct{ Player Player }

	// Here reports that a player is active: they take over from a stand-in, and a paused match
	// continues. It is a no-op for people who aren't seated, and if nothing changes.
	Here struct{ Player Player }

	// Resume continues a paused match. Anyone with a seat may do this. It returns ErrStale if the
	// match isn't paused.
	Resume struct{ Player Player }

	// Kick removes a player. It takes effect immediately if issued by the host or with Force;
	// otherwise it calls a vote.
	Kick struct {
		Player, Against Player
		Force           bool // the player may manage other people's tables
	}

	// Pardon lets a removed player join again. The host may do this, and anyone for whom Force is
	// set.
	Pardon struct {
		Player, Kicked Player
		Force          bool
	}
)

// seatNewcomers assigns vacant seats to newcomers. It is part of the append that deals, so
// newcomers never see the hand that the seat had before.
func (d *Draft) seatNewcomers() error {
	for _, seat := range d.vacant() {
		if len(d.Newcomers) == 0 {
			return nil
		}
		p := d.Newcomers[0]
		if err := d.add(Took{Player: p, Seat: seat}); err != nil {
			return err
		}
		if _, there := d.ownSeat(d.Host); there {
			continue
		}
		if err := d.add(HostChanged{p}); err != nil {
			return err
		}
	}
	return nil
}

// makeRoom removes a computer to make room for a person who joins a full lobby.
func (d *Draft) makeRoom() error {
	_, most := d.Seats()
	p, ok := d.lastComputer()
	switch {
	case ok && d.Phase == Lobby:
		return d.add(Left{p})
	case !d.KeptUntil().IsZero():
		return errKept
	}
	return allTaken(most)
}

func (c Join) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	switch {
	case slices.Contains(d.Banned, c.Player):
		return ErrRemoved
	case seated && (d.seats[seat].unmanned() || d.Paused):
		return d.markPresent(c.Player)
	case seated, slices.Contains(d.Newcomers, c.Player):
		return errAlready
	case d.freeSeats() <= len(d.Newcomers):
		if err := d.makeRoom(); err != nil {
			return err
		}
	}
	if err := d.add(Seated{Player: c.Player}); err != nil {
		return err
	}
	return d.resumeIfPaused(c.Player)
}

// markPresent ends a stand-in and a pause when a player is active.
func (d *Draft) markPresent(p Player) error {
	seat, seated := d.Seat(p)
	if !seated {
		return nil
	}
	if d.seats[seat].unmanned() {
		if err := d.add(Returned{p}); err != nil {
			return err
		}
	}
	if _, there := d.ownSeat(d.Host); !there && d.Phase != Lobby {
		if err := d.add(HostChanged{p}); err != nil {
			return err
		}
	}
	return d.resumeIfPaused(p)
}

// resumeIfPaused resumes a paused match for an active player.
func (d *Draft) resumeIfPaused(p Player) error {
	if !d.Paused {
		return nil
	}
	return d.add(Resumed{p})
}

func (c Here) decide(d *Draft) error {
	if _, there := d.ownSeat(c.Player); !there {
		return nil
	}
	return d.markPresent(c.Player)
}

// NextRound says that a player doesn't need the pause after a round. The next round is dealt as
// soon as nobody needs the pause.
type NextRound struct{ Player Player }

func (c NextRound) decide(d *Draft) error {
	seat, there := d.ownSeat(c.Player)
	switch {
	case d.Phase != Between || d.Decision.Round == 0:
		return ErrStale
	case !there:
		return ErrNotSeated
	}
	if err := d.markPresent(c.Player); err != nil || d.seats[seat].ready {
		return err
	}
	return d.add(Ready(c))
}

// Ready records that a player doesn't need the pause after the round.
type Ready struct {
	Player Player `json:"player"`
}

func (b Ready) apply(m *Match) error {
	seat, there := m.ownSeat(b.Player)
	if m.Phase != Between || m.Decision.Round == 0 || m.Paused || !there || m.seats[seat].unmanned() || m.seats[seat].ready {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[seat].ready = true
	return nil
}

func (c Resume) decide(d *Draft) error {
	if _, there := d.ownSeat(c.Player); !there {
		return ErrNotSeated
	}
	if !d.Paused {
		return ErrStale
	}
	return d.markPresent(c.Player)
}

func (c Leave) decide(d *Draft) error {
	_, seated := d.Seat(c.Player)
	_, there := d.ownSeat(c.Player)
	switch {
	case !seated && !slices.Contains(d.Newcomers, c.Player):
		return ErrNotSeated
	case seated && !there && d.Phase != Lobby:
		return d.whyGone(c.Player)
	}
	if err := d.add(Left(c)); err != nil {
		return err
	}
	return d.afterLeaving(c.Player)
}

// afterLeaving assigns a new host, recounts the vote, and pauses the match if nobody is left.
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
			if err := d.add(HostChanged{d.seats[next].player}); err != nil {
				return err
			}
		}
	}
	if err := d.countVotes(); err != nil {
		return err
	}
	return d.pauseIfEmpty()
}

// addAway lets a stand-in play for a player who ran out of time too often.
func (d *Draft) addAway(p Player) error {
	if err := d.add(Away{p}); err != nil {
		return err
	}
	if err := d.countVotes(); err != nil {
		return err
	}
	return d.pauseIfEmpty()
}

// pauseIfEmpty pauses a match without active players.
func (d *Draft) pauseIfEmpty() error {
	if d.presentCount() > 0 || d.Paused || d.Phase != Playing && d.Phase != Between {
		return nil
	}
	return d.add(Paused{})
}

func (c Kick) decide(d *Draft) error {
	seat, seated := d.Seat(c.Against)
	barred := slices.Contains(d.Banned, c.Against)
	switch {
	case c.Player == c.Against:
		return game.Refuse("You can't remove yourself. **Leave** gives up your seat.")
	case seated && d.seats[seat].computer != nil, barred || !seated && !slices.Contains(d.Newcomers, c.Against):
		return errOtherNotSeated
	case c.Player == d.Host || c.Force:
		return d.kick(Kicked{Player: c.Against, By: c.Player})
	case d.Phase == Lobby || !seated:
		return ErrHostOnly
	case d.seats[seat].vacant:
		return errOtherNotSeated
	}
	return d.callVote(c)
}

func (d *Draft) kick(b Kicked) error {
	if err := d.add(b); err != nil {
		return err
	}
	return d.afterLeaving(b.Player)
}

// RemovingIsLastPlace reports whether the current round, as it is now, would count as last place for a
// player who removes another.
func (m Match) RemovingIsLastPlace(c Kick) bool {
	seat, seated := m.Seat(c.Player)
	if m.Phase != Playing || !seated || m.parts[seat].player != c.Player || c.Player != m.Host && !c.Force {
		return false
	}
	after := m
	if err := (Kicked{Player: c.Against, By: c.Player}).apply(&after); err != nil {
		return false // it will be refused
	}
	people := 0
	for i := range after.parts {
		if after.played(i) {
			people++
		}
	}
	return after.spoils(people, after.removedBy(c.Player))
}

func (c Pardon) decide(d *Draft) error {
	switch {
	case c.Player != d.Host && !c.Force:
		return ErrHostOnly
	case !slices.Contains(d.Banned, c.Kicked):
		return ErrStale
	}
	return d.add(Pardoned{Player: c.Kicked, By: c.Player})
}

// A vote to remove a player. Whoever calls the vote has voted yes. The vote passes when more than
// half of the other active players vote yes, and fails when that is no longer possible or time runs
// out. It goes on when the player leaves, so that leaving and coming back doesn't end it. Each
// player may call one vote per round.

// voteDuration is short, so that absent players don't hold up the others.
const voteDuration = time.Minute

// Vote is an open vote to remove a player.
type Vote struct {
	Number  int // identifies the vote in custom ids
	By      Player
	Against Player
	Yes, No []Player
	Until   time.Time
}

// Ballot is a player's vote. If that vote is over, it returns ErrStale.
type Ballot struct {
	Player Player
	Number int // Vote.Number
	For    bool
}

// Electors returns the players who may vote: every active player except the one the vote is
// about.
func (m Match) Electors() []Player {
	if m.Vote == nil {
		return nil
	}
	return m.electors(m.Vote.Against)
}

func (m Match) electors(against Player) []Player {
	return m.playersOf(func(s seatState) bool { return !s.unmanned() && s.player != against })
}

// VoteDue reports whether the open vote has run out of time.
func (m Match) VoteDue(now time.Time) bool { return m.Vote != nil && !now.Before(m.Vote.Until) }

func (d *Draft) callVote(c Kick) error {
	if _, there := d.ownSeat(c.Player); !there {
		return ErrNotSeated
	}
	if err := d.markPresent(c.Player); err != nil {
		return err
	}
	switch {
	case d.Vote != nil, slices.Contains(d.calledVote, c.Player):
		return game.Refuse("One vote at a time, and each player may start one a round.")
	case len(d.electors(c.Against)) < 2:
		return game.Refuse("There is nobody else to vote with you. If they run out of time twice, a bot plays for them.")
	}
	if err := d.add(VoteCalled{By: c.Player, Against: c.Against, Within: voteDuration}); err != nil {
		return err
	}
	return d.countVotes()
}

func (c Ballot) decide(d *Draft) error {
	if d.Vote == nil || d.Vote.Number != c.Number {
		return ErrStale
	}
	if _, there := d.ownSeat(c.Player); !there {
		return ErrNotSeated
	}
	switch {
	case c.Player == d.Vote.Against:
		return game.Refuse("The others decide this vote.")
	case slices.Contains(d.Vote.Yes, c.Player), slices.Contains(d.Vote.No, c.Player):
		return errAlready
	}
	if err := d.markPresent(c.Player); err != nil {
		return err
	}
	if err := d.add(Voted{Player: c.Player, For: c.For}); err != nil {
		return err
	}
	return d.countVotes()
}

// countVotes ends the open vote if it is decided.
func (d *Draft) countVotes() error {
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
	_, seated := d.Seat(d.Vote.Against)
	switch {
	case seated && 2*among(d.Vote.Yes) > len(electors):
		return d.kick(Kicked{Player: d.Vote.Against})
	case !seated, 2*among(d.Vote.No) >= len(electors):
		return d.add(VoteOver{d.Vote.Against})
	}
	return nil
}

// VoteCalled opens a vote to remove a player. The caller has voted yes.
type VoteCalled struct {
	By      Player        `json:"by"`
	Against Player        `json:"against"`
	Within  time.Duration `json:"within_ms"`
}

func (b VoteCalled) apply(m *Match) error {
	if _, seated := m.ownSeat(b.Against); !seated || m.Vote != nil || m.Phase == Lobby {
		return errMisplaced
	}
	m.Vote = &Vote{Number: m.Seq, By: b.By, Against: b.Against, Yes: []Player{b.By}, Until: m.At.Add(b.Within)}
	m.calledVote = append(slices.Clip(m.calledVote), b.By)
	return nil
}

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

// VoteOver ends a vote that failed.
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
