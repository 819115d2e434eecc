package postgres

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// HidePassword returns an address without its password, for people and logs.
func HidePassword(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	q.Del("password")
	q.Del("sslpassword")
	u.RawQuery = q.Encode()
	return u.String()
}

// codeOf returns the PostgreSQL code of an error, or "".
func codeOf(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failed.Code
	}
	return ""
}

// IsTransient reports whether an error of Open may go away by itself: the server is starting,
// or has no free connection or disk space.
func IsTransient(err error) bool {
	switch codeOf(err) {
	case "57P03", "53300", "53100": // cannot_connect_now, too_many_connections, disk_full
		return true
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

// IsOutage reports whether an error means that the database is currently unavailable.
func IsOutage(err error) bool {
	code := codeOf(err)
	if code != "" {
		switch code[:min(2, len(code))] {
		case "08", "53", "57", "58": // connection, resources, an operator's intervention, the server's own system
			return true
		}
		return code == "25006" || code == "25P03" // a standby server, idle for too long in a transaction
	}
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return err != nil && (connecting || pgconn.SafeToRetry(err) || pgconn.Timeout(err))
}

// explain adds to an error of PostgreSQL what an operator can do about it, if the error doesn't
// say so itself.
func explain(err error) error {
	switch code := codeOf(err); {
	case strings.HasPrefix(code, "28"): // invalid_authorization_specification
		return fmt.Errorf("PostgreSQL refuses this user or password: %w", err)
	case code == "3D000": // invalid_catalog_name
		return fmt.Errorf("there is no such database: make it with createdb, or name another (%w)", err)
	case code == "42501": // insufficient_privilege
		return fmt.Errorf("this user may not do what the bot needs: make the user the owner of the database (%w)", err)
	case code == "53100": // disk_full
		return fmt.Errorf("the disk of the PostgreSQL server is full: make room there (%w)", err)
	case code == "53300": // too_many_connections
		return fmt.Errorf("PostgreSQL has no connection free: raise its max_connections (%w)", err)
	case code == "25006": // read_only_sql_transaction
		return fmt.Errorf("PostgreSQL lets nothing be written: is it a standby server? (%w)", err)
	case code != "":
		return err
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return fmt.Errorf("PostgreSQL can't be reached: is it running, and is the address right? (%w)", err)
	}
	return err
}
