package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/errtest"
	"deuces/internal/metrics"
	"deuces/internal/pgtest"
	"deuces/internal/status"
	"deuces/sandbox"
	"deuces/store"
)

// discordWithClock starts a sandbox whose clock is ahead by offset, and returns its address.
func discordWithClock(t *testing.T, offset time.Duration, intents string) string {
	t.Helper()
	on, err := sandbox.ParseIntents(intents)
	errtest.Must(t, err)
	s := sandbox.New(sandbox.Config{Privileged: on, Unlimited: true})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(offset).UTC().Format(http.TimeFormat))
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { s.Close(); h.Close() })
	return h.URL
}

// readOnlyDirectory returns a directory in which this user can't create files.
func readOnlyDirectory(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	errtest.Must(t, os.Chmod(dir, 0o555))
	if f, err := os.CreateTemp(dir, ""); err != nil {
		return dir
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return "/sys" // root may write everywhere, but the kernel allows no new files here
}

// alter executes a statement on a database and fails the test if there is an error.
func alter(t *testing.T, path, query string) {
	t.Helper()
	errtest.Must(t, execute(path, query))
}

// newDatabase creates an empty database and returns its path.
func newDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deuces.db")
	db, err := store.Open(t.Context(), path, zerolog.Nop())
	errtest.Must(t, err)
	errtest.Must(t, db.Close())
	return path
}

