package match

import "deuces/game"

// Act is a player's decision in their turn. Old decisions give ErrStale.
type Act struct {
	Player   Player
	Decision Decision
	Action   game.Action
}

func (c Act) decide(d *Draft) error {
	seat, err := d.mayAct(c.Player, c.Decision)
	switch {
	case err != nil:
		return err
	case c.Action.Verb == game.Pass:
		return d.pass(seat)
	}
	return d.act(Acted{Seat: seat, Action: c.Action, By: ByPlayer})
}

// mayAct returns the seat of a player who may decide what is due now, and lets
// what waits for them go on.
func (d *Draft) mayAct(p Player, on Decision) (game.Seat, error) {
	seat, seated := d.Seat(p)
	turn, due := d.Turn()
	switch {
	case !seated:
		return seat, game.Refuse("You aren't at this table.")
	case !due || on != d.Decision:
		return seat, ErrStale
	case d.seats[seat].vacant:
		return seat, game.Refuse("You have left. Join to take your seat back.")
	case seat != turn:
		return seat, game.Refuse("It isn't your turn.")
	}
	return seat, d.here(p)
}

// pass is a player's pass: at once, or held where passes show after the same time.
func (d *Draft) pass(seat game.Seat) error {
	if d.Settings.AutoPass == 0 || !d.now.Before(d.shows()) {
		return d.act(Acted{Seat: seat, Action: pass, By: ByPlayer})
	}
	if _, err := d.State.Next(seat, pass); err != nil {
		return plain(err)
	}
	if d.seats[seat].passing != notPassing {
		return nil
	}
	return d.add(Passing{Seat: seat})
}

type (
	// PassTrick is a player's pass, in their turn, for as long as the trick lasts.
	// Old decisions give ErrStale.
	PassTrick struct {
		Player   Player
		Decision Decision
	}

	// PlayAfterAll takes back a pass that is held or for the rest of the trick.
	// Where there is none it gives ErrStale.
	PlayAfterAll struct{ Player Player }
)

func (c PassTrick) decide(d *Draft) error {
	seat, err := d.mayAct(c.Player, c.Decision)
	if err != nil {
		return err
	}
	if !d.CanPassTrick(seat) {
		return d.pass(seat)
	}
	if err := d.add(Passing{Seat: seat, Trick: true}); err != nil {
		return err
	}
	if d.Settings.AutoPass > 0 && d.now.Before(d.shows()) {
		return nil
	}
	return d.act(Acted{Seat: seat, Action: pass, By: ByPlayer})
}

func (c PlayAfterAll) decide(d *Draft) error {
	seat, there := d.sits(c.Player)
	if !there {
		return game.Refuse("You aren't at this table.")
	}
	if d.seats[seat].passing == notPassing {
		return ErrStale
	}
	return d.add(PassingOver{Seat: seat})
}

// DrawOut draws for a player, in their turn, until a card can be played or the round is
// over: each draw as if it had been clicked, all of them at once. Old decisions give
// ErrStale.
type DrawOut struct {
	Player   Player
	Decision Decision
}

func (c DrawOut) decide(d *Draft) error {
	seat, err := d.mayAct(c.Player, c.Decision)
	if err != nil {
		return err
	}
	if !d.onlyDraw() {
		return game.Refuse("You have a card that you can play. Draw one card at a time, or play it.")
	}
	for d.CanDrawOut(seat) && d.Phase == Playing {
		if err := d.act(Acted{Seat: seat, Action: game.Action{Verb: game.Draw}, By: ByPlayer}); err != nil {
			return err
		}
	}
	return nil
}

// TimeUp does what the clock does when its time has come, other than to deal: for
// a seat that no person plays, too, where nothing was Chosen. The Registry gives it.
type TimeUp struct {
	ByHand bool // the player to move wants to pass themself, also where they can do nothing else
}

// decide asks one question after another; their order is the rule.
func (c TimeUp) decide(d *Draft) error {
	if d.VoteDue(d.now) {
		return d.add(VoteOver{d.Vote.Against})
	}
	if at := d.passesAt(!c.ByHand); !at.IsZero() && !d.now.Before(at) {
		return d.actAhead()
	}
	deadline := d.Deadline()
	switch {
	case deadline.IsZero() || d.now.Before(deadline) || d.Phase == Between && !d.Paused:
		return ErrStale
	case d.Phase == Lobby || d.Paused:
		return d.end(Abandoned, 0)
	}
	seat, _ := d.State.Turn()
	by, unmanned := d.playedBy(seat)
	// A draw ends no turn, and the time of this one is up: it goes on until the
	// seat has played.
	for drawing := true; drawing && d.Phase == Playing; {
		act := Acted{Seat: seat, Action: d.State.Default(), By: by}
		if err := d.act(act); err != nil {
			return err
		}
		drawing = act.Action.Verb == game.Draw
	}
	if unmanned || d.Phase == Over {
		return nil
	}
	if d.seats[seat].missed >= missedMost {
		if err := d.addAway(d.seats[seat].player); err != nil {
			return err
		}
	}
	if !d.Paused && d.Phase == Playing && d.nobodyThere() {
		return d.add(Paused{})
	}
	return nil
}

// actAhead does for the seat that is to move what its player has planned, or passes, as
// they said or because it can do nothing else.
func (d *Draft) actAhead() error {
	seat, _ := d.Turn()
	a := pass
	if plan, ok := d.Plan(seat); ok && d.seats[seat].passing == notPassing {
		a = plan
	}
	return d.act(Acted{Seat: seat, Action: a, By: ByTable})
}

// nobodyThere says that everyone who still holds cards has gone or has let the
// clock run out, and that nobody has done anything since.
func (d *Draft) nobodyThere() bool {
	if len(d.Coming) > 0 {
		return false
	}
	for seat, p := range d.State.View(game.Watcher).Players {
		if p.Cards > 0 && !d.seats[seat].unmanned() && d.clockActed>>seat&1 == 0 {
			return false
		}
	}
	return true
}

// Chosen is the decision of a seat that no person plays. It counts when the
// seat's time has come; before, and for other decisions, it gives ErrStale. The
// Registry gives it.
type Chosen struct {
	Decision Decision
	Action   game.Action
}

func (c Chosen) decide(d *Draft) error {
	seat, due := d.Turn()
	if !due || d.Paused || c.Decision != d.Decision {
		return ErrStale
	}
	by, unmanned := d.playedBy(seat)
	if !unmanned || d.now.Before(d.Deadline()) {
		return ErrStale
	}
	return d.act(Acted{Seat: seat, Action: c.Action, By: by})
}

// playedBy says who decides for a seat when its time has come, and whether that is
// for want of a person.
func (m Match) playedBy(s game.Seat) (by By, unmanned bool) {
	switch {
	case m.seats[s].computer != nil:
		return ByComputer, true
	case m.seats[s].unmanned():
		return ByStandIn, true
	}
	return ByClock, false
}
