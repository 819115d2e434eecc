package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"deuces/match"
	"deuces/store/engine"
)

// The events of a log form a hash chain: each has a hash of itself and the previous hash. If
// somebody changes, adds or removes an event without recomputing all later hashes, Check reports
// it. The hash of the last event, the head, identifies the whole log. Fair play shows it after each
// round, so that players who copy it can detect a rewritten log (CheckHeads).

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

// chain is a row of the table chains. It stores where the chain of a log ends, and new events continue
// from that head rather than from the last event in the log. So if a log has lost its last events, later
// events can't hide the loss.
type chain struct {
	last int
	head link
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

// digest computes the head of a log up to event upTo from the events, and returns the number of the last
// event that it read.
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

// Head returns the hash of an event in the form that people see, or "" if there is no such event.
func (r *Reader) Head(ctx context.Context, id match.ID, seq int) (string, error) {
	var hash link
	err := r.db.QueryRowContext(ctx, `SELECT hash FROM events WHERE table_id = ? AND seq = ?`, id, seq).Scan(hash.scanner())
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the hash of event %d of table %d: %w", seq, id, err)
	}
	return hex.EncodeToString(hash[:])[:headDigits], nil
}
