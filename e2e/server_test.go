package e2e

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"deuces/internal/diskspace"
	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// All stories share the program and the browser, in which each story has its own tab.
var (
	program  string
	chromium browsertest.Chromium
)

// otherBuild is another build of the program, to compare builds under the same load.
var otherBuild = flag.String("program", "", "play with this built `file`, not with what the source makes")

func TestMain(m *testing.M) {
	flag.Parse()
	// More stories run at once than there are cores, because they mostly wait. With the race
	// detector, or with hundreds of tables in the long dose, they mostly compute, so fewer run.
	build, atOnce := []string{"build"}, "24"
	if raceDetector {
		build = []string{"build", "-race"}
	}
	if raceDetector || os.Getenv("DEUCES_DOSE") == "long" {
		atOnce = "4"
	}
	if !slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.parallel") }) {
		_ = flag.Set("test.parallel", atOnce) // can't fail: the flag exists and takes a number
	}
	temp := os.TempDir()
	if free, err := diskspace.Free("/dev/shm"); err == nil && free > 2<<30 {
		temp = "/dev/shm" // in memory, where fsync is fast
	}
	dir, err := os.MkdirTemp(temp, "deuces-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Setenv("TMPDIR", dir)
	if program = *otherBuild; program == "" {
		program = filepath.Join(dir, "deuces")
		if out, err := exec.Command("go", append(build, "-o", program, "deuces")...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			os.Exit(1)
		}
	}
	code := m.Run()
	chromium.Close()
	_ = os.RemoveAll(dir) // a directory that remains does no harm
	os.Exit(code)
}

// storeEnv is an environment variable. If it is "postgres", all stories use PostgreSQL. Otherwise
// only stories about PostgreSQL do.
const storeEnv = "DEUCES_TEST_STORE_ON"

// Server is a sandbox and a process of the bot that is connected to it.
type Server struct {
	*sandboxtest.Discord
	t   testing.TB
	db  string // path or address of the bot's database
	dir string // the bot's working directory
	env []string
	bot *exec.Cmd
	log *botLog

	wrapper []string // command, with arguments, that starts the bot's program; nil: none

	pictures <-chan struct{} // closed when the bot shows cards as pictures
}

// NewServer starts a sandbox and the bot on it. env adds settings of the bot. The sandbox has no
// rate limits, and gives the bot a long time for replies because the machine may be busy. Stories
// about these limits use NewServerOn.
func NewServer(t testing.TB, env ...string) *Server {
	t.Helper()
	return NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience}, env...)
}

// NewServerOn is like NewServer, but the caller configures the sandbox.
func NewServerOn(t testing.TB, cfg sandbox.Config, env ...string) *Server {
	t.Helper()
	dir := t.TempDir()
	// An empty .env keeps the bot from using the settings of a bot that is installed on this
	// machine.
	errtest.Must(t, os.WriteFile(filepath.Join(dir, ".env"), nil, 0o600))
	s := &Server{
		Discord: sandboxtest.Start(t, cfg), t: t, db: filepath.Join(dir, "deuces.db"), dir: dir,
		env: append([]string{"DISCORD_TOKEN=sandbox", "USER_RATE=0", "TABLES_PER_PERSON=0", "TABLES_PER_SERVER=0", "ROUND_PAUSE=0s", "BOARD_EVERY=1s", "PASS_PAUSE=0s", "MENTION=turn", "LOG_FORMAT=json", "CARD_PICTURES=off", "GORACE=" + os.Getenv("GORACE")}, env...),
		log: &botLog{},
	}
	if cfg.ReplyWithin > 0 {
		s.env = append(s.env, "REPLY_WITHIN="+cfg.ReplyWithin.String())
	}
	if os.Getenv(storeEnv) == "postgres" {
		s.db = pgtest.New(t)
	}
	if i := slices.IndexFunc(env, func(line string) bool { return strings.HasPrefix(line, "DEUCES_DB=") }); i >= 0 {
		s.db = strings.TrimPrefix(env[i], "DEUCES_DB=")
	}
	s.env = append(s.env, "DISCORD_API="+s.URL, "DEUCES_DB="+s.db)
	t.Cleanup(s.finish)
	s.Start()
	return s
}

// finish stops the bot and checks its log.
func (s *Server) finish() {
	s.Stop()
	if strings.Contains(s.log.String(), "DATA RACE") {
		s.t.Error("the bot has data races")
	}
	if s.t.Failed() {
		s.t.Logf("the bot's log:\n%s", s.log)
	}
}

// Start starts the bot's process and waits until it is ready.
func (s *Server) Start() {
	s.t.Helper()
	s.AwaitLog(s.Launch())
}

// AwaitLog waits until a channel from botLog.awaitLine or Launch is closed.
func (s *Server) AwaitLog(ready <-chan struct{}) {
	s.t.Helper()
	select {
	case <-ready:
	case <-time.After(sandboxtest.Patience):
		s.t.Fatal("the bot did not log the expected line in time")
	}
}

