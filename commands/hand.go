package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

var handSpec = bot.Command{Name: "hand", Description: say.New("Show your cards, or play cards that you type"), Options: []bot.Option{
	{Name: "cards", Description: say.New("For example 7h 7s, pair of jacks, 10, joker=9h, pass or draw"), Suggest: true, Max: bot.Limit(100)},
}}

// shownHand says how to show a hand.
type shownHand struct {
	page  ids.Page
	note  say.Message // shown above the cards
	keep  bool        // keep the note until the decision is made
	hint  *ai.Choice  // shown until the decision is made
	fresh bool        // in a new message
}

const sayTurnOver say.Text = "That turn is over. This is your hand now."

// hand handles the button "My hand". It always replies with a new message, because only a new
// interaction has a token that is valid for another 15 minutes.
func (c *Commands) hand(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	return c.present(ctx, v, shownHand{fresh: true})
}

// act handles the button of a play: it makes the play and shows the new hand.
func (c *Commands) act(ctx context.Context, v visit, id ids.Act) (bot.Reply, error) {
	if id.Decision == ids.NoDecision() {
		return c.present(ctx, v, shownHand{})
	}
	return c.decide(ctx, v, match.Act{Player: v.player, Decision: id.Decision, Action: id.Action}, id.Sort)
}

// decide sends a player's decision to the table and shows the new hand in the same order.
func (c *Commands) decide(ctx context.Context, v visit, decision match.Command, sort int) (bot.Reply, error) {
	at := shownHand{page: ids.Page{Sort: sort}}
	after, err := c.tables.Do(ctx, v.match.ID, decision)
	switch {
	case errors.Is(err, match.ErrStale):
		at.note = say.New(sayTurnOver)
	case err != nil:
		return bot.Reply{}, err
	}
	v.match = after
	return c.present(ctx, v, at)
}

// present replies with the player's hand: it replaces the hand that was clicked, or is a new private
// message.
func (c *Commands) present(ctx context.Context, v visit, at shownHand) (bot.Reply, error) {
	// The revision is taken before the state is read, so the mirror renders the hand again only if
	// something changes after that.
	since := c.mirrors.Revision()
	if newest, err := c.tables.Match(ctx, v.match.ID); err == nil {
		if newest.Decision != v.match.Decision {
			at.page, at.hint = at.page.Opening(), nil
		}
		v.match = newest
	}
	m := v.match
	seat, ok := m.Seat(v.player)
	if !ok {
		if slices.Contains(m.Waiting(), v.player) {
			return bot.Reply{}, game.Refuse("All seats are taken again. You get cards as soon as one is free.")
		}
		if slices.Contains(m.Newcomers, v.player) {
			return bot.Reply{}, game.Refuse("You join in the next round. You get your cards then.")
		}
		if m.Phase == match.Lobby {
			return bot.Reply{}, game.Refuse("You aren't at this table yet. Click **Join**, and you'll get cards when the match starts.")
		}
		return bot.Reply{}, game.Refuse("You aren't at this table. `/join` gives you a seat.")
	}
	s, err := c.handSnapshot(ctx, m, v.player, at.hint)
	if err != nil {
		return bot.Reply{}, err
	}
	if unsaid := c.troubles(m.ID, v.Request); !unsaid.Empty() {
		at.note = unsaid
	} else if at.note.Empty() {
		if at.note, err = c.whyInChannel(ctx, v.player, s.Chosen); err != nil {
			return bot.Reply{}, err
		}
		at.keep = !at.note.Empty()
	}
	msg := s.Hand(seat, at.page, at.note)
	msg.Edition = c.boardAt(m.ID).Message
	if !at.keep {
		at.note = say.Message{}
	}
	if m.Phase != match.Over {
		c.handOpened(m.ID, v.player)
	}
	return bot.Reply{
		Message: &msg,
		Private: true,
		Update:  v.Private && !at.fresh && !c.mirrors.Replaced(handKey(m.ID, v.player), v.Message),
		Mirror:  c.handMirror(m.ID, v.player, at, m.Decision, since),
	}, nil
}

// handSnapshot returns what a player's hand is rendered from: the table, the player's preferences, and
// a hint that they asked for or want on every turn.
func (c *Commands) handSnapshot(ctx context.Context, m match.Match, p match.Player, hint *ai.Choice) (screen.Snapshot, error) {
	s, err := c.snapshot(ctx, m)
	if err != nil {
		return screen.Snapshot{}, err
	}
	if s.Chosen, err = c.Store.Preferences(ctx, p); err != nil {
		return screen.Snapshot{}, err
	}
	s.Hint = hint
	if seat, seated := m.Seat(p); seated {
		until, may := m.UndoUntil(seat)
		s.OffersUndo = may && time.Now().Before(until)
		if hint == nil && s.Chosen.Hints == settings.HintsEachTurn {
			if s.Hint, err = c.hintFor(ctx, m, seat); err != nil { // the hand is shown without it
				c.Logger.Warn().Err(err).Msg("a hand goes without the hint that it should have")
			}
		}
	}
	if c.Deck != nil && s.Chosen.Cards == settings.Pictures {
		colors := s.Chosen.Colors
		if colors == settings.ColorsOfGame {
			colors = c.colors(m.System, settings.FourColors)
		}
		s.OwnPictures = c.Deck.Pictures(colors)
	}
	return s, nil
}

