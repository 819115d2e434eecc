package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// wire is a gateway connection without a client library.
type wire struct {
	t *testing.T
	*websocket.Conn
}

type frame struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int             `json:"s"`
	D  json.RawMessage `json:"d"`
}

// dial connects and reads the hello.
func dial(t *testing.T, d *sandboxtest.Discord, query string) *wire {
	t.Helper()
	return dialAt(t, "ws"+strings.TrimPrefix(d.URL, "http")+"/gateway", query)
}

func dialAt(t *testing.T, address, query string) *wire {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), address+"?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	w := &wire{t, c}
	if query == "v=10" {
		if f := w.next(); f.Op != 10 {
			t.Fatalf("the first frame is %+v, want hello", f)
		}
	}
	return w
}

func (w *wire) send(text string) {
	w.t.Helper()
	if err := w.Write(w.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) next() frame {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	_, data, err := w.Read(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		w.t.Fatal(err)
	}
	return f
}

// until returns the first frame with that opcode and, for dispatches, that name.
func (w *wire) until(op int, name string) frame {
	w.t.Helper()
	for {
		if f := w.next(); f.Op == op && f.T == name {
			return f
		}
	}
}

// closes fails the test unless the server closes the connection with that code.
func (w *wire) closes(code int) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	for {
		if _, _, err := w.Read(ctx); err != nil {
			if got := websocket.CloseStatus(err); int(got) != code {
				w.t.Errorf("closed with %d (%v), want %d", got, err, code)
			}
			return
		}
	}
}

func identify(more string) string {
	return `{"op":2,"d":{"token":"sandbox","intents":513,"properties":{"os":"linux"}` + more + `}}`
}

// session identifies and returns the session's id.
func (w *wire) session(more string) string {
	w.t.Helper()
	w.send(identify(more))
	var r struct {
		Session string `json:"session_id"`
		Guilds  []struct{ ID string }
	}
	if err := json.Unmarshal(w.until(0, "READY").D, &r); err != nil {
		w.t.Fatal(err)
	}
	for range r.Guilds {
		w.until(0, "GUILD_CREATE")
	}
	return r.Session
}

func TestCloseCodes(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Identifies: 3})
	for _, c := range []struct {
		why, query string
		send       []string
		code       int
	}{
		{"an unknown opcode", "v=10", []string{`{"op":99}`}, 4001},
		{"no JSON", "v=10", []string{`op`}, 4002},
		{"more than 4096 bytes", "v=10", []string{`{"op":1,"d":null,"x":"` + strings.Repeat("x", 4096) + `"}`}, 4002},
		{"a presence before identifying", "v=10", []string{`{"op":3,"d":{}}`}, 4003},
		{"a wrong token", "v=10", []string{`{"op":2,"d":{"token":"other","intents":1}}`}, 4004},
		{"identifying twice", "v=10", []string{identify(""), identify("")}, 4005},
		{"a shard that isn't", "v=10", []string{identify(`,"shard":[2,2]`)}, 4010},
		{"an old version", "v=8", nil, 4012},
		{"no intents", "v=10", []string{`{"op":2,"d":{"token":"sandbox"}}`}, 4013},
		{"intents that don't exist", "v=10", []string{`{"op":2,"d":{"token":"sandbox","intents":1073741824}}`}, 4013},
		{"a privileged intent", "v=10", []string{`{"op":2,"d":{"token":"sandbox","intents":2}}`}, 4014},
	} {
		t.Run(c.why, func(t *testing.T) {
			w := dial(t, d, c.query)
			for _, s := range c.send {
				w.send(s)
			}
			w.closes(c.code)
		})
	}
	t.Run("more identifies than a day has", func(t *testing.T) {
		for range 2 {
			dial(t, d, "v=10").session("")
		}
		w := dial(t, d, "v=10")
		w.send(identify(""))
		w.closes(4004)
	})
	t.Run("more than 120 frames in a minute", func(t *testing.T) {
		w := dial(t, d, "v=10")
		for range 121 {
			w.send(`{"op":1,"d":null}`)
		}
		w.closes(4008)
	})
	t.Run("a sequence that was never reached", func(t *testing.T) {
		d := sandboxtest.Start(t, sandbox.Config{})
		id := dial(t, d, "v=10").session("")
		w := dial(t, d, "v=10")
		w.send(fmt.Sprintf(`{"op":6,"d":{"token":"sandbox","session_id":%q,"seq":99}}`, id))
		w.closes(4007)
	})
	t.Run("no heartbeat", func(t *testing.T) {
		dial(t, sandboxtest.Start(t, sandbox.Config{Heartbeat: 50 * time.Millisecond}), "v=10").closes(4009)
	})
}