// Launch starts the bot's process. ready is closed when the bot logs that it is ready.
func (s *Server) Launch() (ready <-chan struct{}) {
	s.t.Helper()
	command := append(slices.Clone(s.wrapper), program)
	s.bot = exec.Command(command[0], command[1:]...)
	s.bot.Dir = s.dir
	s.bot.Env, s.bot.Stderr = s.env, s.log
	ready = s.log.awaitLine(`"message":"ready"`)
	s.pictures = s.log.awaitLine(`"message":"cards are shown as pictures"`)
	if err := s.bot.Start(); err != nil {
		s.bot = nil // there is none to stop
		s.t.Fatal(err)
	}
	return ready
}

// Kill kills the bot's process with SIGKILL.
func (s *Server) Kill() {
	s.t.Helper()
	bot := s.bot
	s.bot = nil
	if err := bot.Process.Kill(); err != nil {
		s.t.Fatalf("kill the bot: %v", err)
	}
	var ended *exec.ExitError
	if err := bot.Wait(); !errors.As(err, &ended) || ended.ExitCode() != -1 {
		s.t.Fatalf("the bot had ended by itself: %v", err)
	}
}

// Stop stops the bot with SIGTERM, as an operator does, and checks its exit code.
func (s *Server) Stop() {
	s.t.Helper()
	if s.bot == nil {
		return
	}
	bot := s.bot
	s.bot = nil
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Errorf("stop the bot: %v", err)
	}
	if err := bot.Wait(); err != nil {
		lines := strings.SplitAfter(s.log.String(), "\n")
		s.t.Errorf("the bot ended with %v; the end of its log:\n%s", err, strings.Join(lines[max(0, len(lines)-20):], ""))
	}
}

// botLog holds the log of a bot's process.
type botLog struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	waiting map[string]chan struct{} // by text; closed when a line contains the text
}

// awaitLine returns a channel that is closed when a line that contains this text is logged.
func (b *botLog) awaitLine(line string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting == nil {
		b.waiting = map[string]chan struct{}{}
	}
	b.waiting[line] = make(chan struct{})
	return b.waiting[line]
}

func (b *botLog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line, seen := range b.waiting {
		if bytes.Contains(p, []byte(line)) {
			delete(b.waiting, line)
			close(seen)
		}
	}
	return b.buf.Write(p)
}

func (b *botLog) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// Sandbox calls the sandbox's API for actions of owners and moderators.
func (s *Server) Sandbox(method, path string, body any) {
	s.t.Helper()
	errtest.Must(s.t, s.Do(s.t.Context(), method, "/sandbox/"+path, body, nil))
}

// Create is like Sandbox for creating something. It returns the id of what was created.
func (s *Server) Create(path string, body any) string {
	s.t.Helper()
	var made struct{ ID string }
	errtest.Must(s.t, s.Do(s.t.Context(), "POST", "/sandbox/"+path, body, &made))
	return made.ID
}

// Channel creates a channel and returns its id.
func (s *Server) Channel(name string) string {
	s.t.Helper()
	return s.Create("channels", map[string]string{"guild": "Sandbox", "name": name})
}

// Guild creates a guild with one channel and returns the ids of both. No other guild may have a
// channel of that name.
func (s *Server) Guild(name, channel string) (guild, id string) {
	s.t.Helper()
	s.Sandbox("POST", "guilds", map[string]any{"name": name, "channels": []string{channel}})
	return s.GuildAndChannel(channel)
}

// GuildAndChannel returns the id of a channel's guild and the id of the channel.
func (s *Server) GuildAndChannel(channel string) (guild, id string) {
	s.t.Helper()
	at, ok := s.channelIDs()[strings.ToLower(channel)]
	if !ok {
		s.t.Fatalf("there is no channel %s", channel)
	}
	return at[0], at[1]
}

// channelIDs returns the ids of guild and channel of all channels. The keys are the channels' names
// and their ids.
func (s *Server) channelIDs() map[string][2]string {
	s.t.Helper()
	var world struct {
		Guilds []struct {
			ID       string
			Channels []struct{ ID, Name string }
		}
	}
	errtest.Must(s.t, s.Do(s.t.Context(), "GET", "/sandbox/world", nil, &world))
	ids := map[string][2]string{}
	for _, g := range world.Guilds {
		for _, c := range g.Channels {
			ids[strings.ToLower(c.Name)], ids[c.ID] = [2]string{g.ID, c.ID}, [2]string{g.ID, c.ID}
		}
	}
	return ids
}

