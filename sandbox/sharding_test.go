package sandbox

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestShardingRequired: a shard carries at most 2500 guilds.
func TestShardingRequired(t *testing.T) {
	s := New(Config{})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	for i := range 2500 { // and the one that is there
		s.world.AddGuild(fmt.Sprint("guild ", i), s.world.ByName["Ann"], nil, time.Now())
	}
	for shards, code := range map[int]websocket.StatusCode{1: 4011, 2: -1} {
		c, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(h.URL, "http")+"/gateway", nil)
		if err != nil {
			t.Fatal(err)
		}
		c.SetReadLimit(1 << 20)
		if err := c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"op":2,"d":{"token":"sandbox","intents":0,"shard":[0,%d]}}`, shards)); err != nil {
			t.Fatal(err)
		}
		var frame []byte
		for err == nil && !strings.Contains(string(frame), "READY") {
			_, frame, err = c.Read(t.Context())
		}
		if got := websocket.CloseStatus(err); got != code {
			t.Errorf("2501 guilds on %d shards: closed with %d (%v), want %d", shards, got, err, code)
		}
		_ = c.CloseNow()
	}
}
