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

// Config configures a Registry.
type Config struct {
	Log      Log
	Rules    match.Rulebook                             // systems.New
	Latest   func(system string) (version int, ok bool) // newest rules version of a system, for new tables
	Settings match.Settings                             // default for new tables; zero: match.DefaultSettings
	Random   io.Reader                                  // nil: crypto/rand; must be safe for concurrent use

	// Think decides for an unmanned seat, given what the seat may know: at the computer
	// player's level, or ai.Normal for a stand-in. It runs in its own goroutine as soon as the
	// turn comes. The context ends when the seat's time is over, in which case a result shortly
	// afterwards still counts, or when the result isn't needed any more. For a Fixed choice, the table
	// waits longer. If Think is nil or fails, State.Default is played.
	Think func(context.Context, game.Rules, ai.Level, ai.Observation, ai.Fixed) (game.Action, error)

	// AutoPass reports whether the table may pass for a player who can do nothing else, if the
	// table's settings allow it. It is called when the pass is due. nil: always.
	AutoPass func(context.Context, match.Player) (bool, error)

	// LastAlive is the time at which the previous process was last known to run. Time from then
	// until Recover doesn't count for the tables. Zero: all time counts.
	LastAlive time.Time

	// OnChange is called for each table after a change is durable, and once when the player to
	// move must be warned. It runs in the table's goroutine, so it must not block or call Do.
	// May be nil.
	OnChange func(match.Match)

	// OnWake is called for each table that wakes, before anything happens there. shown reports
	// whether the table's messages are up to date: they were when it fell asleep, and it has
	// slept since. If OnWake returns an error, the table stays asleep. May be nil.
	OnWake func(ctx context.Context, m match.Match, shown bool) error

	// MaySleep reports whether a table may fall asleep. A table whose messages are outdated may
	// not. MaySleep must not block or call the registry. nil: every table may.
	MaySleep func(match.Match) bool

	// OnLost is called for each table that is given up because its log can't be read or its
	// game's rules failed. The match is the readable part; its Channel may be empty. OnLost
	// must not block or call Do. May be nil.
	OnLost func(match.Match, error)

	// Elsewhere returns the live tables of other processes at which a player may have a seat. So that it can,
	// who sits at tables that are awake is stored, too. nil: there are no other processes.
	Elsewhere func(context.Context, match.Player) ([]match.ID, error)

	// SleepAfter is how long a table must be unused before it sleeps. 0: five minutes.
	SleepAfter time.Duration

	// OnServe is called when the registry begins to serve guilds, and OnStop for the tables that it
	// stops serving because another process does. May be nil.
	OnServe func(ctx context.Context, guilds func(guild string) bool) error
	OnStop  func(ctx context.Context, tables []match.ID)

	// Wall returns the current time of the machine's clock, which may jump. nil: time.Now.
	Wall func() time.Time

	Logger zerolog.Logger
}

// Registry holds all live tables, at most one per channel. A table is awake or asleep
// (sleep.go).
type Registry struct {
	cfg        Config
	started    time.Time
	stop       chan struct{} // closed by Close
	goroutines sync.WaitGroup

	mu        sync.Mutex
	tables    map[match.ID]*actor     // awake
	asleep    map[match.ID]*sleeper   // all other live tables
	channels  map[string]match.ID     // live table of each channel, awake or asleep
	opening   map[string]*pendingOpen // channels in which a table is being opened
	lost      map[match.ID]bool       // tables that were given up
	starts    map[string]int          // for Count
	uncertain map[string]match.Match  // by channel: a table whose creation failed, which the log may have
	wakeSlots chan struct{}           // limits how many tables wake by themselves at once
	closed    bool

	outages outages
	wall    *wallClock
}

// NewRegistry returns an empty registry. Recover or Serve must be called to load tables.
func NewRegistry(cfg Config) *Registry {
	if cfg.Settings == (match.Settings{}) {
		cfg.Settings = match.DefaultSettings()
	}
	if cfg.SleepAfter == 0 {
		cfg.SleepAfter = sleepAfter
	}
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	cfg.Rules = cachedRules(cfg.Rules)
	return &Registry{
		cfg: cfg, started: time.Now().Add(-1), stop: make(chan struct{}),
		tables: map[match.ID]*actor{}, asleep: map[match.ID]*sleeper{}, channels: map[string]match.ID{}, opening: map[string]*pendingOpen{},
		lost: map[match.ID]bool{}, starts: map[string]int{}, uncertain: map[string]match.Match{}, wakeSlots: make(chan struct{}, maxWaking),
		wall: newWallClock(cfg.Wall, cfg.Logger),
	}
}

// Recover loads all live tables of the log. It must be called once, before anything else.
func (r *Registry) Recover(ctx context.Context) error {
	return r.Serve(ctx, func(string) bool { return true }, r.cfg.LastAlive)
}

// Settings returns the default settings of new tables.
func (r *Registry) Settings() match.Settings { return r.cfg.Settings }

