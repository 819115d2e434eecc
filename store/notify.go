package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
)

// What processes that share a database tell each other, by PostgreSQL's notifications: that
// something has changed, never what. A notification arrives after the change is durable.
const (
	topicShards = "shards" // who has what
	topicPeople = "people" // names, or what people have chosen
	topicEmojis = "emojis"
)

const notifyChannel = "deuces"

// selectNotify tells all processes of a topic when the transaction is durable. Those of
// another schema hear it, too, and look in vain.
const selectNotify = `SELECT pg_notify('` + notifyChannel + `', ?)`

func notify(ctx context.Context, tx *sql.Tx, topic string) error {
	_, err := tx.ExecContext(ctx, selectNotify, topic)
	return err
}

// Listen hears what other processes have changed until the context ends, and forgets what
// that makes untrue. shards and emojis are called for what they name. After a lost
// connection anything may have changed.
func (s *Store) Listen(ctx context.Context, log zerolog.Logger, shards, emojis func()) {
	told := false
	for ctx.Err() == nil {
		err := s.listen(ctx, shards, emojis)
		if ctx.Err() != nil {
			return
		}
		s.sharing.hears(false)
		s.forget()
		if !told {
			told = true
			log.Warn().Err(err).Msg("can't hear what other processes change; trying again")
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (s *Store) listen(ctx context.Context, shards, emojis func()) error {
	conn, err := pgx.Connect(ctx, s.path)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `LISTEN `+notifyChannel); err != nil {
		return err
	}
	s.forget()
	s.sharing.hears(true)
	shards()
	emojis()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		switch n.Payload {
		case topicShards:
			shards()
		case topicPeople:
			s.forget()
		case topicEmojis:
			emojis()
		}
	}
}

// forget drops what is kept of people.
func (s *Store) forget() {
	s.dropPeople()
	s.preferences.dropAll()
}

// hears notes whether the process hears what others change. As long as it does not, it
// keeps nothing of people.
func (s *sharing) hears(now bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hearing = now
}

// keeps says whether what is read of people may be kept.
func (s *Store) keeps() bool {
	if s.sharing == nil {
		return true
	}
	s.sharing.mu.Lock()
	defer s.sharing.mu.Unlock()
	return s.sharing.hearing
}
