package cli

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rs/zerolog"

	"deuces/game/systems"
	"deuces/match"
	"deuces/store"
	"deuces/table"
)

// playCommand is the script command "played FILE". It stores a match of one round in which four
// players, whose Discord IDs are 1 to 4 with zeros before them, always choose the default action, and sets
// HEAD to the head of its log.
func playCommand(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	db, err := store.Open(ctx, databaseOf(ts, args[0]), zerolog.Nop())
	ts.Check(err)
	defer func() { ts.Check(db.Close()) }()
	latest := func(system string) (int, bool) {
		s, ok := systems.Latest(system)
		return s.Version, ok
	}
	tables := table.NewRegistry(table.Config{Log: db, Rules: systems.New, Latest: latest, Logger: zerolog.Nop()})
	defer func() { ts.Check(tables.Close(ctx)) }()
	var players []match.Player
	for i, name := range []string{"Ann", "Bob", "Cy", "Dee"} {
		p, err := db.Player(ctx, fmt.Sprintf("%018d", i+1), name)
		ts.Check(err)
		players = append(players, p)
	}
	m, err := tables.Open(ctx, match.Opening{
		Guild: "10", Channel: "20", System: "bigtwo", Options: map[string]string{"rounds": "1"}, Host: players[0], Others: players[1:],
	})
	ts.Check(err)
	m, err = tables.Do(ctx, m.ID, match.Start{Player: players[0]})
	ts.Check(err)
	for m.Phase == match.Playing {
		seat, _ := m.Turn()
		m, err = tables.Do(ctx, m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Default()})
		ts.Check(err)
	}
	head, err := db.Head(ctx, m.ID, m.Seq)
	ts.Check(err)
	ts.Setenv("HEAD", head)
}

// holdCommand is the script command "held FILE". Like a running bot, it keeps the database open for
// writing. It closes the database when the script ends.
func holdCommand(ts *testscript.TestScript, _ bool, args []string) {
	db, err := store.Open(context.Background(), databaseOf(ts, args[0]), zerolog.Nop())
	ts.Check(err)
	ts.Defer(func() { ts.Check(db.Close()) })
}

// sqlCommand is the script command "sql FILE STATEMENT".
func sqlCommand(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(execute(databaseOf(ts, args[0]), args[1]))
}

// databaseOf returns the path of a script's database file, or the address of a database unchanged.
func databaseOf(ts *testscript.TestScript, name string) string {
	if store.IsFile(name) {
		return ts.MkAbs(name)
	}
	return name
}

// execute executes a statement on a database.
func execute(path, query string) error {
	driver := "sqlite"
	if !store.IsFile(path) {
		driver = "pgx"
	}
	db, err := sql.Open(driver, path)
	if err != nil {
		return err
	}
	_, err = db.Exec(query)
	return errors.Join(err, db.Close())
}
