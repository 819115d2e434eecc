package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

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

// explain adds to an error of PostgreSQL what an operator can do about it, if the error names its
// cause but doesn't say what to do.
func explain(err error) error {
	switch code := codeOf(err); {
	case code == "28P01": // invalid_password
		return fmt.Errorf("PostgreSQL refuses this user or password: correct the address in DEUCES_DB, or set the password with ALTER ROLE (%w)", err)
	case strings.HasPrefix(code, "28"): // invalid_authorization_specification: no such user, or pg_hba.conf
		return fmt.Errorf("PostgreSQL doesn't let this user in: correct the address in DEUCES_DB, make the user with createuser, or allow it in pg_hba.conf (%w)", err)
	case code == "3D000": // invalid_catalog_name
		return fmt.Errorf("there is no such database: make it with createdb, or name another (%w)", err)
	case code == "42501": // insufficient_privilege
		return fmt.Errorf("PostgreSQL denies this user a right that the bot needs: make the user the owner of the object named in parentheses, or grant the right (%w)", err)
	case code == "53100": // disk_full
		return fmt.Errorf("the disk of the PostgreSQL server is full: make room there (%w)", err)
	case code == "53300": // too_many_connections
		return fmt.Errorf("PostgreSQL has no free connection: raise its max_connections (%w)", err)
	case code == "25006": // read_only_sql_transaction
		return fmt.Errorf("PostgreSQL allows no writes, as on a standby server or with default_transaction_read_only (%w)", err)
	case code != "":
		return err
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); !ok {
		return err
	}
	_, name := errors.AsType[*net.DNSError](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	timeout, _ := errors.AsType[net.Error](err)
	advice := ""
	switch {
	case name:
		advice = ": the name server doesn't know the host in the address"
	case errors.Is(err, syscall.ECONNREFUSED):
		advice = ": nothing listens there; is it running, and is the address right?"
	case errors.Is(err, fs.ErrNotExist):
		advice = ": there is no such socket; is it running, and is the address right?"
	case errors.Is(err, fs.ErrPermission):
		advice = ": this user may not use its socket"
	case certificate:
		advice = ": its certificate isn't the one that sslmode asks for"
	case timeout != nil && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		advice = ": nothing answers in time; check the address, the network and the firewall"
	}
	return fmt.Errorf("PostgreSQL can't be reached%s (%w)", advice, err)
}
