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

// jsBot is a running testdata/discordjs/bot.mjs. The channel has the JSON objects that it prints.
type jsBot struct {
	printed chan map[string]json.RawMessage
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
	must(t, err)
	out, err := run.StdoutPipe()
	must(t, err)
	must(t, run.Start())
	b := &jsBot{printed: make(chan map[string]json.RawMessage, 64)}
	go func() {
		defer close(b.printed)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var line map[string]json.RawMessage
			if json.Unmarshal(lines.Bytes(), &line) == nil {
				b.printed <- line
			}
		}
	}()
	t.Cleanup(func() {
		in.Close()
		kill := time.AfterFunc(5*time.Second, cancel)
		_ = run.Wait()
		kill.Stop()
		cancel()
	})
	return b
}

// waitForKey waits until the bot prints an object with this key, and returns the value.
func waitForKey[T any](t *testing.T, b *jsBot, key string) (v T) {
	t.Helper()
	timeout := time.After(sandboxtest.Patience)
	for {
		select {
		case line, open := <-b.printed:
			if !open {
				t.Fatalf("the bot ended before it printed %q", key)
			}
			if why, failed := line["failed"]; failed {
				t.Errorf("the bot in JavaScript failed: %s", why)
			}
			if text, ok := line[key]; ok {
				if err := json.Unmarshal(text, &v); err != nil {
					t.Fatalf("%s: %v", key, err)
				}
				return v
			}
		case <-timeout:
			t.Fatalf("the bot never printed %q", key)
		}
	}
}

