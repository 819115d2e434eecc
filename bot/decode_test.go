package bot

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDecode(t *testing.T) {
	i, err := decode(interactionJSON(t, map[string]any{
		"type":            3,
		"app_permissions": 3072, // some fake Discords send a number
		"channel":         map[string]any{"id": "5", "type": 11, "parent_id": "4"},
		"message": map[string]any{"id": "77", "flags": 64, "components": []any{
			map[string]any{"type": 99, "from": "the future"}}},
		"data": map[string]any{"custom_id": "act/7/1.3/7S 7H", "component_type": 3, "values": []string{"a", "b"}},
	}), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	q := i.Request
	if q.Verb != "act" || !slices.Equal(q.Args, []string{"7", "1.3", "7S 7H"}) || !slices.Equal(q.Values, []string{"a", "b"}) ||
		!q.Private || q.Message != "77" || !q.Thread || q.Parent != "4" || q.User.Name != "Annie" || !q.Can.Has(ManageMessages) || q.Locale != "en-GB" {
		t.Errorf("%+v", q)
	}
	if missing := q.Missing(); missing.String() != "Send Messages in Threads" {
		t.Errorf("in a thread with Send Messages alone the bot lacks %q", missing)
	}
	i, err = decode(interactionJSON(t, map[string]any{"data": map[string]any{"name": "set", "options": []any{
		map[string]any{"type": 1, "name": "clock", "options": []any{
			map[string]any{"type": 4, "name": "seconds", "value": 90},
			map[string]any{"type": 5, "name": "on", "value": true},
			map[string]any{"type": 3, "name": "word", "value": "x", "focused": true}}}}}}), time.Now())
	if n, ok := i.Int("seconds"); err != nil || i.Command != "set" || i.Sub != "clock" || n != 90 || !ok || i.Focused != "word" {
		t.Errorf("%+v, %v", i.Request, err)
	}
	i, err = decode(interactionJSON(t, map[string]any{"type": 5, "data": map[string]any{"custom_id": "named/7", "components": []any{
		map[string]any{"type": 1, "components": []any{map[string]any{"type": 4, "custom_id": "a", "value": "A"}}},
		map[string]any{"type": 18, "component": map[string]any{"type": 4, "custom_id": "b", "value": "B"}}}}}), time.Now())
	if d := cmp.Diff(map[string]string{"a": "A", "b": "B"}, i.Fields); d != "" || err != nil {
		t.Errorf("%v %s", err, d)
	}
}

// An interaction with invalid data is still answered, regardless of the order of its fields.
func TestInvalidDataLeavesTheRestOfAnInteractionReadable(t *testing.T) {
	for _, raw := range []string{
		`{"id":"1","token":"t","application_id":"9","type":3,"data":{"custom_id":7}}`,
		`{"data":{"custom_id":7},"type":3,"id":"1","token":"t","application_id":"9"}`,
		`{"data":{"custom_id":"a","values":{"x":[]}},"member":7,"id":"1","token":"t","application_id":"9"}`,
	} {
		i, err := decode([]byte(raw), time.Now())
		if err == nil || i.ID != "1" || i.Handle.Token != "t" || i.Handle.App != "9" {
			t.Errorf("%s: id %q, token %q, application %q, %v", raw, i.ID, i.Handle.Token, i.Handle.App, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(interactionJSON(f, nil)))
	f.Add([]byte(`{"id":"1","token":"t","application_id":"9","type":3,"data":{"custom_id":"//"}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, err := decode(raw, time.Now())
		if err == nil && (i.ID == "" || i.Handle.Token == "" || i.User.ID == "") {
			t.Errorf("%s: %+v", raw, i)
		}
	})
}
