package sandbox_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// jsBot is testdata/discordjs/bot.mjs running on a sandbox, and what it printed.
type jsBot struct {
	said chan map[string]json.RawMessage
}

func startJS(t *testing.T, d *sandboxtest.Discord) *jsBot {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node, which is not installed")
	}
	dir := filepath.Join("testdata", "discordjs")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "discord.js")); err != nil {
		t.Skip("needs discord.js: npm ci in sandbox/testdata/discordjs")
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := exec.CommandContext(ctx, node, "bot.mjs", d.URL, d.Server.Token())
	run.Dir = dir
	run.Stderr = os.Stderr
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	b := &jsBot{said: make(chan map[string]json.RawMessage, 64)}
	go func() {
		defer close(b.said)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var what map[string]json.RawMessage
			if json.Unmarshal(lines.Bytes(), &what) == nil {
				b.said <- what
			}
		}
	}()
	t.Cleanup(func() {
		in.Close()
		late := time.AfterFunc(5*time.Second, cancel)
		_ = run.Wait()
		late.Stop()
		cancel()
	})
	return b
}

// said waits until the bot prints a value under this key.
func said[T any](t *testing.T, b *jsBot, key string) (v T) {
	t.Helper()
	late := time.After(sandboxtest.Patience)
	for {
		select {
		case what, open := <-b.said:
			if !open {
				t.Fatalf("the bot ended before it said %q", key)
			}
			if why, failed := what["failed"]; failed {
				t.Errorf("the bot failed: %s", why)
			}
			if text, ok := what[key]; ok {
				if err := json.Unmarshal(text, &v); err != nil {
					t.Fatalf("%s: %v", key, err)
				}
				return v
			}
		case <-late:
			t.Fatalf("the bot never said %q", key)
		}
	}
}

