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
		"53100": "disk of the PostgreSQL server is full", "53300": "max_connections", "42501": "denies this user what the bot needs",
		"28P01": "user or password", "28000": "let this user in", "3D000": "no such database", "25006": "standby",
	} {
		err := fmt.Errorf("while it was opened: %w", &pgconn.PgError{Code: code, Message: "in its own words"})
		if got := explain(err); got == nil || !strings.Contains(got.Error(), text) || !errors.Is(got, err) {
			t.Errorf("%s: %v, want %q", code, got, text)
		}
	}
	if explain(nil) != nil || explain(context.Canceled) != context.Canceled {
		t.Error("an error that is none of PostgreSQL's is not left as it is")
	}
}
