package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/store/engine"
	"deuces/table"
)

// The hashes in the example of docs/log.md are right.
func TestTheHashInTheDocsIsRight(t *testing.T) {
	first := row{seq: 1, at: 1767225600000, kind: "seated", body: []byte(`{"player":11}`)}
	second := row{seq: 2, at: 1767225600000, kind: "left", body: []byte(`{"player":11}`)}
	one := first.hashAfter(link{}, 7)
	two := second.hashAfter(one, 7)
	page, err := os.ReadFile("../docs/log.md")
	must(t, err)
	for _, want := range []link{one, two} {
		if !bytes.Contains(page, []byte(hex.EncodeToString(want[:]))) {
			t.Errorf("docs/log.md doesn't contain %x", want)
		}
	}
	var b bytes.Buffer
	for _, part := range []any{link{}, int64(7), int64(1), int64(1767225600000), int64(6), []byte("seated"), int64(13), []byte(`{"player":11}`)} {
		must(t, binary.Write(&b, binary.BigEndian, part))
	}
	if want := link(sha256.Sum256(b.Bytes())); one != want {
		t.Errorf("the first hash is %x, want %x", one, want)
	}
}

// A log that lost its newest events, for example with a write-ahead log, is still valid. Only a
// head that somebody kept shows that events are missing.
func TestAKeptHeadShowsThatEventsWereLost(t *testing.T) {
	s := openNew(t)
	id := createTable(t, s)
	shorter, err := s.Head(t.Context(), id, 2)
	must(t, err, appendPause(t, s, id, 3))
	newest, err := s.Head(t.Context(), id, 3)
	must(t, err)
	for _, c := range []struct {
		why, head string
		lost      bool
	}{
		{"an older head", shorter, false},
		{"the newest head", newest, false},
		{"the newest head in capitals", strings.ToUpper(newest), false},
		{"a head that the log never had", strings.Repeat("0", headDigits), true},
	} {
		if found, err := s.CheckHeads(t.Context(), map[match.ID][]string{id: {c.head}}); err != nil || hasProblems(found) != c.lost {
			t.Errorf("%s: CheckHeads finds %q, %v, want a problem: %v", c.why, found, err, c.lost)
		}
	}
}

func TestParseHead(t *testing.T) {
	for _, good := range []string{strings.Repeat("0f", 16), strings.Repeat("0F", 16), strings.Repeat("ab", 32)} {
		result(ParseHead(good)).is(t, good, strings.ToLower(good))
	}
	for _, bad := range []string{"", "0f", strings.Repeat("0g", 16), strings.Repeat("0f", 15), strings.Repeat("0f", 17), " " + strings.Repeat("0f", 16), "٣" + strings.Repeat("0f", 15)} {
		wantErrorText(t, bad, errOf(ParseHead(bad)), "")
	}
}

// The end of a log is never cached, because another process may have appended, or somebody may have
// changed the log.
func TestAppendReadsTheEndOfTheLogFromTheDatabase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason, do string
		want       error
		found      bool // Check finds a problem afterwards
	}{
		{"nothing happened", `SELECT 1`, nil, false},
		{"an event was added that the chain knows nothing of", `INSERT INTO events (table_id, seq, at, kind, body, hash) SELECT 1, max(seq) + 1, max(at), 'paused', '{}', zeroblob(32) FROM events WHERE table_id = 1`, table.ErrConflict, true},
		{"the last event is missing", `DELETE FROM events WHERE table_id = 1 AND seq = 4`, table.ErrConflict, true},
		{"the chain ends elsewhere", `UPDATE chains SET head = zeroblob(32) WHERE table_id = 1`, nil, true},
		{"the table is over", `UPDATE tables SET ended = 1 WHERE id = 1; UPDATE chains SET last = 3 WHERE table_id = 1`, table.ErrConflict, true},
	} {
		s := openNew(t)
		id := createTable(t, s)
		must(t, appendPause(t, s, id, 3), appendPause(t, s, id, 4))
		execute(t, s.path, damageQuery(c.do))
		wantError(t, c.reason, appendPause(t, s, id, 5), c.want)
		if found, err := s.Check(t.Context()); err != nil || hasProblems(found) != c.found {
			t.Errorf("%s: Check finds %q, %v, want a problem: %v", c.reason, found, err, c.found)
		}
	}
}