func TestResume(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	ann := User(t, d, "Ann")
	say := func(text string) {
		if err := d.Do(t.Context(), "POST", "/sandbox/say", map[string]string{"user": ann.ID, "channel": "general", "content": text}, nil); err != nil {
			t.Fatal(err)
		}
	}
	w := dial(t, d, "v=10")
	id := w.session("")
	say("first")
	first := w.until(0, "MESSAGE_CREATE")
	Strike(t, d, "drop")
	if _, _, err := w.Read(t.Context()); err == nil || websocket.CloseStatus(err) != -1 {
		t.Errorf("a drop is a cut without a close: %v", err)
	}
	say("second")
	again := dial(t, d, "v=10")
	again.send(fmt.Sprintf(`{"op":6,"d":{"token":"Bot sandbox","session_id":%q,"seq":%d}}`, id, first.S))
	if f := again.next(); f.T != "MESSAGE_CREATE" || f.S != first.S+1 {
		t.Errorf("the replay begins with %+v, want number %d", f, first.S+1)
	}
	if f := again.next(); f.T != "RESUMED" {
		t.Errorf("after the replay comes %+v", f)
	}
	t.Run("replay last", func(t *testing.T) {
		say("third")
		f := again.until(0, "MESSAGE_CREATE")
		Strike(t, d, "replay last")
		if g := again.next(); g.S != f.S || g.T != f.T {
			t.Errorf("replayed %+v, want %+v", g, f)
		}
	})
	t.Run("op 9 keeps the connection but not the session", func(t *testing.T) {
		Strike(t, d, "op9")
		if f := again.next(); f.Op != 9 || string(f.D) != "false" {
			t.Errorf("got %+v", f)
		}
		again.send(fmt.Sprintf(`{"op":6,"d":{"token":"sandbox","session_id":%q,"seq":%d}}`, id, first.S))
		if f := again.next(); f.Op != 9 {
			t.Errorf("the dead session resumed: %+v", f)
		}
		again.session("")
	})
	t.Run("a client's close with 1000 ends the session", func(t *testing.T) {
		w := dial(t, d, "v=10")
		id := w.session("")
		if err := w.Close(websocket.StatusNormalClosure, ""); err != nil {
			t.Fatal(err)
		}
		for open := 2; open > 1; { // the close frame is answered before the connection is removed
			var struck struct{ Connections int }
			nothing := map[string]any{"match": map[string]any{"event": "NOTHING"}, "do": "replay last"}
			if err := d.Do(t.Context(), "POST", "/sandbox/faults", nothing, &struck); err != nil {
				t.Fatal(err)
			}
			open = struck.Connections
		}
		w = dial(t, d, "v=10")
		w.send(fmt.Sprintf(`{"op":6,"d":{"token":"sandbox","session_id":%q,"seq":1}}`, id))
		if f := w.next(); f.Op != 9 {
			t.Errorf("got %+v, want op 9", f)
		}
	})
	t.Run("faults that wait for a client's frame", func(t *testing.T) {
		for op, send := range map[int]string{2: identify(""), 6: `{"op":6,"d":{"token":"sandbox","session_id":"x","seq":1}}`} {
			if err := d.Do(t.Context(), "POST", "/sandbox/faults", map[string]any{"match": map[string]any{"op": op}, "do": "op7"}, nil); err != nil {
				t.Fatal(err)
			}
			w := dial(t, d, "v=10")
			w.send(send)
			if f := w.next(); f.Op != 7 {
				t.Errorf("op %d is answered by %+v, want op 7", op, f)
			}
		}
	})
	t.Run("a swallowed ack", func(t *testing.T) {
		Strike(t, d, "swallow acks")
		w := dial(t, d, "v=10")
		w.send(`{"op":1,"d":null}`)
		w.session("") // READY is the next frame, so there was no ack before it
		w.send(`{"op":1,"d":0}`)
		if f := w.next(); f.Op != 11 {
			t.Errorf("got %+v, want the second beat's ack", f)
		}
	})
}

