package match

import (
	"slices"

	"deuces/game"
)

// Automatic passes. If a pass doesn't end a player's part in the trick, the player may choose to
// pass until the trick ends: the table passes whenever their turn comes, unless they cancel. With
// Settings.AutoPass the table also passes for a player who can do nothing else, unless they want to
// pass themselves (table.Config.AutoPass).
//
// If everyone sees that the player holds too few cards, an automatic pass reveals nothing
// (game.ForcedInView) and appears at once. Any other would reveal that the player couldn't beat the
// top play. So it appears after a random delay, which begins with the turn or, if the play before
// can still be undone, when it no longer can. A pass that the player chooses during this delay is
// held until its end. A pass after the delay appears at once: it only reveals that the player could
// have played, or passes manually. Others never see that a player passes until the trick ends.

// passing is what the player of a seat has chosen for the current trick.
type passing uint8

const (
	notPassing   passing = iota
	passingHeld          // the player has passed, but the pass isn't visible yet
	passingTrick         // the table passes until the trick ends
)

// PassesTrick reports whether the player of a seat chose to pass until the trick ends. Only that
// player may know.
func (m Match) PassesTrick(s game.Seat) bool { return m.seats[s].passing == passingTrick }

// PassHeld reports whether the player of a seat has passed but the pass isn't visible yet. Only
// that player may know.
func (m Match) PassHeld(s game.Seat) bool { return m.seats[s].passing == passingHeld }

// MustPass reports whether a seat is to move and can only pass. Only its player may know.
func (m Match) MustPass(s game.Seat) bool {
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

// CanPassTrick reports whether a seat may now pass until the trick ends: it is to move, and
// after an ordinary pass it could play again in the same trick.
func (m Match) CanPassTrick(s game.Seat) bool {
	turn, due := m.Turn()
	if !due || turn != s || m.Paused {
		return false
	}
	after, _, err := m.State.Apply(s, pass)
	if err != nil {
		return false
	}
	v := after.View(game.Watcher)
	return v.Phase == game.Playing && len(v.Top.Cards) > 0 && v.Players[s].Passed && !v.Players[s].SitsOut
}

// Passing records a pass that isn't visible yet or, with Trick, one until the trick ends.
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
	m.seats[b.Seat].plan = nil                                 // the later choice wins
	m.clockActed, m.unplayed, m.seats[b.Seat].missed = 0, 0, 0 // a player did something
	return nil
}

// PassingOver cancels Passing.
type PassingOver struct {
	Seat game.Seat `json:"seat"`
}

func (b PassingOver) apply(m *Match) error {
	if m.Phase != Playing || b.Seat < 0 || int(b.Seat) >= len(m.seats) || m.seats[b.Seat].passing == notPassing {
		return errMisplaced
	}
	m.setPassing(b.Seat, notPassing)
	if m.undoable != nil { // an undo doesn't bring the pass back
		kept := *m.undoable
		kept.before.setPassing(b.Seat, notPassing)
		m.undoable = &kept
	}
	return nil
}

func (m *Match) setPassing(seat game.Seat, p passing) {
	m.seats = slices.Clone(m.seats)
	m.seats[seat].passing = p
}

// endPasses clears held passes after a decision of the seat. A player who plays no longer
// passes for the rest of the trick. When the trick ends, all passes are cleared.
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

// CanDrawOut reports whether a seat is to move and can only draw.
func (m Match) CanDrawOut(s game.Seat) bool {
	turn, due := m.Turn()
	return due && turn == s && !m.Paused && m.onlyDraw()
}
