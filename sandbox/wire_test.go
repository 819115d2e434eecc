package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"deuces/sandbox/sandboxtest"
)

const (
	guildsIntent    = 1 << 0
	membersIntent   = 1 << 1
	presencesIntent = 1 << 8
	messagesIntent  = 1 << 9
	directIntent    = 1 << 12
	contentIntent   = 1 << 15

	usualIntents      = guildsIntent | messagesIntent
	privilegedIntents = membersIntent | presencesIntent | contentIntent
)

const heartbeat = `{"op":1,"d":null}`

// gatewayConn is a gateway connection without a client library.
type gatewayConn struct {
	t testing.TB
	*websocket.Conn
}

type frame struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int             `json:"s"`
	D  json.RawMessage `json:"d"`
}

// gatewayOf returns the address of the sandbox's gateway.
func gatewayOf(d *sandboxtest.Discord) string {
	return "ws" + strings.TrimPrefix(d.URL, "http") + "/gateway"
}

// connect opens a connection to this address with this query.
func connect(t testing.TB, address, query string) *gatewayConn {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), address+"?"+query, nil)
	must(t, err)
	c.SetReadLimit(16 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	return &gatewayConn{t, c}
}

// dial connects to the sandbox's gateway and reads the hello.
func dial(t testing.TB, d *sandboxtest.Discord) *gatewayConn {
	t.Helper()
	return dialAddress(t, gatewayOf(d))
}

// dialAddress connects to this address and reads the hello.
func dialAddress(t testing.TB, address string) *gatewayConn {
	t.Helper()
	w := connect(t, address, "v=10")
	if f := w.next(); f.Op != 10 {
		t.Fatalf("the first frame is %+v, want Hello", f)
	}
	return w
}

func (w *gatewayConn) send(format string, values ...any) {
	w.t.Helper()
	must(w.t, w.Write(w.t.Context(), websocket.MessageText, fmt.Appendf(nil, format, values...)))
}

func (w *gatewayConn) next() (f frame) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), sandboxtest.Patience)
	defer cancel()
	_, data, err := w.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	must(w.t, err)
	return f
}

// waitFor returns the next frame with this opcode and event name, and skips other frames. The name
// is "" except for events.
func (w *gatewayConn) waitFor(op int, name string) frame {
	w.t.Helper()
	for {
		if f := w.next(); f.Op == op && f.T == name {
			return f
		}
	}
}

// wantNothing fails the test if any frame arrives before the answer to a heartbeat.
func (w *gatewayConn) wantNothing(why string) {
	w.t.Helper()
	w.send(heartbeat)
	if f := w.next(); f.Op != 11 {
		w.t.Errorf("%s: got the event %s %s, want none", why, f.T, f.D)
	}
}

// wantClose fails the test unless the server closes the connection with this code.
func (w *gatewayConn) wantClose(code int) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), sandboxtest.Patience)
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

func identify(intents int, more string) string {
	return fmt.Sprintf(`{"op":2,"d":{"token":"sandbox","intents":%d,"properties":{"os":"linux"}%s}}`, intents, more)
}

// resume returns a frame that resumes a session after event number seq.
func resume(session string, seq int) string {
	return fmt.Sprintf(`{"op":6,"d":{"token":"Bot sandbox","session_id":%q,"seq":%d}}`, session, seq)
}

// ready is the data of a READY event.
type ready struct {
	Session string `json:"session_id"`
	URL     string `json:"resume_gateway_url"`
	Guilds  []struct{ ID string }
	Members int `json:"-"` // number of members in the last GUILD_CREATE
}

// login identifies, and reads READY and the guilds that follow.
func (w *gatewayConn) login(intents int, more string) (r ready) {
	w.t.Helper()
	w.send("%s", identify(intents, more))
	must(w.t, json.Unmarshal(w.waitFor(0, "READY").D, &r))
	if intents&guildsIntent == 0 {
		return r
	}
	for range r.Guilds {
		var g struct{ Members []json.RawMessage }
		must(w.t, json.Unmarshal(w.waitFor(0, "GUILD_CREATE").D, &g))
		r.Members = len(g.Members)
	}
	return r
}
