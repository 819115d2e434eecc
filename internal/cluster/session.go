package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"deuces/store/postgres"
)

// TopicShards is the topic of notifications of changes of the state.
const TopicShards = "shards"

// Keys of advisory locks of processes and of shards. A schema has keys of its own.
const (
	processClass = `hashtext('deuces process ' || current_schema())`
	shardClass   = `hashtext('deuces shard ' || current_schema())`
)

// held is a query of the locks that sessions hold.
const held = `held AS MATERIALIZED (SELECT classid, objid::bigint AS n, pid FROM pg_locks
	WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

// clock is the SQL expression for the database's time in milliseconds.
const clock = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// Database opens sessions in a PostgreSQL database as one of the connections of a process.
type Database struct{ *postgres.Member }

// Open implements Opener.
func (d Database) Open(ctx context.Context) (Session, error) {
	c, err := d.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := c.Exec(ctx, `LISTEN `+postgres.Channel); err != nil {
		return nil, errors.Join(err, c.Close(ctx))
	}
	return &session{c, d.Name}, nil
}

type session struct {
	conn *pgx.Conn
	Name string // application_name of the process's connections
}

func (s *session) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.conn.Close(ctx) // the server notices that the connection ends
}

func (s *session) Wait(ctx context.Context) (topic string, err error) {
	got, err := s.conn.WaitForNotification(ctx)
	if err != nil {
		return "", err
	}
	return got.Payload, nil
}

// locked calls do in a transaction with the lock for changes of the state, and notifies all processes.
func (s *session) locked(ctx context.Context, what string, do func(pgx.Tx) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", what, err)
		}
	}()
	return pgx.BeginFunc(ctx, s.conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(`+postgres.StateLock+`)`)
		if err == nil {
			err = do(tx)
		}
		if err == nil {
			_, err = tx.Exec(ctx, `SELECT pg_notify($1, $2)`, postgres.Channel, TopicShards)
		}
		return err
	})
}

// Join implements Session. The first process sets the number of shards. If a program without shards
// ran before, the time of its last heartbeat applies to every shard.
func (s *session) Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error) {
	err = s.locked(ctx, "join the other processes", func(tx pgx.Tx) error {
		// An earlier attempt may have succeeded without an answer.
		if _, err := tx.Exec(ctx, `WITH earlier AS (DELETE FROM processes WHERE name = $1 RETURNING id) UPDATE shards SET owner = 0 FROM earlier WHERE owner = earlier.id`, s.Name); err != nil {
			return err
		}
		var theirs *int
		err := tx.QueryRow(ctx, `WITH `+held+` SELECT max(p.shards) FROM processes AS p
			WHERE p.beat > `+clock+` - $1 OR EXISTS (SELECT 1 FROM held AS h WHERE h.classid = `+processClass+`::oid AND h.n = p.id)`,
			Expiry.Milliseconds()).Scan(&theirs)
		if err != nil {
			return err
		}
		of = shards
		switch {
		case theirs != nil && adopt:
			of = *theirs
		case theirs != nil && *theirs != shards:
			return &Divided{Theirs: *theirs, Ours: shards}
		}
		if err := divide(ctx, tx, of); err != nil {
			return err
		}
		err = tx.QueryRow(ctx, `INSERT INTO processes (name, shards, beat, alive) VALUES ($1, $2, `+clock+`, $3) RETURNING id`, s.Name, of, time.Now().UnixMilli()).Scan(&me)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `SELECT pg_advisory_lock(`+processClass+`, $1)`, int32(me))
		return err
	})
	return me, of, err
}

