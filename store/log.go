package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"deuces/match"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/table"
)

// Create implements table.Log. The first event must be Opened. In a shared database, it returns
// table.ErrConflict if the channel has a live table.
func (s *Store) Create(ctx context.Context, events []match.Event) (match.ID, error) {
	rows, err := encode(1, events)
	if err != nil {
		return 0, err
	}
	opened, ok := events[0].Body.(match.Opened)
	if !ok {
		return 0, fmt.Errorf("a log begins with Opened, not with %T", events[0].Body)
	}
	var id match.ID
	err = s.write(ctx, func(ctx context.Context, tx *tx) error {
		if err := s.reserve(ctx, tx, opened.Guild, opened.Channel); err != nil {
			return err
		}
		err := tx.Get(ctx, `INSERT INTO tables (guild, channel, parent, system, opened, opener) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			[]any{opened.Guild, opened.Channel, opened.Parent, opened.System, rows[0].at, opened.Host}, &id)
		if err != nil {
			return err
		}
		if err := tx.openDaily(ctx, id, opened); err != nil {
			return err
		}
		return tx.appendRows(ctx, id, rows, link{})
	})
	if err != nil {
		return 0, fmt.Errorf("create a table: %w", err)
	}
	return id, nil
}

// Append implements table.Log. It returns table.ErrConflict if the events don't directly follow the
// end of the log or the table is over. A context's error means that nothing was stored; after any
// other error the events may or may not be stored.
func (s *Store) Append(ctx context.Context, id match.ID, events []match.Event, settled *standing.Settlement) error {
	if len(events) == 0 {
		return errors.New("an append without events")
	}
	rows, err := encode(events[0].Seq, events)
	if err != nil {
		return fmt.Errorf("table %d: %w", id, err)
	}
	if settled != nil && settled.Match != int64(id) {
		return fmt.Errorf("table %d has a settlement of match %d", id, settled.Match)
	}
	err = s.write(ctx, func(ctx context.Context, tx *tx) error {
		head, err := tx.endOf(ctx, id, rows[0])
		if err != nil {
			return err
		}
		err = tx.appendRows(ctx, id, rows, head)
		if s.engine.IsTaken(err) {
			return table.ErrConflict
		}
		if err != nil || settled == nil {
			return err
		}
		if settled.Daily.Deal > 0 {
			return tx.settleDaily(ctx, *settled)
		}
		if err := s.engine.Serialize(ctx, tx.Tx, settled.Guild); err != nil {
			return err
		}
		return tx.settle(ctx, rows[len(rows)-1].at, *settled)
	})
	if err != nil {
		return fmt.Errorf("table %d, event %d: %w", id, rows[0].seq, err)
	}
	return nil
}

// endOf returns the hash of the last event before next, or table.ErrConflict if next doesn't
// follow the last event or the table is over.
func (t *tx) endOf(ctx context.Context, id match.ID, next row) (link, error) {
	var last int
	var ended sql.NullInt64
	var head link
	err := t.Get(ctx, `SELECT (SELECT max(seq) FROM events WHERE table_id = t.id), t.ended, c.head
		FROM tables AS t LEFT JOIN chains AS c ON c.table_id = t.id WHERE t.id = ?`,
		[]any{id}, &last, &ended, head.scanner())
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return link{}, match.ErrNoTable
	case err != nil:
		return link{}, err
	case next.seq != last+1 || ended.Valid:
		return link{}, table.ErrConflict
	}
	return head, nil
}

// appendRows adds rows to a log whose last hash is head, and updates the end of the chain and
// the table's row.
func (t *tx) appendRows(ctx context.Context, id match.ID, rows []row, head link) error {
	for _, r := range rows {
		head = r.hashAfter(head, id)
		err := t.Exec(ctx, `INSERT INTO events (table_id, seq, at, kind, body, hash) VALUES (?, ?, ?, ?, ?, ?)`,
			id, r.seq, r.at, r.kind, string(r.body), head[:])
		if err != nil {
			return err
		}
		if r.ends {
			if err := t.Exec(ctx, `UPDATE tables SET ended = ? WHERE id = ?`, r.at, id); err != nil {
				return err
			}
		}
	}
	return t.Exec(ctx, `INSERT INTO chains (table_id, last, head) VALUES (?, ?, ?)
		ON CONFLICT (table_id) DO UPDATE SET last = excluded.last, head = excluded.head`, id, rows[len(rows)-1].seq, head[:])
}

// eventsPage is the number of events read per query.
const eventsPage = 256

// Events yields all events of a table in order. It holds no connection while the caller handles
// an event.
func (r *Reader) Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error] {
	return func(yield func(match.Event, error) bool) {
		if err := r.engine.Readable(); err != nil {
			yield(match.Event{}, fmt.Errorf("table %d: %w", id, err))
			return
		}
		for last := 0; ; {
			rows, err := engine.Collect(ctx, r.db, scanRow,
				`SELECT seq, at, kind, body FROM events WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?`, id, last, eventsPage)
			if err != nil {
				yield(match.Event{}, fmt.Errorf("table %d: %w", id, err))
				return
			}
			for _, row := range rows {
				e, err := row.decode(last + 1)
				if err != nil {
					yield(match.Event{}, fmt.Errorf("table %d: %w", id, err))
					return
				}
				if !yield(e, nil) {
					return
				}
				last = row.seq
			}
			if len(rows) < eventsPage {
				return
			}
		}
	}
}
