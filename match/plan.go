package match

import (
	"encoding/json"
	"fmt"
	"slices"

	"deuces/game"
)

// Plans. Out of turn a player may say what to play, or to pass, when the turn comes.
// The table does it after the same pause as it passes by itself (passing.go), so that
// the speed tells nobody of a plan. A plan that is not legal then is dropped, which the
// fold finds out by itself as the turn comes: no event tells of it. Nobody but the
// player may learn of a plan.

type (
	// Plan is what a player wants to do in their next turn. Decision is one of those
	// that came after their last turn. ErrStale says that the turn has come, or is over.
	Plan struct {
		Player   Player
		Decision Decision
		Action   game.Action
	}

	// DropPlan takes it back. Where there is none it gives ErrStale.
	DropPlan struct{ Player Player }
)

// Plan returns what a seat's player wants to do in the next turn. Only they may know.
func (m Match) Plan(s game.Seat) (game.Action, bool) {
	if p := m.seats[s].plan; p != nil {
		return *p, true
	}
	return game.Action{}, false
}

// Dropped returns the plan of the seat to move that was not legal when its turn came.
func (m Match) Dropped(s game.Seat) (game.Action, bool) {
	if turn, due := m.Turn(); !due || turn != s || m.seats[s].dropped == nil {
		return game.Action{}, false
	}
	return *m.seats[s].dropped, true
}

// CanPlan says whether a seat's player may plan the next turn.
func (m Match) CanPlan(s game.Seat) bool {
	turn, due := m.Turn()
	if !due || turn == s || m.Paused || m.seats[s].unmanned() || m.seats[s].passing == passingTrick {
		return false
	}
	v := m.State.View(s)
	return v.Phase == game.Playing && len(v.Hand) > 0
}

// Ahead says that a decision was due after a seat's last turn of the round, so that
// what was planned then is of the turn that comes.
func (m Match) Ahead(s game.Seat, on Decision) bool {
	turn, due := m.Turn()
	return due && turn != s && on.Round == m.Decision.Round && on.Turn <= m.Decision.Turn && on.Turn > m.seats[s].acted
}

func (c Plan) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	switch {
	case !seated:
		return game.Refuse("You aren't at this table.")
	case d.seats[seat].vacant:
		return game.Refuse("You have left. Join to take your seat back.")
	case d.Paused:
		return game.Refuse("The match is paused, so nothing can be planned.")
	case !d.Ahead(seat, c.Decision):
		return ErrStale
	case d.seats[seat].plan != nil:
		return game.Refuse("You have already planned your next turn. Cancel that first.")
	case !d.CanPlan(seat):
		return game.Refuse("You can't plan your next turn now.")
	case c.Action.Verb == game.Pass && !d.Rules.Passes(), c.Action.Verb != game.Pass && c.Action.Verb != game.Play:
		return game.Refuse("That can't be planned.")
	}
	a, err := game.ParseAction(c.Action.String())
	if err != nil {
		return fmt.Errorf("an action does not read back: %w", err)
	}
	left := slices.Clone(d.State.View(seat).Hand)
	for _, card := range a.Cards {
		i := slices.Index(left, card)
		if i < 0 {
			return game.Refuse("You don't have these cards.")
		}
		left = slices.Delete(left, i, i+1)
	}
	return d.add(Planned{Seat: seat, Action: a})
}

func (c DropPlan) decide(d *Draft) error {
	seat, there := d.sits(c.Player)
	if !there {
		return game.Refuse("You aren't at this table.")
	}
	if d.seats[seat].plan == nil || d.Phase != Playing {
		return ErrStale
	}
	return d.add(PlanOver{Seat: seat})
}

// Planned is what a player wants to do in the next turn.
type Planned struct {
	Seat   game.Seat
	Action game.Action
}

// apply doesn't count as a sign that the player is there: what others see must not
// depend on it.
func (b Planned) apply(m *Match) error {
	if b.Seat < 0 || int(b.Seat) >= len(m.seats) || !m.CanPlan(b.Seat) || m.seats[b.Seat].plan != nil {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	a := b.Action
	m.seats[b.Seat].plan = &a
	return nil
}

type plannedForm struct {
	Seat   game.Seat `json:"seat"`
	Action string    `json:"action"`
}

// MarshalJSON writes the stored form.
func (b Planned) MarshalJSON() ([]byte, error) {
	return json.Marshal(plannedForm{b.Seat, b.Action.String()})
}

// UnmarshalJSON reads the stored form.
func (b *Planned) UnmarshalJSON(form []byte) error {
	var f plannedForm
	if err := strictly(form, &f); err != nil {
		return err
	}
	a, err := game.ParseAction(f.Action)
	*b = Planned{f.Seat, a}
	return err
}

// PlanOver takes a plan back.
type PlanOver struct {
	Seat game.Seat `json:"seat"`
}

func (b PlanOver) apply(m *Match) error {
	if m.Phase != Playing || b.Seat < 0 || int(b.Seat) >= len(m.seats) || m.seats[b.Seat].plan == nil {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[b.Seat].plan = nil
	return nil
}

// dropPlans forgets, after a decision of a seat, what it had planned; and what the seat
// whose turn comes has planned, if that is not legal now.
func (m *Match) dropPlans(seat game.Seat) {
	m.seats = slices.Clone(m.seats)
	s := &m.seats[seat]
	s.plan, s.dropped, s.acted = nil, nil, m.Decision.Turn-1
	next, due := m.State.Turn()
	if !due {
		return
	}
	if n := &m.seats[next]; n.plan != nil {
		if _, err := m.State.Next(next, *n.plan); err != nil {
			n.plan, n.dropped = nil, n.plan
		}
	}
}

// clearPlans forgets them all: another round begins.
func (m *Match) clearPlans() {
	m.seats = slices.Clone(m.seats)
	for i := range m.seats {
		s := &m.seats[i]
		s.plan, s.dropped, s.acted, s.undid = nil, nil, 0, 0
	}
}
