package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"deuces/internal/app"
	"deuces/store"
)

// person exports or deletes the data of somebody who can't use Discord to do it themselves.
func person(ctx context.Context, p program) error {
	if p.args[0] == "forget" {
		return forgetPerson(ctx, p, p.args[1])
	}
	return exportPerson(ctx, p, p.args[1])
}

// exportPerson prints the file that a person gets from Discord with Save as a file. The bot may be
// running.
func exportPerson(ctx context.Context, p program, id string) (err error) {
	r, err := store.Read(ctx, p.cfg.DB)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	d, known, err := r.Export(ctx, id, time.Now())
	if err != nil {
		return err
	}
	if !known {
		return unknownPerson(id)
	}
	out := json.NewEncoder(p.stdout)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(d)
}

// forgetPerson deletes a person's identity and preferences, as Delete in /preferences does.
func forgetPerson(ctx context.Context, p program, id string) error {
	known, err := app.Forget(ctx, p.cfg, p.logger(p.cfg), id)
	if err != nil {
		return err
	}
	if !known {
		return unknownPerson(id)
	}
	fmt.Fprintf(p.stdout, "%s: deleted the ID, the name and the preferences of %s, who left all tables. Results and logs keep a number that nobody can trace back.\n",
		store.HidePassword(p.cfg.DB), id)
	fmt.Fprintln(p.stdout, "Roles that came with titles stay: a server's admins can take them away. Backups keep what was in them.")
	return nil
}

func unknownPerson(id string) error {
	return fmt.Errorf("nothing is stored about a person with the Discord ID %s", id)
}
