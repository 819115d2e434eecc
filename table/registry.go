package table

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/ai"
)

// Config is what a Registry is made of.
type Config struct {
	Log      Log
	Rules    Rulebook                                   // systems.New
	Latest   func(system string) (version int, ok bool) // the version that new tables play
	Settings Settings                                   // of tables that are opened without; zero: DefaultSettings
	Random   io.Reader                                  // nil: crypto/rand; used by several goroutines

	// Think chooses for a seat that no person plays, from what that seat may know:
	// a computer player at its level, a stand-in at ai.Normal. It is called on a
	// goroutine of its own as soon as the turn comes. The context ends when the
	// seat's time is over, or nobody asks any more; what is chosen soon after still
	// counts in the first case. Where it fails, or is nil, State.Default is played.
	Think func(context.Context, game.Rules, ai.Level, ai.Observation) (game.Action, error)

	// AutoPass says whether the table passes for a player who can do nothing else,
	// where its settings let it. It is asked when the pass is due. nil: for everyone.
	AutoPass func(context.Context, Player) (bool, error)

	// Alive is when the program before this one was last known to live: from then
	// until Recover no time passed for the tables. Zero: all of it did.
	Alive time.Time

	// Changed is told of each table that changed, after it is durable, and once
	// more when the player to move is to be warned, by the table's own goroutine:
	// it must not block, nor call Do. nil: nobody.
	Changed func(Match)

	// Lost is told of each table that had to be given up, because its log cannot
	// be read or its game failed: the match as far as it could be read, whose
	// Channel may be "". It must not block, nor call Do. nil: nobody.
	Lost func(Match, error)

	// Wall says what time it is. Its value may jump: what the machine's clock is set to.
	// nil: time.Now.
	Wall func() time.Time

	Logger zerolog.Logger
}

// Registry holds all live tables, one in a channel at most.
type Registry struct {
	cfg   Config
	stop  chan struct{} // closed by Close
	going sync.WaitGroup

	mu       sync.Mutex
	tables   map[ID]*actor
	channels map[string]*actor
	opening  map[string]chan struct{} // channels in which a table is being opened; closed when that is done
	lost     map[ID]bool              // tables that were given up
	doubts   map[string]bool          // channels of which the log may have a table that nobody was told of
	past     past
	closed   bool

	trouble trouble // with the log
	wall    *wallClock
}

// NewRegistry returns a registry without tables. Recover fills it.
func NewRegistry(cfg Config) *Registry {
	if cfg.Settings == (Settings{}) {
		cfg.Settings = DefaultSettings()
	}
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	return &Registry{
		cfg: cfg, stop: make(chan struct{}),
		tables: map[ID]*actor{}, channels: map[string]*actor{}, opening: map[string]chan struct{}{},
		lost: map[ID]bool{}, doubts: map[string]bool{},
		wall: newWallClock(cfg.Wall, cfg.Logger),
	}
}

// Recover reads all live tables back from the log and starts their clocks. It is
// called once, before anything else. Tables that cannot be read are given up
// (Config.Lost), the others go on; an error says that the log as a whole failed.
// Changed may be called before it returns, by clocks that have run out.
func (r *Registry) Recover(ctx context.Context) error {
	return r.Take(ctx, func(string) bool { return true }, r.cfg.Alive)
}

// Take is Recover for the guilds that are meant, whose tables nobody has served since the
// time given. It is for a program of several processes, of which each has some guilds.
func (r *Registry) Take(ctx context.Context, guilds func(guild string) bool, alive time.Time) error {
	ids, err := r.cfg.Log.Live(ctx)
	if err != nil {
		return fmt.Errorf("live tables: %w", err)
	}
	for _, id := range ids {
		r.mu.Lock()
		known := r.tables[id] != nil || r.lost[id]
		r.mu.Unlock()
		if known {
			continue
		}
		m, _, err := r.fold(ctx, id, nil)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.lose(nil, m, err)
		case m.phase != Over && guilds(m.Guild()):
			if _, err := r.begin(m, alive, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// Match returns a table as it is, also one that is over; ErrNoTable where there is none.
func (r *Registry) Match(ctx context.Context, id ID) (Match, error) {
	r.mu.Lock()
	if a := r.tables[id]; a != nil {
		r.mu.Unlock()
		return *a.shown.Load(), nil
	}
	m, ok := r.past.get(id)
	r.mu.Unlock()
	if ok {
		return m, nil
	}
	m, _, err := r.fold(ctx, id, nil)
	if err != nil {
		return Match{}, err
	}
	if m.phase == Over {
		r.mu.Lock()
		r.past.put(m)
		r.mu.Unlock()
	}
	return m, nil
}

// Settings returns the durations of tables that are opened without.
func (r *Registry) Settings() Settings { return r.cfg.Settings }

// In returns the live table of a channel.
func (r *Registry) In(channel string) (Match, bool) {
	r.mu.Lock()
	a := r.channels[channel]
	r.mu.Unlock()
	if a == nil {
		return Match{}, false
	}
	return *a.shown.Load(), true
}

// Live returns all live tables, in the order in which they were opened.
func (r *Registry) Live() []Match {
	r.mu.Lock()
	matches := make([]Match, 0, len(r.tables))
	for _, a := range r.tables {
		matches = append(matches, *a.shown.Load())
	}
	r.mu.Unlock()
	slices.SortFunc(matches, func(a, b Match) int { return int(a.id - b.id) })
	return matches
}

// Evict ends the live tables of a guild, and forgets those that are over: all that
// is kept of the guild is about to go. An error says that some table may be live.
func (r *Registry) Evict(ctx context.Context, guild string) error {
	for _, m := range r.Live() {
		if m.Guild() != guild {
			continue
		}
		_, err := r.Do(ctx, m.ID(), End{Force: true})
		refused := (*game.Illegal)(nil) // it is over already
		if err != nil && !errors.As(err, &refused) && !errors.Is(err, ErrNoTable) {
			return fmt.Errorf("end table %d: %w", m.ID(), err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.past.drop(guild)
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

// retire forgets a table that is over, but for its last match: clicks come late.
func (r *Registry) retire(a *actor, last Match) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(a)
	r.past.put(last)
}

// lose gives a table up and reports it; a: nil where it was not live yet.
func (r *Registry) lose(a *actor, m Match, err error) {
	r.mu.Lock()
	r.lost[m.id] = true
	if a != nil {
		r.forget(a)
	}
	r.mu.Unlock()
	r.cfg.Logger.Error().Err(err).Int64("table", int64(m.id)).Msg("table given up")
	if r.cfg.Lost != nil {
		r.cfg.Lost(m, err)
	}
}

func (r *Registry) forget(a *actor) {
	r.working(a.id)
	delete(r.tables, a.id)
	if r.channels[a.channel] == a {
		delete(r.channels, a.channel)
	}
}
