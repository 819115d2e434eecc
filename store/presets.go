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
	return readPresets(ctx, r.db, guild)
}

func readPresets(ctx context.Context, q engine.Querier, guild string) ([]settings.Preset, error) {
	return engine.Collect(ctx, q, func(rows *sql.Rows) (p settings.Preset, err error) {
		var options, channels string
		if err := rows.Scan(&p.Name, &p.System, &options, &channels, &p.Locked); err != nil {
			return p, err
		}
		if err := json.Unmarshal([]byte(options), &p.Options); err != nil {
			return p, err
		}
		return p, json.Unmarshal([]byte(channels), &p.Channels)
	}, `SELECT name, system, options, channels, locked FROM presets WHERE guild = ? ORDER BY key`, guild)
}

// ChangePreset replaces the preset of a guild with a name, ignoring case, with the result of
// change, which keeps that name. change gets the zero preset if there is none. Concurrent calls
// are serialized. If change returns an error, or the preset is invalid (*game.Illegal), nothing
// changes.
//
// All other writes wait while change runs, so it must not do I/O.
func (s *Store) ChangePreset(ctx context.Context, guild, name string, change func(settings.Preset) (settings.Preset, error)) (err error) {
	defer engine.Annotate(&err, "change preset %q of guild %s", name, guild)
	return s.writeGuild(ctx, guild, func(ctx context.Context, tx *tx) error {
		all, err := readPresets(ctx, tx, guild)
		if err != nil {
			return err
		}
		var before settings.Preset
		others := 0
		for _, p := range all {
			if presetKey(p.Name) == presetKey(name) {
				before = p
			} else {
				others++
			}
		}
		p, err := change(before)
		if err != nil {
			return err
		}
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
		if others >= settings.MaxPresets {
			return game.Refuse("This server already has {most} presets, which is the limit.", settings.MaxPresets)
		}
		return tx.Exec(ctx, `INSERT INTO presets (guild, key, name, system, options, channels, locked) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (guild, key) DO UPDATE SET name = excluded.name, system = excluded.system, options = excluded.options, channels = excluded.channels, locked = excluded.locked`,
			guild, presetKey(name), p.Name, p.System, string(options), string(channels), p.Locked)
	})
}

// DropPreset deletes a preset by name, ignoring case. It does nothing if there is none.
func (s *Store) DropPreset(ctx context.Context, guild, name string) (err error) {
	defer engine.Annotate(&err, "drop preset %q of guild %s", name, guild)
	return s.exec(ctx, `DELETE FROM presets WHERE guild = ? AND key = ?`, guild, presetKey(name))
}

func presetKey(name string) string { return strings.ToLower(name) }

// nonNil replaces a nil map with an empty one, which JSON encodes as an object.
func nonNil(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}