// PostForged posts a message of the bot with buttons that have these custom ids. A modified client
// could click such ids anywhere.
func (s *Server) PostForged(channel string, ids ...string) Message {
	s.t.Helper()
	var rows []any
	for row := range slices.Chunk(ids, 5) {
		var buttons []any
		for _, id := range row {
			buttons = append(buttons, map[string]any{"type": 2, "style": 2, "label": "x", "custom_id": id})
		}
		rows = append(rows, map[string]any{"type": 1, "components": buttons})
	}
	body, err := json.Marshal(map[string]any{"content": "forged", "components": rows})
	errtest.Must(s.t, err)
	_, id := s.GuildAndChannel(channel)
	r, err := http.NewRequestWithContext(s.t.Context(), "POST", s.URL+"/api/v10/channels/"+id+"/messages", bytes.NewReader(body))
	errtest.Must(s.t, err)
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	errtest.Must(s.t, err)
	defer resp.Body.Close()
	m := Message{t: s.t}
	if err := json.NewDecoder(resp.Body).Decode(&m.Message); err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("a forged message: %s, %v", resp.Status, err)
	}
	return m
}

// calls returns the bot's requests from the number since on.
func (s *Server) calls(since int) (all []sandboxtest.Call) {
	s.t.Helper()
	errtest.Must(s.t, s.Do(s.t.Context(), "GET", fmt.Sprintf("/sandbox/calls?since=%d", since), nil, &all))
	return all
}

// nextCall returns the number of the bot's next request.
func (s *Server) nextCall() int {
	s.t.Helper()
	all := s.calls(0)
	return all[len(all)-1].Number + 1
}

// WaitUntil polls a condition that no event announces, such as one about the database or the
// metrics, until it holds. If it never holds, the test fails, and WaitUntil first calls the
// functions in failed, which can add details.
func (s *Server) WaitUntil(what string, holds func() bool, failed ...func()) {
	s.t.Helper()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for deadline := time.After(sandboxtest.Patience); !holds(); {
		select {
		case <-look.C:
		case <-deadline:
			for _, more := range failed {
				more()
			}
			s.t.Fatalf("%s: not within %v", what, sandboxtest.Patience)
		}
	}
}

// ExecSQL changes the database directly.
func (s *Server) ExecSQL(query string) {
	s.t.Helper()
	db, err := sql.Open("sqlite", s.db+"?_pragma=busy_timeout(10000)")
	errtest.Must(s.t, err)
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		s.t.Fatal(err)
	}
}

// Count runs a query and returns the number that is its result.
func (s *Server) Count(query string, args ...any) (n int) {
	s.t.Helper()
	db, err := sql.Open("sqlite", "file:"+s.db+"?mode=ro")
	errtest.Must(s.t, err)
	defer db.Close()
	errtest.Must(s.t, db.QueryRow(query, args...).Scan(&n))
	return n
}

// RunCommand runs another command of the program, such as check, on the same database. It returns
// its output.
func (s *Server) RunCommand(args ...string) (string, error) {
	c := exec.Command(program, args...)
	c.Dir, c.Env = filepath.Dir(s.db), s.env
	out, err := c.CombinedOutput()
	return string(out), err
}

// freeStatusPort is a setting that makes the bot's status server use a free port.
const freeStatusPort = "STATUS_ADDR=127.0.0.1:0"

var statusLine = regexp.MustCompile(`"address":"([^"]+)",.*serving health checks`)

// statusAddress returns the address of the status server, from the bot's log. The bot must have the
// setting freeStatusPort.
func (s *Server) statusAddress() string {
	s.t.Helper()
	all := statusLine.FindAllStringSubmatch(s.log.String(), -1)
	if all == nil {
		s.t.Fatal("the log has no address of the status server")
	}
	return all[len(all)-1][1]
}

// statusResponse requests a path of the status server and returns the status code and the body.
func (s *Server) statusResponse(path string) (int, string) {
	s.t.Helper()
	resp, err := http.Get("http://" + s.statusAddress() + path)
	errtest.Must(s.t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	errtest.Must(s.t, err)
	return resp.StatusCode, strings.TrimSpace(string(body))
}

// metrics returns the values of the bot's metrics by series.
func (s *Server) metrics() map[string]float64 {
	s.t.Helper()
	_, text := s.statusResponse("/metrics")
	all := map[string]float64{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		series, value, labels := strings.Cut(line, "} ")
		if labels {
			series += "}"
		} else {
			series, value, _ = strings.Cut(line, " ")
		}
		if n, err := strconv.ParseFloat(value, 64); err == nil && !strings.HasPrefix(series, "#") {
			all[series] = n
		}
	}
	if len(all) < 50 {
		s.t.Fatalf("the bot reports only %d series", len(all))
	}
	return all
}

// newRand returns a random generator and logs its seed. DEUCES_SEED sets the seed.
func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := envNumber(t, "DEUCES_SEED", rand.Int)
	t.Logf("DEUCES_SEED=%d repeats this test", seed)
	return rand.New(rand.NewPCG(uint64(seed), 0))
}

// envNumber returns a number from an environment variable or, if that isn't set, from otherwise.
func envNumber(t testing.TB, name string, otherwise func() int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise()
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		t.Fatalf("%s=%s is not a number", name, s)
	}
	return n
}
