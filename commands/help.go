package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
)

var helpSpec = bot.Command{Name: "help", Description: say.New("How to play, and what the commands do")}

// help answers /help.
func (c *Commands) help(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Whisper(screen.Help(g)), nil
}

var rulesSpec = bot.Command{Name: "rules", Description: say.New("Shows how the game is played at this table"),
	Options: []bot.Option{gameOption("Which game; the one at this channel's table if you leave it out", false)}}

// rulesHere answers /rules: of the table as it is set, or of a system's preset.
func (c *Commands) rulesHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	_, system, err := c.inGuild(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if system != "" {
		return c.rules(ctx, r, ids.Rules{System: system})
	}
	here := c.tables.Here(r.Channel)
	if here == 0 {
		return bot.Say(say.New("There is no table in this channel. Choose a game with `/rules game:`.")), nil
	}
	return c.rules(ctx, r, ids.Rules{Table: here})
}

// rules answers the buttons: of a board by a private message, of that by its next
// page.
func (c *Commands) rules(ctx context.Context, r bot.Request, id ids.Rules) (bot.Reply, error) {
	rules, own, err := c.rulesOf(ctx, r, id)
	if err != nil {
		return bot.Reply{}, err
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	worded := func(text string) string { return g.Prose(rules, text) }
	pages := slices.Concat(rules.Pages(), screen.OptionPages(rules.Options()), own)
	for i, p := range pages {
		pages[i] = game.Page{Title: p.Title.Reworded(worded), Text: p.Text.Reworded(worded)}
	}
	msg := screen.Rules(g.Title(rules.Name()), pages, id)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// rulesOf are the rules that a button names; own is how a table is set beside them.
func (c *Commands) rulesOf(ctx context.Context, r bot.Request, id ids.Rules) (rules game.Rules, own []game.Page, err error) {
	if i := slices.IndexFunc(c.Systems, func(s systems.System) bool { return s.Name == id.System }); i >= 0 {
		if rules, err = c.Systems[i].New(nil); err != nil {
			err = fmt.Errorf("preset of %s: %w", id.System, err)
		}
		return rules, nil, err
	}
	m, err := c.tableOf(ctx, r, id.Table)
	if err == nil {
		m, err = c.greet(ctx, r, m)
	}
	if err != nil {
		return nil, nil, err
	}
	return m.Rules, []game.Page{screen.TablePage(m.Settings, m.Rules.Passes())}, nil
}

// Lessons: a scripted hand of each game, for the learner alone. Where in it somebody is
// stands in the buttons; each click plays the script up to there by the rules.

var learnSpec = bot.Command{Name: "learn", Description: say.New("Learn a game by playing a short hand, on your own"), Options: []bot.Option{
	gameOption("The game; I ask if you leave it out", false),
}}

// learn answers /learn.
func (c *Commands) learn(ctx context.Context, r bot.Request) (bot.Reply, error) {
	_, system, err := c.inGuild(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.lesson(ctx, r, ids.Learn{System: system})
}

// lesson answers the buttons: New to …? with the first step, those of a step with the
// same step and why not, or with the next.
func (c *Commands) lesson(ctx context.Context, r bot.Request, id ids.Learn) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := screen.Lessons(g)
	if i := slices.IndexFunc(c.Systems, func(s systems.System) bool { return s.Name == id.System && s.Lesson != nil }); i >= 0 {
		if msg, err = c.lessonPage(g, c.Systems[i], id); err != nil {
			return bot.Reply{}, err
		}
		msg = c.inTheirCards(ctx, r, msg)
	}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// lessonPage plays a lesson up to a step and shows it.
func (c *Commands) lessonPage(g screen.GuildSettings, sys systems.System, id ids.Learn) (bot.Message, error) {
	rules, err := sys.New(nil)
	if err != nil {
		return bot.Message{}, fmt.Errorf("preset of %s: %w", sys.Name, err)
	}
	lesson := sys.Lesson()
	id.Step = min(id.Step, len(lesson.Steps))
	page := screen.LessonPage{At: id, Rules: rules, Lesson: lesson, Computers: sys.Players != nil && g.Computers}
	state, told, err := lesson.At(rules, id.Step)
	if err != nil {
		return bot.Message{}, err
	}
	page.View, page.Told = state.View(0), told
	if id.Step < len(lesson.Steps) && id.Tried > 0 && id.Tried <= len(lesson.Steps[id.Step].Wrong) {
		refused := (*game.Illegal)(nil)
		if err := lesson.Try(state, lesson.Steps[id.Step].Wrong[id.Tried-1].Play); errors.As(err, &refused) {
			page.Refused = refused.Reason
		} else if err != nil {
			return bot.Message{}, err
		}
	}
	return screen.Lesson(g, page), nil
}
