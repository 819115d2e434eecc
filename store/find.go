package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"deuces/standing"
)

// Find returns the number of a person by their Discord id; false if nothing is
// stored about them. Unlike Player it writes nothing.
func (s *Store) Find(ctx context.Context, discordID string) (p standing.Player, known bool, err error) {
	if p, _, _ := s.people.number(discordID); p != 0 {
		return p, true, nil
	}
	err = s.db.QueryRowContext(ctx, `SELECT player FROM people WHERE discord = ?`, discordID).Scan(&p)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("number of person %s: %w", discordID, err)
	}
	return p, true, nil
}
