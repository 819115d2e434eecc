package app

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/commands"
	"deuces/game/systems"
	"deuces/internal/config"
	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/internal/status"
	"deuces/match"
	"deuces/sandbox"
	"deuces/store"
	"deuces/table"
)

// onSandbox starts a sandbox and returns the settings of a bot on it. The bot has its own database.
func onSandbox(t *testing.T) config.Config {
	t.Helper()
	server := sandbox.New(sandbox.Config{Addr: "127.0.0.1:0", Token: "sandbox"})
	errtest.Must(t, server.Listen())
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		errtest.Must(t, <-ended)
	})
	cfg, err := config.Read([]string{"DISCORD_TOKEN=sandbox", "DISCORD_API=" + server.URL(), "DEUCES_DB=" + filepath.Join(t.TempDir(), "deuces.db"),
		"STATUS_ADDR=127.0.0.1:0", "CARD_PICTURES=off"}, os.DevNull)
	errtest.Must(t, err)
	return cfg
}

// openDB opens a database, which is closed when the test ends.
func openDB(t *testing.T, path string) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), path, zerolog.Nop())
	errtest.Must(t, err)
	t.Cleanup(func() { errtest.Must(t, db.Close()) })
	return db
}

// readiness returns a bot's answer to the readiness check, and the HTTP status code.
func readiness(t *testing.T, a *App) (string, int) {
	t.Helper()
	answer, code, err := status.Ask(t.Context(), a.status.Addr, "/healthz/ready")
	errtest.Must(t, err)
	readyMetric(t, a.status.Addr, code)
	return strings.TrimSpace(answer), code
}

// readyMetric fails the test unless deuces_ready says the same as an answer to the readiness check.
func readyMetric(t *testing.T, address string, code int) {
	t.Helper()
	want := map[int]string{http.StatusOK: "\ndeuces_ready 1\n", http.StatusServiceUnavailable: "\ndeuces_ready 0\n"}[code]
	if said, _, err := status.Ask(t.Context(), address, "/metrics"); err != nil || !strings.Contains(said, want) {
		t.Errorf("while /healthz/ready answers %d, the metrics lack %q, %v", code, want, err)
	}
}

