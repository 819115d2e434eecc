package store

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"deuces/match"
)

// row is a stored event.
type row struct {
	seq  int
	at   int64
	kind string
	body []byte
	ends bool // the event ends the table
}

// encode converts events to rows. Their numbers must be consecutive from first.
func encode(first int, events []match.Event) ([]row, error) {
	if len(events) == 0 {
		return nil, errors.New("an append without events")
	}
	rows := make([]row, len(events))
	for i, e := range events {
		if e.Seq != first+i {
			return nil, fmt.Errorf("got event %d, want event %d", e.Seq, first+i)
		}
		kind, body, err := match.Encode(e.Body)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		_, ends := e.Body.(match.Ended)
		rows[i] = row{seq: e.Seq, at: e.At.UnixMilli(), kind: kind, body: body, ends: ends}
	}
	return rows, nil
}

// decode returns the event. It fails if the event's number isn't seq.
func (r row) decode(seq int) (match.Event, error) {
	if r.seq != seq {
		return match.Event{}, fmt.Errorf("%w: event %d is missing", match.ErrUnreadable, seq)
	}
	return match.Decode(r.seq, time.UnixMilli(r.at), r.kind, r.body)
}

func scanRow(rows *sql.Rows) (r row, err error) {
	err = rows.Scan(&r.seq, &r.at, &r.kind, &r.body)
	return r, err
}
