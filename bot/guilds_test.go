package bot_test

import (
	"testing"

	"deuces/bot"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// The last call of Left or Joined for a guild is correct, in whatever order Discord sends removals
// and invitations.
func TestTheLastCallForAGuildIsCorrect(t *testing.T) {
	t.Parallel()
	told := make(chan string, 10)
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), bot.NewRouter(), func(c *bot.Config) {
		c.Joined = func(bot.Guild) { told <- "joined" }
		c.Left = func(_, channel string) { told <- "left" + channel }
	})
	ctx := short(t)
	side := func(method, path string, body map[string]any) {
		t.Helper()
		if err := l.Do(ctx, method, "/sandbox/"+path, body, nil); err != nil {
			t.Fatal(err)
		}
	}
	comes := func(why, want string) {
		t.Helper()
		select {
		case got := <-told:
			if got != want {
				t.Errorf("%s: told %q, want %q", why, got, want)
			}
		case <-ctx.Done():
			t.Fatalf("%s: not told %q", why, want)
		}
	}
	back := map[string]any{"name": "Sandbox"}

	comes("as it connects", "joined")
	side("DELETE", "guilds/Sandbox", nil)
	comes("removed", "left")
	side("POST", "guilds", back)
	comes("invited back", "joined")

	side("POST", "faults", map[string]any{"match": map[string]any{"event": "GUILD_DELETE"}, "do": "delay 3s"})
	side("DELETE", "guilds/Sandbox", nil)
	side("POST", "guilds", back)
	comes("invited back, before the removal is told", "joined")
	l.log.wait(t, "reported a removal from a server late")

	side("POST", "faults", map[string]any{"match": map[string]any{"method": "GET", "path": "*/guilds/*"}, "times": -1, "do": "status 500"})
	side("DELETE", "guilds/Sandbox", nil)
	comes("removed, and Discord can't be asked", "left")
	if len(told) > 0 {
		t.Errorf("told %q besides", <-told)
	}
}
