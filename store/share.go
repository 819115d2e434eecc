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

// Several processes may share a PostgreSQL database (Share). Each serves some shards and may
// write for a guild only under the term of its shard; every transaction checks that
// (postgres.Share). Data that belongs to no guild (people and their preferences) may be written
// by every process that has joined. Such a write gets its own transaction, so that two
// processes can't deadlock on each other's rows.

var _ leases.Store = (*Store)(nil)

// owner identifies the data that a write changes.
type owner struct {
	guild  string
	table  match.ID
	nobody bool   // the data belongs to no particular guild
	alone  bool   // the write needs its own transaction, because other processes may change the same rows
	topic  string // topic of which other processes are notified, or ""
}

func ofGuild(guild string) owner { return owner{guild: guild} }
func ofTable(id match.ID) owner  { return owner{table: id} }
func ofPeople() owner            { return owner{nobody: true, alone: true, topic: postgres.TopicPeople} }
func ofNoGuild() owner           { return owner{nobody: true, alone: true} }

// ofEmojis is the owner of the emojis. There is one set of them, and like the empty guild it belongs to
// the first shard.
func ofEmojis() owner { return owner{topic: postgres.TopicEmojis} }

// andPeople returns the owner for a write of a guild that also changes people.
func (o owner) andPeople() owner {
	o.alone, o.topic = true, postgres.TopicPeople
	return o
}

// sharing holds the shards and terms of this process.
type sharing struct {
	mu     sync.Mutex
	shards int // total number of shards
	terms  map[int]int64
	guilds map[match.ID]string
}

// Share opens a PostgreSQL database of this program's version as one of several processes. The
// process can't write until it has joined (Join) and holds a shard (Hold). ErrOlder means that
// Open must migrate the database first, ErrInUse that a process has it open with Open.
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
	s.cachePeople(false) // until Listen receives notifications
	return s, nil
}

// write performs a write for an owner. See writer.write.
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

// exec executes one statement for an owner.
func (s *Store) exec(ctx context.Context, of owner, query string, args ...any) error {
	return s.write(ctx, of, func(ctx context.Context, tx *tx) error { return tx.Exec(ctx, query, args...) })
}

// claim returns the claim for a write.
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

// term returns the shard of a guild and the term under which this process holds that shard, or 0 if
// it doesn't hold the shard.
func (s *sharing) term(guild string) (shard int, term int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shard = leases.Of(guild, s.shards)
	return shard, s.terms[shard]
}

// guildOf returns the guild of a table.
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

// remember caches the guild of a table.
func (s *sharing) remember(id match.ID, guild string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.guilds) >= maxCached {
		s.guilds = map[match.ID]string{}
	}
	s.guilds[id] = guild
}

// ours returns the elements whose guilds belong to this process.
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

// Hold implements leases.Store. It clears the cached settings and nicknames of guilds, because
// another process may have changed them while it had the shard.
func (s *Store) Hold(shard int, term int64) {
	s.sharing.mu.Lock()
	if term == 0 {
		delete(s.sharing.terms, shard)
	} else {
		s.sharing.terms[shard] = term
	}
	s.sharing.mu.Unlock()
	s.settings.clear()
	s.nicknames.clear()
}

// Listen receives notifications of changes by other processes until the context ends, and
// clears the affected caches. It calls shards and emojis when those change. After a lost
// connection it assumes that everything changed.
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
			log.Warn().Err(err).Msg("cannot receive notifications from other processes; retrying")
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// cachePeople clears the caches of people and enables or disables them. They are disabled while
// this process receives no notifications.
func (s *Store) cachePeople(on bool) {
	s.people.enable(on)
	s.numbers.enable(on)
	s.nicknames.enable(on)
	s.preferences.enable(on)
}
