package sandbox_test

import (
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestEventsOutOfOrder(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	fault := func(event string, times int, do string) error {
		return d.Do(t.Context(), "POST", "/sandbox/faults", map[string]any{"match": map[string]any{"event": event}, "times": times, "do": do}, nil)
	}
	late := func(event string, times int) {
		t.Helper()
		if err := fault(event, times, "delay 100ms"); err != nil {
			t.Fatal(err)
		}
	}
	channel := func(method, name string) {
		t.Helper()
		path, body := "/sandbox/channels/"+name, any(nil)
		if method == "POST" {
			path, body = "/sandbox/channels", map[string]any{"name": name}
		}
		if err := d.Do(t.Context(), method, path, body, nil); err != nil {
			t.Fatal(err)
		}
	}
	w := dial(t, d, "v=10")
	seq := 0
	comes := func(why string, want ...string) {
		t.Helper()
		for _, name := range want {
			f := w.next()
			if seq++; f.T != name || f.S != seq {
				t.Fatalf("%s: %s with number %d came, want %s with %d", why, f.T, f.S, name, seq)
			}
		}
	}
	late("READY", 1)
	w.send(identify(""))
	comes("READY is late", "GUILD_CREATE", "READY")
	late("CHANNEL_CREATE", 1)
	channel("POST", "one")
	channel("POST", "two")
	channel("DELETE", "one")
	comes("one of two is late", "CHANNEL_CREATE", "CHANNEL_DELETE", "CHANNEL_CREATE")
	late("CHANNEL_*", 2)
	channel("POST", "three")
	comes("alone", "CHANNEL_CREATE")
	channel("DELETE", "three")
	channel("POST", "four")
	comes("any of a kind, as often as was said", "CHANNEL_CREATE", "CHANNEL_DELETE")
	for _, do := range []string{"hang", "status 500", "op7"} {
		if err := fault("READY", 1, do); err == nil {
			t.Errorf("an event is said to be able to %q", do)
		}
	}
}
