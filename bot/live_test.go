package bot_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// patience bounds every wait for an event: none of them should come near.
const patience = 20 * time.Second

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

// wait waits for a line with that part.
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

// live is a bot on a sandbox.
type live struct {
	*sandboxtest.Discord
	bot *bot.Bot
	log *logged
}

// start runs a bot with these routes until the test ends, and checks then that
// it ends in good order.
func start(t testing.TB, d *sandboxtest.Discord, r *bot.Router, change func(*bot.Config)) *live {
	t.Helper()
	l := &live{Discord: d, log: newLogged()}
	cfg := bot.Config{Token: "sandbox", API: d.URL, Log: zerolog.New(l.log), Settle: time.Millisecond}
	if change != nil {
		change(&cfg)
	}
	b, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l.bot = b
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx, r) }()
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
		if err := b.Close(closing); err != nil {
			t.Errorf("Close: %v", err)
		}
		if left := leftovers(); left != "" {
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

// leftovers are the goroutines of package bot that do not end, but for those
// that discordgo keeps for ever when it is told to reconnect while it opens.
func leftovers() (left string) {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); runtime.Gosched() {
		left = ""
		buf := make([]byte, 1<<20)
		for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if strings.Contains(g, "deuces/bot.") && !strings.Contains(g, "discordgo.(*Session).CloseWithCode") {
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

// sees waits until the user sees a message with that text, and returns it.
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

func spec(name string) bot.Command { return bot.Command{Name: name, Description: "For a test"} }

func says(text string) bot.Handler {
	return func(context.Context, bot.Request) (bot.Reply, error) { return bot.Say(text), nil }
}

func TestAnswers(t *testing.T) {
	r := bot.NewRouter()
	asked := make(chan bot.Request, 10)
	r.Command(bot.Command{Name: "greet", Description: "Greets", Options: []bot.Option{
		{Name: "whom", Description: "Somebody", Kind: bot.Someone, Required: true},
		{Name: "times", Description: "How often", Kind: bot.Integer, Min: bot.Limit(1), Max: bot.Limit(9)},
		{Name: "loud", Description: "Loudly", Kind: bot.Boolean},
		{Name: "word", Description: "A word", Suggest: true},
	}}, bot.DeferPublic, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		asked <- q
		return bot.Show(bot.Message{Accent: 0xff0000, Blocks: []bot.Block{
			bot.Text("Hello " + bot.Mention(q.Options["whom"])),
			bot.Row{{ID: "more/a/b", Label: "More"}, {ID: "only/me", Label: "Only me"}, {ID: "nothing", Label: "Nothing"}, {ID: "name", Label: "Name"}},
		}}), nil
	})
	r.Autocomplete("greet", func(_ context.Context, q bot.Request) (bot.Reply, error) {
		return bot.Reply{Choices: []bot.Choice{{Name: q.Focused + " " + q.Options[q.Focused], Value: "v"}}}, nil
	})
	r.Component("more", bot.DeferUpdate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		asked <- q
		return bot.Update(bot.Message{Blocks: []bot.Block{bot.Text("More!")}}), nil
	})
	r.Component("only", bot.DeferPrivate, says("Just you"))
	r.Component("nothing", bot.DeferUpdate, func(context.Context, bot.Request) (bot.Reply, error) { return bot.Reply{}, nil })
	r.Component("name", bot.DeferNever, func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Reply{Modal: &bot.Modal{ID: "named/7", Title: "Name", Fields: []bot.Field{{ID: "n", Label: "Name", Required: true}}}}, nil
	})
	r.Modal("named", bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		return bot.Say("Named " + q.Fields["n"] + " at " + q.Arg(0)), nil
	})
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ann, bob := l.user(t, "Ann"), l.user(t, "Bob")

	got := command(t, ann, "greet", map[string]any{"whom": bob.ID, "times": 3, "loud": true})
	if got.Response.Type != 4 || !strings.Contains(got.Message().Text(), "Hello <@"+bob.ID+">") {
		t.Fatalf("greeting is %+v", got.Response)
	}
	q := <-asked
	n, _ := q.Int("times")
	loud, given := q.Bool("loud")
	if q.Command != "greet" || n != 3 || !loud || !given || q.Users[bob.ID].Name != "Bob" || q.User.Name != "Ann" || q.Guild == "" || q.Thread {
		t.Errorf("the request is %+v", q)
	}
	if !q.Can.Has(bot.ManageMessages) {
		t.Error("the guild's owner may manage messages")
	}
	if lacks := q.Lacks(); lacks != "" {
		t.Errorf("the bot lacks %s", lacks)
	}
	board := sees(t, bob, "Hello")

	if got := click(t, bob, board.ID, "only/me"); !got.Message().Ephemeral && got.Message().Flags&64 == 0 {
		t.Errorf("a private answer is %+v", got.Message())
	}
	if all, err := ann.Messages(short(t), "general"); err != nil || len(all) != 1 {
		t.Errorf("Ann sees %d messages, %v; want only the greeting", len(all), err)
	}
	if got := click(t, bob, board.ID, "nothing"); got.Response.Type != 6 {
		t.Errorf("a reply of nothing is type %d", got.Response.Type)
	}
	form := click(t, bob, board.ID, "name")
	if form.Response.Type != 9 {
		t.Fatalf("a form is type %d", form.Response.Type)
	}
	said, err := bob.Submit(short(t), form.Interaction, "named/7", map[string]any{"n": "Bo"})
	if err != nil || said.Message().Text() != "Named Bo at 7" {
		t.Errorf("the form is answered %q, %v", said.Message().Text(), err)
	}
	if got := click(t, bob, board.ID, "more/a/b"); got.Response.Type != 7 {
		t.Errorf("an update is type %d", got.Response.Type)
	}
	if q := <-asked; q.Verb != "more" || q.Arg(0) != "a" || q.Arg(1) != "b" || q.Arg(2) != "" || q.Message != board.ID || q.Private {
		t.Errorf("the click is %+v", q)
	}
	sees(t, ann, "More!")
	auto, err := ann.Autocomplete(short(t), "general", "greet", "word", map[string]any{"word": "ab"})
	if err != nil || auto.Response.Type != 8 || !strings.Contains(string(auto.Response.Data), "word ab") {
		t.Errorf("suggestions: %s, %v", auto.Response.Data, err)
	}
}

