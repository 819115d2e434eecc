package match

import (
	"slices"
	"time"

	"deuces/game"
)

// Undo. For Settings.Undo after a play, and as long as nobody has decided anything
// since, whoever made it may take it back, once a trick: the round is as it was, with
// another decision's number, so that no old button means something again. The time of
// the turn runs on from where it began. Never taken back are a draw, cards that were
// given, and what ended the round.

// Undo takes back the play before the decision that is due.
type Undo struct {
	Player   Player
	Decision Decision
}

// taken is a play that may be taken back.
type taken struct {
	seat   game.Seat
	until  time.Time
	before Match // never written to
}

const sayTooLate = "It's too late to undo that."

// UndoUntil returns until when a seat may take its last play back; false: it may not.
func (m Match) UndoUntil(s game.Seat) (time.Time, bool) {
	if m.taken == nil || m.taken.seat != s || m.paused || m.phase != Playing {
		return time.Time{}, false
	}
	return m.taken.until, true
}

// UndoEnds returns until when the last play may be taken back; zero: it may not.
func (m Match) UndoEnds() time.Time {
	if m.taken == nil {
		return time.Time{}
	}
	return m.taken.until
}

func (c Undo) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	if !seated {
		return game.Refuse("You aren't at this table.")
	}
	until, may := d.UndoUntil(seat)
	switch {
	case d.sitting[seat].vacant:
		return game.Refuse("You have left. Join to take your seat back.")
	case d.paused:
		return game.Refuse("The match is paused, so nothing can be undone.")
	case !may || c.Decision != d.Decision() || d.now.After(until):
		return game.Refuse(sayTooLate)
	}
	if clock := d.opened.Settings.Clock; clock > 0 && !d.now.Before(d.taken.before.since.Add(clock)) {
		return game.Refuse("Your time for that turn is over, so your play stands.")
	}
	return d.add(Undone{Seat: seat})
}

// Undone is a play that was taken back: the last decision.
type Undone struct {
	Seat game.Seat `json:"seat"`
}

func (Undone) kind() string { return "undone" }

func (b Undone) apply(m *Match) error {
	if _, may := m.UndoUntil(b.Seat); !may {
		return errMisplaced
	}
	was, trick := m.taken.before, m.trick
	m.state, m.moves, m.told = was.state, was.moves, was.told
	m.drew, m.trickWon, m.trick, m.finish = was.drew, was.trickWon, was.trick, was.finish
	m.since, m.began, m.warned = was.since, was.began, was.warned
	m.turn++
	m.taken = nil
	m.sitting = slices.Clone(m.sitting)
	for i := range m.sitting {
		s := &m.sitting[i]
		s.passing = was.sitting[i].passing
		if s.dropped != nil { // for the turn that has not come now
			s.plan, s.dropped = s.dropped, nil
		}
	}
	own := &m.sitting[b.Seat]
	own.plan, own.dropped, own.acted, own.undid = nil, nil, was.sitting[b.Seat].acted, trick
	return nil
}

// mayUndo notes, after a decision, whether it may be taken back.
func (m *Match) mayUndo(b Acted, before Match) {
	m.taken = nil
	window := m.opened.Settings.Undo
	own := b.By == ByPlayer && (b.Action.Verb == game.Play || b.Action.Verb == game.Pass) || b.By == ByTable && b.Action.Verb == game.Play
	if _, due := m.state.Turn(); window == 0 || !own || !due || m.sitting[b.Seat].undid == m.trick {
		return
	}
	before.taken = nil
	m.taken = &taken{seat: b.Seat, until: m.at.Add(window), before: before}
}
