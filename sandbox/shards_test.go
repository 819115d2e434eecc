package sandbox_test

import (
	"fmt"
	"strconv"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// silent fails the test if anything arrives before the answer to a heartbeat.
func (w *wire) silent(why string) {
	w.t.Helper()
	w.send(`{"op":1,"d":null}`)
	if f := w.next(); f.Op != 11 {
		w.t.Errorf("%s: %s %s", why, f.T, f.D)
	}
}

// An event reaches every session of the guild's shard and no other session. Several processes may
// have a session of the same shard. Direct messages belong to the first shard.
func TestEventsFollowTheirShard(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 2})
	guild, err := strconv.ParseUint(Look(t, d).Guilds[0].ID, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	of := int(guild >> 22 % 2)
	shard := func(id int) *wire {
		w := dial(t, d, "v=10")
		w.send(fmt.Sprintf(`{"op":2,"d":{"token":"sandbox","intents":%d,"shard":[%d,2],"properties":{}}}`, 1|1<<9|1<<12, id))
		w.until(0, "READY")
		if id == of {
			w.until(0, "GUILD_CREATE")
		}
		return w
	}
	sessions := []*wire{shard(0), shard(1)}
	var direct struct{ ID string }
	Do(t, d, "/sandbox/dms", map[string]any{"user": "Ann"}, &direct)
	for channel, at := range map[string]int{"general": of, direct.ID: 0} {
		Do(t, d, "/sandbox/say", map[string]any{"user": "Ann", "channel": channel, "content": "x"}, nil)
		sessions[at].until(0, "MESSAGE_CREATE")
		sessions[1-at].silent("another shard's message")
	}

	// Another process connects the same shards. Both receive everything.
	other := sandboxtest.Start(t, sandbox.Config{Concurrency: 100})
	two := []*wire{dial(t, other, "v=10"), dial(t, other, "v=10")}
	for _, w := range two {
		w.session("")
	}
	Do(t, other, "/sandbox/say", map[string]any{"user": "Ann", "channel": "general", "content": "x"}, nil)
	for _, w := range two {
		w.until(0, "MESSAGE_CREATE")
		w.silent("a message twice")
	}
}
