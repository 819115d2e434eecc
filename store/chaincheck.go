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
	var unchained match.ID
	if err := q.QueryRowContext(ctx, `SELECT coalesce(max(last), 0) FROM unchained`).Scan(&unchained); err != nil {
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
		l.end(log.id > unchained)
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
		err := rows.Scan(&id, &c.first, &c.last, c.head.scanner(), &c.since)
		chains[id] = c
		return err
	}, `SELECT table_id, first, last, head, since FROM chains`)
	return chains, err
}

// logCheck is the state of checking one log.
type logCheck struct {
	id       match.ID
	chain    *chain // nil if the log has no chain
	last     row
	head     link
	hashed   bool // some event has a hash
	broken   bool // the chain is wrong, so later hashes can't be checked
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
		l.report("time", "event %d is from before the event ahead of it", r.seq)
	}
	if err != nil {
		l.report("read", "%v", err)
	} else if err := match.Valid(e, r.kind, r.body); err != nil {
		l.report("sound", "event %d, %q: %s", r.seq, r.kind, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	l.last, l.head = r, r.hashAfter(l.head, l.id)
	l.hashed = l.hashed || hash != nil
	if l.chain == nil || l.broken {
		return
	}
	switch {
	case r.seq < l.chain.first:
		if hash != nil {
			l.broken = true
			l.report("chain", "event %d carries a hash, though the chain begins with event %d", r.seq, l.chain.first)
		}
	case !bytes.Equal(hash, l.head[:]):
		l.broken = true
		l.report("chain", "event %d, or one ahead of it, is not as it was written: its hash is another", r.seq)
	}
}

// end checks the end of the log. chained is set if the log began when hash chains existed.
func (l *logCheck) end(chained bool) {
	c := l.chain
	switch {
	case c == nil && (chained || l.hashed):
		l.report("chain", "the chain of its log is gone")
	case c == nil || l.broken:
	case chained && c.first != 1:
		l.report("chain", "its chain begins with event %d, not with the first", c.first)
	case l.last.seq < c.last:
		l.report("chain", "its log ends with event %d, its chain with event %d: events are missing", l.last.seq, c.last)
	case l.last.seq > c.last:
		l.report("chain", "its log ends with event %d, its chain with event %d", l.last.seq, c.last)
	case l.head != c.head:
		l.report("chain", "its log is not the one that its chain ends with")
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
				err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND substr(lower(hex(hash)), 1, ?3) = ?2)
					OR EXISTS (SELECT 1 FROM chains WHERE table_id = ?1 AND substr(lower(hex(head)), 1, ?3) = ?2)`, id, strings.ToLower(head), len(head)).Scan(&there)
				if err != nil {
					return nil, err
				}
				if !there {
					found = append(found, fmt.Sprintf("table %d: no event of its log has the head %s: the log was written anew, or lost its end", id, head))
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
		return "", fmt.Errorf("%.80q is no head: it has %d digits from 0 to f", s, headDigits)
	}
	return strings.ToLower(s), nil
}

// NotCovered lists the data that Check can't verify.
func NotCovered() []string {
	return []string{
		"names and ids of people, and what they chose for themselves",
		"settings of servers, named options, and the options that a channel played last",
		"where messages are",
		"the plans of seasons",
		"which tables were given up, which servers removed the bot, and when it was last alive",
	}
}

// Coverage describes which events the hash chains cover.
type Coverage struct {
	Events, Tables int       // numbers of events and tables in all logs
	Late           int       // tables whose chain began after their log
	From, To       time.Time // when the first and the last of those chains began
	Without        int       // tables without a chain
}

// Coverage returns which events the hash chains cover.
func (r *Reader) Coverage(ctx context.Context) (c Coverage, err error) {
	var from, to int64
	err = r.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM tables),
			(SELECT count(*) FROM tables WHERE id NOT IN (SELECT table_id FROM chains)),
			count(*), coalesce(min(since), 0), coalesce(max(since), 0) FROM chains WHERE first > 1`).
		Scan(&c.Events, &c.Tables, &c.Without, &c.Late, &from, &to)
	if err != nil {
		return Coverage{}, fmt.Errorf("how far the chains go: %w", err)
	}
	c.From, c.To = moment(from), moment(to)
	return c, nil
}
