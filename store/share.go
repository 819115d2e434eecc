package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"deuces/internal/leases"
	"deuces/match"
)

// Several processes may share a PostgreSQL database (Share). Each serves some shards, and
// writes for a guild only under the term of its shard, which every transaction makes sure
// of (postgresShared.begin). What belongs to no guild (people, what they have chosen) is
// anybody's who has joined; such a write has a transaction of its own, so that two
// processes never wait for each other's rows in a circle.

// ErrNotOurs: the guild is another process's, or nobody's. Nothing was written.
var ErrNotOurs = errors.New("another process serves this server now")

// owner is whom a write is for.
type owner struct {
	guild string
	table match.ID
	first bool   // what there is one of: it is the business of whoever has the first shard
	none  bool   // nobody in particular
	apart bool   // rows of others may be touched: a transaction of its own
	topic string // all processes are told, where it is not empty
}

func ofGuild(guild string) owner { return owner{guild: guild} }
func ofTable(id match.ID) owner  { return owner{table: id} }
func ofFirst() owner             { return owner{first: true, topic: topicEmojis} }
func ofPeople() owner            { return owner{none: true, topic: topicPeople} }
func ofNobody() owner            { return owner{none: true} }

// andPeople is for a write of a guild that touches people, too.
func (o owner) andPeople() owner {
	o.apart, o.topic = true, topicPeople
	return o
}

// claim is under what a write is made where several processes share the database.
type claim struct {
	shard  int
	term   int64
	member bool // of no shard: it is enough that the process has joined
	apart  bool // in a transaction of its own
}

// sharing is what a Store knows of its shards. nil: the database is this process's alone.
type sharing struct {
	db      *sql.DB // for the leases, beside the writer's
	renewal *sql.DB // for renewing alone, so that nothing holds it up

	mu      sync.Mutex
	me      int64
	of      int // shards in all
	terms   map[int]int64
	homes   map[match.ID]string // the guilds of tables
	hearing bool                // what others change
}

// Share opens a PostgreSQL database of this program's version as one process of several.
// Nothing can be written until it has joined them (Join) and holds a shard (Hold). ErrOlder
// says that the database has to be opened by Open first, ErrInUse that somebody has it
// open so.
func Share(ctx context.Context, address string) (*Store, error) {
	return share(ctx, address, nil)
}

// share is Share, with connections of the writer that are wrapped.
func share(ctx context.Context, address string, wrapped wrap) (_ *Store, err error) {
	if !onPostgres(address) {
		return nil, fmt.Errorf("%s is a file, which one process has for itself", address)
	}
	var opened []*sql.DB
	defer func() {
		if err != nil {
			for _, db := range opened {
				err = errors.Join(err, db.Close())
			}
			err = fmt.Errorf("%s: %w", Shown(address), inWords(err))
		}
	}()
	open := func(params map[string]string, size int, w wrap, check checking) (*sql.DB, error) {
		db, err := postgresPool(address, params, size, w, check)
		if err == nil {
			opened = append(opened, db)
			err = db.PingContext(ctx)
		}
		return db, err
	}
	// A process that stands still in a transaction must not hold up who takes over.
	db, err := open(alert(map[string]string{"idle_in_transaction_session_timeout": "5000"}), 1, wrapped, joined)
	if err != nil {
		return nil, err
	}
	if err := currentPostgres(ctx, db); err != nil {
		return nil, err
	}
	brief := func() map[string]string {
		return alert(map[string]string{"idle_in_transaction_session_timeout": "5000", "statement_timeout": "5000"})
	}
	lease, err := open(brief(), 3, nil, durable)
	if err != nil {
		return nil, err
	}
	renewal, err := open(brief(), 1, nil, durable)
	if err != nil {
		return nil, err
	}
	readers, err := open(readingOnly(), readers(), wrapped, nil)
	if err != nil {
		return nil, err
	}
	s := &sharing{db: lease, renewal: renewal, terms: map[int]int64{}, homes: map[match.ID]string{}}
	e := postgresShared{postgres{address: address}, s}
	w := newWriter(db, e)
	return &Store{
		Reader:  newReader(readers, address, e),
		writer:  w,
		sharing: s,
		close:   sync.OnceValue(func() error { return errors.Join(w.close(), lease.Close(), renewal.Close(), readers.Close()) }),
	}, nil
}

// postgresShared is the engine of a database that several processes share.
type postgresShared struct {
	postgres
	sharing *sharing
}

