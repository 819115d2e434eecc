package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deuces/match"
	"deuces/store/engine"
)

// checkLogs reads all logs once, recomputes their chains and checks each event. It returns one
// line per table and kind of problem.
func checkLogs(ctx context.Context, q engine.Querier) (found []string, err error) {
	chains, err := allChains(ctx, q)
	if err != nil {
		return nil, err
	}
	err = eachLog(ctx, q, func(log wholeLog) []string {
		l := &logCheck{id: log.id, reported: map[string]bool{}}
		if c, ok := chains[log.id]; ok {
			l.chain = &c
		}
		for i, r := range log.rows {
			l.event(r, log.hashes[i])
		}
		l.end()
		return l.found
	}, func(_ wholeLog, lines []string) error {
		found = append(found, lines...)
		return nil
	})
	return found, err
}

func allChains(ctx context.Context, q engine.Querier) (map[match.ID]chain, error) {
	chains := map[match.ID]chain{}
	err := engine.Each(ctx, q, func(rows *sql.Rows) error {
		var id match.ID
		var c chain
		err := rows.Scan(&id, &c.last, c.head.scanner())
		chains[id] = c
		return err
	}, `SELECT table_id, last, head FROM chains`)
	return chains, err
}

// logCheck is the state of checking one log.
type logCheck struct {
	id       match.ID
	chain    *chain // nil if the log has no chain
	last     row
	head     link
	broken   bool // a hash is wrong, so later ones can't be checked
	reported map[string]bool
	found    []string
}

// report records a problem, once per kind.
func (l *logCheck) report(what, format string, args ...any) {
	if !l.reported[what] {
		l.reported[what] = true
		l.found = append(l.found, fmt.Sprintf("table %d: ", l.id)+fmt.Sprintf(format, args...))
	}
}

func (l *logCheck) event(r row, hash []byte) {
	e, err := match.Decode(r.seq, time.UnixMilli(r.at), r.kind, r.body)
	if r.at < match.Earliest(time.UnixMilli(l.last.at), e).UnixMilli() {
		l.report("time", "event %d has an earlier time than the event before it", r.seq)
	}
	if err != nil {
		l.report("read", "%v", err)
	} else if err := match.Valid(e, r.kind, r.body); err != nil {
		l.report("sound", "event %d, %q: %s", r.seq, r.kind, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	l.last, l.head = r, r.hashAfter(l.head, l.id)
	if !l.broken && !bytes.Equal(hash, l.head[:]) {
		l.broken = true
		l.report("chain", "event %d, or one before it, was changed: its hash is wrong", r.seq)
	}
}

// end checks the end of the log.
func (l *logCheck) end() {
	c := l.chain
	switch {
	case l.broken:
	case c == nil:
		l.report("chain", "the end of its chain is missing")
	case l.last.seq < c.last:
		l.report("chain", "its log ends with event %d and its chain with event %d: events are missing", l.last.seq, c.last)
	case l.last.seq > c.last:
		l.report("chain", "its log ends with event %d and its chain with event %d: events were added", l.last.seq, c.last)
	case l.head != c.head:
		l.report("chain", "the last hash of its log is not the one at the end of its chain")
	}
}

// CheckHeads checks that logs have the heads that somebody copied from their boards, and returns
// one line per problem. kept maps tables to their heads. The result is meaningful only if Check
// finds nothing.
func (r *Reader) CheckHeads(ctx context.Context, kept map[match.ID][]string) (found []string, err error) {
	defer engine.Annotate(&err, "check heads")
	return view(ctx, r, func(tx *sql.Tx) (found []string, err error) {
		for _, id := range slices.Sorted(maps.Keys(kept)) {
			for _, head := range kept[id] {
				var there bool
				err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND substr(lower(hex(hash)), 1, ?3) = ?2)`,
					id, strings.ToLower(head), len(head)).Scan(&there)
				if err != nil {
					return nil, err
				}
				if !there {
					found = append(found, fmt.Sprintf("table %d: no event of its log has the head %s: the log was rewritten or has lost its end", id, head))
				}
			}
		}
		return found, nil
	})
}

// ParseHead parses a head as people see it, or a whole hash.
func ParseHead(s string) (string, error) {
	_, err := hex.DecodeString(s)
	if err != nil || len(s) != headDigits && len(s) != 2*headDigits {
		return "", fmt.Errorf("%.80q is not a head: a head has %d digits from 0 to f", s, headDigits)
	}
	return strings.ToLower(s), nil
}

// NotCovered lists the data that Check can't verify.
func NotCovered() []string {
	return []string{
		"names, ids and preferences of people",
		"settings of servers, presets, and the options that a channel played last",
		"the places of messages",
		"the plans of seasons",
		"which tables were given up, which servers removed the bot, and when it last ran",
	}
}

// Counts returns the numbers of events and tables in all logs.
func (r *Reader) Counts(ctx context.Context) (events, tables int, err error) {
	defer engine.Annotate(&err, "count events and tables")
	err = r.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM tables)`).Scan(&events, &tables)
	return events, tables, err
}
