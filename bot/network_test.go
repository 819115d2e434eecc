package bot

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
	"deuces/internal/say"
)

// A bot that starts without a network retries, logs that occasionally, and connects as soon as
// Discord can be reached.
func TestABotStartedWithoutANetworkKeepsTrying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const outage = 10 * time.Minute
		var log strings.Builder
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			if s.At < outage {
				return resttest.Answer{Lost: resttest.ErrLine}
			}
			return resttest.Answer{Status: 401, Body: `{"code":0,"message":"401: Unauthorized"}`} // an answer, which ends the run
		})
		b := newTestBot(t, f, func(c *Config) { c.Log = zerolog.New(&log).Level(zerolog.InfoLevel) })
		if err := b.Run(t.Context(), NewRouter(), &adopted{}); !errors.Is(err, rest.ErrToken) {
			t.Errorf("the run ends with %v", err)
		}
		all := f.All()
		if last := all[len(all)-1].At; last < outage || last > outage+2*time.Minute {
			t.Errorf("after ten minutes without a network it asks again at %v", last)
		}
		lines := strings.Count(log.String(), "\n")
		if told := strings.Count(log.String(), "can't reach Discord; trying again"); told != lines || told < 10 || told > 20 {
			t.Errorf("in ten minutes it says %d lines, %d of them that it tries again:\n%s", lines, told, &log)
		}
	})
}

func TestAnInvitationAsksForWhatTheBotNeeds(t *testing.T) {
	want := "https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=274877910016"
	if got := Invitation("7", Needed); got != want {
		t.Errorf("the link is %s", got)
	}
	if missing := (Needed | Useful).Missing(ViewChannel | SendMessages | SendInThreads | OpenThreads | ReadHistory | ManageRoles); !missing.Empty() {
		t.Errorf("the link leaves out %s", missing)
	}
}

// Commands are registered only if Discord's differ from the router's.
func TestCommandsAreRegisteredOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stored := "[]"
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			if s.Body != "" {
				stored = s.Body
			}
			return resttest.Answer{Status: 200, Body: stored}
		})
		b := newTestBot(t, f, nil)
		b.app.ID, b.router = "9", NewRouter()
		b.router.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, takes(0, Reply{}))
		for range 2 {
			if err := b.register(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		const get, put = "GET /applications/9/commands", "PUT /applications/9/commands"
		if got := f.Whats(); !slices.Equal(got, []string{get, put, get}) {
			t.Errorf("requests %q", got)
		}
	})
}
