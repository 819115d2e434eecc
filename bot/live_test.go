package bot_test

import (
	"context"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/internal/errtest"
	"deuces/internal/say"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// testTimeout ends a test that hangs. It is long enough for slow machines.
const testTimeout = 2 * time.Minute

// start runs a bot with these routes in a sandbox until the test ends. Then it checks that the bot
// stops without errors and leaves no goroutines.
func start(t *testing.T, r *bot.Router, change func(*bot.Config)) *sandboxtest.Discord {
	t.Helper()
	d := sandboxtest.Start(t, sandbox.Config{})
	cfg := bot.Config{Token: "sandbox", API: d.URL, Log: zerolog.New(zerolog.NewTestWriter(t))}
	change(&cfg)
	b, err := bot.New(cfg)
	errtest.Must(t, err)
	ms := mirror.New(mirror.Config{Client: b.Client(), Log: cfg.Log})
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx, r, ms) }()
	t.Cleanup(func() {
		stop()
		select {
		case err := <-ran:
			if err != nil {
				t.Errorf("Run: %v", err)
			}
		case <-time.After(testTimeout):
			t.Fatal("Run does not end")
		}
		closing, cancel := context.WithTimeout(context.Background(), testTimeout)
		defer cancel()
		if err := ms.Close(closing); err != nil {
			t.Errorf("Close: %v", err)
		}
		if left := remainingGoroutines(t); left != "" {
			t.Errorf("goroutines are left:\n%s", left)
		}
	})
	select {
	case <-b.Ready():
	case err := <-ran:
		ran <- err
		t.Fatalf("Run ended: %v", err)
	case <-time.After(testTimeout):
		t.Fatal("never ready")
	}
	return d
}

// botFunction matches a function of the bot's packages in a goroutine profile. The pattern needs
// +0x because with -trimpath the file names also begin with deuces/bot/.
var botFunction = regexp.MustCompile(`\tdeuces/bot[./][^\t]*\+0x`)

// remainingGoroutines waits until all goroutines of the bot's packages have ended, and returns
// those that don't end within testTimeout.
func remainingGoroutines(t *testing.T) (left string) {
	t.Helper()
	for end := time.Now().Add(testTimeout); time.Now().Before(end); runtime.Gosched() {
		var all strings.Builder
		errtest.Must(t, pprof.Lookup("goroutine").WriteTo(&all, 1))
		left = ""
		for _, g := range strings.Split(all.String(), "\n\n") {
			if botFunction.MatchString(g) {
				left += g + "\n\n"
			}
		}
		if left == "" {
			return ""
		}
	}
	return left
}

// A bot in a sandbox answers commands and clicks. Slow answers are deferred as their routes
// declare, and a private reply stays private with every kind of deferral.
func TestCommandsAndClicksAreAnswered(t *testing.T) {
	r := bot.NewRouter()
	text := func(s string) bot.Message {
		return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim(s)), bot.Row{{ID: "slow", Label: say.Verbatim("Slow")}}}}
	}
	late := make(chan bot.Reply)
	slow := func(context.Context, bot.Request) (bot.Reply, error) { return <-late, nil }
	r.Command(bot.Command{Name: "now", Description: say.Verbatim("x")}, bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) { return bot.Show(text("A board")), nil })
	r.Command(bot.Command{Name: "public", Description: say.Verbatim("x")}, bot.DeferPublic, slow)
	r.Command(bot.Command{Name: "private", Description: say.Verbatim("x")}, bot.DeferPrivate, slow)
	r.Component("slow", bot.DeferUpdate, slow)
	d := start(t, r, func(c *bot.Config) { c.DeferAfter = 100 * time.Millisecond })
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	var users []*sandboxtest.User
	for _, name := range []string{"Ann", "Bob"} {
		u, err := d.User(ctx, name)
		errtest.Must(t, err)
		users = append(users, u)
	}
	ann, bob := users[0], users[1]
	sees := func(u *sandboxtest.User, text string) sandboxtest.Message {
		t.Helper()
		m, err := u.Await(ctx, "general", func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), text) })
		if err != nil {
			t.Fatalf("%s never sees %s: %v", u.Name, text, err)
		}
		return m
	}
	if _, err := ann.Command(ctx, "general", "now", nil); err != nil {
		t.Fatal(err)
	}
	board := sees(bob, "A board").ID
	for _, tt := range []struct {
		command string // command that is used; "" stands for a click
		reply   bot.Reply
		private bool
	}{
		{"public", bot.Show(text("public, for all")), false},
		{"public", bot.Say(say.Verbatim("public, a secret")), true},
		{"private", bot.Show(text("private, for all")), false},
		{"private", bot.Say(say.Verbatim("private, a secret")), true},
		{"", bot.Say(say.Verbatim("update, a secret")), true},
		{"", bot.Update(text("update, for all")), false},
	} {
		deferral := 5
		answer := func() (sandboxtest.Reply, error) { return ann.Command(ctx, "general", tt.command, nil) }
		if tt.command == "" {
			deferral = 6
			answer = func() (sandboxtest.Reply, error) { return ann.Click(ctx, board, "slow") }
		}
		if got, err := answer(); err != nil || got.Response.Type != deferral {
			t.Fatalf("/%s is deferred with type %d, %v", tt.command, got.Response.Type, err)
		}
		late <- tt.reply
		if m := sees(ann, tt.reply.Message.Blocks[0].(bot.Text).String()); m.Ephemeral != tt.private || tt.reply.Update && m.ID != board {
			t.Errorf("%s is private: %t, want %t, and its id is %s (the board has %s)", m.Text(), m.Ephemeral, tt.private, m.ID, board)
		}
	}
	payloads, err := bob.Payloads(ctx)
	errtest.Must(t, err)
	for _, p := range payloads {
		if strings.Contains(string(p.Body), "secret") {
			t.Errorf("Bob was sent %s", p.Body)
		}
	}
}
