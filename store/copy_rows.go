package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"

	"deuces/store/engine"
)

// copiedTables lists the database tables to copy, in the order of their foreign keys. The primary
// key of each consists of at most its first two columns. Settlements are copied so that an
// unreadable log keeps its results (Rebuild); the settlements of all other logs are recomputed.
func copiedTables() []string {
	return []string{
		"tables", "events", "chains", "people", "nicknames", "preferences", "posts", "asleep", "settings", "presets",
		"last_options", "seasons", "alive", "removed", "greeted", "emojis", "settlements", "entries",
		"days", "weights", "dailies", "daily_people", "outages", "daily_shares", "daily_posts",
	}
}

// isRebuilt reports whether Rebuild may change a table, so that Copy can't compare it.
func isRebuilt(name string) bool {
	return name == "settlements" || name == "entries" || name == "dailies"
}

// numberedTables lists the tables with automatic numbers and the column of each. Numbers are never
// reused, so Copy also copies the last one that was given out.
func numberedTables() map[string]string {
	return map[string]string{"tables": "id", "people": "player", "settlements": "id"}
}

// Batch sizes: rows per INSERT and per transaction.
const (
	rowsPerInsert = 50
	rowsPerWrite  = 20_000
)

// copyTable copies the rows of a table and returns their checksum.
func (c copier) copyTable(ctx context.Context, name string) (sum tableSum, err error) {
	var columns []string
	err = c.write(func(writing context.Context, t *tx) error {
		var rows int
		if err := t.Get(writing, `SELECT count(*) FROM `+name, nil, &rows); err != nil {
			return err
		}
		if rows > 0 {
			return ErrNotEmpty
		}
		columns, err = columnsOf(writing, t, name)
		return err
	})
	if err != nil {
		return sum, err
	}
	var total, done int
	if err := c.source.QueryRowContext(ctx, `SELECT count(*) FROM `+name).Scan(&total); err != nil {
		return sum, err
	}
	var rows [][]any
	write := func() error {
		done += len(rows)
		err := c.write(func(writing context.Context, t *tx) error { return t.insert(writing, name, columns, rows) })
		rows = rows[:0]
		engine.ProgressOf(ctx)(engine.CopyingRows+" "+name, done, total)
		return err
	}
	sum, err = sumOf(ctx, c.source, name, columns, func(row []any) error {
		if rows = append(rows, row); len(rows) < rowsPerWrite {
			return nil
		}
		return write()
	})
	if err == nil {
		err = write()
	}
	column, numbered := numberedTables()[name]
	if err != nil || !numbered {
		return sum, err
	}
	last, err := c.from.LastNumber(ctx, c.source, name, column)
	if err != nil {
		return sum, err
	}
	return sum, c.write(func(writing context.Context, t *tx) error { return c.to.NumberFrom(writing, t.Tx, name, column, last) })
}

func (t *tx) insert(ctx context.Context, name string, columns []string, rows [][]any) error {
	row := `(` + strings.Repeat(`?, `, len(columns)-1) + `?)`
	for some := range slices.Chunk(rows, rowsPerInsert) {
		err := t.Exec(ctx, `INSERT INTO `+name+` (`+strings.Join(columns, `, `)+`) VALUES `+strings.Repeat(row+`, `, len(some)-1)+row, slices.Concat(some...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// columnsOf returns the columns of a table, those of its key first.
func columnsOf(ctx context.Context, q engine.Querier, name string) ([]string, error) {
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

// compare compares the checksums of the copied tables with those of the originals.
func compare(ctx context.Context, q engine.Querier, want map[string]tableSum) error {
	for i, name := range copiedTables() {
		if isRebuilt(name) {
			continue
		}
		engine.ProgressOf(ctx)(engine.ComparingRows, i, len(want))
		columns, err := columnsOf(ctx, q, name)
		if err != nil {
			return err
		}
		have, err := sumOf(ctx, q, name, columns, func([]any) error { return nil })
		if err != nil {
			return err
		}
		if want[name] != have {
			return fmt.Errorf("the rows of %s differ between the two databases; the copy was discarded", name)
		}
	}
	return nil
}

// tableSum is a checksum of the rows of a table, and their number.
type tableSum struct {
	hash string
	rows int
}

// sumOf calls f with each row of a table in the order of its key, and returns the checksum. f
// may keep the row.
func sumOf(ctx context.Context, q engine.Querier, name string, columns []string, f func(row []any) error) (sum tableSum, err error) {
	h := sha256.New()
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		row, err := engine.ScanAll(rows)
		if err != nil {
			return err
		}
		for i, v := range row {
			if text, ok := v.(string); ok && name != "events" { // events must stay identical for their hash chains
				row[i] = storable(text)
			}
			hashValue(h, row[i])
		}
		sum.rows++
		return f(row)
	}, `SELECT `+strings.Join(columns, `, `)+` FROM `+name+` ORDER BY `+strings.Join(columns[:min(2, len(columns))], `, `))
	sum.hash = hex.EncodeToString(h.Sum(nil))
	return sum, err
}

// hashValue adds a value to a hash, preceded by its length.
func hashValue(h hash.Hash, value any) {
	text := fmt.Sprint(value)
	if bytes, ok := value.([]byte); ok {
		text = hex.EncodeToString(bytes)
	}
	fmt.Fprintf(h, "%d %s ", len(text), text)
}

// storable returns a text that both databases can store: valid UTF-8 without NUL, which
// PostgreSQL rejects.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
