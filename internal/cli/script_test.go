package cli

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rs/zerolog"

	"deuces/game/systems"
	"deuces/match"
	"deuces/store"
	"deuces/table"
)

// played is the script command "played FILE". It stores a match of one round between four players
// who only let their clocks run out, and sets HEAD to the head of its log.
func played(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	db, err := store.Open(ctx, at(ts, args[0]), zerolog.Nop())
	ts.Check(err)
	defer func() { ts.Check(db.Close()) }()
	latest := func(system string) (int, bool) {
		s, ok := systems.Latest(system)
		return s.Version, ok
	}
	tables := table.NewRegistry(table.Config{Log: db, Rules: systems.New, Latest: latest, Logger: zerolog.Nop()})
	defer func() { ts.Check(tables.Close(ctx)) }()
	var players []match.Player
	for _, name := range []string{"Ann", "Bob", "Cy", "Dee"} {
		p, err := db.Player(ctx, "id of "+name, name)
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

// held is the script command "held FILE". It keeps the database open for writing, like a running
// bot, until the script ends.
func held(ts *testscript.TestScript, _ bool, args []string) {
	db, err := store.Open(context.Background(), at(ts, args[0]), zerolog.Nop())
	ts.Check(err)
	ts.Defer(func() { ts.Check(db.Close()) })
}

// statement is the script command "sql FILE STATEMENT".
func statement(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(execute(at(ts, args[0]), args[1]))
}

// at returns the location of a script's database: a file of the script, or an address.
func at(ts *testscript.TestScript, name string) string {
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
