package commands

import (
	"context"
	"errors"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/table"
)

// Route adds every command and button. Where the bot isn't, only commands with Anywhere and the controls added
// with anywhere work.
func (c *Commands) Route(r *bot.Router) {
	command := func(spec bot.Command, d bot.Defer, h handler) {
		if !spec.Anywhere {
			h = inServer(h)
		}
		r.Command(spec, d, c.handled(h))
	}
	button := func(verb string, d bot.Defer, h handler) { r.Component(verb, d, c.handled(inServer(h))) }
	form := func(verb string, d bot.Defer, h handler) { r.Modal(verb, d, c.handled(inServer(h))) }
	anywhere := func(verb string, d bot.Defer, h handler) { r.Component(verb, d, c.handled(h)) }

	command(playSpec, bot.DeferPublic, inServer(c.play)) // listed anywhere, to say where it works
	command(dailySpec, bot.DeferPrivate, c.daily)
	command(joinSpec, bot.DeferPrivate, c.inChannel(c.changing(c.join)))
	command(leaveSpec, bot.DeferPrivate, c.inChannel(c.changing(c.leaveHere)))
	command(handSpec, bot.DeferPrivate, c.handAsked)
	command(leaderboardSpec, bot.DeferPublic, c.leaderboard)
	command(profileSpec, bot.DeferPublic, c.profile)
	command(helpSpec, bot.DeferPrivate, c.help)
	command(preferencesSpec, bot.DeferPrivate, c.preferences)
	command(settingsSpec, bot.DeferPrivate, c.settings)
	command(removeSpec, bot.DeferPrivate, c.inChannel(c.changing(c.remove)))
	for _, name := range []string{"play", "leaderboard", "help", "hand"} {
		r.Autocomplete(name, c.handled(c.suggest))
	}

	// Lobbies and boards.
	anywhere(ids.VerbJoin, bot.DeferUpdate, c.atHand(c.changing(c.join)))
	button(ids.VerbLeave, bot.DeferUpdate, c.atTable(c.changing(c.leaveHere)))
	button(ids.VerbStart, bot.DeferPrivate, c.atTable(with(ids.ParseTableButton(ids.VerbStart), c.start)))
	button(ids.VerbComputer, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseComputer, c.computer))))
	button(ids.VerbOpen, bot.DeferPublic, clicked(ids.ParseOpen, c.openChosen))
	button(ids.VerbBegin, bot.DeferPublic, c.play)
	button(ids.VerbPlayNow, bot.DeferPrivate, clicked(ids.ParsePlayNow, c.playNow))
	anywhere(ids.VerbLearn, bot.DeferPrivate, clicked(ids.ParseLearn, c.lesson))
	button(ids.VerbAnew, bot.DeferPublic, clicked(ids.ParseAnew, c.openAnew))
	button(ids.VerbJoinThere, bot.DeferUpdate, clicked(ids.ParseTableButton(ids.VerbJoinThere), c.joinThere))
	button(ids.VerbCall, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseTableButton(ids.VerbCall), c.call))))
	button(ids.VerbCallMe, bot.DeferUpdate, clicked(ids.ParseCallMe, c.callMe))
	button(ids.VerbStartAt, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseStartAt, c.startAt))))
	button(ids.VerbStartForm, bot.DeferNever, c.atTable(with(ids.ParseTableButton(ids.VerbStartForm), c.openStartForm)))
	form(ids.VerbStartForm, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseTableButton(ids.VerbStartForm), c.startFormEntered))))
	button(ids.VerbLobby, bot.DeferUpdate, c.atTable(with(ids.ParseLobby, c.lobbyMenu)))
	anywhere(ids.VerbMenu, bot.DeferPrivate, c.tableMenu)
	button(ids.VerbEnd, bot.DeferUpdate, c.atTable(with(ids.ParseEnd, c.endChosen)))
	button(ids.VerbRemove, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseRemoval, c.removeAsked))))
	button(ids.VerbNext, bot.DeferUpdate, c.atTable(c.changing(c.sends(func(v visit) match.Command { return match.NextRound{Player: v.player} }))))
	anywhere(ids.VerbResume, bot.DeferUpdate, c.atHand(c.changing(with(ids.ParseTableButton(ids.VerbResume), c.resume))))
	button(ids.VerbVote, bot.DeferUpdate, c.atTable(c.changing(c.asPresent(c.sends(ballot)))))
	button(ids.VerbWait, bot.DeferUpdate, c.atTable(c.changing(c.sends(func(v visit) match.Command { return match.Wait{Player: v.player} }))))
	button(ids.VerbSkip, bot.DeferUpdate, c.atTable(c.changing(c.sends(func(v visit) match.Command { return match.SkipAhead{Player: v.player} }))))
	button(ids.VerbRematch, bot.DeferPublic, c.atTable(with(ids.ParseTableButton(ids.VerbRematch), c.rematch)))
	anywhere(ids.VerbRules, bot.DeferPrivate, clicked(ids.ParseRules, c.rules))

	// Sealed deals.
	button(ids.VerbCut, bot.DeferNever, c.atTable(with(ids.ParseCut, c.cut)))
	form(ids.VerbCut, bot.DeferPrivate, c.atTable(c.changing(c.asPresent(with(ids.ParseCut, c.cutEntered)))))
	button(ids.VerbDeal, bot.DeferPrivate, c.atTable(with(ids.ParseDeal, c.checkDeal)))

	// The options panel.
	button(ids.VerbOptions, bot.DeferPrivate, c.atTable(with(ids.ParseOptions, c.options)))
	button(ids.VerbSet, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseOption(ids.VerbSet), c.set))))
	button(ids.VerbNumber, bot.DeferNever, c.atTable(with(ids.ParseOption(ids.VerbNumber), c.number)))
	form(ids.VerbNumber, bot.DeferUpdate, c.atTable(c.changing(with(ids.ParseOption(ids.VerbNumber), c.set))))
	button(ids.VerbKeep, bot.DeferNever, c.forAdmins(c.atTable(with(ids.ParseTableButton(ids.VerbKeep), c.openSaveForm))))
	form(ids.VerbKeep, bot.DeferPrivate, c.forAdmins(c.atTable(with(ids.ParseTableButton(ids.VerbKeep), c.saveFormEntered))))

	// Hands.
	anywhere(ids.VerbHand, bot.DeferPrivate, c.atHand(c.asPresent(with(ids.ParseTableButton(ids.VerbHand), c.hand))))
	anywhere(ids.VerbAct, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseAct, c.act))))
	anywhere(ids.VerbPick, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseHandPage(ids.VerbPick), c.page))))
	anywhere(ids.VerbMore, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseHandPage(ids.VerbMore), c.page))))
	anywhere(ids.VerbSort, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseHandPage(ids.VerbSort), c.page))))
	anywhere(ids.VerbHint, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseHandPage(ids.VerbHint), c.page))))
	anywhere(ids.VerbPassTrick, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseHandButton(ids.VerbPassTrick), c.handButton))))
	anywhere(ids.VerbPlan, bot.DeferUpdate, c.atHand(with(ids.ParseHandPage(ids.VerbPlan), c.page)))
	anywhere(ids.VerbLater, bot.DeferUpdate, c.atHand(with(ids.ParseLater, c.later)))
	anywhere(ids.VerbDrawOut, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseHandButton(ids.VerbDrawOut), c.handButton))))
	anywhere(ids.VerbUndo, bot.DeferUpdate, c.atHand(with(ids.ParseHandButton(ids.VerbUndo), c.handButton)))
	anywhere(ids.VerbUnpass, bot.DeferUpdate, c.atHand(c.asPresent(with(ids.ParseUnpass, c.unpass))))

	// Daily deals.
	anywhere(ids.VerbDaily, bot.DeferUpdate, clicked(ids.ParseDaily, c.dailyClicked))

	// Standings and past matches.
	button(ids.VerbLeaders, bot.DeferUpdate, pageOf(ids.ParseLeaders, c.leaders, false))
	button(ids.VerbWhere, bot.DeferPrivate, pageOf(ids.ParseLeaders, c.leaders, true)) // of former leaderboards
	button(ids.VerbSeason, bot.DeferPrivate, pageOf(ids.ParseSeason, c.seasonLeaders, true))
	button(ids.VerbDays, bot.DeferUpdate, pageOf(ids.ParseDailyBoard, c.dailyBoard, false))
	button(ids.VerbTitles, bot.DeferUpdate, pageOf(ids.ParseTitles, c.titles, false))
	anywhere(ids.VerbStats, bot.DeferUpdate, pageOf(ids.ParseStats, c.stats, false))
	button(ids.VerbHistory, bot.DeferPrivate, pageOf(ids.ParseHistory, c.history, true))
	button(ids.VerbPast, bot.DeferUpdate, clicked(ids.ParsePast, c.pastMatch))
	button(ids.VerbSave, bot.DeferPrivate, clicked(ids.ParseSave, c.saveRecords))
	button(ids.VerbWatch, bot.DeferUpdate, clicked(ids.ParseWatch, c.watch))
	button(ids.VerbHallOfFame, bot.DeferUpdate, pageOf(ids.ParseHallOfFame, c.hallOfFame, false))

	// Settings, preferences and privacy.
	button(ids.VerbSettings, bot.DeferUpdate, c.forAdmins(clicked(ids.ParseSetting, c.settingChanged)))
	button(ids.VerbPreset, bot.DeferUpdate, c.forAdmins(clicked(ids.ParsePreset, c.presetChanged)))
	button(ids.VerbRoles, bot.DeferUpdate, c.forAdmins(clicked(ids.ParseRoles, c.roleTitleChosen)))
	button(ids.VerbForm, bot.DeferNever, c.forAdmins(clicked(ids.ParseForm, c.settingsForm)))
	form(ids.VerbForm, bot.DeferUpdate, c.forAdmins(clicked(ids.ParseForm, c.settingsFormEntered)))
	anywhere(ids.VerbPrefer, bot.DeferUpdate, clicked(ids.ParsePrefer, c.prefer))
	anywhere(ids.VerbPrivacy, bot.DeferUpdate, clicked(ids.ParsePrivacy, c.privacyClicked))
}

