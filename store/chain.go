package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"deuces/match"
	"deuces/store/engine"
)

// The events of a log form a hash chain: each has a hash of itself and the previous hash. If
// somebody changes, adds or removes an event without recomputing all later hashes, Check reports
// it. The hash of the last event, the head, identifies the whole log. Fair play shows it after each
// round, so that players who copy it can detect a rewritten log (CheckHeads).
//
// Logs from before hash chains aren't rewritten. The chain of a live table starts with its next
// event and includes the earlier events as they are at that moment. Logs of tables that were
// already over got a head but no hashes per event.

// link is a hash in a chain. The hash before the first event is zero.
type link [sha256.Size]byte

// hashAfter returns the hash of an event: SHA-256 of the previous hash, the numbers of the
// table and the event, its time, its kind and its stored body. Numbers are 8 bytes, big-endian.
// Kind and body are each preceded by their length.
func (r row) hashAfter(before link, id match.ID) link {
	b := make([]byte, 0, len(before)+5*8+len(r.kind)+len(r.body))
	b = append(b, before[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(id))
	b = binary.BigEndian.AppendUint64(b, uint64(r.seq))
	b = binary.BigEndian.AppendUint64(b, uint64(r.at))
	b = binary.BigEndian.AppendUint64(b, uint64(len(r.kind)))
	b = append(b, r.kind...)
	b = binary.BigEndian.AppendUint64(b, uint64(len(r.body)))
	b = append(b, r.body...)
	return sha256.Sum256(b)
}

// chain is a row of the table chains.
type chain struct {
	first, last int
	head        link
	since       int64
}

// scanner returns a Scanner for the link.
func (l *link) scanner() sql.Scanner { return (*linkScanner)(l) }

type linkScanner link

// Scan implements sql.Scanner. NULL or an invalid value gives the zero link.
func (l *linkScanner) Scan(value any) error {
	b, _ := value.([]byte)
	copy(l[:], b)
	return nil
}

// beginChain starts the chain of a log before its first event or, for an old log, before its next
// one. The row in chains stores where the chain ends, and new events continue from that head rather
// than from the last event in the log. So if a log has lost its last events, later events can't
// hide the loss.
func (t *tx) beginChain(ctx context.Context, id match.ID, next row) (c chain, err error) {
	c = chain{first: next.seq, since: next.at}
	if next.seq > 1 {
		if c.head, c.last, err = digest(ctx, t, id, math.MaxInt); err != nil {
			return chain{}, err
		}
	}
	return c, t.Exec(ctx, `INSERT INTO chains (table_id, first, last, head, since) VALUES (?, ?, ?, ?, ?)`, id, c.first, c.last, c.head[:], c.since)
}

// digest computes the head of a log up to event upTo, even if the events have no hashes, and
// returns the number of the last event that it read.
func digest(ctx context.Context, q engine.Querier, id match.ID, upTo int) (head link, last int, err error) {
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		r, err := scanRow(rows)
		head, last = r.hashAfter(head, id), r.seq
		return err
	}, `SELECT seq, at, kind, body FROM events WHERE table_id = ? AND seq <= ? ORDER BY seq`, id, upTo)
	return head, last, err
}

// headDigits is the number of hex digits of a head that are shown. Half of the hash is enough:
// nobody can construct another log with the same digits.
const headDigits = 32

// Head returns the hash of an event in the form that people see, or "" if the log began before
// hash chains.
func (r *Reader) Head(ctx context.Context, id match.ID, seq int) (string, error) {
	var hash []byte
	err := r.db.QueryRowContext(ctx, `SELECT hash FROM events WHERE table_id = ? AND seq = ?`, id, seq).Scan(&hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("the head of table %d: %w", id, err)
	}
	if len(hash) != sha256.Size {
		return "", nil
	}
	return hex.EncodeToString(hash)[:headDigits], nil
}
