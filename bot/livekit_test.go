package bot_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/internal/say"
	"deuces/sandbox/sandboxtest"
)

// patience is the timeout of a test that hangs. It is long enough for slow machines.
const patience = 2 * time.Minute

// TestMain runs more tests in parallel than there are cores, unless -parallel is given, because they
// mostly wait for connections. It doesn't do so for fuzzing, which uses the processor.
func TestMain(m *testing.M) {
	flag.Parse()
	set := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if !set["test.parallel"] && !set["test.fuzz"] {
		if err := flag.Set("test.parallel", "32"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

func short(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// logged is a log that a test can wait on.
type logged struct {
	mu    sync.Mutex
	lines []string
	more  chan struct{}
}

func newLogged() *logged { return &logged{more: make(chan struct{}, 1000)} }

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, string(p))
	select {
	case l.more <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (l *logged) find(part string) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.lines {
		if strings.Contains(s, part) {
			return s, true
		}
	}
	return "", false
}

// wait waits for a line that contains part.
func (l *logged) wait(t testing.TB, part string) string {
	t.Helper()
	ctx := short(t)
	for {
		if s, ok := l.find(part); ok {
			return s
		}
		select {
		case <-ctx.Done():
			t.Fatalf("nothing logged with %q; log: %s", part, l.lines)
		case <-l.more:
		}
	}
}

// live is a bot that is connected to a sandbox.
type live struct {
	*sandboxtest.Discord
	bot     *bot.Bot
	mirrors *mirror.Mirrors
	log     *logged
}

// start runs a bot with these routes until the test ends, and then checks that it stops without errors
// and leaves no goroutines.
func start(t testing.TB, d *sandboxtest.Discord, r *bot.Router, change func(*bot.Config)) *live {
	t.Helper()
	l := &live{Discord: d, log: newLogged()}
	cfg := bot.Config{Token: "sandbox", API: d.URL, Log: zerolog.New(l.log)}
	if change != nil {
		change(&cfg)
	}
	b, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l.bot, l.mirrors = b, mirror.New(mirror.Config{Client: b.Client(), Log: cfg.Log, Settle: time.Millisecond, Rush: time.Millisecond})
	pprof.SetGoroutineLabels(pprof.WithLabels(t.Context(), pprof.Labels(ofTest, t.Name())))
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx, r, l.mirrors) }()
	t.Cleanup(func() {
		stop()
		select {
		case err := <-ran:
			if err != nil {
				t.Errorf("Run: %v", err)
			}
		case <-time.After(patience):
			t.Error("Run does not end")
		}
		closing, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := l.mirrors.Close(closing); err != nil {
			t.Errorf("Close: %v", err)
		}
		if left := leftovers(t); left != "" {
			t.Errorf("goroutines are left:\n%s", left)
		}
		if t.Failed() {
			l.log.mu.Lock()
			defer l.log.mu.Unlock()
			t.Logf("the bot's log:\n%s", strings.Join(l.log.lines, ""))
		}
	})
	select {
	case <-b.Ready():
	case err := <-ran:
		ran <- err
		t.Fatalf("Run ended: %v", err)
	case <-time.After(patience):
		t.Fatal("never ready")
	}
	return l
}

// ofTest labels the goroutines of a test. Goroutines inherit the label from those that start them.
const ofTest = "test"

// ofBot matches a function of the bot's packages in a stack. The paths of files look alike where
// they are trimmed.
var ofBot = regexp.MustCompile(`\tdeuces/bot[./][^\t]*\+0x`)

// leftovers returns the goroutines of package bot that this test has started and that
// do not end, but for those that discordgo keeps for ever when it is told to
// reconnect while it opens.
func leftovers(t testing.TB) (left string) {
	t.Helper()
	mine := fmt.Sprintf("%q:%q", ofTest, t.Name())
	for end := time.Now().Add(patience); time.Now().Before(end); runtime.Gosched() {
		var all strings.Builder
		if err := pprof.Lookup("goroutine").WriteTo(&all, 1); err != nil {
			t.Fatal(err)
		}
		left = ""
		for _, g := range strings.Split(all.String(), "\n\n") {
			if strings.Contains(g, mine) && ofBot.MatchString(g) && !strings.Contains(g, "discordgo.(*Session).CloseWithCode") {
				left += g + "\n\n"
			}
		}
		if left == "" {
			return ""
		}
	}
	return left
}

func (l *live) user(t testing.TB, name string) *sandboxtest.User {
	t.Helper()
	u, err := l.User(short(t), name)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func command(t testing.TB, u *sandboxtest.User, name string, options map[string]any) sandboxtest.Reply {
	t.Helper()
	r, err := u.Command(short(t), "general", name, options)
	if err != nil {
		t.Fatalf("/%s: %v", name, err)
	}
	return r
}

func click(t testing.TB, u *sandboxtest.User, message, id string) sandboxtest.Reply {
	t.Helper()
	r, err := u.Click(short(t), message, id)
	if err != nil {
		t.Fatalf("click %s: %v", id, err)
	}
	return r
}

// sees waits until the user sees a message with this text, and returns the message.
func sees(t testing.TB, u *sandboxtest.User, text string) sandboxtest.Message {
	t.Helper()
	return awaits(t, u, text, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), text) })
}

func awaits(t testing.TB, u *sandboxtest.User, what string, fits func(sandboxtest.Message) bool) sandboxtest.Message {
	t.Helper()
	m, err := u.Await(short(t), "general", fits)
	if err != nil {
		t.Fatalf("%s never sees %s: %v", u.Name, what, err)
	}
	return m
}

func spec(name string) bot.Command {
	return bot.Command{Name: name, Description: say.Verbatim("For a test")}
}

func says(text string) bot.Handler {
	return func(context.Context, bot.Request) (bot.Reply, error) { return bot.Say(say.Verbatim(text)), nil }
}

// remove deletes a message with the bot's token.
func (l *live) remove(ctx context.Context, message string, as *sandboxtest.User) error {
	all, err := as.Messages(ctx, "general")
	if err != nil {
		return err
	}
	for _, m := range all {
		if m.ID != message {
			continue
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, l.URL+"/api/v10/channels/"+m.Channel+"/messages/"+m.ID, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bot sandbox")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusNoContent {
			return errors.New(resp.Status)
		}
		return nil
	}
	return errors.New("no such message: " + message)
}
