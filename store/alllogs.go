package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"deuces/match"
	"deuces/store/engine"
)

// Rebuild, Check and Copy read all logs. The database returns them in batches of consecutive
// tables, and the logs of a batch are processed in parallel.

// logsPerBatch limits how many logs are in memory.
const logsPerBatch = 50

// wholeLog is the complete log of a table.
type wholeLog struct {
	id     match.ID
	rows   []row
	hashes [][]byte // stored hash of each row
}

// events yields the events of the log. After an error it stops.
func (l wholeLog) events() iter.Seq2[match.Event, error] {
	return func(yield func(match.Event, error) bool) {
		for i, r := range l.rows {
			e, err := r.decode(i + 1)
			if err != nil {
				err = fmt.Errorf("table %d: %w", l.id, err)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// eachLog calls read for every log that has an event, in parallel, and then calls take with each
// log and the result of read, in the order of the tables. take may use the connection; read may
// not.
func eachLog[T any](ctx context.Context, q engine.Querier, read func(wholeLog) T, take func(wholeLog, T) error) error {
	return logSpans(ctx, q, func(first, last match.ID) error {
		logs, err := logsOf(ctx, q, first, last)
		if err != nil {
			return err
		}
		results := make([]T, len(logs))
		var reading errgroup.Group
		reading.SetLimit(runtime.GOMAXPROCS(0))
		for i, l := range logs {
			reading.Go(func() error {
				results[i] = read(l)
				return nil
			})
		}
		if err := reading.Wait(); err != nil {
			return err
		}
		for i, l := range logs {
			if err := take(l, results[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// logSpans calls f with the first and last table of each batch.
func logSpans(ctx context.Context, q engine.Querier, f func(first, last match.ID) error) error {
	for last := match.ID(math.MinInt64); ; {
		var first sql.Null[match.ID]
		if err := q.QueryRowContext(ctx, `SELECT min(table_id) FROM events WHERE table_id > ?`, last).Scan(&first); err != nil || !first.Valid {
			return err
		}
		last = first.V + logsPerBatch - 1
		if err := f(first.V, last); err != nil {
			return err
		}
	}
}

// logsOf returns the logs of consecutive tables.
func logsOf(ctx context.Context, q engine.Querier, first, last match.ID) (logs []wholeLog, err error) {
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		var id match.ID
		var r row
		var hash []byte
		if err := rows.Scan(&id, &r.seq, &r.at, &r.kind, &r.body, &hash); err != nil {
			return err
		}
		if n := len(logs); n == 0 || logs[n-1].id != id {
			logs = append(logs, wholeLog{id: id})
		}
		l := &logs[len(logs)-1]
		l.rows, l.hashes = append(l.rows, r), append(l.hashes, hash)
		return nil
	}, `SELECT `+eventColumns+` FROM events WHERE table_id BETWEEN ? AND ? ORDER BY table_id, seq`, first, last)
	return logs, err
}

// eventColumns lists the columns of events in the order in which they are hashed.
const eventColumns = `table_id, seq, at, kind, body, hash`