// problems returns all problems that are found in a database: those that Check finds, or else those
// that Recount finds, or else those of the kept heads.
func problems(ctx context.Context, path string, kept map[match.ID][]string) (found []string, err error) {
	r, err := Read(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if found, err = fastReader(r).Check(ctx); err != nil || len(found) > 0 {
		return found, err
	}
	if found, err = r.Recount(ctx, matchtest.NewToy); err != nil || len(found) > 0 {
		return found, err
	}
	return r.CheckHeads(ctx, kept)
}

// wantNoProblems fails the test if a problem is found in a database.
func wantNoProblems(t *testing.T, path string, kept map[match.ID][]string) {
	t.Helper()
	if found, err := problems(t.Context(), path, kept); len(found) > 0 || err != nil {
		t.Errorf("found the problems %q, %v, want none", found, err)
	}
}

// wantProblem fails the test unless a problem with this text is found. It must be about this table;
// 0 stands for any table, or none.
func wantProblem(t *testing.T, path string, kept map[match.ID][]string, about match.ID, text string) {
	t.Helper()
	found, err := problems(t.Context(), path, kept)
	if err != nil || !slices.ContainsFunc(found, func(line string) bool {
		return strings.Contains(line, text) && (about == 0 || strings.HasPrefix(line, fmt.Sprintf("table %d: ", about)))
	}) {
		t.Errorf("found the problems %q, %v, want %q of table %d", found, err, text, about)
	}
}

// playedDatabase returns the path of a closed database, the id of a live table that is in the
// middle of a round, and the head of each table's log. The database also has finished matches and a
// lobby.
func playedDatabase(t *testing.T) (path string, live match.ID, heads map[match.ID][]string) {
	t.Helper()
	path = newName(t)
	s := openAt(t, path)
	playMatches(t, s, 5, 4)
	g := newTestMatch(t, s, gametest.NewRand(11), "g1", ann, bob, cy)
	for g.match.Phase != match.Playing || len(g.match.Moves) < 2 {
		g.do(g.next())
	}
	newTestMatch(t, s, gametest.NewRand(12), "g2", bob, ann)
	heads = map[match.ID][]string{}
	ends, err := engine.Map[match.ID, int](t.Context(), s.db, `SELECT table_id, max(seq) FROM events GROUP BY table_id`)
	must(t, err)
	for id, last := range ends {
		head, err := s.Head(t.Context(), id, last)
		if err != nil || len(head) != headDigits {
			t.Fatal(head, err)
		}
		heads[id] = []string{head}
	}
	for i := range 20 {
		must(t, errOf(s.Player(t.Context(), fmt.Sprint(1000+i), strings.Repeat("somebody ", 9))))
	}
	must(t, s.SavePost(t.Context(), g.id, "board", Post{Channel: "c1", Message: "m1", Posted: noon()}), s.SaveAlive(t.Context(), noon()))
	must(t, s.Close())
	return path, g.id, heads
}

// recomputeChain recomputes the hash chain of a log, as somebody would do to hide a change.
func recomputeChain(ctx context.Context, db *sql.DB, id match.ID) error {
	rows, err := engine.Collect(ctx, db, scanRow, `SELECT seq, at, kind, body FROM events WHERE table_id = ? ORDER BY seq`, id)
	if err != nil {
		return err
	}
	var head link
	for _, r := range rows {
		head = r.hashAfter(head, id)
		if _, err := db.ExecContext(ctx, `UPDATE events SET hash = ? WHERE table_id = ? AND seq = ?`, head[:], id, r.seq); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, `UPDATE chains SET last = ?, head = ? WHERE table_id = ?`, rows[len(rows)-1].seq, head[:], id)
	return err
}

// Every kind of change to logs and derived data is found, and the message names the table. In
// queries, LIVE is the live table; table 3 is a finished one.
func TestTamperingIsFoundAndNamed(t *testing.T) {
	t.Parallel()
	saved, live, heads := playedDatabase(t)
	all := newCopyPool(t, saved)
	const wizard = `UPDATE events SET body = replace(body, '"by":"player"', '"by":"wizard"') WHERE table_id = LIVE AND kind = 'acted'`
	const another, missing = "its hash is wrong", "events are missing"
	for _, c := range []struct {
		reason, do string
		recomputed bool   // the hash chain is recomputed as well
		text       string // part of the expected message
		about      string // the table that the message names: LIVE, 3, or ""
	}{
		{"two cards of a live deal are exchanged", `UPDATE events SET body = replace(replace(replace(body, '"deck":"3c', '"deck":"XX'), ' 4s ', ' 3c '), '"deck":"XX', '"deck":"4s') WHERE table_id = LIVE AND kind = 'dealt'`, false, another, "LIVE"},
		{"another draw", `UPDATE events SET body = json_set(body, '$.pick', (body ->> '$.pick' + 1) % 3) WHERE table_id = LIVE AND kind = 'dealt'`, false, another, "LIVE"},
		{"another card is played", `UPDATE events SET body = json_set(body, '$.action', '2s') WHERE table_id = LIVE AND kind = 'acted'`, false, another, "LIVE"},
		{"a play is attributed to another seat", `UPDATE events SET body = json_set(body, '$.seat', (body ->> '$.seat' + 1) % 3) WHERE table_id = LIVE AND kind = 'acted'`, false, another, "LIVE"},
		{"a play is attributed to a stand-in", `UPDATE events SET body = replace(body, '"by":"player"', '"by":"stand-in"') WHERE table_id = LIVE AND kind = 'acted'`, false, another, "LIVE"},
		{"a wizard plays", wizard, false, `by "wizard" doesn't exist`, "LIVE"},
		{"an unknown kind of player acts, and the chain is recomputed", wizard, true, `by "wizard" doesn't exist`, "LIVE"},
		{"the last play is cut off", `DELETE FROM events WHERE table_id = LIVE AND seq = (SELECT max(seq) FROM events WHERE table_id = LIVE)`, false, missing, "LIVE"},
		{"the last two plays are cut off", `DELETE FROM events WHERE table_id = LIVE AND seq > (SELECT max(seq) - 2 FROM events WHERE table_id = LIVE)`, false, missing, "LIVE"},
		{"the last plays are removed, and the chain shortened", `DELETE FROM events WHERE table_id = LIVE AND seq > (SELECT max(seq) - 2 FROM events WHERE table_id = LIVE)`, true, "no event of its log has the head", "LIVE"},
		{"the end is cut off a match that is over", `DELETE FROM events WHERE table_id = 3 AND kind = 'ended'`, false, missing, "3"},
		{"a play is taken out of the middle", `DELETE FROM events WHERE table_id = 3 AND seq = 9`, false, another, "3"},
		{"a play is taken out and the others move up", `DELETE FROM events WHERE table_id = 3 AND seq = 9; UPDATE events SET seq = seq + 10000 WHERE table_id = 3 AND seq > 9; UPDATE events SET seq = seq - 10001 WHERE table_id = 3 AND seq > 9999`, false, another, "3"},
		{"the first event is missing", `DELETE FROM events WHERE table_id = 3 AND seq = 1`, false, another, "3"},
		{"a table is deleted with its log", `DELETE FROM events WHERE table_id = 3; DELETE FROM tables WHERE id = 3`, false, "a chain without a log: 3", ""},
		{"a table is deleted with all derived data", `DELETE FROM ratings WHERE settlement IN (SELECT id FROM settlements WHERE match = 3); DELETE FROM entries WHERE settlement IN (SELECT id FROM settlements WHERE match = 3);
			DELETE FROM settlements WHERE match = 3; DELETE FROM chains WHERE table_id = 3; DELETE FROM posts WHERE table_id = 3; DELETE FROM events WHERE table_id = 3; DELETE FROM tables WHERE id = 3`, false, "wrong", ""},
		{"an event is added at the end", `INSERT INTO events (table_id, seq, at, kind, body, hash) SELECT max(table_id), max(seq) + 1, max(at), 'paused', '{}', zeroblob(32) FROM events WHERE table_id = LIVE`, false, another, "LIVE"},
		{"two events change places", `UPDATE events SET seq = CASE seq WHEN 2 THEN 1000 ELSE 1001 END WHERE table_id = LIVE AND seq IN (2, 3); UPDATE events SET seq = 5 - seq + 998 WHERE table_id = LIVE AND seq >= 1000`, false, another, "LIVE"},
		{"an event is moved by a year", `UPDATE events SET at = at + 31536000000 WHERE table_id = LIVE AND seq = 4`, false, another, "LIVE"},
		{"an event is moved by a millisecond", `UPDATE events SET at = at + 1 WHERE table_id = LIVE AND seq = (SELECT max(seq) FROM events WHERE table_id = LIVE)`, false, another, "LIVE"},
		{"time goes back and the chain is recomputed", `UPDATE events SET at = at - 31536000000 WHERE table_id = LIVE AND seq = 4`, true, "an earlier time than the event before it", "LIVE"},
		{"a log is moved by a year and the chain recomputed", `UPDATE events SET at = at + 31536000000 WHERE table_id = LIVE`, true, "differs from its log", ""},
		{"an event gets another kind", `UPDATE events SET kind = 'left' WHERE table_id = LIVE AND kind = 'seated' AND seq = 3`, false, another, "LIVE"},
		{"a kind that nobody knows", `UPDATE events SET kind = 'juggled' WHERE table_id = LIVE AND seq = 3`, true, "unknown kind", "LIVE"},
		{"another player sits down", `UPDATE events SET body = '{"player":4}' WHERE table_id = LIVE AND seq = 3`, false, another, "LIVE"},
		{"nobody sits down", `UPDATE events SET body = '{"player":0}' WHERE table_id = LIVE AND seq = 3`, true, "the player is 0", "LIVE"},
		{"a space is added", `UPDATE events SET body = body || ' ' WHERE table_id = LIVE AND seq = 3`, true, "differs from the form that this program writes", "LIVE"},
		{"a field is added twice", `UPDATE events SET body = '{"player":4,"player":2}' WHERE table_id = LIVE AND seq = 3`, true, "differs from the form that this program writes", "LIVE"},
		{"a body is not JSON", `UPDATE events SET body = 'deuces' WHERE table_id = LIVE AND seq = 1`, true, "cannot be read", "LIVE"},
		{"an impossible seat", `UPDATE events SET body = replace(body, '"seat":', '"seat":9') WHERE table_id = LIVE AND kind = 'acted'`, true, "the seat is 9", "LIVE"},
		{"a cause that doesn't exist", `UPDATE events SET body = replace(body, '"cause":"', '"cause":"un') WHERE table_id = 3 AND kind = 'ended'`, true, "doesn't exist", "3"},
		{"negative time for a turn", `UPDATE events SET body = replace(body, '"clock_ms":', '"clock_ms":-') WHERE table_id = LIVE AND seq = 1`, true, "is negative", "LIVE"},
		{"impossible places", `UPDATE events SET body = replace(body, '"places":[0', '"places":[1') WHERE table_id = 3 AND kind = 'settled'; UPDATE events SET body = replace(body, '"places":[2', '"places":[1') WHERE table_id = 3 AND kind = 'settled'`, true, "is missing in the order", "3"},
		{"points of a round are changed and the chain recomputed", `UPDATE events SET body = replace(body, '"points":[', '"points":[1') WHERE table_id = 3 AND kind = 'settled'`, true, "stored settlements differ", "3"},
		{"a hash is another", `UPDATE events SET hash = zeroblob(32) WHERE table_id = LIVE AND seq = 3`, false, another, "LIVE"},
		{"the end of the chain is missing", `DELETE FROM chains WHERE table_id = LIVE`, false, "the end of its chain is missing", "LIVE"},
		{"another head", `UPDATE chains SET head = zeroblob(32) WHERE table_id = LIVE`, false, "not the one at the end of its chain", "LIVE"},
		{"a shorter chain", `UPDATE chains SET last = last - 1 WHERE table_id = LIVE`, false, "its chain with event", "LIVE"},
		{"a card is changed and the chain recomputed", `UPDATE events SET body = replace(replace(replace(body, '"deck":"3c', '"deck":"XX'), ' 4s ', ' 3c '), '"deck":"XX', '"deck":"4s') WHERE table_id = LIVE AND kind = 'dealt'`, true, "no event of its log has the head", "LIVE"},
		{"a table moves to another server", `UPDATE tables SET guild = 'g2' WHERE id = LIVE`, false, "differs from its log", ""},
		{"a table moves to another channel", `UPDATE tables SET channel = 'c2' WHERE id = LIVE`, false, "differs from its log", ""},
		{"a table ended at another time", `UPDATE tables SET ended = ended + 1 WHERE id = 3`, false, "differs from its log", ""},
		{"a live table is over", `UPDATE tables SET ended = 1 WHERE id = LIVE`, false, "over by its log, or by its row, but not by both", ""},
		{"a winner in a settlement", `UPDATE entries SET winner = 1 - winner`, false, "wrong sums", ""},
		{"an index is missing", `DROP INDEX entries_player`, false, "differ from those that this program creates", ""},
		{"a constraint is missing", `PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (seq > 0)', '')`, false, "differ from those that this program creates", ""},
	} {
		t.Run(c.reason, func(t *testing.T) {
			t.Parallel()
			one := &databaseCopy{path: copyOfClosed(t, saved)}
			if !damagesSchema(c.do) { // PostgreSQL can reuse the copy for the next case
				one = all.take(t)
				t.Cleanup(func() { all.give(t, one) })
			}
			db := connectUnchecked(t, one.path)
			defer db.Close()
			before := tableContents(t, db)
			must(t, errOf(db.ExecContext(t.Context(), strings.ReplaceAll(damageQuery(c.do), "LIVE", fmt.Sprint(live)))))
			about := map[string]match.ID{"LIVE": live, "3": 3}[c.about]
			if c.recomputed {
				must(t, recomputeChain(t.Context(), db, cmp.Or(about, live)))
			}
			if maps.Equal(before, tableContents(t, db)) && !damagesSchema(c.do) {
				t.Fatal("the damage changed nothing")
			}
			must(t, db.Close())
			wantProblem(t, one.path, heads, about, c.text)
		})
	}
	wantNoProblems(t, saved, heads)
}

func damagesSchema(damage string) bool {
	return strings.Contains(damage, "INDEX") || strings.Contains(damage, "schema")
}

// checkedTables lists the tables of the database that Check verifies.
var checkedTables = []string{"tables", "events", "chains", "settlements", "entries", "scopes", "standings", "titles", "ratings", "reigns"}

// tableContents returns the rows of each table by its name. Tables that can't be read are left out.
func tableContents(t *testing.T, db *sql.DB) map[string]string {
	all := map[string]string{}
	for _, name := range append(slices.Clone(checkedTables), "people", "settings", "presets", "preferences", "posts", "seasons", "last_options", "alive", "removed", "derived") {
		columns := "*"
		if name == "tables" {
			columns = "id, guild, channel, system, opened, ended"
		}
		lines, err := engine.Lines(t.Context(), db, `SELECT `+columns+` FROM `+name+` ORDER BY 1, 2`)
		if err == nil {
			all[name] = strings.Join(lines, "\n")
		}
	}
	return all
}

func TestAFlippedBitIsFoundOrHarmless(t *testing.T) {
	filesOnly(t, "bits of a file")
	t.Parallel()
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	newTestMatch(t, s, gametest.NewRand(5), "g1", ann, bob).finish() // a small file, so that each bit counts more
	must(t, s.Close())
	saved := s.path
	whole, err := os.ReadFile(saved)
	must(t, err)
	const seed = 16
	luck := rand.New(rand.NewPCG(seed, seed))
	content := func(path string) map[string]string {
		db := connectUnchecked(t, path)
		defer db.Close()
		return tableContents(t, db)
	}
	before := content(saved)
	var used []int // bytes that aren't zero, because most of a small file is empty
	for i, b := range whole {
		if b != 0 {
			used = append(used, i)
		}
	}
	found, harmless, unchecked := 0, 0, 0
	path := filepath.Join(t.TempDir(), "deuces.db")
	for n := range gametest.Dose(t, 60, 60, 1000) {
		bit := 8*used[luck.IntN(len(used))] + luck.IntN(8)
		if n%4 == 0 {
			bit = luck.IntN(8 * len(whole))
		}
		flipped := slices.Clone(whole)
		flipped[bit/8] ^= 1 << (bit % 8)
		for _, suffix := range []string{"-wal", "-shm"} {
			_ = os.Remove(path + suffix)
		}
		must(t, os.WriteFile(path, flipped, 0o600))
		lines, err := problems(t.Context(), path, nil)
		if err != nil || len(lines) > 0 {
			found++
			continue
		}
		after := content(path)
		if maps.Equal(before, after) {
			harmless++
			continue
		}
		for name := range before {
			if before[name] != after[name] && slices.Contains(checkedTables, name) {
				t.Errorf("bit %d changes %s, but no problem is found; before:\n%s\nafter:\n%s", bit, name, before[name], after[name])
			}
		}
		unchecked++
	}
	t.Logf("of %d bits: %d found, %d harmless, %d in tables that are not checked", found+harmless+unchecked, found, harmless, unchecked)
	if found == 0 || harmless == 0 {
		t.Error("no flipped bit was found, or none was harmless, so this test shows too little")
	}
}
