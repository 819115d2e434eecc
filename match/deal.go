package match

import (
	"errors"
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/deal"
)

// Sealed deals. Before a round is dealt, its seed is stored and its commitment published: for
// the first round when the table opens, for every other round when the previous one ends. Until
// the deal, each player with a seat may cut the deck once. The cards are derived from the seed
// and the cuts (package deal). Dealt stores the cards anyway, so that a replay needs neither.
//
// If seats, computer players or options change after somebody has cut, the seed is revealed
// unused and a new one is sealed, without cuts. Otherwise somebody who knows the seed could
// secretly change a seat until the cards suit them.
//
// Revealing a seed needs no event: a seed is revealed by the end of the round, the end of the
// table, or the next seal.

type (
	// Seal sets the seed of the next round. The registry issues it as soon as WantsSeal returns
	// true and stores it in the same append.
	Seal struct{ Seed deal.Seed }

	// CutDeck cuts the deck of the next round with a number that the player typed. Only players
	// with a seat in that round may cut.
	CutDeck struct {
		Player Player
		Deal   int // SealedDeal.Number that the player saw
		Typed  string
	}
)

// SealedDeal is the public information about the deal of a round.
type SealedDeal struct {
	Number     int // sequence number at the table, from 1
	Round      int
	Commitment string
	Cuts       []Cut       // in the order in which they were made
	Seats      []game.Seat // seat of each cut in the round that this deal is for
	Dealt      bool
	Opened     bool      // the seed is revealed: the round is over, or the deal was replaced
	Seed       deal.Seed // zero until it is revealed
}

// BySeat returns the cuts in the form from which the cards are derived.
func (d SealedDeal) BySeat() deal.Cuts { return bySeat(d.Cuts, d.Seats) }

func bySeat(cuts []Cut, seats []game.Seat) deal.Cuts {
	by := deal.Cuts{}
	for i, seat := range seats {
		if seat != game.Nobody { // the player has left and gets no seat in the round
			by[seat] = cuts[i].Cut
		}
	}
	return by
}

// sealed is the seal of one round.
type sealed struct {
	round int
	seed  deal.Seed
	cuts  []Cut
	seats []game.Seat // seat of each cut; set when the round is dealt
	dealt bool
}

// Deals returns the sealed deals of the match, oldest first.
func (m Match) Deals() []SealedDeal {
	deals := make([]SealedDeal, len(m.seals))
	for i, s := range m.seals {
		d := SealedDeal{
			Number: i + 1, Round: s.round, Commitment: s.seed.Commitment(m.BoundTo(s.round)),
			Cuts: slices.Clone(s.cuts), Seats: slices.Clone(s.seats), Dealt: s.dealt,
		}
		if !s.dealt && i == len(m.seals)-1 {
			d.Seats = m.seatsOf(s.cuts)
		}
		d.Opened = m.Phase == Over || s.dealt && len(m.Results) >= s.round || !s.dealt && i < len(m.seals)-1
		if d.Opened {
			d.Seed = s.seed
		}
		deals[i] = d
	}
	return deals
}

// NextDeal returns the deal of the next round, whose deck can be cut; false if there is none.
func (m Match) NextDeal() (SealedDeal, bool) {
	if _, waits := m.nextSeal(); !waits {
		return SealedDeal{}, false
	}
	deals := m.Deals()
	return deals[len(deals)-1], true
}

// WantsSeal reports whether the next round needs a seal: it has no seal, or its seal no longer
// applies.
func (m Match) WantsSeal() bool {
	_, waits := m.nextSeal()
	return m.upcoming() && (!waits || m.sealStale)
}

// seatsOf returns the seat in the next round of each player who cut. Players waiting for a seat
// get one with the deal.
func (m Match) seatsOf(cuts []Cut) []game.Seat {
	seats := make([]game.Seat, len(cuts))
	for i, c := range cuts {
		seat, seated := m.nextSeat(c.Player)
		if !seated {
			seat = game.Nobody
		}
		seats[i] = seat
	}
	return seats
}

// sealedChance returns the randomness of the next round, derived from its seal and cuts.
func (m Match) sealedChance() (game.Chance, error) {
	s, waits := m.nextSeal()
	if !waits || m.sealStale {
		return game.Chance{}, errors.New("the next round is not sealed")
	}
	seats := m.nextSeats()
	table, number := m.BoundTo(s.round)
	return s.seed.Chance(table, number, bySeat(s.cuts, m.seatsOf(s.cuts)), m.Rules.Deck(seats), seats)
}

