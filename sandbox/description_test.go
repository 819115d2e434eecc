package sandbox_test

import (
	"encoding/json"
	"errors"
	"testing"

	"deuces/sandbox/discordspec"
	"deuces/sandbox/sandboxtest"
)

// checkCalls holds what the sandbox answered to Discord's description, but for its quirks:
//   - the codes in a 50035 body are integers there, and names on Discord ("BASE_TYPE_REQUIRED");
//   - default_member_permissions is an integer there, and a string on Discord.
func checkCalls(t *testing.T, d *sandboxtest.Discord) {
	t.Helper()
	t.Run("answers by the description", func(t *testing.T) {
		spec := discordspec.Open(t)
		calls, err := d.Calls(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(calls) == 0 {
			t.Error("no call was made")
		}
		seen := map[string]bool{}
		for _, c := range calls {
			if c.Status == 0 {
				continue // a dropped answer
			}
			err := spec.Response(c.Method, c.Path, c.Status, unquirk(t, c.Response))
			if unknown := errors.Is(err, discordspec.ErrNoRoute) && (c.Status == 404 || c.Status == 405); err != nil && !unknown && !seen[err.Error()] {
				seen[err.Error()] = true
				t.Errorf("%v\nin %.3000s", err, c.Response)
			}
		}
	})
}

// unquirk makes of a body what the description wrongly wants.
func unquirk(t *testing.T, raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	var body any
	if err := json.Unmarshal(raw, &body); err != nil {
		t.Fatal(err)
	}
	var walk func(any)
	walk = func(at any) {
		switch at := at.(type) {
		case []any:
			for _, v := range at {
				walk(v)
			}
		case map[string]any:
			if _, is := at["default_member_permissions"].(string); is {
				at["default_member_permissions"] = 8
			}
			if list, is := at["_errors"].([]any); is {
				for _, e := range list {
					if e, is := e.(map[string]any); is {
						if _, named := e["code"].(string); named {
							e["code"] = 1
						}
					}
				}
			}
			for _, v := range at {
				walk(v)
			}
		}
	}
	walk(body)
	out, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
