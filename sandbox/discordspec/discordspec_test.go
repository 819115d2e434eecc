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

func repeat(n int, each func(int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = each(i)
	}
	return strings.Join(all, ",")
}

func TestLimits(t *testing.T) {
	const post = "/channels/1/messages"
	for _, c := range []struct {
		why, path, body string
		bad             bool
	}{
		{"a plain message", post, `{"content":"hi"}`, false},
		{"2001 characters", post, `{"content":"` + strings.Repeat("é", 2001) + `"}`, true},
		{"2000 characters of two bytes each", post, `{"content":"` + strings.Repeat("é", 2000) + `"}`, false},
		{"a doubled custom_id", post, `{"components":[` + row(button("a"), button("a")) + `]}`, true},
		{"a button without custom_id", post, `{"components":[` + row(`{"type":2,"style":1,"label":"x"}`) + `]}`, true},
		{"a link has none", post, `{"components":[` + row(`{"type":2,"style":5,"label":"x","url":"https://example.org"}`) + `]}`, false},
		{"V2 with content", post, `{"content":"x","flags":32768,"components":[{"type":10,"content":"y"}]}`, true},
		{"V2 with empty content, as discordgo sends it", post, `{"content":"","embeds":null,"flags":32768,"components":[{"type":10,"content":"y"}]}`, false},
		{"V2 without its flag", post, `{"components":[{"type":10,"content":"y"}]}`, true},
		{"six legacy rows", post, `{"components":[` + repeat(6, func(i int) string { return row(button(fmt.Sprint(i))) }) + `]}`, true},
		{"41 components", post, `{"flags":32768,"components":[` + repeat(41, func(int) string { return `{"type":10,"content":"y"}` }) + `]}`, true},
		{"4001 characters in two texts", post, `{"flags":32768,"components":[{"type":10,"content":"` + strings.Repeat("x", 4000) + `"},{"type":10,"content":"y"}]}`, true},
		{"the same in a callback", "/interactions/1/t/callback", `{"type":4,"data":{"components":[{"type":10,"content":"y"}]}}`, true},
		{"a deferral", "/interactions/1/t/callback", `{"type":5}`, false},
		{"choices", "/interactions/1/t/callback", `{"type":8,"data":{"choices":[]}}`, false},
		{"a modal's text input without custom_id", "/interactions/1/t/callback", `{"type":9,"data":{"components":[` + row(`{"type":4,"style":1}`) + `]}}`, true},
	} {
		if err := discordspec.Limits("POST", c.path, []byte(c.body)); (err != nil) != c.bad {
			t.Errorf("%s: %v", c.why, err)
		}
	}
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