// CheckDeal returns an error if e deals a round whose cards don't follow from the seal and the
// cuts. Rounds at the start of an old log may lack a seal; after the first sealed round, every
// round must have one.
func (m Match) CheckDeal(e Event) error {
	b, dealt := e.Body.(Dealt)
	if !dealt || len(m.seals) == 0 {
		return nil
	}
	want, err := m.sealedChance()
	if err != nil {
		return fmt.Errorf("round %d was dealt unsealed: %w", b.Round, err)
	}
	for _, c := range []struct {
		what   string
		differ bool
	}{
		{"deck", !slices.Equal(b.Chance.Deck, want.Deck)},
		{"draws", !slices.Equal(b.Chance.Draws, want.Draws)},
		{"seat chosen by chance", b.Chance.Pick != want.Pick},
	} {
		if c.differ {
			return fmt.Errorf("the %s of round %d doesn't follow from its seal and the cuts", c.what, b.Round)
		}
	}
	return nil
}

// dealSeal marks the pending seal, if there is one, as dealt. It must be called after newcomers
// have taken their seats.
func (m *Match) dealSeal() {
	if s, waits := m.nextSeal(); waits {
		s.dealt, s.seats = true, m.seatsOf(s.cuts)
		m.replaceSeal(s)
	}
	m.sealStale = false
}

func (m *Match) replaceSeal(s sealed) {
	m.seals = slices.Clone(m.seals)
	m.seals[len(m.seals)-1] = s
}

func (c Seal) decide(d *Draft) error {
	if !d.WantsSeal() {
		return ErrStale
	}
	return d.add(Sealed{Round: d.Decision.Round + 1, Seed: c.Seed})
}

// Sealed sets the seed of a round. An earlier seal of the same round is revealed unused, and
// its cuts don't count.
type Sealed struct {
	Round int       `json:"round"`
	Seed  deal.Seed `json:"seed"`
}

func (b Sealed) apply(m *Match) error {
	if !m.upcoming() || b.Round != m.Decision.Round+1 {
		return errMisplaced
	}
	m.seals, m.sealStale = append(slices.Clip(m.seals), sealed{round: b.Round, seed: b.Seed}), false
	return nil
}

func (c CutDeck) decide(d *Draft) error {
	if err := d.MayCut(c.Player, c.Deal); err != nil {
		return err
	}
	cut, err := deal.ParseCut(c.Typed)
	if err != nil {
		return err
	}
	if err := d.add(Cut{Player: c.Player, Cut: cut}); err != nil {
		return err
	}
	return d.markPresent(c.Player)
}

// MayCut returns the reason why a player can't cut the deck of a deal, or nil if they can.
func (m Match) MayCut(p Player, number int) error {
	seat, seated := m.Seat(p)
	s, waits := m.nextSeal()
	switch {
	case !seated && !slices.Contains(m.Newcomers, p):
		return ErrNotSeated
	case !seated && slices.Contains(m.Waiting(), p):
		return ErrNotSeated
	case seated && m.seats[seat].vacant && m.Phase == Lobby: // the seat is kept for them
		return ErrNotSeated
	case seated && m.seats[seat].vacant:
		return m.whyGone(p)
	case m.Phase == Playing, !waits, number != len(m.seals):
		return game.Refuse("It's too late to cut this deck. You can cut the next one before it is dealt.")
	case slices.ContainsFunc(s.cuts, func(c Cut) bool { return c.Player == p }):
		return errAlready
	}
	return nil
}

// Cut is a player's cut of the next round's deck, as the digits they typed.
type Cut struct {
	Player Player `json:"player"`
	Cut    string `json:"cut"`
}

func (b Cut) apply(m *Match) error {
	s, waits := m.nextSeal()
	if cut, err := deal.ParseCut(b.Cut); err != nil || cut != b.Cut || b.Player.IsComputer() || !waits || m.sealStale || m.MayCut(b.Player, len(m.seals)) != nil {
		return errMisplaced
	}
	s.cuts = append(slices.Clip(s.cuts), b)
	m.replaceSeal(s)
	if m.Phase == Lobby {
		m.since = m.At // the lobby is in use
	}
	return nil
}
