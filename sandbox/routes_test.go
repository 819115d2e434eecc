package sandbox_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestPermissions(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	deny := func(names ...string) {
		if err := d.Do(t.Context(), "POST", "/sandbox/permissions", map[string]any{"channel": "general", "deny": names}, nil); err != nil {
			t.Fatal(err)
		}
	}
	m := Made(t, d, w.General()+"/messages", `{"content":"x"}`)
	for _, c := range []struct {
		why                string
		deny               []string
		method, path, body string
		status, code       int
	}{
		{"writing", []string{"SEND_MESSAGES"}, "POST", "/messages", `{"content":"x"}`, 403, 50013},
		{"an embed without its permission", []string{"embed links"}, "POST", "/messages", `{"embeds":[{"title":"x"}]}`, 403, 50013},
		{"a channel that isn't seen", []string{"VIEW_CHANNEL"}, "POST", "/messages", `{"content":"x"}`, 403, 50001},
		{"reading", []string{"READ_MESSAGE_HISTORY"}, "GET", "/messages/" + m, "", 403, 50013},
		{"editing one's own needs nothing but sight", []string{"SEND_MESSAGES"}, "PATCH", "/messages/" + m, `{"content":"y"}`, 200, 0},
		{"a thread", []string{"CREATE_PUBLIC_THREADS"}, "POST", "/messages/" + m + "/threads", `{"name":"x"}`, 403, 50013},
		{"deleting the channel", nil, "DELETE", "", "", 403, 50013},
	} {
		deny(c.deny...)
		if status, e := Call(t, d, c.method, w.General()+c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, status, e.Code, c.status, c.code)
		}
	}
	deny()
	if status, e := Call(t, d, "POST", "/users/@me/channels", `{"recipient_id":"1"}`); status != 404 || e.Code != 10013 {
		t.Errorf("a direct message with nobody: %d %d, want 404 10013", status, e.Code)
	}
	if status, e := Call(t, d, "POST", "/channels/1/messages", `{"content":"x"}`); status != 404 || e.Code != 10003 {
		t.Errorf("an unknown channel: %d %d", status, e.Code)
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/say", map[string]any{"user": "Bob", "channel": "general", "content": "mine"}, nil); err != nil {
		t.Fatal(err)
	}
	seen, err := User(t, d, "Bob").Messages(t.Context(), "general")
	if err != nil {
		t.Fatal(err)
	}
	bobs := seen[len(seen)-1]
	if status, e := Call(t, d, "PATCH", w.General()+"/messages/"+bobs.ID, `{"content":"y"}`); status != 403 || e.Code != 50005 {
		t.Errorf("editing another's message: %d %d", status, e.Code)
	}
	if status, e := Call(t, d, "DELETE", w.General()+"/messages/"+bobs.ID, ""); status != 403 || e.Code != 50013 {
		t.Errorf("deleting another's message: %d %d", status, e.Code)
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/permissions", map[string]any{"channel": "general", "allow": []string{"MANAGE_MESSAGES"}}, nil); err != nil {
		t.Fatal(err)
	}
	if status, _ := Call(t, d, "DELETE", w.General()+"/messages/"+bobs.ID, ""); status != 204 {
		t.Errorf("deleting another's message with MANAGE_MESSAGES: %d", status)
	}
}

// A bot with the permission to read the history gets all messages after a given one, newest first.
// Without the permission it gets none, and no error. The channel's last message id is visible to
// everyone, even after that message was deleted.
func TestTheHistoryAfterAMessage(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w, bob := Look(t, d), User(t, d, "Bob")
	deny := func(names ...string) {
		t.Helper()
		if err := d.Do(t.Context(), "POST", "/sandbox/permissions", map[string]any{"channel": "general", "deny": names}, nil); err != nil {
			t.Fatal(err)
		}
	}
	first := Made(t, d, w.General()+"/messages", `{"content":"a board"}`)
	var all []string
	for _, text := range []string{"one", "two", "three"} {
		var said struct {
			ID string `json:"id"`
		}
		if err := d.Do(t.Context(), "POST", "/sandbox/say", map[string]any{"user": bob.ID, "channel": "general", "content": text}, &said); err != nil {
			t.Fatal(err)
		}
		all = append(all, said.ID)
	}
	get := func(path string, into any) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", d.URL+"/api/v10"+w.General()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bot sandbox")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("GET %s: %d %v", path, resp.StatusCode, err)
		}
	}
	var last struct {
		ID string `json:"last_message_id"`
	}
	listed := func(query string) (ids []string) {
		t.Helper()
		var messages []struct {
			ID string `json:"id"`
		}
		get("/messages?"+query, &messages)
		for _, m := range messages {
			ids = append(ids, m.ID)
		}
		return ids
	}
	if got, want := listed("limit=2&after="+first), []string{all[1], all[0]}; !slices.Equal(got, want) {
		t.Errorf("two after the first are %v, not %v", got, want)
	}
	deny("READ_MESSAGE_HISTORY")
	if got := listed("limit=2&after=" + first); len(got) > 0 {
		t.Errorf("without the permission %v is listed", got)
	}
	if err := d.Do(t.Context(), "DELETE", "/sandbox/messages/"+all[2], nil, nil); err != nil {
		t.Fatal(err)
	}
	if get("", &last); last.ID != all[2] {
		t.Errorf("the last message was %s, and is told as %s", all[2], last.ID)
	}
	deny("VIEW_CHANNEL")
	for _, path := range []string{"/messages?limit=2", ""} {
		if status, e := Call(t, d, "GET", w.General()+path, ""); status != 403 || e.Code != 50001 {
			t.Errorf("%q of a channel that isn't seen: %d %d", path, status, e.Code)
		}
	}
}