// mayOnlySelect returns the address of a database in PostgreSQL with a user who may only read it.
func mayOnlySelect(t *testing.T) (address string) {
	t.Helper()
	owner := pgtest.New(t)
	errtest.Must(t, openDB(t, owner).Close())
	db, err := sql.Open("pgx", owner)
	errtest.Must(t, err)
	if _, err := db.ExecContext(t.Context(), `CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, err := db.Exec(`DROP OWNED BY reader; DROP ROLE reader`)
		errtest.Must(t, errors.Join(err, db.Close()))
	})
	return strings.Replace(owner, "user=deuces", "user=reader", 1)
}

// A bot that can't play from the start answers at STATUS_ADDR nevertheless, so that somebody is told.
func TestABotThatIsNeverReadySaysSoFromTheStart(t *testing.T) {
	readOnlyUser := mayOnlySelect(t)
	absent := httptest.NewServer(nil)
	absent.Close()
	for _, tt := range []struct{ set, says string }{
		{"DEUCES_DB=" + readOnlyUser, "the database doesn't answer the process's own session"},
		{"DEUCES_DB=postgres://u@127.0.0.1:1/d", "the bot is opening its database; if this takes long, the log says why"},
		{"DISCORD_API=" + absent.URL, "the bot is not connected to Discord"},
	} {
		cfg := onSandbox(t)
		free, err := status.Listen("127.0.0.1:0", http.NotFoundHandler(), false)
		errtest.Must(t, err)
		errtest.Must(t, free.Close())
		switch name, value, _ := strings.Cut(tt.set, "="); name {
		case "DEUCES_DB":
			cfg.DB = value
		case "DISCORD_API":
			cfg.API = value
		}
		cfg.Status = free.Addr
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			a, err := Open(ctx, cfg, zerolog.Nop())
			if err != nil {
				return // the context ended while it waited for the database
			}
			if err := errors.Join(a.Run(ctx), a.Close()); err != nil {
				t.Errorf("with %s: %v", tt.set, err)
			}
		}()
		answer, code := "", 0
		for deadline := time.Now().Add(time.Minute); strings.TrimSpace(answer) != tt.says && time.Now().Before(deadline); {
			answer, code, _ = status.Ask(ctx, cfg.Status, "/healthz/ready")
		}
		if strings.TrimSpace(answer) != tt.says || code != http.StatusServiceUnavailable {
			t.Errorf("with %s: got %d, %q, want 503, %q", tt.set, code, answer, tt.says)
		}
		readyMetric(t, cfg.Status, code)
		stop()
		<-ended
	}
}

// leaveTable leaves a table in a database that nobody has open.
func leaveTable(t *testing.T, path string) {
	t.Helper()
	db := openDB(t, path)
	ann, err := db.Player(t.Context(), "000000000000000001", "Ann")
	errtest.Must(t, err)
	tables := table.NewRegistry(table.Config{Log: db, Rules: systems.New, Latest: latest, Logger: zerolog.Nop()})
	_, err = tables.Open(t.Context(), match.Opening{Guild: "10", Channel: "20", System: "bigtwo", Host: ann})
	errtest.Must(t, errors.Join(err, tables.Close(t.Context()), db.Close()))
}

func TestTheBotOpensPlaysAndStops(t *testing.T) {
	cfg := onSandbox(t)
	leaveTable(t, cfg.DB)
	var log bytes.Buffer
	a, err := Open(t.Context(), cfg, zerolog.New(zerolog.SyncWriter(&log)))
	errtest.Must(t, err)
	if answer, code := readiness(t, a); answer != "the bot is loading its tables" || code != http.StatusServiceUnavailable {
		t.Errorf("before it runs: got %d, %q, want 503 and that it is loading its tables", code, answer)
	}
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- a.Run(ctx) }()
	<-a.Ready()
	if answer, code := readiness(t, a); answer != "ok" || code != http.StatusOK {
		t.Errorf("while it runs: got %d, %q, want 200, ok", code, answer)
	}
	before := time.Now()
	stop()
	if err := errors.Join(<-ran, a.Close()); err != nil {
		t.Error(err)
	}
	if want := `"tables":1,"message":"restored the tables of the last run"`; !strings.Contains(log.String(), want) {
		t.Errorf("it doesn't log %s:\n%s", want, &log)
	}
	if _, _, err := status.Ask(t.Context(), a.status.Addr, "/healthz/live"); err == nil {
		t.Error("the status server answers after Close")
	}
	if alive, err := openDB(t, cfg.DB).LastAlive(t.Context()); err != nil || alive.Before(before.Truncate(time.Second)) {
		t.Errorf("got the last time alive %v and error %v, want %v or later", alive, err, before)
	}
}

// A bot whose commands Discord refuses plays on with those that Discord has, and says so until they are accepted.
func TestABotWhoseCommandsAreRefusedPlaysOnAndSaysSo(t *testing.T) {
	cfg := onSandbox(t)
	fault := func(method, body string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, cfg.API+"/sandbox/faults", strings.NewReader(body))
		errtest.Must(t, err)
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil || answer.StatusCode/100 != 2 {
			t.Fatalf("%s the fault: got %v and error %v, want a success", method, answer, err)
		}
		answer.Body.Close()
	}
	fault("POST", `{"do":"status 400","match":{"method":"PUT","path":"/applications/*/commands"},"times":-1}`)
	a, err := Open(t.Context(), cfg, zerolog.Nop())
	errtest.Must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- a.Run(ctx) }()
	said := func(want string) {
		t.Helper()
		answer, code := "", 0
		for deadline := time.Now().Add(time.Minute); !(code == http.StatusOK && strings.HasPrefix(answer, want)); {
			if time.Now().After(deadline) {
				t.Fatalf("it answers %d, %q, not %q", code, answer, want)
			}
			answer, code, _ = status.Ask(ctx, a.status.Addr, "/healthz/ready")
		}
	}
	said("ok\nDiscord's list of commands can't be brought up to date: ")
	fault("DELETE", "")
	<-a.Ready()
	said("ok\n")
	if answer, _ := readiness(t, a); answer != "ok" {
		t.Errorf("once the commands are accepted: got %q, want ok", answer)
	}
	stop()
	errtest.Must(t, errors.Join(<-ran, a.Close()))
}

// A bot that can't continue exits and closes everything.
func TestABotThatCannotContinueExits(t *testing.T) {
	cfg := onSandbox(t)
	cfg.Token = "wrong"
	a, err := Open(t.Context(), cfg, zerolog.Nop())
	errtest.Must(t, err)
	if err := a.Run(t.Context()); !errors.Is(err, ErrToken) {
		t.Errorf("with a wrong token: got %v, want ErrToken", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	openDB(t, cfg.DB)
}

// The database that the bot had before is probably elsewhere.
func TestANewDatabaseOfABotOnServersIsLogged(t *testing.T) {
	now := time.Now()
	old := bot.Guild{ID: "1", Joined: now.Add(-48 * time.Hour)}
	other := bot.Guild{ID: "2", Joined: now.Add(-24 * time.Hour)}
	invited := bot.Guild{ID: "3", Joined: now.Add(-time.Minute)}
	for _, tt := range []struct {
		why    string
		known  bool // the database knows a server
		guilds []bot.Guild
		lines  int
	}{
		{"it is on no server", false, nil, 0},
		{"it was invited just before its first start", false, []bot.Guild{invited}, 0},
		{"it has long been on two", false, []bot.Guild{invited, old, other}, 1},
		{"the database is the one it had", true, []bot.Guild{old, other}, 0},
	} {
		path := filepath.Join(t.TempDir(), "deuces.db")
		var log strings.Builder
		a := &App{cfg: config.Config{DB: path}, log: zerolog.New(&log), db: openDB(t, path)}
		if tt.known {
			if _, err := a.db.Greet(t.Context(), "1", now); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		joined, err := a.warnIfNew(t.Context(), func(bot.Guild) { n++ })
		errtest.Must(t, err)
		for _, g := range tt.guilds {
			joined(g)
		}
		if strings.Count(log.String(), "the database is new") != tt.lines || strings.Count(log.String(), path) != tt.lines || n != len(tt.guilds) {
			t.Errorf("%s: got %d servers passed on, want %d, and the log %q, want %d warnings that the database is new", tt.why, n, len(tt.guilds), &log, tt.lines)
		}
	}
}

// If something can't be opened, the error names its setting, and what was opened before is closed.
func TestAFailedStartClosesWhatItOpened(t *testing.T) {
	cfg := onSandbox(t)
	listen := func(address string) *status.Server {
		s, err := status.Listen(address, http.NotFoundHandler(), false)
		errtest.Must(t, err)
		return s
	}
	free := listen("127.0.0.1:0")
	errtest.Must(t, free.Close())
	cfg.Status = free.Addr
	cfg.DB = "/nowhere/deuces.db"
	if _, err := Open(t.Context(), cfg, zerolog.Nop()); err == nil || !strings.HasPrefix(err.Error(), "DEUCES_DB: ") {
		t.Errorf("without a directory for the database: got %v, want an error of DEUCES_DB", err)
	}
	defer listen(cfg.Status).Close()
	cfg.DB = filepath.Join(t.TempDir(), "deuces.db")
	if _, err := Open(t.Context(), cfg, zerolog.Nop()); err == nil || !strings.Contains(err.Error(), "STATUS_ADDR=") {
		t.Errorf("when another program listens: got %v, want an error of STATUS_ADDR", err)
	}
	if _, err := os.Stat(cfg.DB); err == nil {
		t.Error("the database was created before the status address was taken")
	}
}

// When the bot leaves, alone stores the time at once. So the time is known even if the program is
// killed soon afterwards.
func TestTheOnlyProcessRecordsWhenItLeaves(t *testing.T) {
	cfg := onSandbox(t)
	p, db, err := openProcess(t.Context(), cfg, zerolog.Nop())
	errtest.Must(t, err)
	defer func() { errtest.Must(t, db.Close()) }()
	if !p.Trusted() || !p.first() || p.sharing() != nil || p.measured() != nil {
		t.Errorf("got trusted %t, first %t, sharing %v, measured %v; want true, true and no sharing", p.Trusted(), p.first(), p.sharing(), p.measured())
	}
	ran := make(chan error, 1)
	before := time.Now()
	go func() { ran <- p.run(t.Context(), nil) }()
	if p.leave(t.Context()) {
		t.Error("the only process says that others took its tables")
	}
	if err := <-ran; err != nil {
		t.Error(err)
	}
	if alive, err := db.LastAlive(t.Context()); err != nil || alive.Before(before.Truncate(time.Second)) {
		t.Errorf("got the last time alive %v and error %v, want %v or later", alive, err, before)
	}
}

func TestKindsOfMessagesAreStoredUnderTheirNames(t *testing.T) {
	got := []commands.Post{commands.BoardPost, commands.MentionPost, commands.VotePost, commands.CallPost, commands.EventPost}
	if want := []commands.Post{"board", "mention", "vote", "call", "event"}; !slices.Equal(got, want) {
		t.Errorf("messages are stored as %q, want %q", got, want)
	}
}

// In actions, + begins a search, - ends the oldest search, ^ ends the newest, and a dot waits for
// slightly more than half of extraStays.
func TestASpareProcessorIsAddedWhileSearchesUseAllCores(t *testing.T) {
	for _, c := range []struct {
		why, actions string
		set          []int
	}{
		{"one search leaves a core for interactions", "+-", nil},
		{"two searches use both cores", "++", []int{3}},
		{"a third search changes nothing", "+++", []int{3}},
		{"when they end, it stays for a while", "++--.++", []int{3}},
		{"then it is removed", "++-.-..", []int{3, 2}},
		{"it stays as long as searches continue", "+++^....", []int{3}},
		{"it is removed after those searches", "+++^....--..", []int{3, 2}},
		{"it is added again", "++--..++", []int{3, 2, 3}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var set []int
			s := &extraProcessor{cores: 2, set: func(n int) { set = append(set, n) }}
			var searches []func()
			for _, action := range c.actions {
				last := len(searches) - 1
				switch action {
				case '+':
					searches = append(searches, s.lend())
				case '-':
					searches[0]()
					searches = searches[1:]
				case '^':
					searches[last]()
					searches = searches[:last]
				case '.':
					time.Sleep(extraStays/2 + 1)
				}
			}
			synctest.Wait()
			if !slices.Equal(set, c.set) {
				t.Errorf("%s: got the processors %v, want %v", c.why, set, c.set)
			}
		})
	}
}
