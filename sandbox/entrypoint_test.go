package sandbox_test

import (
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestABulkOverwriteMustNotLeaveOutTheEntryPointCommand(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{})
	const path, entry = "/applications/1000000000000000001/commands", `{"name":"launch","type":4}`
	for _, call := range []struct {
		method, body string
		status       int
		answer       string
	}{
		{"POST", entry, 201, `"type":4`},
		{"PUT", `[]`, 400, `50240`},
		{"PUT", `[` + entry + `]`, 200, `"type":4`},
	} {
		status, answer, err := d.Call(t.Context(), call.method, path, call.body)
		if err != nil || status != call.status || !strings.Contains(string(answer), call.answer) {
			t.Errorf("%s %s: got %d %s %v, want %d with %s", call.method, call.body, status, answer, err, call.status, call.answer)
		}
	}
}
