package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"deuces/settings"
	"deuces/store/engine"
)

// GuildSettings returns a guild's settings, or settings.Default if none are stored. It fails if a
// stored setting is unknown to this program.
func (r *Reader) GuildSettings(ctx context.Context, guild string) (settings.Guild, error) {
	return readSettings(ctx, r.db, guild)
}

// GuildSettings is like Reader.GuildSettings but cached, since every response and board needs
// them. The caller must not modify the slices.
func (s *Store) GuildSettings(ctx context.Context, guild string) (settings.Guild, error) {
	g, cached, changes := s.settings.get(guild)
	if cached {
		return g, nil
	}
	g, err := s.Reader.GuildSettings(ctx, guild)
	if err == nil {
		s.settings.put(changes, guild, g)
	}
	return g, err
}

func readSettings(ctx context.Context, q engine.Querier, guild string) (_ settings.Guild, err error) {
	defer engine.Annotate(&err, "settings of guild %s", guild)
	form, err := engine.Map[string, string](ctx, q, `SELECT key, value FROM settings WHERE guild = ?`, guild)
	if err != nil {
		return settings.Guild{}, err
	}
	return settings.Parse(form)
}

// ChangeSettings replaces a guild's settings with the result of change and returns it.
// Concurrent calls are serialized. If change returns an error, or the settings are invalid
// (*game.Illegal), nothing changes. A new season plan applies to the current season.
//
// All other writes wait while change runs, so it must not do I/O.
func (s *Store) ChangeSettings(ctx context.Context, guild string, now time.Time, change func(settings.Guild) (settings.Guild, error)) (after settings.Guild, err error) {
	defer engine.Annotate(&err, "change the settings of guild %s", guild)
	err = s.writeGuild(ctx, guild, func(ctx context.Context, tx *tx) error {
		before, err := readSettings(ctx, tx, guild)
		if err != nil {
			return err
		}
		if after, err = change(before); err != nil {
			return err
		}
		if err := after.Check(); err != nil {
			return err
		}
		if err := tx.Exec(ctx, `DELETE FROM settings WHERE guild = ?`, guild); err != nil {
			return err
		}
		for key, value := range after.Form() {
			if err := tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES (?, ?, ?)`, guild, key, storable(value)); err != nil {
				return err
			}
		}
		if after.Season == before.Season {
			return nil
		}
		return tx.changePlan(ctx, guild, after.Season, now.UnixMilli())
	})
	s.settings.drop(guild) // even after an error, since it may have been stored
	return after, err
}

// LastOptions returns the options with which a system was last played in a channel, as
// game.Changed lists them, or nil.
func (r *Reader) LastOptions(ctx context.Context, channel, system string) (_ map[string]string, err error) {
	defer engine.Annotate(&err, "last options of %s in channel %s", system, channel)
	var text string
	err = r.db.QueryRowContext(ctx, `SELECT options FROM last_options WHERE channel = ? AND system = ?`, channel, system).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	var options map[string]string
	if err == nil {
		err = json.Unmarshal([]byte(text), &options)
	}
	return options, err
}

// SaveLastOptions stores the options with which a system is played in a channel.
func (s *Store) SaveLastOptions(ctx context.Context, guild, channel, system string, options map[string]string) (err error) {
	defer engine.Annotate(&err, "save options of %s in channel %s", system, channel)
	text, err := json.Marshal(options)
	if err != nil {
		return err
	}
	return s.exec(ctx, `INSERT INTO last_options (guild, channel, system, options) VALUES (?, ?, ?, ?)
		ON CONFLICT (channel, system) DO UPDATE SET guild = excluded.guild, options = excluded.options`, guild, channel, system, string(text))
}
