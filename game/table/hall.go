package table

import (
	"context"
	"io"

	"github.com/rs/zerolog"
)

// Config is what a Hall is made of.
type Config struct {
	Log      Log
	Rules    Rulebook                                   // systems.New
	Latest   func(system string) (version int, ok bool) // the version that new tables play
	Settings Settings                                   // of tables that are opened without; zero: DefaultSettings
	Random   io.Reader                                  // nil: crypto/rand

	// Changed is told of each table that changed, after it is durable, by the
	// table's own goroutine: it must not block, nor call the Hall. nil: nobody.
	Changed func(Match)

	// Lost is told of each table that had to be given up, because its log cannot
	// be read or its game failed: the match as far as it could be read, whose
	// Channel may be "". It must not block, nor call the Hall. nil: nobody.
	Lost func(Match, error)

	Logger zerolog.Logger
}

// Hall holds all live tables, one in a channel at most.
type Hall struct {
	cfg Config
}

// NewHall returns a hall without tables. Recover fills it.
func NewHall(cfg Config) *Hall { return &Hall{cfg: cfg} }

// Recover reads all live tables back from the log and starts their clocks. It is
// called once, before anything else. Tables that cannot be read are given up
// (Config.Lost), the others go on; an error says that the log as a whole failed.
// Changed may be called before it returns, by clocks that have run out.
func (h *Hall) Recover(ctx context.Context) error { return nil }

// Open opens a table in a channel and seats its host. Where the channel has a
// live table the error is a *Taken.
func (h *Hall) Open(ctx context.Context, o Opening) (Match, error) { return Match{}, ErrClosed }

// Rematch opens a table with the system, options, settings and players of one
// that is over, with p, one of its players, as host. Where another player was
// faster it returns the table that they opened.
func (h *Hall) Rematch(ctx context.Context, former ID, p Player) (Match, error) {
	return Match{}, ErrClosed
}

// Do gives a command to a table and returns the match after it; with a
// *game.Illegal, ErrStale or ErrAgain the match as it is. Other errors come
// without a match: ErrNoTable, ErrClosed, the context's, or the log's. A context
// that ends while the command is being stored leaves open whether it was.
func (h *Hall) Do(ctx context.Context, id ID, c Command) (Match, error) { return Match{}, ErrClosed }

// Match returns a table as it is, also one that is over; ErrNoTable where there is none.
func (h *Hall) Match(ctx context.Context, id ID) (Match, error) { return Match{}, ErrNoTable }

// In returns the live table of a channel.
func (h *Hall) In(channel string) (Match, bool) { return Match{}, false }

// Live returns all live tables, in no order.
func (h *Hall) Live() []Match { return nil }

// Close stops all tables, each after what it is doing, and returns when they
// have stopped or the context has ended. What was acknowledged is stored long
// before; commands that still wait get ErrClosed.
func (h *Hall) Close(ctx context.Context) error { return nil }
