// Package e2e plays whole matches over the wire: the program as a process of its
// own, on a sandbox, its users clicking what they are offered.
package e2e

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"deuces/sandbox"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// What all stories share: the built program, and the browser that those of the page have a tab in each.
var (
	program  string
	chromium browsertest.Chromium
)

func TestMain(m *testing.M) {
	manyAtOnce()
	dir, err := os.MkdirTemp("", "deuces-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	program = filepath.Join(dir, "deuces")
	build := []string{"build", "-o", program, "deuces"}
	if raced {
		build = []string{"build", "-race", "-o", program, "deuces"}
	}
	if out, err := exec.Command("go", build...).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	chromium.Close()
	_ = os.RemoveAll(dir) // the system's temporary directory: a leftover does no harm
	os.Exit(code)
}

// manyAtOnce runs more stories at a time than there are cores, for they mostly
// wait; as many as were asked for where that was said.
func manyAtOnce() {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "test.parallel" })
	if asked {
		return
	}
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err) // the testing package has the flag, and takes a number
	}
}

// house is a sandbox, and the bot's process on it.
type house struct {
	*sandboxtest.Discord
	t   testing.TB
	db  string
	env []string
	bot *exec.Cmd
	log *botLog
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
	h := &house{
		Discord: sandboxtest.Start(t, cfg), t: t, db: filepath.Join(t.TempDir(), "deuces.db"),
		env: append([]string{"DISCORD_TOKEN=sandbox", "USER_RATE=0", "ROUND_PAUSE=0s", "MENTION=turn", "LOG_FORMAT=json"}, env...),
		log: &botLog{},
	}
	if cfg.ReplyWithin > 0 {
		h.env = append(h.env, "REPLY_WITHIN="+cfg.ReplyWithin.String())
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
	h.bot = exec.Command(program)
	h.bot.Dir = filepath.Dir(h.db) // where no .env is
	h.bot.Env, h.bot.Stderr = h.env, h.log
	ready = h.log.awaits(`"message":"ready"`)
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
	line string        // waited for
	seen chan struct{} // closed when it comes
}

// awaits returns a channel that closes when a line with this text is written.
func (b *botLog) awaits(line string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.line, b.seen = line, make(chan struct{})
	return b.seen
}

func (b *botLog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != "" && bytes.Contains(p, []byte(b.line)) {
		b.line = ""
		close(b.seen)
	}
	return b.buf.Write(p)
}

func (b *botLog) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// group is some users in a channel.
type group struct {
	*house
	channel string
	users   []*sandboxtest.User
	rand    *rand.Rand
	table   string // as custom_ids name it
}

func (h *house) group(seed uint64, channel string, names ...string) *group {
	h.t.Helper()
	g := &group{house: h, channel: channel, rand: rand.New(rand.NewPCG(seed, 0))}
	for _, name := range names {
		u, err := h.User(h.t.Context(), name)
		if err != nil {
			h.t.Fatal(err)
		}
		g.users = append(g.users, u)
	}
	return g
}

// open has the first user open a table, the others join, and the first start it.
func (g *group) open(game string, options map[string]any) {
	g.t.Helper()
	ctx := g.t.Context()
	all := map[string]any{"game": game}
	for k, v := range options {
		all[k] = v
	}
	reply, err := g.users[0].Command(ctx, g.channel, "play", all)
	if err != nil {
		g.t.Fatalf("/play: %v", err)
	}
	lobby := reply.Message()
	join := button(lobby, "join/")
	if join == "" {
		g.t.Fatalf("/play answers without a lobby: %s", reply.Response.Data)
	}
	g.table = strings.TrimPrefix(join, "join/")
	for _, u := range g.users[1:] {
		if _, err := u.Click(ctx, lobby.ID, join); err != nil {
			g.t.Fatalf("%s joins: %v", u.Name, err)
		}
	}
	start := "start/" + g.table
	g.await(g.users[0], func(m sandboxtest.Message) bool { return button(m, start) != "" })
	if _, err := g.users[0].Click(ctx, lobby.ID, start); err != nil {
		g.t.Fatalf("start: %v", err)
	}
}

// await is the first message that fits.
func (g *group) await(u *sandboxtest.User, fits func(sandboxtest.Message) bool) sandboxtest.Message {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.t.Context(), sandboxtest.Patience)
	defer cancel()
	m, err := u.Await(ctx, g.channel, fits)
	if err != nil {
		seen, _ := u.Messages(g.t.Context(), g.channel) // what there is of it
		for _, m := range seen {
			g.t.Logf("%s sees\n%s", u.Name, m.Text())
		}
		g.t.Fatalf("%s: %v", u.Name, err)
	}
	return m
}

// until waits until something holds that the user would see, or that shows in what the bot calls.
func (h *house) until(u *sandboxtest.User, what string, holds func() bool) {
	h.t.Helper()
	if err := u.Until(h.t.Context(), func() (bool, error) { return holds(), nil }); err != nil {
		h.t.Fatalf("%s: %v", what, err)
	}
}

// stored waits until something holds that the bot writes to its database. Where it never does, failed may say more.
func (h *house) stored(what string, holds func() bool, failed ...func()) {
	h.t.Helper()
	written, err := fsnotify.NewWatcher()
	if err != nil {
		h.t.Fatal(err)
	}
	defer written.Close()
	if err := written.Add(filepath.Dir(h.db)); err != nil {
		h.t.Fatal(err)
	}
	for hangs := time.After(sandboxtest.Patience); !holds(); {
		select {
		case <-written.Events:
		case err := <-written.Errors:
			h.t.Fatalf("%s: %v", what, err)
		case <-hangs:
			for _, more := range failed {
				more()
			}
			h.t.Fatalf("%s: in vain waited for %v", what, sandboxtest.Patience)
		}
		for lagging := true; lagging; { // one look for all that was written
			select {
			case <-written.Events:
			default:
				lagging = false
			}
		}
	}
}

