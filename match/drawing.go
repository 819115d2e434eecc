package match

import (
	"slices"

	"deuces/game"
)

// DrawOut draws for a player, in their turn, until a card can be played or the round is
// over: each draw as if it had been clicked, all of them at once. Old decisions give
// ErrStale.
type DrawOut struct {
	Player   Player
	Decision Decision
}

// CanDrawOut says that a seat is to move and can do nothing but draw.
func (m Match) CanDrawOut(s game.Seat) bool {
	turn, due := m.Turn()
	return due && turn == s && !m.paused && m.onlyDraw()
}

func (m Match) onlyDraw() bool {
	legal := m.state.Legal()
	return len(legal) > 0 && !slices.ContainsFunc(legal, func(a game.Action) bool { return a.Verb != game.Draw })
}

func (c DrawOut) decide(d *Draft) error {
	seat, err := d.mayAct(c.Player, c.Decision)
	if err != nil {
		return err
	}
	if !d.onlyDraw() {
		return game.Refuse("You have a card that you can play. Draw one card at a time, or play it.")
	}
	for d.CanDrawOut(seat) && d.phase == Playing {
		if err := d.act(Acted{Seat: seat, Action: game.Action{Verb: game.Draw}, By: ByPlayer}); err != nil {
			return err
		}
	}
	return nil
}