// Slow answers are deferred in the way of their route, and what is private
// stays so whatever the route said.
func TestDeferral(t *testing.T) {
	r := bot.NewRouter()
	var mu sync.Mutex
	gates := map[string]chan bot.Reply{}
	gate := func(name string) chan bot.Reply {
		mu.Lock()
		defer mu.Unlock()
		if gates[name] == nil {
			gates[name] = make(chan bot.Reply)
		}
		return gates[name]
	}
	slow := func(name string) bot.Handler {
		return func(ctx context.Context, _ bot.Request) (bot.Reply, error) {
			select {
			case reply := <-gate(name):
				return reply, nil
			case <-ctx.Done():
				return bot.Reply{}, ctx.Err()
			}
		}
	}
	r.Command(spec("public"), bot.DeferPublic, slow("public"))
	r.Command(spec("private"), bot.DeferPrivate, slow("private"))
	r.Command(spec("form"), bot.DeferNever, slow("form"))
	r.Component("update", bot.DeferUpdate, slow("update"))
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, func(c *bot.Config) {
		c.DeferAfter, c.LateAfter = 20*time.Millisecond, 20*time.Millisecond
	})
	ann, bob := l.user(t, "Ann"), l.user(t, "Bob")
	board := bot.Message{Blocks: []bot.Block{bot.Text("a board"), bot.Row{{ID: "update", Label: "x"}}}}
	text := func(s string) bot.Message { return bot.Message{Blocks: []bot.Block{bot.Text(s)}} }

	if got := command(t, ann, "public", nil); got.Response.Type != 5 {
		t.Fatalf("deferred with type %d", got.Response.Type)
	}
	gate("public") <- bot.Show(board)
	m := sees(t, bob, "a board")

	if got := click(t, bob, m.ID, "update"); got.Response.Type != 6 {
		t.Fatalf("deferred with type %d", got.Response.Type)
	}
	gate("update") <- bot.Update(text("updated"))
	if up := sees(t, ann, "updated"); up.ID != m.ID {
		t.Error("the update is another message")
	}

	command(t, ann, "public", nil)
	gate("public") <- bot.Say("secret")
	if s := sees(t, ann, "secret"); !s.Ephemeral {
		t.Error("a private reply became public")
	}
	command(t, ann, "private", nil)
	gate("private") <- bot.Show(text("for all"))
	if s := sees(t, bob, "for all"); s.Ephemeral {
		t.Error("a public reply became private")
	}
	command(t, ann, "private", nil)
	gate("private") <- bot.Say("also secret")
	sees(t, ann, "also secret")
	if got := command(t, ann, "form", nil); got.Response.Type != 4 || !strings.Contains(got.Message().Text(), "too long") {
		t.Errorf("too late for a form: %+v", got.Response)
	}
	gate("form") <- bot.Reply{}

	payloads, err := bob.Payloads(short(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range payloads {
		if strings.Contains(string(p.Body), "secret") {
			t.Errorf("Bob was sent %s", p.Body)
		}
	}
}

func TestErrorsAndPanics(t *testing.T) {
	r := bot.NewRouter()
	r.Command(spec("fails"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Reply{}, errors.New("the disk is full")
	})
	r.Command(spec("panics"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) { panic("oh no") })
	r.Command(spec("nothing"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) { return bot.Reply{}, nil })
	r.Command(spec("toomuch"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Show(bot.Message{Blocks: []bot.Block{bot.Text(strings.Repeat("x", 4001))}}), nil
	})
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ann := l.user(t, "Ann")
	for name, cause := range map[string]string{"fails": "the disk is full", "panics": "panic: oh no", "nothing": "no reply", "toomuch": "4001 characters"} {
		m := command(t, ann, name, nil).Message()
		if m.Flags&64 == 0 {
			t.Errorf("/%s: the excuse is public", name)
		}
		if strings.Contains(m.Text(), cause) {
			t.Errorf("/%s tells the user %q", name, m.Text())
		}
		_, id, ok := strings.Cut(m.Text(), "`")
		if !ok {
			t.Fatalf("/%s: no id in %q", name, m.Text())
		}
		line := l.log.wait(t, strings.Trim(id, "`."))
		if !strings.Contains(line, cause) {
			t.Errorf("/%s: logged %s, want the cause %q", name, line, cause)
		}
	}
}

func TestMirrorsLive(t *testing.T) {
	var mu sync.Mutex
	state, edition := "one", "1"
	render := func(context.Context) (bot.Message, error) {
		mu.Lock()
		defer mu.Unlock()
		return bot.Message{Edition: edition, Blocks: []bot.Block{bot.Text("state " + state), bot.Row{{ID: "hand", Label: "My hand"}}}}, nil
	}
	set := func(s, e string) { mu.Lock(); defer mu.Unlock(); state, edition = s, e }
	r := bot.NewRouter()
	r.Component("hand", bot.DeferPrivate, func(ctx context.Context, q bot.Request) (bot.Reply, error) {
		m, err := render(ctx)
		m.Blocks = append(m.Blocks, bot.Text("private"))
		return bot.Reply{Message: &m, Private: true, Update: q.Private, Mirror: &bot.Mirror{Key: "hand/" + q.User.ID, Render: func(ctx context.Context) (bot.Message, error) {
			m, err := render(ctx)
			m.Blocks = append(m.Blocks, bot.Text("private"))
			return m, err
		}}}, err
	})
	where := make(chan string, 1)
	r.Command(spec("here"), bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		where <- q.Channel
		return bot.Say("ok"), nil
	})
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ms := l.bot.Mirrors()
	ann, bob := l.user(t, "Ann"), l.user(t, "Bob")
	command(t, ann, "here", nil)
	shown := make(chan bot.Shown, 10)
	ms.Show(bot.Mirror{Key: "board", Channel: <-where, Render: render, Keep: true, Posted: func(s bot.Shown) { shown <- s }})
	first := <-shown
	board := sees(t, bob, "state one")
	if board.ID != first.Message {
		t.Errorf("told %s, shown %s", first.Message, board.ID)
	}

	click(t, bob, board.ID, "hand")
	sees(t, bob, "private")
	set("two", "1")
	ms.Touch("board")
	ms.Touch("hand/" + bob.ID)
	awaits(t, bob, "the new hand", func(m sandboxtest.Message) bool { return m.Ephemeral && strings.Contains(m.Text(), "state two") })
	if m := sees(t, ann, "state two"); m.ID != board.ID {
		t.Error("the board was posted again rather than edited")
	}

	set("three", "2")
	ms.Touch("board")
	second := <-shown
	if second.Message == first.Message || second.Edition != "2" {
		t.Errorf("a new edition is %+v", second)
	}
	awaits(t, ann, "the old board without its buttons", func(m sandboxtest.Message) bool { return m.ID == first.Message && len(m.Buttons()) == 0 })

	ms.Move("board")
	third := <-shown
	// Somebody deletes the board: it is posted again when there is news.
	if err := l.remove(short(t), third.Message, ann); err != nil {
		t.Fatal(err)
	}
	set("four", "2")
	ms.Touch("board")
	fourth := <-shown
	if fourth.Message == third.Message {
		t.Error("the vanished board was not posted again")
	}
	sees(t, ann, "state four")

	set("five", "2")
	ms.Finish("board")
	sees(t, ann, "state five")
}

