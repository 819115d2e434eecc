package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/commands/typed"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

var handSpec = bot.Command{Name: "hand", Description: say.New("Show your cards and your tables, or play cards that you type"), Anywhere: true, Options: []bot.Option{
	{Name: "cards", Description: say.New("Such as 7h 7s, 10, joker=9h, pass or draw"), Suggest: true, Max: 100},
}}

type shownHand struct {
	page  ids.Page
	note  say.Message // shown above the cards
	hint  *ai.Choice  // shown until the decision is made
	fresh bool        // in a new message
	away  bool        // not in the table's channel
}

const sayTurnOver say.Text = "That turn is over. This is your hand now."

// handAsked handles /hand. It shows the hand of the channel's table if that is the person's only one, and otherwise
// their tables. Typed cards are for the channel's table.
func (c *Commands) handAsked(ctx context.Context, r guildRequest) (bot.Reply, error) {
	here := c.inChannel(c.asPresent(c.handHere))
	player, _, err := c.Store.Find(ctx, r.User.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	mine, err := c.ownTables(ctx, player)
	if err != nil {
		return bot.Reply{}, err
	}
	sits := slices.ContainsFunc(mine, func(t screen.OwnTable) bool { return t.Channel == r.Channel })
	switch {
	case sits && (len(mine) == 1 || r.Options["cards"] != ""), len(mine) == 0 && r.Guild != "":
		return here(ctx, r)
	case len(mine) == 0:
		return notice(screen.NoTables(*r.set)), nil
	}
	note := say.Message{}
	if r.Options["cards"] != "" {
		note = say.New("Cards can be typed in the channel of the table, or played with the buttons of a hand.")
	}
	return notice(screen.Tables(mine, note)), nil
}

// hand handles the button "My hand". It always replies with a new message, because only a new
// interaction has a token that is valid for another 15 minutes. But the mention of a turn is deleted, so
// from there an open hand is only moved: a reply would be shown as an answer to a deleted message.
func (c *Commands) hand(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	if v.Message != "" && v.Message == c.messagesOf(v.match.ID).side[MentionPost] && c.mirrors.Move(handKey(v.match.ID, v.player)) {
		return bot.Reply{}, nil
	}
	return c.present(ctx, v, shownHand{fresh: true})
}

func (c *Commands) handHere(ctx context.Context, v visit) (bot.Reply, error) {
	if v.Options["cards"] != "" {
		return c.cards(ctx, v)
	}
	return c.present(ctx, v, shownHand{})
}

func (c *Commands) cards(ctx context.Context, v visit) (bot.Reply, error) {
	seat, seated := v.match.Seat(v.player)
	if !seated {
		return c.present(ctx, v, shownHand{}) // it says how to get a seat
	}
	view, _ := v.match.View(seat)
	a, err := typed.Play(view, c.reader(ctx, v.Request), v.Options["cards"])
	if err != nil {
		return bot.Reply{}, err
	}
	return c.decide(ctx, v, match.Act{Player: v.player, Decision: v.match.Decision, Action: a}, 0)
}

func (c *Commands) act(ctx context.Context, v visit, id ids.Act) (bot.Reply, error) {
	return c.decide(ctx, v, match.Act{Player: v.player, Decision: id.Decision, Action: id.Action}, id.Sort)
}

func (c *Commands) later(ctx context.Context, v visit, id ids.Later) (bot.Reply, error) {
	return c.decide(ctx, v, match.Plan{Player: v.player, Decision: id.Decision, Action: id.Action}, id.Sort)
}

// handButton handles the buttons that need no cards.
func (c *Commands) handButton(ctx context.Context, v visit, id ids.HandButton) (bot.Reply, error) {
	switch id.Verb {
	case ids.VerbPassTrick:
		return c.decide(ctx, v, match.PassTrick{Player: v.player, Decision: id.Decision}, id.Sort)
	case ids.VerbDrawOut:
		return c.decide(ctx, v, match.DrawOut{Player: v.player, Decision: id.Decision}, id.Sort)
	}
	return c.decide(ctx, v, match.Undo{Player: v.player, Decision: id.Decision}, id.Sort)
}

func (c *Commands) unpass(ctx context.Context, v visit, id ids.Unpass) (bot.Reply, error) {
	_, err := c.tables.Do(ctx, v.match.ID, match.CancelPass{Player: v.player})
	if errors.Is(err, match.ErrStale) {
		_, err = c.tables.Do(ctx, v.match.ID, match.CancelPlan{Player: v.player})
	}
	if err != nil && !errors.Is(err, match.ErrStale) {
		return bot.Reply{}, err
	}
	return c.present(ctx, v, shownHand{page: ids.Page{Sort: id.Sort}})
}

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

// page handles the buttons that lead to another page of a hand. "Hint" leads to the same page, with
// the play that a bot of level normal would choose.
func (c *Commands) page(ctx context.Context, v visit, id ids.HandPage) (bot.Reply, error) {
	at := shownHand{page: id.Page}
	seat, seated := v.match.Seat(v.player)
	current := id.Decision == v.match.Decision
	if id.Verb == ids.VerbPlan {
		current = seated && v.match.PlansNextTurn(seat, id.Decision) && v.match.CanPlan(seat)
	}
	switch {
	case !current:
		at = shownHand{page: at.page.Opening(), note: say.New(sayTurnOver)}
	case id.Verb == ids.VerbHint && seated:
		var err error
		if at.hint, err = c.hintFor(ctx, v.match, seat); err != nil {
			return bot.Reply{}, err
		}
	}
	return c.present(ctx, v, at)
}

// present replies with the player's hand: it replaces the hand that was clicked, or is a new private
// message.
func (c *Commands) present(ctx context.Context, v visit, at shownHand) (bot.Reply, error) {
	if v.match.IsDaily() {
		return c.presentDaily(ctx, v, at)
	}
	// The revision is taken before the state is read, so the mirror renders the hand again only if
	// something changes after that.
	since := c.mirrors.Revision()
	at.away = !reaches(v.Request, v.match.Channel)
	if newest, err := c.tables.Match(ctx, v.match.ID); err == nil {
		if newest.Decision != v.match.Decision {
			at.page, at.hint = at.page.Opening(), nil
		}
		v.match = newest
	}
	m := v.match
	seat, ok := m.Seat(v.player)
	if !ok && slices.Contains(m.Newcomers, v.player) {
		return notice(screen.Waits(m)), nil
	}
	if !ok {
		return bot.Reply{}, match.ErrNotSeated
	}
	s, err := c.handSnapshot(ctx, m, v.player, at.hint)
	if err != nil {
		return bot.Reply{}, err
	}
	note := at.note
	at.note = say.Message{}
	var unsaid say.Message
	if !at.away {
		unsaid = c.troubles(m.ID, v.Request)
	}
	if !unsaid.Empty() {
		note = unsaid
	} else if note.Empty() {
		if at.note, err = c.whyInChannel(ctx, v.player, s.Chosen); err != nil {
			return bot.Reply{}, err
		}
		note = at.note // it stays until the decision is made
	}
	msg := s.Hand(seat, at.page, note)
	msg.Edition = handEdition(c.boardAbove(m.ID, at))
	if m.Phase != match.Over && c.handOpened(m.ID, v.player) && m.FirstTrick() {
		c.mirrors.Touch(postKey(BoardPost, m.ID)) // it no longer mentions them
	}
	return bot.Reply{
		Message: &msg,
		Private: true,
		Update:  v.Private && !at.fresh && !c.mirrors.Replaced(handKey(m.ID, v.player), v.Message),
		Mirror:  c.handMirror(m.ID, v.player, at, m.Decision, since),
	}, nil
}

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
				c.Logger.Warn().Err(err).Int64("table", int64(m.ID)).Int64("player", int64(p)).Msg("cannot compute the hint; showing the hand without it")
			}
		}
	}
	s.GuildSettings.Language = c.readBy(s.Chosen, "")
	s.OwnPictures = c.picturesFor(s.Chosen, m.System)
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
				return c.inTheirLanguage(ctx, p, screen.LostHand()), nil
			}
			if err != nil {
				return bot.Message{}, err
			}
			seat, ok := m.Seat(p)
			if !ok {
				return c.inTheirLanguage(ctx, p, screen.NotSeated(m, p)), nil
			}
			known := c.messagesOf(id)
			if m.Phase != match.Over { // a table that falls asleep forgets hands whose reply is in flight
				c.handOpened(id, p)
			}
			if !at.away && m.Phase == match.Playing && known.board.Edition != edition(m) && known.trouble == nil {
				return bot.Message{}, nil // it will be below the board of the round
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
			msg.Edition = handEdition(c.boardAbove(id, at))
			return msg, nil
		},
		RenderPast: func(ctx context.Context, edition string) (bot.Message, error) { return c.handThen(ctx, id, p, edition) },
		Fresh:      func() rest.Handle { return c.messagesOf(id).calls[p] },
	}
}

// boardAbove returns the board below which a hand is shown, or the zero Shown for a hand that isn't in its channel.
func (c *Commands) boardAbove(id match.ID, at shownHand) bot.Shown {
	if at.away {
		return bot.Shown{}
	}
	return c.boardAt(id)
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
		return nil, fmt.Errorf("compute a hint at table %d: %w", m.ID, err)
	}
	return &choice, nil
}
