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

// Config is what a Hall is made of.
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
	Think func(context.Context, game.Rules, ai.Level, ai.Sight) (game.Action, error)

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

	Logger zerolog.Logger
}

// Hall holds all live tables, one in a channel at most.
type Hall struct {
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
}

// NewHall returns a hall without tables. Recover fills it.
func NewHall(cfg Config) *Hall {
	if cfg.Settings == (Settings{}) {
		cfg.Settings = DefaultSettings()
	}
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	return &Hall{
		cfg: cfg, stop: make(chan struct{}),
		tables: map[ID]*actor{}, channels: map[string]*actor{}, opening: map[string]chan struct{}{},
		lost: map[ID]bool{}, doubts: map[string]bool{},
	}
}

// Recover reads all live tables back from the log and starts their clocks. It is
// called once, before anything else. Tables that cannot be read are given up
// (Config.Lost), the others go on; an error says that the log as a whole failed.
// Changed may be called before it returns, by clocks that have run out.
func (h *Hall) Recover(ctx context.Context) error {
	ids, err := h.cfg.Log.Live(ctx)
	if err != nil {
		return fmt.Errorf("live tables: %w", err)
	}
	for _, id := range ids {
		m, _, err := h.fold(ctx, id, nil)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			h.lose(nil, m, err)
		case m.phase != Over:
			if _, err := h.begin(m, h.cfg.Alive, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// Do gives a command to a table and returns the match after it; with a
// *game.Illegal, ErrStale or ErrAgain the match as it is. Other errors may come
// without a match: ErrNoTable, ErrClosed, the context's, or the log's. A context
// that ends while the command is being stored leaves open whether it was: asked
// again, the table gives ErrStale if so.
func (h *Hall) Do(ctx context.Context, id ID, c Command) (Match, error) {
	h.mu.Lock()
	a, closed := h.tables[id], h.closed
	h.mu.Unlock()
	switch {
	case closed:
		return Match{}, ErrClosed
	case a == nil:
		return h.tooLate(ctx, id, c)
	}
	r := request{ctx: ctx, command: c, reply: make(chan answer, 1)}
	select {
	case a.inbox <- r:
	case <-a.done:
		return h.tooLate(ctx, id, c)
	case <-ctx.Done():
		return Match{}, ctx.Err()
	}
	select {
	case got := <-r.reply:
		return got.m, got.err
	case <-ctx.Done():
		return Match{}, ctx.Err()
	case <-a.done:
	}
	select {
	case got := <-r.reply: // the table's last
		return got.m, got.err
	default:
		return h.tooLate(ctx, id, c)
	}
}

// tooLate answers a command for a table that is not live.
func (h *Hall) tooLate(ctx context.Context, id ID, c Command) (Match, error) {
	h.mu.Lock()
	closed := h.closed
	h.mu.Unlock()
	if closed {
		return Match{}, ErrClosed
	}
	m, err := h.Match(ctx, id)
	if err != nil {
		return Match{}, err
	}
	return late(m, c)
}

// Match returns a table as it is, also one that is over; ErrNoTable where there is none.
func (h *Hall) Match(ctx context.Context, id ID) (Match, error) {
	h.mu.Lock()
	if a := h.tables[id]; a != nil {
		h.mu.Unlock()
		return *a.shown.Load(), nil
	}
	m, ok := h.past.get(id)
	h.mu.Unlock()
	if ok {
		return m, nil
	}
	m, _, err := h.fold(ctx, id, nil)
	if err != nil {
		return Match{}, err
	}
	if m.phase == Over {
		h.mu.Lock()
		h.past.put(m)
		h.mu.Unlock()
	}
	return m, nil
}

// Settings returns the durations of tables that are opened without.
func (h *Hall) Settings() Settings { return h.cfg.Settings }

// In returns the live table of a channel.
func (h *Hall) In(channel string) (Match, bool) {
	h.mu.Lock()
	a := h.channels[channel]
	h.mu.Unlock()
	if a == nil {
		return Match{}, false
	}
	return *a.shown.Load(), true
}

// Live returns all live tables, in the order in which they were opened.
func (h *Hall) Live() []Match {
	h.mu.Lock()
	matches := make([]Match, 0, len(h.tables))
	for _, a := range h.tables {
		matches = append(matches, *a.shown.Load())
	}
	h.mu.Unlock()
	slices.SortFunc(matches, func(a, b Match) int { return int(a.id - b.id) })
	return matches
}

// Evict ends the live tables of a guild, and forgets those that are over: all that
// is kept of the guild is about to go. An error says that some table may be live.
func (h *Hall) Evict(ctx context.Context, guild string) error {
	for _, m := range h.Live() {
		if m.Guild() != guild {
			continue
		}
		_, err := h.Do(ctx, m.ID(), End{Force: true})
		refused := (*game.Illegal)(nil) // it is over already
		if err != nil && !errors.As(err, &refused) && !errors.Is(err, ErrNoTable) {
			return fmt.Errorf("end table %d: %w", m.ID(), err)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.past.drop(guild)
	return nil
}

// Close stops all tables, each after what it is doing, and returns when they
// have stopped or the context has ended. What was acknowledged is stored long
// before; commands that still wait get ErrClosed.
func (h *Hall) Close(ctx context.Context) error {
	h.mu.Lock()
	if !h.closed {
		h.closed = true
		close(h.stop)
	}
	h.mu.Unlock()
	stopped := make(chan struct{})
	go func() {
		h.going.Wait()
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
func (h *Hall) retire(a *actor, last Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forget(a)
	h.past.put(last)
}

// lose gives a table up and reports it; a: nil where it was not live yet.
func (h *Hall) lose(a *actor, m Match, err error) {
	h.mu.Lock()
	h.lost[m.id] = true
	if a != nil {
		h.forget(a)
	}
	h.mu.Unlock()
	h.cfg.Logger.Error().Err(err).Int64("table", int64(m.id)).Msg("table given up")
	if h.cfg.Lost != nil {
		h.cfg.Lost(m, err)
	}
}

func (h *Hall) forget(a *actor) {
	delete(h.tables, a.id)
	if h.channels[a.channel] == a {
		delete(h.channels, a.channel)
	}
}
