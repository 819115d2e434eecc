package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"deuces/internal/config"
	"deuces/internal/diskspace"
	"deuces/internal/status"
	"deuces/store"
)

// leastSpace is the number of free bytes on the disk with less of which the bot may soon be unable to
// store plays.
const leastSpace = 64 << 20

// verdict is the result of a check.
type verdict int

const (
	well    verdict = iota
	note            // the bot runs, but something could be better
	trouble         // the bot can't run, or will soon stop
)

func (v verdict) String() string { return [...]string{"ok", "note", "TROUBLE"}[v] }

// doctor prints one line for each check, and remembers whether any check found trouble.
type doctor struct {
	out io.Writer
	bad bool
}

func (d *doctor) says(v verdict, about, format string, args ...any) {
	d.bad = d.bad || v == trouble
	line := strings.NewReplacer(":\n\t", ": ", "\n\t", "; ", "\n", "; ").Replace(fmt.Sprintf(format, args...))
	fmt.Fprintf(d.out, "%-7s  %-12s %s\n", v, about+":", printable(line))
}

// diagnose checks everything that the bot needs. It returns an error if something must be done.
func diagnose(ctx context.Context, p program) error {
	d := &doctor{out: p.stdout}
	cfg, api := d.settings(p)
	if api && cfg.Token != "" {
		d.discord(ctx, cfg)
	}
	if cfg.Status != "" {
		d.status(ctx, cfg.Status)
	}
	if cfg.DB = store.Real(cfg.DB); cfg.DB != "" {
		size := d.database(ctx, cfg.DB)
		if store.IsFile(cfg.DB) {
			d.space(filepath.Dir(cfg.DB), size)
		}
	}
	if d.bad {
		return errSilent
	}
	return nil
}

// settings reads the settings as the bot would, and prints where they come from. The other checks
// use the settings that could be read. api reports whether Discord's address is one of them.
func (d *doctor) settings(p program) (cfg config.Config, api bool) {
	cfg, err := p.config()
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			d.says(trouble, "settings", "%s", line)
		}
	}
	for _, name := range cfg.Unknown {
		d.says(note, "settings", "%s sets %s, which isn't a setting: see config.example.env", cfg.File, name)
	}
	switch {
	case cfg.File == "" && err == nil:
		here, system := config.UsualFiles()
		d.says(well, "settings", "all are valid; they come from the environment alone, because there is no %s and no %s", here, system)
	case err == nil:
		d.says(well, "settings", "all are valid; they come from %s and the environment", cfg.File)
	}
	for _, file := range othersRead(cfg) {
		d.says(note, "settings", "other users can read or write %s, which may contain the bot's token or a password; run chmod 600 on it", file)
	}
	if cfg.Token == "" && (err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN")) {
		d.says(trouble, "token", "%v", cfg.MissingTokenError())
	}
	return cfg, err == nil || !strings.Contains(err.Error(), "DISCORD_API")
}

// status checks whether the bot can listen at STATUS_ADDR, or already does.
func (d *doctor) status(ctx context.Context, address string) {
	l, err := net.Listen("tcp", address)
	if err == nil {
		err = l.Close()
	}
	switch {
	case err == nil:
		d.says(well, "status", "the bot can listen at STATUS_ADDR=%s", address)
	case answersAsBot(ctx, address):
		d.running(ctx, address)
	default:
		d.says(trouble, "status", "%v", status.CannotListen(address, err))
	}
}

// running checks whether the bot that answers at an address can play.
func (d *doctor) running(ctx context.Context, address string) {
	switch said, code, err := status.Ask(ctx, address, "/healthz/ready"); {
	case err != nil:
		d.says(trouble, "status", "a running bot answers at STATUS_ADDR=%s, but doesn't say whether it can play: %v", address, err)
	case code != http.StatusOK:
		d.says(trouble, "status", "the bot that answers at STATUS_ADDR=%s can't play: %s", address, strings.TrimSpace(said))
	default:
		d.says(well, "status", "a running bot answers at STATUS_ADDR=%s and can play", address)
		_, fails, _ := strings.Cut(strings.TrimSpace(said), "\n")
		for what := range strings.Lines(fails) {
			d.says(note, "status", "that bot reports a failure that doesn't stop play: %s", strings.TrimSpace(what))
		}
	}
}

// answersAsBot reports whether a bot serves its metrics at an address.
func answersAsBot(ctx context.Context, address string) bool {
	said, _, err := status.Ask(ctx, address, "/metrics")
	return err == nil && strings.Contains(said, "deuces_build_info")
}

