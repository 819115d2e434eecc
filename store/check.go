package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Check looks the database over and says what is wrong with it, a line each: the
// file, references, gaps in logs, tables that say otherwise than their logs, and
// sums that are not those of the settlements. It reads everything once.
func (r *Reader) Check(ctx context.Context) (found []string, err error) {
	err = r.view(ctx, func(tx *sql.Tx) error {
		found, err = integrity(ctx, tx)
		if err != nil || len(found) > 0 {
			return err // what a damaged file says of anything else means nothing
		}
		for _, c := range []struct{ what, query string }{
			{"refers to what is not there", `PRAGMA foreign_key_check`},
			{"is a table whose log has gaps", `
				SELECT table_id FROM events GROUP BY table_id HAVING min(seq) <> 1 OR max(seq) <> count(*)`},
			{"is a table without a log", `
				SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM events)`},
			{"is a table that is over by its log or by its row alone", `
				SELECT id FROM tables WHERE (ended IS NULL) =
					EXISTS (SELECT 1 FROM events WHERE table_id = id AND kind = 'ended')`},
			{"is a guild and system with settlements and no sums", `
				SELECT guild, system FROM settlements EXCEPT SELECT guild, system FROM scopes`},
			{"is a scope and player whose sums are wrong", differing(
				`SELECT scope, player, points, rounds, wins, left_early, running, last_at, last_match, last_round FROM standings`, sums, `scope, player`)},
			{"is a scope, player and title counted wrongly", differing(
				`SELECT scope, player, title, held FROM titles`, held, `scope, player, title`)},
		} {
			lines, err := findings(ctx, tx, c.query)
			if err != nil {
				return err
			}
			for _, line := range lines {
				found = append(found, line+" "+c.what)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	return found, nil
}

// differing selects the keys of rows that only one of two queries gives. Both
// name their columns as have does.
func differing(have, want, keys string) string {
	columns, _, _ := strings.Cut(strings.TrimPrefix(have, "SELECT "), " FROM ")
	return fmt.Sprintf(`WITH have(%[1]s) AS (%[2]s), want(%[1]s) AS (%[3]s)
		SELECT DISTINCT %[4]s FROM (
			SELECT * FROM (SELECT * FROM have EXCEPT SELECT * FROM want)
			UNION ALL
			SELECT * FROM (SELECT * FROM want EXCEPT SELECT * FROM have))`, columns, have, want, keys)
}

// integrity returns what SQLite finds damaged in the file, nothing if it is whole.
func integrity(ctx context.Context, q querier) ([]string, error) {
	found, err := findings(ctx, q, "PRAGMA integrity_check")
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return found, nil
}

// findings returns what a checking query reports, a line a row.
func findings(ctx context.Context, q querier, query string) ([]string, error) {
	return collect(ctx, q, func(rows *sql.Rows) (string, error) {
		columns, err := rows.Columns()
		if err != nil {
			return "", err
		}
		values := make([]any, len(columns))
		dest := make([]any, len(columns))
		for i := range values {
			dest[i] = &values[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return "", err
		}
		return strings.TrimSuffix(fmt.Sprintln(values...), "\n"), nil
	}, query)
}
