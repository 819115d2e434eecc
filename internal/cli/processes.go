package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/commands"
	"deuces/internal/leases"
	"deuces/internal/metrics"
	"deuces/store"
	"deuces/table"
)

// How long letting go of a shard may take: until what was begun is answered, and until
// its tables and messages have come to rest.
const (
	answerWithin = 2 * time.Second
	restWithin   = time.Second
)

// heirWithin is how long a process that stops waits for another to be connected to the next
// of its shards: Discord lets a session begin every five seconds. resignWithin is how long
// it takes to sign off.
const (
	heirWithin   = 12 * time.Second
	resignWithin = 2 * time.Second
)

// sharing is this process among those that share a PostgreSQL database: what its shards
// mean to all that it is made of. It is a leases.Holder and a bot.Sharing.
type sharing struct {
	log    zerolog.Logger
	db     *store.Store
	shards int // as the operator wants it; 0: as Discord advises
	keeper *leases.Keeper
	joined chan struct{} // closed when it has

	// Set before Run.
	discord  *bot.Bot
	tables   *table.Registry
	commands *commands.Commands
	others   func() // is told when the first shard may have come here
}

func newSharing(db *store.Store, shards int, log zerolog.Logger) *sharing {
	s := &sharing{db: db, shards: shards, log: log, joined: make(chan struct{}), others: func() {}}
	s.keeper = leases.New(db, s, log)
	return s
}

// Join implements bot.Sharing.
func (s *sharing) Join(ctx context.Context, advised int) (int, error) {
	want := s.shards
	if want == 0 {
		want = advised
	}
	of, err := s.keeper.Join(ctx, want, s.shards == 0)
	if err != nil {
		return 0, fmt.Errorf("DEUCES_SHARDS: %w", err)
	}
	if s.shards == 0 && advised > of {
		s.log.Warn().Int("advised", advised).Int("shards", of).Msg("Discord advises more shards: stop all processes and start them again to have them")
	}
	close(s.joined)
	return of, nil
}

// Trusted implements bot.Sharing.
func (s *sharing) Trusted() bool { return s.keeper.Trusted() }

// Slot implements bot.Sharing.
func (s *sharing) Slot(ctx context.Context, class int, apart time.Duration, most int) (time.Duration, error) {
	return s.db.Slot(ctx, class, apart, most)
}

// hasFirst says whether this process does what there is one of: it has the first shard.
func (s *sharing) hasFirst() bool { return s.keeper.Owns(0) }

func (s *sharing) in(shard int) func(guild string) bool {
	return func(guild string) bool { return s.db.In(guild, shard) }
}

// Connect implements leases.Holder.
func (s *sharing) Connect(shard int) { s.discord.Connect(shard) }

// Connected implements leases.Holder.
func (s *sharing) Connected(shard int) bool { return s.discord.Connected(shard) }

// Disconnect implements leases.Holder.
func (s *sharing) Disconnect(shard int) { s.discord.Disconnect(shard) }

// Share implements leases.Holder.
func (s *sharing) Share(processes int) { s.discord.Share(processes) }

// Take implements leases.Holder.
func (s *sharing) Take(ctx context.Context, shard int, alive time.Time, answered []string) error {
	err := s.tables.Take(ctx, s.in(shard), alive)
	if err == nil {
		err = s.commands.Took(ctx, s.in(shard))
	}
	if err != nil {
		return err
	}
	s.discord.Answer(shard, answered)
	if shard == 0 {
		s.others()
	}
	return nil
}

// Drain implements leases.Holder.
func (s *sharing) Drain(ctx context.Context, shard int) (answered []string) {
	ctx = context.WithoutCancel(ctx)
	answering, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	answered = s.discord.Withdraw(answering, shard)
	s.putAway(ctx, shard)
	return answered
}

// Lose implements leases.Holder.
func (s *sharing) Lose(shard int) {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	s.discord.Withdraw(now, shard)
	s.putAway(now, shard)
}

// putAway stops the tables of a shard and forgets their messages.
func (s *sharing) putAway(ctx context.Context, shard int) {
	ctx, cancel := context.WithTimeout(ctx, restWithin)
	defer cancel()
	s.commands.LetGo(ctx, s.tables.Release(ctx, s.in(shard)))
}

// run keeps the process's shards until the context ends.
func (s *sharing) run(ctx context.Context, emojis func()) error {
	select {
	case <-s.joined:
	case <-ctx.Done():
		return nil
	}
	listening, stop := context.WithCancel(ctx)
	defer stop()
	go s.db.Listen(listening, s.log, s.keeper.Wake, emojis)
	go func() {
		select {
		case <-s.keeper.Settled():
			s.discord.Settled(ctx)
		case <-ctx.Done():
		}
	}()
	if err := s.keeper.Run(ctx); err != nil {
		return fmt.Errorf("DEUCES_SHARDS: %w", err)
	}
	return nil
}

// leave hands over what the process has; false where there is nobody to have it.
func (s *sharing) leave(ctx context.Context) bool {
	select {
	case <-s.joined:
		return s.keeper.Leave(ctx, heirWithin)
	default:
		return false
	}
}

// resign signs off: what the process still has is free.
func (s *sharing) resign(ctx context.Context) {
	select {
	case <-s.joined:
	default:
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), resignWithin)
	defer cancel()
	if err := s.keeper.Resign(ctx); err != nil {
		s.log.Warn().Err(err).Msg("can't sign off: others wait for the lease to run out")
	}
}

// measured is what the metrics say of it.
func (s *sharing) measured() *metrics.Sharing {
	if s == nil {
		return nil
	}
	c := s.keeper.Counts()
	return &metrics.Sharing{Processes: c.Processes, Owned: c.Owned, Term: c.Term, Claimed: c.Claimed, Inherited: c.Inherited, Handed: c.Handed, Lost: c.Lost}
}

// together opens a PostgreSQL database as one process of several. Where it is of an older
// version, or its standings are, this process takes it for itself until that is mended.
func together(ctx context.Context, address string, log zerolog.Logger) (db *store.Store, err error) {
	again(ctx, func() error {
		for {
			db, err = openTogether(ctx, address, log)
			if errors.Is(err, errMended) {
				continue
			}
			if errors.Is(err, store.ErrInUse) || err != nil && store.Passes(err) {
				return err
			}
			return nil
		}
	}, func(err error) {
		log.Warn().Err(err).Msg("the database can't be opened yet; trying again")
	})
	return db, err
}

// errMended: the database is of this version now.
var errMended = errors.New("the database was brought up to date")

func openTogether(ctx context.Context, address string, log zerolog.Logger) (*store.Store, error) {
	db, err := store.Share(ctx, address)
	if err == nil {
		stale, err := db.Stale(ctx)
		if err == nil && !stale {
			return db, nil
		}
		if err := errors.Join(err, db.Close()); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, store.ErrOlder) {
		return nil, err
	}
	alone, err := store.Open(ctx, address, log)
	if errors.Is(err, store.ErrInUse) {
		return nil, fmt.Errorf("it is of an older version, and can't be changed while others work on it: stop all of them (%w)", err)
	}
	if err != nil {
		return nil, err
	}
	if err := errors.Join(derive(ctx, alone, log), alone.Close()); err != nil {
		return nil, err
	}
	return nil, errMended
}
