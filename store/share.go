package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/leases"
	"deuces/match"
	"deuces/store/engine"
	"deuces/store/postgres"
)

// Several processes may share a PostgreSQL database (Share). Each serves some shards, and writes
// for a guild only under the term of its shard, which every transaction makes sure of
// (postgres.Share). What belongs to no guild (people, what they have chosen) can be written by
// every process that has joined; such a write has a transaction of its own, so that two processes
// never wait for each other's rows in a circle.

var _ leases.Store = (*Store)(nil)

// owner says whom a write is for.
type owner struct {
	guild  string
	table  match.ID
	nobody bool   // nobody in particular
	alone  bool   // rows of others may be touched: a transaction of its own
	topic  string // all processes are told, if it is not empty
}

func ofGuild(guild string) owner { return owner{guild: guild} }
func ofTable(id match.ID) owner  { return owner{table: id} }
func ofPeople() owner            { return owner{nobody: true, alone: true, topic: postgres.TopicPeople} }
func ofNobody() owner            { return owner{nobody: true, alone: true} }

// ofEmojis is for what there is one of: it belongs to the first shard, as the empty guild does.
func ofEmojis() owner { return owner{topic: postgres.TopicEmojis} }

// andPeople is for a write of a guild that touches people, too.
func (o owner) andPeople() owner {
	o.alone, o.topic = true, postgres.TopicPeople
	return o
}

// sharing is what a Store knows of the shards. nil: the database is this process's alone.
type sharing struct {
	mu     sync.Mutex
	shards int // in all
	terms  map[int]int64
	guilds map[match.ID]string
}

// Share opens a PostgreSQL database of this program's version as one process of several. Nothing
// can be written until it has joined them (Join) and holds a shard (Hold). ErrOlder says that the
// database has to be opened by Open first, ErrInUse that somebody has it open so.
func Share(ctx context.Context, address string) (*Store, error) {
	return share(ctx, address, engine.Options{})
}

func share(ctx context.Context, address string, o engine.Options) (*Store, error) {
	if IsFile(address) {
		return nil, fmt.Errorf("%s is a file, which one process has for itself", address)
	}
	o, err := withSteps(address, o)
	if err != nil {
		return nil, err
	}
	db, shared, err := postgres.Share(ctx, address, o)
	if err != nil {
		return nil, err
	}
	s := newStore(db)
	s.Leases, s.sharing = shared, &sharing{terms: map[int]int64{}, guilds: map[match.ID]string{}}
	s.cachePeople(false) // until Listen hears what others change
	return s, nil
}

// write carries out do for its owner. See writer.write.
func (s *Store) write(ctx context.Context, of owner, do func(context.Context, *tx) error) error {
	if s.sharing == nil {
		return s.writer.write(ctx, engine.Claim{}, do)
	}
	claim, err := s.claim(ctx, of)
	if err != nil {
		return err
	}
	return s.writer.write(ctx, claim, func(ctx context.Context, tx *tx) error {
		err := do(ctx, tx)
		if err == nil && of.topic != "" {
			err = s.Notify(ctx, tx.Tx, of.topic)
		}
		return err
	})
}

// exec executes one statement for its owner.
func (s *Store) exec(ctx context.Context, of owner, query string, args ...any) error {
	return s.write(ctx, of, func(ctx context.Context, tx *tx) error { return tx.Exec(ctx, query, args...) })
}

// claim returns the claim under which a write is made.
func (s *Store) claim(ctx context.Context, of owner) (engine.Claim, error) {
	if of.nobody {
		return engine.Claim{Member: true, Alone: of.alone}, nil
	}
	guild := of.guild
	if of.table != 0 {
		var err error
		if guild, err = s.guildOf(ctx, of.table); err != nil {
			return engine.Claim{}, err
		}
	}
	shard, term := s.sharing.term(guild)
	if term == 0 {
		return engine.Claim{}, ErrNotOurs
	}
	return engine.Claim{Shard: shard, Term: term, Alone: of.alone}, nil
}

// term is that of a guild's shard; 0 if this process doesn't have it.
func (s *sharing) term(guild string) (shard int, term int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shard = leases.Of(guild, s.shards)
	return shard, s.terms[shard]
}

// guildOf is the guild of a table.
func (s *Store) guildOf(ctx context.Context, id match.ID) (string, error) {
	s.sharing.mu.Lock()
	guild, ok := s.sharing.guilds[id]
	s.sharing.mu.Unlock()
	if ok {
		return guild, nil
	}
	err := s.db.QueryRowContext(ctx, `SELECT guild FROM tables WHERE id = ?`, id).Scan(&guild)
	if errors.Is(err, sql.ErrNoRows) {
		return "", match.ErrNoTable
	}
	if err == nil {
		s.sharing.remember(id, guild)
	}
	return guild, err
}

// remember notes the guild of a table.
func (s *sharing) remember(id match.ID, guild string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.guilds) >= cacheMost {
		s.guilds = map[match.ID]string{}
	}
	s.guilds[id] = guild
}

// ours leaves out what belongs to guilds of other processes.
func ours[T any](s *Store, all []T, guild func(T) string) []T {
	if s.sharing == nil {
		return all
	}
	var mine []T
	for _, one := range all {
		if _, term := s.sharing.term(guild(one)); term != 0 {
			mine = append(mine, one)
		}
	}
	return mine
}

// In reports whether a guild belongs to a shard.
func (s *Store) In(guild string, shard int) bool {
	of, _ := s.sharing.term(guild)
	return of == shard
}

// Join implements leases.Store.
func (s *Store) Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error) {
	if me, of, err = s.Leases.Join(ctx, shards, adopt); err == nil {
		s.sharing.mu.Lock()
		defer s.sharing.mu.Unlock()
		s.sharing.shards, s.sharing.terms = of, map[int]int64{}
	}
	return me, of, err
}

// Hold implements leases.Store. The settings of guilds are read again: another process may have
// changed them while it had the shard.
func (s *Store) Hold(shard int, term int64) {
	s.sharing.mu.Lock()
	if term == 0 {
		delete(s.sharing.terms, shard)
	} else {
		s.sharing.terms[shard] = term
	}
	s.sharing.mu.Unlock()
	s.settings.clear()
}

// Listen hears what other processes have changed until the context ends, and clears the caches
// that this makes untrue. shards and emojis are called for what they name. After a lost connection
// anything may have changed.
func (s *Store) Listen(ctx context.Context, log zerolog.Logger, shards, emojis func()) {
	warned := false
	for ctx.Err() == nil {
		err := s.Leases.Listen(ctx, func() {
			s.cachePeople(true)
			shards()
			emojis()
		}, func(topic string) {
			switch topic {
			case postgres.TopicShards:
				shards()
			case postgres.TopicPeople:
				s.cachePeople(true)
			case postgres.TopicEmojis:
				emojis()
			}
		})
		if ctx.Err() != nil {
			return
		}
		s.cachePeople(false)
		if !warned {
			warned = true
			log.Warn().Err(err).Msg("can't hear what other processes change; trying again")
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// cachePeople clears what is cached of people. As long as this process doesn't hear what others
// change, it caches nothing of them.
func (s *Store) cachePeople(on bool) {
	s.people.enable(on)
	s.numbers.enable(on)
	s.preferences.enable(on)
}
