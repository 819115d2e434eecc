package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/store/engine"
	"deuces/table"
)

// The example in docs/log.md.
func TestTheHashInTheDocsIsRight(t *testing.T) {
	first := row{seq: 1, at: 1767225600000, kind: "seated", body: []byte(`{"player":11}`)}
	second := row{seq: 2, at: 1767225600000, kind: "left", body: []byte(`{"player":11}`)}
	one := first.hashAfter(link{}, 7)
	two := second.hashAfter(one, 7)
	page, err := os.ReadFile("../docs/log.md")
	must(t, err)
	for _, want := range []link{one, two} {
		if !bytes.Contains(page, []byte(hex.EncodeToString(want[:]))) {
			t.Errorf("docs/log.md missingEvents %x", want)
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

// Moving a byte from one part of a row to the next changes the hash.
func TestDifferentRowsHaveDifferentHashes(t *testing.T) {
	seen := map[link]row{}
	for _, r := range []row{
		{seq: 1, at: 2, kind: "ab", body: []byte("c")}, {seq: 1, at: 2, kind: "a", body: []byte("bc")}, {seq: 1, at: 2, kind: "abc", body: nil}, {seq: 1, at: 2, kind: "", body: []byte("abc")}, {seq: 2, at: 1, kind: "ab", body: []byte("c")}, {seq: 1, at: 258, kind: "ab", body: []byte("c")},
	} {
		for _, id := range []match.ID{1, 2, 256} {
			h := r.hashAfter(link{}, id)
			if other, known := seen[h]; known {
				t.Errorf("%v and %v have the same hash", r, other)
			}
			seen[h] = r
		}
	}
}

func TestTheChainOfAnOldLogStartsWithItsNextEvent(t *testing.T) {
	filesOnly(t, "older versions")
	t.Parallel()
	saved, live, _ := played(t)
	path := copyOfClosed(t, saved)
	execute(t, path, `DELETE FROM chains; UPDATE events SET hash = NULL; UPDATE unchained SET last = (SELECT max(id) FROM tables)`)
	s := openAt(t, path)
	clear(t, s)
	c, err := s.Coverage(t.Context())
	if err != nil || c.Late > 0 || c.Without != c.Tables || c.Tables < 4 {
		t.Fatalf("at first: %+v, %v", c, err)
	}
	if head, err := s.Head(t.Context(), live, 3); head != "" || err != nil {
		t.Errorf("an event of before has the head %q, %v", head, err)
	}

	// An older program stored a head for a finished log.
	const over match.ID = 3
	err = s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
		head, last, err := digest(ctx, tx, over, math.MaxInt)
		if err != nil {
			return err
		}
		return tx.Exec(ctx, `INSERT INTO chains (table_id, first, last, head, since) VALUES (?, ?, ?, ?, 1)`, over, last+1, last, head[:])
	})
	must(t, err)
	clear(t, s)

	// The live table continues.
	g := &sitting{t: t, s: s, rand: gametest.NewRand(3), id: live, match: match.New(live, matchtest.NewToy), calm: 1}
	for e, err := range s.Events(t.Context(), live) {
		must(t, err)
		g.become([]match.Event{e})
	}
	next := g.match.Seq + 1
	for range 4 {
		g.do(g.next())
	}
	clear(t, s)
	head, err := s.Head(t.Context(), live, g.match.Seq)
	if err != nil || len(head) != headDigits {
		t.Error(head, err)
	}
	if c, err = s.Coverage(t.Context()); err != nil || c.Late != 2 || c.Without != c.Tables-2 {
		t.Errorf("at last: %+v, %v", c, err)
	}
	must(t, s.Close())
	if found, err := looked(t.Context(), path, map[match.ID][]string{live: {head}}); len(found) > 0 || err != nil {
		t.Error(found, err)
	}

	// From now on changes of the earlier events are found as well.
	for _, c := range []struct {
		why   string
		id    match.ID
		seq   int
		names string
	}{
		{"an old event of a live log", live, 3, fmt.Sprintf("event %d, or one ahead of it", next)},
		{"a new event of a live log", live, next + 1, fmt.Sprintf("event %d, or one ahead of it", next+1)},
		{"a log that was over", over, 3, "not the one that its chain ends with"},
	} {
		path := copyOfClosed(t, path)
		execute(t, path, `UPDATE events SET at = at + 1 WHERE table_id = ? AND seq = ?`, c.id, c.seq)
		finds(t, path, nil, c.id, c.names)
	}
}

// A log whose newest events were lost, for example with a write-ahead log, is valid. Only a kept
// head shows what is missing.
func TestAKeptHeadShowsThatEventsWereLost(t *testing.T) {
	s := openNew(t)
	id := create(t, s)
	shorter, err := s.Head(t.Context(), id, 2)
	must(t, err, pause(t, s, id, 3))
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
		if found, err := s.CheckHeads(t.Context(), map[match.ID][]string{id: {c.head}}); err != nil || says(found) != c.lost {
			t.Errorf("%s: %q, %v", c.why, found, err)
		}
	}
}

func TestParseHead(t *testing.T) {
	for _, good := range []string{strings.Repeat("0f", 16), strings.Repeat("0F", 16), strings.Repeat("ab", 32)} {
		if got, err := ParseHead(good); got != strings.ToLower(good) || err != nil {
			t.Errorf("%q: %q, %v", good, got, err)
		}
	}
	for _, bad := range []string{"", "0f", strings.Repeat("0g", 16), strings.Repeat("0f", 15), strings.Repeat("0f", 17), " " + strings.Repeat("0f", 16), "٣" + strings.Repeat("0f", 15)} {
		if got, err := ParseHead(bad); err == nil {
			t.Errorf("%q is read as %q", bad, got)
		}
	}
}

// The end of a log is never cached, because another process may have appended, or somebody may
// have changed the log.
func TestAppendReadsTheEndOfTheLogFromTheDatabase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason, do string
		want       error
		found      bool // found by Check afterwards
	}{
		{"nothing happened", `SELECT 1`, nil, false},
		{"an event was added that the chain knows nothing of", `INSERT INTO events (table_id, seq, at, kind, body) SELECT 1, max(seq) + 1, max(at), 'paused', '{}' FROM events WHERE table_id = 1`, table.ErrConflict, true},
		{"the last event is missing", `DELETE FROM events WHERE table_id = 1 AND seq = 4`, table.ErrConflict, true},
		{"the chain ends elsewhere", `UPDATE chains SET head = zeroblob(32) WHERE table_id = 1`, nil, true},
		{"the table is over", `UPDATE tables SET ended = 1 WHERE id = 1; UPDATE chains SET last = 3 WHERE table_id = 1`, table.ErrConflict, true},
	} {
		s := openNew(t)
		id := create(t, s)
		must(t, pause(t, s, id, 3), pause(t, s, id, 4))
		execute(t, s.path, damageQuery(c.do))
		if err := pause(t, s, id, 5); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.reason, err, c.want)
		}
		if found, err := s.Check(t.Context()); err != nil || says(found) != c.found {
			t.Errorf("%s: it is found that %q, %v", c.reason, found, err)
		}
	}
}
