package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"deuces/game"
	"deuces/settings"
	"deuces/store/engine"
)

// Presets returns the presets of a guild, ordered by name.
func (r *Reader) Presets(ctx context.Context, guild string) (_ []settings.Preset, err error) {
	defer engine.Annotate(&err, "presets of guild %s", guild)
	all, err := engine.Collect(ctx, r.db, func(rows *sql.Rows) (p settings.Preset, err error) {
		var options, channels string
		if err := rows.Scan(&p.Name, &p.System, &options, &channels, &p.Locked); err != nil {
			return p, err
		}
		if err := json.Unmarshal([]byte(options), &p.Options); err != nil {
			return p, err
		}
		return p, json.Unmarshal([]byte(channels), &p.Channels)
	}, `SELECT name, system, options, channels, locked FROM presets WHERE guild = ? ORDER BY key`, guild)
	return all, err
}

// SavePreset stores a preset of a guild, replacing one with the same name, ignoring case. A
// *game.Illegal explains what is wrong with it.
func (s *Store) SavePreset(ctx context.Context, guild string, p settings.Preset) (err error) {
	defer engine.Annotate(&err, "save preset %q of guild %s", p.Name, guild)
	if err := p.Check(); err != nil {
		return err
	}
	p.Name = storable(p.Name)
	options, err := json.Marshal(nonNil(p.Options))
	if err != nil {
		return err
	}
	channels, err := json.Marshal(append([]string{}, p.Channels...))
	if err != nil {
		return err
	}
	return s.write(ctx, ofGuild(guild), func(ctx context.Context, tx *tx) error {
		var others int
		err := tx.Get(ctx, `SELECT count(*) FROM presets WHERE guild = ? AND key <> ?`, []any{guild, presetKey(p.Name)}, &others)
		if err != nil {
			return err
		}
		if others >= settings.MaxPresets {
			return game.Refuse("This server already has {most} presets, which is the limit.", settings.MaxPresets)
		}
		return tx.Exec(ctx, `INSERT INTO presets (guild, key, name, system, options, channels, locked) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (guild, key) DO UPDATE SET name = excluded.name, system = excluded.system, options = excluded.options, channels = excluded.channels, locked = excluded.locked`,
			guild, presetKey(p.Name), p.Name, p.System, string(options), string(channels), p.Locked)
	})
}

// DropPreset deletes a preset by name, ignoring case. It does nothing if there is none.
func (s *Store) DropPreset(ctx context.Context, guild, name string) (err error) {
	defer engine.Annotate(&err, "drop preset %q of guild %s", name, guild)
	return s.exec(ctx, ofGuild(guild), `DELETE FROM presets WHERE guild = ? AND key = ?`, guild, presetKey(name))
}

func presetKey(name string) string { return strings.ToLower(name) }

// nonNil replaces a nil map with an empty one, which JSON encodes as an object.
func nonNil(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}
