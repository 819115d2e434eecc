package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// READY has a host for resuming that differs from that of GET /gateway. Resuming at the latter also
// works, as on Discord, but is counted.
func TestResumesHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 100})
	resumes := func() string {
		t.Helper()
		var w struct {
			Bot struct {
				Resumes int
				Wrong   int `json:"wrong_resumes"`
			}
		}
		if err := d.Do(t.Context(), "GET", "/sandbox/world", nil, &w); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d, %d wrong", w.Bot.Resumes, w.Bot.Wrong)
	}
	w := dial(t, d, "v=10")
	w.send(identify(""))
	var ready struct {
		Session string `json:"session_id"`
		URL     string `json:"resume_gateway_url"`
	}
	if err := json.Unmarshal(w.until(0, "READY").D, &ready); err != nil {
		t.Fatal(err)
	}
	first := "ws" + strings.TrimPrefix(d.URL, "http") + "/gateway"
	if ready.URL == first || !strings.HasPrefix(ready.URL, "ws://127.0.0.1:") || !strings.HasSuffix(ready.URL, "/gateway") {
		t.Errorf("READY says to resume at %s; GET /gateway says %s", ready.URL, first)
	}
	for _, c := range []struct {
		why, at string
		want    string
	}{
		{"where READY says", ready.URL, "1, 0 wrong"},
		{"at the first address, which Discord allows", first, "2, 1 wrong"},
	} {
		again := dialAt(t, c.at, "v=10")
		again.send(fmt.Sprintf(`{"op":6,"d":{"token":"sandbox","session_id":%q,"seq":2}}`, ready.Session))
		for f := again.next(); ; f = again.next() {
			if f.T == "RESUMED" || f.Op != 0 {
				if f.Op != 0 {
					t.Errorf("resuming %s: op %d", c.why, f.Op)
				}
				break
			}
		}
		if got := resumes(); got != c.want {
			t.Errorf("resuming %s: %s, want %s", c.why, got, c.want)
		}
	}
}
