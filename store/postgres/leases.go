package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"deuces/internal/leases"
	"deuces/store/engine"
)

// Leases stores which process has which shards of a shared database. It implements leases.Store
// except Hold.
//
// Changes are made in short transactions, one at a time under a lock. Only Renew doesn't take
// the lock.
type Leases struct {
	address     string
	db, renewal *sql.DB      // Renew has its own pool, so that nothing delays it
	Process     atomic.Int64 // this process's number; 0 before Join
}

// clock is the SQL expression for the database's time in milliseconds.
const clock = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// change calls do while holding the lock, and notifies all processes.
func (l *Leases) change(ctx context.Context, what string, do func(*sql.Tx) error) (err error) {
	defer engine.Annotate(&err, "%s", what)
	return l.locked(ctx, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, notifyQuery, TopicShards)
		return err
	})
}

func (l *Leases) locked(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(`+leasesLock+`)`); err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// leasesLock is the advisory lock for changes of leases.
const leasesLock = `1147499876, hashtext(current_schema())`

// newTerm returns a number that was never used before.
func newTerm(ctx context.Context, tx *sql.Tx) (term int64, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE deuces SET term = term + 1 RETURNING term`).Scan(&term)
	return term, err
}

// Join implements leases.Store. The first process sets the number of shards. If a program
// without shards ran before, the time of its last heartbeat applies to every shard.
func (l *Leases) Join(ctx context.Context, shards int, adopt bool) (me int64, of int, err error) {
	err = l.change(ctx, "join the other processes", func(tx *sql.Tx) error {
		var theirs sql.Null[int]
		err := tx.QueryRowContext(ctx, `SELECT max(shards) FROM processes WHERE expires > `+clock).Scan(&theirs)
		if err != nil {
			return err
		}
		of = shards
		switch {
		case theirs.Valid && adopt:
			of = theirs.V
		case theirs.Valid && theirs.V != shards:
			return &leases.Divided{Theirs: theirs.V, Ours: shards}
		}
		if me, err = newTerm(ctx, tx); err != nil { // also revokes the term of a process that had the database alone
			return err
		}
		if !theirs.Valid {
			if err := divide(ctx, tx, of, me); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO processes (id, shards, expires, alive) VALUES (?, ?, `+clock+` + ?, ?)`,
			me, of, leases.Expiry.Milliseconds(), time.Now().UnixMilli())
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	l.Process.Store(me)
	return me, of, nil
}

// divide creates the shards. No living process may have any. If there are as many shards already,
// they are kept.
func divide(ctx context.Context, tx *sql.Tx, of int, term int64) error {
	if err := freeShards(ctx, tx, `owner <> 0 OR heir <> 0`); err != nil {
		return err
	}
	var there int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM shards`).Scan(&there); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM processes`); err != nil {
		return err
	}
	if there == of {
		return nil
	}
	// If the number of shards changes, each new shard gets the latest alive time of the previous
	// ones.
	var alive int64
	err := tx.QueryRowContext(ctx, `SELECT greatest((SELECT coalesce(max(alive), 0) FROM shards), (SELECT coalesce(max(at), 0) FROM alive))`).Scan(&alive)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM shards`); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO shards (shard, owner, term, alive) SELECT n, 0, ?::bigint, ?::bigint FROM generate_series(0, ?::bigint - 1) AS n`, term, alive, of)
	return err
}

// freeShards releases the matching shards. It waits for running transactions of their owners.
func freeShards(ctx context.Context, tx *sql.Tx, which string, args ...any) error {
	if _, err := tx.ExecContext(ctx, `SELECT shard FROM shards WHERE `+which+` ORDER BY shard FOR UPDATE`, args...); err != nil {
		return err
	}
	term, err := newTerm(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`UPDATE shards SET
		alive = coalesce((SELECT p.alive FROM processes AS p WHERE p.id = shards.owner), alive),
		owner = 0, term = %d, answered = '',
		heir = CASE WHEN heir IN (SELECT p.id FROM processes AS p WHERE p.expires > %s) THEN heir ELSE 0 END,
		connected = CASE WHEN heir IN (SELECT p.id FROM processes AS p WHERE p.expires > %s) THEN connected ELSE 0 END
		WHERE `, term, clock, clock)+which, args...)
	return err
}

// Renew implements leases.Store.
func (l *Leases) Renew(ctx context.Context) error {
	done, err := l.renewal.ExecContext(ctx, `UPDATE processes SET expires = `+clock+` + ?, alive = ? WHERE id = ?`,
		leases.Expiry.Milliseconds(), time.Now().UnixMilli(), l.Process.Load())
	if err != nil {
		return fmt.Errorf("renew the lease: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, leases.ErrLost)
	}
	return nil
}

// State implements leases.Store.
func (l *Leases) State(ctx context.Context) (state leases.State, err error) {
	defer engine.Annotate(&err, "who has which shard")
	tx, err := l.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return state, err
	}
	defer tx.Rollback() // it wrote nothing
	state.Processes, err = engine.Collect(ctx, tx, engine.Fields(func(p *leases.Process) []any { return []any{&p.ID, &p.Expired, &p.Leaving} }), `SELECT id, expires < `+clock+`, leaving = 1 FROM processes ORDER BY id`)
	if err != nil {
		return state, fmt.Errorf("who shares the database: %w", err)
	}
	state.Shards, err = engine.Collect(ctx, tx, func(rows *sql.Rows) (x leases.Shard, err error) {
		var alive int64
		var answered string
		err = rows.Scan(&x.Owner, &x.Term, &x.Heir, &x.Connected, &alive, &answered)
		if alive != 0 {
			x.Alive = time.UnixMilli(alive).UTC()
		}
		if err == nil && answered != "" {
			err = json.Unmarshal([]byte(answered), &x.Answered)
		}
		return x, err
	}, `SELECT owner, term, heir, connected = 1, alive, answered FROM shards ORDER BY shard`)
	return state, err
}

// Bury implements leases.Store.
func (l *Leases) Bury(ctx context.Context, process int64) error {
	return l.change(ctx, "free the shards of a process that has ended", func(tx *sql.Tx) error {
		var gone int64
		err := tx.QueryRowContext(ctx, `SELECT id FROM processes WHERE id = ? AND expires < `+clock+` FOR UPDATE`, process).Scan(&gone)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // another process did it already, or the owner is alive
		}
		if err != nil {
			return err
		}
		if err := freeShards(ctx, tx, `owner = ?`, process); err != nil {
			return err
		}
		return remove(ctx, tx, process)
	})
}

// remove deletes a process that has no shards.
func remove(ctx context.Context, tx *sql.Tx, process int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE shards SET heir = 0, connected = 0 WHERE heir = ?`, process)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM processes WHERE id = ?`, process)
	}
	return err
}

// processNumber returns this process's number, or leases.ErrLost if the process has been declared dead.
func (l *Leases) processNumber(ctx context.Context, tx *sql.Tx) (me int64, err error) {
	me = l.Process.Load()
	err = tx.QueryRowContext(ctx, `SELECT id FROM processes WHERE id = ? FOR KEY SHARE`, me).Scan(&me)
	if errors.Is(err, sql.ErrNoRows) {
		err = leases.ErrLost
	}
	return me, err
}

// Claim implements leases.Store.
func (l *Leases) Claim(ctx context.Context, shards []int) error {
	return l.change(ctx, "take free shards", func(tx *sql.Tx) error {
		me, err := l.processNumber(ctx, tx)
		if err != nil {
			return err
		}
		term, err := newTerm(ctx, tx)
		if err != nil {
			return err
		}
		for _, n := range shards {
			_, err := tx.ExecContext(ctx, `UPDATE shards SET owner = ?1, term = ?2, heir = 0, connected = 0, answered = '' WHERE shard = ?3 AND owner = 0 AND heir IN (0, ?1)`, me, term, n)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Inherit implements leases.Store.
func (l *Leases) Inherit(ctx context.Context, shard int) error {
	return l.changeShard(ctx, "become the heir of a shard", `UPDATE shards SET heir = ?1, connected = 0 WHERE shard = ?2 AND heir = 0 AND owner NOT IN (0, ?1)`, shard)
}

// Disinherit implements leases.Store.
func (l *Leases) Disinherit(ctx context.Context, shard int) error {
	return l.changeShard(ctx, "be no heir any more", `UPDATE shards SET heir = 0, connected = 0 WHERE shard = ?2 AND heir = ?1`, shard)
}

// Connected implements leases.Store.
func (l *Leases) Connected(ctx context.Context, shard int) error {
	return l.changeShard(ctx, "say that a shard's heir is connected", `UPDATE shards SET connected = 1 WHERE shard = ?2 AND heir = ?1`, shard)
}

// changeShard changes a shard on behalf of this process. The arguments of the query are the process's
// number and the shard.
func (l *Leases) changeShard(ctx context.Context, what, query string, shard int) error {
	return l.change(ctx, what, func(tx *sql.Tx) error {
		me, err := l.processNumber(ctx, tx)
		if err == nil {
			_, err = tx.ExecContext(ctx, query, me, shard)
		}
		return err
	})
}

// Give implements leases.Store.
func (l *Leases) Give(ctx context.Context, shard int, answered []string) error {
	list, err := json.Marshal(append([]string{}, answered...))
	if err != nil {
		return err
	}
	return l.change(ctx, "hand a shard over", func(tx *sql.Tx) error {
		me, err := l.processNumber(ctx, tx)
		if err != nil {
			return err
		}
		term, err := newTerm(ctx, tx)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE shards SET owner = heir, heir = 0, connected = 0, term = ?1, alive = ?2, answered = ?3 WHERE shard = ?4 AND owner = ?5`,
			term, time.Now().UnixMilli(), string(list), shard, me)
		return err
	})
}

