package match

import (
	"slices"

	"deuces/game"
)

// Passing by itself. Where a pass bars no later play a player may pass for the
// rest of a trick: the table passes for them whenever their turn comes, until the
// trick ends or they take it back. With Settings.AutoPass it also passes for who
// can do nothing else, unless they want to do so themselves (Config.AutoPass). That
// would tell who can't, so it happens after a pause that begins with the turn and
// that nobody can foretell, and whoever chooses to pass within it is held to its
// end. A pass after that shows at once: it tells that the player could have played,
// or passes without help.

// passing is what a seat's player has said about passing in the trick that is on.
type passing uint8

const (
	notPassing   passing = iota
	passingHeld          // has passed, and it shows when its time has come
	passingTrick         // passes until the trick ends
)

// StaysPassed says that a seat passes by itself until the trick ends, as its
// player chose.
func (m Match) StaysPassed(s game.Seat) bool { return m.seats[s].passing == passingTrick }

// HasPassed says that the player to move has passed and that it is not shown yet.
// Only they may know.
func (m Match) HasPassed(s game.Seat) bool { return m.seats[s].passing == passingHeld }

// Stuck says that a seat is to move and can do nothing but pass, and so passes by
// itself where the table plays with Settings.AutoPass and its player lets it. Only
// they may know.
func (m Match) Stuck(s game.Seat) bool {
	turn, due := m.Turn()
	return due && turn == s && m.onlyPass()
}

func (m Match) onlyPass() bool {
	for _, a := range m.State.Legal() {
		if a.Verb != game.Pass {
			return false
		}
	}
	return true
}

// CanPassTrick says whether a seat may pass now for as long as the trick lasts: it
// is its turn, and a pass alone would let it play again in this trick.
func (m Match) CanPassTrick(s game.Seat) bool {
	turn, due := m.Turn()
	if !due || turn != s || m.Paused {
		return false
	}
	after, err := m.State.Next(s, pass)
	if err != nil {
		return false
	}
	v := after.View(game.Watcher)
	return v.Phase == game.Playing && len(v.Top.Cards) > 0 && v.Players[s].Passed && !v.Players[s].SitsOut
}

// Passing is a player's pass that is not shown yet or, with Trick, one for as
// long as the trick lasts.
type Passing struct {
	Seat  game.Seat `json:"seat"`
	Trick bool      `json:"trick,omitempty"`
}

func (b Passing) apply(m *Match) error {
	if m.Phase != Playing || m.Paused || b.Seat < 0 || int(b.Seat) >= len(m.seats) {
		return errMisplaced
	}
	p := passingHeld
	if b.Trick {
		p = passingTrick
	}
	m.setPassing(b.Seat, p)
	m.seats[b.Seat].plan = nil                  // the later word holds
	m.clockActed, m.seats[b.Seat].missed = 0, 0 // a player did something
	return nil
}

// PassingOver takes it back.
type PassingOver struct {
	Seat game.Seat `json:"seat"`
}

func (b PassingOver) apply(m *Match) error {
	if m.Phase != Playing || b.Seat < 0 || int(b.Seat) >= len(m.seats) || m.seats[b.Seat].passing == notPassing {
		return errMisplaced
	}
	m.setPassing(b.Seat, notPassing)
	m.undoable = nil
	return nil
}

func (m *Match) setPassing(seat game.Seat, p passing) {
	m.seats = slices.Clone(m.seats)
	m.seats[seat].passing = p
}

// endPasses forgets, after a decision of a seat, what was said about passing and is
// over: by that seat in that turn, and by all where the trick has ended. Who plays
// does not pass for the rest of the trick any more.
func (m *Match) endPasses(seat game.Seat, a game.Action) {
	if p := m.seats[seat].passing; p == passingHeld || p != notPassing && a.Verb != game.Pass {
		m.setPassing(seat, notPassing)
	}
	if !slices.ContainsFunc(m.seats, func(s seatState) bool { return s.passing != notPassing }) {
		return
	}
	if v := m.State.View(game.Watcher); v.Phase != game.Playing || len(v.Top.Cards) == 0 {
		for s := range m.seats {
			m.setPassing(game.Seat(s), notPassing)
		}
	}
}

var pass = game.Action{Verb: game.Pass}

func (m Match) onlyDraw() bool {
	legal := m.State.Legal()
	return len(legal) > 0 && !slices.ContainsFunc(legal, func(a game.Action) bool { return a.Verb != game.Draw })
}

// CanDrawOut says that a seat is to move and can do nothing but draw.
func (m Match) CanDrawOut(s game.Seat) bool {
	turn, due := m.Turn()
	return due && turn == s && !m.Paused && m.onlyDraw()
}
