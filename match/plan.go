package match

import (
	"fmt"
	"slices"

	"deuces/game"
)

// Plans. Out of turn a player may plan their next action. The table carries it out when the turn
// comes, after the same delay as an automatic pass (passing.go), so the speed doesn't reveal the
// plan. If the plan is illegal by then, it is dropped. The check is part of applying the preceding
// decision (dropPlans), so a dropped plan has no event of its own. Only the player may learn of a
// plan.

type (
	// Plan sets a player's next action. Decision must be one that came after their last turn.
	// ErrStale means that their turn has come or is over.
	Plan struct {
		Player   Player
		Decision Decision
		Action   game.Action
	}

	// CancelPlan removes the plan. It is refused with ErrStale if there is none.
	CancelPlan struct{ Player Player }
)

var errNoPlan = game.Refuse("You can't do that now.")

// Plan returns the planned action of a seat. Only its player may know.
func (m Match) Plan(s game.Seat) (game.Action, bool) {
	if p := m.seats[s].plan; p != nil {
		return *p, true
	}
	return game.Action{}, false
}

// Dropped returns the plan of the seat to move if the plan was dropped because it was illegal when
// the turn came. It returns false if there is no such plan.
func (m Match) Dropped(s game.Seat) (game.Action, bool) {
	if turn, due := m.Turn(); !due || turn != s || m.seats[s].dropped == nil {
		return game.Action{}, false
	}
	return *m.seats[s].dropped, true
}

// CanPlan reports whether a seat's player may plan the next turn.
func (m Match) CanPlan(s game.Seat) bool {
	turn, due := m.Turn()
	if !due || turn == s || m.Paused || m.seats[s].unmanned() || m.seats[s].passing == passingTrick {
		return false
	}
	v := m.State.View(s)
	return v.Phase == game.Playing && len(v.Hand) > 0
}

// PlansNextTurn reports whether the given decision came after the seat's last turn in this round, so that a
// plan made then is for the coming turn.
func (m Match) PlansNextTurn(s game.Seat, on Decision) bool {
	turn, due := m.Turn()
	return due && turn != s && on.Round == m.Decision.Round && on.Turn <= m.Decision.Turn && on.Turn > m.seats[s].acted
}

func (c Plan) decide(d *Draft) error {
	seat, seated := d.Seat(c.Player)
	switch {
	case !seated:
		return ErrNotSeated
	case d.seats[seat].vacant:
		return d.whyGone(c.Player)
	case !d.PlansNextTurn(seat, c.Decision):
		return ErrStale
	case d.seats[seat].plan != nil:
		return errAlready
	case !d.CanPlan(seat), c.Action.Verb == game.Pass && !d.Rules.Passes(), c.Action.Verb != game.Pass && c.Action.Verb != game.Play:
		return errNoPlan
	}
	a, err := game.ParseAction(c.Action.String())
	if err != nil {
		return fmt.Errorf("the notation of an action can't be read: %w", err)
	}
	left := slices.Clone(d.State.View(seat).Hand)
	for _, card := range a.Cards {
		i := slices.Index(left, card)
		if i < 0 {
			return errNoPlan
		}
		left = slices.Delete(left, i, i+1)
	}
	return d.add(Planned{Seat: seat, Action: a})
}

func (c CancelPlan) decide(d *Draft) error {
	seat, there := d.ownSeat(c.Player)
	if !there {
		return ErrNotSeated
	}
	if d.seats[seat].plan == nil || d.Phase != Playing {
		return ErrStale
	}
	return d.add(PlanCanceled{Seat: seat})
}

// Planned records a plan.
type Planned struct {
	Seat   game.Seat   `json:"seat"`
	Action game.Action `json:"action"`
}

// apply doesn't mark the player as active, since a plan must not affect what others see.
func (b Planned) apply(m *Match) error {
	if b.Seat < 0 || int(b.Seat) >= len(m.seats) || !m.CanPlan(b.Seat) || m.seats[b.Seat].plan != nil {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	a := b.Action
	m.seats[b.Seat].plan = &a
	return nil
}

// PlanCanceled cancels a plan.
type PlanCanceled struct {
	Seat game.Seat `json:"seat"`
}

func (b PlanCanceled) apply(m *Match) error {
	if m.Phase != Playing || b.Seat < 0 || int(b.Seat) >= len(m.seats) || m.seats[b.Seat].plan == nil {
		return errMisplaced
	}
	m.seats = slices.Clone(m.seats)
	m.seats[b.Seat].plan = nil
	return nil
}

// dropPlans clears the plan of the seat that just decided, and drops the plan of the next seat
// if it isn't legal.
func (m *Match) dropPlans(seat game.Seat) {
	m.seats = slices.Clone(m.seats)
	s := &m.seats[seat]
	s.plan, s.dropped, s.acted = nil, nil, m.Decision.Turn-1
	next, due := m.State.Turn()
	if !due {
		return
	}
	if n := &m.seats[next]; n.plan != nil {
		if _, _, err := m.State.Apply(next, *n.plan); err != nil {
			n.plan, n.dropped = nil, n.plan
		}
	}
}

// clearRound clears what the seats keep during a round: plans, turns, undos and who is ready.
func (m *Match) clearRound() {
	m.seats = slices.Clone(m.seats)
	for i := range m.seats {
		s := &m.seats[i]
		s.plan, s.dropped, s.acted, s.undid, s.ready = nil, nil, 0, 0, false
	}
}
