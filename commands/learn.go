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