func TestTheDoctorReportsEachCheckInOneLine(t *testing.T) {
	normal, hidden := discordWithClock(t, 0, ""), discordWithClock(t, 0, "members,content")
	fast, slow := discordWithClock(t, -time.Hour-30*time.Second, ""), discordWithClock(t, time.Hour+30*time.Second, "")
	absent := httptest.NewServer(nil)
	absent.Close()

	sealed := readOnlyDirectory(t)
	newer := newDatabase(t)
	alter(t, newer, `PRAGMA user_version = 999`)
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	alter(t, foreign, `CREATE TABLE letters (text TEXT)`)
	damaged := newDatabase(t)
	damage(t, damaged, 2)
	torn := newDatabase(t)
	damage(t, torn, 20)
	open := newDatabase(t)
	held, err := store.Open(t.Context(), open, zerolog.Nop())
	errtest.Must(t, err)
	defer func() { errtest.Must(t, held.Close()) }()

	empty := write(t, "empty", 0o600, "")
	openToken, openAddress := write(t, "token", 0o644, "sandbox"), write(t, "address", 0o604, "deuces.db")
	linked := filepath.Join(t.TempDir(), "linked.db")
	errtest.Must(t, os.Symlink("/nowhere/x.db", linked))
	other, err := net.Listen("tcp", "127.0.0.1:0")
	errtest.Must(t, err)
	defer other.Close()
	go func() { // it hangs up on everyone
		for {
			conn, err := other.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	running, err := status.Listen("127.0.0.1:0", metrics.New("").Handler(), false)
	errtest.Must(t, err)
	defer running.Close()
	running.Because(nil)
	failing, err := status.Listen("127.0.0.1:0", metrics.New("").Handler(), false)
	errtest.Must(t, err)
	defer failing.Close()
	failing.Because(nil)
	failing.Fails(func() []string { return []string{"no commands", "no pictures"} })
	never, err := status.Listen("127.0.0.1:0", metrics.New("").Handler(), false)
	errtest.Must(t, err)
	defer never.Close()
	never.Because(errors.New("the bot is not connected to Discord"))
	shut := fakeDiscord(t, `[{"id":"5","name":"Shut","permissions":"17901692193792"}]`, `[{"type":0,"permission_overwrites":[{"id":"5","type":0,"allow":"0","deny":"1024"}]},{"type":2,"permission_overwrites":[]}]`)
	open1 := fakeDiscord(t, `[{"id":"5","name":"Open","permissions":"17901692193792"}]`, `[{"type":0,"permission_overwrites":[{"id":"5","type":0,"allow":"0","deny":"1024"},{"id":"8","type":0,"allow":"1024","deny":"0"}]}]`)
	badly := fakeDiscord(t, `[{"id":"5","name":"Well","permissions":"17901692193792"},{"id":"6","name":"Badly","permissions":"1024"},{"id":"7","name":"Admins","permissions":"8"}]`, `[]`)
	few := fakeDiscord(t, `[{"id":"5","name":"Few","permissions":"274877910016"}]`, `[]`)
	rude := fakeDiscord(t, `[{"id":"5","name":"\u001b[2JRude\u202e","permissions":"0"}]`, `[]`)
	nowhere := fakeDiscord(t, `[]`, `[]`)
	database := pgtest.New(t)
	plain := strings.Replace(database, "user=deuces", "user=doctored", 1)
	alter(t, database, `CREATE ROLE doctored LOGIN`)
	t.Cleanup(func() { alter(t, database, `DROP ROLE doctored`) })

	const token = "DISCORD_TOKEN=sandbox"
	for _, tt := range []struct {
		set  []string
		code int
		text string
		why  string
	}{
		{[]string{token, "DISCORD_API=" + normal}, 0, "ok       token:       it belongs to Deuces…ok       intents:     no privileged intent…ok       install:     people can add the commands to their account: https://discord.com/oauth2/authorize?client_id=…ok       permissions: the bot may view channels and send messages on 1 server…will be made when the bot starts…ok       disk:", "all is well"},
		{nil, 1, "TROUBLE  token:       DISCORD_TOKEN is missing", "there is no token"},
		{[]string{"DISCORD_TOKEN=wrong", "DISCORD_API=" + normal}, 1, "TROUBLE  token:       DISCORD_TOKEN: Discord refuses this token; copy", "another token"},
		{[]string{token, "DISCORD_API=" + absent.URL}, 1, "TROUBLE  discord:     Discord gave no usable answer: ", "no network"},
		{[]string{token, "DISCORD_API=" + hidden}, 0, "note     intents:     the bot needs none, but these are enabled in the developer portal: Server Members Intent, Message Content Intent", "more is switched on than needed"},
		{[]string{token, "DISCORD_API=" + fast}, 1, "TROUBLE  clock:       it is 1h0m", "an hour ahead"},
		{[]string{token, "DISCORD_API=" + slow}, 1, "TROUBLE  clock:       it is 1h0m", "an hour behind"},
		{[]string{"DISCORD_TOKEN=wrong", "DISCORD_API=" + slow}, 1, "behind Discord's", "a refusal tells the time, too"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + newer}, 1, "was written by a newer version of deuces (its version is 999", "a downgrade"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + foreign}, 1, "this is not a database of deuces", "another program's file"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + damaged}, 1, "TROUBLE  database:    DEUCES_DB=" + damaged + ": it is damaged: stop the bot and restore a backup", "the page of its schema is overwritten"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + torn}, 1, torn + " is damaged: ", "the page of a table is overwritten"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + open}, 0, "a running bot has it open", "another process writes it"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=/nowhere/x.db"}, 1, "the directory /nowhere doesn't exist: make it first", "a slip in the path"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + filepath.Join(sealed, "x.db")}, 1, "this user can't create files in " + sealed + ": change its owner, or name another directory", "a read-only directory"},
		{[]string{token, "DISCORD_API=" + nowhere}, 0, "note     servers:     the bot is on no server yet; invite it: https://discord.com/", "nobody has invited it"},
		{[]string{token, "DISCORD_API=" + shut}, 0, "note     permissions: on Shut every text channel denies the bot a permission that it needs (View Channel, Send Messages and Send Messages in Threads)", "channels deny what the role allows"},
		{[]string{token, "DISCORD_API=" + open1}, 0, "ok       permissions: the bot may view channels and send messages on 1 server", "a channel allows it for the bot's role"},
		{[]string{token, "DISCORD_API=" + badly}, 0, "note     permissions: on Badly the bot's role is missing Send Messages and Send Messages in Threads; add that in the server's settings, or invite it again: " + bot.Invitation("77", bot.Needed|bot.Useful) + "\n", "one of three servers lacks permissions"},
		{[]string{token, "DISCORD_API=" + few}, 0, "note     permissions: the optional Read Message History, Manage Roles, Create Public Threads and Create Events is missing on Few", "optional permissions are missing"},
		{[]string{token, "DISCORD_API=" + rude}, 0, `on \x1b[2JRude\u202e the bot's role is missing`, "a name that would clear the terminal"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + linked}, 1, "TROUBLE  database:    DEUCES_DB=/nowhere/x.db can't be made: the directory /nowhere doesn't exist", "a link that leads nowhere"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + empty}, 0, "is empty and will be filled when the bot starts", "an empty file"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=postgres://u@127.0.0.1:1/deuces"}, 1, "PostgreSQL can't be reached: nothing listens there; is it running, and is the address right?", "no PostgreSQL"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + strings.Replace(database, "user=deuces", "user=nobody", 1)}, 1, "PostgreSQL doesn't let this user in", "no such user"},
		{[]string{token, "DISCORD_API=" + normal, "DEUCES_DB=" + plain}, 1, "this user may not create tables in it: make the user its owner", "createdb without an owner"},
		{[]string{token, "DISCORD_API=" + normal, "STATUS_ADDR=" + other.Addr().String()}, 1, "TROUBLE  status:      another program listens at STATUS_ADDR=" + other.Addr().String() + ": end it, or name another port", "the port is taken"},
		{[]string{token, "DISCORD_API=" + normal, "STATUS_ADDR=" + running.Addr}, 0, "ok       status:      a running bot answers at STATUS_ADDR=" + running.Addr + " and can play", "the bot runs"},
		{[]string{token, "DISCORD_API=" + normal, "STATUS_ADDR=" + failing.Addr}, 0, "and can play\nnote     status:      that bot reports a failure that doesn't stop play: no commands\nnote     status:      that bot reports a failure that doesn't stop play: no pictures\n", "the bot runs, and something fails"},
		{[]string{token, "DISCORD_API=" + normal, "STATUS_ADDR=" + never.Addr}, 1, "TROUBLE  status:      the bot that answers at STATUS_ADDR=" + never.Addr + " can't play: the bot is not connected to Discord", "the bot runs and isn't ready"},
		{[]string{token, "DISCORD_API=" + normal, "STATUS_ADDR=192.0.2.1:8081"}, 1, "TROUBLE  status:      the bot can't listen at STATUS_ADDR=192.0.2.1:8081", "another machine's address"},
		{[]string{token, "DISCORD_API=" + normal, "STATUS_ADDR=127.0.0.1:0"}, 0, "ok       status:      the bot can listen at STATUS_ADDR=127.0.0.1:0", "the port is free"},
		{[]string{"FILE:0644 TURN_CLOCK=2m", token, "DISCORD_API=" + normal}, 0, "note     settings:    other users can read or write ", "everybody can read .env"},
		{[]string{"DISCORD_TOKEN_FILE=" + openToken, "DISCORD_API=" + normal}, 0, "note     settings:    other users can read or write " + openToken + ", which may contain the bot's token", "everybody can read the token's file"},
		{[]string{token, "DEUCES_DB_FILE=" + openAddress, "DISCORD_API=" + normal}, 0, "note     settings:    other users can read or write " + openAddress, "everybody can read the file with the database's password"},
		{[]string{"FILE:0600 TURN_CLOK=2m", token, "DISCORD_API=" + normal}, 0, "/.env sets TURN_CLOK, which isn't a setting: see config.example.env", "a typing mistake"},
		{[]string{"FILE:0600 TURN_CLOCK=2m\nnonsense", token, "DISCORD_API=" + normal}, 1, "ok       token:       it belongs to Deuces", "a bad line, and the other checks go on"},
		{[]string{"FILE:0600 \xef\xbb\xbfTURN_CLOCK=2m", token, "DISCORD_API=" + normal}, 0, "ok       settings:    all are valid; they come from ", "Windows' editor wrote .env"},
		{[]string{token, "DISCORD_API=" + normal, "TURN_CLOCK=soon"}, 1, "TROUBLE  settings:    TURN_CLOCK (the environment): must be a duration", "a wrong setting"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, set := range tt.set {
				var mode os.FileMode
				if _, err := fmt.Sscanf(set, "FILE:%o ", &mode); err != nil {
					continue
				}
				errtest.Must(t, os.WriteFile(".env", []byte(set[len("FILE:0600 "):]), mode))
			}
			var out, log bytes.Buffer
			code := Run(t.Context(), []string{"doctor"}, tt.set, &out, &log)
			for text := range strings.SplitSeq(tt.text, "…") {
				if code != tt.code || !strings.Contains(out.String(), text) || log.Len() > 0 {
					t.Errorf("with %q: the doctor exits with %d, want %d with %q and no log:\n%s%s", tt.set, code, tt.code, text, &out, &log)
				}
			}
			if strings.Contains(out.String(), "Well") || strings.Contains(out.String(), "Admins") {
				t.Errorf("the doctor names a server that lacks nothing:\n%s", &out)
			}
			for line := range strings.Lines(out.String()) {
				if fields := strings.Fields(line); len(fields) < 3 || !strings.HasSuffix(fields[1], ":") {
					t.Errorf("got the line %q, want a verdict, a topic and a sentence", line)
				}
			}
		})
	}
}

