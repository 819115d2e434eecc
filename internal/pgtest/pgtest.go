// Package pgtest provides PostgreSQL databases for tests. The tests of a package share a cluster in
// a temporary directory, and each test gets its own database. When the test's process ends, even in
// a crash, the cluster stops and its files are deleted.
//
// The package needs the programs of Debian's package postgresql. Tests skip if they aren't
// installed.
package pgtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Environment is the environment variable with the address of an existing cluster, which is then
// used instead. The address names a database, and a user who may create other databases.
const Environment = "DEUCES_TEST_POSTGRES"

// New creates an empty database and returns its address. The database is dropped when the test
// ends.
func New(t testing.TB) string { return Like(t, "template0") }

// Like creates a copy of a template database and returns its address. Nobody may be connected to
// the template.
func Like(t testing.TB, template string) string {
	t.Helper()
	c := cluster(t)
	address, err := c.create(t.Context(), databaseName(template))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.drop(context.Background(), databaseName(address)); err != nil {
			t.Error(err)
		}
	})
	return address
}

// Own creates an empty database in a cluster of its own, and returns its address. restart kills the
// cluster as in a crash and starts it again. The cluster is deleted when the test ends.
func Own(t testing.TB) (address string, restart func()) {
	t.Helper()
	bin := programs()
	if bin == "" {
		t.Skip("there are no programs of PostgreSQL here: apt-get install postgresql")
	}
	c, address := newCluster(t, bin, memoryDirectory())
	return address, func() {
		t.Helper()
		if _, err := io.WriteString(c.keep, "again\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := c.output.ReadString('\n'); line != "ready\n" {
			t.Fatalf("PostgreSQL does not start again: %q, %v", line, err)
		}
	}
}

// OnDisk creates an empty database in a cluster of its own on disk, for data that doesn't fit into
// memory. It returns the address. The cluster is deleted when the test ends.
func OnDisk(t testing.TB) (address string) {
	t.Helper()
	bin := programs()
	if bin == "" {
		t.Skip("there are no programs of PostgreSQL here: apt-get install postgresql")
	}
	_, address = newCluster(t, bin, os.TempDir())
	return address
}

// newCluster starts a cluster below the directory parent, for one test, and creates an empty
// database in it.
func newCluster(t testing.TB, bin, parent string) (c *server, address string) {
	t.Helper()
	c, err := start(bin, parent)
	if err != nil {
		t.Fatal("PostgreSQL does not start: ", err)
	}
	t.Cleanup(func() {
		if err := c.keep.Close(); err != nil {
			t.Error(err)
		}
		_, _ = c.output.ReadString('\n') // wait until the cluster has stopped and its files are deleted
	})
	if address, err = c.create(t.Context(), "template0"); err != nil {
		t.Fatal(err)
	}
	return c, address
}

// Address returns the address of the administration database of this process's cluster.
func Address(t testing.TB) string {
	t.Helper()
	return cluster(t).address
}

// databaseName returns the name of the database in an address.
func databaseName(address string) string {
	if u, err := url.Parse(address); err == nil && u.Scheme != "" {
		return strings.TrimPrefix(u.Path, "/")
	}
	return address
}

// server is a running cluster.
type server struct {
	address string
	keep    io.WriteCloser // the cluster runs while this is open; the reference keeps it from being closed by the garbage collector
	output  *bufio.Reader  // output of the keeper script
	n       atomic.Int64
	mu      sync.Mutex // held while a database is created: a template can only be copied once at a time
	admin   *pgx.Conn  // creates and drops the databases; nil at first
}

func cluster(t testing.TB) *server {
	t.Helper()
	bin := programs()
	if os.Getenv(Environment) == "" && bin == "" {
		t.Skip("there is no PostgreSQL here: apt-get install postgresql")
	}
	c, err := sharedCluster()
	if err != nil {
		t.Fatal("PostgreSQL does not start: ", err)
	}
	return c
}

var sharedCluster = sync.OnceValues(func() (*server, error) {
	if address := os.Getenv(Environment); address != "" {
		return &server{address: address}, nil
	}
	return start(programs(), memoryDirectory())
})

