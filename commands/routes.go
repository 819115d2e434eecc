package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
)

// Route adds every command and button.
func (c *Commands) Route(r *bot.Router) {
	command := func(spec bot.Command, d bot.Defer, h bot.Handler) { r.Command(spec, d, c.spoken(h)) }
	button := func(verb string, d bot.Defer, h bot.Handler) { r.Component(verb, d, c.spoken(h)) }
	form := func(verb string, d bot.Defer, h bot.Handler) { r.Modal(verb, d, c.spoken(h)) }

	command(playSpec, bot.DeferPublic, c.play)
	command(joinSpec, bot.DeferPrivate, c.inChannel(c.joinHere))
	command(leaveSpec, bot.DeferPrivate, c.inChannel(c.leaveHere))
	command(handSpec, bot.DeferPrivate, c.inChannel(c.greeting(c.handHere)))
	command(leaderboardSpec, bot.DeferPublic, c.leaderboard)
	command(profileSpec, bot.DeferPublic, c.profile)
	command(helpSpec, bot.DeferPrivate, c.help)
	command(preferencesSpec, bot.DeferPrivate, c.preferences)
	command(settingsSpec, bot.DeferPrivate, forAdmins(c.settings))
	command(removeSpec, bot.DeferPrivate, c.inChannel(c.remove))
	for _, name := range []string{"play", "leaderboard", "help", "hand"} {
		r.Autocomplete(name, c.suggest)
	}
	for name, where := range gone() {
		r.Former(name, c.spoken(moved(where)))
	}

	// Lobbies and boards.
	button(ids.VerbJoin, bot.DeferUpdate, c.atTable(with(ids.ParseTableButton(ids.VerbJoin), c.join)))
	button(ids.VerbLeave, bot.DeferUpdate, c.atTable(with(ids.ParseTableButton(ids.VerbLeave), c.leave)))
	button(ids.VerbStart, bot.DeferPrivate, c.atTable(with(ids.ParseTableButton(ids.VerbStart), c.start)))
	button(ids.VerbComputer, bot.DeferUpdate, c.atTable(with(ids.ParseComputer, c.computer)))
	button(ids.VerbOpen, bot.DeferPublic, clicked(ids.ParseOpen, c.openChosen))
	button(ids.VerbLearn, bot.DeferPrivate, clicked(ids.ParseLearn, c.lesson))
	button(ids.VerbMenu, bot.DeferPrivate, c.atTable(c.greeting(with(ids.ParseMenu, c.menu))))
	button(ids.VerbEnd, bot.DeferUpdate, c.atTable(with(ids.ParseEnd, c.endChosen)))
	button(ids.VerbNext, bot.DeferUpdate, c.atTable(with(ids.ParseTableButton(ids.VerbNext), c.nextRound)))
	button(ids.VerbResume, bot.DeferUpdate, c.atTable(with(ids.ParseTableButton(ids.VerbResume), c.resume)))
	button(ids.VerbVote, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseVote, c.vote))))
	button(ids.VerbWait, bot.DeferUpdate, c.atTable(with(ids.ParseTableButton(ids.VerbWait), c.wait)))
	button(ids.VerbRematch, bot.DeferPublic, c.atTable(with(ids.ParseTableButton(ids.VerbRematch), c.rematch)))
	button(ids.VerbRules, bot.DeferPrivate, clicked(ids.ParseRules, c.rules))

	// Sealed deals.
	button(ids.VerbCut, bot.DeferNever, c.atTable(with(ids.ParseCut, c.cut)))
	form(ids.VerbCut, bot.DeferPrivate, c.atTable(c.greeting(with(ids.ParseCut, c.cutEntered))))
	button(ids.VerbDeal, bot.DeferPrivate, c.atTable(with(ids.ParseDeal, c.checkDeal)))
	// Greetings.
	button(ids.VerbBegin, bot.DeferPublic, clicked(ids.ParseBegin, c.begin))

	// The options panel.
	button(ids.VerbOptions, bot.DeferPrivate, c.atTable(with(ids.ParseOptions, c.options)))
	button(ids.VerbSet, bot.DeferUpdate, c.atTable(with(ids.ParseOption(ids.VerbSet), c.set)))
	button(ids.VerbNumber, bot.DeferNever, c.atTable(with(ids.ParseOption(ids.VerbNumber), c.number)))
	form(ids.VerbNumber, bot.DeferUpdate, c.atTable(with(ids.ParseOption(ids.VerbNumber), c.set)))
	button(ids.VerbReset, bot.DeferPrivate, c.atTable(with(ids.ParseOptions, c.options))) // older versions: resets all
	button(ids.VerbKeep, bot.DeferNever, forAdmins(c.atTable(with(ids.ParseTableButton(ids.VerbKeep), c.openSaveForm))))
	form(ids.VerbKeep, bot.DeferPrivate, forAdmins(c.atTable(with(ids.ParseTableButton(ids.VerbKeep), c.saveFormEntered))))
	button(ids.VerbSame, bot.DeferPrivate, c.atTable(with(ids.ParseMenu, c.menu))) // older lobbies: sets the last options

	// Hands.
	button(ids.VerbHand, bot.DeferPrivate, c.atTable(c.greeting(with(ids.ParseTableButton(ids.VerbHand), c.hand))))
	button(ids.VerbAct, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseAct, c.act))))
	button(ids.VerbPick, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseHandPage(ids.VerbPick), c.page))))
	button(ids.VerbMore, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseHandPage(ids.VerbMore), c.page))))
	button(ids.VerbSort, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseHandPage(ids.VerbSort), c.page))))
	button(ids.VerbHint, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseHandPage(ids.VerbHint), c.page))))
	button(ids.VerbPassTrick, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseHandButton(ids.VerbPassTrick), c.handButton))))
	button(ids.VerbPlan, bot.DeferUpdate, c.atTable(with(ids.ParseHandPage(ids.VerbPlan), c.page)))
	button(ids.VerbLater, bot.DeferUpdate, c.atTable(with(ids.ParseLater, c.later)))
	button(ids.VerbDrawOut, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseHandButton(ids.VerbDrawOut), c.handButton))))
	button(ids.VerbUndo, bot.DeferUpdate, c.atTable(with(ids.ParseHandButton(ids.VerbUndo), c.handButton)))
	button(ids.VerbUnpass, bot.DeferUpdate, c.atTable(c.greeting(with(ids.ParseUnpass, c.unpass))))

	// Standings and past matches.
	button(ids.VerbLeaders, bot.DeferUpdate, turned(c, ids.ParseLeaders, c.leaders, false))
	button(ids.VerbWhere, bot.DeferPrivate, turned(c, ids.ParseWhere, c.whereAmI, true))
	button(ids.VerbSeason, bot.DeferPrivate, turned(c, ids.ParseSeason, c.seasonLeaders, true))
	button(ids.VerbTitles, bot.DeferUpdate, turned(c, ids.ParseTitles, c.titles, false))
	button(ids.VerbStats, bot.DeferUpdate, turned(c, ids.ParseStats, c.stats, false))
	button(ids.VerbHistory, bot.DeferPrivate, turned(c, ids.ParseHistory, c.history, true))
	button(ids.VerbPast, bot.DeferUpdate, clicked(ids.ParsePast, c.pastMatch))
	button(ids.VerbSave, bot.DeferPrivate, clicked(ids.ParseSave, c.saveRecords))
	button(ids.VerbWatch, bot.DeferUpdate, clicked(ids.ParseWatch, c.watch))
	button(ids.VerbHallOfFame, bot.DeferUpdate, turned(c, ids.ParseHallOfFame, c.hallOfFame, false))

	// Settings, preferences and privacy.
	button(ids.VerbSettings, bot.DeferUpdate, forAdmins(clicked(ids.ParseSetting, c.settingChanged)))
	button(ids.VerbPreset, bot.DeferUpdate, forAdmins(clicked(ids.ParsePreset, c.presetChanged)))
	button(ids.VerbRoles, bot.DeferUpdate, forAdmins(clicked(ids.ParseRoles, c.roleTitleChosen)))
	button(ids.VerbForm, bot.DeferNever, forAdmins(clicked(ids.ParseForm, c.settingsForm)))
	form(ids.VerbForm, bot.DeferUpdate, forAdmins(clicked(ids.ParseForm, c.settingsFormEntered)))
	button(ids.VerbPrefer, bot.DeferUpdate, clicked(ids.ParsePrefer, c.prefer))
	button(ids.VerbPrivacy, bot.DeferUpdate, clicked(ids.ParsePrivacy, c.privacyClicked))
}