// write creates a file and returns its path.
func write(t *testing.T, name string, mode os.FileMode, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	errtest.Must(t, os.WriteFile(path, []byte(text), mode))
	return path
}

// fakeDiscord starts a fake of Discord with these guilds, and returns its address. Each guild has
// these channels. The bot has the role 8.
func fakeDiscord(t *testing.T, guilds, channels string) string {
	t.Helper()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/users/@me/guilds"):
			fmt.Fprint(w, guilds)
		case strings.HasSuffix(path, "/channels"):
			fmt.Fprint(w, channels)
		case strings.Contains(path, "/members/"):
			fmt.Fprint(w, `{"roles":["8"]}`)
		default:
			fmt.Fprint(w, `{"id":"77","name":"Deuces","flags":0}`)
		}
	}))
	t.Cleanup(h.Close)
	return h.URL
}

// damage overwrites a page of a database.
func damage(t *testing.T, path string, page int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	errtest.Must(t, err)
	_, err = f.WriteAt(bytes.Repeat([]byte{0xAA}, 4096), page*4096)
	errtest.Must(t, errors.Join(err, f.Close()))
}

func TestTheDoctorChecksTheFreeSpaceOnTheDisk(t *testing.T) {
	for _, tt := range []struct {
		free, size uint64
		verdict    string
		why        string
	}{
		{0, 0, "TROUBLE  disk:        it is full", "a full disk"},
		{leastSpace - 1, 0, "TROUBLE", "nearly full"},
		{leastSpace, 1, "note", "no room for a copy"},
		{leastSpace, 0, "ok", "room for a new database"},
		{10 << 30, 1 << 30, "ok", "room for both"},
	} {
		var out bytes.Buffer
		d := &doctor{out: &out}
		d.roomFor(tt.free, tt.size)
		if !strings.HasPrefix(out.String(), tt.verdict) || d.bad != strings.HasPrefix(tt.verdict, "TROUBLE") {
			t.Errorf("%d bytes free, a database of %d: got %s, want %s; %s", tt.free, tt.size, &out, tt.verdict, tt.why)
		}
	}
}

