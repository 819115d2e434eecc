package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"deuces/internal/leases"
	"deuces/store/engine"
)

// ErrNotOurs means that the guild's shard belongs to another process or to none. Nothing was
// written.
var ErrNotOurs = errors.New("another process serves this server now")

// sharedDatabase is the engine of a shared database.
type sharedDatabase struct {
	database
	leases *Leases
}

// Begin implements engine.Engine. It refuses the writes whose shard now has another owner. A
// process that takes over a shard waits for the end of the transaction.
func (d sharedDatabase) Begin(ctx context.Context, t *engine.Tx, group []engine.Claim) (refused []error, err error) {
	if err := t.Exec(ctx, `BEGIN`); err != nil {
		return nil, err
	}
	refused = make([]error, len(group))
	if group[0].Member {
		var one int
		err := t.Get(ctx, `SELECT 1 FROM processes WHERE id = ? FOR KEY SHARE`, []any{d.leases.Process.Load()}, &one)
		if errors.Is(err, sql.ErrNoRows) {
			refused[0], err = leases.ErrLost, nil
		}
		return refused, err
	}
	var shards []int
	for _, c := range group {
		shards = append(shards, c.Shard)
	}
	list, err := json.Marshal(shards)
	if err != nil {
		return nil, err
	}
	terms, err := engine.Map[int, int64](ctx, t, `SELECT s.shard, s.term FROM shards AS s WHERE s.shard IN (SELECT value FROM json_each(?) AS j) ORDER BY s.shard FOR SHARE`, string(list))
	for i, c := range group {
		if terms[c.Shard] != c.Term {
			refused[i] = ErrNotOurs
		}
	}
	return refused, err
}

// Processes that share a database notify each other that something changed, but not what. A
// notification arrives after the change is durable.
const (
	TopicShards = "shards" // ownership of shards
	TopicPeople = "people" // names or preferences
	TopicEmojis = "emojis"
)

// Notifications of other schemas arrive too; they are harmless.
const (
	channel     = "deuces"
	notifyQuery = `SELECT pg_notify('` + channel + `', ?)`
)

// Notify notifies all processes when the transaction commits.
func (l *Leases) Notify(ctx context.Context, t *engine.Tx, topic string) error {
	return t.Exec(ctx, notifyQuery, topic)
}

// Listen calls connected, and then changed for each notification, until the connection is lost
// or the context ends.
func (l *Leases) Listen(ctx context.Context, connected func(), changed func(topic string)) error {
	conn, err := pgx.Connect(ctx, l.address)
	if err != nil {
		return veil(l.address, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `LISTEN `+channel); err != nil {
		return err
	}
	connected()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		changed(n.Payload)
	}
}