// remove deletes a message as somebody with the bot's token would.
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

// Four people click as fast as they can: all are answered, and what goes on
// showing the state is true at the end, with fewer edits than clicks.
func TestManyClicksLive(t *testing.T) {
	const clicks = 60
	var mu sync.Mutex
	count := 0
	show := func(context.Context) (bot.Message, error) {
		mu.Lock()
		defer mu.Unlock()
		return bot.Message{Blocks: []bot.Block{bot.Text(fmt.Sprintf("count %d.", count)), bot.Row{{ID: "bump", Label: "Bump"}}}}, nil
	}
	hand := func(r bot.Request) bot.Mirror {
		return bot.Mirror{Key: "hand/" + r.User.ID, Render: show}
	}
	r := bot.NewRouter()
	var ms *bot.Mirrors
	var everyone []string
	act := func(ctx context.Context, q bot.Request) (bot.Reply, error) {
		mu.Lock()
		count++
		mu.Unlock()
		ms.Touch("board")
		for _, id := range everyone {
			ms.Touch("hand/" + id)
		}
		m, err := show(ctx)
		mirror := hand(q)
		return bot.Reply{Message: &m, Private: true, Update: q.Private, Mirror: &mirror}, err
	}
	where := make(chan string, 1)
	r.Command(spec("here"), bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		where <- q.Channel
		return bot.Say("ok"), nil
	})
	r.Component("bump", bot.DeferUpdate, act)
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ms = l.bot.Mirrors()
	users := []*sandboxtest.User{l.user(t, "Ann"), l.user(t, "Bob"), l.user(t, "Cy"), l.user(t, "Dee")}
	for _, u := range users {
		everyone = append(everyone, u.ID)
	}
	command(t, users[0], "here", nil)
	ms.Show(bot.Mirror{Key: "board", Channel: <-where, Render: show})
	board := sees(t, users[0], "count 0.")
	var all sync.WaitGroup
	for _, u := range users {
		all.Go(func() {
			message := board.ID
			for n := range clicks {
				reply, err := u.Click(short(t), message, "bump")
				if err != nil {
					t.Errorf("%s's click %d: %v", u.Name, n, err)
					return
				}
				if n == 0 {
					message = reply.Message().ID // from now on in the hand
				}
			}
		})
	}
	all.Wait()
	end := fmt.Sprintf("count %d.", len(users)*clicks)
	awaits(t, users[0], "the board's end", func(m sandboxtest.Message) bool { return m.ID == board.ID && strings.Contains(m.Text(), end) })
	for _, u := range users {
		awaits(t, u, "the hand's end", func(m sandboxtest.Message) bool { return m.Ephemeral && strings.Contains(m.Text(), end) })
	}
	calls, err := l.Calls(short(t))
	if err != nil {
		t.Fatal(err)
	}
	edits := map[string]int{}
	for _, c := range calls {
		if c.Status >= 400 {
			t.Errorf("%s %s was refused with %d: %s", c.Method, c.Path, c.Status, c.Response)
		}
		if c.Method == http.MethodPatch {
			kind, _, _ := strings.Cut(strings.TrimPrefix(c.Path, "/"), "/")
			edits[kind]++
		}
	}
	t.Logf("%d clicks, edits %v", len(users)*clicks, edits)
	if n := edits["channels"]; n == 0 || n >= len(users)*clicks {
		t.Errorf("%d edits of the board for %d clicks", n, len(users)*clicks)
	}
}
