package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// UnusedEmojis notes that of the application's emojis exactly these, by Discord id, are
// shown by nothing new, and returns since when each has been: since now, for one that
// was not among them the last time.
func (s *Store) UnusedEmojis(ctx context.Context, emojis []string, now time.Time) (map[string]time.Time, error) {
	list, err := json.Marshal(append([]string{}, emojis...)) // none is [], not null
	if err != nil {
		return nil, err
	}
	since := make(map[string]time.Time, len(emojis))
	err = s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		if err := tx.exec(ctx, `DELETE FROM unused_emojis WHERE emoji NOT IN (SELECT value FROM json_each(?))`, string(list)); err != nil {
			return err
		}
		for _, id := range emojis {
			var at int64
			if err := tx.get(ctx, `INSERT INTO unused_emojis (emoji, since) VALUES (?, ?)
				ON CONFLICT (emoji) DO UPDATE SET since = since RETURNING since`, []any{id, now.UnixMilli()}, &at); err != nil {
				return err
			}
			since[id] = moment(at)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("emojis that nothing uses: %w", err)
	}
	return since, nil
}
