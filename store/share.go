package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deuces/store/engine"
	"deuces/store/postgres"
	"deuces/table"
)

// Several processes may share a PostgreSQL database (Share). Which one serves a guild isn't the
// store's business: it stays right if two of them write for the same guild.
//
//   - The log has each event once (Append), and what an event adds to the standings is in the same
//     transaction. So only one of two processes plays a round. A channel gets one table (reserve).
//   - A write that depends on what it has read of a guild first waits for those of other processes
//     (writeGuild).
//   - Every other write is one that may be made twice: it replaces a row, or changes only what is as
//     it was read.
//   - Rows of people, which every process writes, are written in a transaction of their own
//     (writePeople), so that two processes can't deadlock.

// Member is one of the processes that share a database.
type Member = postgres.Member

// NewMember returns a process that shares the database at an address.
func NewMember(address string) *Member { return postgres.NewMember(address) }

// Share opens a PostgreSQL database of this program's version for one of several processes. ErrOlder
// means that Open must migrate the database first, ErrInUse that a process has it open with Open. The
// caller reports notifications (Heard, Deaf).
func Share(ctx context.Context, m *Member) (*Store, error) {
	if IsFile(m.Address) {
		return nil, fmt.Errorf("%s is a file, which only one process can use", m.Address)
	}
	o, err := withSteps(m.Address, engine.Options{})
	if err != nil {
		return nil, err
	}
	db, err := postgres.Share(ctx, m, o)
	if err != nil {
		return nil, err
	}
	s := newStore(db)
	s.shared = true
	s.Deaf()
	return s, nil
}

// writePeople performs a write of data about people and notifies other processes.
func (s *Store) writePeople(ctx context.Context, do func(context.Context, *tx) error) error {
	return s.writer.write(ctx, s.shared, func(ctx context.Context, tx *tx) error {
		err := do(ctx, tx)
		if err == nil {
			err = s.notify(ctx, tx, postgres.TopicPeople)
		}
		return err
	})
}

// writeGuild performs a write that depends on what it reads of a guild.
func (s *Store) writeGuild(ctx context.Context, guild string, do func(context.Context, *tx) error) error {
	return s.write(ctx, func(ctx context.Context, tx *tx) error {
		if err := s.engine.Serialize(ctx, tx.Tx, guild); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// reserve returns table.ErrConflict if a channel already has a live table. A single process knows that
// itself.
func (s *Store) reserve(ctx context.Context, tx *tx, guild, channel string) error {
	if !s.shared || channel == "" {
		return nil
	}
	err := s.engine.Serialize(ctx, tx.Tx, guild)
	var live int
	if err == nil {
		err = tx.Get(ctx, `SELECT count(*) FROM tables WHERE guild = ? AND channel = ? AND ended IS NULL AND lost IS NULL`, []any{guild, channel}, &live)
	}
	if err == nil && live > 0 {
		err = table.ErrConflict
	}
	return err
}

// ours returns the elements in guilds that this process serves.
func ours[T any](s *Store, all []T, guild func(T) string) []T {
	if s.Serves == nil {
		return all
	}
	return slices.DeleteFunc(all, func(one T) bool { return !s.Serves(guild(one)) })
}

// notify notifies the processes that share the database when the transaction commits.
func (s *Store) notify(ctx context.Context, tx *tx, topic string) error {
	if !s.shared {
		return nil
	}
	return postgres.Notify(ctx, tx.Tx, topic)
}

// Notify sends a notification of less than 8,000 bytes to the processes that share the database.
func (s *Store) Notify(ctx context.Context, topic string) error {
	return s.write(ctx, func(ctx context.Context, tx *tx) error { return s.notify(ctx, tx, topic) })
}

// Heard clears the caches that a notification of another process concerns. The topic is "" if
// notifications arrive from now on. It reports whether the emojis may have changed.
func (s *Store) Heard(topic string) (emojis bool) {
	switch topic {
	case "", postgres.TopicPeople:
		s.cachePeople(true)
	}
	return topic == "" || topic == postgres.TopicEmojis
}

// Deaf switches off the caches of people, because no notifications of other processes arrive.
func (s *Store) Deaf() { s.cachePeople(false) }

// Refresh clears the caches of guilds, because another process may have changed them.
func (s *Store) Refresh() {
	s.settings.clear()
	s.nicknames.clear()
}

// cachePeople clears the caches of people and enables or disables them.
func (s *Store) cachePeople(on bool) {
	s.people.enable(on)
	s.numbers.enable(on)
	s.nicknames.enable(on)
	s.preferences.enable(on)
}

// Slot reserves, in a shared database, the next time at which a session of a class may start, and
// returns the wait until then. apart is the minimum time between two sessions of a class. Slot also
// counts the sessions of all processes. If the daily limit most is reached (0: no limit), it returns
// an error, since Discord would revoke the bot's token.
func (s *Store) Slot(ctx context.Context, class int, apart time.Duration, most int) (wait time.Duration, err error) {
	defer engine.Annotate(&err, "when a session may be started")
	err = s.writer.write(ctx, true, func(ctx context.Context, tx *tx) error {
		if err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(`+postgres.StateLock+`)`); err != nil {
			return err
		}
		var started int
		err := tx.Get(ctx, `SELECT coalesce(sum(sessions), 0) FROM starts WHERE hour >= `+postgres.Clock+` / 3600000 - 24`, nil, &started)
		if err == nil && most > 0 && started >= most {
			err = fmt.Errorf("%d sessions were started in a day, which is Discord's limit", started)
		}
		if err != nil {
			return err
		}
		var ms int64
		err = tx.Get(ctx, `INSERT INTO identifies AS i (class, next) VALUES (?1, `+postgres.Clock+` + ?2)
			ON CONFLICT (class) DO UPDATE SET next = greatest(i.next, `+postgres.Clock+`) + ?2 RETURNING next - ?2 - `+postgres.Clock, []any{class, apart.Milliseconds()}, &ms)
		if err != nil {
			return err
		}
		wait = max(0, time.Duration(ms)*time.Millisecond)
		return tx.ExecAll(ctx, []string{
			`INSERT INTO starts AS s (hour, sessions) VALUES (` + postgres.Clock + ` / 3600000, 1) ON CONFLICT (hour) DO UPDATE SET sessions = s.sessions + 1`,
			`DELETE FROM starts WHERE hour < ` + postgres.Clock + ` / 3600000 - 24`,
		})
	})
	return wait, err
}