// handler is a bot.Handler that gets the settings of the guild.
type handler func(context.Context, guildRequest) (bot.Reply, error)

func clicked[T any](parse func(args []string) T, h func(context.Context, guildRequest, T) (bot.Reply, error)) handler {
	return func(ctx context.Context, r guildRequest) (bot.Reply, error) { return h(ctx, r, parse(r.Args)) }
}

// pageOf returns the handler of a control that shows a page. Nobody else sees a private page, because it
// depends on who asks.
func pageOf[T any](parse func(args []string) T, show func(context.Context, guildRequest, T) (bot.Message, error), private bool) handler {
	return clicked(parse, func(ctx context.Context, r guildRequest, id T) (bot.Reply, error) {
		msg, err := show(ctx, r, id)
		if private {
			return r.panel(msg), err
		}
		return r.ShowPage(msg), err
	})
}

// inServer wraps a handler that needs a guild with the bot.
func inServer(h handler) handler {
	return func(ctx context.Context, r guildRequest) (bot.Reply, error) {
		if r.Guild == "" {
			return notice(screen.NeedsServer(*r.set)), nil
		}
		return h(ctx, r)
	}
}

type atVisit func(context.Context, visit) (bot.Reply, error)

// with parses a custom id that names a table for a handler.
func with[T any](parse func(args []string) T, h func(context.Context, visit, T) (bot.Reply, error)) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) { return h(ctx, v, parse(v.Args)) }
}

