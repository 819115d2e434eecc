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
	"deuces/match"
	"deuces/settings"
)

var helpSpec = bot.Command{Name: "help", Description: say.New("Explain how to play, with the rules and a practice hand"), Anywhere: true,
	Options: []bot.Option{gameOption("Which game? Without it: all commands")}}

func (c *Commands) help(ctx context.Context, r guildRequest) (bot.Reply, error) {
	chosen, err := c.chosen(ctx, r, r.Options["game"])
	switch {
	case err != nil:
		return bot.Reply{}, err
	case chosen.preset != nil:
		return c.rules(ctx, r, ids.Rules{Preset: chosen.preset.Name})
	case chosen.system != "":
		return c.rules(ctx, r, ids.Rules{System: chosen.system})
	}
	return bot.Whisper(screen.Help(*r.set)), nil
}

// rules handles buttons and menus about rules. A button on a board opens a private message, and the
// buttons of that message turn its pages. The values of the menu of games are such custom ids.
func (c *Commands) rules(ctx context.Context, r guildRequest, id ids.Rules) (bot.Reply, error) {
	if len(r.Values) == 1 {
		id = ids.Rules{System: r.Values[0]}
	}
	rules, at, err := c.rulesOf(ctx, r.Request, id)
	if err != nil {
		return bot.Reply{}, err
	}
	g, chosen := r.set, c.chosenBy(ctx, r.Request)
	pictures := c.picturesFor(chosen, rules.Name())
	worded := func(l *say.Language, text string) string { return pictures.InText(g.Prose(rules, l, text)) }
	pages := append(rules.Pages(), at...)
	pages[0].Paragraphs = slices.Concat(screen.HouseRules(rules, g.Penalty(rules.Name())), pages[0].Paragraphs)
	name := g.Title(rules.Name())
	for i, p := range pages {
		if pages[i].Title = p.Title.RewordedIn(worded); pages[i].Title.Equal(name) {
			pages[i].Title = say.Message{} // the heading begins with it
		}
		for j, text := range p.Paragraphs {
			p.Paragraphs[j] = text.RewordedIn(worded)
		}
	}
	if id.Preset != "" {
		name = say.Join(" · ", say.Verbatim(bot.Escape(id.Preset)), name)
	}
	msg := inTheirCards(chosen, screen.Rules(name, rules.Name(), pages, id))
	paging := id.Page > 0 || id.Part != "" || len(r.Values) == 1
	return bot.Reply{Message: &msg, Private: true, Update: r.Private && paging, Notice: true}, nil // in a hand, the cards stay
}

// rulesOf returns the rules that a button names (of a game, a preset or a table) and, for a table, a page about how it is set.
func (c *Commands) rulesOf(ctx context.Context, r bot.Request, id ids.Rules) (rules game.Rules, at []game.Page, err error) {
	if i := slices.IndexFunc(c.Systems, func(s systems.System) bool { return s.Name == id.System }); i >= 0 {
		if rules, err = c.Systems[i].New(nil); err != nil {
			err = fmt.Errorf("default rules of %s: %w", id.System, err)
		}
		return rules, nil, err
	}
	if id.Preset != "" {
		rules, err = c.rulesOfPreset(ctx, r.Guild, id.Preset)
		return rules, nil, err
	}
	m, err := c.tableOf(ctx, r, id.Table)
	if err != nil {
		return nil, nil, err
	}
	return m.Rules, []game.Page{screen.TablePage(m.Rules, m.Settings)}, nil
}

func (c *Commands) rulesOfPreset(ctx context.Context, guild, name string) (game.Rules, error) {
	presets, err := c.Store.Presets(ctx, guild)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(presets, func(p settings.Preset) bool { return p.Name == name })
	if i < 0 {
		return nil, settings.ErrGone
	}
	sys, ok := systems.Latest(presets[i].System)
	if !ok {
		return nil, settings.ErrGone
	}
	return sys.New(presets[i].Options)
}

// A lesson is a scripted hand of a game in a private message. The buttons carry the step, and each
// click plays the script up to that step with the real rules.

// lesson handles the button "Practice hand", which shows the first step, and the buttons of a step.
// The right one shows the next step; the others show the same step with the reason why the play is
// wrong.
func (c *Commands) lesson(ctx context.Context, r guildRequest, id ids.Learn) (bot.Reply, error) {
	msg, chosen := screen.Help(*r.set), c.chosenBy(ctx, r.Request)
	if i := slices.IndexFunc(c.Systems, func(s systems.System) bool { return s.Name == id.System && s.Lesson != nil }); i >= 0 {
		page, err := c.lessonPage(ctx, r.Channel, c.Systems[i], id)
		if err != nil {
			return bot.Reply{}, err
		}
		page.Pictures = c.picturesFor(chosen, id.System)
		msg = inTheirCards(chosen, screen.Lesson(*r.set, page))
	}
	return r.panel(msg), nil
}

func (c *Commands) lessonPage(ctx context.Context, channel string, sys systems.System, id ids.Learn) (page screen.LessonPage, err error) {
	rules, err := sys.New(nil)
	if err != nil {
		return page, fmt.Errorf("default rules of %s: %w", sys.Name, err)
	}
	lesson := sys.Lesson()
	id.Step = min(id.Step, len(lesson.Steps))
	page = screen.LessonPage{At: id, Rules: rules, Lesson: lesson}
	state, told, err := lesson.StateAt(rules, id.Step)
	if err != nil {
		return page, err
	}
	page.View, page.Told = state.View(0), told
	if id.Step < len(lesson.Steps) {
		if id.Tried > 0 && id.Tried <= len(lesson.Steps[id.Step].Wrong) {
			page.Refused, err = refusal(lesson.CheckPlay(state, lesson.Steps[id.Step].Wrong[id.Tried-1]))
		}
		return page, err
	}
	m, err := c.tables.InChannel(ctx, channel)
	if errors.Is(err, match.ErrNoTable) {
		return page, nil
	}
	page.Table = bot.Link(m.Guild, m.Channel, c.boardAt(m.ID).Message)
	return page, err
}
