package sandbox_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// jsBot is testdata/discordjs/bot.mjs running on a sandbox, and what it printed.
type jsBot struct {
	said chan map[string]json.RawMessage
}

func startJS(t *testing.T, d *sandboxtest.Discord) *jsBot {
	t.Helper()
	return startScript(t, d, "discordjs", "discord.js", "bot.mjs")
}

// startScript runs a script from a folder in testdata that has a client library installed.
func startScript(t *testing.T, d *sandboxtest.Discord, folder, library, script string, args ...string) *jsBot {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node, which is not installed")
	}
	dir := filepath.Join("testdata", folder)
	if _, err := os.Stat(filepath.Join(dir, "node_modules", library)); err != nil {
		t.Skipf("needs %s: npm ci in sandbox/testdata/%s", library, folder)
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := exec.CommandContext(ctx, node, append([]string{script, d.URL}, args...)...)
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
		gone := make(chan struct{})
		go func() { _ = run.Wait(); close(gone) }()
		select {
		case <-gone:
		case <-time.After(5 * time.Second):
			cancel()
			<-gone
		}
		cancel()
	})
	return b
}

// hear waits until the bot prints a value under this key.
func (b *jsBot) hear(t *testing.T, key string) json.RawMessage {
	t.Helper()
	return b.hearAll(t, key)[key]
}

// hearAll is like hear and returns all values printed at the same time.
func (b *jsBot) hearAll(t *testing.T, key string) map[string]json.RawMessage {
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
			if _, ok := what[key]; ok {
				return what
			}
		case <-late:
			t.Fatalf("the bot never said %q", key)
		}
	}
}

// A client that is not ours, discord.js, can do everything that a bot does.
func TestDiscordJS(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{TokenLife: 6 * time.Second})
	b := startJS(t, d)
	if name := b.hear(t, "ready"); string(name) != `"Deuces"` {
		t.Fatalf("logged in as %s", name)
	}
	ctx := t.Context()
	ann := User(t, d, "Ann")
	command := func(name string, options map[string]any) sandboxtest.Reply {
		t.Helper()
		r, err := ann.Command(ctx, "general", name, options)
		if err != nil {
			t.Fatalf("/%s: %v", name, err)
		}
		return r
	}

	r := command("reply", nil)
	if m := r.Message(); m.Content != "hello Ann" || len(m.Buttons()) != 1 {
		t.Errorf("reply: %+v", m)
	}
	r, err := ann.Click(ctx, r.Message().ID, "again")
	if err != nil || r.Response.Type != 7 || r.Message().Content != "clicked again" {
		t.Errorf("update by a click: %+v, %v", r, err)
	}

	r = command("defer", nil)
	if r.Response.Type != 5 || r.Message().Flags&128 == 0 || !r.Message().Ephemeral {
		t.Errorf("deferral: %+v", r)
	}
	await(t, ann, "the deferred answer", func(m sandboxtest.Message) bool {
		return m.ID == r.Message().ID && m.Content == "thought about it" && m.Flags == 64
	})

	command("follow", nil)
	await(t, ann, "the follow-up", func(m sandboxtest.Message) bool { return m.Content == "second, edited" && m.Ephemeral && m.Edited })

	r = command("modal", nil)
	if r.Response.Type != 9 {
		t.Errorf("modal: %+v", r)
	}
	if _, err := ann.Submit(ctx, r.Interaction, "form", map[string]any{}); Status(err) != 400 {
		t.Errorf("a form without its required field: %v, want 400", err)
	}
	r, err = ann.Submit(ctx, r.Interaction, "form", map[string]any{"name": "Ann the First"})
	if err != nil || r.Message().Content != "you are Ann the First" {
		t.Errorf("submission: %+v, %v", r, err)
	}

	r, err = ann.Autocomplete(ctx, "general", "pick", "card", map[string]any{"card": "k"})
	if err != nil || string(r.Response.Data) != `{"choices":[{"name":"king","value":"king"}]}` {
		t.Errorf("autocomplete: %s, %v", r.Response.Data, err)
	}
	if m := command("pick", map[string]any{"card": "king"}).Message(); m.Content != "picked king" {
		t.Errorf("pick: %+v", m)
	}

	gallery(t, command("gallery", nil).Message())

	command("thread", nil)
	var thread string
	if err := json.Unmarshal(b.hear(t, "thread"), &thread); err != nil {
		t.Fatal(err)
	}
	if in, err := ann.Messages(ctx, thread); err != nil || len(in) != 1 || in[0].Content != "in the thread" {
		t.Errorf("the thread has %+v, %v", in, err)
	}

	m := command("emoji", nil).Message()
	heard := b.hearAll(t, "emoji")
	var emoji string
	if err := json.Unmarshal(heard["emoji"], &emoji); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"listed": "true", "left": "1",
		"taken": "50035", "short": "50035", "noPicture": "50035", "heavy": "50035", "gone": "10014"} {
		if got := string(heard[key]); got != want {
			t.Errorf("emojis, %s: %s, want %s", key, got, want)
		}
	}
	if m.Content != "<:ace:"+emoji+">" {
		t.Errorf("the emoji %s in %+v", emoji, m)
	}
	served(t, d.URL+"/emojis/"+emoji+".png", "image/png")

	command("errors", nil)
	checkCodes(t, b.hear(t, "errors"), map[string]int{"sixButtons": 50035, "fortyOne": 50035, "doubled": 50035, "contentBesideV2": 50035,
		"updateOfACommand": 50035, "secondAck": 40060, "ephemeralByChannel": 10008})

	command("expire", nil)
	if c := b.hear(t, "expired"); string(c) != "50027" {
		t.Errorf("an expired token: %s, want 50027", c)
	}

	for _, fault := range []struct{ do, heard string }{{"op7", "resumed"}, {"drop", "resumed"}, {"op9", "shardReady"}, {"op9 resumable", "resumed"}} {
		Strike(t, d, fault.do)
		b.hear(t, fault.heard)
		if m := command("reply", nil).Message(); m.Content != "hello Ann" {
			t.Errorf("after %s: %+v", fault.do, m)
		}
	}
	CheckCalls(t, d)
}

// await waits for a message in #general.
func await(t testing.TB, u *sandboxtest.User, what string, fits func(sandboxtest.Message) bool) sandboxtest.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	m, err := u.Await(ctx, "general", fits)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return m
}

// gallery checks a Components V2 message with a gallery whose picture is served.
func gallery(t testing.TB, m sandboxtest.Message) {
	t.Helper()
	if m.Flags&(1<<15) == 0 || m.Text() != "Your hand" || len(m.Attachments) != 1 {
		t.Fatalf("the gallery is %+v", m)
	}
	for _, c := range m.All() {
		if c.Type == 12 && !strings.Contains(string(c.Items), m.Attachments[0].URL) {
			t.Errorf("the gallery shows %s, not %s", c.Items, m.Attachments[0].URL)
		}
	}
	served(t, m.Attachments[0].URL, "image/png")
}

func served(t testing.TB, url, kind string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || resp.Header.Get("Content-Type") != kind || len(body) == 0 {
		t.Errorf("GET %s: %d, %s, %d bytes, %v", url, resp.StatusCode, resp.Header.Get("Content-Type"), len(body), err)
	}
}

func checkCodes(t testing.TB, raw json.RawMessage, want map[string]int) {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	for name, code := range want {
		if got[name] != float64(code) {
			t.Errorf("%s: %v, want %d", name, got[name], code)
		}
	}
}
