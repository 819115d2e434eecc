// Package commands handles slash commands and the buttons, menus and forms of messages. Package
// screen renders what people see, and package ids has the custom ids of buttons.
//
// A handler gets the parsed custom id, calls the registry of tables, and returns what to show;
// package bot sends it. routes.go lists the handler of each command and button. Commands about one topic
// share a file with the buttons of their messages. Code that several topics share has its own files: hands
// (hand.go), the messages of a table (mirrors.go, posts.go), the person and the table of a request
// (visit.go), and a guild's settings (guild.go).
//
// Messages that must stay up to date are mirrors, which are rendered again whenever the table changes:
// the board, with one message for the lobby and one for each round; the mention of the player to move; a
// vote; and each player's newest hand, as long as Discord lets it be edited. Work that a new turn causes,
// and that no interaction waits for, is in turns.go.
package commands

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/semaphore"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/languages"
	"deuces/match"
	"deuces/settings"
	"deuces/standing/daily"
	"deuces/table"
)

// Config configures New.
type Config struct {
	Store   Store
	Systems []systems.System // offered by /play
	// Languages are those in which people can read, besides English.
	Languages languages.Set
	Mention   settings.Mention // when players who haven't chosen are told that it is their turn
	// BoardEvery is the shortest time between two posts of a buried board.
	BoardEvery time.Duration
	// ChangeRate is how many changes a second one person may make at tables after a burst, not counting
	// plays; 0: no limit.
	ChangeRate float64
	Deck       Deck // the pictures of cards; nil: cards are text
	// TablesPerPerson and TablesPerServer limit the open tables that a person opened, in all guilds,
	// and those of a guild; 0: no limit.
	TablesPerPerson, TablesPerServer int
	// Serves reports whether this process serves a guild; direct messages are those of "". nil: it serves all.
	Serves func(guild string) bool
	// Hint returns a good player's choice with its reason; nil: there are no hints.
	Hint func(context.Context, game.Rules, ai.Observation) (ai.Choice, error)
	// Judge returns a very good player's choice at a daily deal with its estimates, and has it ready when it is
	// asked again.
	Judge  func(context.Context, game.Rules, ai.Observation, ai.Fixed) (ai.Choice, error)
	Logger zerolog.Logger
}

// Commands handles all interactions. Call Route first, then Use; requests may come after that.
type Commands struct {
	Config
	tables  *table.Registry
	mirrors Mirrors
	discord Discord

	catalogue screen.Catalogue
	settled   chan match.Match // matches with a settled round, for AssignRoles
	down      atomic.Bool      // the program is stopping

	turns     *turns // changed tables, read by FollowTurns
	openings  *openings
	drawing   sync.Mutex
	replays   replays
	dailies   dailies
	playing   *semaphore.Weighted       // clicks on daily deals whose computers play at the same time
	postedDay daily.Day                 // the last day whose best were posted; owned by Maintain
	changes   *bot.Limits[match.Player] // of changes at tables
	assigning *semaphore.Weighted       // only one goroutine changes roles at a time
	mu        sync.Mutex
	messages  map[match.ID]tableMessages
	assigned  map[titleRole]assigned // last assignments of roles
	work      sync.WaitGroup         // what callbacks began that must not block
	granted   map[grant]time.Time    // until when people may change settings without the permission
	servers   sync.Map               // bot.Guild by id
	spoken    sync.Map               // spoken by id of a guild

	scheduling *semaphore.Weighted // only one goroutine changes events of servers at a time
	calling    *semaphore.Weighted // only one call for players is checked at a time
	calls      atomic.Int64        // calls for players since the program started
}

// New returns Commands. Use must be called before requests come.
func New(cfg Config) *Commands {
	return &Commands{
		Config: cfg, catalogue: catalogueOf(cfg.Systems, cfg.Languages), settled: make(chan match.Match, 64), turns: newTurns(), openings: newOpenings(), changes: bot.NewLimits[match.Player](cfg.ChangeRate, changesInARow),
		messages: map[match.ID]tableMessages{}, assigned: map[titleRole]assigned{}, granted: map[grant]time.Time{}, playing: semaphore.NewWeighted(2 * int64(runtime.GOMAXPROCS(0))), assigning: semaphore.NewWeighted(1), scheduling: semaphore.NewWeighted(1), calling: semaphore.NewWeighted(1),
	}
}

// Use sets the registry and the mirrors. It must be called before the registry has tables and before
// the first request.
func (c *Commands) Use(tables *table.Registry, mirrors Mirrors, discord Discord) {
	c.tables, c.mirrors, c.discord = tables, mirrors, discord
}

// Serve shows the final boards of tables that ended before the last stop and weren't shown. The boards
// of live tables are shown when the tables wake. It implements table.Config.OnServe.
func (c *Commands) Serve(ctx context.Context, of func(guild string) bool) error {
	return errors.Join(c.lostBefore(ctx, of), c.finish(ctx, of))
}

// Wait waits until what callbacks of the registry, the mirrors and the bot began in the background
// is done, or the context ends. They must have stopped.
func (c *Commands) Wait(ctx context.Context) error {
	idle := make(chan struct{})
	go func() { c.work.Wait(); close(idle) }()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("cannot finish closing the tables of deleted channels: %w", ctx.Err())
	}
}

// Stop forgets tables that another process serves now. It returns when no requests about them are
// pending, or when the context ends. Their messages stay as they are. It implements
// table.Config.OnStop.
func (c *Commands) Stop(ctx context.Context, tables []match.ID) {
	var keys []string
	for _, id := range tables {
		keys = slices.Concat(keys, c.postKeys(id), handKeys(id, c.messagesOf(id).hands))
		c.update(id, func(t *tableMessages) { *t = tableMessages{} })
	}
	c.turns.drop(tables)
	c.mirrors.Release(ctx, keys)
	if c.scheduling.Acquire(ctx, 1) == nil { // the other process must find an event that is being created
		c.scheduling.Release(1)
	}
}
