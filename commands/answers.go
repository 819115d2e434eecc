package commands

import (
	"context"
	"errors"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// explained returns the answer to a command that a table has refused, with a button that does what the
// person can do instead. Other errors stay errors.
func (c *Commands) explained(ctx context.Context, v visit, err error) (bot.Reply, error) {
	refused, is := errors.AsType[*game.Illegal](err)
	if !is {
		return bot.Reply{}, err
	}
	m, failed := c.tables.Match(ctx, v.match.ID)
	if failed != nil {
		return bot.Reply{}, failed
	}
	_, mayNot := m.Decide(match.Join{Player: v.player}, time.Now())
	join := screen.JoinButton(m, v.player)
	switch {
	case errors.Is(err, match.ErrOver) && v.Message != "":
		return bot.Reply{}, nil // what was clicked shows that
	case errors.Is(err, match.ErrOver):
		return bot.Reply{}, match.ErrNoTable
	case m.Phase == match.Over:
		return notice(screen.Answer(refused.Reason, screen.PlayButton())), nil
	case errors.Is(err, match.ErrHostOnly):
		s, err := c.snapshot(ctx, m)
		return notice(screen.Sentence(s.HostOnly())), err
	case errors.Is(err, match.ErrRemoved):
		s, err := c.snapshot(ctx, m)
		return notice(screen.Answer(s.Removed(v.player), c.watchButton(m))), err
	case mayNot == nil && (errors.Is(err, match.ErrLeft) || errors.Is(err, match.ErrNotSeated)):
		return notice(screen.Answer(refused.Reason, join)), nil
	case errors.Is(err, match.ErrNotSeated):
		why, err := refusal(mayNot)
		return notice(screen.Answer(say.Join(" ", refused.Reason, why), c.watchButton(m))), err
	case v.Command == joinSpec.Name && mayNot != nil:
		return notice(screen.Answer(refused.Reason, c.watchButton(m))), nil
	}
	return bot.Reply{}, err
}

// notice returns a private reply that replaces the person's last one.
func notice(m bot.Message) bot.Reply { return bot.Reply{Message: &m, Private: true, Notice: true} }

// panel returns a private reply, which replaces the private message that was clicked.
func (r guildRequest) panel(m bot.Message) bot.Reply {
	return bot.Reply{Message: &m, Private: true, Update: r.Private}
}

// watchButton leads to the board of a table.
func (c *Commands) watchButton(m match.Match) bot.Button {
	return bot.Button{URL: c.boardURL(m.ID, m.Guild, m.Channel), Label: say.New("Watch")}
}
