package match

import (
	"slices"
	"time"

	"deuces/game"
)

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
	if m.vote == nil {
		return nil
	}
	return m.electors(m.vote.Against)
}

func (m Match) electors(against Player) []Player {
	var players []Player
	for _, s := range m.sitting {
		if !s.gone() && s.player != against {
			players = append(players, s.player)
		}
	}
	return players
}

// VoteDue reports whether the time of the vote that is open is up.
func (m Match) VoteDue(now time.Time) bool { return m.vote != nil && !now.Before(m.vote.Until) }

func (d *Draft) callVote(c Kick) error {
	if _, there := d.sits(c.Player); !there {
		return game.Refuse("Only players at this table can ask for a vote.")
	}
	if err := d.here(c.Player); err != nil {
		return err
	}
	switch {
	case d.vote != nil:
		return game.Refuse("A vote is already under way.")
	case slices.Contains(d.called, c.Player):
		return game.Refuse("You have already asked for a vote this round.")
	case len(d.electors(c.Against)) < 2:
		return game.Refuse("There is nobody else here to vote with you. If a player runs out of time twice, a computer plays for them.")
	}
	if err := d.add(VoteCalled{By: c.Player, Against: c.Against, Within: voteWithin}); err != nil {
		return err
	}
	return d.count()
}

func (c Ballot) decide(d *Draft) error {
	if d.vote == nil || d.vote.Number != c.Number {
		return ErrStale
	}
	if _, there := d.sits(c.Player); !there {
		return game.Refuse("Only players at this table can vote.")
	}
	switch {
	case c.Player == d.vote.Against:
		return game.Refuse("This vote is about you: the others decide.")
	case slices.Contains(d.vote.Yes, c.Player), slices.Contains(d.vote.No, c.Player):
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
	if d.vote == nil {
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
	_, there := d.sits(d.vote.Against)
	switch {
	case there && 2*among(d.vote.Yes) > len(electors):
		return d.kick(Kicked{Player: d.vote.Against})
	case !there, 2*among(d.vote.No) >= len(electors):
		return d.add(VoteOver{d.vote.Against})
	}
	return nil
}

// VoteCalled begins a vote to kick a player; who called it has voted for it.
type VoteCalled struct {
	By      Player        `json:"by"`
	Against Player        `json:"against"`
	Within  time.Duration `json:"within_ms"`
}

func (VoteCalled) kind() string { return "vote" }

func (b VoteCalled) apply(m *Match) error {
	if _, seated := m.sits(b.Against); !seated || m.vote != nil || m.phase == Lobby {
		return errMisplaced
	}
	m.vote = &Vote{Number: m.seq, By: b.By, Against: b.Against, Yes: []Player{b.By}, Until: m.at.Add(b.Within)}
	m.called = append(slices.Clip(m.called), b.By)
	return nil
}

// Voted is one player's vote.
type Voted struct {
	Player Player `json:"player"`
	For    bool   `json:"for"`
}

func (Voted) kind() string { return "voted" }

func (b Voted) apply(m *Match) error {
	if m.vote == nil {
		return errMisplaced
	}
	v := *m.vote
	if b.For {
		v.Yes = append(slices.Clip(v.Yes), b.Player)
	} else {
		v.No = append(slices.Clip(v.No), b.Player)
	}
	m.vote = &v
	return nil
}

// VoteOver ends a vote that did not kick.
type VoteOver struct {
	Against Player `json:"against"`
}

func (VoteOver) kind() string { return "vote-over" }

func (b VoteOver) apply(m *Match) error {
	if m.vote == nil || m.vote.Against != b.Against {
		return errMisplaced
	}
	m.vote = nil
	return nil
}
