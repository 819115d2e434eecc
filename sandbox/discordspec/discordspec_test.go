package discordspec_test

import (
	"strings"
	"testing"

	"deuces/sandbox/discordspec"
)

func row(buttons int, label string) string {
	one := `,{"type":2,"style":1,"custom_id":"a","label":"` + label + `"}`
	return `{"components":[{"type":1,"components":[` + strings.TrimPrefix(strings.Repeat(one, buttons), ",") + `]}]}`
}

func TestBodiesAreChecked(t *testing.T) {
	spec := discordspec.Open(t)
	for _, c := range []struct {
		why, method, path, body string
		status                  int // of the response that is checked; 0: a request is checked
		fine                    bool
	}{
		{"five buttons", "POST", "/api/v10/channels/1/messages", row(5, "x"), 0, true},
		{"six buttons in a row", "POST", "/channels/1/messages", row(6, "x"), 0, false},
		{"an empty row", "POST", "/channels/1/messages", row(0, ""), 0, false},
		{"a label of 81", "POST", "/channels/1/messages", row(1, strings.Repeat("x", 81)), 0, false},
		{"a container in a container", "POST", "/channels/1/messages", `{"flags":32768,"components":[{"type":17,"components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}]}`, 0, false},
		{"a callback of type 3", "POST", "/interactions/1/t/callback", `{"type":3}`, 0, false},
		{"a reply", "POST", "/interactions/1/t/callback", `{"type":4,"data":{"content":"x","flags":64}}`, 0, true},
		{"an edit by the token", "PATCH", "/webhooks/1/t/messages/%40original", `{"content":"x"}`, 0, true},
		{"an unknown route", "POST", "/nowhere", `{}`, 0, false},
		{"the gateway", "GET", "/gateway", `{"url":"ws://x"}`, 200, true},
		{"the gateway without its address", "GET", "/gateway", `{}`, 200, false},
		{"an error", "GET", "/channels/1", `{"message":"Unknown Channel","code":10003}`, 404, true},
		{"an error without a code", "GET", "/channels/1", `{"message":"Unknown Channel"}`, 404, false},
		{"a deletion", "DELETE", "/channels/1/messages/2", ``, 204, true},
		{"a deletion that answers 200", "DELETE", "/channels/1/messages/2", `{}`, 200, false},
	} {
		err := spec.Request(c.method, c.path, []byte(c.body))
		if c.status != 0 {
			err = spec.Response(c.method, c.path, c.status, []byte(c.body))
		}
		if (err == nil) != c.fine {
			t.Errorf("%s: got %v, want it valid: %t", c.why, err, c.fine)
		}
	}
}
