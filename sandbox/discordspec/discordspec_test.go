package discordspec_test

import (
	"fmt"
	"strings"
	"testing"

	"deuces/sandbox/discordspec"
)

func button(id string) string {
	return fmt.Sprintf(`{"type":2,"style":1,"label":"x","custom_id":%q}`, id)
}

func row(buttons ...string) string {
	return `{"type":1,"components":[` + strings.Join(buttons, ",") + `]}`
}

func buttons(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = button(fmt.Sprint("b", i))
	}
	return all
}

func TestRequest(t *testing.T) {
	spec := discordspec.Open(t)
	for _, c := range []struct {
		why, method, path, body string
		bad                     bool
	}{
		{"five buttons", "POST", "/api/v10/channels/1/messages", `{"components":[` + row(buttons(5)...) + `]}`, false},
		{"six buttons in a row", "POST", "/channels/1/messages", `{"components":[` + row(buttons(6)...) + `]}`, true},
		{"a label of 81", "POST", "/channels/1/messages", `{"components":[` + row(`{"type":2,"style":1,"custom_id":"a","label":"`+strings.Repeat("x", 81)+`"}`) + `]}`, true},
		{"a container in a container", "POST", "/channels/1/messages", `{"flags":32768,"components":[{"type":17,"components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}]}`, true},
		{"an empty row", "POST", "/channels/1/messages", `{"components":[` + row() + `]}`, true},
		{"a callback of type 3", "POST", "/interactions/1/t/callback", `{"type":3}`, true},
		{"a reply", "POST", "/interactions/1/t/callback", `{"type":4,"data":{"content":"x","flags":64}}`, false},
		{"an edit by the token", "PATCH", "/webhooks/1/t/messages/%40original", `{"content":"x"}`, false},
		{"an unknown route", "POST", "/nowhere", `{}`, true},
	} {
		if err := spec.Request(c.method, c.path, []byte(c.body)); (err != nil) != c.bad {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestResponse(t *testing.T) {
	spec := discordspec.Open(t)
	for _, c := range []struct {
		why          string
		method, path string
		status       int
		body         string
		bad          bool
	}{
		{"the gateway", "GET", "/gateway", 200, `{"url":"ws://x"}`, false},
		{"the gateway without its address", "GET", "/gateway", 200, `{}`, true},
		{"an error", "GET", "/channels/1", 404, `{"message":"Unknown Channel","code":10003}`, false},
		{"an error without a code", "GET", "/channels/1", 404, `{"message":"Unknown Channel"}`, true},
		{"a deletion", "DELETE", "/channels/1/messages/2", 204, ``, false},
		{"a deletion that answers 200", "DELETE", "/channels/1/messages/2", 200, `{}`, true},
	} {
		if err := spec.Response(c.method, c.path, c.status, []byte(c.body)); (err != nil) != c.bad {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
