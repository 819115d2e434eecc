package store

import (
	"context"
	"database/sql"
	"time"

	"deuces/match"
	"deuces/store/engine"
)

// Post is a message of a table that must be found again after a crash. The zero
// Post says that there is none.
//
// A message is posted first and saved then. After a crash in between, the table
// posts once more with the same nonce: within a few minutes Discord returns the
// message that is there already. Later, the channel keeps an older message as well, whose
// buttons open the present hand like those of any old board.
type Post struct {
	Channel string    // Discord id
	Message string    // Discord id; "" while one is posted in the place of Former
	Former  string    // Discord id of the message before, until that has lost its buttons
	Edition string    // which of the table's boards it shows, as its owner names them
	Posted  time.Time // UTC, whole milliseconds
}

// PostKind is what a message of a table is for. A table has one of each at most.
type PostKind string

// The kinds of posts, as they are stored; and "direct/7" for the direct message that
// tells player 7 of their turn, which has no Channel: the player says which.
const (
	BoardPost   PostKind = "board"   // the public message
	MentionPost PostKind = "mention" // mentions the player to move
	VotePost    PostKind = "vote"    // of the vote that is open
)

// SavePost remembers a message of a table in place of the one before, or with the
// zero Post that it is gone.
func (s *Store) SavePost(ctx context.Context, id match.ID, kind PostKind, p Post) (err error) {
	defer engine.Annotate(&err, "save the %s of table %d", kind, id)
	return s.write(ctx, ofTable(id), func(ctx context.Context, tx *tx) error {
		if p == (Post{}) {
			return tx.Exec(ctx, `DELETE FROM posts WHERE table_id = ? AND kind = ?`, id, kind)
		}
		return tx.Exec(ctx, `INSERT INTO posts (table_id, kind, channel, message, former, edition, posted) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (table_id, kind) DO UPDATE SET channel = excluded.channel, message = excluded.message, former = excluded.former, edition = excluded.edition, posted = excluded.posted`,
			id, kind, p.Channel, p.Message, p.Former, p.Edition, p.Posted.UnixMilli())
	})
}

// CleanPosts replaces what is kept of former messages by what clean makes of it.
func (s *Store) CleanPosts(ctx context.Context, clean func(former string) string) (err error) {
	defer engine.Annotate(&err, "clean what is kept of former messages")
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
		err = s.exec(ctx, ofGuild(k.guild), `UPDATE posts SET former = ? WHERE table_id = ? AND former = ?`, next, k.table, k.former)
	}
	return err
}

// Post returns a message of a table; the zero Post where there is none.
func (r *Reader) Post(ctx context.Context, id match.ID, kind PostKind) (Post, error) {
	all, err := r.Posts(ctx, id)
	return all[kind], err
}

// Posts returns all messages of a table.
func (r *Reader) Posts(ctx context.Context, id match.ID) (_ map[PostKind]Post, err error) {
	defer engine.Annotate(&err, "messages of table %d", id)
	posts := map[PostKind]Post{}
	err = engine.Each(ctx, r.db, func(rows *sql.Rows) error {
		var kind PostKind
		var p Post
		var posted int64
		err := rows.Scan(&kind, &p.Channel, &p.Message, &p.Former, &p.Edition, &posted)
		p.Posted = time.UnixMilli(posted).UTC()
		posts[kind] = p
		return err
	}, `SELECT kind, channel, message, former, edition, posted FROM posts WHERE table_id = ?`, id)
	return posts, err
}

// Unfinished lists the tables that are over and still have messages here: their last edit may not
// have been made. In the order of their IDs, of the guilds that of selects; nil: of all.
func (s *Store) Unfinished(ctx context.Context, of func(guild string) bool) ([]match.ID, error) {
	return s.withPosts(ctx, of, `ended IS NOT NULL`)
}

// Untold lists the tables that were given up and still have messages here: their people may not
// have been told all of it. In the order of their IDs, of the guilds that of selects; nil: of all.
func (s *Store) Untold(ctx context.Context, of func(guild string) bool) ([]match.ID, error) {
	return s.withPosts(ctx, of, `lost IS NOT NULL AND ended IS NULL`)
}

func (s *Store) withPosts(ctx context.Context, of func(guild string) bool, condition string) (ids []match.ID, err error) {
	type found struct {
		id    match.ID
		guild string
	}
	all, err := engine.Collect(ctx, s.db, engine.Fields(func(f *found) []any { return []any{&f.id, &f.guild} }), `SELECT DISTINCT id, guild FROM posts JOIN tables ON id = table_id WHERE `+condition+` ORDER BY id`)
	for _, f := range ours(s, all, func(f found) string { return f.guild }) {
		s.sharing.remember(f.id, f.guild)
		if of == nil || of(f.guild) {
			ids = append(ids, f.id)
		}
	}
	return ids, err
}
