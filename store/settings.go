package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Setting returns a setting of a guild, "" when it is not set.
func (r *Reader) Setting(ctx context.Context, guild, key string) (string, error) {
	var value string
	err := r.db.QueryRowContext(ctx, `SELECT value FROM settings WHERE guild = ? AND key = ?`, guild, key).Scan(&value)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("setting %s of guild %s: %w", key, guild, err)
	}
	return value, nil
}

// Settings returns all that is set in a guild.
func (r *Reader) Settings(ctx context.Context, guild string) (map[string]string, error) {
	settings := map[string]string{}
	err := each(ctx, r.db, func(rows *sql.Rows) error {
		var key, value string
		err := rows.Scan(&key, &value)
		settings[key] = value
		return err
	}, `SELECT key, value FROM settings WHERE guild = ?`, guild)
	if err != nil {
		return nil, fmt.Errorf("settings of guild %s: %w", guild, err)
	}
	return settings, nil
}

// SetSetting sets a setting of a guild; "" unsets it.
func (s *Store) SetSetting(ctx context.Context, guild, key, value string) error {
	err := s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		if value == "" {
			return tx.exec(ctx, `DELETE FROM settings WHERE guild = ? AND key = ?`, guild, key)
		}
		return tx.exec(ctx, `INSERT OR REPLACE INTO settings (guild, key, value) VALUES (?, ?, ?)`, guild, key, value)
	})
	if err != nil {
		return fmt.Errorf("set %s of guild %s: %w", key, guild, err)
	}
	return nil
}

// LastOptions returns the options with which a system was last played in a
// channel, as game.Changed lists them; nil when it was not.
func (r *Reader) LastOptions(ctx context.Context, channel, system string) (map[string]string, error) {
	var text string
	err := r.db.QueryRowContext(ctx, `SELECT options FROM last_options WHERE channel = ? AND system = ?`, channel, system).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	var options map[string]string
	if err == nil {
		err = json.Unmarshal([]byte(text), &options)
	}
	if err != nil {
		return nil, fmt.Errorf("last options of %s in channel %s: %w", system, channel, err)
	}
	return options, nil
}

// SaveLastOptions remembers the options with which a system is played in a channel.
func (s *Store) SaveLastOptions(ctx context.Context, channel, system string, options map[string]string) error {
	text, err := json.Marshal(options)
	if err != nil {
		return err
	}
	err = s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		return tx.exec(ctx, `INSERT OR REPLACE INTO last_options (channel, system, options) VALUES (?, ?, ?)`, channel, system, string(text))
	})
	if err != nil {
		return fmt.Errorf("save options of %s in channel %s: %w", system, channel, err)
	}
	return nil
}