// sends handles buttons that only send a command to the table, whose board shows the change.
func (c *Commands) sends(command func(visit) match.Command) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) { return c.do(ctx, v, command(v)) }
}

func ballot(v visit) match.Command {
	id := ids.ParseVote(v.Args)
	return match.Ballot{Player: v.player, Number: id.Number, For: id.For}
}

func (c *Commands) atTable(h atVisit) handler {
	return func(ctx context.Context, r guildRequest) (bot.Reply, error) {
		m, err := c.tableOf(ctx, r.Request, ids.Table(r.Args))
		if err != nil {
			return bot.Reply{}, err
		}
		return c.visit(ctx, r, m, h)
	}
}

func (c *Commands) inChannel(h atVisit) handler {
	return func(ctx context.Context, r guildRequest) (bot.Reply, error) {
		m, err := c.tables.InChannel(ctx, r.Channel)
		if err != nil {
			return bot.Reply{}, err
		}
		if m.Phase == match.Lobby { // later, the board comes back with the turns
			c.returnDeleted(ctx, m)
		}
		return c.visit(ctx, r, m, h)
	}
}

// Whatever somebody does at a table that everybody there sees is limited (Config.ChangeRate): else one
// person who joins and leaves in turn keeps editing what others are about to click, and the log grows.
// Playing isn't limited, because only the player to move can do it.

