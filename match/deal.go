package match

import (
	"errors"
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/deal"
)

// The sealed deal. Before a round is dealt its seed is stored, and everyone sees
// the commitment to it: of the first round from the moment the table opens, of
// each other from the end of the round before. Until the deal whoever has a seat
// may cut the deck, once. The cards follow from the seed and the cuts (package
// deal); Dealt stores them all the same, so that a replay needs neither.
//
// Once somebody has cut, a change of what the deal is made for (seats, computer
// players, options) opens the seed unused, and the round is sealed anew without
// cuts. Else whoever knows the seed could change a seat until the cards suit them,
// unseen.
//
// That a seed is opened is no event: it follows from the round's end, the table's
// end, or the next seal. So no seed stays closed because somebody forgot to open it.

type (
	// Seal fixes the seed of the next round. The Registry gives it as soon as
	// there is a round to seal (WantsSeal), in the same append.
	Seal struct{ Seed deal.Seed }

	// CutDeck cuts the deck of the next round: with a number, as it was typed.
	// For whoever has a seat in that round.
	CutDeck struct {
		Player Player
		Deal   int // SealedDeal.Number of the deal that the player saw
		Typed  string
	}
)

// SealedDeal is what may be known of the deal of a round.
type SealedDeal struct {
	Number     int // at its table, from 1
	Round      int
	Commitment string
	Cuts       []Cut       // in the order in which they were made
	Seats      []game.Seat // of the round that comes, or came, from it: by cut
	Dealt      bool
	Opened     bool      // the round is over, or the deal was never to be
	Seed       deal.Seed // once it is opened; zero before
}

// BySeat returns the cuts as the deal follows from them.
func (d SealedDeal) BySeat() deal.Cuts { return bySeat(d.Cuts, d.Seats) }

func bySeat(cuts []Cut, seats []game.Seat) deal.Cuts {
	by := deal.Cuts{}
	for i, seat := range seats {
		if seat != game.Nobody { // they have left: the table was closed
			by[seat] = cuts[i].Cut
		}
	}
	return by
}

// sealed is the seal of a round: the last one is that of the round that is on, or
// of the next.
type sealed struct {
	round int
	seed  deal.Seed
	cuts  []Cut
	seats []game.Seat // by cut, once it is dealt
	dealt bool
}

// Deals returns the sealed deals of the match, oldest first. Rounds that an older
// program dealt have none.
func (m Match) Deals() []SealedDeal {
	deals := make([]SealedDeal, len(m.seals))
	for i, s := range m.seals {
		d := SealedDeal{
			Number: i + 1, Round: s.round, Commitment: s.seed.Commitment(int64(m.ID), s.round),
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

// NextDeal returns the deal of the next round, which waits for cuts; false where
// none does.
func (m Match) NextDeal() (SealedDeal, bool) {
	if _, waits := m.nextSeal(); !waits {
		return SealedDeal{}, false
	}
	deals := m.Deals()
	return deals[len(deals)-1], true
}

// WantsSeal says that the next round has no seal, or one that does not hold any more.
func (m Match) WantsSeal() bool {
	_, waits := m.nextSeal()
	return m.upcoming() && (!waits || m.sealStale)
}

// seatsOf says from which seats of the next round its cuts are: those who wait for
// a seat get it with the deal.
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

// sealedChance is the chance of the next round as it was sealed and cut.
func (m Match) sealedChance() (game.Chance, error) {
	s, waits := m.nextSeal()
	if !waits || m.sealStale {
		return game.Chance{}, errors.New("the next round is not sealed")
	}
	seats := m.nextSeats()
	return s.seed.Chance(int64(m.ID), s.round, bySeat(s.cuts, m.seatsOf(s.cuts)), m.Rules.Deck(seats), seats)
}

// CheckDeal says of the event that comes next whether it deals a round other than as that was
// sealed and cut. Rounds of before there were seals have none; after the first that has one,
// all do.
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

// dealSeal notes that the round was dealt from the seal that waited, if there is
// one. It comes after the newcomers have sat down.
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

// Sealed fixes the seed of a round before it is dealt. One that was fixed for the
// same round before is open and unused, and its cuts don't count.
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
	return d.here(c.Player)
}

// MayCut says why a player can't cut the deck of a deal; nil if they can.
func (m Match) MayCut(p Player, number int) error {
	seat, seated := m.Seat(p)
	s, waits := m.nextSeal()
	switch {
	case !seated && !slices.Contains(m.Coming, p):
		return game.Refuse("Only players at this table can cut the deck.")
	case !seated && slices.Contains(m.Waiting(), p):
		return game.Refuse("You can cut the deck as soon as there is a seat for you.")
	case seated && m.seats[seat].vacant:
		return game.Refuse("You have left. Join to take your seat back.")
	case m.Phase == Playing:
		return game.Refuse("The cards have been dealt. You can cut the deck again when the round is over.")
	case !waits:
		return game.Refuse("There is no deck to cut right now.")
	case number != len(m.seals) && 0 < number && number < len(m.seals) && m.seals[number-1].dealt:
		return game.Refuse("That round has been dealt. Cut the deck of the next one with the button on the board.")
	case number != len(m.seals):
		return game.Refuse("The seats or the options have changed, so the deck was sealed anew. Use the button on the board to cut it.")
	case slices.ContainsFunc(s.cuts, func(c Cut) bool { return c.Player == p }):
		return game.Refuse("You have already cut the deck for this round.")
	}
	return nil
}

// Cut is a player's cut of the next round's deck, in the digits that they typed.
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
		m.since = m.At // somebody is here
	}
	return nil
}
