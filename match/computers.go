package match

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
)

// Computer players. The host adds them in the lobby, and they stay for the whole match; a
// person who joins a full lobby replaces one. A computer decides like a stand-in (Unmanned,
// Observation): its choice arrives as a command when the seat's time has come. A match without
// people at the table is paused. When no person holds cards any more, any player may skip to the
// result: then computers play the rest of the round quickly.

// Computer is a computer player at a table.
type Computer struct {
	Player Player   `json:"player"` // negative, unique at the table
	Level  ai.Level `json:"level"`
	Name   string   `json:"name"`
}

type (
	// AddComputer adds a computer player to the lobby. Only the host may do this.
	AddComputer struct {
		Player Player
		Level  ai.Level
	}

	// RemoveComputer removes the computer player that was added last. Only the host may do this,
	// and only in the lobby.
	RemoveComputer struct{ Player Player }
)

// Computer returns the computer player of a seat; false if a person has it.
func (m Match) Computer(s game.Seat) (Computer, bool) {
	if b := m.seats[s].computer; b != nil {
		return *b, true
	}
	return Computer{}, false
}

func (m Match) Computers() int {
	return len(m.playersOf(func(s seatState) bool { return s.computer != nil }))
}

// Observation returns what the seat to move may know; false if it isn't this seat's turn.
func (m Match) Observation(s game.Seat) (ai.Observation, bool) {
	if turn, due := m.Turn(); !due || turn != s {
		return ai.Observation{}, false
	}
	return ai.Observation{View: m.State.View(s), News: slices.Clone(m.news), History: ai.History{Results: m.Results, Rounds: slices.Clone(m.rounds)}}, true
}

// rememberRound keeps a finished round for computer players that adapt to their opponents.
func (m *Match) rememberRound(r game.Result) {
	if m.Computers() == 0 {
		m.rounds = nil
		return
	}
	round := ai.Round{Order: m.State.View(game.Watcher).Order, News: m.news, Result: r, OtherPlayers: m.handsChanged}
	m.rounds = ai.History{Rounds: m.rounds}.After(round).Rounds
}

// noteNewPlayer records that somebody else now plays a seat, so its earlier decisions say
// nothing about the new player.
func (m *Match) noteNewPlayer(seat game.Seat) {
	m.handsChanged |= 1 << seat
	m.rounds = slices.Clone(m.rounds)
	for i := range m.rounds {
		m.rounds[i].OtherPlayers |= 1 << seat
	}
}

func (c AddComputer) decide(d *Draft) error {
	if err := d.mayChangeRules(c.Player); err != nil {
		return err
	}
	if _, most := d.Seats(); len(d.seats) >= most {
		return allTaken(most)
	}
	return d.seatComputers(len(d.seats)+1, c.Level)
}

// seatComputers adds computer players until the given number of seats is taken.
func (d *Draft) seatComputers(to int, level ai.Level) error {
	if !slices.Contains(ai.Levels(), level) {
		return ErrStale
	}
	for len(d.seats) < to {
		if err := d.add(ComputerSeated{d.newComputer(level)}); err != nil {
			return err
		}
	}
	return nil
}

// newComputer returns a computer player with the next negative number and a name that is unique
// at the table.
func (m Match) newComputer(level ai.Level) Computer {
	c := Computer{Player: -1, Level: level}
	taken := map[string]bool{}
	for _, s := range m.seats {
		if s.computer != nil {
			c.Player = min(c.Player, s.player-1)
			taken[s.computer.Name] = true
		}
	}
	for i := range names {
		c.Name = names[(int(m.ID)*5+i)%len(names)]
		if !taken[c.Name] {
			break
		}
	}
	return c
}

// names has more names than a table has seats. None is a person's name.
var names = [...]string{
	"Beep", "Bolt", "Chip", "Cog", "Diode", "Echo", "Gizmo", "Lever", "Nibble",
	"Pixel", "Pulley", "Quartz", "Rivet", "Sprocket", "Toggle", "Turbo", "Widget", "Zap",
}

func (c RemoveComputer) decide(d *Draft) error {
	if err := d.mayChangeRules(c.Player); err != nil {
		return err
	}
	p, ok := d.lastComputer()
	if !ok {
		return ErrStale
	}
	return d.add(Left{p})
}

func (m Match) lastComputer() (Player, bool) {
	for _, s := range slices.Backward(m.seats) {
		if s.computer != nil {
			return s.player, true
		}
	}
	return 0, false
}

// SkipAhead lets computers play the rest of the round quickly. Anyone with a seat may do this once no
// person holds cards. Before that, or if the round is over, it returns ErrStale.
type SkipAhead struct{ Player Player }

func (c SkipAhead) decide(d *Draft) error {
	if _, there := d.ownSeat(c.Player); !there {
		return ErrNotSeated
	}
	if !d.CanSkip() {
		return ErrStale
	}
	return d.add(SkippedAhead(c))
}

// CanSkip reports whether only computers play, at the pace of a round that somebody follows.
func (m Match) CanSkip() bool {
	return m.Phase == Playing && !m.Paused && !m.skips && m.onlyComputersHoldCards()
}

// SkippedAhead records that a player skipped to the result of the round.
type SkippedAhead struct {
	Player Player `json:"player"`
}

func (b SkippedAhead) apply(m *Match) error {
	if _, there := m.ownSeat(b.Player); !there || !m.CanSkip() {
		return errMisplaced
	}
	m.skips = true
	return nil
}

// ComputerSeated adds a computer player to the lobby. Left removes it.
type ComputerSeated struct{ Computer }

func (b ComputerSeated) apply(m *Match) error {
	c := b.Computer
	if _, seated := m.Seat(c.Player); seated || m.Phase != Lobby || !c.Player.IsComputer() || c.Level == "" {
		return errMisplaced
	}
	m.seats = append(slices.Clip(m.seats), seatState{player: c.Player, computer: &c})
	m.since = m.At
	return nil
}

// Unmanned returns the seat to move and its playing level, if a computer or a stand-in plays
// it.
func (m Match) Unmanned() (game.Seat, ai.Level, bool) {
	seat, due := m.Turn()
	if !due || m.Paused || !m.seats[seat].unmanned() {
		return seat, "", false
	}
	if c, ok := m.Computer(seat); ok {
		return seat, c.Level, true
	}
	return seat, ai.Normal, true
}