// database checks the database and returns its size.
func (d *doctor) database(ctx context.Context, name string) int64 {
	var c store.Condition
	path, mend, keeps, writable := store.HidePassword(name), "restore a backup with deuces restore", " and keeps a copy", diskspace.Probe
	err := error(nil)
	if store.IsFile(name) {
		if absolute, err := filepath.Abs(name); err == nil {
			path = absolute
		}
		err = writableFiles(path)
	} else { // the database is on a server
		mend, keeps = "restore a backup with pg_restore", "; make a backup with pg_dump first"
		writable = func(string) error { return nil }
	}
	if err == nil {
		c, err = store.Inspect(ctx, name)
	}
	if c.Took >= slowAnswer {
		d.says(note, "database", "%s answers a query in %s, and a click needs several within %s: find out what slows down the network or the server", path, c.Took.Round(time.Millisecond), lateAnswer)
	}
	size := inBytes(uint64(max(c.Size, 0)))
	switch {
	case err != nil:
		d.says(trouble, "database", "DEUCES_DB=%s: %v", path, err)
	case !c.Exists:
		if err := writable(filepath.Dir(path)); err != nil {
			d.says(trouble, "database", "DEUCES_DB=%s can't be made: %v", path, err)
		} else {
			d.says(well, "database", "%s will be made when the bot starts", path)
		}
	case c.Version > c.Known:
		d.says(trouble, "database", "%s was written by a newer version of deuces (its version is %d, this program knows %d): install that version again, or restore a backup from before it", path, c.Version, c.Known)
	case len(c.Damage) > 0:
		d.says(trouble, "database", "%s is damaged: %s; stop the bot and %s", path, c.Damage[0], mend)
	case c.InUse:
		d.says(well, "database", "%s is intact (%s, version %d), and a running bot has it open", path, size, c.Version)
	default:
		if err := writable(filepath.Dir(path)); err != nil {
			d.says(trouble, "database", "%s can't be written: %v", path, err)
		} else if c.Version == 0 {
			d.says(well, "database", "%s is empty and will be filled when the bot starts", path)
		} else if c.Version < c.Known {
			d.says(well, "database", "%s is intact (%s); the next start brings it from version %d to %d%s", path, size, c.Version, c.Known, keeps)
		} else {
			d.says(well, "database", "%s is intact (%s, version %d), and no bot runs on it", path, size, c.Version)
		}
	}
	return c.Size
}

// writableFiles returns an error that names a file of the database that exists and can't be written.
// It must run before anything else opens the files, because closing a file releases the process's
// locks on it.
func writableFiles(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-lock"} {
		if err := diskspace.FileError(path + suffix); err != nil {
			return err
		}
		f, err := os.OpenFile(path+suffix, os.O_RDWR, 0)
		if err == nil {
			err = f.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return diskspace.Explain(filepath.Dir(path), err)
		}
	}
	return nil
}

// space checks whether the disk of a directory has enough free space for a database of this size.
func (d *doctor) space(dir string, size int64) {
	if kind := diskspace.Network(dir); kind != "" {
		d.says(note, "disk", "%s is on a network file system, %s: locks and syncs there may not be kept, and plays could be lost; use a disk of this machine, or PostgreSQL", dir, kind)
	}
	free, err := diskspace.Free(dir)
	if err != nil {
		d.says(note, "disk", "its free space is unknown: %v", err)
		return
	}
	d.roomFor(free, uint64(size))
}

// roomFor prints the verdict on the free space for a database.
func (d *doctor) roomFor(free, size uint64) {
	switch room := inBytes(free); {
	case free == 0:
		d.says(trouble, "disk", "it is full, so no play can be stored; make room")
	case free < leastSpace:
		d.says(trouble, "disk", "only %s are free; make room, or plays can soon no longer be stored", room)
	case free < size+leastSpace:
		d.says(note, "disk", "%s are free: a copy of the database doesn't fit, so keep backups elsewhere and make room before an upgrade", room)
	default:
		d.says(well, "disk", "%s are free", room)
	}
}

// inBytes formats a size with a unit that suits it.
func inBytes(n uint64) string {
	size, units := float64(n), []string{"B", "KiB", "MiB", "GiB", "TiB"}
	for size >= 1024 && len(units) > 1 {
		size, units = size/1024, units[1:]
	}
	return fmt.Sprintf("%.1f %s", size, units[0])
}