// A bot that uses discord.js can do what bots usually do: respond to all kinds of interactions,
// send files, open threads and modals, fetch members and lists, collect reactions, write direct
// messages, and resume its sessions.
func TestDiscordJS(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privilegedIntents, Concurrency: 100, ReplyWithin: sandboxtest.Patience})
	d.EarlyStarts = true // how fast discord.js resumes is its own affair
	b := startJS(t, d)
	type object = map[string]any
	type list = []any
	wantObject := func(key string, want object) {
		t.Helper()
		if diff := cmp.Diff(want, waitForKey[object](t, b, key), ignoreOrder("users")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
	wantObject("ready", object{"id": "1000000000000000001", "shards": 2.0, "members": 5.0}) // READY lists all members, because the bot has the presences intent
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	Do(t, d, "roles", object{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5})
	Do(t, d, "roles", object{"role": "Dealer"})
	useCommand := func(u *sandboxtest.User, command string) sandboxtest.Reply { return mustUse(t, u, command, nil) }

	useCommonCommands(t, d, ann)
	r := useCommand(ann, "form")
	if _, err := ann.Submit(t.Context(), r.Interaction, "form", object{}); Status(err) != 400 {
		t.Errorf("a form without its required fields: got %v, want 400", err)
	}
	if _, err := ann.Submit(t.Context(), r.Interaction, "form", object{"text": "words", "suit": list{"c"}, "who": list{"Bob"}, "where": list{"cards"}}); err != nil {
		t.Fatal(err)
	}
	wantObject("form", object{"text": "words", "suit": list{"c"}, "who": list{"Bob"}, "where": list{"cards"}})

	useCommand(ann, "thread")
	if in, err := ann.Messages(t.Context(), waitForKey[string](t, b, "thread")); err != nil || len(in) != 1 || in[0].Content != "in the thread" {
		t.Errorf("the thread has %+v, %v, want one message", in, err)
	}
	m := useCommand(ann, "emoji").Message()
	wantObject("emoji", object{"id": strings.Trim(m.Content, "<:ace>"), "listed": true, "left": 0.0})
	useCommand(ann, "members")
	wantObject("members", object{"all": list{"Ann", "Bob", "Cy", "Dee", "Deuces"}, "one": "Ann", "named": list{"Ann"}, "found": list{"Ann"}, "listed": 5.0})

	m = useCommand(ann, "collect").Message()
	waitForMessage(t, ann, "the bot's own reaction", func(x sandboxtest.Message) bool { return x.ID == m.ID && strings.Contains(x.Reacted(), "🔥") })
	Do(t, d, "react", object{"user": "Bob", "message": m.ID, "emoji": "🔥"})
	Do(t, d, "react", object{"user": "Ann", "message": m.ID, "emoji": "🔥"})
	Do(t, d, "react", object{"user": "Ann", "message": m.ID, "emoji": "♠️"})
	wantObject("collected", object{"got": list{"🔥", "♠️"}, "counts": list{"🔥 3 true", "♠️ 1 false"}, "users": list{"Deuces", "Bob", "Ann"}})

	useCommand(ann, "dm")
	direct := Do(t, d, "dms", object{"user": "Ann"})
	Say(t, d, "Ann", direct, "yes?")
	wantObject("dm", object{"answer": "yes?", "edited": "psst, edited", "kept": list{"psst, edited", "yes?"}, "guild": nil})
	if _, err := bob.Messages(t.Context(), direct); Status(err) != 403 {
		t.Errorf("Bob reads Ann's direct messages: got %v, want 403", err)
	}
	Do(t, d, "dms", object{"user": "Bob", "closed": true})
	useCommand(bob, "closed")
	wantObject("closed", object{"opened": true, "code": 50007.0})

	useCommand(ann, "guild")
	guild := waitForKey[object](t, b, "guild")
	leftOut, _ := guild["leftOut"].(string)
	delete(guild, "leftOut")
	if diff := cmp.Diff(object{"empty": list{0.0, 0.0, 0.0, 0.0}, "integrations": 0.0, "roles": list{"@everyone", "Dealer"}, "messages": list{"one"}}, guild); diff != "" {
		t.Errorf("the guild (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(leftOut, "400 0 The sandbox lacks this: GET /guilds/") || !strings.Contains(leftOut, "/bans") {
		t.Errorf("a route that isn't served: got %s, want 400 and its path", leftOut)
	}

	// Both shards lose their sessions or connections, and connect again.
	for _, fault := range []struct {
		do, key        string
		resumes, wrong int // counted since the bot started
	}{
		{"op7", "resumed", 2, 0},
		{"drop", "resumed", 4, 0},
		{"op9", "shardReady", 4, 0},
		{"op9 resumable", "resumed", 6, 2}, // discord.js resumes on the connections that it has, not at the address in READY
	} {
		StartFault(t, d, fault.do)
		for back := map[int]bool{}; len(back) < 2; {
			back[waitForKey[int](t, b, fault.key)] = true
		}
		if m := useCommand(ann, "reply").Message(); m.Content != "hello Ann" {
			t.Errorf("after %s: got the reply %+v, want hello Ann", fault.do, m)
		}
		if bot := GetWorld(t, d).Bot; bot.Resumes != fault.resumes || bot.Wrong != fault.wrong {
			t.Errorf("after %s discord.js has resumed %d times, %d of them not where READY says, want %d and %d", fault.do, bot.Resumes, bot.Wrong, fault.resumes, fault.wrong)
		}
	}
	CheckCalls(t, d)
}

// ignoreOrder is an option of cmp that ignores the order of the list under this key.
func ignoreOrder(key string) cmp.Option {
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

// mustUse makes a user use a command in #general and returns the reply.
func mustUse(t testing.TB, u *sandboxtest.User, command string, options map[string]any) sandboxtest.Reply {
	t.Helper()
	r, err := u.Command(t.Context(), "general", command, options)
	if err != nil {
		t.Fatalf("/%s is not answered: %v", command, err)
	}
	return r
}

// useCommonCommands uses the commands that the bots of both libraries have, and checks the replies:
// a reply with a button, a deferral, a follow-up, suggestions and a gallery.
func useCommonCommands(t *testing.T, d *sandboxtest.Discord, ann *sandboxtest.User) {
	t.Helper()
	ctx := t.Context()
	m := mustUse(t, ann, "reply", nil).Message()
	if m.Content != "hello Ann" || len(m.Buttons()) != 1 {
		t.Errorf("/reply: got %+v, want hello Ann with a button", m)
	}
	if r, err := ann.Click(ctx, m.ID, "again"); err != nil || r.Response.Type != 7 || r.Message().Content != "clicked again" {
		t.Errorf("a click on the button: got %+v, %v, want the message updated", r, err)
	}
	r := mustUse(t, ann, "defer", nil)
	if r.Response.Type != 5 || r.Message().Flags&128 == 0 || !r.Message().Ephemeral {
		t.Errorf("/defer: got %+v, want an ephemeral deferral", r)
	}
	waitForMessage(t, ann, "the deferred answer", func(m sandboxtest.Message) bool {
		return m.ID == r.Message().ID && m.Content == "thought about it" && m.Flags == 64
	})
	mustUse(t, ann, "follow", nil)
	waitForMessage(t, ann, "the follow-up", func(m sandboxtest.Message) bool { return m.Content == "second, edited" && m.Ephemeral && m.Edited })
	r, err := ann.Autocomplete(ctx, "general", "pick", "card", map[string]any{"card": "k"})
	if err != nil || string(r.Response.Data) != `{"choices":[{"name":"king","value":"king"}]}` {
		t.Errorf("autocomplete of k: got %s, %v, want the king", r.Response.Data, err)
	}
	got, err := ann.Payloads(ctx)
	if err != nil || !slices.ContainsFunc(got, func(p sandboxtest.Payload) bool { return p.Type == "choices" }) {
		t.Errorf("Ann's payloads lack the choices: %+v, %v", got, err)
	}
	if m := mustUse(t, ann, "pick", map[string]any{"card": "king"}).Message(); m.Content != "picked king" {
		t.Errorf("/pick: got %+v, want picked king", m)
	}
	m = mustUse(t, ann, "gallery", nil).Message()
	if m.Flags&(1<<15) == 0 || m.Text() != "Your hand" || len(m.Attachments) != 1 {
		t.Fatalf("/gallery: got %+v, want Your hand with an attachment", m)
	}
	url := m.Attachments[0].URL
	for _, c := range m.All() {
		if c.Type == 12 && !strings.Contains(string(c.Items), url) {
			t.Errorf("the gallery shows %s, want %s", c.Items, url)
		}
	}
	resp, picture := Request(t, d, "GET", strings.TrimPrefix(url, d.URL), nil)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "image/png" || len(picture) == 0 {
		t.Errorf("GET %s: got %d, %s, %d bytes, want a PNG", url, resp.StatusCode, resp.Header.Get("Content-Type"), len(picture))
	}
}

// waitForMessage waits until the user sees a message in #general for which fits returns true.
func waitForMessage(t testing.TB, u *sandboxtest.User, what string, fits func(sandboxtest.Message) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), sandboxtest.Patience)
	defer cancel()
	if _, err := u.Await(ctx, "general", fits); err != nil {
		t.Fatalf("%s did not arrive: %v", what, err)
	}
}
