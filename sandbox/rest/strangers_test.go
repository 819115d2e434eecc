package rest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/internal/rawbot"
	"deuces/sandbox/sandboxtest"
)

// TestWhatStrangersGetWrongIsAnsweredAsDiscordDoes goes through the routes that our own bot doesn't use with bodies of wrong types, ids of
// another guild or of nothing, permissions and intents that are missing, and limits that are passed.
func TestWhatStrangersGetWrongIsAnsweredAsDiscordDoes(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	var other struct {
		ID       string
		Channels []struct{ ID string }
	}
	rawbot.Do(t, d, "/sandbox/guilds", map[string]any{"name": "Other", "channels": []string{"den"}}, &other)
	rawbot.Do(t, d, "/sandbox/users", map[string]any{"name": "Eve"}, nil)
	rawbot.Do(t, d, "/sandbox/roles", map[string]any{"role": "High", "position": 9}, nil)
	rawbot.Do(t, d, "/sandbox/members", map[string]any{"user": "Dee", "roles": []string{"High"}}, nil)
	w := rawbot.Look(t, d)
	guild := "/guilds/" + w.Guilds[0].ID
	m := rawbot.Made(t, d, w.General()+"/messages", `{"content":"x"}`)
	foreign := rawbot.Made(t, d, "/channels/"+other.Channels[0].ID+"/messages", `{"content":"x"}`)
	ann, dee, bob := w.ID("Ann"), w.ID("Dee"), w.ID("Bob")
	high := w.Role("High")
	fire := "/reactions/%F0%9F%94%A5"
	day := 24 * time.Hour
	old := fmt.Sprint((time.Now().Add(-15*day).UnixMilli() - 1420070400000) << 22)
	check := func(c wrong) {
		t.Helper()
		if status, e := rawbot.Call(t, d, c.method, c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %s %s: %d %d %s, want %d %d", c.why, c.method, c.path, status, e.Code, e.Message, c.status, c.code)
		}
	}
	for _, c := range []wrong{
		{"a list where a name is wanted", "PATCH", "/users/@me", `{"username":[]}`, 400, 50035},
		{"a name of one letter", "PATCH", "/users/@me", `{"username":"x"}`, 400, 50035},
		{"somebody else's name", "PATCH", "/users/@me", `{"username":"Ann"}`, 400, 50035},
		{"a picture that is none", "PATCH", "/users/@me", `{"avatar":"x"}`, 400, 50035},
		{"too long a description", "PATCH", "/applications/@me", `{"description":"` + strings.Repeat("x", 401) + `"}`, 400, 50035},
		{"six tags", "PATCH", "/applications/@me", `{"tags":["a","b","c","d","e","f"]}`, 400, 50035},
		{"an intent that only the portal switches", "PATCH", "/applications/@me", `{"flags":32768}`, 400, 50035},
		{"another application", "GET", "/applications/5", "", 404, 10002},
		{"a direct message to nobody", "POST", "/users/@me/channels", `{}`, 400, 50035},
		{"a direct message to a word", "POST", "/users/@me/channels", `{"recipient_id":"Ann"}`, 400, 50035},
		{"a direct message to itself", "POST", "/users/@me/channels", `{"recipient_id":"` + w.Bot.ID + `"}`, 403, 50007},
		{"a group direct message", "POST", "/users/@me/channels", `{"recipients":["` + ann + `","` + bob + `"]}`, 403, 20001},
		{"leaving an unknown guild", "DELETE", "/users/@me/guilds/5", "", 404, 10004},

		{"a letter for an emoji", "PUT", w.General() + "/messages/" + m + "/reactions/x/@me", "", 404, 10014},
		{"a custom emoji of nobody's", "PUT", w.General() + "/messages/" + m + "/reactions/ace:5/@me", "", 404, 10014},
		{"a reaction to a message of another guild", "PUT", w.General() + "/messages/" + foreign + fire + "/@me", "", 404, 10008},
		{"a reaction that isn't there", "DELETE", w.General() + "/messages/" + m + fire + "/@me", "", 404, 10014},
		{"another's reaction", "DELETE", w.General() + "/messages/" + m + fire + "/" + ann, "", 403, 50013},
		{"all reactions", "DELETE", w.General() + "/messages/" + m + "/reactions", "", 403, 50013},
		{"too many who reacted", "GET", w.General() + "/messages/" + m + fire + "?limit=101", "", 400, 50035},
		{"a word for a number", "GET", w.General() + "/messages/" + m + fire + "?limit=x", "", 400, 50035},

		{"a pin of another guild's message", "PUT", w.General() + "/messages/pins/" + foreign, "", 403, 50013},
		{"a pin without PIN_MESSAGES", "PUT", w.General() + "/pins/" + m, "", 403, 50013},
		{"a word for a pin", "DELETE", w.General() + "/messages/pins/x", "", 400, 50035},
		{"too many pins", "GET", w.General() + "/messages/pins?limit=51", "", 400, 50035},
		{"pins before no instant", "GET", w.General() + "/messages/pins?before=x", "", 400, 50035},

		{"deleting many without MANAGE_MESSAGES", "POST", w.General() + "/messages/bulk-delete", `{"messages":["1","2"]}`, 403, 50013},
		{"deleting what is no list", "POST", w.General() + "/messages/bulk-delete", `{"messages":"1"}`, 400, 50035},

		{"all members without the intent", "GET", guild + "/members?limit=5", "", 403, 50001},
		{"too many members", "GET", guild + "/members?limit=1001", "", 400, 50035},
		{"a search for nothing", "GET", guild + "/members/search", "", 400, 50035},
		{"a number for a nickname", "PATCH", guild + "/members/" + ann, `{"nick":{}}`, 400, 50035},
		{"too long a nickname", "PATCH", guild + "/members/@me", `{"nick":"` + strings.Repeat("x", 33) + `"}`, 400, 50035},
		{"a nickname without the permission", "PATCH", guild + "/members/" + bob, `{"nick":"x"}`, 403, 50013},
		{"roles without the permission", "PATCH", guild + "/members/" + bob, `{"roles":[]}`, 403, 50013},
		{"a timeout without the permission", "PATCH", guild + "/members/" + bob, `{"communication_disabled_until":null}`, 403, 50013},
		{"a timeout that is no time", "PATCH", guild + "/members/" + bob, `{"communication_disabled_until":"soon"}`, 400, 50035},
		{"a timeout of a year", "PATCH", guild + "/members/" + bob, `{"communication_disabled_until":"` + time.Now().Add(365*day).Format(time.RFC3339) + `"}`, 400, 50035},
		{"a member who is nobody", "PATCH", guild + "/members/5", `{}`, 404, 10007},
		{"muting who is in no voice channel", "PATCH", guild + "/members/" + bob, `{"mute":true}`, 400, 40032},
		{"a kick without the permission", "DELETE", guild + "/members/" + bob, "", 403, 50013},
		{"a ban without the permission", "PUT", guild + "/bans/" + bob, "", 403, 50013},
		{"bans without the permission", "GET", guild + "/bans", "", 403, 50013},
		{"the guild without the permission", "PATCH", guild, `{"name":"x2"}`, 403, 50013},
		{"a guild's name of one letter", "PATCH", guild, `{"name":"x"}`, 400, 50035},
		{"a level that there isn't", "PATCH", guild, `{"verification_level":5}`, 400, 50035},
		{"an unknown guild", "PATCH", "/guilds/5", `{}`, 404, 10004},
		{"a role without the permission", "PATCH", guild + "/roles/" + high, `{"name":"x"}`, 403, 50013},
		{"an unknown role", "GET", guild + "/roles/5", "", 404, 10011},
		{"a role of another guild", "DELETE", guild + "/roles/" + other.ID, "", 403, 50013},
		{"positions that are no list", "PATCH", guild + "/roles", `{}`, 400, 50035},
		{"channels without the permission", "PATCH", guild + "/channels", `[]`, 403, 50013},
		{"a slowmode of a day", "PATCH", w.General(), `{"rate_limit_per_user":86400}`, 400, 50035},
		{"archived private threads without the permission", "GET", w.General() + "/threads/archived/private", "", 403, 50013},
		{"an archived list of one", "GET", w.General() + "/threads/archived/public?limit=1", "", 400, 50035},
		{"permissions for a command that there isn't", "GET", w.App() + guild + "/commands/5/permissions", "", 404, 10063},
		{"permissions for commands, which a bot can't set", "PUT", w.App() + guild + "/commands/5/permissions", `{"permissions":[]}`, 403, 20001},
		{"what isn't served", "GET", guild + "/audit-logs", "", 400, 0},
		{"what isn't Discord's", "GET", guild + "/nothing", "", 404, 0},
	} {
		check(c)
	}
	rawbot.Do(t, d, "/sandbox/roles", map[string]any{"role": "Deuces", "position": 5, "permissions": []string{"MANAGE_ROLES", "MANAGE_CHANNELS", "MANAGE_MESSAGES", "KICK_MEMBERS",
		"BAN_MEMBERS", "MANAGE_NICKNAMES", "MODERATE_MEMBERS", "MANAGE_GUILD", "PIN_MESSAGES", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ADD_REACTIONS"}}, nil)
	for _, c := range []wrong{
		{"kicking the owner", "DELETE", guild + "/members/" + ann, "", 403, 50013},
		{"kicking who ranks above", "DELETE", guild + "/members/" + dee, "", 403, 50013},
		{"banning itself", "PUT", guild + "/bans/" + w.Bot.ID, "", 403, 50013},
		{"banning nobody", "PUT", guild + "/bans/5", "", 404, 10013},
		{"deleting a fortnight of messages", "PUT", guild + "/bans/" + bob, `{"delete_message_seconds":1209600}`, 400, 50035},
		{"a ban that isn't", "DELETE", guild + "/bans/" + bob, "", 404, 10026},
		{"no ban at all", "GET", guild + "/bans/" + bob, "", 404, 10026},
		{"banning nobody in bulk", "POST", guild + "/bulk-ban", `{"user_ids":[]}`, 400, 50035},
		{"banning only whom it can't", "POST", guild + "/bulk-ban", `{"user_ids":["` + ann + `"]}`, 400, 500000},
		{"a role above the bot's", "PATCH", guild + "/roles/" + high, `{"name":"x"}`, 403, 50013},
		{"deleting a role above the bot's", "DELETE", guild + "/roles/" + high, "", 403, 50013},
		{"deleting @everyone", "DELETE", guild + "/roles/" + w.Guilds[0].ID, "", 400, 50028},
		{"a role of another guild", "DELETE", guild + "/roles/" + other.ID, "", 404, 10011},
		{"granting what it doesn't have", "POST", guild + "/roles", `{"permissions":"8"}`, 403, 50013},
		{"moving a role above its own", "PATCH", guild + "/roles", `[{"id":"` + w.Role("Deuces") + `","position":9}]`, 403, 50013},
		{"moving @everyone", "PATCH", guild + "/roles", `[{"id":"` + w.Guilds[0].ID + `","position":3}]`, 400, 50035},
		{"a nickname for the owner", "PATCH", guild + "/members/" + ann, `{"nick":"x"}`, 403, 50013},
		{"a role that ranks above", "PATCH", guild + "/members/" + bob, `{"roles":["` + high + `"]}`, 403, 50013},
		{"a role that there isn't", "PATCH", guild + "/members/" + bob, `{"roles":["5"]}`, 404, 10011},
		{"deleting one message in bulk", "POST", w.General() + "/messages/bulk-delete", `{"messages":["` + m + `"]}`, 400, 50016},
		{"deleting old messages in bulk", "POST", w.General() + "/messages/bulk-delete", `{"messages":["` + m + `","` + old + `"]}`, 400, 50034},
		{"deleting a message twice", "POST", w.General() + "/messages/bulk-delete", `{"messages":["` + m + `","` + m + `"]}`, 400, 50035},
		{"a channel in no category", "PATCH", w.General(), `{"parent_id":"` + other.Channels[0].ID + `"}`, 400, 50035},
		{"a voice channel", "POST", guild + "/channels", `{"name":"x","type":2}`, 400, 0},
		{"a kind of channel that there isn't", "POST", guild + "/channels", `{"name":"x","type":99}`, 400, 50035},
		{"a channel of another guild as the system's", "PATCH", guild, `{"system_channel_id":"` + other.Channels[0].ID + `"}`, 400, 50035},
		{"moving a channel of another guild", "PATCH", guild + "/channels", `[{"id":"` + other.Channels[0].ID + `","position":1}]`, 404, 10003},
		{"a poll", "POST", w.General() + "/messages", `{"poll":{"question":{"text":"x"}}}`, 400, 0},
		{"a sticker", "POST", w.General() + "/messages", `{"content":"x","sticker_ids":["1"]}`, 400, 0},
		{"a channel's bitrate", "PATCH", w.General(), `{"bitrate":64000}`, 400, 0},
		{"no bitrate", "PATCH", w.General(), `{"bitrate":null,"user_limit":0}`, 200, 0},
		{"events over HTTP", "PATCH", "/applications/@me", `{"event_webhooks_url":"https://example.com"}`, 400, 0},
		{"two slashes for one", "GET", "//applications//@me", "", 200, 0},
		{"a guild's picture", "PATCH", guild, `{"icon":"data:image/png;base64,eA=="}`, 400, 0},
	} {
		check(c)
	}
	// Twenty emojis are as many as a message takes.
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

// TestAllOfAPatchIsKept reads back what each PATCH was answered with.
func TestAllOfAPatchIsKept(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	rawbot.Do(t, d, "/sandbox/roles", map[string]any{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5}, nil)
	w := rawbot.Look(t, d)
	guild := "/guilds/" + w.Guilds[0].ID
	category := rawbot.Made(t, d, guild+"/channels", `{"name":"Tables","type":4}`)
	role := rawbot.Made(t, d, guild+"/roles", `{"name":"Dealer"}`)
	thread := rawbot.Made(t, d, w.General()+"/threads", `{"name":"t","type":12}`)
	for _, c := range []struct{ path, body string }{
		{w.General(), `{"name":"lounge","topic":"cards","rate_limit_per_user":7,"nsfw":true,"position":3,"parent_id":"` + category + `","default_auto_archive_duration":60,"default_thread_rate_limit_per_user":9}`},
		{"/channels/" + thread, `{"name":"u","rate_limit_per_user":8}`},
		{guild, `{"name":"Sandpit","description":"cards","verification_level":2,"default_message_notifications":1,"explicit_content_filter":2,"afk_timeout":60,"system_channel_flags":1,"preferred_locale":"de","premium_progress_bar_enabled":true,"system_channel_id":` +
			`"` + w.Guilds[0].Channels[0].ID + `"}`},
		{guild + "/roles/" + role, `{"name":"Croupier","color":255,"hoist":true,"mentionable":true,"permissions":"1024"}`},
		{guild + "/members/" + w.ID("Bob"), `{"nick":"Bobby","roles":["` + role + `"],"communication_disabled_until":"2099-01-01T00:00:00Z"}`},
		{"/applications/@me", `{"description":"cards","tags":["a","b"],"custom_install_url":"https://example.com/x","role_connections_verification_url":"https://example.com/y"}`},
		{"/users/@me", `{"username":"Dealer"}`},
	} {
		if strings.Contains(c.body, "2099") {
			c.body = strings.Replace(c.body, "2099-01-01T00:00:00Z", time.Now().Add(time.Hour).UTC().Format(time.RFC3339), 1)
		}
		status, _ := rawbot.Call(t, d, "PATCH", c.path, c.body)
		if status != 200 {
			t.Errorf("PATCH %s: %d", c.path, status)
			continue
		}
		calls, err := d.Calls(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := rawbot.Call(t, d, "GET", c.path, ""); status != 200 {
			t.Errorf("GET %s: %d", c.path, status)
		}
		again, err := d.Calls(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var want, answered, read map[string]any
		for text, into := range map[*map[string]any]json.RawMessage{&want: json.RawMessage(c.body), &answered: calls[len(calls)-1].Response, &read: again[len(again)-1].Response} {
			if err := json.Unmarshal(into, text); err != nil {
				t.Fatal(err)
			}
		}
		for name, v := range want {
			if a, r := fmt.Sprint(answered[name]), fmt.Sprint(read[name]); a != fmt.Sprint(v) || r != a {
				t.Errorf("%s of %s: sent %v, answered %s, then read %s", name, c.path, v, a, r)
			}
		}
	}
	rawbot.CheckCalls(t, d)
}

// TestSlowmodeAndTimeoutsHoldPeople is about what a bot's PATCH means for the people in a channel.
func TestSlowmodeAndTimeoutsHoldPeople(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	rawbot.Do(t, d, "/sandbox/roles", map[string]any{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5}, nil)
	w := rawbot.Look(t, d)
	says := func(who string) int {
		return rawbot.Status(d.Do(t.Context(), "POST", "/sandbox/say", map[string]any{"user": who, "channel": "general", "content": "x"}, nil))
	}
	if s, _ := rawbot.Call(t, d, "PATCH", w.General(), `{"rate_limit_per_user":3600}`); s != 200 {
		t.Fatal(s)
	}
	if first, second := says("Bob"), says("Bob"); first != 0 || second != 429 {
		t.Errorf("slowmode: %d, then %d, want 0, 429", first, second)
	}
	if first, second := says("Ann"), says("Ann"); first != 0 || second != 0 {
		t.Errorf("slowmode for the owner: %d, then %d", first, second)
	}
	if s, _ := rawbot.Call(t, d, "PATCH", "/guilds/"+w.Guilds[0].ID+"/members/"+w.ID("Cy"), `{"communication_disabled_until":"`+time.Now().Add(time.Hour).Format(time.RFC3339)+`"}`); s != 200 {
		t.Fatal(s)
	}
	if s := says("Cy"); s != 403 {
		t.Errorf("Cy, timed out: %d, want 403", s)
	}
	if s, _ := rawbot.Call(t, d, "PUT", "/guilds/"+w.Guilds[0].ID+"/bans/"+w.ID("Dee"), ""); s != 204 {
		t.Fatal(s)
	}
	if s := rawbot.Status(d.Do(t.Context(), "POST", "/sandbox/members", map[string]any{"user": "Dee"}, nil)); s != 403 {
		t.Errorf("Dee, banned, joins: %d, want 403", s)
	}
}
