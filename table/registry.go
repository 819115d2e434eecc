package table

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
)

// Config is what a Registry is made of.
type Config struct {
	Log      Log
	Rules    match.Rulebook                             // systems.New
	Latest   func(system string) (version int, ok bool) // the version that new tables play
	Settings match.Settings                             // of tables that are opened without; zero: DefaultSettings
	Random   io.Reader                                  // nil: crypto/rand; used by several goroutines

	// Think chooses for a seat that no person plays, from what that seat may know:
	// a computer player at its level, a stand-in at ai.Normal. It is called on a
	// goroutine of its own as soon as the turn comes. The context ends when the
	// seat's time is over, or nobody asks any more; what is chosen soon after still
	// counts in the first case. Where it fails, or is nil, State.Default is played.
	Think func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error)

	// AutoPass says whether the table passes for a player who can do nothing else,
	// where its settings let it. It is asked when the pass is due. nil: for everyone.
	AutoPass func(context.Context, match.Player) (bool, error)

	// LastAlive is when the program before this one was last known to live: from then
	// until Recover no time passed for the tables. Zero: all of it did.
	LastAlive time.Time

	// OnChange is told of each table that changed, after it is durable, and once
	// more when the player to move is to be warned, by the table's own goroutine:
	// it must not block, nor call Do. nil: nobody.
	OnChange func(match.Match)

	// OnWake is told of each table that wakes, before anything happens at it. shown says
	// that what was last shown of it holds: all was shown when it fell asleep, and it
	// slept since. An error keeps it asleep. nil: nobody.
	OnWake func(ctx context.Context, m match.Match, shown bool) error

	// MaySleep is asked before a table falls asleep: false keeps it awake, because not all
	// of it is shown yet. It must not block, nor ask for a table. nil: it sleeps.
	MaySleep func(match.Match) bool

	// OnLost is told of each table that had to be given up, because its log cannot
	// be read or its game failed: the match as far as it could be read, whose
	// Channel may be "". It must not block, nor call Do. nil: nobody.
	OnLost func(match.Match, error)

	// SleepAfter is for how long nobody must have asked for a table before it sleeps. 0: five
	// minutes.
	SleepAfter time.Duration

	// Wall says what time it is. Its value may jump: what the machine's clock is set to.
	// nil: time.Now.
	Wall func() time.Time

	Logger zerolog.Logger
}

// Registry holds all live tables, one in a channel at most. Each is awake or asleep (sleep.go).
type Registry struct {
	cfg   Config
	born  time.Time
	stop  chan struct{} // closed by Close
	going sync.WaitGroup

	mu       sync.Mutex
	tables   map[match.ID]*actor     // awake
	asleep   map[match.ID]*sleeper   // the others
	channels map[string]match.ID     // of both
	opening  map[string]*openingHere // channels in which a table is being opened
	lost     map[match.ID]bool       // tables that were given up
	doubts   map[string]string       // channels of which the log may have a table that nobody was told of; their guilds
	wakers   chan struct{}           // tables that wake by themselves now
	closed   bool

	outages outages
	wall    *wallClock
}

// NewRegistry returns a registry without tables. Recover, or Take, fills it.
func NewRegistry(cfg Config) *Registry {
	if cfg.Settings == (match.Settings{}) {
		cfg.Settings = match.DefaultSettings()
	}
	if cfg.SleepAfter == 0 {
		cfg.SleepAfter = restAfter
	}
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	cfg.Rules = shared(cfg.Rules)
	return &Registry{
		cfg: cfg, born: time.Now().Add(-1), stop: make(chan struct{}),
		tables: map[match.ID]*actor{}, asleep: map[match.ID]*sleeper{}, channels: map[string]match.ID{}, opening: map[string]*openingHere{},
		lost: map[match.ID]bool{}, doubts: map[string]string{}, wakers: make(chan struct{}, wakersMost),
		wall: newWallClock(cfg.Wall, cfg.Logger),
	}
}

// Recover takes all live tables that the log has. It is called once, before anything else.
func (r *Registry) Recover(ctx context.Context) error {
	return r.Take(ctx, func(string) bool { return true }, r.cfg.LastAlive)
}

// Settings returns the durations of tables that are opened without.
func (r *Registry) Settings() match.Settings { return r.cfg.Settings }