func TestMentions(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w, ann, bob := Look(t, d), User(t, d, "Ann"), User(t, d, "Bob")
	for _, c := range []struct {
		why, allowed  string
		ann, bob, all bool
	}{
		{"everything by default", "", true, true, true},
		{"nothing", `,"allowed_mentions":{"parse":[]}`, false, false, false},
		{"users", `,"allowed_mentions":{"parse":["users"]}`, true, true, false},
		{"one user", `,"allowed_mentions":{"users":["` + bob.ID + `"]}`, false, true, false},
	} {
		Made(t, d, w.General()+"/messages", `{"content":"<@`+ann.ID+`> <@!`+bob.ID+`> @everyone"`+c.allowed+`}`)
		all, err := ann.Messages(t.Context(), "general")
		if err != nil {
			t.Fatal(err)
		}
		m := all[len(all)-1]
		got := map[string]bool{}
		for _, p := range m.Mentions {
			got[p.Name] = true
		}
		if got["Ann"] != c.ann || got["Bob"] != c.bob || m.Everyone != c.all {
			t.Errorf("%s: pings %v, everyone %v", c.why, got, m.Everyone)
		}
	}
}

func TestNonces(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	body := `{"content":"x","nonce":"once","enforce_nonce":true}`
	if a, b := Made(t, d, w.General()+"/messages", body), Made(t, d, w.General()+"/messages", body); a != b {
		t.Errorf("an enforced nonce made %s and %s", a, b)
	}
	loose := `{"content":"x","nonce":"once"}`
	if a, b := Made(t, d, w.General()+"/messages", loose), Made(t, d, w.General()+"/messages", loose); a == b {
		t.Error("a nonce that isn't enforced kept a message from being made")
	}
}

func TestEmojis(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	body := func(name string, side int) string {
		return fmt.Sprintf(`{"name":%q,"image":%q}`, name, DataURI(Picture(t, side)))
	}
	id := Made(t, d, w.App()+"/emojis", body("ace_of_spades", 128))
	for _, c := range []struct {
		why, method, path, body string
		status, code            int
	}{
		{"a name of one", "POST", "", body("a", 8), 400, 50035},
		{"a name with a blank", "POST", "", body("a b", 8), 400, 50035},
		{"a name that is taken", "POST", "", body("ace_of_spades", 8), 400, 50035},
		{"129 pixels", "POST", "", body("wide", 129), 400, 50035},
		{"more than 256 KiB", "POST", "", fmt.Sprintf(`{"name":"big","image":%q}`, DataURI(append(Picture(t, 8), make([]byte, 256<<10)...))), 400, 50035},
		{"no picture", "POST", "", `{"name":"none","image":"data:image/png;base64,AAAA"}`, 400, 50035},
		{"deleting", "DELETE", "/" + id, "", 204, 0},
		{"deleting again", "DELETE", "/" + id, "", 404, 10014},
	} {
		if status, e := Call(t, d, c.method, w.App()+"/emojis"+c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, status, e.Code, c.status, c.code)
		}
	}
	CheckCalls(t, d)
}

func TestThreads(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	m := Made(t, d, w.General()+"/messages", `{"content":"x"}`)
	thread := Made(t, d, w.General()+"/messages/"+m+"/threads", `{"name":"table"}`)
	if thread != m {
		t.Errorf("the thread is %s, its message %s", thread, m)
	}
	own := Made(t, d, w.General()+"/threads", `{"name":"quiet","type":12}`)
	Made(t, d, w.General()+"/threads", `{"name":"loud","type":11,"auto_archive_duration":60}`)
	at := "/channels/" + thread
	for _, c := range []struct {
		why, method, path, body string
		status, code            int
	}{
		{"a second thread on a message", "POST", w.General() + "/messages/" + m + "/threads", `{"name":"x"}`, 400, 160004},
		{"a name of 101", "POST", w.General() + "/threads", `{"name":"` + strings.Repeat("x", 101) + `"}`, 400, 50035},
		{"an archive time of its own", "POST", w.General() + "/threads", `{"name":"x","auto_archive_duration":61}`, 400, 50035},
		{"a thread in a thread", "POST", at + "/threads", `{"name":"x","type":11}`, 400, 50024},
		{"locking needs MANAGE_THREADS", "PATCH", at, `{"locked":true}`, 403, 50013},
		{"archiving one's own", "PATCH", at, `{"archived":true}`, 200, 0},
		{"renaming an archived one", "PATCH", at, `{"name":"x"}`, 400, 50083},
		{"writing opens it again", "POST", at + "/messages", `{"content":"x"}`, 200, 0},
		{"renaming it now", "PATCH", at, `{"name":"x"}`, 200, 0},
		{"joining", "PUT", at + "/thread-members/@me", "", 204, 0},
		{"leaving", "DELETE", at + "/thread-members/@me", "", 204, 0},
		{"deleting needs MANAGE_THREADS", "DELETE", at, "", 403, 50013},
	} {
		if status, e := Call(t, d, c.method, c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, status, e.Code, c.status, c.code)
		}
	}
	if _, err := User(t, d, "Bob").Messages(t.Context(), own); Status(err) != 403 {
		t.Errorf("a private thread: %v, want 403", err)
	}
	CheckCalls(t, d)
}

