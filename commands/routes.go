package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/table"
)

// Route adds every command and button.
func (c *Commands) Route(r *bot.Router) {
	command := func(spec bot.Command, d bot.Defer, h bot.Handler) { r.Command(spec, d, c.spoken(h)) }
	button := func(verb string, d bot.Defer, h bot.Handler) { r.Component(verb, d, c.spoken(h)) }
	form := func(verb string, d bot.Defer, h bot.Handler) { r.Modal(verb, d, c.spoken(h)) }

	command(c.playSpec(), bot.DeferPublic, c.play)
	command(joinSpec, bot.DeferPrivate, inChannel(c, c.joinHere))
	command(leaveSpec, bot.DeferPrivate, inChannel(c, c.leaveHere))
	command(handSpec, bot.DeferPrivate, visitingHere(c, c.handHere))
	command(cardsSpec, bot.DeferPrivate, visitingHere(c, c.cards))
	command(tableSpec, bot.DeferPrivate, c.moveBoard)
	command(kickSpec, bot.DeferPrivate, inChannel(c, c.kick))
	command(endSpec, bot.DeferPrivate, inChannel(c, c.end))
	command(leaderboardSpec, bot.DeferPublic, c.leaderboard)
	command(rulesSpec, bot.DeferPrivate, c.rulesHere)
	command(titlesSpec, bot.DeferPublic, c.titles)
	command(statsSpec, bot.DeferPublic, c.stats)
	command(historySpec, bot.DeferPrivate, c.history)
	command(seasonsSpec, bot.DeferPublic, c.seasons)
	command(settingsSpec, bot.DeferPrivate, c.settings)
	command(preferencesSpec, bot.DeferPrivate, c.preferences)
	command(privacySpec, bot.DeferPrivate, c.privacy)
	command(learnSpec, bot.DeferPrivate, c.learn)
	command(helpSpec, bot.DeferPrivate, c.help)
	for _, name := range []string{"play", "leaderboard", "rules", "stats", "titles", "history", "cards", "learn"} {
		r.Autocomplete(name, c.suggest)
	}

	// A lobby, and the boards of a match.
	button(ids.VerbJoin, bot.DeferUpdate, atTable(c, ids.ParseTableButton(ids.VerbJoin), c.join))
	button(ids.VerbLeave, bot.DeferUpdate, atTable(c, ids.ParseTableButton(ids.VerbLeave), c.leave))
	button(ids.VerbStart, bot.DeferUpdate, atTable(c, ids.ParseTableButton(ids.VerbStart), c.start))
	button(ids.VerbComputer, bot.DeferUpdate, atTable(c, ids.ParseComputer, c.computer))
	button(ids.VerbOpen, bot.DeferPublic, clicked(ids.ParseOpen, c.openChosen))
	button(ids.VerbLearn, bot.DeferPrivate, clicked(ids.ParseLearn, c.lesson))
	button(ids.VerbEnd, bot.DeferUpdate, atTable(c, ids.ParseEnd, c.endChosen))
	button(ids.VerbResume, bot.DeferUpdate, atTable(c, ids.ParseTableButton(ids.VerbResume), c.resume))
	button(ids.VerbVote, bot.DeferUpdate, visiting(c, ids.ParseVote, c.vote))
	button(ids.VerbRematch, bot.DeferPublic, atTable(c, ids.ParseTableButton(ids.VerbRematch), c.rematch))
	button(ids.VerbRules, bot.DeferPrivate, clicked(ids.ParseRules, c.rules))

	// Sealed deals.
	button(ids.VerbCut, bot.DeferNever, atTable(c, ids.ParseCut, c.cut))
	form(ids.VerbCut, bot.DeferPrivate, visiting(c, ids.ParseCut, c.cutEntered))
	button(ids.VerbDeal, bot.DeferPrivate, atTable(c, ids.ParseDeal, c.checkDeal))
	// What a greeting leads to.
	button(ids.VerbBegin, bot.DeferPrivate, clicked(ids.ParseBegin, c.begin))

	// The options panel.
	button(ids.VerbOptions, bot.DeferPrivate, atTable(c, ids.ParseOptions, c.options))
	button(ids.VerbSet, bot.DeferUpdate, atTable(c, ids.ParseOption(ids.VerbSet), c.set))
	button(ids.VerbNumber, bot.DeferNever, atTable(c, ids.ParseOption(ids.VerbNumber), c.number))
	form(ids.VerbNumber, bot.DeferUpdate, atTable(c, ids.ParseOption(ids.VerbNumber), c.numberEntered))
	button(ids.VerbReset, bot.DeferUpdate, atTable(c, ids.ParseReset, c.reset))
	button(ids.VerbKeep, bot.DeferNever, atTable(c, ids.ParseTableButton(ids.VerbKeep), c.keepOptions))
	form(ids.VerbKeep, bot.DeferPrivate, atTable(c, ids.ParseTableButton(ids.VerbKeep), c.optionsKept))
	button(ids.VerbSame, bot.DeferUpdate, atTable(c, ids.ParseTableButton(ids.VerbSame), c.same))

	// Hands.
	button(ids.VerbHand, bot.DeferPrivate, visiting(c, ids.ParseTableButton(ids.VerbHand), c.hand))
	button(ids.VerbAct, bot.DeferUpdate, visiting(c, ids.ParseAct, c.act))
	button(ids.VerbPick, bot.DeferUpdate, visiting(c, ids.ParseHandPage(ids.VerbPick), c.pick))
	button(ids.VerbSort, bot.DeferUpdate, visiting(c, ids.ParseHandPage(ids.VerbSort), c.pick))
	button(ids.VerbHint, bot.DeferUpdate, visiting(c, ids.ParseHandPage(ids.VerbHint), c.hint))
	button(ids.VerbPassTrick, bot.DeferUpdate, visiting(c, ids.ParseHandButton(ids.VerbPassTrick), c.passTrick))
	button(ids.VerbPlan, bot.DeferUpdate, atTable(c, ids.ParseHandPage(ids.VerbPlan), c.plan))
	button(ids.VerbLater, bot.DeferUpdate, atTable(c, ids.ParseLater, c.later))
	button(ids.VerbDrawOut, bot.DeferUpdate, visiting(c, ids.ParseHandButton(ids.VerbDrawOut), c.drawOut))
	button(ids.VerbUndo, bot.DeferUpdate, atTable(c, ids.ParseHandButton(ids.VerbUndo), c.undo))
	button(ids.VerbUnpass, bot.DeferUpdate, visiting(c, ids.ParseUnpass, c.unpass))

	// What a guild remembers.
	button(ids.VerbLeaders, bot.DeferUpdate, clicked(ids.ParseLeaders, c.leaderboardTurned))
	button(ids.VerbWhere, bot.DeferPrivate, clicked(ids.ParseWhere, c.whereAmI))
	button(ids.VerbSeason, bot.DeferPrivate, clicked(ids.ParseSeason, c.seasonLeaderboard))
	button(ids.VerbTitles, bot.DeferUpdate, clicked(ids.ParseTitles, c.titlesTurned))
	button(ids.VerbStats, bot.DeferUpdate, clicked(ids.ParseStats, c.statsTurned))
	button(ids.VerbHistory, bot.DeferUpdate, clicked(ids.ParseHistory, c.historyTurned))
	button(ids.VerbPast, bot.DeferUpdate, clicked(ids.ParsePast, c.pastMatch))
	button(ids.VerbSave, bot.DeferPrivate, clicked(ids.ParseSave, c.saveRecords))
	button(ids.VerbWatch, bot.DeferUpdate, clicked(ids.ParseWatch, c.watch))
	button(ids.VerbHallOfFame, bot.DeferUpdate, clicked(ids.ParseHallOfFame, c.seasonsTurned))

	// What it has set, and what is known of people.
	button(ids.VerbSettings, bot.DeferUpdate, clicked(ids.ParseSetting, c.settingChanged))
	button(ids.VerbPreset, bot.DeferUpdate, clicked(ids.ParsePreset, c.preset))
	button(ids.VerbRoles, bot.DeferUpdate, clicked(ids.ParseRoles, c.roleTitleChosen))
	button(ids.VerbForm, bot.DeferNever, clicked(ids.ParseForm, c.settingsForm))
	form(ids.VerbForm, bot.DeferUpdate, clicked(ids.ParseForm, c.settingsFormEntered))
	button(ids.VerbPrefer, bot.DeferUpdate, clicked(ids.ParsePrefer, c.prefer))
	button(ids.VerbPrivacy, bot.DeferUpdate, clicked(ids.ParsePrivacy, c.privacyClicked))
}

