package store

import (
	"database/sql"
	"fmt"
	"time"
)

func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// asTime returns a Scanner for a stored time. NULL leaves t unchanged.
func asTime(t *time.Time) sql.Scanner { return &timeScanner{t} }

type timeScanner struct{ t *time.Time }

func (s *timeScanner) Scan(value any) error {
	switch ms := value.(type) {
	case nil:
	case int64:
		*s.t = moment(ms)
	default:
		return fmt.Errorf("%T is not a stored time", value)
	}
	return nil
}