// Evict ends the live tables of a guild: all that is kept of the guild is about to go. An
// error says that some table may be live.
func (r *Registry) Evict(ctx context.Context, guild string) error {
	meant := func(g string) bool { return g == guild }
	for _, id := range r.of(meant) {
		_, err := r.Do(ctx, id, match.End{Force: true})
		refused := (*game.Illegal)(nil) // it is over already
		if err != nil && !errors.As(err, &refused) && !errors.Is(err, match.ErrNoTable) && !broken(err) {
			return fmt.Errorf("end table %d: %w", id, err)
		}
	}
	return nil
}

// Close stops all tables, each after what it is doing, and returns when they
// have stopped or the context has ended. What was acknowledged is stored long
// before; commands that still wait get ErrClosed.
func (r *Registry) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.stop)
	}
	r.mu.Unlock()
	stopped := make(chan struct{})
	go func() {
		r.going.Wait()
		close(stopped)
	}()
	select {
	case <-stopped:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("tables are still busy: %w", ctx.Err())
	}
}

func (r *Registry) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// Do gives a command to a table and returns the match after it; with a
// *game.Illegal, ErrStale or ErrAgain the match as it is. Other errors may come
// without a match: ErrNoTable, ErrClosed, the context's, or the log's. A context
// that ends while the command is being stored leaves open whether it was: asked
// again, the table gives ErrStale if so.
func (r *Registry) Do(ctx context.Context, id match.ID, c match.Command) (match.Match, error) {
	_, byItself := c.(match.CatchUp)
	for {
		a, err := r.awake(ctx, id, !byItself)
		switch {
		case r.isClosed(), errors.Is(err, ErrClosed):
			return match.Match{}, ErrClosed
		case err != nil && !broken(err):
			return match.Match{}, fmt.Errorf("%w: %w", ErrNotStored, err)
		case a == nil:
			return r.tooLate(ctx, id, c)
		}
		got, answered := a.ask(ctx, c)
		switch {
		case answered && got.failed != nil:
			return r.afterFailure(ctx, id, got.err, got.failed)
		case answered:
			return got.m, got.err
		case a.failure != nil:
			return r.afterFailure(ctx, id, a.failure, nil)
		case a.halted():
			return match.Match{}, ErrClosed
		}
		// It fell asleep before it came to this, or has ended.
	}
}

// tooLate answers a command for a table that is not live any more.
func (r *Registry) tooLate(ctx context.Context, id match.ID, c match.Command) (match.Match, error) {
	m, err := r.Match(ctx, id)
	switch {
	case err != nil:
		return match.Match{}, err
	case m.Phase != match.Over: // it was given up
		return match.Match{}, match.ErrNoTable
	}
	_, err = m.Decide(c, r.now())
	return m, err
}

// afterFailure answers a command after an append failed: with the table as its log has it. The
// append was to store these events of the command; nil: it was another command's.
func (r *Registry) afterFailure(ctx context.Context, id match.ID, failure error, events []match.Event) (match.Match, error) {
	m, err := r.Match(ctx, id)
	stored := false
	if err == nil && len(events) > 0 && !errors.Is(failure, ErrConflict) {
		stored, err = r.has(ctx, id, events)
	}
	switch {
	case err != nil && len(events) > 0:
		return match.Match{}, fmt.Errorf("the log failed, and then could not be read: %w: %w", failure, err)
	case stored:
		return m, nil
	}
	return m, fmt.Errorf("%w: %w", ErrNotStored, failure)
}

// has says whether the log of a table has these events. More may have followed them.
func (r *Registry) has(ctx context.Context, id match.ID, events []match.Event) (bool, error) {
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return false, fmt.Errorf("table %d: %w", id, err)
		}
		if e.Seq != events[0].Seq {
			continue
		}
		if same, err := alike(e, events[0]); !same || err != nil {
			return false, err
		}
		if events = events[1:]; len(events) == 0 {
			return true, nil
		}
	}
	return false, nil
}

// alike says whether two events have the same stored form.
func alike(a, b match.Event) (bool, error) {
	kind, body, err := match.Encode(a.Body)
	if err != nil {
		return false, err
	}
	kind2, body2, err := match.Encode(b.Body)
	return kind == kind2 && bytes.Equal(body, body2) && a.At.Equal(b.At), err
}

// watchEvery is how soon tables show that the clock was set.
const watchEvery = 5 * time.Second

// WatchClock has all tables make up for it when the clock of the machine was set, also
// those at which nothing happens, until the context ends.
func (r *Registry) WatchClock(ctx context.Context) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for _, known := r.wall.now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_, set := r.wall.now()
		if set == known {
			continue
		}
		known = set
		for _, id := range r.Live() {
			_, _ = r.Do(ctx, id, match.CatchUp{}) // a table that can't now, does so before anything else
		}
	}
}
