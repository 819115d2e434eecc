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
	"deuces/internal/say"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// patience is the timeout of a test that hangs. It is long enough for slow machines.
const patience = 2 * time.Minute

// start runs a bot with these routes in a sandbox until the test ends, and then checks that it stops
// without errors and leaves no goroutines.
func start(t *testing.T, r *bot.Router, change func(*bot.Config)) *sandboxtest.Discord {
	t.Helper()
	d := sandboxtest.Start(t, sandbox.Config{})
	cfg := bot.Config{Token: "sandbox", API: d.URL, Log: zerolog.New(zerolog.NewTestWriter(t))}
	change(&cfg)
	b, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
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
		case <-time.After(patience):
			t.Fatal("Run does not end")
		}
		closing, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := ms.Close(closing); err != nil {
			t.Errorf("Close: %v", err)
		}
		if left := leftovers(t); left != "" {
			t.Errorf("goroutines are left:\n%s", left)
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
	return d
}

// ofBot matches a function of the bot's packages in a stack. The paths of files look alike where
// they are trimmed.
var ofBot = regexp.MustCompile(`\tdeuces/bot[./][^\t]*\+0x`)

// leftovers returns the goroutines of the bot's packages that do not end.
func leftovers(t *testing.T) (left string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); runtime.Gosched() {
		var all strings.Builder
		if err := pprof.Lookup("goroutine").WriteTo(&all, 1); err != nil {
			t.Fatal(err)
		}
		left = ""
		for _, g := range strings.Split(all.String(), "\n\n") {
			if ofBot.MatchString(g) {
				left += g + "\n\n"
			}
		}
		if left == "" {
			return ""
		}
	}
	return left
}

