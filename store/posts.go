package store

import (
	"context"
	"database/sql"
	"time"

	"deuces/match"
	"deuces/store/engine"
)

// Post is a message of a table that must be found again after a crash. The zero Post means no
// message.
//
// A message is posted first and stored afterwards. If the program crashes in between, the table
// posts again with the same nonce, and for a few minutes Discord returns the existing message. If
// the restart takes longer, a second message is posted. The first one stays in the channel, and its
// buttons open the current hand, like those of any old board.
type Post struct {
	Channel string    // Discord id
	Message string    // Discord id; "" while a replacement for Former is being posted
	Former  string    // replaced messages that may still have buttons, in the format of package mirror
	Edition string    // version of the board that it shows; opaque to the store
	Posted  time.Time // UTC, whole milliseconds
}

// SavePost stores a table's message of a kind, replacing the previous one. The zero Post deletes it.
// Package commands has the kinds. A direct message, such as "direct/7" for player 7, has no Channel.
func (s *Store) SavePost(ctx context.Context, id match.ID, kind string, p Post) (err error) {
	defer engine.Annotate(&err, "save the %s of table %d", kind, id)
	return s.write(ctx, func(ctx context.Context, tx *tx) error {
		if p == (Post{}) {
			return tx.Exec(ctx, `DELETE FROM posts WHERE table_id = ? AND kind = ?`, id, kind)
		}
		return tx.Exec(ctx, `INSERT INTO posts (table_id, kind, channel, message, former, edition, posted) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (table_id, kind) DO UPDATE SET channel = excluded.channel, message = excluded.message, former = excluded.former, edition = excluded.edition, posted = excluded.posted`,
			id, kind, p.Channel, p.Message, p.Former, p.Edition, p.Posted.UnixMilli())
	})
}

// CleanPosts replaces the Former of each stored post with the result of clean.
func (s *Store) CleanPosts(ctx context.Context, clean func(former string) string) (err error) {
	defer engine.Annotate(&err, "clean the stored former messages")
	type kept struct {
		table         match.ID
		guild, former string
	}
	all, err := engine.Collect(ctx, s.db, engine.Fields(func(k *kept) []any { return []any{&k.table, &k.guild, &k.former} }), `SELECT DISTINCT p.table_id, t.guild, p.former FROM posts AS p JOIN tables AS t ON t.id = p.table_id WHERE p.former <> ''`)
	for _, k := range ours(s, all, func(k kept) string { return k.guild }) {
		next := clean(k.former)
		if err != nil || next == k.former {
			continue
		}
		err = s.exec(ctx, `UPDATE posts SET former = ? WHERE table_id = ? AND former = ?`, next, k.table, k.former)
	}
	return err
}

// Posts returns all messages of a table.
func (r *Reader) Posts(ctx context.Context, id match.ID) (_ map[string]Post, err error) {
	defer engine.Annotate(&err, "messages of table %d", id)
	posts := map[string]Post{}
	err = engine.Each(ctx, r.db, func(rows *sql.Rows) error {
		var kind string
		var p Post
		err := rows.Scan(&kind, &p.Channel, &p.Message, &p.Former, &p.Edition, asTime(&p.Posted))
		posts[kind] = p
		return err
	}, `SELECT kind, channel, message, former, edition, posted FROM posts WHERE table_id = ?`, id)
	return posts, err
}

// TableWithPost returns the table that has a message as a post of this kind, or 0.
func (s *Store) TableWithPost(ctx context.Context, kind, message string) (id match.ID, err error) {
	defer engine.Annotate(&err, "find the table of the %s %s", kind, message)
	err = s.db.QueryRowContext(ctx, `SELECT coalesce(max(table_id), 0) FROM posts WHERE kind = ? AND message = ?`, kind, message).Scan(&id)
	return id, err
}

// EndedWithPosts lists the tables that are over but still have messages, because the last edit of a
// message may have failed. The tables are ordered by ID. If of isn't nil, only tables in guilds for
// which it returns true are listed.
func (s *Store) EndedWithPosts(ctx context.Context, of func(guild string) bool) ([]match.ID, error) {
	return s.withPosts(ctx, of, `ended IS NOT NULL`)
}

// LostWithPosts lists the tables that were given up but still have messages, so their players may not know
// yet. The tables are ordered by ID. If of isn't nil, only tables in guilds for which it returns
// true are listed.
func (s *Store) LostWithPosts(ctx context.Context, of func(guild string) bool) ([]match.ID, error) {
	return s.withPosts(ctx, of, `lost IS NOT NULL AND ended IS NULL`)
}

func (s *Store) withPosts(ctx context.Context, of func(guild string) bool, condition string) (ids []match.ID, err error) {
	type found struct {
		id    match.ID
		guild string
	}
	all, err := engine.Collect(ctx, s.db, engine.Fields(func(f *found) []any { return []any{&f.id, &f.guild} }), `SELECT DISTINCT id, guild FROM posts JOIN tables ON id = table_id WHERE `+condition+` ORDER BY id`)
	for _, f := range all {
		if of == nil || of(f.guild) {
			ids = append(ids, f.id)
		}
	}
	return ids, err
}

// LastCall returns when players were last called in a guild, if that was after a time; otherwise the zero time. Of older
// tables, only those that are live can have such a lobby.
func (r *Reader) LastCall(ctx context.Context, guild string, after time.Time) (_ time.Time, err error) {
	defer engine.Annotate(&err, "find the last call for players in guild %s", guild)
	var at int64
	err = r.db.QueryRowContext(ctx, `SELECT coalesce(max(e.at), 0) FROM tables AS t JOIN events AS e ON e.table_id = t.id
		WHERE t.guild = ? AND (t.ended IS NULL OR t.ended > ?) AND e.kind = 'called' AND e.at > ?`, guild, after.UnixMilli(), after.UnixMilli()).Scan(&at)
	if at == 0 {
		return time.Time{}, err
	}
	return moment(at), err
}

// Lobbies returns the live tables of a guild whose match hasn't begun, newest first.
func (r *Reader) Lobbies(ctx context.Context, guild string) (_ []match.ID, err error) {
	defer engine.Annotate(&err, "list the lobbies of guild %s", guild)
	return engine.Collect(ctx, r.db, engine.ScanOne[match.ID], `SELECT id FROM tables AS t WHERE guild = ? AND ended IS NULL AND lost IS NULL
		AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = t.id AND kind = 'started') ORDER BY id DESC`, guild)
}
