package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestPostgreSQLErrorsAreExplained(t *testing.T) {
	for code, text := range map[string]string{
		"53100": "disk of the PostgreSQL server is full", "53300": "max_connections", "42501": "denies this user a right that the bot needs",
		"28P01": "user or password", "28000": "let this user in", "3D000": "no such database", "25006": "standby",
	} {
		err := fmt.Errorf("while it was opened: %w", &pgconn.PgError{Code: code, Message: "in its own words"})
		if got := explain(err); got == nil || !strings.Contains(got.Error(), text) || !errors.Is(got, err) {
			t.Errorf("code %s: got %v, want %q and the server's error", code, got, text)
		}
	}
	const refused, other = "[::1]:5432 (db): tls error: server refused TLS connection", "[::1]:5432 (db): failed SASL auth"
	for text, want := range map[string]string{
		"in one line":                              "in one line",
		"failed:\n\t" + refused + "\n\t" + other:   "failed: " + other,
		"failed:\n\t" + other + "\n\tdb: no route": "failed: " + other + "; db: no route",
		"failed:\n\t" + refused + "\n\t" + refused: "failed: " + refused,
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%q in one line: got %q, want %q", text, got, want)
		}
	}
	if explain(nil) != nil || explain(context.Canceled) != context.Canceled {
		t.Error("explain changes an error that is not PostgreSQL's")
	}
}