// begin begins a transaction, and refuses those writes of it whose shard has another
// owner now. Who takes a shard over waits for the end of the transaction.
func (e postgresShared) begin(ctx context.Context, t *tx, group []job) (refused []error, err error) {
	if err := t.exec(ctx, `BEGIN`); err != nil {
		return nil, err
	}
	refused = make([]error, len(group))
	if group[0].under.member {
		var one int
		err := t.get(ctx, `SELECT 1 FROM processes WHERE id = ? FOR KEY SHARE`, []any{e.sharing.id()}, &one)
		if errors.Is(err, sql.ErrNoRows) {
			refused[0], err = leases.ErrLost, nil
		}
		return refused, err
	}
	var shards []int
	for _, j := range group {
		shards = append(shards, j.under.shard)
	}
	list, err := json.Marshal(shards)
	if err != nil {
		return nil, err
	}
	terms := map[int]int64{}
	err = t.each(ctx, func(rows *sql.Rows) error {
		var shard int
		var term int64
		err := rows.Scan(&shard, &term)
		terms[shard] = term
		return err
	}, `SELECT s.shard, s.term FROM shards AS s WHERE s.shard IN (SELECT value FROM json_each(?) AS j) ORDER BY s.shard FOR SHARE`, string(list))
	for i, j := range group {
		if terms[j.under.shard] != j.under.term {
			refused[i] = ErrNotOurs
		}
	}
	return refused, err
}

func (s *sharing) id() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.me
}

// write carries out do for whom it is. See writer.write.
func (s *Store) write(ctx context.Context, of owner, do func(context.Context, *tx) error) error {
	under, err := s.claim(ctx, of)
	if err != nil {
		return err
	}
	if s.sharing == nil || of.topic == "" {
		return s.writer.write(ctx, under, do)
	}
	return s.writer.write(ctx, under, func(ctx context.Context, tx *tx) error {
		if err := do(ctx, tx); err != nil {
			return err
		}
		return tx.exec(ctx, selectNotify, of.topic)
	})
}

// claim is under what a write is made.
func (s *Store) claim(ctx context.Context, of owner) (claim, error) {
	if s.sharing == nil {
		return claim{}, nil
	}
	guild := of.guild
	switch {
	case of.none:
		return claim{member: true, apart: true}, nil
	case of.first:
		guild = "" // which belongs to the first shard
	case of.table != 0:
		var err error
		if guild, err = s.home(ctx, of.table); err != nil {
			return claim{}, err
		}
	}
	shard, term := s.sharing.term(guild)
	if term == 0 {
		return claim{}, ErrNotOurs
	}
	return claim{shard: shard, term: term, apart: of.apart}, nil
}

// term is that of a guild's shard; 0 where this process does not have it.
func (s *sharing) term(guild string) (shard int, term int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shard = leases.Of(guild, s.of)
	return shard, s.terms[shard]
}

// owns says whether this process looks after a guild.
func (s *Store) owns(guild string) bool {
	if s.sharing == nil {
		return true
	}
	_, term := s.sharing.term(guild)
	return term != 0
}

// home is the guild of a table.
func (s *Store) home(ctx context.Context, id match.ID) (string, error) {
	s.sharing.mu.Lock()
	guild, ok := s.sharing.homes[id]
	s.sharing.mu.Unlock()
	if ok {
		return guild, nil
	}
	err := s.db.QueryRowContext(ctx, `SELECT guild FROM tables WHERE id = ?`, id).Scan(&guild)
	if errors.Is(err, sql.ErrNoRows) {
		return "", match.ErrNoTable
	}
	if err == nil {
		s.sharing.settle(id, guild)
	}
	return guild, err
}

// settle remembers the guild of a table.
func (s *sharing) settle(id match.ID, guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.homes) >= keptMost {
		s.homes = map[match.ID]string{}
	}
	s.homes[id] = guild
}

// ours leaves out what belongs to guilds of other processes.
func ours[T any](s *Store, all []T, guild func(T) string) []T {
	if s.sharing == nil {
		return all
	}
	var mine []T
	for _, one := range all {
		if s.owns(guild(one)) {
			mine = append(mine, one)
		}
	}
	return mine
}

// homed is a table with its guild.
type homed struct {
	id    match.ID
	guild string
}

func scanHomed(rows *sql.Rows) (h homed, err error) {
	err = rows.Scan(&h.id, &h.guild)
	return h, err
}

// oursOf reads tables with their guilds, and returns those of this process; of some guilds,
// where it is told of which.
func (s *Store) oursOf(ctx context.Context, of func(guild string) bool, query string) ([]match.ID, error) {
	all, err := collect(ctx, s.db, scanHomed, query)
	if err != nil {
		return nil, err
	}
	var ids []match.ID
	for _, h := range ours(s, all, func(h homed) string { return h.guild }) {
		if s.sharing != nil {
			s.sharing.settle(h.id, h.guild)
		}
		if of == nil || of(h.guild) {
			ids = append(ids, h.id)
		}
	}
	return ids, nil
}

// In says whether a guild belongs to a shard.
func (s *Store) In(guild string, shard int) bool {
	s.sharing.mu.Lock()
	defer s.sharing.mu.Unlock()
	return leases.Of(guild, s.sharing.of) == shard
}

// Hold implements leases.Store. What is kept of guilds is read anew: another process may
// have changed it while it had the shard.
func (s *Store) Hold(shard int, term int64) {
	s.sharing.mu.Lock()
	if term == 0 {
		delete(s.sharing.terms, shard)
	} else {
		s.sharing.terms[shard] = term
	}
	s.sharing.mu.Unlock()
	s.settings.dropAll()
}
