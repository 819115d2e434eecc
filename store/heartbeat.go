package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"deuces/match"
	"deuces/store/engine"
)

// SaveAlive records that the program is running now. The next process reads it with LastAlive.
func (s *Store) SaveAlive(ctx context.Context, now time.Time) (err error) {
	defer engine.Annotate(&err, "save the heartbeat")
	return s.exec(ctx, `INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at`, now.UnixMilli())
}

// InPlace returns ErrMoved if the database file was deleted, moved or replaced, so that new
// writes would be lost at the next start. It takes microseconds.
func (s *Store) InPlace() error { return s.engine.InPlace() }

// Writable returns an error if the database can't be written. Only a write shows this, so Writable
// moves the stored time by a millisecond, forward or back: SQLite does not write a row that keeps
// its values, and so would not notice a full disk. In a shared database Writable only reads, since
// each process constantly writes its heartbeat.
func (s *Store) Writable(ctx context.Context) error {
	if s.shared {
		_, err := s.LastAlive(ctx)
		return err
	}
	return s.exec(ctx, `INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = alive.at + 1 - 2 * (alive.at % 2)`, time.Now().UnixMilli())
}

// LastAlive returns the time stored by SaveAlive, or the zero time.
func (r *Reader) LastAlive(ctx context.Context) (_ time.Time, err error) {
	defer engine.Annotate(&err, "read the heartbeat")
	var at int64
	err = r.db.QueryRowContext(ctx, `SELECT at FROM alive`).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return time.UnixMilli(at).UTC(), err
}

// GiveUp marks a table as lost, so that Index no longer lists it. The log is kept. The caller first
// informs the table's channel, if it can.
func (s *Store) GiveUp(ctx context.Context, id match.ID, now time.Time) (err error) {
	defer engine.Annotate(&err, "give up table %d", id)
	return s.exec(ctx, `UPDATE tables SET lost = ? WHERE id = ? AND lost IS NULL`, now.UnixMilli(), id)
}

// Channel returns the Discord ids of a table's guild and channel and, if that is a thread, of its channel, even if
// the log can't be read. It returns match.ErrNoTable if there is no such table.
func (r *Reader) Channel(ctx context.Context, id match.ID) (guild, channel, parent string, err error) {
	defer engine.Annotate(&err, "the channel of table %d", id)
	err = r.db.QueryRowContext(ctx, `SELECT guild, channel, parent FROM tables WHERE id = ?`, id).Scan(&guild, &channel, &parent)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", "", match.ErrNoTable
	}
	return guild, channel, parent, err
}
