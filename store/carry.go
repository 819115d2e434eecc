package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rs/zerolog"

	"deuces/table"
)

// A bot moves from one database to another, of whichever kind, by Copy. It carries what is
// true by itself, as it is and under the same numbers; what follows from that is made anew
// in the new place. Then the new place is checked, and compared with the old one by hashes.

// carried are the tables that nothing else makes, in the order in which they refer to each
// other. The first two columns of each, at most, are its key.
func carried() []string {
	return []string{
		"tables", "events", "chains", "unchained", "people", "preferences", "posts", "asleep", "settings", "presets",
		"last_options", "seasons", "alive", "removed", "greeted", "emojis",
	}
}

// settledBefore are carried so that a log that can't be read keeps the results that it has
// (Rebuild). All others are made anew.
func settledBefore() []string { return []string{"settlements", "entries"} }

// numbering are the tables that count, with the column that has the number. Numbers are never
// used again, so it is carried, too, which was the last.
func numbering() map[string]string {
	return map[string]string{"tables": "id", "people": "player", "settlements": "id"}
}

// ErrNotEmpty: the database that is to be filled has something in it.
var ErrNotEmpty = errors.New("there is a database with something in it already")

// Copied says what Copy has copied.
type Copied struct {
	Tables, Events int
	Hash           string   // of all logs, the same in both places
	Unread         []string // logs that can't be read, which keep the results that they had, a line each
	Found          []string // what Check finds in both places, a line each: a copy mends nothing
}

// Copy fills the database to, which has nothing in it yet or is made, with what is in from.
// No process may have either open (ErrInUse), and from is of this program's version. All or
// nothing: unless Copy succeeds, to is still empty, or not there.
func Copy(ctx context.Context, from, to string, rules table.Rulebook, log zerolog.Logger) (c Copied, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("copy: %w", err)
		}
	}()
	release, err := seize(ctx, from)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, release()) }()
	source, err := Read(ctx, from)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if onPostgres(to) {
		return fillFrom(ctx, source, to, rules, log)
	}
	if _, err := os.Lstat(to); err == nil {
		return c, fmt.Errorf("%s: %w", to, ErrNotEmpty)
	}
	// The file gets its name when all is in it.
	part := to + partly
	if err := removeFiles(part); err != nil {
		return c, plainly(to, err)
	}
	c, err = fillFrom(ctx, source, part, rules, log)
	if err == nil {
		err = errors.Join(os.Rename(part, to), syncFile(filepath.Dir(to)))
	}
	return c, errors.Join(err, removeFiles(part))
}

// seize keeps others from writing to a database until it is released.
func seize(ctx context.Context, name string) (release func() error, err error) {
	if !onPostgres(name) {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		return lock(ctx, name)
	}
	db, err := postgresPool(name, nil, 1, nil, claimed)
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", Shown(name), errors.Join(inWords(err), db.Close()))
	}
	return db.Close, nil
}

