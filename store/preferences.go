package store

import (
	"context"
	"fmt"
	"time"

	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
)

const selectPreferences = `SELECT key, value FROM preferences WHERE player = ?`

// Locales counts the people who have played in a guild since a time by the locale in their preferences; "" is English.
// In a large guild it looks at the newest rounds only.
func (r *Reader) Locales(ctx context.Context, guild string, since time.Time) (_ map[string]int, err error) {
	defer engine.Annotate(&err, "locales of guild %s", guild)
	return engine.Map[string, int](ctx, r.db, `
		SELECT coalesce(p.value, ''), count(*) FROM (
			SELECT DISTINCT e.player FROM (SELECT id FROM settlements WHERE guild = ? AND at >= ? ORDER BY at DESC LIMIT 1000) AS s
			CROSS JOIN entries AS e ON e.settlement = s.id) AS e
		JOIN people ON people.player = e.player
		LEFT JOIN preferences AS p ON p.player = e.player AND p.key = 'locale' GROUP BY 1`, guild, since.UnixMilli())
}

// Preferences returns a player's preferences, or settings.DefaultPerson if none are stored. It
// fails if a stored value is unknown to this program.
func (r *Reader) Preferences(ctx context.Context, p standing.Player) (settings.Person, error) {
	return readPreferences(ctx, r.db, p)
}

// Preferences is like Reader.Preferences but cached, since every hand needs them.
func (s *Store) Preferences(ctx context.Context, p standing.Player) (settings.Person, error) {
	chosen, cached, changes := s.preferences.get(p)
	if cached {
		return chosen, nil
	}
	chosen, err := s.Reader.Preferences(ctx, p)
	if err == nil {
		s.preferences.put(changes, p, chosen)
	}
	return chosen, err
}

func readPreferences(ctx context.Context, q engine.Querier, p standing.Player) (_ settings.Person, err error) {
	defer engine.Annotate(&err, "preferences of player %d", p)
	form, err := engine.Map[string, string](ctx, q, selectPreferences, p)
	if err != nil {
		return settings.Person{}, err
	}
	return settings.ParsePerson(form)
}

// WantLists returns the players who chose the daily list of waiting turns.
func (r *Reader) WantLists(ctx context.Context) (_ []standing.Player, err error) {
	defer engine.Annotate(&err, "list who gets daily lists")
	return engine.Collect(ctx, r.db, engine.ScanOne[standing.Player], `SELECT player FROM preferences WHERE key = 'where' AND value = ? ORDER BY player`, string(settings.DailyList))
}

// ChangePreferences replaces a player's preferences with the result of change and returns it.
// Concurrent calls are serialized. If change returns an error, nothing changes. Since all other
// writes wait for it, change must be quick. A player who was forgotten has no preferences.
func (s *Store) ChangePreferences(ctx context.Context, p standing.Player, change func(settings.Person) (settings.Person, error)) (after settings.Person, err error) {
	defer engine.Annotate(&err, "change the preferences of player %d", p)
	err = s.writePeople(ctx, func(ctx context.Context, tx *tx) error {
		if err := s.engine.Serialize(ctx, tx.Tx, fmt.Sprint("person ", p)); err != nil {
			return err
		}
		before, err := readPreferences(ctx, tx, p)
		if err != nil {
			return err
		}
		if after, err = change(before); err != nil {
			return err
		}
		if err := tx.Exec(ctx, `DELETE FROM preferences WHERE player = ?`, p); err != nil {
			return err
		}
		for key, value := range after.Form() {
			if err := tx.Exec(ctx, `INSERT INTO preferences (player, key, value) VALUES (?, ?, ?)`, p, key, value); err != nil {
				return err
			}
		}
		return nil
	})
	s.preferences.drop(p) // even after an error, since it may have been stored
	return after, err
}