// changesInARow is how many changes a person may make at once.
const changesInARow = 15

var errTooFast = game.Refuse("That was too fast. Please try again in a few seconds.")

// changing wraps the handlers of actions that everybody at a table sees, except plays.
func (c *Commands) changing(h atVisit) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) {
		if !c.changes.Allow(v.player) {
			return bot.Reply{}, errTooFast
		}
		return h(ctx, v)
	}
}

// asPresent wraps handlers of actions that show that a player is present. A player who was away gets
// the seat back, and a paused match goes on.
func (c *Commands) asPresent(h atVisit) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) {
		m := v.match
		if seat, seated := m.Seat(v.player); seated && m.Phase != match.Over && !m.Vacant(seat) && (m.Paused || m.Away(seat)) {
			after, err := c.tables.Do(ctx, m.ID, match.Here{Player: v.player})
			if err != nil {
				return bot.Reply{}, err
			}
			v.match = after
		}
		return h(ctx, v)
	}
}

func (c *Commands) visit(ctx context.Context, r guildRequest, m match.Match, h atVisit) (bot.Reply, error) {
	c.seen(m, r.Request)
	p, err := c.playerOf(ctx, r.Request)
	if err != nil {
		return bot.Reply{}, err
	}
	c.clicked(m.ID, p, r.User)
	v := visit{r, m, p}
	reply, err := h(ctx, v)
	if err != nil {
		return c.explained(ctx, v, err)
	}
	if reply.Message == nil && reply.Modal == nil && r.Message != "" && r.Message == c.boardAt(m.ID).Message {
		c.called(m.ID, p, r.Handle)
	}
	// Private replies about a table replace one another, unless they are hands or have files.
	reply.Notice = reply.Notice || reply.Private && reply.Mirror == nil && reply.Message != nil && len(reply.Message.Files) == 0
	return reply, nil
}

// handled wraps a handler. Errors that are meant for players become private replies, and every reply
// uses the guild's own words for titles.
func (c *Commands) handled(h handler) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		if c.down.Load() {
			reply := bot.Say(say.New(screen.Restarting))
			reply.Message.Language = c.Languages.Find(r.Locale)
			return reply, nil
		}
		c.heard(r)
		g, err := c.guild(ctx, r.Guild)
		if err != nil {
			return bot.Reply{}, err
		}
		if r.Guild == "" {
			g.Invitation = bot.Invitation(r.Handle.App, bot.Needed|bot.Useful)
		}
		reply, err := h(ctx, guildRequest{r, &g})
		if err != nil {
			reply, err = c.refused(ctx, r, err)
		}
		if err == nil {
			reply = c.offerLanguage(ctx, guildRequest{r, &g}, reply)
		}
		if reply.Private || reply.Update && r.Private || reply.Message == nil {
			g.Language = c.reader(ctx, r)
		}
		return g.Reply(reply), err
	}
}

// refused returns the reply for an error that is meant for a player, or another error.
func (c *Commands) refused(ctx context.Context, r bot.Request, err error) (bot.Reply, error) {
	if refused, ok := errors.AsType[*game.Illegal](err); ok {
		reply := bot.Say(refused.Reason)
		*reply.Message = inTheirCards(c.chosenBy(ctx, r), *reply.Message)
		return reply, nil
	}
	if taken, ok := errors.AsType[*table.ChannelTaken](err); ok {
		return c.alreadyHere(ctx, r, taken.ID, taken.Channel), nil
	}
	switch {
	case r.Guild == "" && errors.Is(err, match.ErrNoTable):
		return notice(screen.Sentence(say.New("This table is gone, or you have no seat there."))), nil
	case errors.Is(err, match.ErrNoTable), errors.Is(err, match.ErrUnreadable):
		return notice(screen.Answer(say.New("There is no such table here."), screen.PlayButton())), nil
	case errors.Is(err, table.ErrNotStored):
		return bot.Say(say.New("That didn't go through, and nothing has changed. Please try again.")), nil
	case errors.Is(err, table.ErrClosed):
		return bot.Say(say.New(screen.Restarting)), nil
	case errors.Is(err, match.ErrStale):
		return bot.Say(say.New("The table has moved on.")), nil
	}
	return bot.Reply{}, err
}
