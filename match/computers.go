package match

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
)

// Computer players. The host seats them in the lobby, and they stay for the whole
// match; a person who joins a full lobby gets the seat of one. A computer decides
// as a stand-in does (Unmanned, Observation): the choice arrives as a command when the
// seat's time has come. Nobody waits for computers but the people who play: where
// none is at the table the match pauses, and where none holds cards any more the
// rest of the round goes by quickly.

// Computer is a computer player at a table.
type Computer struct {
	Player Player   `json:"player"` // below 0, and this table's alone
	Level  ai.Level `json:"level"`
	Name   string   `json:"name"`
}

type (
	// AddComputer seats a computer player in a lobby or, with Fill, as many as make
	// a table; for the host.
	AddComputer struct {
		Player Player
		Level  ai.Level
		Fill   bool
	}

	// RemoveComputer takes away the computer player of a lobby that was seated
	// last; for the host.
	RemoveComputer struct{ Player Player }
)

// Computer returns the computer player of a seat; false for a person's.
func (m Match) Computer(s game.Seat) (Computer, bool) {
	if b := m.seats[s].computer; b != nil {
		return *b, true
	}
	return Computer{}, false
}

// Computers counts the computer players.
func (m Match) Computers() int {
	n := 0
	for _, s := range m.seats {
		if s.computer != nil {
			n++
		}
	}
	return n
}

// Observation returns what the seat that is to decide may know; false where it is not
// this seat's turn.
func (m Match) Observation(s game.Seat) (ai.Observation, bool) {
	if turn, due := m.Turn(); !due || turn != s {
		return ai.Observation{}, false
	}
	return ai.Observation{View: m.State.View(s), News: slices.Clone(m.news), History: ai.History{Results: m.Results, Rounds: slices.Clone(m.rounds)}}, true
}

// learn keeps how a round was played that is over, where there are computer players
// who may learn from it.
func (m *Match) learn(r game.Result) {
	if m.Computers() == 0 {
		m.rounds = nil
		return
	}
	round := ai.Round{Order: m.State.View(game.Watcher).Order, News: m.news, Result: r, OtherPlayers: m.handsChanged}
	m.rounds = ai.History{Rounds: m.rounds}.After(round).Rounds
}

// noteNewPlayer notes that from here on somebody else plays a seat: what was done there
// before says nothing of them.
func (m *Match) noteNewPlayer(seat game.Seat) {
	m.handsChanged |= 1 << seat
	m.rounds = slices.Clone(m.rounds)
	for i := range m.rounds {
		m.rounds[i].OtherPlayers |= 1 << seat
	}
}

// full is how many make a table where Settings.Seats does not say: four, as far as
// the rules let.
const full = 4

// FillsTo returns to how many seats AddComputer fills the table: to the usual number,
// and where that is reached, to the most.
func (m Match) FillsTo() int {
	fewest, most := m.Seats()
	usual := min(max(full, fewest), most)
	if m.Settings.Seats > 0 || len(m.seats) >= usual {
		return max(most, len(m.seats))
	}
	return usual
}

func (c AddComputer) decide(d *Draft) error {
	_, most := d.Seats()
	switch {
	case d.Phase != Lobby:
		return game.Refuse("You can add bots only before the match begins.")
	case c.Player != d.Host:
		return game.Refuse("Only the host can add bots.")
	case len(d.seats) >= most:
		return game.Refuse("All {most} seats are taken.", most)
	}
	to := len(d.seats) + 1
	if c.Fill {
		if to = d.FillsTo(); to == len(d.seats) {
			return game.Refuse("There are enough players to start. You can still add bots one by one.")
		}
	}
	return d.seatComputers(to, c.Level)
}

// seatComputers gives the free seats of a lobby to computer players, up to a number of
// seats that are taken.
func (d *Draft) seatComputers(to int, level ai.Level) error {
	if !slices.Contains(ai.Levels(), level) {
		return game.Refuse("There is no such level.")
	}
	for len(d.seats) < to {
		if err := d.add(ComputerSeated{d.newComputer(level)}); err != nil {
			return err
		}
	}
	return nil
}

// newComputer numbers computers down from -1, and gives each a name that no other
// at the table has.
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

// names are of things, not of people. There are more than seats at any table.
var names = [...]string{
	"Beep", "Bolt", "Chip", "Cog", "Diode", "Echo", "Gizmo", "Lever", "Nibble",
	"Pixel", "Pulley", "Quartz", "Rivet", "Sprocket", "Toggle", "Turbo", "Widget", "Zap",
}

func (c RemoveComputer) decide(d *Draft) error {
	if d.Phase == Lobby && c.Player != d.Host {
		return game.Refuse("Only the host can remove bots.")
	}
	p, ok := d.lastComputer()
	switch {
	case !ok:
		return game.Refuse("There is no bot at this table.")
	case d.Phase != Lobby:
		return game.Refuse("You can't remove bots once the match has begun.")
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

// ComputerSeated gives a computer player the next seat of a lobby, for the whole
// match. Left takes it away again.
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

// Unmanned returns the seat that is to move and how well it is to be played, where
// no person plays it.
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
