package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// The start of a match reaches everyone. Whoever clicked something in a public message of the table, such
// as Join, gets the hand privately with the token of that click, as if they had clicked "My hand". The
// others are mentioned in the board of the first round, until they have looked or the first trick is over.
// Tokens are only in memory, so after a restart everyone is mentioned.

// called remembers the token of a person's click in a public message of a table.
func (c *Commands) called(id match.ID, p match.Player, h rest.Handle) {
	c.update(id, func(t *tableMessages) { t.calls = adding(t.calls, p, h) })
}

// sendHands sends the hands of a round that has just been dealt to everyone who has none open and whose
// token lives. It doesn't block.
func (c *Commands) sendHands(m match.Match) {
	known := c.messagesOf(m.ID)
	for p, call := range known.calls {
		seat, seated := m.Seat(p)
		answers := m.Decision.Round == 1 && slices.Contains(known.hands, p) // the reply to Start shows the hand
		if !call.Alive(time.Now()) || !seated || m.Vacant(seat) || answers || c.mirrors.Has(handKey(m.ID, p)) {
			continue
		}
		mirror := c.handMirror(m.ID, p, shownHand{}, m.Decision, 0)
		mirror.Handle, mirror.Send = call, true
		mirror.Failed = func(error) {
			c.handClosed(m.ID, p)
			c.mirrors.Replace(postKey(BoardPost, m.ID)) // posted anew, it mentions them
		}
		c.handOpened(m.ID, p)
		c.mirrors.Show(*mirror)
	}
}

// unreached returns the people of a match that has just begun who have no hand open and want to be
// mentioned.
func (c *Commands) unreached(ctx context.Context, m match.Match, g screen.GuildSettings) (players []match.Player, err error) {
	if !m.FirstTrick() || m.Settings.Slow() { // there everyone is mentioned when their turn comes
		return nil, nil
	}
	reached := c.messagesOf(m.ID).hands
	for _, p := range m.People() {
		if _, seated := m.Seat(p); !seated || slices.Contains(reached, p) {
			continue
		}
		chosen, err := c.Store.Preferences(ctx, p)
		if err != nil {
			return nil, err
		}
		if when, directly := chosen.Told(g.Guild, c.Mention); !directly && when != settings.MentionOff {
			players = append(players, p)
		}
	}
	return players, nil
}

// handEdition returns the edition of a hand that is shown below a board. The hand moves below each new one.
func handEdition(board bot.Shown) string {
	if board.Message == "" {
		return ""
	}
	return board.Edition + "/" + board.Message
}

// handThen renders what stays of a hand that was sent again below another board: how its round ended. It is
// empty if the round goes on, and for a hand that its player has opened anew.
func (c *Commands) handThen(ctx context.Context, id match.ID, p match.Player, edition string) (bot.Message, error) {
	var round int
	if _, err := fmt.Sscanf(edition, editionForm+"/", &round); err != nil || round == 0 {
		return bot.Message{}, nil
	}
	now, err := c.tables.Match(ctx, id)
	if err != nil || round > len(now.Results) {
		return bot.Message{}, err
	}
	was, err := c.tables.AfterRound(ctx, id, round)
	if err != nil {
		return bot.Message{}, err
	}
	seat, seated := was.Seat(p)
	if !seated {
		return bot.Message{}, nil
	}
	s, err := c.handSnapshot(ctx, was, p, nil)
	if err != nil {
		return bot.Message{}, err
	}
	return s.GuildSettings.Message(s.Hand(seat, ids.Page{}, say.Message{})), nil
}