// handMirror keeps a player's newest hand up to date as long as its token is valid, and deletes the
// previous one. The page and the note stay until their decision is made.
func (c *Commands) handMirror(id match.ID, p match.Player, at shownHand, on match.Decision, since bot.Revision) *bot.Mirror {
	return &bot.Mirror{
		Key:      handKey(id, p),
		Revision: since,
		Render: func(ctx context.Context) (bot.Message, error) {
			m, err := c.tables.Match(ctx, id)
			if errors.Is(err, match.ErrNoTable) || errors.Is(err, match.ErrUnreadable) {
				return screen.LostHand(), nil
			}
			if err != nil {
				return bot.Message{}, err
			}
			seat, ok := m.Seat(p)
			if !ok {
				return screen.LostHand(), nil
			}
			if m.Decision != on {
				at.note, at.hint = say.Message{}, nil
				if !at.page.Planning || !m.PlansNextTurn(seat, on) { // the planning page stays while others play
					at.page = at.page.Opening()
				}
			}
			s, err := c.handSnapshot(ctx, m, p, at.hint)
			if err != nil {
				return bot.Message{}, err
			}
			msg := s.GuildSettings.Message(s.Hand(seat, at.page, at.note))
			msg.Edition = c.boardAt(id).Message // the hand moves below each new board
			return msg, nil
		},
		RenderPast: func(context.Context, string) (bot.Message, error) { return bot.Message{}, nil },
	}
}

// passTrick handles the button that passes until the trick ends.
func (c *Commands) passTrick(ctx context.Context, v visit, id ids.HandButton) (bot.Reply, error) {
	return c.decideOnce(ctx, v, id, match.PassTrick{Player: v.player, Decision: id.Decision})
}

// drawOut handles the button that draws until the seat can play.
func (c *Commands) drawOut(ctx context.Context, v visit, id ids.HandButton) (bot.Reply, error) {
	return c.decideOnce(ctx, v, id, match.DrawOut{Player: v.player, Decision: id.Decision})
}

// undo handles the button that takes the last play back.
func (c *Commands) undo(ctx context.Context, v visit, id ids.HandButton) (bot.Reply, error) {
	return c.decideOnce(ctx, v, id, match.Undo{Player: v.player, Decision: id.Decision})
}

// decideOnce sends the command of a button to the table, if the button's decision is still current.
func (c *Commands) decideOnce(ctx context.Context, v visit, id ids.HandButton, decision match.Command) (bot.Reply, error) {
	if id.Decision == ids.NoDecision() {
		return c.present(ctx, v, shownHand{})
	}
	return c.decide(ctx, v, decision, id.Sort)
}

// plan handles the buttons of the page for planning the next turn.
func (c *Commands) plan(ctx context.Context, v visit, id ids.HandPage) (bot.Reply, error) {
	seat, seated := v.match.Seat(v.player)
	if seated && v.match.Paused {
		return bot.Reply{}, game.Refuse("The match is paused, so nothing can be planned.")
	}
	if !seated || !v.match.PlansNextTurn(seat, id.Decision) || !v.match.CanPlan(seat) {
		return c.present(ctx, v, shownHand{page: ids.Page{Sort: id.Page.Sort}, note: say.New(sayTurnOver)})
	}
	return c.present(ctx, v, shownHand{page: id.Page})
}

// later handles the button that plans a play or a pass.
func (c *Commands) later(ctx context.Context, v visit, id ids.Later) (bot.Reply, error) {
	if id.Decision == ids.NoDecision() {
		return c.present(ctx, v, shownHand{})
	}
	return c.decide(ctx, v, match.Plan{Player: v.player, Decision: id.Decision, Action: id.Action}, id.Sort)
}

// unpass handles the button that takes a pass or a plan back.
func (c *Commands) unpass(ctx context.Context, v visit, id ids.Unpass) (bot.Reply, error) {
	after, err := c.tables.Do(ctx, v.match.ID, match.CancelPass{Player: v.player})
	if errors.Is(err, match.ErrStale) {
		after, err = c.tables.Do(ctx, v.match.ID, match.CancelPlan{Player: v.player})
	}
	if err != nil && !errors.Is(err, match.ErrStale) {
		return bot.Reply{}, err
	}
	v.match = after
	return c.present(ctx, v, shownHand{page: ids.Page{Sort: id.Sort}})
}

// pick handles the buttons that lead to another page of a hand.
func (c *Commands) pick(ctx context.Context, v visit, id ids.HandPage) (bot.Reply, error) {
	if id.Decision != v.match.Decision {
		return c.present(ctx, v, shownHand{note: say.New(sayTurnOver)})
	}
	return c.present(ctx, v, shownHand{page: id.Page})
}

// hint handles the button "Hint". It shows the hand with the play that a computer player of level
// normal would choose, and with a button that makes this play.
func (c *Commands) hint(ctx context.Context, v visit, id ids.HandPage) (bot.Reply, error) {
	if id.Decision != v.match.Decision {
		return c.present(ctx, v, shownHand{note: say.New(sayTurnOver), keep: true})
	}
	seat, seated := v.match.Seat(v.player)
	switch {
	case !seated:
		return c.present(ctx, v, shownHand{})
	case !c.offersHints(v.match):
		return c.present(ctx, v, shownHand{note: say.New("Hints are off at this table."), keep: true})
	}
	hint, err := c.hintFor(ctx, v.match, seat)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.present(ctx, v, shownHand{page: id.Page, hint: hint})
}

// hintFor returns a hint for the seat to move, or nil if there is none.
func (c *Commands) hintFor(ctx context.Context, m match.Match, seat game.Seat) (*ai.Choice, error) {
	turn, due := m.Turn()
	if !due || turn != seat || m.Vacant(seat) || !c.offersHints(m) || len(m.State.Legal()) < 2 {
		return nil, nil
	}
	observation, due := m.Observation(seat)
	if !due {
		return nil, nil
	}
	choice, err := c.Hint(ctx, m.Rules, observation)
	if err != nil {
		return nil, fmt.Errorf("a hint at table %d: %w", m.ID, err)
	}
	return &choice, nil
}
