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

// processClass is the first key of the advisory locks of processes. A schema has a key of its own.
const processClass = `hashtext('deuces process ' || current_schema())`

// held is a query of the processes whose sessions live, because they hold their locks.
const held = `held AS MATERIALIZED (SELECT objid::bigint AS process, pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
	AND classid = ` + processClass + `::oid AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

// Open opens a session of a process.
func Open(ctx context.Context, m *postgres.Member) (Session, error) {
	c, err := m.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := c.Exec(ctx, `LISTEN `+postgres.Channel); err != nil {
		return nil, errors.Join(err, c.Close(ctx))
	}
	return &session{c, m}, nil
}

type session struct {
	conn   *pgx.Conn
	member *postgres.Member
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
	// The earlier session may still live, if only the network has failed.
	_, err = s.conn.Exec(ctx, `WITH `+held+` SELECT pg_terminate_backend(h.pid, 1000) FROM held AS h JOIN processes AS p ON p.id = h.process WHERE p.name = $1`, s.member.Name)
	if err != nil {
		return 0, 0, err
	}
	err = s.locked(ctx, "join the other processes", func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `UPDATE processes SET beat = greatest(beat + 1, `+postgres.Clock+`) WHERE name = $1 RETURNING id, shards`, s.member.Name).Scan(&me, &of)
		if errors.Is(err, pgx.ErrNoRows) {
			me, of, err = s.register(ctx, tx, shards, adopt)
		}
		if err != nil {
			return err
		}
		var mine bool
		err = tx.QueryRow(ctx, `SELECT pg_try_advisory_lock(`+processClass+`, $1)`, int32(me)).Scan(&mine)
		if err == nil && !mine {
			err = errors.New("the earlier session has not ended yet")
		}
		return err
	})
	if err == nil {
		s.member.Number.Store(me)
	}
	return me, of, err
}

// register gives this process a new number.
func (s *session) register(ctx context.Context, tx pgx.Tx, shards int, adopt bool) (me int64, of int, err error) {
	var theirs *int
	err = tx.QueryRow(ctx, `WITH `+held+` SELECT max(shards) FROM processes WHERE beat > `+postgres.Clock+` - $1 OR id IN (SELECT process FROM held)`, Expiry.Milliseconds()).Scan(&theirs)
	if err != nil {
		return 0, 0, err
	}
	switch {
	case theirs != nil && adopt:
		shards = *theirs
	case theirs != nil && *theirs != shards:
		return 0, 0, &Divided{Theirs: *theirs, Ours: shards}
	}
	if err := divide(ctx, tx, shards); err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, `INSERT INTO processes (name, shards, beat, alive) VALUES ($1, $2, `+postgres.Clock+`, $3) RETURNING id`, s.member.Name, shards, time.Now().UnixMilli()).Scan(&me)
	return me, shards, err
}

// divide creates the shards if there is another number of them. No process may be alive then.
func divide(ctx context.Context, tx pgx.Tx, of int) error {
	var there, left int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM shards`).Scan(&there); err != nil || there == of {
		return err
	}
	// The connections of processes that have crashed end here, so that nothing is written any more.
	err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE NOT pg_terminate_backend(pid, 1000)) FROM pg_stat_activity WHERE application_name IN (SELECT name FROM processes)`).Scan(&left)
	if err == nil && left > 0 {
		err = fmt.Errorf("%d connections of crashed processes have not ended yet", left)
	}
	// Each new shard gets the latest alive time of the previous ones.
	for _, query := range []string{
		`INSERT INTO shards (shard, owner, alive) SELECT n, 0, greatest((SELECT coalesce(max(alive), 0) FROM shards), (SELECT coalesce(max(alive), 0) FROM processes), (SELECT coalesce(max(at), 0) FROM alive))
			FROM generate_series(0, $1::bigint - 1) AS n ON CONFLICT (shard) DO UPDATE SET owner = 0, heir = 0, connected = 0, alive = excluded.alive, answered = ''`,
		`DELETE FROM shards WHERE shard >= $1`,
		`DELETE FROM processes WHERE shards <> $1`,
	} {
		if err == nil {
			_, err = tx.Exec(ctx, query, of)
		}
	}
	return err
}

// Exchange implements Session. All statements go to the server at once and are one transaction. So a
// process that hangs doesn't keep the lock.
func (s *session) Exchange(ctx context.Context, me int64, changes []Change) (state State, err error) {
	b := &pgx.Batch{}
	b.Queue(`UPDATE processes SET beat = greatest(beat + 1, `+postgres.Clock+`), alive = $2 WHERE id = $1`, me, time.Now().UnixMilli())
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
		'processes', (SELECT coalesce(json_agg(json_build_object('id', id, 'beat', beat, 'leaving', leaving = 1, 'held', id IN (SELECT process FROM held)) ORDER BY id), '[]') FROM processes),
		'shards', (SELECT coalesce(json_agg(json_build_object('owner', owner, 'heir', heir * connected, 'alive', alive,
			'answered', CASE WHEN owner IN (0, $1) AND answered <> '' THEN answered::json END) ORDER BY shard), '[]') FROM shards))`, me).QueryRow(func(row pgx.Row) error { return row.Scan(&text) })
	if err := s.conn.SendBatch(ctx, b).Close(); err != nil {
		return state, fmt.Errorf("send a heartbeat: %w", err)
	}
	return state, json.Unmarshal(text, &state)
}

