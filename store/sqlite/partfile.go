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

// A copy is written under a temporary name with the suffix Part and renamed when it is complete. If
// the process is killed, this file is left behind. For a migration or a restore it is beside the
// database. A backup may be anywhere, so during a backup the file path-backup beside the database
// stores its location, and the lock path-backup-lock is held.

// Part is the suffix of incomplete files.
const Part = ".part"

// ErrBackup means that another process is making a backup of the database.
var ErrBackup = errors.New("another backup of this database is being made: wait for it")

// removeLeftovers removes incomplete files of killed migrations, restores and backups of the
// database at path. The caller must hold the database's lock, so no migration or restore is
// running. A running backup keeps its file.
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
		return nil // a backup is running, or the lock isn't available, which the next backup will report
	}
	return errors.Join(removeBackupLeftovers(path), unlock())
}

// beginBackup stores where the incomplete file of a backup will be, until done is called, and
// removes the file of a killed backup. If the location can't be stored, for example on a full disk,
// the backup proceeds anyway.
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

// removeBackupLeftovers removes the incomplete file of a killed backup of the database at path.
// If the stored location is incomplete, that backup hadn't started.
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

// Remove deletes a file and the files that SQLite keeps beside it.
func Remove(path string) error {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm", "-lock", "-backup-lock"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return explain(path, err)
		}
	}
	return nil
}