// A bot on discord.js can do what bots do: respond to everything that users use, send files, open
// threads and modals, fetch members and lists, collect reactions, write direct messages, and resume
// its sessions.
func TestDiscordJS(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged, Concurrency: 100, ReplyWithin: sandboxtest.Patience})
	b := startJS(t, d)
	type object = map[string]any
	type list = []any
	says := func(key string, want object) {
		t.Helper()
		if diff := cmp.Diff(want, said[object](t, b, key), sorted("users")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
	says("ready", object{"id": "1000000000000000001", "shards": 2.0, "members": 5.0}) // all, because of GUILD_PRESENCES
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	Do(t, d, "roles", object{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5})
	Do(t, d, "roles", object{"role": "Dealer"})
	uses := func(u *sandboxtest.User, command string) sandboxtest.Reply { return use(t, u, command, nil) }

	exercise(t, d, ann)
	r := uses(ann, "form")
	if _, err := ann.Submit(t.Context(), r.Interaction, "form", object{}); Status(err) != 400 {
		t.Errorf("a form without its required fields: %v, want 400", err)
	}
	if _, err := ann.Submit(t.Context(), r.Interaction, "form", object{"text": "words", "suit": list{"c"}, "who": list{"Bob"}, "where": list{"cards"}}); err != nil {
		t.Fatal(err)
	}
	says("form", object{"text": "words", "suit": list{"c"}, "who": list{"Bob"}, "where": list{"cards"}})

	uses(ann, "thread")
	if in, err := ann.Messages(t.Context(), said[string](t, b, "thread")); err != nil || len(in) != 1 || in[0].Content != "in the thread" {
		t.Errorf("the thread has %+v, %v", in, err)
	}
	m := uses(ann, "emoji").Message()
	says("emoji", object{"id": strings.Trim(m.Content, "<:ace>"), "listed": true, "left": 0.0})
	uses(ann, "members")
	says("members", object{"all": list{"Ann", "Bob", "Cy", "Dee", "Deuces"}, "one": "Ann", "named": list{"Ann"}, "found": list{"Ann"}, "listed": 5.0})

	m = uses(ann, "collect").Message()
	await(t, ann, "the bot's own reaction", func(x sandboxtest.Message) bool { return x.ID == m.ID && strings.Contains(x.Reacted(), "🔥") })
	Do(t, d, "react", object{"user": "Bob", "message": m.ID, "emoji": "🔥"})
	Do(t, d, "react", object{"user": "Ann", "message": m.ID, "emoji": "🔥"})
	Do(t, d, "react", object{"user": "Ann", "message": m.ID, "emoji": "♠️"})
	says("collected", object{"got": list{"🔥", "♠️"}, "counts": list{"🔥 3 true", "♠️ 1 false"}, "users": list{"Deuces", "Bob", "Ann"}})

	uses(ann, "dm")
	direct := Do(t, d, "dms", object{"user": "Ann"})
	Say(t, d, "Ann", direct, "yes?")
	says("dm", object{"answer": "yes?", "edited": "psst, edited", "kept": list{"psst, edited", "yes?"}, "guild": nil})
	if _, err := bob.Messages(t.Context(), direct); Status(err) != 403 {
		t.Errorf("Bob reads Ann's direct messages: %v", err)
	}
	Do(t, d, "dms", object{"user": "Bob", "closed": true})
	uses(bob, "closed")
	says("closed", object{"opened": true, "code": 50007.0})

	uses(ann, "guild")
	guild := said[object](t, b, "guild")
	leftOut, _ := guild["leftOut"].(string)
	delete(guild, "leftOut")
	if diff := cmp.Diff(object{"empty": list{0.0, 0.0, 0.0, 0.0}, "integrations": 0.0, "roles": list{"@everyone", "Dealer"}, "messages": list{"one"}}, guild); diff != "" {
		t.Errorf("the guild (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(leftOut, "400 0 The sandbox leaves this out: GET /guilds/") || !strings.Contains(leftOut, "/bans") {
		t.Errorf("what isn't served: %s", leftOut)
	}

	// Both shards lose their sessions or connections, and come back.
	for _, fault := range []struct {
		do, heard      string
		resumes, wrong int // so far
	}{
		{"op7", "resumed", 2, 0},
		{"drop", "resumed", 4, 0},
		{"op9", "shardReady", 4, 0},
		{"op9 resumable", "resumed", 6, 2}, // on the connections that it has
	} {
		Strike(t, d, fault.do)
		for back := map[int]bool{}; len(back) < 2; {
			back[said[int](t, b, fault.heard)] = true
		}
		if m := uses(ann, "reply").Message(); m.Content != "hello Ann" {
			t.Errorf("after %s: %+v", fault.do, m)
		}
		if bot := Look(t, d).Bot; bot.Resumes != fault.resumes || bot.Wrong != fault.wrong {
			t.Errorf("after %s discord.js has resumed %d times, %d of them not where READY says, want %d and %d", fault.do, bot.Resumes, bot.Wrong, fault.resumes, fault.wrong)
		}
	}
	CheckCalls(t, d)
}

// sorted compares the list under a key without regard to its order.
func sorted(key string) cmp.Option {
	return cmp.FilterPath(func(p cmp.Path) bool {
		at, ok := p.Last().(cmp.MapIndex)
		return ok && at.Key().String() == key
	}, cmp.Transformer("sorted", func(v any) []string {
		var all []string
		for _, x := range v.([]any) {
			all = append(all, x.(string))
		}
		slices.Sort(all)
		return all
	}))
}

// use has somebody use a command.
func use(t testing.TB, u *sandboxtest.User, command string, options map[string]any) sandboxtest.Reply {
	t.Helper()
	r, err := u.Command(t.Context(), "general", command, options)
	if err != nil {
		t.Fatalf("/%s: %v", command, err)
	}
	return r
}

// exercise uses what the bots of both libraries have: a reply with a button, a deferral, a follow-up,
// suggestions and a gallery.
func exercise(t *testing.T, d *sandboxtest.Discord, ann *sandboxtest.User) {
	t.Helper()
	ctx := t.Context()
	m := use(t, ann, "reply", nil).Message()
	if m.Content != "hello Ann" || len(m.Buttons()) != 1 {
		t.Errorf("reply: %+v", m)
	}
	if r, err := ann.Click(ctx, m.ID, "again"); err != nil || r.Response.Type != 7 || r.Message().Content != "clicked again" {
		t.Errorf("update by a click: %+v, %v", r, err)
	}
	r := use(t, ann, "defer", nil)
	if r.Response.Type != 5 || r.Message().Flags&128 == 0 || !r.Message().Ephemeral {
		t.Errorf("deferral: %+v", r)
	}
	await(t, ann, "the deferred answer", func(m sandboxtest.Message) bool {
		return m.ID == r.Message().ID && m.Content == "thought about it" && m.Flags == 64
	})
	use(t, ann, "follow", nil)
	await(t, ann, "the follow-up", func(m sandboxtest.Message) bool { return m.Content == "second, edited" && m.Ephemeral && m.Edited })
	r, err := ann.Autocomplete(ctx, "general", "pick", "card", map[string]any{"card": "k"})
	if err != nil || string(r.Response.Data) != `{"choices":[{"name":"king","value":"king"}]}` {
		t.Errorf("autocomplete: %s, %v", r.Response.Data, err)
	}
	got, err := ann.Payloads(ctx)
	if err != nil || !slices.ContainsFunc(got, func(p sandboxtest.Payload) bool { return p.Type == "choices" }) {
		t.Errorf("the choices are not among what Ann got: %+v, %v", got, err)
	}
	if m := use(t, ann, "pick", map[string]any{"card": "king"}).Message(); m.Content != "picked king" {
		t.Errorf("pick: %+v", m)
	}
	m = use(t, ann, "gallery", nil).Message()
	if m.Flags&(1<<15) == 0 || m.Text() != "Your hand" || len(m.Attachments) != 1 {
		t.Fatalf("the gallery is %+v", m)
	}
	url := m.Attachments[0].URL
	for _, c := range m.All() {
		if c.Type == 12 && !strings.Contains(string(c.Items), url) {
			t.Errorf("the gallery shows %s, not %s", c.Items, url)
		}
	}
	resp, picture := Request(t, d, "GET", strings.TrimPrefix(url, d.URL), nil)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "image/png" || len(picture) == 0 {
		t.Errorf("GET %s: %d, %s, %d bytes", url, resp.StatusCode, resp.Header.Get("Content-Type"), len(picture))
	}
}

// await waits for a message in #general.
func await(t testing.TB, u *sandboxtest.User, what string, fits func(sandboxtest.Message) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), sandboxtest.Patience)
	defer cancel()
	if _, err := u.Await(ctx, "general", fits); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}