// clicked parses the custom id for a handler.
func clicked[T any](parse func(args []string) T, h func(context.Context, bot.Request, T) (bot.Reply, error)) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) { return h(ctx, r, parse(r.Args)) }
}

// page renders what a control shows.
type page[T any] func(ctx context.Context, r bot.Request, g screen.GuildSettings, id T) (bot.Message, error)

// turned returns the handler of a control that shows a page. Nobody else sees a private page, because it
// depends on who asks.
func turned[T any](c *Commands, parse func(args []string) T, show page[T], private bool) bot.Handler {
	return clicked(parse, func(ctx context.Context, r bot.Request, id T) (bot.Reply, error) {
		g, err := c.guild(ctx, r.Guild)
		if err != nil {
			return bot.Reply{}, err
		}
		msg, err := show(ctx, r, g, id)
		if err != nil {
			return bot.Reply{}, err
		}
		if private {
			return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
		}
		return r.Turn(msg), nil
	})
}

// atVisit handles a request at a table.
type atVisit func(context.Context, visit) (bot.Reply, error)

// with parses a custom id that names a table for a handler.
func with[T any](parse func(args []string) T, h func(context.Context, visit, T) (bot.Reply, error)) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) { return h(ctx, v, parse(v.Args)) }
}

// atTable calls the handler of a button with the table that its custom id names.
func (c *Commands) atTable(h atVisit) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		m, err := c.tableOf(ctx, r, ids.Table(r.Args))
		if err != nil {
			return bot.Reply{}, err
		}
		return c.visit(ctx, r, m, h)
	}
}

