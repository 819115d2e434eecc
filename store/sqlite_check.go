package store

import "context"

// integrity returns what SQLite finds damaged in the file, nothing if it is whole.
func integrity(ctx context.Context, q querier) ([]string, error) {
	found, err := findings(ctx, q, "PRAGMA integrity_check")
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return found, nil
}
