package match

import (
	"slices"
	"time"

	"deuces/game"
)

// Undo. A player may undo a play or a pass until undoTime has passed or somebody decides
// something else, once per trick. The round returns to its previous state, but the decision gets a
// new number so that old buttons stay invalid. The clock of the turn continues from its original
// start. Draws, exchanges of cards, and plays that ended the round can't be undone.
//
// Nobody may undo a play after seeing what it did to a hidden hand. So while a play can be undone,
// nothing shows that the table does for the next player because of their cards (passShowsAt).

// Undo undoes the last play.
type Undo struct {
	Player   Player
	Decision Decision
}

// undoablePlay is a play that can be undone.
type undoablePlay struct {
	seat   game.Seat
	until  time.Time
	before Match // immutable
}

var errTooLate = game.Refuse("It's too late to undo that.")

// leastPause is the shortest Settings.AutoPass that hides who couldn't play.
const leastPause = 100 * time.Millisecond

// undoTime returns how long a play can be undone. Because the next player's pass waits for that, it
// is at most a quarter of the clock, and 0 at tables where passes don't wait.
func (s Settings) undoTime() time.Duration {
	switch {
	case s.AutoPass > 0 && s.AutoPass < leastPause:
		return 0
	case s.Clock > 0:
		return min(s.Undo, (s.Clock / 4).Truncate(time.Millisecond))
	}
	return s.Undo
}

// UndoUntil returns the time until which a seat may undo its last play; false if it may not.
func (m Match) UndoUntil(s game.Seat) (time.Time, bool) {
	if m.undoable == nil || m.undoable.seat != s || m.Paused || m.Phase != Playing {
		return time.Time{}, false
	}
	return m.undoable.until, true
}

func (c Undo) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	if !seated {
		return ErrNotSeated
	}
	until, may := d.UndoUntil(seat)
	switch {
	case d.seats[seat].vacant:
		return d.whyGone(c.Player)
	case !may || c.Decision != d.Decision || d.now.After(until):
		return errTooLate
	}
	if clock := d.Settings.Clock; clock > 0 && !d.now.Before(d.undoable.before.since.Add(clock)) {
		return errTooLate
	}
	return d.add(Undone{Seat: seat})
}

// Undone records that the last decision was undone.
type Undone struct {
	Seat game.Seat `json:"seat"`
}

func (b Undone) apply(m *Match) error {
	if _, may := m.UndoUntil(b.Seat); !may {
		return errMisplaced
	}
	was, trick := m.undoable.before, m.trick
	m.State, m.Moves, m.news = was.State, was.Moves, was.news
	m.drew, m.trickWon, m.trick, m.lastCards = was.drew, was.trickWon, was.trick, was.lastCards
	m.since, m.began, m.warned = was.since, was.began, was.warned
	m.Decision.Turn++
	m.undoable = nil
	m.seats = slices.Clone(m.seats)
	for i := range m.seats {
		s := &m.seats[i]
		s.passing = was.seats[i].passing
		if s.dropped != nil { // that turn is now in the future again
			s.plan, s.dropped = s.dropped, nil
		}
	}
	own := &m.seats[b.Seat]
	own.passing = notPassing // the pass that was undone, or a pass for which the player then played
	own.plan, own.dropped, own.acted, own.undid = nil, nil, was.seats[b.Seat].acted, trick
	return nil
}

// mayUndo records whether a decision can be undone.
func (m *Match) mayUndo(b Acted, before Match) {
	m.undoable = nil
	own := b.By == ByPlayer && (b.Action.Verb == game.Play || b.Action.Verb == game.Pass) || b.By == ByTable && b.Action.Verb == game.Play
	if _, due := m.State.Turn(); m.Settings.Undo == 0 || !own || !due || m.seats[b.Seat].undid == m.trick {
		return
	}
	before.undoable = nil
	m.undoable = &undoablePlay{seat: b.Seat, until: m.At.Add(m.Settings.undoTime()), before: before}
}
