package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deuces/store/engine"
	"deuces/store/sqlite"
)

const backedUp = "DEUCES_TEST_BACKUP"

// backUp returns a helper process that makes a backup. At its nth progress report it kills itself;
// if n is negative, it prints a line and continues when told.
func backUp(args string) error {
	var n int
	var from, to string
	if _, err := fmt.Sscan(args, &n, &from, &to); err != nil {
		return err
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	seen := 0
	ctx := engine.WithProgress(context.Background(), func(string, int, int) {
		switch seen++; {
		case seen == n:
			_ = self.Kill()
			select {}
		case seen == -n:
			fmt.Println("at it")
			_, _ = io.ReadAll(os.Stdin)
		}
	})
	return Backup(ctx, from, to)
}

func there(t *testing.T, path string) bool {
	t.Helper()
	_, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func TestTheFileOfAKilledBackupIsRemoved(t *testing.T) {
	filesOnly(t, "copies of files")
	path := logsFile(t, 0)
	next := map[string]func() error{
		"the next backup, elsewhere": func() error { return Backup(t.Context(), path, filepath.Join(t.TempDir(), "another.db")) },
		"the next start":             func() error { return openAt(t, path).Close() },
	}
	for what, do := range next {
		for n := 1; n <= 3; n++ { // before, after, and while checking the copy
			dir := t.TempDir()
			to := filepath.Join(dir, "backup.db")
			child := helperProcess(t, backedUp, fmt.Sprintln(n, path, to))
			if err := child.Run(); err == nil || child.ProcessState.Exited() {
				t.Fatalf("the backup was not killed at %d: %v", n, err)
			}
			if !there(t, to+sqlite.Part) || there(t, to) {
				t.Errorf("killed at %d, a backup leaves nothing, or all: is the test blind?", n)
			}
			must(t, do())
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("killed at %d, after %s there is %v, %v", n, what, left, err)
			}
			if there(t, path+"-backup") {
				t.Errorf("killed at %d, after %s there is a note of it", n, what)
			}
		}
	}
}

func TestTheFileOfARunningBackupIsKept(t *testing.T) {
	filesOnly(t, "copies of files")
	path := logsFile(t, 0)
	to := filepath.Join(t.TempDir(), "backup.db")
	child := helperProcess(t, backedUp, fmt.Sprintln(-3, path, to))
	goOn, err := child.StdinPipe()
	must(t, err)
	said, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil || strings.TrimSpace(line) != "at it" {
		t.Fatal(line, err)
	}
	s := openAt(t, path) // a start
	isError(t, "a second backup meanwhile", Backup(t.Context(), s.path, filepath.Join(t.TempDir(), "another.db")), ErrBackup)
	if !there(t, to+sqlite.Part) {
		t.Error("its part was swept away")
	}
	must(t, goOn.Close(), child.Wait())
	if !there(t, to) || there(t, to+sqlite.Part) || there(t, path+"-backup") {
		t.Error("the backup is not there, or half of it is")
	}
}

func TestLeftoversAreRemovedAtTheNextStart(t *testing.T) {
	filesOnly(t, "files")
	path := filepath.Join(t.TempDir(), "deuces[1].db")
	all := map[string]bool{ // whether it is the program's own
		".part": true, ".v5.part": true, ".v5.part-journal": true, ".replaced.part": true, ".replaced.12.part": true,
		".v5": false, ".replaced": false, ".replaced.2": false, ".replaced.mine.part": false, ".verse.part": false, "2.part": false,
	}
	for suffix := range all {
		must(t, os.WriteFile(path+suffix, []byte("half"), 0o600))
	}
	must(t, openAt(t, path).Close())
	for suffix, own := range all {
		if there(t, path+suffix) == own {
			t.Errorf("%s is removed: %v", suffix, !own)
		}
	}
}
