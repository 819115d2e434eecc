// Package commands is what people do with Deuces on Discord, and what they see:
// slash commands, buttons, boards and hands. A command has a file of its own.
//
// A handler asks the registry of tables and returns what to show; package bot sends
// it. What goes on being true is a mirror, rendered anew whenever the table has
// changed (mirrors.go):
//
//   - the board, public: the lobby, then each round in a message of its own;
//   - the ping, public and short: it notifies the player to move and goes away
//     when they have acted;
//   - the hands, private: each player's newest one, while Discord lets it be edited.
//
// Whatever a viewer gets is rendered from the View of their seat; the board and
// the ping from the Watcher's. The package names no game: it shows what Rules,
// Options, Views, Offers and News say.
//
// Buttons carry their state in the custom_id, "verb/table/…"; the verbs are those
// of Route. A client may send any custom_id, so each is read as input.
package commands

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/semaphore"

	"deuces/bot"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/standing"
	"deuces/table"
)

// Store is what must be known beyond the tables.
type Store interface {
	// Player returns the number of somebody on Discord, a new one for somebody
	// new, and remembers the name.
	Player(ctx context.Context, discordID, name string) (standing.Player, error)
	// People returns who players are; those forgotten are missing.
	People(ctx context.Context, players ...standing.Player) (map[standing.Player]standing.Person, error)
	// SavePost remembers where a message of a table is; Post returns that, the
	// zero Shown where there is none.
	SavePost(ctx context.Context, id table.ID, kind Post, channel string, at bot.Shown) error
	Post(ctx context.Context, id table.ID, kind Post) (bot.Shown, error)
	// Unfinished lists the tables that are over and have messages remembered.
	Unfinished(ctx context.Context) ([]table.ID, error)
	// Untold lists the tables that were given up and have messages remembered.
	Untold(ctx context.Context) ([]table.ID, error)
	// LastOptions returns what a system was last played with in a channel, as
	// SaveLastOptions was told; nil where it was not.
	LastOptions(ctx context.Context, channel, system string) (map[string]string, error)
	SaveLastOptions(ctx context.Context, channel, system string, options map[string]string) error
	// Channel returns where a table is, also where its log can't be read; GiveUp
	// marks such a table, which is not live from then on.
	Channel(ctx context.Context, id table.ID) (string, error)
	GiveUp(ctx context.Context, id table.ID, now time.Time) error
	Memory
}

// Mirrors is what tables need of bot.Mirrors.
type Mirrors interface {
	Show(bot.Mirror)
	Touch(key string)
	Move(key string) bool
	Finish(key string)
	Retry(key string)
	Remove(key string)
	Drop(key string)
}

// Mention says when the player to move is notified.
type Mention string

// When players are notified: at most once a turn.
const (
	MentionTurn    Mention = "turn"    // as their turn begins
	MentionWarning Mention = "warning" // when their time runs out; who acts in time is not
	MentionOff     Mention = "off"     // never
)

// Config is what the commands are made of.
type Config struct {
	Store   Store
	Systems []systems.System // that /play offers
	Mention Mention
	// Hint returns what a good player would do, and why; nil: there are no hints.
	Hint   func(context.Context, game.Rules, ai.Observation) (ai.Choice, error)
	Logger zerolog.Logger
}

// Commands answers for all tables. Route comes first, then Serve, then requests.
type Commands struct {
	Config
	tables  *table.Registry
	mirrors Mirrors
	discord Discord

	clean   *cleaner         // of rude words, where a server wants none
	settled chan table.Match // rounds that are over, for Hand
	down    atomic.Bool      // the program goes down

	handing *semaphore.Weighted // one hand at a time gives and takes roles
	mu      sync.Mutex
	lost    []table.Match          // given up before there were mirrors
	boards  map[table.ID]bot.Shown // where the boards of live tables are
	handed  map[handing]handed     // roles
	trouble map[table.ID]string    // why a table can't be shown; "": somebody there was told
}

