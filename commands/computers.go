package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/table"
)

// Computer players in the lobby, and hints.

// What the row of computer players asks for, beside the levels.
const (
	fillSeats  = "fill"
	removeLast = "remove"
)

// thinks says that a system has computer players.
func (c *Commands) thinks(system string) bool {
	return slices.ContainsFunc(c.Systems, func(s systems.System) bool { return s.Name == system && s.Players != nil })
}

// allowsComputers says whether computer players may be seated in a guild.
func (c *Commands) allowsComputers(ctx context.Context, guild string) (bool, error) {
	set, err := c.house(ctx, guild)
	return set.Computers, err
}

// computer answers the lobby's row of computer players.
func (c *Commands) computer(ctx context.Context, r bot.Request) (bot.Reply, error) {
	allowed, err := c.allowsComputers(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	what := r.Arg(1)
	if !allowed && what != removeLast {
		return bot.Reply{}, game.Refuse("Computer players are switched off on this server.")
	}
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if !c.thinks(m.System()) {
		return bot.Reply{}, game.Refuse("There are no computer players for this game.")
	}
	return c.do(ctx, r, func(p table.Player) table.Command {
		switch what {
		case removeLast:
			return table.RemoveComputer{Player: p}
		case fillSeats:
			return table.AddComputer{Player: p, Level: sameLevel(m), Fill: true}
		}
		return table.AddComputer{Player: p, Level: ai.Level(what)}
	})
}

// sameLevel is the level of the computer that was seated last, normal without one.
func sameLevel(m table.Match) ai.Level {
	for seat := len(m.Players()) - 1; seat >= 0; seat-- {
		if c, ok := m.Computer(game.Seat(seat)); ok {
			return c.Level
		}
	}
	return ai.Normal
}

// computerRow are the buttons by which the host seats computer players, under a
// line that says so; none where there may be none.
func (s scene) computerRow() []bot.Block {
	if !s.computers {
		return nil
	}
	_, most := s.Seats()
	taken := len(s.people)
	id := func(what string) string { return s.id("computer") + "/" + what }
	var row bot.Row
	for _, l := range ai.Levels() {
		row = append(row, bot.Button{ID: id(string(l)), Label: levelWord(l), Emoji: "🤖", Disabled: taken >= most})
	}
	row = append(row,
		bot.Button{ID: id(fillSeats), Label: "Fill the table", Disabled: s.FillsTo() == taken},
		bot.Button{ID: id(removeLast), Label: "Remove 🤖", Disabled: s.Computers() == 0})
	text := "-# Add a computer player:"
	if s.Computers() > 0 {
		text = "-# Rounds with computer players stay off the leaderboard. Add another:"
	}
	return []bot.Block{bot.Text(text), row}
}

func levelWord(l ai.Level) string {
	return map[ai.Level]string{ai.Easy: "Easy", ai.Normal: "Normal", ai.Hard: "Hard"}[l]
}

// hint answers the button in a hand: the hand once more, with what normal would
// play.
func (c *Commands) hint(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if on, err := table.ParseDecision(r.Arg(1)); err != nil || on != m.Decision() {
		return c.present(ctx, r, m, page{}, "That turn is over. This is your hand now.")
	}
	seat, seated := m.Seat(p)
	observation, due := m.Observation(seat)
	switch {
	case !seated || !due || m.Vacant(seat):
		return c.present(ctx, r, m, page{}, "")
	case !c.hints(m):
		return c.present(ctx, r, m, page{}, "Hints are switched off at this table.")
	}
	choice, err := c.Hint(ctx, m.Rules(), observation)
	if err != nil {
		return bot.Reply{}, fmt.Errorf("a hint at table %d: %w", m.ID(), err)
	}
	return c.present(ctx, r, m, parsePage(r.Arg(2)), hintWords(choice))
}

// hints says that a match has hints.
func (c *Commands) hints(m table.Match) bool {
	return c.Hint != nil && !m.Settings().NoHint && c.thinks(m.System())
}

// hintWords tell what to play, and why.
func hintWords(c ai.Choice) string {
	what := ""
	switch c.Action.Verb {
	case game.Pass:
		what = "pass"
	case game.Draw:
		what = "draw"
	case game.Give:
		what = "give " + faces(c.Action.Cards, card.None)
	default:
		what = "play " + faces(c.Action.Cards, c.Action.As)
	}
	if c.Reason == "" {
		return "💡 I would " + what + "."
	}
	return "💡 I would " + what + ": " + c.Reason + "."
}

// hintButton is the button of a hand that asks for a hint.
func (s scene) hintButton(at page) bot.Button {
	return bot.Button{ID: s.id("hint") + "/" + s.Decision().String() + "/" + at.String(), Label: "Hint", Emoji: "💡"}
}