// EndGuild ends the live tables of a guild, before its data is deleted. After an error some
// table may still be live.
func (r *Registry) EndGuild(ctx context.Context, guild string) error {
	meant := func(g string) bool { return g == guild }
	for _, id := range r.inGuilds(meant) {
		if err := r.unlessOver(ctx, id, match.End{Force: true}); err != nil && !broken(err) {
			return fmt.Errorf("end table %d: %w", id, err)
		}
	}
	return nil
}

// LeaveAll gives up all seats of a player, before the player's data is deleted, so that no table
// waits for them. After an error the player may still have some.
func (r *Registry) LeaveAll(ctx context.Context, p match.Player) error {
	at, err := r.TablesOf(ctx, p)
	if err != nil {
		return err
	}
	for _, m := range at {
		if err := r.unlessOver(ctx, m.ID, match.Leave{Player: p}); err != nil {
			return fmt.Errorf("leave table %d: %w", m.ID, err)
		}
	}
	return nil
}

// unlessOver carries out a command. It returns nil if the command is refused or the table is gone,
// because then what the command would change is so already.
func (r *Registry) unlessOver(ctx context.Context, id match.ID, c match.Command) error {
	_, err := r.Do(ctx, id, c)
	if refused := (*game.Illegal)(nil); errors.As(err, &refused) || errors.Is(err, match.ErrNoTable) {
		return nil
	}
	return err
}

// Close stops all tables, each after its current command, and waits until they have stopped or
// the context ends. Commands that are still waiting return ErrClosed.
func (r *Registry) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.stop)
	}
	r.mu.Unlock()
	stopped := make(chan struct{})
	go func() {
		r.goroutines.Wait()
		close(stopped)
	}()
	select {
	case <-stopped:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("some tables are still handling a command: %w", ctx.Err())
	}
}

func (r *Registry) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// Do sends a command to a table and returns the match after it. With *game.Illegal, ErrStale or
// ErrNotStored it returns the current match. Other errors, such as ErrNoTable, ErrClosed, the
// context's or the log's, may come without a match. If the context ends while the command is
// being stored, the command may or may not have taken effect; if it has, repeating it returns
// ErrStale.
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
			return r.answerOver(ctx, id, c)
		}
		got, answered := a.ask(ctx, c)
		switch {
		case answered && got.failed != nil:
			return r.afterFailure(ctx, id, got.err, got.failed)
		case answered:
			return got.m, got.err
		case a.appendErr != nil:
			return r.afterFailure(ctx, id, a.appendErr, nil)
		case a.halted():
			return match.Match{}, ErrClosed
		}
		// The table fell asleep or ended before it handled the command.
	}
}

// answerOver answers a command for a table that is no longer live.
func (r *Registry) answerOver(ctx context.Context, id match.ID, c match.Command) (match.Match, error) {
	m, err := r.Match(ctx, id)
	switch {
	case err != nil:
		return match.Match{}, err
	case m.Phase != match.Over: // the table was given up
		return match.Match{}, match.ErrNoTable
	}
	_, err = m.Decide(c, r.now())
	return m, err
}

// afterFailure answers a command after an append failed, with the match that the log has.
// events are those of the failed append, or nil if the append belonged to another command.
func (r *Registry) afterFailure(ctx context.Context, id match.ID, failure error, events []match.Event) (match.Match, error) {
	m, err := r.Match(ctx, id)
	stored := false
	if err == nil && len(events) > 0 && !errors.Is(failure, ErrConflict) {
		stored, err = r.logHas(ctx, id, events)
	}
	switch {
	case err != nil && len(events) > 0:
		return match.Match{}, fmt.Errorf("the append failed, and the log can't be read to see whether the events were stored: %w: %w", failure, err)
	case stored:
		return m, nil
	}
	return m, fmt.Errorf("%w: %w", ErrNotStored, failure)
}

// logHas reports whether the log of a table contains these events, perhaps followed by others.
func (r *Registry) logHas(ctx context.Context, id match.ID, events []match.Event) (bool, error) {
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return false, fmt.Errorf("read table %d: %w", id, err)
		}
		if e.Seq != events[0].Seq {
			continue
		}
		if same, err := sameEvent(e, events[0]); !same || err != nil {
			return false, err
		}
		if events = events[1:]; len(events) == 0 {
			return true, nil
		}
	}
	return false, nil
}

// sameEvent reports whether two events have the same stored form.
func sameEvent(a, b match.Event) (bool, error) {
	kind, body, err := match.Encode(a.Body)
	if err != nil {
		return false, err
	}
	kind2, body2, err := match.Encode(b.Body)
	return kind == kind2 && bytes.Equal(body, body2) && a.At.Equal(b.At), err
}

// clockCheckEvery is the interval of WatchClock.
const clockCheckEvery = 5 * time.Second

// WatchClock checks until the context ends whether the machine's clock was changed. If so, all
// tables record it, including idle ones.
func (r *Registry) WatchClock(ctx context.Context) {
	tick := time.NewTicker(clockCheckEvery)
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
			_, _ = r.Do(ctx, id, match.CatchUp{}) // a table where this fails records the change before its next command
		}
	}
}
