package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/card"
	"deuces/table"
)

var handSpec = bot.Command{Name: "hand", Description: "Shows you your cards, and what you can play"}

// tableName is how custom_ids name a table.
func tableName(id table.ID) string { return strconv.FormatInt(int64(id), 10) }

// handHere answers /hand.
func (c *Commands) handHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visitedHere(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.present(ctx, r, m, page{}, "")
}

// hand answers the button My hand: always with a fresh message, which brings a
// fresh token for its edits.
func (c *Commands) hand(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.present(ctx, r, m, page{}, "")
}

// act answers the button of a play: it is played, and the hand shows what is left.
func (c *Commands) act(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	on, err := table.ParseDecision(r.Arg(1))
	action, err2 := game.ParseAction(r.Arg(2))
	if err != nil || err2 != nil {
		return c.present(ctx, r, m, page{}, "")
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.decided(ctx, r, m, table.Act{Player: p, Decision: on, Action: action}, natural(r.Arg(3)))
}

// passTrick answers the button beside Pass: the seat passes until the trick ends.
func (c *Commands) passTrick(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	on, err := table.ParseDecision(r.Arg(1))
	if err != nil {
		return c.present(ctx, r, m, page{}, "")
	}
	return c.decided(ctx, r, m, table.PassTrick{Player: p, Decision: on}, natural(r.Arg(2)))
}

// unpass answers the button that takes a pass back.
func (c *Commands) unpass(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	after, err := c.tables.Do(ctx, m.ID(), table.PlayAfterAll{Player: p})
	if err != nil && !errors.Is(err, table.ErrStale) {
		return bot.Reply{}, err
	}
	return c.present(ctx, r, after, page{sort: natural(r.Arg(1))}, "")
}

// decided gives a player's decision to the table and shows what is left of the
// hand, sorted as it was.
func (c *Commands) decided(ctx context.Context, r bot.Request, m table.Match, decision table.Command, sort int) (bot.Reply, error) {
	note := ""
	after, err := c.tables.Do(ctx, m.ID(), decision)
	switch {
	case errors.Is(err, table.ErrStale):
		note = "That turn is over. This is your hand now."
	case err != nil:
		return bot.Reply{}, err
	}
	return c.present(ctx, r, after, page{sort: sort}, note)
}

// pick answers the buttons that lead from page to page of a hand.
func (c *Commands) pick(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if on, err := table.ParseDecision(r.Arg(1)); err != nil || on != m.Decision() {
		return c.present(ctx, r, m, page{}, "That turn is over. This is your hand now.")
	}
	return c.present(ctx, r, m, parsePage(r.Arg(2)), "")
}

// present answers with the hand of who asks: in place of the hand that was
// clicked, else as a new private message.
func (c *Commands) present(ctx context.Context, r bot.Request, m table.Match, at page, note string) (bot.Reply, error) {
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	seat, ok := m.Seat(p)
	if !ok {
		if slices.Contains(m.Coming(), p) {
			return bot.Reply{}, game.Refuse("You sit down with the next round, and get your cards then.")
		}
		if m.Phase() == table.Lobby {
			return bot.Reply{}, game.Refuse("You don't sit at this table yet: Join, and you'll get cards when the match starts.")
		}
		return bot.Reply{}, game.Refuse("You don't sit at this table, so you hold no cards.")
	}
	s, err := c.scene(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	if unsaid := c.troubles(m.ID(), r); unsaid != "" {
		note = unsaid
	}
	msg := s.hand(seat, at, note)
	stays := ""
	if r.Verb == "hint" {
		stays = note
	}
	return bot.Reply{
		Message: &msg,
		Private: true,
		Update:  r.Private && r.Verb != "hand",
		Mirror:  c.handMirror(m.ID(), p, at, stays, m.Decision()),
	}, nil
}

// hand renders the private message of a seat. note is said above it.
func (s scene) hand(seat game.Seat, at page, note string) bot.Message {
	v, dealt := s.View(seat)
	msg := bot.Message{Accent: grey}
	var b strings.Builder
	if note != "" {
		b.WriteString("-# " + note + "\n")
	}
	turn, due := s.Turn()
	mine := due && turn == seat && !s.away(seat)
	switch {
	case s.Phase() == table.Over:
		b.WriteString("### The match is over")
		if outcome, played := s.Outcome(); played && outcome.Winner != game.Nobody {
			b.WriteString(": " + s.name(outcome.Winner) + " wins")
		}
	case s.Phase() == table.Between && s.Round() > 0 && s.Paused():
		b.WriteString("### The round is over\nThe match is paused.")
	case s.Phase() == table.Between && s.Round() > 0:
		b.WriteString("### The round is over\nThe next one is dealt " + bot.Relative(s.Deadline()) + ".")
	case !dealt:
		b.WriteString("### No cards yet\nThey show here when the match has started.")
	case s.Vacant(seat):
		b.WriteString("### You have left\nA stand-in plays your seat on. `/join` takes it back.")
	case s.Away(seat):
		b.WriteString("### A stand-in plays for you\nYour time ran out twice. Any click of yours gives you the seat back.")
	case mine:
		msg.Accent = green
		b.WriteString("### It's your turn " + turnWords(v))
		if deadline := s.Deadline(); !deadline.IsZero() && !s.Paused() {
			b.WriteString("\ntime runs out " + bot.Relative(deadline))
		}
	case due:
		b.WriteString("### " + s.name(turn) + " " + turnWords(v))
	}
	if s.Phase() != table.Playing {
		msg.Blocks = []bot.Block{bot.Text(b.String())}
		return msg
	}
	if v.Inverted {
		msg.Accent = crimson
	}
	if note := orderNote(v); note != "" {
		b.WriteString("\n" + note)
	}
	by := "rank"
	if at.sort >= len(v.Sorted) {
		at.sort = 0
	}
	if len(v.Sorted) > 0 {
		by, v.Hand = v.Sorted[at.sort].By, v.Sorted[at.sort].Hand
	}
	b.WriteString("\n" + held(v, by))
	if details := s.details(v); details != "" {
		b.WriteString("\n-# " + details)
	}
	t := turnOf(s, v)
	if passing := s.passing(seat, mine); passing != "" {
		b.WriteString("\n" + passing)
		msg.Blocks = []bot.Block{bot.Text(b.String()), bot.Row{{ID: fmt.Sprintf("%s/%d", s.id("unpass"), at.sort), Label: "Play after all"}}}
		return msg
	}
	if !mine {
		msg.Blocks = append([]bot.Block{bot.Text(b.String())}, rows(t.sorter(page{sort: at.sort}))...)
		return msg
	}
	const fixed = 2 // the frame and the text
	t.trick = s.CanPassTrick(seat)
	if s.hints && len(v.Legal) > 1 {
		t.hint = bot.Row{s.hintButton(at)}
	}
	picked, choices := t.choices(at, 40-fixed)
	if picked != "" {
		b.WriteString("\n" + picked)
	}
	if !slices.ContainsFunc(v.Legal, func(a game.Action) bool { return len(a.Cards) > 0 }) {
		b.WriteString("\nNone of your cards can be played here.")
		if s.Settings().AutoPass > 0 && s.Stuck(seat) {
			b.WriteString(" You pass by yourself in a moment.")
		}
	}
	msg.Blocks = append([]bot.Block{bot.Text(b.String())}, choices...)
	return msg
}

// passing says that a seat has passed though its turn is not over, or goes on
// passing; "" where neither is so.
func (s scene) passing(seat game.Seat, mine bool) string {
	switch {
	case s.StaysPassed(seat):
		return "💤 You pass until this trick ends."
	case mine && s.HasPassed(seat):
		return "💤 You pass. The table sees it in a moment, as it does everyone's pass."
	}
	return ""
}

// held writes a viewer's hand as large as it goes; by is what it is sorted by.
func held(v game.View, by string) string {
	switch n := len(v.Hand); {
	case n == 0:
		return "You hold no cards any more."
	case n <= 9:
		return "# " + fan(v, by)
	case n <= 14:
		return "## " + fan(v, by)
	}
	return "### " + fan(v, by)
}

// details are what the viewer alone knows beside the cards.
func (s scene) details(v game.View) string {
	notes := []string{count(len(v.Hand), "card")}
	if len(v.Fresh) > 0 {
		notes = append(notes, newly+" "+strconv.Itoa(len(v.Fresh))+" new")
	}
	for _, x := range v.Swaps {
		var did []string
		if len(x.Gave) > 0 {
			did = append(did, "gave "+s.name(x.With)+" "+faces(x.Gave, card.None))
		}
		if len(x.Got) > 0 {
			did = append(did, "got "+faces(x.Got, card.None)+" from "+s.name(x.With))
		}
		if len(did) > 0 {
			notes = append(notes, "you "+strings.Join(did, " and "))
		}
	}
	return strings.Join(notes, " · ")
}

func turnOf(s scene, v game.View) turn {
	return turn{view: v, table: tableName(s.ID()), decision: s.Decision().String()}
}
