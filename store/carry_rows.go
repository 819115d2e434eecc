package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"strconv"
	"strings"

	"deuces/table"
)

// How rows come from one database into another: a great many of them, in the order of their
// keys, and each is hashed on its way.

// How many rows are written at a time: by one statement, and in one step.
const (
	carryRows  = 50
	carryBatch = 20_000
)

// carrying is a copy that is made.
type carrying struct {
	ctx    context.Context
	from   engine
	source *sql.Tx
	to     engine
	step   func(func(context.Context, *tx) error) error
}

// table copies the rows of a table, and returns their fingerprint.
func (c carrying) table(name string) (read fingerprint, err error) {
	var columns []string
	err = c.step(func(writing context.Context, t *tx) error {
		var there bool
		if err := t.get(writing, `SELECT EXISTS (SELECT 1 FROM `+name+`)`, nil, &there); err != nil {
			return err
		}
		if there && name != "unchained" { // which a new database has
			return ErrNotEmpty
		}
		if columns, err = columnsOf(writing, t.conn, name); err != nil {
			return err
		}
		return t.exec(writing, `DELETE FROM `+name)
	})
	if err != nil {
		return read, err
	}
	if all := strings.Join(columns, `, `); name == "events" && all != eventColumns {
		return read, fmt.Errorf("they have the columns %s, and not %s", all, eventColumns)
	}
	var total, done int
	if err := c.source.QueryRowContext(c.ctx, `SELECT count(*) FROM `+name).Scan(&total); err != nil {
		return read, err
	}
	read = newFingerprint()
	var values []any
	write := func() error {
		err := c.step(func(writing context.Context, t *tx) error { return t.insert(writing, name, columns, values) })
		done += len(values) / len(columns)
		values = values[:0]
		progressOf(c.ctx)(CopyingRows+" "+name, done, total)
		return err
	}
	err = rowsOf(c.ctx, c.source, name, columns, func(row []any) error {
		read.add(row)
		if values = append(values, row...); len(values) < carryBatch*len(columns) {
			return nil
		}
		return write()
	})
	if err == nil && len(values) > 0 {
		err = write()
	}
	if err != nil {
		return read, err
	}
	if column, counts := numbering()[name]; counts {
		last, err := c.from.lastNumber(c.ctx, c.source, name, column)
		if err != nil {
			return read, err
		}
		err = c.step(func(writing context.Context, t *tx) error { return c.to.numberFrom(writing, t, name, column, last) })
		if err != nil {
			return read, err
		}
	}
	return read, nil
}

// insert adds rows to a table, one after the other in values.
func (t *tx) insert(ctx context.Context, name string, columns []string, values []any) error {
	row := `(` + strings.Repeat(`?, `, len(columns)-1) + `?)`
	into := `INSERT INTO ` + name + ` (` + strings.Join(columns, `, `) + `) VALUES `
	for len(values) > 0 {
		n := min(carryRows, len(values)/len(columns))
		if err := t.exec(ctx, into+strings.Repeat(row+`, `, n-1)+row, values[:n*len(columns)]...); err != nil {
			return err
		}
		values = values[n*len(columns):]
	}
	return nil
}

// rowsOf calls f with each row of a table, in the order of its key. What f gets it may keep.
func rowsOf(ctx context.Context, q querier, name string, columns []string, f func([]any) error) error {
	from := `SELECT ` + strings.Join(columns, `, `) + ` FROM ` + name
	scan := func(rows *sql.Rows) error {
		values, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			at[i] = &values[i]
		}
		if err := rows.Scan(at...); err != nil {
			return err
		}
		if name != "events" { // whose hash stands for each byte
			for i, v := range values {
				if text, ok := v.(string); ok {
					values[i] = storable(text)
				}
			}
		}
		return f(values)
	}
	if name == "events" { // there may be more than can be sorted
		return logSpans(ctx, q, func(first, last table.ID) error {
			return each(ctx, q, scan, from+` WHERE table_id BETWEEN ? AND ? ORDER BY table_id, seq`, first, last)
		})
	}
	order := ` ORDER BY 1`
	if len(columns) > 1 {
		order = ` ORDER BY 1, 2`
	}
	return each(ctx, q, scan, from+order)
}

// logSpans calls f with the first and the last of so many tables as are read at a time, until
// all that have a log were among them.
func logSpans(ctx context.Context, q querier, f func(first, last table.ID) error) error {
	for last := table.ID(math.MinInt64); ; {
		var first sql.Null[table.ID]
		if err := q.QueryRowContext(ctx, `SELECT min(table_id) FROM events WHERE table_id > ?`, last).Scan(&first); err != nil || !first.Valid {
			return err
		}
		last = first.V + logsAtOnce - 1
		if err := f(first.V, last); err != nil {
			return err
		}
	}
}

// columnsOf are the columns of a table. The columns of its key come first.
func columnsOf(ctx context.Context, q querier, name string) ([]string, error) {
	rows, err := q.QueryContext(ctx, `SELECT * FROM `+name+` WHERE 1 = 0`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	return columns, rows.Err()
}

// compare compares the fingerprints of what was carried with those of the copies.
func compare(ctx context.Context, q querier, want map[string]fingerprint) error {
	for i, name := range carried() {
		progressOf(ctx)(ComparingRows, i, len(carried()))
		columns, err := columnsOf(ctx, q, name)
		if err != nil {
			return err
		}
		have, err := fingerprintOf(ctx, q, name, columns)
		if err != nil {
			return err
		}
		if want[name].sum() != have.sum() {
			return fmt.Errorf("%s are not the same in both databases, and nothing was kept", name)
		}
	}
	return nil
}

// fingerprint is a hash of rows, and how many there are.
type fingerprint struct {
	hash hash.Hash
	rows int
	room []byte
}

func newFingerprint() fingerprint { return fingerprint{hash: sha256.New()} }

// fingerprintOf is that of all rows of a table.
func fingerprintOf(ctx context.Context, q querier, name string, columns []string) (fingerprint, error) {
	f := newFingerprint()
	err := rowsOf(ctx, q, name, columns, func(row []any) error {
		f.add(row)
		return nil
	})
	return f, err
}

func (f fingerprint) sum() string { return hex.EncodeToString(f.hash.Sum(nil)) }

// add takes in a row: the length of each value as text, in 8 bytes, and the text.
func (f *fingerprint) add(row []any) {
	f.room = f.room[:0]
	for _, v := range row {
		f.value(v)
	}
	f.rows++
	f.hash.Write(f.room)
}

func (f *fingerprint) value(v any) {
	switch v := v.(type) {
	case int64:
		var digits [20]byte
		f.text(strconv.AppendInt(digits[:0], v, 10))
	case string:
		f.room = binary.BigEndian.AppendUint64(f.room, uint64(len(v)))
		f.room = append(f.room, v...)
	case []byte:
		f.room = binary.BigEndian.AppendUint64(f.room, uint64(hex.EncodedLen(len(v))))
		f.room = hex.AppendEncode(f.room, v)
	default:
		f.text([]byte(fmt.Sprint(v)))
	}
}

func (f *fingerprint) text(text []byte) {
	f.room = binary.BigEndian.AppendUint64(f.room, uint64(len(text)))
	f.room = append(f.room, text...)
}

// storable is a text as both databases can keep it: valid UTF-8 without the character of number 0,
// which PostgreSQL has no place for.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