// Leave implements leases.Store.
func (l *Leases) Leave(ctx context.Context) error {
	return l.change(ctx, "leave", func(tx *sql.Tx) error {
		me, err := l.processNumber(ctx, tx)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE processes SET leaving = 1 WHERE id = ?`, me)
		}
		return err
	})
}

// Resign implements leases.Store.
func (l *Leases) Resign(ctx context.Context) error {
	return l.change(ctx, "resign", func(tx *sql.Tx) error {
		me := l.Process.Load()
		if _, err := tx.ExecContext(ctx, `UPDATE processes SET alive = ? WHERE id = ?`, time.Now().UnixMilli(), me); err != nil {
			return err
		}
		if err := freeShards(ctx, tx, `owner = ?`, me); err != nil {
			return err
		}
		return remove(ctx, tx, me)
	})
}

// Slot reserves the next time at which a session of a class may start, and returns the wait until
// then. apart is the minimum time between two sessions of a class. Slot also counts the sessions of
// all processes. If the daily limit most is reached (0: no limit), it returns an error, since
// Discord would revoke the bot's token.
func (l *Leases) Slot(ctx context.Context, class int, apart time.Duration, most int) (wait time.Duration, err error) {
	defer engine.Annotate(&err, "when a session may be started")
	err = l.locked(ctx, func(tx *sql.Tx) error {
		var started int
		err := tx.QueryRowContext(ctx, `SELECT coalesce(sum(sessions), 0) FROM starts WHERE hour >= `+clock+` / 3600000 - 24`).Scan(&started)
		if err == nil && most > 0 && started >= most {
			err = fmt.Errorf("%d sessions were started in a day, which is Discord's limit", started)
		}
		if err != nil {
			return err
		}
		var ms int64
		err = tx.QueryRowContext(ctx, `INSERT INTO identifies AS i (class, next) VALUES (?1, `+clock+` + ?2)
			ON CONFLICT (class) DO UPDATE SET next = greatest(i.next, `+clock+`) + ?2 RETURNING next - ?2 - `+clock, class, apart.Milliseconds()).Scan(&ms)
		if err != nil {
			return err
		}
		wait = max(0, time.Duration(ms)*time.Millisecond)
		_, err = tx.ExecContext(ctx, `INSERT INTO starts AS s (hour, sessions) VALUES (`+clock+` / 3600000, 1) ON CONFLICT (hour) DO UPDATE SET sessions = s.sessions + 1`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM starts WHERE hour < `+clock+` / 3600000 - 24`)
		}
		return err
	})
	return wait, err
}
