package sandbox_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestOnlyItsOwnPageAndToolsAreAnswered(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{})
	own := strings.TrimPrefix(d.URL, "http://")
	_, port, _ := strings.Cut(own, ":")
	addresses := []struct{ method, path, body string }{
		{"GET", "/", ""}, {"GET", "/app.js", ""}, {"GET", "/sandbox/world", ""}, {"GET", "/sandbox/messages?user=Ann&channel=general", ""},
		{"GET", "/sandbox/events?user=Ann", ""}, {"POST", "/sandbox/say", `{"user":"Ann","channel":"general","content":"x"}`},
		{"GET", "/api/v10/users/@me", ""}, {"POST", "/api/v10/channels/1/messages", `{"content":"x"}`}, {"GET", "/gateway", ""},
		{"GET", "/attachments/1/1/hand.png", ""}, {"GET", "/emojis/1.png", ""},
	}
	for _, c := range []struct {
		why, host string
		headers   map[string]string
		answered  bool
	}{
		{"a tool", own, nil, true},
		{"a tool that says localhost", "localhost:" + port, nil, true},
		{"a tool on IPv6", "[::1]:" + port, nil, true},
		{"a bot whose client only redirects the connection", "discord.com", nil, true},
		{"the page itself", own, map[string]string{"Origin": "http://" + own, "Sec-Fetch-Site": "same-origin"}, true},
		{"an address that was typed", own, map[string]string{"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, true},
		{"a name that somebody points to loopback", "evil.example:" + port, nil, false},
		{"such a name, as its own origin", "evil.example:" + port, map[string]string{"Origin": "http://evil.example:" + port}, false},
		{"a name that only begins like loopback", "127.0.0.1.evil.example", nil, false},
		{"a name that only ends like Discord's", "evildiscord.com", nil, false},
		{"no host at all that could be one", "0.0.0.0:" + port, nil, false},
		{"a page elsewhere", own, map[string]string{"Origin": "https://evil.example"}, false},
		{"a page on another port", own, map[string]string{"Origin": "http://127.0.0.1:1"}, false},
		{"a page of a sandboxed frame", own, map[string]string{"Origin": "null"}, false},
		{"a page by another name for this machine", own, map[string]string{"Origin": "http://localhost:" + port}, false},
		{"a page under Discord's name", "discord.com", map[string]string{"Origin": "http://discord.com"}, false},
		{"a picture or script of a page elsewhere", own, map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, false},
		{"a script of a page on another port", own, map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}, false},
		{"a frame of a page elsewhere", own, map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, false},
	} {
		for _, a := range addresses {
			ctx, cancel := context.WithCancel(t.Context())
			r, err := http.NewRequestWithContext(ctx, a.method, d.URL+a.path, strings.NewReader(a.body))
			must(t, err)
			r.Host = c.host
			for name, value := range c.headers {
				r.Header.Set(name, value)
			}
			resp, err := http.DefaultClient.Do(r)
			must(t, err)
			head := make([]byte, 200)
			n, _ := resp.Body.Read(head)
			cancel()
			_ = resp.Body.Close()
			if refused := resp.StatusCode == http.StatusForbidden && strings.HasPrefix(string(head[:n]), "the sandbox "); refused == c.answered {
				t.Errorf("%s, %s %s: got %d %s, want it answered: %t", c.why, a.method, a.path, resp.StatusCode, head[:n], c.answered)
			}
		}
	}
}

func TestALinkElsewhereCanOpenThePageAndNothingElse(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{})
	for path, want := range map[string]int{"/": 200, "/sandbox/world": 403, "/api/v10/gateway": 403} {
		resp, _ := Request(t, d, "GET", path, nil, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document")
		if resp.StatusCode != want {
			t.Errorf("a link to %s: got %d, want %d", path, resp.StatusCode, want)
		}
	}
}
