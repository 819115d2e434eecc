package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/app"
	"deuces/internal/config"
	"deuces/internal/diskspace"
	"deuces/internal/status"
	"deuces/store"
)

// Limits of the doctor's checks.
const (
	askWithin  = 15 * time.Second // time limit for Discord's answers
	leastSpace = 64 << 20         // free bytes on the disk; with less the bot may soon be unable to store plays
)

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
		d.says(note, "settings", "%s sets %s, which is no setting: see config.example.env", cfg.File, name)
	}
	switch {
	case cfg.File == "" && err == nil:
		here, system := config.UsualFiles()
		d.says(well, "settings", "all can be read, from the environment alone: there is no %s and no %s", here, system)
	case err == nil:
		d.says(well, "settings", "all can be read, from %s and the environment", cfg.File)
	}
	if othersRead(cfg.File) {
		d.says(note, "settings", "others on this machine can read %s, and the bot's token or a password if it is there: chmod 600 it", cfg.File)
	}
	if cfg.Token == "" && (err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN")) {
		d.says(trouble, "token", "%v", cfg.MissingTokenError())
	}
	return cfg, err == nil || !strings.Contains(err.Error(), "DISCORD_API")
}

// discord asks Discord about the bot.
func (d *doctor) discord(ctx context.Context, cfg config.Config) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	about, err := bot.Inspect(ctx, bot.Config{Token: cfg.Token, API: cfg.API})
	d.clock(about)
	switch {
	case errors.Is(err, rest.ErrToken):
		d.says(trouble, "token", "%v", app.ErrToken)
		return
	case err != nil:
		d.says(trouble, "discord", "no good answer: %v; unless Discord limits the bot or has trouble of its own, check the network, the name server and the firewall (a bot that is started keeps trying)", err)
		return
	}
	d.says(well, "token", "it is the one of %s, application %s", about.Name, about.Application)
	if len(about.Intents) > 0 {
		d.says(note, "intents", "the bot needs none, but the developer portal has switched on: %s; switch off what nothing else uses", strings.Join(about.Intents, ", "))
	} else {
		d.says(well, "intents", "no privileged intent is switched on, and none is needed")
	}
	d.permissions(about)
}

// permissions checks the bot's permissions on its servers. They can be different in a channel;
// /settings shows the permissions in the channel where it is used.
func (d *doctor) permissions(about bot.Inspection) {
	link := bot.Invitation(about.Application, bot.Needed|bot.Useful)
	if len(about.Guilds) == 0 {
		d.says(note, "servers", "the bot is on no server yet; invite it: %s", link)
		return
	}
	lacking := 0
	optional := map[string][]string{} // servers by missing permission
	for _, g := range about.Guilds {
		switch missing := g.Can.Missing(bot.Needed); {
		case !missing.Empty():
			lacking++
			d.says(note, "permissions", "on %s the bot's role is missing %s; add that in the server's settings, or invite it again: %s", g.Name, missing, link)
			continue
		case g.Shut:
			lacking++
			d.says(note, "permissions", "on %s every text channel denies the bot something that it needs (%s): allow it for the bot's role in the permissions of a channel", g.Name, bot.Permissions(0).Missing(bot.Needed))
		}
		if missing := g.Can.Missing(bot.Useful).String(); missing != "" {
			optional[missing] = append(optional[missing], g.Name)
		}
	}
	if lacking == 0 {
		d.says(well, "permissions", "the bot may view channels and send messages on %s", english.Plural(len(about.Guilds), "server", ""))
	}
	for _, missing := range slices.Sorted(maps.Keys(optional)) {
		on := optional[missing]
		if len(on) > 3 {
			on = append(on[:3:3], english.Plural(len(on)-3, "other", ""))
		}
		d.says(note, "permissions", "the optional %s is missing on %s; threads need Create Public Threads, tables that come back in a busy channel need Read Message History, and roles with titles need Manage Roles", missing, strings.Join(on, ", "))
	}
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
	case errors.Is(err, syscall.EADDRINUSE):
		d.says(trouble, "status", "another program listens at STATUS_ADDR=%s: end it, or name another port", address)
	default:
		d.says(trouble, "status", "the bot can't listen at STATUS_ADDR=%s: %v; name an address of this machine and a free port", address, err)
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
	}
}

