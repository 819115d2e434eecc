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

// The events of a log are chained: each carries a hash of itself and of the hash before
// it. Whoever changes, adds or removes an event has to compute all later hashes anew, or
// Check finds it. The hash of the last event, the head, stands for the whole log. Boards
// show it after each round, so that somebody who keeps one can tell a log that was
// written anew (CheckHeads).
//
// Logs that began before there were chains are not written again. A live table's chain
// begins with its next event, and takes in the events so far as they are at that moment.
// An older program gave a head and no hashes to the logs of tables that were over. From
// then on the chain speaks for the whole log.

// link is a hash in a chain. The first event follows on the zero link.
type link [sha256.Size]byte

// linked returns the hash of an event: SHA-256 of the link before, the numbers of the table
// and of the event, its time, its kind and its body as they are stored. Numbers are 8
// bytes, big-endian; the length of the kind and of the body stands before each.
func (r row) linked(before link, id match.ID) link {
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

// chain is a row of chains.
type chain struct {
	first, last int
	head        link
	since       int64
}

// scanned reads a link from a column.
func (l *link) scanned() sql.Scanner { return (*linkScanner)(l) }

type linkScanner link

// Scan implements sql.Scanner. NULL, and what is no link, is the zero link.
func (l *linkScanner) Scan(value any) error {
	b, _ := value.([]byte)
	copy(l[:], b)
	return nil
}

// beginChain gives a log its chain, before its first event or, if it began before there
// were chains, before the next one. The row that is kept from then on says where the chain
// ends: what is added goes on from that head, not from the last event that is there. If a log
// has lost its end meanwhile, what follows never hides it.
func (t *tx) beginChain(ctx context.Context, id match.ID, next row) (c chain, err error) {
	c = chain{first: next.seq, since: next.at}
	if next.seq > 1 {
		if c.head, c.last, err = digest(ctx, t, id, math.MaxInt); err != nil {
			return chain{}, err
		}
	}
	return c, t.Exec(ctx, `INSERT INTO chains (table_id, first, last, head, since) VALUES (?, ?, ?, ?, ?)`, id, c.first, c.last, c.head[:], c.since)
}

// digest is the head that a log has with the events up to one, whether they carry hashes or
// not, and the last of them.
func digest(ctx context.Context, q engine.Querier, id match.ID, upTo int) (head link, last int, err error) {
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		r, err := scanRow(rows)
		head, last = r.linked(head, id), r.seq
		return err
	}, `SELECT seq, at, kind, body FROM events WHERE table_id = ? AND seq <= ? ORDER BY seq`, id, upTo)
	return head, last, err
}

// headDigits is how many hex digits people see of a head: half of it, which nobody can
// find another log for.
const headDigits = 32

// Head returns the hash of an event of a table's log, as people see it; "" where the log
// has none, as it began before there were chains.
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
