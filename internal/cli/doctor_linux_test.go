package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"deuces/internal/diskspace"
	"deuces/internal/errtest"
)

func TestTheDoctorNamesTheFileThatCannotBeWritten(t *testing.T) {
	all := t.TempDir()
	names := []string{"deuces.db", "deuces.db-wal", "deuces.db-lock"}
	for _, sealed := range append(names, "none") {
		dir := filepath.Join(all, sealed)
		errtest.Must(t, os.Mkdir(dir, 0o700))
		for _, name := range names {
			mode := os.FileMode(0o666)
			if name == sealed {
				mode = 0o444
			}
			path := filepath.Join(dir, name)
			errtest.Must(t, errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, mode), os.Chmod(dir, 0o777)))
		}
	}
	t.Chdir(all)
	if os.Geteuid() == 0 { // root may write all files, so this thread uses the rights of user nobody
		errtest.Must(t, errors.Join(os.Chmod(all, 0o755), os.Chmod(filepath.Dir(all), 0o755)))
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		errtest.Must(t, syscall.Setfsuid(65534))
		defer func() { _ = syscall.Setfsuid(0) }()
	}
	if err := writableFiles("none/deuces.db"); err != nil {
		t.Errorf("writableFiles of a database whose files can be written: got %v, want no error", err)
	}
	for _, name := range names {
		if err := diskspace.Probe(name); err != nil {
			t.Errorf("Probe of %s, a directory that can be written: got %v, want no error", name, err)
		}
		if err := writableFiles(name + "/deuces.db"); err == nil || !strings.HasPrefix(err.Error(), "this user may not write "+name+": change its owner") {
			t.Errorf("%s can't be written: got %v, want that its owner must be changed", name, err)
		}
	}
}

// Every command that writes a database distinguishes a disk that is mounted read-only from missing
// permissions. The mount is in the command's own namespace.
func TestADiskThatIsMountedReadOnlyIsNamed(t *testing.T) {
	unshare := []string{"--mount"}
	if os.Geteuid() != 0 {
		unshare = append(unshare, "--user", "--map-root-user")
	}
	const seal = `mount --bind "$DIR" "$DIR" && mount -o remount,ro,bind "$DIR"`
	try := exec.Command("unshare", append(unshare, "sh", "-c", seal)...)
	try.Env = append(os.Environ(), "DIR="+t.TempDir())
	if out, err := try.CombinedOutput(); err != nil {
		t.Skipf("nothing can be mounted read-only here: %v %s", err, out)
	}
	const text = "is mounted read-only: mount it for writing, or name another directory"
	for _, tt := range []struct {
		do, at, why string
	}{
		{"doctor", "deuces.db", "there is a database"},
		{"doctor", "new.db", "there is none"},
		{"check", "deuces.db", "it only reads, but SQLite has to make files beside the database"},
		{"run", "deuces.db", "the bot"},
		{"backup $DIR/copy.db", "../elsewhere.db", "the copy would be there"},
		{"restore $DIR/../backup.db", "new.db", "so would the database"},
		{"copy $DIR/../backup.db $DIR/copy.db", "new.db", "so would the other"},
	} {
		t.Run(tt.do+" with "+tt.at, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "sealed")
			errtest.Must(t, os.Mkdir(dir, 0o700))
			db, err := os.ReadFile(newDatabase(t))
			errtest.Must(t, err)
			for _, to := range []string{"deuces.db", "../elsewhere.db", "../backup.db"} {
				errtest.Must(t, os.WriteFile(filepath.Join(dir, to), db, 0o600))
			}
			cmd := exec.Command("unshare", append(unshare, "sh", "-c", seal+" && cd / && exec deuces "+tt.do)...)
			cmd.Env = append(os.Environ(), "DIR="+dir, "DEUCES_DB="+filepath.Join(dir, tt.at), "DISCORD_TOKEN=sandbox", "DISCORD_API="+discordWithClock(t, 0, ""), "LOG_LEVEL=error")
			out, err := cmd.CombinedOutput()
			if err == nil || strings.Count(string(out), text) != 1 {
				t.Errorf("%s: got %v, want %q once:\n%s", tt.why, err, text, out)
			}
		})
	}
}

// A disk can have room for bytes and none for another file. The mount is in the command's own namespace.
func TestADiskWithoutRoomForAnotherFileIsNamed(t *testing.T) {
	unshare := []string{"--mount"}
	if os.Geteuid() != 0 {
		unshare = append(unshare, "--user", "--map-root-user")
	}
	const full = `mount -t tmpfs -o nr_inodes=1,size=8m none "$DIR"`
	for _, do := range []string{"true", "deuces doctor", "deuces run"} {
		cmd := exec.Command("unshare", append(unshare, "sh", "-c", full+" && exec "+do)...)
		dir := t.TempDir()
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "DIR="+dir, "DEUCES_DB="+filepath.Join(dir, "deuces.db"), "DISCORD_TOKEN=sandbox", "DISCORD_API="+discordWithClock(t, 0, ""), "LOG_LEVEL=error")
		out, err := cmd.CombinedOutput()
		if do == "true" {
			if err != nil {
				t.Skipf("nothing can be mounted here: %v %s", err, out)
			}
			continue
		}
		if text := "has room, but not for one more file"; err == nil || strings.Count(string(out), text) != 1 {
			t.Errorf("%s: got %v, want %q once:\n%s", do, err, text, out)
		}
	}
}