// removeFiles removes a database's file and all that is beside it.
func removeFiles(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-lock", "-backup-lock"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// fillFrom fills an empty database in one transaction, and checks it.
func fillFrom(ctx context.Context, from *Reader, to string, rules table.Rulebook, log zerolog.Logger) (c Copied, err error) {
	s, err := Open(ctx, to, log)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = from.view(ctx, func(source *sql.Tx) error {
		return s.writer.write(ctx, claim{}, func(writing context.Context, tx *tx) (err error) {
			for _, name := range append(carried(), settledBefore()...) {
				if err := tx.carry(ctx, from.engine, source, s.engine, name); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			if c.Unread, err = tx.rebuild(ctx, writing, rules); err != nil {
				return err
			}
			// Within the transaction: what differs, or doesn't check, is not kept.
			if c, err = compared(ctx, source, tx.conn, c); err != nil {
				return err
			}
			c.Found, err = newlyWrong(ctx, from.engine, source, s.engine, tx.conn)
			return err
		})
	})
	return c, err
}

// newlyWrong checks a copy, and returns what is wrong in both places. What is wrong in the
// copy alone is an error.
func newlyWrong(ctx context.Context, from engine, source querier, to engine, copied querier) (found []string, err error) {
	if found, err = check(ctx, to, copied); err != nil || len(found) == 0 {
		return nil, err
	}
	before, err := check(ctx, from, source)
	if err != nil {
		return nil, err
	}
	for _, line := range found {
		if !slices.Contains(before, line) {
			return nil, fmt.Errorf("the copy doesn't check, and was not kept: %s", line)
		}
	}
	return found, nil
}

// carryRows is how many rows are written at a time.
const carryRows = 50

// carry copies the rows of a table from another database.
func (t *tx) carry(ctx context.Context, from engine, source *sql.Tx, to engine, name string) error {
	columns, err := columnsOf(ctx, t.conn, name)
	if err != nil {
		return err
	}
	var there bool
	if err := t.get(ctx, `SELECT EXISTS (SELECT 1 FROM `+name+`)`, nil, &there); err != nil {
		return err
	}
	if there && name != "unchained" { // which a new database has
		return ErrNotEmpty
	}
	if err := t.exec(ctx, `DELETE FROM `+name); err != nil {
		return err
	}
	var total, done int
	if err := source.QueryRowContext(ctx, `SELECT count(*) FROM `+name).Scan(&total); err != nil {
		return err
	}
	row := `(` + strings.Repeat(`?, `, len(columns)-1) + `?)`
	var values []any
	write := func() error {
		n := len(values) / len(columns)
		if n == 0 {
			return nil
		}
		done += n
		progressOf(ctx)(CopyingRows+" "+name, done, total)
		err := t.exec(ctx, `INSERT INTO `+name+` (`+strings.Join(columns, `, `)+`) VALUES `+strings.Repeat(row+`, `, n-1)+row, values...)
		values = values[:0]
		return err
	}
	err = rowsOf(ctx, source, name, columns, func(row []any) error {
		if values = append(values, row...); len(values) < carryRows*len(columns) {
			return nil
		}
		return write()
	})
	if err == nil {
		err = write()
	}
	if column, counts := numbering()[name]; counts && err == nil {
		var last int64
		if last, err = from.lastNumber(ctx, source, name, column); err == nil {
			err = to.numberFrom(ctx, t, name, column, last)
		}
	}
	return err
}

// rowsOf calls f with each row of a table, in the order of its key. What f gets it may keep.
func rowsOf(ctx context.Context, q querier, name string, columns []string, f func([]any) error) error {
	order := ` ORDER BY 1`
	if len(columns) > 1 {
		order = ` ORDER BY 1, 2`
	}
	return each(ctx, q, func(rows *sql.Rows) error {
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
	}, `SELECT `+strings.Join(columns, `, `)+` FROM `+name+order)
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

// compared compares what was carried, table by table, by hashes.
func compared(ctx context.Context, from, to querier, c Copied) (Copied, error) {
	for _, name := range carried() {
		progressOf(ctx)(ComparingRows, slices.Index(carried(), name), len(carried()))
		columns, err := columnsOf(ctx, to, name)
		if err != nil {
			return c, err
		}
		want, rows, err := fingerprint(ctx, from, name, columns)
		if err != nil {
			return c, err
		}
		have, _, err := fingerprint(ctx, to, name, columns)
		if err != nil {
			return c, err
		}
		if want != have {
			return c, fmt.Errorf("%s are not the same in both databases, and nothing was kept", name)
		}
		switch name {
		case "tables":
			c.Tables = rows
		case "events":
			c.Events, c.Hash = rows, want
		}
	}
	return c, nil
}

// fingerprint is a hash of all rows of a table, and how many there are.
func fingerprint(ctx context.Context, q querier, name string, columns []string) (hash string, rows int, err error) {
	h := sha256.New()
	err = rowsOf(ctx, q, name, columns, func(row []any) error {
		rows++
		var b []byte
		for _, v := range row {
			text := fmt.Sprint(v)
			if bytes, ok := v.([]byte); ok {
				text = hex.EncodeToString(bytes)
			}
			b = binary.BigEndian.AppendUint64(b, uint64(len(text)))
			b = append(b, text...)
		}
		_, err := h.Write(b)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), rows, err
}

// storable is a text as both databases can keep it: valid UTF-8 without the character of number 0,
// which PostgreSQL has no place for.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
