package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A copy is written to a file of another name, which is renamed when the copy is whole. A
// process that is killed leaves such a part behind. Those of a migration or a restore are
// beside the database. A backup may be anywhere: while it is made, a note beside the
// database, path-backup, says where, and the lock path-backup-lock that somebody is at it.

// partly is how the name of a part ends.
const partly = ".part"

// ErrBackup: a backup of the database is being made by another process.
var ErrBackup = errors.New("another backup of this database is being made: wait for it")

// sweep removes what a migration, a restore or a backup of the database at path left
// half-made when it was killed. Whoever has the lock of the database may: nobody else
// migrates or restores it. Parts of a backup that goes on stay.
func sweep(ctx context.Context, path string) error {
	parts, err := filepath.Glob(globbed(path) + ".v[0-9]*" + partly)
	if err != nil {
		return err
	}
	for _, part := range append(parts, path+partly, path+".replaced"+partly) {
		if err := removePart(part); err != nil {
			return err
		}
	}
	unlock, err := lock(ctx, path+"-backup")
	if err != nil {
		return nil // a backup is being made; or the lock can't be had, which hurts nobody but the next one
	}
	return errors.Join(sweepBackup(path), unlock())
}

// announce notes where the part of a backup will be, until done is called, and removes what
// an earlier one has left. On a full disk there is no note: the backup is worth more.
func announce(ctx context.Context, path, part string) (done func() error, err error) {
	unlock, err := lock(ctx, path+"-backup")
	switch {
	case errors.Is(err, ErrInUse):
		return nil, ErrBackup
	case err != nil:
		return func() error { return nil }, nil
	}
	if part, err = filepath.Abs(part); err == nil {
		err = sweepBackup(path)
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	left := noted(path)
	_ = saveNote(path, append(left, part))
	return func() error { return errors.Join(saveNote(path, left), unlock()) }, nil
}

// sweepBackup removes what backups of the database at path have left. They stay noted while
// their directory isn't there: its disk may be back later.
func sweepBackup(path string) error {
	var away []string
	parts := noted(path)
	for _, part := range parts {
		if _, err := os.Stat(filepath.Dir(part)); err != nil {
			away = append(away, part)
		} else if err := removePart(part); err != nil {
			return err
		}
	}
	if len(away) == len(parts) {
		return nil
	}
	return saveNote(path, away)
}

// noted are the parts that are noted beside the database at path. A note that is itself
// half-made says nothing: its backup had not begun.
func noted(path string) (parts []string) {
	text, err := os.ReadFile(path + "-backup")
	if err != nil || json.Unmarshal(text, &parts) != nil {
		return nil
	}
	return slices.DeleteFunc(parts, func(part string) bool { return !strings.HasSuffix(part, partly) })
}

// saveNote writes the note anew, on the disk on return.
func saveNote(path string, parts []string) error {
	name := path + "-backup"
	if len(parts) == 0 {
		return os.RemoveAll(name)
	}
	text, err := json.Marshal(parts)
	if err == nil {
		err = os.WriteFile(name, text, private)
	}
	if err == nil {
		err = syncFile(name)
	}
	return err
}

// removePart removes a part, and what SQLite has beside it.
func removePart(part string) error {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		if err := os.Remove(part + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// globbed is a path as a pattern for itself alone.
func globbed(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