// clicked reads a custom_id for its handler.
func clicked[T any](parse func(args []string) T, h func(context.Context, bot.Request, T) (bot.Reply, error)) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) { return h(ctx, r, parse(r.Args)) }
}

// tabled is a custom_id that names a table.
type tabled interface{ TableID() table.ID }

// atTable reads a custom_id and hands its handler the table that it names.
func atTable[T tabled](c *Commands, parse func(args []string) T, h func(context.Context, visit, T) (bot.Reply, error)) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		id := parse(r.Args)
		m, err := c.tableOf(ctx, r, id.TableID())
		if err != nil {
			return bot.Reply{}, err
		}
		v, err := c.visit(ctx, r, m)
		if err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v, id)
	}
}

// visiting is atTable for a click that shows its player to be at the table: a
// player who was away gets the seat back, and a paused match goes on.
func visiting[T tabled](c *Commands, parse func(args []string) T, h func(context.Context, visit, T) (bot.Reply, error)) bot.Handler {
	return atTable(c, parse, func(ctx context.Context, v visit, id T) (bot.Reply, error) {
		var err error
		if v.match, err = c.greet(ctx, v.Request, v.match); err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v, id)
	})
}

// inChannel hands a command the table of its channel.
func inChannel(c *Commands, h func(context.Context, visit) (bot.Reply, error)) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		m, err := c.here(ctx, r)
		if err != nil {
			return bot.Reply{}, err
		}
		v, err := c.visit(ctx, r, m)
		if err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v)
	}
}

// visitingHere is inChannel for a command that shows its player to be at the table.
func visitingHere(c *Commands, h func(context.Context, visit) (bot.Reply, error)) bot.Handler {
	return inChannel(c, func(ctx context.Context, v visit) (bot.Reply, error) {
		var err error
		if v.match, err = c.greet(ctx, v.Request, v.match); err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v)
	})
}

// visit is a request at a table, with the number of the player who makes it.
func (c *Commands) visit(ctx context.Context, r bot.Request, m table.Match) (visit, error) {
	c.seen(m, r)
	p, err := c.playerOf(ctx, r)
	return visit{r, m, p}, err
}
