// Package commands is what people do with Deuces on Discord: slash commands, and
// the buttons, menus and forms of messages. What they see is package screen; what
// a button carries is package ids.
//
// A handler gets what was clicked as a value, asks the registry of tables, and
// returns what to show; package bot sends it. The files stand on floors, and calls
// go down only (layers_test.go has the list):
//
//   - routes.go says which handler answers what, and wraps each: atTable hands it
//     the table that it needs, answer.go turns refusals into sentences;
//   - commands of one topic share a file, with the buttons of their messages;
//   - below them is what several commands share: hands (hand.go), what shows a table
//     (mirrors.go), who asks at which table (visit.go), the settings of a guild.
//
// What goes on being true is a mirror, rendered anew whenever the table has changed
// (mirrors.go): the board, public, with the lobby and then each round in a message of
// its own; beside it the mention of the player to move, and a vote; and the private
// hands, each player's newest one, while Discord lets it be edited. What is due because
// a turn began, without a click that waits for it, is in turns.go: direct messages
// (direct.go), and a board that chat has buried and that comes back (comeback.go).
package commands

import (
	"context"
	"errors"
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
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/table"
)

// Config is what New needs.
type Config struct {
	Store   Store
	Systems []systems.System // that /play offers
	Mention settings.Mention // when to tell players who haven't chosen of their turn
	// BoardEvery is how often at most a buried board is posted anew.
	BoardEvery time.Duration
	Deck       Deck // the pictures of cards; nil: cards are text
	// TablesPerPerson and TablesPerServer are how many open tables somebody may host, and
	// a server may have; 0: any number.
	TablesPerPerson, TablesPerServer int
	// Hint returns what a good player would do, and why; nil: there are no hints.
	Hint func(context.Context, game.Rules, ai.Observation) (ai.Choice, error)
	// Length returns how many rounds a match is likely to take; 0 where that isn't known,
	// and then it calls the function once it is. nil: nobody knows.
	Length func(rules game.Rules, seats int, then func(rounds int)) int
	Logger zerolog.Logger
}

// Commands answers for all tables. Route comes first, then Serve, then requests.
type Commands struct {
	Config
	tables  *table.Registry
	mirrors Mirrors
	discord Discord

	catalogue screen.Catalogue
	settled   chan match.Match // rounds that are over, for AssignRoles
	down      atomic.Bool      // the program goes down

	turns     *turns // for FollowTurns
	openings  *openings
	drawings  drawings
	replays   replays
	assigning *semaphore.Weighted // one at a time gives and takes roles
	mu        sync.Mutex
	boards    map[match.ID]bot.Shown      // where the boards of live tables are
	hands     map[match.ID][]match.Player // whose hands were opened at live tables
	assigned  map[titleRole]assigned      // roles
	ends      map[match.ID]*channelEnd    // what is below the boards
	directs   map[match.ID][]match.Player // who has a mirror in their direct messages
	names     map[string]string           // of guilds
	trouble   map[match.ID]say.Message    // why a table can't be shown; empty: its players know
}

// New returns the commands, which serve once Serve was called.
func New(cfg Config) *Commands {
	return &Commands{
		Config: cfg, catalogue: catalogueOf(cfg.Systems), settled: make(chan match.Match, 64), turns: newTurns(), openings: newOpenings(),
		ends: map[match.ID]*channelEnd{}, directs: map[match.ID][]match.Player{}, names: map[string]string{},
		boards: map[match.ID]bot.Shown{}, hands: map[match.ID][]match.Player{}, assigned: map[titleRole]assigned{}, assigning: semaphore.NewWeighted(1), trouble: map[match.ID]say.Message{},
	}
}

// Serve gives the commands their tables and mirrors. It shows the boards of tables that
// ended, or were given up, before that could be shown. It comes before the registry has
// tables, and before the first request.
func (c *Commands) Serve(ctx context.Context, tables *table.Registry, mirrors Mirrors, discord Discord) error {
	c.tables, c.mirrors, c.discord = tables, mirrors, discord
	everywhere := func(string) bool { return true }
	return errors.Join(c.lostBefore(ctx, everywhere), c.finish(ctx, everywhere))
}

// Took finishes in guilds that are this process's from now on what the one before has left:
// what Serve does for all. Their tables are shown as they wake.
func (c *Commands) Took(ctx context.Context, of func(guild string) bool) error {
	return errors.Join(c.lostBefore(ctx, of), c.finish(ctx, of))
}

// LetGo forgets tables that another process goes on with, and returns when nothing about
// them is on its way to Discord, or the context has ended. The messages stay as they are.
func (c *Commands) LetGo(ctx context.Context, tables []match.ID) {
	var keys []string
	c.mu.Lock()
	for _, id := range tables {
		keys = append(keys, postKey(BoardPost, id))
		for _, kind := range sidePosts() {
			keys = append(keys, postKey(kind, id))
		}
		for _, p := range c.hands[id] {
			keys = append(keys, handKey(id, p))
		}
		for _, p := range c.directs[id] {
			keys = append(keys, postKey(directPost(p), id))
		}
		delete(c.boards, id)
		delete(c.hands, id)
		delete(c.ends, id)
		delete(c.directs, id)
		delete(c.trouble, id)
	}
	c.mu.Unlock()
	c.turns.drop(tables)
	c.mirrors.Release(ctx, keys)
}
