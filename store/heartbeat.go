package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"deuces/match"
	"deuces/store/engine"
)

// SaveAlive notes that the program lives now, for the one that comes after it.
func (s *Store) SaveAlive(ctx context.Context, now time.Time) (err error) {
	defer engine.Annotate(&err, "save the sign of life")
	return s.exec(ctx, ofNobody(), `INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at`, now.UnixMilli())
}

// InPlace says why nothing that is written now would be there after the next start: the
// database's file was deleted, moved or replaced (ErrMoved). It costs microseconds.
func (s *Store) InPlace() error { return s.engine.InPlace() }

// Writable says why nothing can be written now. Nobody but a write knows: it makes one, that
// changes nothing. Where several processes share the database, each writes all the time to keep
// its lease, and here only reads.
func (s *Store) Writable(ctx context.Context) error {
	if s.sharing != nil {
		_, err := s.Alive(ctx)
		return err
	}
	return s.exec(ctx, ofNobody(), `INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = alive.at`, time.Now().UnixMilli())
}

// Alive returns what SaveAlive noted last; the zero time if it never did.
func (r *Reader) Alive(ctx context.Context) (_ time.Time, err error) {
	defer engine.Annotate(&err, "the last sign of life")
	var at int64
	err = r.db.QueryRowContext(ctx, `SELECT at FROM alive`).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return time.UnixMilli(at).UTC(), err
}

// GiveUp marks a table as lost: its log can't be read and its channel knows. It is no
// longer Live, and its log stays as it is.
func (s *Store) GiveUp(ctx context.Context, id match.ID, now time.Time) (err error) {
	defer engine.Annotate(&err, "give up table %d", id)
	return s.exec(ctx, ofTable(id), `UPDATE tables SET lost = ? WHERE id = ? AND lost IS NULL`, now.UnixMilli(), id)
}

// Channel returns the Discord id of a table's channel, even if its log can't be read;
// match.ErrNoTable if there is no such table.
func (r *Reader) Channel(ctx context.Context, id match.ID) (_ string, err error) {
	defer engine.Annotate(&err, "the channel of table %d", id)
	var channel string
	err = r.db.QueryRowContext(ctx, `SELECT channel FROM tables WHERE id = ?`, id).Scan(&channel)
	if errors.Is(err, sql.ErrNoRows) {
		return "", match.ErrNoTable
	}
	return channel, err
}
