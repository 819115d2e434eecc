package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// Routes that our own bot doesn't use, with bodies of the wrong type, unknown ids or ids of another
// guild, missing permissions and intents, and exceeded limits.
func TestMistakesOnUnusedRoutesAreAnsweredAsDiscordDoes(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	var other struct {
		ID       string
		Channels []struct{ ID string }
	}
	Do(t, d, "/sandbox/guilds", map[string]any{"name": "Other", "channels": []string{"den"}}, &other)
	w := Look(t, d)
	guild := "/guilds/" + w.Guilds[0].ID
	m := Made(t, d, w.General()+"/messages", `{"content":"x"}`)
	foreign := Made(t, d, "/channels/"+other.Channels[0].ID+"/messages", `{"content":"x"}`)
	ann, bob := w.ID("Ann"), w.ID("Bob")
	fire := "/reactions/%F0%9F%94%A5"
	day := 24 * time.Hour
	old := fmt.Sprint((time.Now().Add(-15*day).UnixMilli() - 1420070400000) << 22)
	check := func(c wrong) {
		t.Helper()
		if status, e := Call(t, d, c.method, c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %s %s: %d %d %s, want %d %d", c.why, c.method, c.path, status, e.Code, e.Message, c.status, c.code)
		}
	}
	for _, c := range []wrong{
		{"a direct message to nobody", "POST", "/users/@me/channels", `{}`, 400, 50035},
		{"a direct message to a word", "POST", "/users/@me/channels", `{"recipient_id":"Ann"}`, 400, 50035},
		{"a direct message to itself", "POST", "/users/@me/channels", `{"recipient_id":"` + w.Bot.ID + `"}`, 403, 50007},
		{"a group direct message", "POST", "/users/@me/channels", `{"recipients":["` + ann + `","` + bob + `"]}`, 403, 20001},

		{"a letter for an emoji", "PUT", w.General() + "/messages/" + m + "/reactions/x/@me", "", 404, 10014},
		{"a custom emoji of nobody's", "PUT", w.General() + "/messages/" + m + "/reactions/ace:5/@me", "", 404, 10014},
		{"a reaction to a message of another guild", "PUT", w.General() + "/messages/" + foreign + fire + "/@me", "", 404, 10008},
		{"a reaction that isn't there", "DELETE", w.General() + "/messages/" + m + fire + "/@me", "", 404, 10014},
		{"another's reaction", "DELETE", w.General() + "/messages/" + m + fire + "/" + ann, "", 403, 50013},
		{"all reactions", "DELETE", w.General() + "/messages/" + m + "/reactions", "", 403, 50013},
		{"too many who reacted", "GET", w.General() + "/messages/" + m + fire + "?limit=101", "", 400, 50035},

		{"deleting many without MANAGE_MESSAGES", "POST", w.General() + "/messages/bulk-delete", `{"messages":["1","2"]}`, 403, 50013},
		{"deleting what is no list", "POST", w.General() + "/messages/bulk-delete", `{"messages":"1"}`, 400, 50035},

		{"all members without the intent", "GET", guild + "/members?limit=5", "", 403, 50001},
		{"too many members", "GET", guild + "/members?limit=1001", "", 400, 50035},
		{"a search for nothing", "GET", guild + "/members/search", "", 400, 50035},
	} {
		check(c)
	}
	Do(t, d, "/sandbox/roles", map[string]any{"role": "Deuces", "permissions": []string{"MANAGE_MESSAGES"}}, nil)
	for _, c := range []wrong{
		{"deleting one message in bulk", "POST", w.General() + "/messages/bulk-delete", `{"messages":["` + m + `"]}`, 400, 50016},
		{"deleting old messages in bulk", "POST", w.General() + "/messages/bulk-delete", `{"messages":["` + m + `","` + old + `"]}`, 400, 50034},
		{"a poll", "POST", w.General() + "/messages", `{"poll":{"question":{"text":"x"}}}`, 400, 0},
		{"a sticker", "POST", w.General() + "/messages", `{"content":"x","sticker_ids":["1"]}`, 400, 0},
		{"two slashes for one", "GET", "//applications//@me", "", 200, 0},
	} {
		check(c)
	}
	// A message can have at most twenty different emojis.
	for i := range 21 {
		want := wrong{"a reaction", "PUT", fmt.Sprintf("%s/messages/%s/reactions/%s/@me", w.General(), m, escaped(rune(0x1F600+i))), "", 204, 0}
		if i == 20 {
			want.why, want.status, want.code = "a 21st emoji", 400, 30010
		}
		check(want)
	}
}

type wrong struct {
	why, method, path, body string
	status, code            int
}

func escaped(r rune) string {
	var b strings.Builder
	for _, c := range []byte(string(r)) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// Every route that isn't supported gives the same error, which names the route and has a code used
// for nothing else.
func TestUnsupportedRoutesSayThatTheyAreUnsupported(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	guild := "/guilds/" + w.Guilds[0].ID
	for _, c := range []struct{ method, path string }{
		{"GET", guild + "/audit-logs"}, {"PUT", guild + "/bans/" + w.ID("Bob")}, {"PUT", w.General() + "/pins/1"}, {"POST", guild + "/roles"},
		{"POST", guild + "/channels"}, {"PATCH", guild + "/members/@me"}, {"POST", w.General() + "/webhooks"}, {"GET", "/nowhere"}, {"DELETE", "/gateway"},
	} {
		status, e := Call(t, d, c.method, c.path, `{}`)
		if status != 400 || e.Code != 0 || !strings.Contains(e.Message, c.method+" "+c.path) || !strings.Contains(e.Message, "docs/sandbox.md") {
			t.Errorf("%s %s: %d %d %q", c.method, c.path, status, e.Code, e.Message)
		}
	}
}