// divide creates the shards if there is another number of them. No process may be alive then.
func divide(ctx context.Context, tx pgx.Tx, of int) error {
	var there int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM shards`).Scan(&there); err != nil || there == of {
		return err
	}
	// The connections of processes that have crashed end here, so that nothing is written any more.
	var left int
	err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE NOT ended)
		FROM (SELECT pg_terminate_backend(pid, 1000) AS ended FROM pg_stat_activity WHERE application_name IN (SELECT name FROM processes)) AS all_of_them`).Scan(&left)
	if err == nil && left > 0 {
		err = fmt.Errorf("%d connections of crashed processes have not ended yet", left)
	}
	if err != nil {
		return err
	}
	// Each new shard gets the latest alive time of the previous ones.
	var alive int64
	err = tx.QueryRow(ctx, `SELECT greatest((SELECT coalesce(max(alive), 0) FROM shards), (SELECT coalesce(max(alive), 0) FROM processes), (SELECT coalesce(max(at), 0) FROM alive))`).Scan(&alive)
	for _, query := range []string{`DELETE FROM processes`, `DELETE FROM shards`} {
		if err == nil {
			_, err = tx.Exec(ctx, query)
		}
	}
	if err == nil {
		_, err = tx.Exec(ctx, `INSERT INTO shards (shard, owner, alive) SELECT n, 0, $1::bigint FROM generate_series(0, $2::bigint - 1) AS n`, alive, of)
	}
	return err
}

// Attach implements Session.
func (s *session) Attach(ctx context.Context, me int64) error {
	// The earlier session may still live, if only the network has failed.
	_, err := s.conn.Exec(ctx, `WITH `+held+` SELECT pg_terminate_backend(h.pid, 1000) FROM held AS h WHERE h.classid = `+processClass+`::oid AND h.n = $1`, me)
	if err != nil {
		return err
	}
	return s.locked(ctx, "take the locks of the earlier session", func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `UPDATE processes SET beat = greatest(beat + 1, `+clock+`) WHERE id = $1`, me)
		if err == nil && done.RowsAffected() == 0 {
			err = ErrLost
		}
		if err != nil {
			return err
		}
		var mine bool
		err = tx.QueryRow(ctx, `SELECT pg_try_advisory_lock(`+processClass+`, $1)`, int32(me)).Scan(&mine)
		if err == nil && !mine {
			err = errors.New("the earlier session has not ended yet")
		}
		if err == nil {
			_, err = tx.Exec(ctx, `SELECT pg_try_advisory_lock(`+shardClass+`, shard::integer) FROM shards WHERE owner = $1`, me)
		}
		return err
	})
}

// Exchange implements Session. All statements go to the server at once and are one transaction. So a
// process that hangs doesn't keep the lock.
func (s *session) Exchange(ctx context.Context, me int64, changes []Change) (state State, err error) {
	b := &pgx.Batch{}
	b.Queue(`UPDATE processes SET beat = greatest(beat + 1, `+clock+`), alive = $2 WHERE id = $1`, me, time.Now().UnixMilli())
	if len(changes) > 0 {
		b.Queue(`SELECT pg_advisory_xact_lock(` + postgres.StateLock + `)`)
		for _, c := range changes {
			if err := c.queue(b, me); err != nil {
				return state, err
			}
		}
		b.Queue(`SELECT pg_notify($1, $2)`, postgres.Channel, TopicShards)
	}
	var text []byte
	b.Queue(`WITH `+held+` SELECT json_build_object(
		'processes', (SELECT coalesce(json_agg(json_build_object('id', p.id, 'beat', p.beat, 'leaving', p.leaving = 1, 'held', h.pid IS NOT NULL) ORDER BY p.id), '[]')
			FROM processes AS p LEFT JOIN held AS h ON h.classid = `+processClass+`::oid AND h.n = p.id),
		'shards', (SELECT coalesce(json_agg(json_build_object('owner', x.owner, 'heir', x.heir, 'connected', x.connected = 1, 'alive', x.alive,
				'locked', coalesce(h.pid = pg_backend_pid(), false), 'answered', CASE WHEN x.owner = $1 AND x.answered <> '' THEN x.answered::json END) ORDER BY x.shard), '[]')
			FROM shards AS x LEFT JOIN held AS h ON h.classid = `+shardClass+`::oid AND h.n = x.shard))`, me).QueryRow(func(row pgx.Row) error { return row.Scan(&text) })
	if err := s.conn.SendBatch(ctx, b).Close(); err != nil {
		return state, fmt.Errorf("send a heartbeat: %w", err)
	}
	return state, json.Unmarshal(text, &state)
}

