package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"deuces/match"
)

const mayRead = "DEUCES_TEST_MAY_READ"

// mayOnlyRead is a helper process whose user may only read the database. It appends to table 1
// on request and prints the result.
func mayOnlyRead(path string) error {
	if err := dropPrivileges(); err != nil {
		return err
	}
	var said strings.Builder
	ctx := context.Background()
	s, err := Open(ctx, path, zerolog.New(&said))
	if err != nil {
		return err
	}
	live, err := live(ctx, s)
	fmt.Printf("opened: %v %v %v %s\n", live, err, s.Writable(ctx), strings.ReplaceAll(said.String(), "\n", " "))
	for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
		fmt.Printf("appended: %v\n", s.Append(ctx, 1, numberedFrom(3, match.Paused{}), nil))
	}
	return s.Close()
}

// A read-only database can be read. An append explains the problem, stores nothing, and works
// once the file is writable, without a restart.
func TestAReadOnlyDatabaseIsReadAndReported(t *testing.T) {
	filesOnly(t, "rights and locks of a file")
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes here")
	}
	dir, err := os.MkdirTemp("", "deuces-store-")
	must(t, err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "deuces.db")
	s := openAt(t, path)
	create(t, s)
	must(t, s.Close())
	mode := func(file, of os.FileMode) {
		t.Helper()
		must(t, os.Chmod(dir, of), os.Chmod(path, file))
	}
	if os.Geteuid() == 0 { // the process runs as nobody, and the file belongs to root
		must(t, os.Chmod(path+"-lock", 0o666))
		mode(0o444, 0o777)
	} else {
		mode(0o400, 0o700)
	}
	child := helperProcess(t, mayRead, path)
	ask, err := child.StdinPipe()
	must(t, err)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	answers := bufio.NewScanner(out)
	answer := func() string {
		if !answers.Scan() {
			t.Fatalf("the process has ended: %v", child.Wait())
		}
		return answers.Text()
	}
	appends := func() string {
		fmt.Fprintln(ask)
		return answer()
	}
	opened := answer()
	const problem = "it can't be written: this user needs the right to write it"
	if !strings.HasPrefix(opened, "opened: [1] <nil>") || !strings.Contains(opened, problem) {
		t.Errorf("read-only, it says %s", opened)
	}
	if warned := strings.Contains(opened, "others on this machine can read or write this file"); warned != (os.Geteuid() == 0) {
		t.Errorf("of a file that others can read and that is another's it says %s", opened)
	}
	if said := appends(); !strings.Contains(said, problem) {
		t.Errorf("an append says %s", said)
	}
	if os.Geteuid() == 0 {
		mode(0o666, 0o777)
	} else {
		mode(0o600, 0o700)
	}
	if said := appends(); said != "appended: <nil>" {
		t.Errorf("when it may be written, an append says %s", said)
	}
	must(t, ask.Close(), child.Wait())
	s = openAt(t, path)
	hasEvents(t, s.Reader, 1, 3)
	sound(t, s)
}

// While another program holds the database's lock, a write returns an error and stores nothing;
// it works when the lock is released.
func TestAWriteWaitsForAnotherProgramsLock(t *testing.T) {
	filesOnly(t, "rights and locks of a file")
	t.Parallel() // waits five seconds for a lock
	s := openNew(t)
	id := create(t, s)
	other := connectUnchecked(t, s.path)
	defer other.Close()
	must(t, errOf(other.ExecContext(t.Context(), "BEGIN IMMEDIATE")))
	errorSays(t, "while it is locked", pause(t, s, id, 3), "another program has locked it")
	hasEvents(t, s.Reader, id, 2)
	must(t, errOf(other.ExecContext(t.Context(), "ROLLBACK")))
	must(t, pause(t, s, id, 3))
	sound(t, s)
}