// New returns the commands, which serve once Serve was called.
func New(cfg Config) *Commands {
	return &Commands{
		Config: cfg, clean: newCleaner(cfg.Systems), settled: make(chan table.Match, 64),
		boards: map[table.ID]bot.Shown{}, handed: map[handing]handed{}, handing: semaphore.NewWeighted(1), trouble: map[table.ID]string{},
	}
}

// Route adds every command and button.
func (c *Commands) Route(r *bot.Router) {
	command := func(spec bot.Command, d bot.Defer, h bot.Handler) { r.Command(spec, d, c.spoken(h)) }
	button := func(verb string, d bot.Defer, h bot.Handler) { r.Component(verb, d, c.spoken(h)) }

	command(c.playSpec(), bot.DeferPublic, c.play)
	command(joinSpec, bot.DeferPrivate, c.joinHere)
	command(leaveSpec, bot.DeferPrivate, c.leaveHere)
	command(handSpec, bot.DeferPrivate, c.handHere)
	command(laySpec, bot.DeferPrivate, c.lay)
	command(tableSpec, bot.DeferPrivate, c.lift)
	command(kickSpec, bot.DeferPrivate, c.kick)
	command(endSpec, bot.DeferPrivate, c.end)
	command(leaderboardSpec, bot.DeferPublic, c.leaderboard)
	command(rulesSpec, bot.DeferPrivate, c.rulesHere)
	command(titlesSpec, bot.DeferPublic, c.titlesHere)
	command(statsSpec, bot.DeferPublic, c.stats)
	command(historySpec, bot.DeferPrivate, c.matchesHere)
	command(seasonsSpec, bot.DeferPublic, c.hallOfFame)
	command(settingsSpec, bot.DeferPrivate, c.settingsHere)
	command(privacySpec, bot.DeferPrivate, c.privacyHere)
	command(helpSpec, bot.DeferPrivate, c.help)

	button("join", bot.DeferUpdate, c.join)
	button("leave", bot.DeferUpdate, c.leave)
	button("start", bot.DeferUpdate, c.start)
	button("options", bot.DeferPrivate, c.panel)
	button("set", bot.DeferUpdate, c.set)
	button("number", bot.DeferNever, c.number)
	r.Modal("number", bot.DeferUpdate, c.spoken(c.numbered))
	button("preset", bot.DeferUpdate, c.preset)
	button("same", bot.DeferUpdate, c.same)
	button("computer", bot.DeferUpdate, c.computer)
	button("resume", bot.DeferUpdate, c.resume)
	button("vote", bot.DeferUpdate, c.vote)
	button("rematch", bot.DeferPublic, c.rematch)
	button("hand", bot.DeferPrivate, c.hand)
	button("act", bot.DeferUpdate, c.act)
	button("pick", bot.DeferUpdate, c.pick)
	button("hint", bot.DeferUpdate, c.hint)
	button("sort", bot.DeferUpdate, c.pick)
	button("passtrick", bot.DeferUpdate, c.passTrick)
	button("unpass", bot.DeferUpdate, c.unpass)
	button("rules", bot.DeferPrivate, c.rules)
	button("leaders", bot.DeferUpdate, c.leaders)
	button("where", bot.DeferPrivate, c.whereAmI)
	button("titles", bot.DeferUpdate, c.titlesTurned)
	button("stats", bot.DeferUpdate, c.statsTurned)
	button("history", bot.DeferUpdate, c.matchesTurned)
	button("past", bot.DeferUpdate, c.past)
	button("save", bot.DeferPrivate, c.save)
	button("watch", bot.DeferUpdate, c.watch)
	button("fame", bot.DeferUpdate, c.hallTurned)
	button("season", bot.DeferPrivate, c.seasonBoard)
	button("settings", bot.DeferUpdate, c.settings)
	button("offer", bot.DeferUpdate, c.presetNamed)
	button("roles", bot.DeferUpdate, c.rolesChosen)
	button("form", bot.DeferNever, c.settingsForm)
	r.Modal("form", bot.DeferUpdate, c.spoken(c.settingsFormed))
	button("privacy", bot.DeferUpdate, c.privacy)
	for _, name := range []string{"play", "leaderboard", "rules", "stats", "titles", "history"} {
		r.Autocomplete(name, c.suggest)
	}
}

