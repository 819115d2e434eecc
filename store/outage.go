package store

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"deuces/internal/leases"
)

// Outage says of an error of a Store that the database can't be used at the moment, and
// perhaps can soon: its server can't be reached or has ended the connection, its disk is
// full, another program has locked it, or another process serves the server that asks.
func Outage(err error) bool {
	if errors.Is(err, ErrNotOurs) || errors.Is(err, leases.ErrLost) || Passes(err) {
		return true
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch failed.Code[:min(2, len(failed.Code))] {
		case "08", "53", "57", "58": // connection, resources, an operator's intervention, the server's own system
			return true
		}
		return failed.Code == "25006" || failed.Code == "25P03" // a standby server, idle for too long in a transaction
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	for _, lost := range []error{driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return err != nil && (pgconn.SafeToRetry(err) || pgconn.Timeout(err))
}