// button is the custom_id of the first enabled button that begins so.
func button(m sandboxtest.Message, prefix string) string {
	for _, b := range m.Buttons() {
		if strings.HasPrefix(b.CustomID, prefix) {
			return b.CustomID
		}
	}
	return ""
}

// playOn has every user click plays that they are offered, in hands that they
// open from the board, until the match is over. It returns the last board and
// how many plays were clicked.
func (g *group) playOn(each func(u *sandboxtest.User, clicked string)) (sandboxtest.Message, int) {
	g.t.Helper()
	ctx, cancel := context.WithCancel(g.t.Context())
	defer cancel()
	hangs := time.AfterFunc(sandboxtest.Patience, cancel) // after the last play
	defer hangs.Stop()
	over := make(chan struct{})
	var wait sync.WaitGroup
	var mu sync.Mutex
	clicks := 0
	for i, u := range g.users {
		r := rand.New(rand.NewPCG(g.rand.Uint64(), uint64(i)))
		wait.Go(func() {
			g.playAs(ctx, u, r, over, func(id string) {
				mu.Lock()
				defer mu.Unlock()
				hangs.Reset(sandboxtest.Patience)
				clicks++
				if each != nil {
					each(u, id)
				}
			})
		})
	}
	last, err := g.users[0].Await(ctx, g.channel, func(m sandboxtest.Message) bool { return button(m, "rematch/"+g.table) != "" })
	close(over)
	wait.Wait()
	if err != nil {
		g.t.Fatalf("the match does not end: %v", err)
	}
	return last, clicks
}

// openHand opens a user's hand from the board; from the next one if it took the board's place meanwhile.
func (g *group) openHand(u *sandboxtest.User) (sandboxtest.Message, error) {
	g.t.Helper()
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		board := g.await(u, func(m sandboxtest.Message) bool { return isBoard(m) && button(m, "hand/"+g.table) != "" })
		opened, err := u.Click(g.t.Context(), board.ID, "hand/"+g.table)
		var refused *sandboxtest.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusNotFound || time.Now().After(hangs) {
			return opened.Message(), err
		}
	}
}

// playAs is one user, who opens a hand and clicks in it whenever it offers
// something. Who is called to move and sees no offers opens a fresh hand, as one
// does whose hand got too old.
func (g *group) playAs(ctx context.Context, u *sandboxtest.User, r *rand.Rand, over <-chan struct{}, clicked func(id string)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, err := u.Events(ctx, g.channel)
	if err != nil {
		g.t.Errorf("%s: %v", u.Name, err)
		return
	}
	hand, err := g.openHand(u)
	if err != nil {
		g.t.Errorf("%s opens the hand: %v", u.Name, err)
		return
	}
	var called string // the message that says that it is this user's turn, as far as it is known
	var impatient <-chan time.Time
	// see takes in what happened. The last edit that comes is the newest state.
	see := func(e sandboxtest.Event) (edited bool) {
		m := e.Message()
		if e.Type != "message" {
			return false
		}
		if slices.ContainsFunc(m.Mentions, func(p sandboxtest.Person) bool { return p.ID == u.ID }) ||
			isBoard(m) && strings.Contains(m.Text(), "▶️ **"+u.Name+"** to ") {
			called, impatient = m.ID, time.After(time.Second)
		}
		if m.ID == hand.ID {
			hand, edited = m, true
		}
		return edited
	}
	for {
		for pending := true; pending; {
			select {
			case e, ok := <-events:
				if pending = ok; ok {
					see(e)
				}
			default:
				pending = false
			}
		}
		if id := choose(r, hand); id != "" {
			impatient = nil
			reply, err := u.Click(ctx, hand.ID, id)
			if ctx.Err() != nil {
				return
			}
			var refused *sandboxtest.Error
			switch {
			case err == nil:
				// A hand that is edited while it is looked at may offer a turn that has passed.
				if strings.HasPrefix(id, "act/") && !strings.Contains(reply.Message().Text(), "That turn is over") {
					clicked(id)
				}
				if m := reply.Message(); m.ID == hand.ID {
					hand = m
					continue
				}
			case !errors.As(err, &refused) || refused.Status >= 500: // else the hand was edited between look and click
				g.t.Errorf("%s clicks %s: %v", u.Name, id, err)
				return
			}
		}
		// Wait for the hand's next edit, or, called to move, for a moment.
		for edited := false; !edited; {
			select {
			case e, ok := <-events:
				if !ok {
					return
				}
				edited = see(e)
			case <-impatient:
				if fresh, err := u.Click(ctx, called, "hand/"+g.table); err == nil {
					hand, edited = fresh.Message(), true
				}
			case <-over:
				return
			case <-ctx.Done():
				return
			}
		}
	}
}

// choose is a random play of a hand, or half the time, where there are any, a
// random step of picking one.
func choose(r *rand.Rand, hand sandboxtest.Message) string {
	var acts, picks []string
	for _, b := range hand.Buttons() {
		switch verb, _, _ := strings.Cut(b.CustomID, "/"); verb {
		case "act":
			acts = append(acts, b.CustomID)
		case "pick":
			picks = append(picks, b.CustomID)
		}
	}
	if len(acts) == 0 || len(picks) > 0 && r.IntN(2) == 0 {
		acts = picks
	}
	if len(acts) == 0 {
		return ""
	}
	return acts[r.IntN(len(acts))]
}