// queue adds the statements of a change to a batch.
func (c Change) queue(b *pgx.Batch, me int64) error {
	switch c.do {
	case end:
		// Not if it has a new session or has sent a heartbeat meanwhile. Connections that this user may not
		// end are left out, since an error would undo this process's own heartbeat.
		b.Queue(`SELECT pg_terminate_backend(a.pid) FROM processes AS p JOIN pg_stat_activity AS a ON a.application_name = p.name
			JOIN pg_roles AS them ON them.oid = a.usesysid JOIN pg_roles AS us ON us.rolname = current_user
			WHERE p.id = $1 AND p.beat = $2 AND `+postgres.MayEnd("us", "them"), c.process, c.beat)
	case bury:
		b.Queue(`WITH `+held+`, gone AS (DELETE FROM processes AS p WHERE p.id = $1
				AND NOT EXISTS (SELECT 1 FROM held AS h WHERE h.classid = `+processClass+`::oid AND h.n = p.id)
				AND NOT EXISTS (SELECT 1 FROM pg_stat_activity AS a WHERE a.application_name = p.name) RETURNING id, alive)
			UPDATE shards SET owner = 0, answered = '', alive = gone.alive FROM gone WHERE owner = gone.id`, c.process)
		b.Queue(`UPDATE shards SET heir = 0, connected = 0 WHERE heir <> 0 AND heir NOT IN (SELECT id FROM processes)`)
	case claim:
		b.Queue(`UPDATE shards SET owner = $1, heir = 0, connected = 0, answered = '' WHERE shard = $2 AND owner = 0 AND heir IN (0, $1)`, me, c.shard)
		b.Queue(`SELECT pg_try_advisory_lock(`+shardClass+`, shard::integer) FROM shards WHERE shard = $2 AND owner = $1`, me, c.shard)
	case inherit:
		b.Queue(`UPDATE shards SET heir = $1, connected = 0 WHERE shard = $2 AND heir = 0 AND owner NOT IN (0, $1)`, me, c.shard)
	case disinherit:
		b.Queue(`UPDATE shards SET heir = 0, connected = 0 WHERE shard = $2 AND heir = $1`, me, c.shard)
	case announce:
		b.Queue(`UPDATE shards SET connected = 1 WHERE shard = $2 AND heir = $1`, me, c.shard)
	case lock:
		b.Queue(`SELECT pg_try_advisory_lock(`+shardClass+`, shard::integer) FROM shards WHERE shard = $2 AND owner = $1`, me, c.shard)
	case unlock:
		b.Queue(`SELECT pg_advisory_unlock(`+shardClass+`, $1)`, int32(c.shard))
	case give:
		list, err := json.Marshal(append([]string{}, c.answered...))
		if err != nil {
			return err
		}
		b.Queue(`UPDATE shards SET owner = heir, heir = 0, connected = 0, alive = $3, answered = $4 WHERE shard = $2 AND owner = $1`, me, c.shard, c.alive.UnixMilli(), string(list))
		b.Queue(`SELECT pg_advisory_unlock(`+shardClass+`, $1)`, int32(c.shard))
	case leave:
		b.Queue(`UPDATE processes SET leaving = 1 WHERE id = $1`, me)
	case resign:
		b.Queue(`UPDATE shards SET owner = 0, answered = '', alive = $2 WHERE owner = $1`, me, time.Now().UnixMilli())
		b.Queue(`UPDATE shards SET heir = 0, connected = 0 WHERE heir = $1`, me)
		b.Queue(`DELETE FROM processes WHERE id = $1`, me)
	}
	return nil
}
