package store

import (
	"context"
	"time"

	"deuces/store/engine"
	"deuces/store/postgres"
)

// Emojis returns the used emojis: their Discord ids by name.
func (r *Reader) Emojis(ctx context.Context) (_ map[string]string, err error) {
	defer engine.Annotate(&err, "emojis")
	return engine.Map[string, string](ctx, r.db, `SELECT name, emoji FROM emojis WHERE unused IS NULL`)
}

// SaveEmojis stores the application's card emojis, as Discord ids by name: those in use and those
// that are no longer used. The result maps the id of each unused emoji to the time since which it
// has been unused.
func (s *Store) SaveEmojis(ctx context.Context, shown, unused map[string]string, now time.Time) (_ map[string]time.Time, err error) {
	defer engine.Annotate(&err, "save emojis")
	since := make(map[string]time.Time, len(unused))
	err = s.writeGuild(ctx, "", func(ctx context.Context, tx *tx) error {
		before, err := engine.Map[string, int64](ctx, tx, `SELECT emoji, unused FROM emojis WHERE unused IS NOT NULL`)
		if err != nil {
			return err
		}
		if err := tx.Exec(ctx, `DELETE FROM emojis`); err != nil {
			return err
		}
		for name, id := range shown {
			if err := tx.Exec(ctx, `INSERT INTO emojis (emoji, name) VALUES (?, ?)`, id, name); err != nil {
				return err
			}
		}
		for name, id := range unused {
			at, already := before[id]
			if !already {
				at = now.UnixMilli()
			}
			since[id] = moment(at)
			if err := tx.Exec(ctx, `INSERT INTO emojis (emoji, name, unused) VALUES (?, ?, ?)`, id, name, at); err != nil {
				return err
			}
		}
		return s.notify(ctx, tx, postgres.TopicEmojis)
	})
	return since, err
}