// A bot whose token is refused logs this in one line. Other reasons why a bot can't start are in
// testdata/script.
func TestARefusedTokenIsLoggedInOneLine(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, log bytes.Buffer
	code := Run(t.Context(), nil, []string{"DISCORD_API=" + discordWithClock(t, 0, ""), "DISCORD_TOKEN=wrong", "LOG_LEVEL=error"}, &out, &log)
	if want := "DISCORD_TOKEN: Discord refuses this token; copy the bot's token again from"; code != 1 || !strings.Contains(log.String(), want) || strings.Count(log.String(), "\n") != 1 || out.Len() > 0 {
		t.Errorf("a refused token: exits with %d, want 1 and one line with %q in the log:\n%s", code, want, &log)
	}
}

// startLog is the log of a bot. It stops the bot as soon as the bot is ready.
type startLog struct {
	mu   sync.Mutex
	text strings.Builder
	stop func()
}

func (l *startLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(line, []byte(`"message":"ready"`)) {
		l.stop()
	}
	return l.text.Write(line)
}

func TestAStartWarnsAboutTheSetup(t *testing.T) {
	t.Chdir(t.TempDir()) // a directory without an .env
	for _, tt := range []struct {
		api      string
		warnings []string
		why      string
	}{
		{discordWithClock(t, 0, ""), nil, "nothing is wrong"},
		{discordWithClock(t, rest.MaxClockError/2, ""), nil, "clocks differ by a little"},
		{discordWithClock(t, 0, "members,content"), []string{`"intents":["Server Members Intent","Message Content Intent"]`}, "more is switched on than needed"},
		{discordWithClock(t, time.Hour+30*time.Second, ""), []string{`"clock":"1h0m`}, "the clock is slow"},
		{discordWithClock(t, -time.Hour-30*time.Second, "presences"), []string{`"intents":["Presence Intent"]`, `"clock":"1h0m`}, "both, and the clock is fast"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			log := &startLog{stop: cancel}
			if code := Run(ctx, nil, []string{"DISCORD_TOKEN=sandbox", "CARD_PICTURES=off", "DISCORD_API=" + tt.api, "DEUCES_DB=" + filepath.Join(t.TempDir(), "deuces.db")}, io.Discard, log); code != 0 {
				t.Errorf("the bot exits with %d, want 0", code)
			}
			logged := log.text.String()
			if !strings.HasSuffix(logged, `"message":"stopped"}`+"\n") {
				t.Errorf("the last line of the log is not that it stopped:\n%s", logged)
			}
			if !strings.Contains(logged, `"message":"ready"`) || strings.Count(logged, `"intents":`)+strings.Count(logged, `"clock":`) != len(tt.warnings) {
				t.Errorf("want that it is ready and only the warnings %q in the log:\n%s", tt.warnings, logged)
			}
			for _, want := range tt.warnings {
				if !strings.Contains(logged, want) {
					t.Errorf("the log lacks %s:\n%s", want, logged)
				}
			}
		})
	}
}