// Serve gives the commands their tables and mirrors, and shows the boards of the
// tables that are live, and of those that ended without being shown so. It comes
// before the first request.
func (c *Commands) Serve(ctx context.Context, tables *table.Registry, mirrors Mirrors, discord Discord) error {
	c.mu.Lock()
	c.tables, c.mirrors, c.discord = tables, mirrors, discord
	lost := c.lost
	c.lost = nil
	c.mu.Unlock()
	failed := c.lostBefore(ctx, lost)
	for _, m := range tables.Live() {
		failed = errors.Join(failed, c.restore(ctx, m))
	}
	return errors.Join(failed, c.finish(ctx))
}

// spoken turns the errors that are said to a player into a private sentence, and
// has every answer in the words that the server wants.
func (c *Commands) spoken(h bot.Handler) bot.Handler {
	said := c.said(h)
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		reply, err := said(ctx, r)
		if err != nil {
			return reply, err
		}
		house, err := c.house(ctx, r.Guild)
		if err != nil {
			return bot.Reply{}, err
		}
		return house.reply(reply), nil
	}
}

func (c *Commands) said(h bot.Handler) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		if c.down.Load() {
			return bot.Say(sayRestarting), nil
		}
		reply, err := h(ctx, r)
		if refused, ok := errors.AsType[*game.Illegal](err); ok {
			return bot.Say(refused.Reason), nil
		}
		if taken, ok := errors.AsType[*table.Taken](err); ok {
			return bot.Sayf("There is a table in this channel already: %s. `/table` brings it to the bottom, `/end` ends it.",
				c.place(taken.ID, r.Guild, taken.Channel)), nil
		}
		switch {
		case errors.Is(err, table.ErrNoTable), errors.Is(err, table.ErrUnreadable):
			return bot.Say("That table is gone. `/play` opens a new one."), nil
		case errors.Is(err, table.ErrAgain):
			return bot.Say("That didn't get through and nothing has changed: please try once more."), nil
		case errors.Is(err, table.ErrClosed):
			return bot.Say(sayRestarting), nil
		case errors.Is(err, table.ErrStale):
			return bot.Say("The table has moved on already."), nil
		}
		return reply, err
	}
}

// errNoTableHere is said where a command needs a table and the channel has none.
var errNoTableHere = game.Refuse("There is no table in this channel. `/play` opens one.")

// here returns the live table of the channel.
func (c *Commands) here(r bot.Request) (table.Match, error) {
	m, ok := c.tables.In(r.Channel)
	if !ok {
		return table.Match{}, errNoTableHere
	}
	return m, nil
}

// named returns the table that the first argument of a custom_id names, also
// when it is over. One of another server is none: the id was forged.
func (c *Commands) named(ctx context.Context, r bot.Request) (table.Match, error) {
	id, err := strconv.ParseInt(r.Arg(0), 10, 64)
	if err != nil {
		return table.Match{}, table.ErrNoTable
	}
	m, err := c.tables.Match(ctx, table.ID(id))
	if err == nil && m.Guild() != r.Guild {
		return table.Match{}, table.ErrNoTable
	}
	return m, err
}

// player returns the number of who asks.
func (c *Commands) player(ctx context.Context, r bot.Request) (standing.Player, error) {
	return c.Store.Player(ctx, r.User.ID, r.User.Name)
}

// title is what players call a system.
func (c *Commands) title(system string) string {
	for _, s := range c.Systems {
		if s.Name == system {
			return s.Title
		}
	}
	return system
}