// A bot in a sandbox answers commands with options, suggestions, clicks and forms. Slow answers are
// deferred as their routes declare, and a private reply stays private with every kind of deferral.
func TestAnswers(t *testing.T) {
	r := bot.NewRouter()
	asked := make(chan bot.Request, 10)
	texts := func(s string) bot.Message {
		return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim(s))}}
	}
	now := func(reply bot.Reply) bot.Handler {
		return func(_ context.Context, q bot.Request) (bot.Reply, error) {
			asked <- q
			return reply, nil
		}
	}
	board := texts("A board")
	board.Blocks = append(board.Blocks, bot.Row{{ID: "name", Label: say.Verbatim("Name")}, {ID: "slow", Label: say.Verbatim("Slow")}, {ID: "more/a/b", Label: say.Verbatim("More")}},
		bot.Picker{ID: "where", Of: bot.Channels})
	r.Command(bot.Command{Name: "greet", Description: say.Verbatim("Greets"), Options: []bot.Option{
		{Name: "whom", Description: say.Verbatim("Somebody"), Kind: bot.Someone, Required: true},
		{Name: "times", Description: say.Verbatim("How often"), Kind: bot.Integer, Min: bot.Limit(1), Max: bot.Limit(9)},
		{Name: "loud", Description: say.Verbatim("Loudly"), Kind: bot.Boolean},
		{Name: "word", Description: say.Verbatim("A word"), Suggest: true},
	}}, bot.DeferPublic, now(bot.Show(board)))
	r.Autocomplete("greet", func(_ context.Context, q bot.Request) (bot.Reply, error) {
		return bot.Reply{Choices: []bot.Choice{{Name: say.Verbatim(q.Focused + " " + q.Options[q.Focused]), Value: "v"}}}, nil
	})
	r.Component("more", bot.DeferUpdate, now(bot.Update(texts("More!"))))
	r.Component("where", bot.DeferUpdate, now(bot.Reply{}))
	r.Component("name", bot.DeferNever, now(bot.Reply{Modal: &bot.Modal{ID: "named/7", Title: say.Verbatim("Name"), Fields: []bot.Field{{ID: "n", Label: say.Verbatim("Name"), Required: true}}}}))
	r.Modal("named", bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		return bot.Say(say.Verbatim("Named " + q.Fields["n"] + " at " + q.Arg(0))), nil
	})
	late := make(chan bot.Reply)
	slow := func(context.Context, bot.Request) (bot.Reply, error) { return <-late, nil }
	r.Command(bot.Command{Name: "public", Description: say.Verbatim("x")}, bot.DeferPublic, slow)
	r.Command(bot.Command{Name: "private", Description: say.Verbatim("x")}, bot.DeferPrivate, slow)
	r.Component("slow", bot.DeferUpdate, slow)
	d := start(t, r, func(c *bot.Config) { c.DeferAfter = 100 * time.Millisecond })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ann, bob := user(t, ctx, d, "Ann"), user(t, ctx, d, "Bob")
	does := func(reply sandboxtest.Reply, err error) sandboxtest.Reply {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	sees := func(u *sandboxtest.User, text string) sandboxtest.Message {
		t.Helper()
		m, err := u.Await(ctx, "general", func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), text) })
		if err != nil {
			t.Fatalf("%s never sees %s: %v", u.Name, text, err)
		}
		return m
	}

	does(ann.Command(ctx, "general", "greet", map[string]any{"whom": bob.ID, "times": 3, "loud": true}))
	q := <-asked
	n, _ := q.Int("times")
	loud, given := q.Bool("loud")
	if q.Command != "greet" || n != 3 || !loud || !given || q.Users[bob.ID].Name != "Bob" || q.User.Name != "Ann" || q.Guild == "" || q.Thread ||
		!q.Can.Has(bot.ManageMessages) || !q.Missing().Empty() {
		t.Errorf("the request is %+v", q)
	}
	shown := sees(bob, "A board").ID
	if auto := does(ann.Autocomplete(ctx, "general", "greet", "word", map[string]any{"word": "ab"})); auto.Response.Type != 8 || !strings.Contains(string(auto.Response.Data), "word ab") {
		t.Errorf("suggestions: %s", auto.Response.Data)
	}
	form := does(bob.Click(ctx, shown, "name"))
	<-asked
	does(bob.Submit(ctx, form.Interaction, "named/7", map[string]any{"n": "Bo"}))
	if m := sees(bob, "Named Bo at 7"); !m.Ephemeral {
		t.Error("the answer to the form is public")
	}
	does(ann.Click(ctx, shown, "where", "general"))
	if q := <-asked; len(q.Values) != 1 || q.Values[0] != q.Channel {
		t.Errorf("picked %q in channel %s", q.Values, q.Channel)
	}

	for _, tt := range []struct {
		does    func() (sandboxtest.Reply, error)
		reply   bot.Reply
		kind    int // type of the deferral
		private bool
	}{
		{func() (sandboxtest.Reply, error) { return ann.Command(ctx, "general", "public", nil) }, bot.Show(texts("public, for all")), 5, false},
		{func() (sandboxtest.Reply, error) { return ann.Command(ctx, "general", "public", nil) }, bot.Say(say.Verbatim("public, a secret")), 5, true},
		{func() (sandboxtest.Reply, error) { return ann.Command(ctx, "general", "private", nil) }, bot.Show(texts("private, for all")), 5, false},
		{func() (sandboxtest.Reply, error) { return ann.Command(ctx, "general", "private", nil) }, bot.Say(say.Verbatim("private, a secret")), 5, true},
		{func() (sandboxtest.Reply, error) { return ann.Click(ctx, shown, "slow") }, bot.Say(say.Verbatim("update, a secret")), 6, true},
		{func() (sandboxtest.Reply, error) { return ann.Click(ctx, shown, "slow") }, bot.Update(board), 6, false},
	} {
		if got := does(tt.does()); got.Response.Type != tt.kind {
			t.Errorf("%+v is deferred with type %d", tt.reply, got.Response.Type)
		}
		late <- tt.reply
		if m := sees(ann, tt.reply.Message.Blocks[0].(bot.Text).String()); m.Ephemeral != tt.private {
			t.Errorf("%s is private: %t", m.Text(), m.Ephemeral)
		}
	}

	does(bob.Click(ctx, shown, "more/a/b"))
	if q := <-asked; q.Verb != "more" || q.Arg(0) != "a" || q.Arg(1) != "b" || q.Arg(2) != "" || q.Message != shown || q.Private {
		t.Errorf("the click is %+v", q)
	}
	if m := sees(ann, "More!"); m.ID != shown {
		t.Error("the update is another message")
	}
	payloads, err := bob.Payloads(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range payloads {
		if strings.Contains(string(p.Body), "secret") {
			t.Errorf("Bob was sent %s", p.Body)
		}
	}
}

func user(t *testing.T, ctx context.Context, d *sandboxtest.Discord, name string) *sandboxtest.User {
	t.Helper()
	u, err := d.User(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
