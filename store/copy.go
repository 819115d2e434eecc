package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// writeCopy writes a consistent copy of the open database to the file at path,
// in place of what is there. The copy is checked and on the disk before it gets
// its name: a file of that name is a whole one, whenever the power fails.
func writeCopy(ctx context.Context, db *sql.DB, path string) error {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	err := fillCopy(ctx, db, part)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	return syncFile(filepath.Dir(path))
}

func fillCopy(ctx context.Context, db *sql.DB, path string) error {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return err
	}
	if err := checkFile(ctx, path); err != nil {
		return fmt.Errorf("the copy is damaged: %w", err)
	}
	return syncFile(path)
}

// checkFile reads a database through that nobody has open. It leaves it in one
// file and as it is.
func checkFile(ctx context.Context, path string) (err error) {
	db, err := pool(path, "ro", 1, nil, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := inspect(ctx, db); err != nil {
		return err
	}
	found, err := findings(ctx, db, "PRAGMA integrity_check")
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0] != "ok" {
		return fmt.Errorf("integrity check: %v", found)
	}
	return nil
}

func syncFile(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}