// answersAsBot reports whether a bot serves its metrics at an address.
func answersAsBot(ctx context.Context, address string) bool {
	said, _, err := status.Ask(ctx, address, "/metrics")
	return err == nil && strings.Contains(said, "deuces_build_info")
}

// clock compares this machine's clock with Discord's.
func (d *doctor) clock(about bot.Inspection) {
	switch ahead := about.ClockAhead; {
	case ahead == nil: // there was no answer, which another check reports
	case ahead.Abs() > rest.MaxClockError:
		d.says(trouble, "clock", "it is %s, so times on boards and the ends of seasons are wrong; set it, and keep it right with NTP", bot.ClockDifference(*ahead))
	default:
		d.says(well, "clock", "it agrees with Discord's")
	}
}

// database checks the database and returns its size.
func (d *doctor) database(ctx context.Context, name string) int64 {
	var c store.Condition
	path, mend, keeps, writable := store.HidePassword(name), "restore a backup with deuces restore", " and keeps a copy", writable
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
	size := humanize.IBytes(uint64(max(c.Size, 0)))
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
		d.says(well, "database", "%s is whole (%s, version %d) and open by a running bot", path, size, c.Version)
	default:
		if err := writable(filepath.Dir(path)); err != nil {
			d.says(trouble, "database", "%s can't be written: %v", path, err)
		} else if c.Version == 0 {
			d.says(well, "database", "%s is empty and will be filled when the bot starts", path)
		} else if c.Version < c.Known {
			d.says(well, "database", "%s is whole (%s); the next start brings it from version %d to %d%s", path, size, c.Version, c.Known, keeps)
		} else {
			d.says(well, "database", "%s is whole (%s, version %d), and no bot runs on it", path, size, c.Version)
		}
	}
	return c.Size
}

// writableFiles returns an error that names a file of the database that exists and can't be written.
// It must run before anything else opens the files, because closing a file releases the process's
// locks on it.
func writableFiles(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-lock"} {
		f, err := os.OpenFile(path+suffix, os.O_RDWR, 0)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("this user may not write %s: change its owner, or as the owner chmod 600 it", filepath.Base(path)+suffix)
		case err != nil:
			return noFile(filepath.Dir(path), err)
		default:
			if err := f.Close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// writable returns the reason why no file can be created in a directory, or nil.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".deuces-doctor-*")
	if err != nil {
		return noFile(dir, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// noFile explains an error of an attempt to create a file in a directory, and says what to do about
// it.
func noFile(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the directory %s doesn't exist: make it first", dir)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("this user may make no files in %s: change its owner, or name another directory", dir)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("the disk of %s is mounted read-only: mount it for writing, or name another directory", dir)
	case errors.Is(err, syscall.ENOSPC):
		return errors.New("the disk is full: make room")
	}
	return fmt.Errorf("no files can be made in %s: %w", dir, err)
}

// space checks whether the disk of a directory has enough free space for a database of this size.
func (d *doctor) space(dir string, size int64) {
	free, err := diskspace.Free(dir)
	if err != nil {
		d.says(note, "disk", "its free space is unknown: %v", err)
		return
	}
	d.roomFor(free, uint64(size))
}

// roomFor prints the verdict on the free space for a database.
func (d *doctor) roomFor(free, size uint64) {
	switch room := humanize.IBytes(free); {
	case free == 0:
		d.says(trouble, "disk", "it is full; make room, or no play can be stored")
	case free < leastSpace:
		d.says(trouble, "disk", "only %s are free; make room, or plays can soon no longer be stored", room)
	case free < size+leastSpace:
		d.says(note, "disk", "%s are free: a copy of the database doesn't fit, so keep backups elsewhere and make room before an upgrade", room)
	default:
		d.says(well, "disk", "%s are free", room)
	}
}
