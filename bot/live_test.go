package bot_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/internal/say"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	r := bot.NewRouter()
	asked := make(chan bot.Request, 10)
	r.Command(bot.Command{Name: "greet", Description: say.Verbatim("Greets"), Options: []bot.Option{
		{Name: "whom", Description: say.Verbatim("Somebody"), Kind: bot.Someone, Required: true},
		{Name: "times", Description: say.Verbatim("How often"), Kind: bot.Integer, Min: bot.Limit(1), Max: bot.Limit(9)},
		{Name: "loud", Description: say.Verbatim("Loudly"), Kind: bot.Boolean},
		{Name: "word", Description: say.Verbatim("A word"), Suggest: true},
	}}, bot.DeferPublic, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		asked <- q
		return bot.Show(bot.Message{Accent: 0xff0000, Blocks: []bot.Block{
			bot.Text(say.Verbatim("Hello " + bot.Mention(q.Options["whom"]))),
			bot.Row{{ID: "more/a/b", Label: say.Verbatim("More")}, {ID: "only/me", Label: say.Verbatim("Only me")}, {ID: "nothing", Label: say.Verbatim("Nothing")}, {ID: "name", Label: say.Verbatim("Name")}},
		}}), nil
	})
	r.Autocomplete("greet", func(_ context.Context, q bot.Request) (bot.Reply, error) {
		return bot.Reply{Choices: []bot.Choice{{Name: say.Verbatim(q.Focused + " " + q.Options[q.Focused]), Value: "v"}}}, nil
	})
	r.Component("more", bot.DeferUpdate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		asked <- q
		return bot.Update(bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("More!"))}}), nil
	})
	r.Component("only", bot.DeferPrivate, says("Just you"))
	r.Component("nothing", bot.DeferUpdate, func(context.Context, bot.Request) (bot.Reply, error) { return bot.Reply{}, nil })
	r.Component("name", bot.DeferNever, func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Reply{Modal: &bot.Modal{ID: "named/7", Title: say.Verbatim("Name"), Fields: []bot.Field{{ID: "n", Label: say.Verbatim("Name"), Required: true}}}}, nil
	})
	r.Modal("named", bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		return bot.Say(say.Verbatim("Named " + q.Fields["n"] + " at " + q.Arg(0))), nil
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
	if missing := q.Missing(); !missing.Empty() {
		t.Errorf("the bot lacks %s", missing)
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

// Slow answers are deferred as their routes declare. A private reply stays private with every kind
// of deferral.
func TestDeferral(t *testing.T) {
	t.Parallel()
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
	board := bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("a board")), bot.Row{{ID: "update", Label: say.Verbatim("x")}}}}
	text := func(s string) bot.Message { return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim(s))}} }

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
	gate("public") <- bot.Say(say.Verbatim("secret"))
	if s := sees(t, ann, "secret"); !s.Ephemeral {
		t.Error("a private reply became public")
	}
	command(t, ann, "private", nil)
	gate("private") <- bot.Show(text("for all"))
	if s := sees(t, bob, "for all"); s.Ephemeral {
		t.Error("a public reply became private")
	}
	command(t, ann, "private", nil)
	gate("private") <- bot.Say(say.Verbatim("also secret"))
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

func TestAnErrorOrAPanicIsAnsweredWithACode(t *testing.T) {
	t.Parallel()
	r := bot.NewRouter()
	r.Command(spec("fails"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Reply{}, errors.New("the disk is full")
	})
	r.Command(spec("panics"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) { panic("oh no") })
	r.Command(spec("nothing"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) { return bot.Reply{}, nil })
	r.Command(spec("toomuch"), bot.DeferPublic, func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Show(bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim(strings.Repeat("x", 4001)))}}), nil
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
	t.Parallel()
	var mu sync.Mutex
	state, edition := "one", "1"
	render := func(context.Context) (bot.Message, error) {
		mu.Lock()
		defer mu.Unlock()
		return bot.Message{Edition: edition, Blocks: []bot.Block{bot.Text(say.Verbatim("state " + state)), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
	}
	set := func(s, e string) { mu.Lock(); defer mu.Unlock(); state, edition = s, e }
	r := bot.NewRouter()
	r.Component("hand", bot.DeferPrivate, func(ctx context.Context, q bot.Request) (bot.Reply, error) {
		m, err := render(ctx)
		m.Blocks = append(m.Blocks, bot.Text(say.Verbatim("private")))
		return bot.Reply{Message: &m, Private: true, Update: q.Private, Mirror: &bot.Mirror{Key: "hand/" + q.User.ID, Render: func(ctx context.Context) (bot.Message, error) {
			m, err := render(ctx)
			m.Blocks = append(m.Blocks, bot.Text(say.Verbatim("private")))
			return m, err
		}}}, err
	})
	past := func(_ context.Context, edition string) (bot.Message, error) {
		return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("edition " + edition + " is over")), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
	}
	where := make(chan string, 1)
	r.Command(spec("here"), bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		where <- q.Channel
		return bot.Say(say.Verbatim("ok")), nil
	})
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ms := l.mirrors
	ann, bob := l.user(t, "Ann"), l.user(t, "Bob")
	command(t, ann, "here", nil)
	shown, last := make(chan bot.Shown, 10), ""
	ms.Show(bot.Mirror{Key: "board", Channel: <-where, Render: render, Past: past, Posted: func(s bot.Shown) {
		if s.Message != "" && s.Message != last { // ignore calls that only change Former
			last = s.Message
			shown <- s
		}
	}})
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
	awaits(t, ann, "the old board without its buttons", func(m sandboxtest.Message) bool {
		return m.ID == first.Message && len(m.Buttons()) == 0 && strings.Contains(m.Text(), "edition 1 is over")
	})

	ms.Move("board")
	third := <-shown
	// If somebody deletes the board, it is posted again on the next change.
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

// Four people click as fast as they can. All clicks are answered, and in the end the mirrors show
// the newest state, with fewer edits than clicks.
func TestManyClicksLive(t *testing.T) {
	t.Parallel()
	const clicks = 60
	var mu sync.Mutex
	count := 0
	show := func(context.Context) (bot.Message, error) {
		mu.Lock()
		defer mu.Unlock()
		return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim(fmt.Sprintf("count %d.", count))), bot.Row{{ID: "bump", Label: say.Verbatim("Bump")}}}}, nil
	}
	hand := func(r bot.Request) bot.Mirror {
		return bot.Mirror{Key: "hand/" + r.User.ID, Render: show}
	}
	r := bot.NewRouter()
	var ms *mirror.Mirrors
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
		kept := hand(q)
		return bot.Reply{Message: &m, Private: true, Update: q.Private, Mirror: &kept}, err
	}
	where := make(chan string, 1)
	r.Command(spec("here"), bot.DeferPrivate, func(_ context.Context, q bot.Request) (bot.Reply, error) {
		where <- q.Channel
		return bot.Say(say.Verbatim("ok")), nil
	})
	r.Component("bump", bot.DeferUpdate, act)
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ms = l.mirrors
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
					message = reply.Message().ID // further clicks are on the hand
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
