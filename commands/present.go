package commands

import (
	"context"
	"errors"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/table"
)

// shownHand says how a hand is shown.
type shownHand struct {
	page  ids.Page
	note  say.Message // said above it
	keep  bool        // the note stays until the decision is made
	fresh bool        // in a message of its own
}

const sayTurnOver say.Text = "That turn is over. This is your hand now."

// decide gives a player's decision to the table and shows what is left of the hand,
// sorted as it was.
func (c *Commands) decide(ctx context.Context, v visit, decision table.Command, sort int) (bot.Reply, error) {
	at := shownHand{page: ids.Page{Sort: sort}}
	after, err := c.tables.Do(ctx, v.match.ID(), decision)
	switch {
	case errors.Is(err, table.ErrStale):
		at.note = say.New(sayTurnOver)
	case err != nil:
		return bot.Reply{}, err
	}
	v.match = after
	return c.present(ctx, v, at)
}

// present answers with the player's hand: in place of the hand that was clicked, else as
// a new private message.
func (c *Commands) present(ctx context.Context, v visit, at shownHand) (bot.Reply, error) {
	m := v.match
	seat, ok := m.Seat(v.player)
	if !ok {
		if slices.Contains(m.Coming(), v.player) {
			return bot.Reply{}, game.Refuse("You join in the next round. You get your cards then.")
		}
		if m.Phase() == table.Lobby {
			return bot.Reply{}, game.Refuse("You aren't at this table yet. Click **Join**, and you'll get cards when the match starts.")
		}
		return bot.Reply{}, game.Refuse("You aren't at this table, so you have no cards.")
	}
	s, err := c.handSnapshot(ctx, m, v.player)
	if err != nil {
		return bot.Reply{}, err
	}
	if unsaid := c.troubles(m.ID(), v.Request); !unsaid.Empty() {
		at.note = unsaid
	}
	msg := s.Hand(seat, at.page, at.note)
	if !at.keep {
		at.note = say.Message{}
	}
	if m.Phase() != table.Over {
		c.handOpened(m.ID(), v.player)
	}
	return bot.Reply{
		Message: &msg,
		Private: true,
		Update:  v.Private && !at.fresh,
		Mirror:  c.handMirror(m.ID(), v.player, at.page, at.note, m.Decision()),
	}, nil
}
