// Package e2e plays whole matches over the wire: the program as a process of its
// own, on a sandbox, its users clicking what they are offered.
package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// What all stories share: the built program, and the browser that those of the page have a tab in each.
var (
	program  string
	chromium browsertest.Chromium
)

// otherBuild is for comparing two builds under the same load.
var otherBuild = flag.String("program", "", "play with this built `file`, not with what the source makes")

func TestMain(m *testing.M) {
	manyAtOnce()
	dir, err := os.MkdirTemp("", "deuces-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if program = *otherBuild; program == "" {
		program = filepath.Join(dir, "deuces")
		build := []string{"build", "-o", program, "deuces"}
		if raced {
			build = []string{"build", "-race", "-o", program, "deuces"}
		}
		if out, err := exec.Command("go", build...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			os.Exit(1)
		}
	}
	code := m.Run()
	chromium.Close()
	_ = os.RemoveAll(dir) // the system's temporary directory: a leftover does no harm
	os.Exit(code)
}

// manyAtOnce runs more stories at a time than there are cores, for they mostly
// wait; fewer with the race detector, where they mostly compute; as many as were asked for
// where that was said.
func manyAtOnce() {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "test.parallel" })
	if asked {
		return
	}
	many := "16"
	if raced {
		many = "8"
	}
	if err := flag.Set("test.parallel", many); err != nil {
		panic(err) // the testing package has the flag, and takes a number
	}
}

// storeOn has all bots of this package's stories keep their tables in PostgreSQL, where it is
// "postgres". Without it, those stories do that say so.
const storeOn = "DEUCES_TEST_STORE_ON"

// house is a sandbox, and the bot's process on it.
type house struct {
	*sandboxtest.Discord
	t   testing.TB
	db  string // where its database is
	dir string // where it runs
	env []string
	bot *exec.Cmd
	log *botLog

	under []string // a command that runs the bot's, with its first arguments; nil: none

	pictures <-chan struct{} // closed when cards are shown as pictures
}

// newHouse starts a sandbox and the bot on it. env adds to the bot's settings. Discord's limits are for stories that are
// about them: here nothing waits, and replies may take as long as a busy machine makes them.
func newHouse(t testing.TB, env ...string) *house {
	t.Helper()
	return newHouseOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience}, env...)
}

// newHouseOn is newHouse on a sandbox of this kind.
func newHouseOn(t testing.TB, cfg sandbox.Config, env ...string) *house {
	t.Helper()
	dir := t.TempDir()
	// Settings of a bot that is installed on this machine are not ours.
	if err := os.WriteFile(filepath.Join(dir, ".env"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h := &house{
		Discord: sandboxtest.Start(t, cfg), t: t, db: filepath.Join(dir, "deuces.db"), dir: dir,
		env: append([]string{"DISCORD_TOKEN=sandbox", "USER_RATE=0", "TABLES_PER_PERSON=0", "TABLES_PER_SERVER=0", "ROUND_PAUSE=0s", "PASS_PAUSE=0s", "MENTION=turn", "LOG_FORMAT=json", "CARD_PICTURES=off"}, env...),
		log: &botLog{},
	}
	if cfg.ReplyWithin > 0 {
		h.env = append(h.env, "REPLY_WITHIN="+cfg.ReplyWithin.String())
	}
	if os.Getenv(storeOn) == "postgres" {
		h.db = pgtest.New(t)
	}
	if i := slices.IndexFunc(env, func(line string) bool { return strings.HasPrefix(line, "DEUCES_DB=") }); i >= 0 {
		h.db = strings.TrimPrefix(env[i], "DEUCES_DB=")
	}
	h.env = append(h.env, "DISCORD_API="+h.URL, "DEUCES_DB="+h.db)
	t.Cleanup(func() {
		h.stop()
		if strings.Contains(h.log.String(), "DATA RACE") {
			t.Error("the bot has data races")
		}
		if t.Failed() {
			t.Logf("the bot's log:\n%s", h.log)
		}
	})
	h.start()
	return h
}

// start starts the bot's process and waits until it says that it is ready.
func (h *house) start() {
	h.t.Helper()
	h.await(h.launch())
}

// await waits until the bot is ready.
func (h *house) await(ready <-chan struct{}) {
	h.t.Helper()
	select {
	case <-ready:
	case <-time.After(sandboxtest.Patience):
		h.t.Fatal("the bot did not come up")
	}
}

// launch starts the bot's process. The channel closes when it says that it is ready.
func (h *house) launch() (ready <-chan struct{}) {
	h.t.Helper()
	command := append(slices.Clone(h.under), program)
	h.bot = exec.Command(command[0], command[1:]...)
	h.bot.Dir = h.dir
	h.bot.Env, h.bot.Stderr = h.env, h.log
	ready = h.log.awaits(`"message":"ready"`)
	h.pictures = h.log.awaits(`"message":"cards are shown as pictures"`)
	if err := h.bot.Start(); err != nil {
		h.t.Fatal(err)
	}
	return ready
}

// kill ends the bot's process as a power cut would.
func (h *house) kill() {
	h.t.Helper()
	bot := h.bot
	h.bot = nil
	if err := bot.Process.Kill(); err != nil {
		h.t.Fatalf("kill the bot: %v", err)
	}
	var ended *exec.ExitError
	if err := bot.Wait(); !errors.As(err, &ended) || ended.ExitCode() != -1 {
		h.t.Fatalf("the bot had ended by itself: %v", err)
	}
}

// stop ends the bot as an operator does, and checks that it ended well.
func (h *house) stop() {
	h.t.Helper()
	if h.bot == nil {
		return
	}
	bot := h.bot
	h.bot = nil
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Errorf("stop the bot: %v", err)
	}
	if err := bot.Wait(); err != nil {
		h.t.Errorf("the bot ended with %v", err)
	}
}

// botLog is the log of a bot's process, which can be waited for.
type botLog struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	wait map[string]chan struct{} // by what is waited for: closed when it comes
}

// awaits returns a channel that closes when a line with this text is written.
func (b *botLog) awaits(line string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wait == nil {
		b.wait = map[string]chan struct{}{}
	}
	b.wait[line] = make(chan struct{})
	return b.wait[line]
}

func (b *botLog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line, seen := range b.wait {
		if bytes.Contains(p, []byte(line)) {
			delete(b.wait, line)
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
