package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// findings returns what a checking pragma reports, a line a row.
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
