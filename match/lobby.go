package match

import (
	"maps"
	"slices"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
)

// The lobby: a table is opened, and its host chooses the game, options and settings and starts
// the match.

type (
	// Opening opens a table. It must be the first command; Registry.Open issues it.
	Opening struct {
		Guild, Channel string
		Parent         string // parent channel, whose members can see the table's own thread; empty: no own thread
		System         string
		Version        int // 0: the newest version (table.Config.Latest)
		Options        map[string]string
		Host           Player
		Others         []Player      // seated after the host
		Keep           bool          // the seats of the people in Others are kept for them (Match.KeptUntil)
		Computers      []Computer    // details of the computers in Others
		Settings       Settings      // zero: table.Config.Settings
		Former         ID            // the table of which this is a rematch; 0: none
		StartAfter     time.Duration // the match starts by itself after this time; 0: it doesn't
		Daily          Daily         // see Match.Daily
		Seed           deal.Seed     // seed of the first round; zero: a random one
	}

	// SetOptions replaces the options of a lobby. Options that are absent get their default. Only
	// the host may do this.
	SetOptions struct {
		Player  Player
		Options map[string]string
	}

	// SetOption sets one option of a lobby. Only the host may do this.
	SetOption struct {
		Player     Player
		Key, Value string
	}

	// SetGame replaces the game and options of a lobby. Computer players leave if the new game has
	// too few seats. Only the host may do this.
	SetGame struct {
		Player  Player
		System  string
		Version int
		Options map[string]string
	}

	// SetSettings replaces the settings of a lobby. Only the host may do this.
	SetSettings struct {
		Player   Player
		Settings Settings
	}

	// Wait stops a match from starting by itself, so that its host has to start it.
	Wait struct{ Player Player }

	// Start ends the lobby. Only the host may do this. If there are too few players, computers of
	// level Fill take seats until there are Seats players, or as many as the game allows or needs; with an
	// empty Fill the command is refused.
	Start struct {
		Player Player
		Fill   ai.Level
		Seats  int
	}
)

func (c Opening) decide(d *Draft) error {
	if err := c.Settings.normalize(); err != nil {
		return err
	}
	rules, err := d.rulebook(c.System, c.Version, c.Options)
	if err != nil {
		return refusal(err)
	}
	if err := d.add(Opened{
		Guild: c.Guild, Channel: c.Channel, Parent: c.Parent, System: c.System, Version: c.Version, Options: changed(rules),
		Host: c.Host, Settings: c.Settings, Former: c.Former, StartAfter: c.StartAfter, Daily: c.Daily,
	}, Seated{Player: c.Host}); err != nil {
		return err
	}
	for _, p := range c.Others {
		var b Body = Seated{Player: p, Kept: c.Keep}
		if i := slices.IndexFunc(c.Computers, func(c Computer) bool { return c.Player == p }); i >= 0 {
			b = ComputerSeated{c.Computers[i]}
		}
		if err := d.add(b); err != nil {
			return err
		}
	}
	return nil
}

// changed returns the options that differ from the defaults; nil if there are none, as in a log
// that was read back.
func changed(rules game.Rules) map[string]string {
	if options := game.Changed(rules.Options()); len(options) > 0 {
		return options
	}
	return nil
}

// Opened is the first event of a log: an empty lobby in a channel.
type Opened struct {
	Guild    string            `json:"guild"`            // Discord id
	Channel  string            `json:"channel"`          // Discord id
	Parent   string            `json:"parent,omitempty"` // Discord id; see Opening.Parent
	System   string            `json:"system"`
	Version  int               `json:"version"`           // version of the system's rules
	Options  map[string]string `json:"options,omitempty"` // options that differ from the system's defaults
	Host     Player            `json:"host"`
	Settings                   // embedded: its fields are stored beside the others
	Former   ID                `json:"former,omitempty"` // the table of which this is a rematch; 0: none

	// StartAfter is how long after the last person took a seat the match starts by itself; 0: it doesn't.
	StartAfter time.Duration `json:"start_ms,omitempty"`
	Daily      Daily         `json:"daily,omitzero"`
}

func (b Opened) apply(m *Match) error {
	m.Guild, m.Channel, m.Parent, m.System, m.Version = b.Guild, b.Channel, b.Parent, b.System, b.Version
	m.Host, m.Settings, m.Former, m.Daily = b.Host, b.Settings, b.Former, b.Daily
	m.OpenedAt, m.began = m.At, m.At
	err := OptionsSet{b.Options}.apply(m)
	m.startAfter = b.StartAfter
	return err
}

// mayChangeRules returns the reason why a player can't change how, or with which computers, the game is played.
func (d *Draft) mayChangeRules(p Player) error {
	switch {
	case d.Phase != Lobby:
		return errBegun
	case p != d.Host:
		return ErrHostOnly
	}
	return nil
}

