package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"deuces/store/engine"
)

// A copy is written to a file of another name, which is renamed when the copy is complete. A
// process that is killed leaves such a part behind. Those of a migration or a restore are
// beside the database. A backup may be anywhere: while it is made, the note path-backup beside the
// database says where, and somebody holds the lock path-backup-lock.

// Part is how the name of a part ends.
const Part = ".part"

// ErrBackup: another process is making a backup of the database.
var ErrBackup = errors.New("another backup of this database is being made: wait for it")

// removeLeftovers removes the parts that a killed migration, restore or backup of the database at path has
// left. The caller has the lock of the database: nobody else migrates or restores it. A backup
// that is under way keeps its part.
func removeLeftovers(ctx context.Context, path string) error {
	literal := strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
	parts := []string{path + Part, path + ".replaced" + Part}
	for _, numbered := range []string{".v[0-9]*", ".replaced.[0-9]*"} {
		found, err := filepath.Glob(literal + numbered + Part)
		if err != nil {
			return err
		}
		parts = append(parts, found...)
	}
	for _, part := range parts {
		if err := Remove(part); err != nil {
			return err
		}
	}
	unlock, err := Lock(ctx, path+"-backup")
	if err != nil {
		return nil // a backup is being made; or the lock can't be had, which only matters to the next one
	}
	return errors.Join(removeBackupLeftovers(path), unlock())
}

// beginBackup notes where the part of a backup will be, until done is called, and removes the part
// that a killed backup has left. On a full disk there is no note: the backup is worth more.
func beginBackup(ctx context.Context, path, part string) (done func() error, err error) {
	unlock, err := Lock(ctx, path+"-backup")
	switch {
	case errors.Is(err, engine.ErrInUse):
		return nil, ErrBackup
	case err != nil:
		return func() error { return nil }, nil
	}
	if part, err = filepath.Abs(part); err == nil {
		err = removeBackupLeftovers(path)
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	note := path + "-backup"
	_ = os.WriteFile(note, []byte(part), private)
	return func() error { return errors.Join(os.RemoveAll(note), unlock()) }, nil
}

// removeBackupLeftovers removes the part that a killed backup of the database at path has left. If the note
// is incomplete, that backup had not begun.
func removeBackupLeftovers(path string) error {
	note := path + "-backup"
	part, err := os.ReadFile(note)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && strings.HasSuffix(string(part), Part) {
		err = Remove(string(part))
	}
	return errors.Join(err, os.RemoveAll(note))
}

// Remove removes a file and what SQLite keeps beside it.
func Remove(path string) error {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm", "-lock", "-backup-lock"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return explain(path, err)
		}
	}
	return nil
}
