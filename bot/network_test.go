package bot

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

// A bot that is started without a network keeps trying, says so in a line now and then,
// and goes on as soon as Discord can be reached.
func TestABotStartedWithoutANetworkKeepsTrying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const outage = 10 * time.Minute
		var log strings.Builder
		f := newFake(func(_ int, s sent) answer {
			if s.at < outage {
				return answer{lost: errLine}
			}
			return answer{status: 401, body: `{"code":0,"message":"401: Unauthorized"}`} // an answer, which ends the run
		})
		b := newTestBot(t, f, func(c *Config) { c.Log = zerolog.New(&log).Level(zerolog.InfoLevel) })
		if err := b.Run(t.Context(), NewRouter()); !errors.Is(err, ErrToken) {
			t.Errorf("the run ends with %v", err)
		}
		all := f.all()
		if last := all[len(all)-1].at; last < outage || last > outage+2*time.Minute {
			t.Errorf("after ten minutes without a network it asks again at %v", last)
		}
		lines := strings.Count(log.String(), "\n")
		if told := strings.Count(log.String(), "can't reach Discord; trying again"); told != lines || told < 10 || told > 20 {
			t.Errorf("in ten minutes it says %d lines, %d of them that it tries again:\n%s", lines, told, &log)
		}
		closeBot(t, b)
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