// inChannel calls the handler of a command with the table of its channel.
func (c *Commands) inChannel(h atVisit) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		m, err := c.here(ctx, r)
		if err != nil {
			return bot.Reply{}, err
		}
		return c.visit(ctx, r, m, h)
	}
}

// greeting wraps handlers of actions that show that a player is present. A player who was away gets
// the seat back, and a paused match goes on.
func (c *Commands) greeting(h atVisit) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) {
		var err error
		if v.match, err = c.greet(ctx, v.Request, v.match); err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v)
	}
}

// visit calls a handler with the table of a request and the player who made it.
func (c *Commands) visit(ctx context.Context, r bot.Request, m match.Match, h atVisit) (bot.Reply, error) {
	c.seen(m, r)
	p, err := c.playerOf(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	return h(ctx, visit{r, m, p})
}

// gone returns the commands of older versions and what replaces each. Discord may still offer them
// for an hour after an upgrade.
func gone() map[string]say.Text {
	return map[string]say.Text{
		"cards":   "Type your cards into `/hand cards:`.",
		"end":     "To end the match, click **⋯** below the board.",
		"history": "`/profile` shows past matches.",
		"kick":    "To remove a player, click **⋯** below the board.",
		"learn":   "`/help` has a practice hand for each game.",
		"privacy": "`/preferences` has **Privacy**.",
		"rules":   "`/help` has the rules of each game.",
		"seasons": "`/leaderboard` has the seasons.",
		"stats":   "`/profile` shows your statistics.",
		"table":   "To move the board to the bottom, click **⋯** below it.",
		"titles":  "`/leaderboard` has the titles.",
	}
}

// moved handles a command of an older version.
func moved(where say.Text) bot.Handler {
	return func(context.Context, bot.Request) (bot.Reply, error) { return bot.Say(say.New(where)), nil }
}
