package bot

import (
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"deuces/bot/rest/resttest"
)

// Named is called with the names of guilds when the bot connects and when a name changes.
func TestGuildsAreCalledByTheirNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		b := newTestBot(t, resttest.New(resttest.Always(resttest.Done)), func(c *Config) {
			c.Named = func(guild, name string) { told = append(told, guild+" "+name) }
		})
		for _, raw := range []string{`{"id":"1","name":"One"}`, `{"id":"1","unavailable":true}`, `{"id":`, `{"id":"1","name":"Two"}`} {
			b.named([]byte(raw))
		}
		if d := cmp.Diff([]string{"1 One", "1 Two"}, told); d != "" {
			t.Error(d)
		}
	})
}
