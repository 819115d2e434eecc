package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"deuces/store/engine"
)

// Member is one of the processes that share a database. All its connections have the same name, so
// that others can end them. Package cluster determines who is a member.
type Member struct {
	Name    string       // application_name; no other process has it
	Number  atomic.Int64 // the process's number; 0 before it has joined
	Address string       // address of the database
}

// NewMember returns a process that hasn't joined yet.
func NewMember(address string) *Member {
	return &Member{Name: fmt.Sprintf("deuces %016x", rand.Uint64()), Address: address}
}

// ErrLost means that the other processes declared this one dead. Until it has joined again,
// it can't write.
var ErrLost = errors.New("the other processes declared this one dead")

// Channel is the channel of notifications. Processes that share a database notify each other that
// something changed, but not what. A notification arrives after the change is durable. Those of other
// schemas arrive too; they are harmless.
const Channel = "deuces"

// Clock is the SQL expression for the server's time in milliseconds.
const Clock = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// Topics of notifications. Package cluster has another one.
const (
	TopicPeople = "people" // names or preferences
	TopicEmojis = "emojis"
)

// Notify notifies all processes when the transaction commits.
func Notify(ctx context.Context, t *engine.Tx, topic string) error {
	return t.Exec(ctx, `SELECT pg_notify('`+Channel+`', ?)`, topic)
}

// StateLock is the advisory lock of the tables processes and shards.
const StateLock = `1147499876, hashtext(current_schema())`

// params returns the parameters of the process's connections that write. A process that hangs in a
// transaction must not block the others.
func (m *Member) params() map[string]string {
	return keepalive(map[string]string{"application_name": m.Name, "idle_in_transaction_session_timeout": "5000"})
}

// Connect opens a connection of the process.
func (m *Member) Connect(ctx context.Context) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(m.Address)
	if err != nil {
		return nil, veil(m.Address, err)
	}
	maps.Copy(config.RuntimeParams, m.params())
	config.RuntimeParams["statement_timeout"] = "5000"
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, explain(veil(m.Address, err))
	}
	return c, nil
}

// admit takes the shared lock of the database for a connection that writes. It returns ErrLost if
// others have declared this process dead. They do that only when none of its connections is left,
// under the same lock.
func (m *Member) admit(ctx context.Context, conn driver.Conn) error {
	err := lock(ctx, conn, `pg_advisory_lock_shared`)
	number := m.Number.Load()
	if err != nil || number == 0 {
		return err
	}
	if _, err := engine.Ask(ctx, conn, `SELECT pg_advisory_xact_lock_shared(`+StateLock+`)`); err != nil {
		return err
	}
	there, err := engine.Ask(ctx, conn, `SELECT count(*) FROM processes WHERE id = `+strconv.FormatInt(number, 10))
	if err == nil && there == "0" {
		err = ErrLost
	}
	return err
}

// MayEnd is the SQL condition that one role may end the connections of another. Both are names of rows
// of pg_roles.
func MayEnd(by, of string) string {
	return `(` + by + `.rolsuper OR NOT ` + of + `.rolsuper AND (pg_has_role(` + by + `.oid, ` + of + `.oid, 'USAGE') OR pg_has_role(` + by + `.oid, 'pg_signal_backend', 'USAGE')))`
}

// checkUsers returns an error if a process that runs is of another user, and one of the two may not end
// the connections of the other. The database must be of this program's version.
func checkUsers(ctx context.Context, q engine.Querier) error {
	var us, them string
	err := q.QueryRowContext(ctx, `SELECT us.rolname, them.rolname FROM processes AS p JOIN pg_stat_activity AS a ON a.application_name = p.name
		JOIN pg_roles AS them ON them.oid = a.usesysid JOIN pg_roles AS us ON us.rolname = current_user
		WHERE NOT (`+MayEnd("us", "them")+` AND `+MayEnd("them", "us")+`) LIMIT 1`).Scan(&us, &them)
	if err == nil {
		return fmt.Errorf("a process that runs connects as the user %s and this one as %s, and one of them may not end the other's connections, so a process that hangs would never be replaced: use the same user for all processes", them, us)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// checkSharing returns an error if several processes can't share the database: if a connection pooler
// gives a connection to several clients in turn, or if this user may not end connections.
func checkSharing(ctx context.Context, address string) (err error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return veil(address, err)
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol // works with every pooler
	var conns [2]*pgx.Conn
	for i := range conns {
		if conns[i], err = pgx.ConnectConfig(ctx, config); err != nil {
			return veil(address, err)
		}
		defer conns[i].Close(ctx)
	}
	var may bool
	err = conns[0].QueryRow(ctx, `SELECT has_function_privilege('pg_terminate_backend(integer, bigint)', 'EXECUTE')`).Scan(&may)
	// While the second client is in a transaction, it has a session of the server. The first client must
	// be in the same session all the time.
	sessions := map[int]bool{}
	for n := 0; n < 6 && err == nil; n++ {
		var session int
		err = conns[0].QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&session)
		sessions[session] = true
		if err == nil {
			_, err = conns[1].Exec(ctx, []string{`BEGIN`, `COMMIT`}[n%2])
		}
	}
	switch {
	case err != nil:
		return veil(address, err)
	case len(sessions) > 1:
		return errors.New("a connection pooler runs each statement in a different PostgreSQL session, so locks are lost: use the address of the server itself, or of a pooler in session mode")
	case !may:
		return errors.New("this user may not end connections, so a process that hangs would never be replaced: GRANT EXECUTE ON FUNCTION pg_terminate_backend to it")
	}
	return nil
}
