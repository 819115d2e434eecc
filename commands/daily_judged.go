package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
)

// judgePlayouts is how many playouts the judge of a decision has.
const judgePlayouts = 200

// mistakeOf shows the play that cost most in a deal.
func (c *Commands) mistakeOf(ctx context.Context, r guildRequest, d personsDay, id ids.Daily) (bot.Reply, error) {
	if id.Deal < 1 || id.Deal > len(d.played) || !d.played[id.Deal-1].Over {
		return c.showDay(ctx, r, d, say.Message{})
	}
	m, err := c.tables.Match(ctx, match.ID(d.played[id.Deal-1].Table))
	if err != nil {
		return bot.Reply{}, err
	}
	worst, err := c.mistake(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.panel(inTheirCards(c.chosenBy(ctx, r.Request), screen.DailyMistake(*r.set, id, worst))), nil
}

// mistake returns the play that cost a player most in a deal that is over, or nil if none did.
func (c *Commands) mistake(ctx context.Context, m match.Match) (worst *screen.Mistake, err error) {
	then, most := match.New(m.ID, systems.New), 0.0
	for e, err := range c.Store.Events(ctx, m.ID) {
		if err != nil {
			return nil, fmt.Errorf("judge daily deal %d: %w", m.ID, err)
		}
		b, acted := e.Body.(match.Acted)
		seat, _ := then.Seat(then.Host)
		if acted && b.Seat == seat && b.By == match.ByPlayer && len(then.State.Legal()) > 1 {
			seen, _ := then.Observation(seat)
			fixed := then.Fixed()
			fixed.Playouts = judgePlayouts
			choice, err := c.Judge(ctx, then.Rules, seen, fixed)
			if err != nil {
				return nil, fmt.Errorf("judge daily deal %d: %w", m.ID, err)
			}
			if cost := costOf(choice, b.Action); cost > most {
				most, worst = cost, &screen.Mistake{Before: then, Played: b.Action, Better: choice.Action}
				if good, err := c.Hint(ctx, then.Rules, seen); err == nil && same(good.Action, choice.Action) {
					worst.Reason = good.Reason
				}
			}
		}
		if then, err = then.Apply(e); err != nil {
			return nil, fmt.Errorf("judge daily deal %d: %w", m.ID, err)
		}
	}
	return worst, nil
}

// costOf returns how much worse an action is than the chosen one. An action that wasn't even tried is as bad as the
// worst that was.
func costOf(choice ai.Choice, a game.Action) float64 {
	valueOf := func(a game.Action) (value float64) {
		for i, x := range choice.Estimates {
			if same(x.Action, a) {
				return x.Value
			}
			if i == 0 || x.Value < value {
				value = x.Value
			}
		}
		return value
	}
	return valueOf(choice.Action) - valueOf(a)
}

func same(a, b game.Action) bool {
	return a.Verb == b.Verb && a.As == b.As && slices.Equal(slices.Sorted(slices.Values(a.Cards)), slices.Sorted(slices.Values(b.Cards)))
}