func TestIntentsAndShards(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	var guilds []string
	for i := range 4 {
		var g struct{ ID string }
		if err := d.Do(t.Context(), "POST", "/sandbox/guilds", map[string]any{"name": fmt.Sprint("guild ", i), "channels": []string{fmt.Sprint("c", i)}}, &g); err != nil {
			t.Fatal(err)
		}
		guilds = append(guilds, g.ID)
	}
	t.Run("each guild on one shard, by its id", func(t *testing.T) {
		seen := map[string]int{}
		for shard := range 2 {
			w := dial(t, d, "v=10")
			w.send(identify(fmt.Sprintf(`,"shard":[%d,2]`, shard)))
			var r struct{ Guilds []struct{ ID string } }
			if err := json.Unmarshal(w.until(0, "READY").D, &r); err != nil {
				t.Fatal(err)
			}
			for _, g := range r.Guilds {
				seen[g.ID]++
				var id uint64
				if _, err := fmt.Sscan(g.ID, &id); err != nil || int(id>>22%2) != shard {
					t.Errorf("guild %s on shard %d (%v)", g.ID, shard, err)
				}
			}
		}
		for _, g := range guilds {
			if seen[g] != 1 {
				t.Errorf("guild %s is on %d shards", g, seen[g])
			}
		}
	})
	t.Run("events by intent", func(t *testing.T) {
		none, some := dial(t, d, "v=10"), dial(t, d, "v=10")
		none.send(`{"op":2,"d":{"token":"sandbox","intents":0}}`)
		none.until(0, "READY")
		some.session("")
		if err := d.Do(t.Context(), "POST", "/sandbox/say", map[string]string{"user": "Ann", "channel": "c1", "content": "a secret"}, nil); err != nil {
			t.Fatal(err)
		}
		if f := some.until(0, "MESSAGE_CREATE"); bytes.Contains(f.D, []byte("a secret")) {
			t.Errorf("the content without its intent: %s", f.D)
		}
		none.send(`{"op":1,"d":null}`)
		if f := none.next(); f.Op != 11 {
			t.Errorf("without intents came %+v", f)
		}
	})
	t.Run("thrown out and invited back", func(t *testing.T) {
		w := dial(t, d, "v=10")
		w.session("")
		if err := d.Do(t.Context(), "DELETE", "/sandbox/guilds/"+guilds[0], nil, nil); err != nil {
			t.Fatal(err)
		}
		w.until(0, "GUILD_DELETE")
		if status, e := Call(t, d, "GET", "/guilds/"+guilds[0], ""); status != 403 || e.Code != 50001 {
			t.Errorf("a guild without the bot: %d %d", status, e.Code)
		}
		if err := d.Do(t.Context(), "POST", "/sandbox/guilds", map[string]any{"name": "guild 0"}, nil); err != nil {
			t.Fatal(err)
		}
		w.until(0, "GUILD_CREATE")
	})
}

func TestConcurrency(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 1})
	dial(t, d, "v=10").session("")
	w := dial(t, d, "v=10")
	w.send(identify(""))
	if f := w.next(); f.Op != 9 || string(f.D) != "false" {
		t.Errorf("a second identify within five seconds: %+v, want op 9", f)
	}
}