// programs returns the directory with initdb and pg_ctl, or "" if there is none.
func programs() string {
	if runtime.GOOS == "windows" {
		return "" // not supported
	}
	var dirs []string
	for _, name := range []string{"initdb", "postgres"} {
		if file, err := exec.LookPath(name); err == nil {
			if file, err = filepath.EvalSymlinks(file); err == nil {
				dirs = append(dirs, filepath.Dir(file))
			}
		}
	}
	debian, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err == nil {
		slices.Reverse(debian) // the newest first
		dirs = append(dirs, debian...)
	}
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir
		}
	}
	return ""
}

// keeper is a shell script. With the programs in $0 it creates a cluster in $1 and starts it. It
// restarts the cluster for each line of input, and stops it at the end of the input. The cluster's
// locale doesn't sort text by its bytes.
const keeper = `
trap '' INT TERM HUP
"$0/initdb" -D "$1/data" -U deuces --auth=trust --encoding=UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US --no-sync >"$1/log" 2>&1 &&
"$0/pg_ctl" -D "$1/data" -w -l "$1/log" -o "-k '$1' -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB -c max_wal_size=512MB -c checkpoint_timeout=1h" start >/dev/null 2>&1 </dev/null &&
echo ready
while read -r _; do
	"$0/pg_ctl" -D "$1/data" -w -m immediate -l "$1/log" restart >/dev/null 2>&1 </dev/null && echo ready
done
"$0/pg_ctl" -D "$1/data" -m immediate stop >/dev/null 2>&1
rm -rf "$1"
`

// memoryDirectory returns a directory for small clusters. It is in memory if possible, because
// fsync is fast there.
func memoryDirectory() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return os.TempDir()
}

// start starts a cluster below a directory. A keeper script stops the cluster when this process
// ends.
func start(bin, parent string) (*server, error) {
	dir, err := os.MkdirTemp(parent, "deuces-pg")
	if err != nil {
		return nil, err
	}
	keep := exec.Command("/bin/sh", "-c", keeper, bin, dir)
	keep.Dir = dir
	if err := notAsRoot(keep, dir); err != nil {
		return nil, err
	}
	// The script's input ends when this process ends, because no other process holds the other end.
	in, err := keep.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := keep.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := keep.Start(); err != nil {
		return nil, err
	}
	said := bufio.NewReader(out)
	if line, err := said.ReadString('\n'); line != "ready\n" {
		text, _ := os.ReadFile(filepath.Join(dir, "log"))
		return nil, fmt.Errorf("%q, %w: %s", line, err, text)
	}
	return &server{address: "postgres:///postgres?" + url.Values{"host": {dir}, "user": {"deuces"}}.Encode(), keep: in, output: said}, nil
}

// create creates a copy of a template database, and returns its address. FILE_COPY takes half as
// long as writing each page to the log.
func (c *server) create(ctx context.Context, template string) (address string, err error) {
	u, err := url.Parse(c.address)
	if err != nil {
		return "", err
	}
	name := "t" + strconv.Itoa(os.Getpid()) + "_" + strconv.FormatInt(c.n.Add(1), 10)
	u.Path = "/" + name
	return u.String(), c.exec(ctx, `CREATE DATABASE `+name+` TEMPLATE `+pgx.Identifier{template}.Sanitize()+` STRATEGY FILE_COPY`)
}

func (c *server) drop(ctx context.Context, name string) error {
	return c.exec(ctx, `DROP DATABASE `+name+` WITH (FORCE)`)
}

// exec executes a statement on the connection admin, which stays open, because connecting takes as
// long as a statement. It reconnects if the cluster was restarted.
func (c *server) exec(ctx context.Context, statement string) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.admin != nil && c.admin.Ping(ctx) != nil {
		_ = c.admin.Close(ctx) // the connection is already broken
		c.admin = nil
	}
	if c.admin == nil {
		if c.admin, err = pgx.Connect(ctx, c.address); err != nil {
			return err
		}
	}
	_, err = c.admin.Exec(ctx, statement)
	return err
}