// Unknown routes and methods are answered as on Discord.
func TestRoutes(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	for _, c := range []struct {
		why, method, path, token string
		status, code             int
	}{
		{"the bare token", "GET", "/api/v10/users/@me", "sandbox", 200, 0},
		{"the token with Bot", "GET", "/api/v9/users/@me", "Bot sandbox", 200, 0},
		{"a wrong token", "GET", "/api/v10/users/@me", "Bot other", 401, 0},
		{"no token for the gateway's address", "GET", "/api/v10/gateway", "", 200, 0},
		{"a token for the bot's", "GET", "/api/v10/gateway/bot", "", 401, 0},
		{"an old version", "GET", "/api/v6/gateway", "", 400, 50041},
		{"a webhook that isn't, without a token", "PATCH", "/api/v10/webhooks/1/none/messages/%40original", "", 404, 10015},
		{"an interaction that isn't", "POST", "/api/v10/interactions/1/none/callback", "", 404, 10062},
		{"the application", "GET", "/api/v10/applications/@me", "Bot sandbox", 200, 0},
		{"the application as OAuth2 has it", "GET", "/api/v10/oauth2/applications/@me", "Bot sandbox", 200, 0},
		{"the bot's guilds", "GET", "/api/v10/users/@me/guilds", "Bot sandbox", 200, 0},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, d.URL+c.path, strings.NewReader(`{"type":1}`))
		if err != nil {
			t.Fatal(err)
		}
		if c.token != "" {
			r.Header.Set("Authorization", c.token)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var e Answer
		if text, _ := io.ReadAll(resp.Body); len(text) > 0 && text[0] == '{' {
			err = json.Unmarshal(text, &e)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status || e.Code != c.code || err != nil {
			t.Errorf("%s: %d %d %v, want %d %d", c.why, resp.StatusCode, e.Code, err, c.status, c.code)
		}
	}
	CheckCalls(t, d)
}

// Words and numbers that are not ids are refused where an id is expected.
func TestIDs(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	messages, app, guild := w.General()+"/messages", w.App(), "/guilds/"+w.Guilds[0].ID
	for _, c := range []struct {
		method, path, field string // field is "" for routes that accept a word as id
	}{
		{"GET", "/channels/abc", "channel_id"},
		{"GET", "/channels/-1", "channel_id"},
		{"GET", "/channels/18446744073709551616", "channel_id"}, // one more than 64 bits can hold
		{"GET", messages + "/abc", "message_id"},
		{"GET", messages + "/@original", "message_id"},
		{"GET", guild + "x", "guild_id"},
		{"GET", "/users/abc", "user_id"},
		{"GET", guild + "/members/@me", "user_id"},
		{"PUT", guild + "/members/1/roles/judge", "role_id"},
		{"DELETE", app + "/emojis/as", "emoji_id"},
		{"GET", app + "/guilds/abc/commands", "guild_id"},
		{"GET", "/applications/abc/commands", "application_id"},
		{"POST", "/interactions/abc/token/callback", "interaction_id"},
		{"PATCH", "/webhooks/abc/token/messages/@original", "webhook_id"},
		{"PATCH", "/webhooks/1/token/messages/abc", "message_id"},
		{"PATCH", "/webhooks/1/token/messages/@original", ""},
		{"PUT", w.General() + "/thread-members/@me", ""},
		{"GET", messages + "?before=abc", "before"},
		{"GET", messages + "?after=abc", "after"},
		{"GET", messages + "?around=abc", "around"},
		{"GET", messages + "?limit=abc", "limit"},
	} {
		status, e := Call(t, d, c.method, c.path, "{}")
		got := Faulty(t, e)
		if c.field == "" && e.Code == 50035 || c.field != "" && (status != 400 || e.Code != 50035 || len(got) != 1 || got[c.field] != "NUMBER_TYPE_COERCE") {
			t.Errorf("%s %s: %d %d %v, want %q to be no number", c.method, c.path, status, e.Code, got, c.field)
		}
	}
	if _, e := Call(t, d, "GET", "/channels/abc", ""); !strings.Contains(string(e.Errors), `Value \"abc\" is not snowflake.`) {
		t.Errorf("a channel abc: %s", e.Errors)
	}
	CheckCalls(t, d)
}
