package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
	note := path + "-backup"
	_ = os.WriteFile(note, []byte(part), private)
	return func() error { return errors.Join(os.RemoveAll(note), unlock()) }, nil
}

// sweepBackup removes what a backup of the database at path has left. A note that is itself
// half-made says nothing: its backup had not begun.
func sweepBackup(path string) error {
	note := path + "-backup"
	part, err := os.ReadFile(note)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && strings.HasSuffix(string(part), partly) {
		err = removePart(string(part))
	}
	return errors.Join(err, os.RemoveAll(note))
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
