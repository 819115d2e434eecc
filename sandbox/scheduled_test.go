package sandbox_test

import (
	"fmt"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestScheduledEvents(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := GetWorld(t, d)
	path := "/guilds/" + w.Guilds[0].ID + "/scheduled-events"
	body := func(name string, kind int, in time.Duration) string {
		start := time.Now().Add(in).UTC()
		return fmt.Sprintf(`{"name":%q,"privacy_level":2,"entity_type":%d,"scheduled_start_time":%q,"scheduled_end_time":%q,"entity_metadata":{"location":"here"}}`,
			name, kind, start.Format(time.RFC3339), start.Add(time.Hour).Format(time.RFC3339))
	}
	event := path + "/" + Create(t, d, path, body("Evening", 3, time.Hour))
	checkAll(t, d,
		callTest{"no name", "POST", path, body("", 3, time.Hour), 400, 50035},
		callTest{"in the past", "POST", path, body("x", 3, -time.Hour), 400, 50035},
		callTest{"in a voice channel", "POST", path, body("x", 2, time.Hour), 400, 0},
		callTest{"the list", "GET", path, "", 200, 0},
		callTest{"one", "GET", event, "", 200, 0},
		callTest{"moved", "PATCH", event, body("Evening", 3, 2*time.Hour), 200, 0},
		callTest{"an unknown one", "GET", path + "/1", "", 404, 10070},
		callTest{"deleted", "DELETE", event, "", 204, 0},
		callTest{"deleted twice", "DELETE", event, "", 404, 10070},
	)
	again := Create(t, d, path, body("Evening", 3, time.Hour))
	at := time.Now().Add(5 * time.Hour).UTC().Truncate(time.Second)
	must(t, d.Do(t.Context(), "PATCH", "/sandbox/events/"+again, map[string]any{"start": at}, nil))
	if e := GetWorld(t, d).Guilds[0].Events[0]; !e.Start.Equal(at) {
		t.Errorf("moved by a moderator: it starts at %v, want %v", e.Start, at)
	}
	if err := d.Do(t.Context(), "PATCH", "/sandbox/events/"+again, map[string]any{"start": time.Now().Add(-time.Hour)}, nil); err == nil {
		t.Error("a moderator moves an event into the past, want that refused")
	}
	must(t, d.Do(t.Context(), "DELETE", "/sandbox/events/"+again, nil, nil))
	checkAll(t, d, callTest{"deleted by a moderator", "GET", path + "/" + again, "", 404, 10070})
	Do(t, d, "roles", map[string]any{"role": "@everyone", "permissions": []string{"VIEW_CHANNEL"}})
	Do(t, d, "roles", map[string]any{"role": w.Bot.Name, "permissions": []string{"VIEW_CHANNEL"}})
	checkAll(t, d, callTest{"without the permission", "POST", path, body("x", 3, time.Hour), 403, 50013})
}