// queue adds the statements of a change to a batch.
func (c Change) queue(b *pgx.Batch, me int64) error {
	switch c.do {
	case move:
		// What the previous owner has answered changes only together with the owner.
		answered := ""
		if c.to.Answered != nil {
			list, err := json.Marshal(c.to.Answered)
			if err != nil {
				return err
			}
			answered = string(list)
		}
		b.Queue(`UPDATE shards SET owner = $4, heir = $5, connected = least($5::bigint, 1), alive = $6, answered = CASE WHEN owner = $4 THEN answered ELSE $7 END
			WHERE shard = $1 AND owner = $2 AND heir * connected = $3`, c.shard, c.from.Owner, c.from.Heir, c.to.Owner, c.to.Heir, c.to.Alive, answered)
	case bury:
		// Not if it has a new session or has sent a heartbeat meanwhile. Connections that this user may not
		// end are left out, since an error would undo this process's own heartbeat.
		b.Queue(`SELECT pg_terminate_backend(a.pid) FROM processes AS p JOIN pg_stat_activity AS a ON a.application_name = p.name
			JOIN pg_roles AS them ON them.oid = a.usesysid JOIN pg_roles AS us ON us.rolname = current_user
			WHERE p.id = $1 AND p.beat = $2 AND `+postgres.MayEnd("us", "them"), c.process.ID, c.process.Beat)
		b.Queue(`WITH `+held+`, gone AS (DELETE FROM processes AS p WHERE p.id = $1 AND p.id NOT IN (SELECT process FROM held)
				AND NOT EXISTS (SELECT 1 FROM pg_stat_activity AS a WHERE a.application_name = p.name) RETURNING id, alive)
			UPDATE shards SET owner = 0, answered = '', alive = gone.alive FROM gone WHERE owner = gone.id`, c.process.ID)
		b.Queue(`UPDATE shards SET heir = 0, connected = 0 WHERE heir <> 0 AND heir NOT IN (SELECT id FROM processes)`)
	case leave:
		b.Queue(`UPDATE processes SET leaving = $2::boolean::integer WHERE id = $1`, me, c.leaving)
	case resign:
		b.Queue(`UPDATE shards SET owner = 0, answered = '', alive = $2 WHERE owner = $1`, me, time.Now().UnixMilli())
		b.Queue(`UPDATE shards SET heir = 0, connected = 0 WHERE heir = $1`, me)
		b.Queue(`DELETE FROM processes WHERE id = $1`, me)
	}
	return nil
}
