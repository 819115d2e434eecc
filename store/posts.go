package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"deuces/table"
)

// Board is a message of a table that must be found again after a crash. The zero
// Board says that there is none.
//
// A message is posted first and saved then. After a crash in between, the table
// posts once more with the same nonce: within a few minutes Discord answers that
// with the message that is there, later the channel has an older one as well,
// whose buttons bring the present hand like those of any old board.
type Board struct {
	Channel string    // Discord id
	Message string    // Discord id; "" while one is posted in the place of Former
	Former  string    // Discord id of the message before, until that has lost its buttons
	Edition string    // which of the table's boards it shows, as its owner names them
	Posted  time.Time // UTC, whole milliseconds
}

// SaveBoard remembers the public message of a table in place of the one before.
func (s *Store) SaveBoard(ctx context.Context, id table.ID, b Board) error {
	return s.savePost(ctx, id, "board", b)
}

// Board returns the public message of a table.
func (r *Reader) Board(ctx context.Context, id table.ID) (Board, error) {
	return r.post(ctx, id, "board")
}

// SaveMention remembers the message that calls the player to move, or with the
// zero Board that it is gone.
func (s *Store) SaveMention(ctx context.Context, id table.ID, b Board) error {
	return s.savePost(ctx, id, "mention", b)
}

// Mention returns the message that calls the player to move.
func (r *Reader) Mention(ctx context.Context, id table.ID) (Board, error) {
	return r.post(ctx, id, "mention")
}

// SaveVote remembers the message of the vote that is open, or with the zero Board
// that it is gone.
func (s *Store) SaveVote(ctx context.Context, id table.ID, b Board) error {
	return s.savePost(ctx, id, "vote", b)
}

// Vote returns the message of the vote that is open.
func (r *Reader) Vote(ctx context.Context, id table.ID) (Board, error) {
	return r.post(ctx, id, "vote")
}

func (s *Store) savePost(ctx context.Context, id table.ID, kind string, b Board) error {
	err := s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		if b == (Board{}) {
			return tx.exec(ctx, `DELETE FROM posts WHERE table_id = ? AND kind = ?`, id, kind)
		}
		return tx.exec(ctx, `INSERT OR REPLACE INTO posts (table_id, kind, channel, message, former, edition, posted) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			id, kind, b.Channel, b.Message, b.Former, b.Edition, b.Posted.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("save the %s of table %d: %w", kind, id, err)
	}
	return nil
}

func (r *Reader) post(ctx context.Context, id table.ID, kind string) (Board, error) {
	var b Board
	var posted int64
	err := r.db.QueryRowContext(ctx, `SELECT channel, message, former, edition, posted FROM posts WHERE table_id = ? AND kind = ?`, id, kind).
		Scan(&b.Channel, &b.Message, &b.Former, &b.Edition, &posted)
	if errors.Is(err, sql.ErrNoRows) {
		return Board{}, nil
	}
	if err != nil {
		return Board{}, fmt.Errorf("the %s of table %d: %w", kind, id, err)
	}
	b.Posted = time.UnixMilli(posted).UTC()
	return b, nil
}

// Unfinished lists the tables that are over and still have messages here: their
// last edit may not have been made. In the order of their IDs.
func (r *Reader) Unfinished(ctx context.Context) ([]table.ID, error) {
	return collect(ctx, r.db, scanOne[table.ID], `
		SELECT DISTINCT id FROM posts JOIN tables ON id = table_id WHERE ended IS NOT NULL ORDER BY id`)
}

// Untold lists the tables that were given up and still have messages here: their
// people may not have been told all of it. In the order of their IDs.
func (r *Reader) Untold(ctx context.Context) ([]table.ID, error) {
	return collect(ctx, r.db, scanOne[table.ID], `
		SELECT DISTINCT id FROM posts JOIN tables ON id = table_id WHERE lost IS NOT NULL AND ended IS NULL ORDER BY id`)
}
