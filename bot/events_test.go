package bot

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"deuces/bot/gateway"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// The callbacks for guilds are called in order. The bot verifies a removal with Discord before it
// calls Left, because Discord may report the removal late. So the last call of Left or Joined for a
// guild is correct.
func TestTheLastCallForAGuildIsCorrect(t *testing.T) {
	const joined, left = `GUILD_CREATE {"id":"1","name":"One"}`, `GUILD_DELETE {"id":"1"}`
	slow := resttest.Done
	slow.Delay = 3 * time.Second
	for _, tt := range []struct {
		why        string
		membership resttest.Answer // Discord's answer when asked whether the bot is in the guild
		events     []string
		want       []string
	}{
		{"as it connects", resttest.Done, []string{joined}, []string{"joined 1"}},
		{"removed", resttest.Answer{Status: 404, Body: `{"code":10004}`}, []string{left}, []string{"left 1 "}},
		{"removed, and Discord can't be asked", resttest.Broken, []string{left}, []string{"left 1 "}},
		{"invited back, before the removal is reported", slow, []string{joined, left}, []string{"joined 1"}},
		{"invited back, while the removal is verified", resttest.Answer{Status: 404, Body: `{"code":10004}`, Delay: time.Second}, []string{left, joined}, []string{"left 1 ", "joined 1"}},
		{"Discord has an outage", resttest.Broken, []string{`GUILD_DELETE {"id":"1","unavailable":true}`, `GUILD_CREATE {"id":"1","unavailable":true}`}, nil},
		{"a channel", resttest.Broken, []string{`CHANNEL_DELETE {"id":"5","guild_id":"1"}`, `THREAD_DELETE {"id":"6","guild_id":"1"}`}, []string{"left 1 5", "left 1 6"}},
		{"a session begins, and then its servers come", resttest.Broken, []string{`READY {"guilds":[{"id":"1","unavailable":true},{"id":"2","unavailable":true}]}`, joined}, []string{"shard 1 of 3 is in [1 2]", "joined 1"}},
		{"a session begins while a removal is verified", resttest.Answer{Status: 404, Body: `{"code":10004}`, Delay: time.Second}, []string{left, `READY {"guilds":[]}`}, []string{"left 1 ", "shard 1 of 3 is in []"}},
		{"a session begins without a list", resttest.Broken, []string{`READY {}`}, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			var calls recordingMeter
			b := newTestBot(t, resttest.New(resttest.Always(tt.membership)), func(c *Config) {
				c.Joined = func(g Guild) { calls.note("joined %s", g.ID) }
				c.Left = func(guild, channel string) { calls.note("left %s %s", guild, channel) }
				c.Listed = func(shard, of int, guilds []string) { calls.note("shard %d of %d is in %v", shard, of, guilds) }
			})
			b.shards = 3
			for _, e := range tt.events {
				kind, data, _ := strings.Cut(e, " ")
				b.event(t.Context(), gateway.Event{Type: kind, Shard: 1, Data: []byte(data)})
				if kind == "GUILD_CREATE" {
					synctest.Wait()
				}
			}
			b.work.Wait()
			if d := cmp.Diff(tt.want, calls.lines); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
		})
	}
}

// A bot that starts without a network retries, sometimes logs that it does, and connects as soon as
// it can reach Discord.
func TestABotStartedWithoutANetworkKeepsTrying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const outage = 10 * time.Minute
		var log strings.Builder
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			if s.At < outage {
				return resttest.Answer{Lost: resttest.ErrNetwork}
			}
			return resttest.Answer{Status: 401, Body: `{"code":0,"message":"401: Unauthorized"}`} // Discord refuses the token, which ends the run
		})
		b := newTestBot(t, f, func(c *Config) { c.Log = zerolog.New(&log).Level(zerolog.InfoLevel) })
		if err := b.Run(t.Context(), NewRouter(), &recordingMirrors{}); !errors.Is(err, rest.ErrToken) {
			t.Errorf("the run ends with %v", err)
		}
		all := f.All()
		if last := all[len(all)-1].At; last < outage || last > outage+2*time.Minute {
			t.Errorf("after ten minutes without a network the bot asks again at %v", last)
		}
		lines := strings.Count(log.String(), "\n")
		if retries := strings.Count(log.String(), "cannot reach Discord; trying again"); retries != lines || retries < 10 || retries > 20 {
			t.Errorf("in ten minutes the bot logs %d lines, %d of them that it tries again:\n%s", lines, retries, &log)
		}
	})
}