func (c SetOptions) decide(d *Draft) error {
	if err := d.mayChangeRules(c.Player); err != nil {
		return err
	}
	rules, err := d.rulebook(d.System, d.Version, c.Options)
	if err != nil {
		return err
	}
	if _, most := rules.Seats(); len(d.seats) > most {
		return tooMany(most, len(d.seats))
	}
	return d.add(OptionsSet{changed(rules)})
}

func (c SetOption) decide(d *Draft) error {
	options := maps.Clone(d.Options)
	if options == nil {
		options = map[string]string{}
	}
	options[c.Key] = c.Value
	return SetOptions{c.Player, options}.decide(d)
}

// OptionsSet replaces the options of a lobby.
type OptionsSet struct {
	Options map[string]string `json:"options,omitempty"`
}

func (b OptionsSet) apply(m *Match) error {
	if m.Phase != Lobby {
		return errMisplaced
	}
	rules, err := m.rulebook(m.System, m.Version, b.Options)
	if err != nil {
		return err
	}
	m.Rules, m.Options, m.since, m.startAfter = rules, b.Options, m.At, 0
	return nil
}

func (c SetGame) decide(d *Draft) error {
	if err := d.mayChangeRules(c.Player); err != nil {
		return err
	}
	rules, err := d.rulebook(c.System, c.Version, c.Options)
	if err != nil {
		return refusal(err)
	}
	_, most := rules.Seats()
	for len(d.seats) > most {
		p, ok := d.lastComputer()
		if !ok {
			return tooMany(most, len(d.seats))
		}
		if err := d.add(Left{p}); err != nil {
			return err
		}
	}
	if d.Settings.Seats > 0 {
		set := d.Settings
		set.Seats = 0 // it was chosen for the previous game
		if err := d.add(SettingsSet{set}); err != nil {
			return err
		}
	}
	return d.add(GameSet{System: c.System, Version: c.Version, Options: changed(rules)})
}

// GameSet replaces the game of a lobby.
type GameSet struct {
	System  string            `json:"system"`
	Version int               `json:"version"`           // version of the system's rules, for the whole match
	Options map[string]string `json:"options,omitempty"` // options that differ from the system's defaults
}

func (b GameSet) apply(m *Match) error {
	m.System, m.Version = b.System, b.Version
	return OptionsSet{b.Options}.apply(m)
}

func (c SetSettings) decide(d *Draft) error {
	if err := d.mayChangeRules(c.Player); err != nil {
		return err
	}
	if err := c.Settings.normalize(); err != nil {
		return err
	}
	if n := c.Settings.Seats; n > 0 {
		fewest, most := d.Rules.Seats()
		switch {
		case n < fewest || n > most:
			return needs(fewest, most)
		case n < len(d.seats):
			return tooMany(n, len(d.seats))
		}
	}
	return d.add(SettingsSet{c.Settings})
}

// SettingsSet replaces the settings of a lobby.
type SettingsSet struct{ Settings }

func (b SettingsSet) apply(m *Match) error {
	if m.Phase != Lobby {
		return errMisplaced
	}
	m.Settings, m.since, m.startAfter = b.Settings, m.At, 0
	return nil
}

func (c Wait) decide(d *Draft) error {
	_, there := d.ownSeat(c.Player)
	switch {
	case d.Phase != Lobby:
		return errBegun
	case !there:
		return ErrNotSeated
	case d.startAfter == 0:
		return nil
	}
	return d.add(Waits(c))
}

// Waits records that a player stopped the match from starting by itself.
type Waits struct {
	Player Player `json:"player"`
}

func (b Waits) apply(m *Match) error {
	if _, there := m.ownSeat(b.Player); m.Phase != Lobby || m.startAfter == 0 || !there {
		return errMisplaced
	}
	m.since, m.startAfter, m.Waiter = m.At, 0, b.Player
	return nil
}

func (c Start) decide(d *Draft) error {
	fewest, most := d.Seats()
	n := len(d.seats)
	switch {
	case d.Phase != Lobby:
		return errBegun
	case c.Player != d.Host:
		return ErrHostOnly
	case !d.KeptUntil().IsZero():
		return errKept
	case n < fewest && c.Fill != "":
		if err := d.seatComputers(max(fewest, min(c.Seats, most)), c.Fill); err != nil {
			return err
		}
	case n < fewest:
		if f, ok := d.Rules.(game.SeatChecker); ok {
			if err := f.Fits(n); err != nil {
				return err
			}
		}
		return needs(fewest, most)
	case n > most:
		return tooMany(most, n)
	}
	return d.add(Started{c.Player})
}

// Started ends the lobby.
type Started struct {
	By Player `json:"player"`
}

func (Started) apply(m *Match) error {
	if m.Phase != Lobby {
		return errMisplaced
	}
	m.Phase, m.since, m.Schedule, m.Unstarted = Between, m.At, Schedule{}, ""
	m.totals = make([]int, len(m.seats))
	return nil
}
