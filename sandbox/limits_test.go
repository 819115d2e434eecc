package sandbox_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestRateLimits(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{OldMessage: time.Nanosecond, Invalid: 5})
	general := GetWorld(t, d).General()
	post := func() (resp *http.Response, e Answer) {
		t.Helper()
		resp, text := Request(t, d, "POST", "/api/v10"+general+"/messages", strings.NewReader(`{"content":"x"}`), "Authorization", "Bot sandbox", "Content-Type", "application/json")
		must(t, json.Unmarshal(text, &e))
		return resp, e
	}
	var first string
	for left := 4; left >= 0; left-- {
		resp, e := post()
		first = cmp.Or(first, e.ID)
		if got := resp.Header.Get("X-RateLimit-Remaining"); resp.StatusCode != 200 || got != fmt.Sprint(left) || resp.Header.Get("X-RateLimit-Bucket") == "" {
			t.Errorf("a request with %d left after it: got %d, %v, want 200 with the limit's headers", left, resp.StatusCode, resp.Header)
		}
	}
	resp, e := post()
	if resp.StatusCode != 429 || e.Retry <= 0 || e.Retry > 5 || e.Global || resp.Header.Get("Retry-After") == "" || resp.Header.Get("X-RateLimit-Scope") != "user" {
		t.Errorf("one request too many: got %d, %+v, %v, want 429 of the user's limit", resp.StatusCode, e, resp.Header)
	}
	for range 3 {
		checkAll(t, d, callTest{"an edit of an old message", "PATCH", general + "/messages/" + first, `{"content":"y"}`, 200, 0})
	}
	checkAll(t, d, callTest{"the fourth edit", "PATCH", general + "/messages/" + first, `{"content":"y"}`, 429, 30046})
	// So far, one answer with status 429 counts (the shared limit doesn't count). With four answers
	// of status 401 that makes five, so the bot is banned.
	for range 4 {
		if resp, _ := Request(t, d, "GET", "/api/v10/users/@me", nil); resp.StatusCode != 401 {
			t.Errorf("a request without a token: got %d, want 401", resp.StatusCode)
		}
	}
	if resp, text := Request(t, d, "GET", "/api/v10/gateway", nil); resp.StatusCode != 429 || !strings.Contains(string(text), "1015") {
		t.Errorf("a request of a banned bot: got %d %q, want 429 with 1015", resp.StatusCode, text)
	}
}

func TestGlobalLimit(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Global: 2})
	for range 200 { // three requests within one second exceed the limit
		if status, e := Call(t, d, "GET", "/users/@me", ""); status == 429 {
			if !e.Global || e.Retry <= 0 || e.Retry > 1 {
				t.Errorf("at the global limit: got %+v, want a global wait of at most 1 s", e)
			}
			return
		}
	}
	t.Error("200 requests did not reach the global limit of 2 a second")
}

func TestFaults(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	messages, ann := GetWorld(t, d).General()+"/messages", User(t, d, "Ann")
	post := func(timeout time.Duration) (int, error) {
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		defer cancel()
		status, _, err := d.Call(ctx, "POST", messages, `{"content":"x"}`)
		return status, err
	}
	const patient = sandboxtest.Patience
	for _, c := range []struct {
		do      string
		status  int
		wantErr bool
		created int
		atLeast time.Duration
		timeout time.Duration
	}{
		{"status 500", 500, false, 0, 0, patient},
		{"429 2.5", 429, false, 0, 0, patient},
		{"delay 50ms", 200, false, 1, 50 * time.Millisecond, patient},
		{"hang", 0, true, 0, 0, 200 * time.Millisecond},
		{"drop the answer", 0, true, 1, 0, patient},
	} {
		before := len(Messages(t, ann))
		Do(t, d, "faults", map[string]any{"match": map[string]string{"method": "POST", "path": "/channels/*/messages"}, "do": c.do})
		checkAll(t, d, callTest{c.do + ", and a call that doesn't match", "GET", messages, "", 200, 0})
		began := time.Now()
		status, err := post(c.timeout)
		if created := len(Messages(t, ann)) - before; status != c.status || (err != nil) != c.wantErr || created != c.created || time.Since(began) < c.atLeast {
			t.Errorf("%s: got %d, %v and %d new messages after %v, want %d, an error: %v, %d messages", c.do, status, err, created, time.Since(began), c.status, c.wantErr, c.created)
		}
		checkAll(t, d, callTest{c.do + " has struck once", "POST", messages, `{"content":"x"}`, 200, 0})
	}
	Do(t, d, "faults", map[string]any{"do": "status 503", "times": -1})
	for range 3 {
		if status, err := post(patient); status != 503 || err != nil {
			t.Errorf("a call under a lasting fault: got %d, %v, want 503", status, err)
		}
	}
	Delete(t, d, "faults")
	checkAll(t, d, callTest{"it was taken back", "POST", messages, `{"content":"x"}`, 200, 0})
}

func TestFaultsThatCouldNeverStrikeAreRefused(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	for _, c := range []struct{ why, body, want string }{
		{"no such fault", `{"do":"explode"}`, "there is no such fault"},
		{"a success", `{"do":"status 200"}`, "the status must be between 400 and 599"},
		{"a wait that is no number", `{"do":"429 NaN"}`, "the number of seconds must be between 0 and 86400"},
		{"a wait longer than a clock counts", `{"do":"429 1e300"}`, "the number of seconds must be between 0 and 86400"},
		{"a delay into the past", `{"do":"delay -5s"}`, "the delay must be above 0 and at most 24h, such as 1.5s or 300ms"},
		{"no times", `{"do":"hang","times":0}`, "times must be at least 1, or -1 to last until the fault is removed"},
		{"a frame that only servers send", `{"do":"op9","match":{"op":10}}`, "clients never send opcode 10"},
		{"a frame for a call's fault", `{"do":"status 500","match":{"op":2}}`, "it doesn't wait for a client's frame, so match can't have an op"},
		{"a frame for heartbeats, which are one", `{"do":"swallow acks","match":{"op":2}}`, "it doesn't wait for a client's frame, so match can't have an op"},
		{"a method of an event", `{"do":"delay 1s","match":{"event":"READY","method":"POST"}}`, "it doesn't affect calls, so match can't have a method or path"},
		{"a status for an event", `{"do":"status 500","match":{"event":"READY"}}`, "only delay and replay last take an event"},
		{"a match by what isn't", `{"do":"drop","match":{"opcode":2}}`, `unknown field "opcode"`},
	} {
		err := d.Do(t.Context(), "POST", "/sandbox/faults", json.RawMessage(c.body), nil)
		if Status(err) != 400 || !strings.HasSuffix(err.Error(), ": "+c.want) {
			t.Errorf("%s: got %v, want 400 and %q", c.why, err, c.want)
		}
	}
	var waiting []json.RawMessage
	if err := d.Do(t.Context(), "GET", "/sandbox/faults", nil, &waiting); err != nil || len(waiting) > 0 {
		t.Errorf("%d refused faults are active (%v), want none", len(waiting), err)
	}
	for _, fine := range []string{`{"do":"429 0"}`, `{"do":"hang","times":null}`, `{"do":"op7","match":{"op":6}}`, `{"do":"delay 1ms","match":{"event":"READY"},"times":-1}`} {
		if err := d.Do(t.Context(), "POST", "/sandbox/faults", json.RawMessage(fine), nil); err != nil {
			t.Errorf("the fault %s is refused: %v", fine, err)
		}
	}
}
