package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestPermissions(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := GetWorld(t, d)
	m := w.General() + "/messages/" + Create(t, d, w.General()+"/messages", `{"content":"x"}`)
	for _, c := range []struct {
		deny string
		call callTest
	}{
		{"SEND_MESSAGES", callTest{"writing", "POST", w.General() + "/messages", `{"content":"x"}`, 403, 50013}},
		{"embed links", callTest{"an embed without its permission", "POST", w.General() + "/messages", `{"embeds":[{"title":"x"}]}`, 403, 50013}},
		{"VIEW_CHANNEL", callTest{"a channel that isn't seen", "POST", w.General() + "/messages", `{"content":"x"}`, 403, 50001}},
		{"VIEW_CHANNEL", callTest{"listing one", "GET", w.General() + "/messages?limit=2", "", 403, 50001}},
		{"VIEW_CHANNEL", callTest{"looking at one", "GET", w.General(), "", 403, 50001}},
		{"READ_MESSAGE_HISTORY", callTest{"reading", "GET", m, "", 403, 50013}},
		{"SEND_MESSAGES", callTest{"editing its own message needs only VIEW_CHANNEL", "PATCH", m, `{"content":"y"}`, 200, 0}},
		{"CREATE_PUBLIC_THREADS", callTest{"a thread", "POST", m + "/threads", `{"name":"x"}`, 403, 50013}},
	} {
		Deny(t, d, c.deny)
		checkAll(t, d, c.call)
	}
	Deny(t, d)
	bobs := w.General() + "/messages/" + Say(t, d, "Bob", "general", "mine")
	checkAll(t, d,
		callTest{"deleting the channel", "DELETE", w.General(), "", 403, 50013},
		callTest{"an unknown channel", "POST", "/channels/1/messages", `{"content":"x"}`, 404, 10003},
		callTest{"editing another's message", "PATCH", bobs, `{"content":"y"}`, 403, 50005},
		callTest{"deleting another's message", "DELETE", bobs, "", 403, 50013},
	)
	Do(t, d, "permissions", map[string]any{"channel": "general", "allow": []string{"MANAGE_MESSAGES"}})
	checkAll(t, d, callTest{"deleting another's message with MANAGE_MESSAGES", "DELETE", bobs, "", 204, 0})
}

func TestTheBotsRoleHasThePermissionsOfTheInvitation(t *testing.T) {
	t.Parallel()
	granted, err := sandbox.ParsePermissions("MANAGE_ROLES, manage_messages")
	must(t, err)
	d := sandboxtest.Start(t, sandbox.Config{Permissions: granted})
	Do(t, d, "guilds", map[string]any{"name": "Other"})
	for _, g := range GetWorld(t, d).Guilds {
		said := Say(t, d, "Ann", g.Channels[0].ID, "x")
		checkAll(t, d, callTest{"deleting somebody's message in " + g.Name, "DELETE", "/channels/" + g.Channels[0].ID + "/messages/" + said, "", 204, 0})
	}
	if _, err := sandbox.ParsePermissions("FLY"); err == nil || !strings.Contains(err.Error(), "FLY") {
		t.Errorf("an unknown permission: got %v, want an error that names it", err)
	}
}

// A bot can list a channel's messages before, after and around a given message, newest first.
// Without the permission to read the history, the list is empty, without an error. The id of the
// channel's last message is visible to everyone, even after that message was deleted.
func TestListing(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	general := GetWorld(t, d).General()
	listMessages := func(query string) (ids []string) {
		t.Helper()
		var messages []struct{ ID string }
		Get(t, d, general+"/messages?"+query, &messages)
		for _, m := range messages {
			ids = append(ids, m.ID)
		}
		return ids
	}
	var ids []string
	for i := range 60 {
		ids = append(ids, Say(t, d, "Bob", "general", fmt.Sprint(i)))
	}
	for _, c := range []struct {
		why, query string
		newest, n  int
	}{
		{"the newest", "limit=5", 59, 5},
		{"before one", "limit=5&before=" + ids[10], 9, 5},
		{"after one, the nearest", "limit=5&after=" + ids[10], 15, 5},
		{"around one", "limit=5&around=" + ids[10], 12, 5},
		{"around the newest", "limit=5&around=" + ids[59], 59, 5},
		{"the end", "limit=50&before=" + ids[2], 1, 2},
	} {
		want := slices.Clone(ids[c.newest-c.n+1 : c.newest+1])
		slices.Reverse(want)
		if got := listMessages(c.query); !slices.Equal(got, want) {
			t.Errorf("%s: got the messages %v, want %v", c.why, got, want)
		}
	}
	Deny(t, d, "READ_MESSAGE_HISTORY")
	if got := listMessages("limit=2"); len(got) > 0 {
		t.Errorf("without READ_MESSAGE_HISTORY: got the messages %v, want none", got)
	}
	Delete(t, d, "messages/"+ids[59])
	var channel struct {
		Last string `json:"last_message_id"`
	}
	if Get(t, d, general, &channel); channel.Last != ids[59] {
		t.Errorf("the last message, now deleted, is %s, but the channel says %s", ids[59], channel.Last)
	}
}

func TestMentionsAndNonces(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	messages := GetWorld(t, d).General() + "/messages"
	for _, c := range []struct {
		why, allowed  string
		ann, bob, all bool
	}{
		{"everything by default", "", true, true, true},
		{"nothing", `,"allowed_mentions":{"parse":[]}`, false, false, false},
		{"users", `,"allowed_mentions":{"parse":["users"]}`, true, true, false},
		{"one user", `,"allowed_mentions":{"users":["` + bob.ID + `"]}`, false, true, false},
	} {
		Create(t, d, messages, `{"content":"<@`+ann.ID+`> <@!`+bob.ID+`> @everyone"`+c.allowed+`}`)
		all := Messages(t, ann)
		m := all[len(all)-1]
		got := map[string]bool{}
		for _, p := range m.Mentions {
			got[p.Name] = true
		}
		if got["Ann"] != c.ann || got["Bob"] != c.bob || m.Everyone != c.all {
			t.Errorf("%s: mentions %v, everyone %v, want Ann %v, Bob %v, everyone %v", c.why, got, m.Everyone, c.ann, c.bob, c.all)
		}
	}
	for body, once := range map[string]bool{`{"content":"x","nonce":"a","enforce_nonce":true}`: true, `{"content":"x","nonce":"b"}`: false} {
		if a, b := Create(t, d, messages, body), Create(t, d, messages, body); (a == b) != once {
			t.Errorf("sent twice, %s made %s and %s, want one message: %v", body, a, b, once)
		}
	}
}

func TestEmojis(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	emojis := GetWorld(t, d).App() + "/emojis"
	body := func(name string, picture []byte) string {
		return fmt.Sprintf(`{"name":%q,"image":%q}`, name, DataURI(picture))
	}
	small := Picture(t, 8)
	id := Create(t, d, emojis, body("ace_of_spades", Picture(t, 128)))
	getEmoji := func() *http.Response {
		resp, _ := Request(t, d, "GET", "/emojis/"+id+".png", nil)
		return resp
	}
	if resp := getEmoji(); resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/png" {
		t.Errorf("GET of an emoji: got %d as %s, want 200 as image/png", resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	checkAll(t, d,
		callTest{"a name of one", "POST", emojis, body("a", small), 400, 50035},
		callTest{"a name with a blank", "POST", emojis, body("a b", small), 400, 50035},
		callTest{"a name that is taken", "POST", emojis, body("ace_of_spades", small), 400, 50035},
		callTest{"129 pixels", "POST", emojis, body("wide", Picture(t, 129)), 400, 50035},
		callTest{"more than 256 KiB", "POST", emojis, body("big", append(Picture(t, 8), make([]byte, 256<<10)...)), 400, 50035},
		callTest{"no picture", "POST", emojis, `{"name":"none","image":"data:image/png;base64,AAAA"}`, 400, 50035},
		callTest{"deleting", "DELETE", emojis + "/" + id, "", 204, 0},
		callTest{"deleting again", "DELETE", emojis + "/" + id, "", 404, 10014},
	)
	if resp := getEmoji(); resp.StatusCode != 404 {
		t.Errorf("GET of a deleted emoji: got %d, want 404", resp.StatusCode)
	}
	CheckCalls(t, d)
}

func TestThreads(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	general := GetWorld(t, d).General()
	m := Create(t, d, general+"/messages", `{"content":"x"}`)
	thread := Create(t, d, general+"/messages/"+m+"/threads", `{"name":"table"}`)
	if thread != m {
		t.Errorf("the thread has the id %s, want that of its message, %s", thread, m)
	}
	own := Create(t, d, general+"/threads", `{"name":"quiet","type":12}`)
	Create(t, d, general+"/threads", `{"name":"loud","type":11,"auto_archive_duration":60}`)
	at := "/channels/" + thread
	checkAll(t, d,
		callTest{"a second thread on a message", "POST", general + "/messages/" + m + "/threads", `{"name":"x"}`, 400, 160004},
		callTest{"a name of 101", "POST", general + "/threads", `{"name":"` + x(101) + `"}`, 400, 50035},
		callTest{"an archive time of its own", "POST", general + "/threads", `{"name":"x","auto_archive_duration":61}`, 400, 50035},
		callTest{"a thread in a thread", "POST", at + "/threads", `{"name":"x","type":11}`, 400, 50024},
		callTest{"locking needs MANAGE_THREADS", "PATCH", at, `{"locked":true}`, 403, 50013},
		callTest{"archiving one's own", "PATCH", at, `{"archived":true}`, 200, 0},
		callTest{"renaming an archived one", "PATCH", at, `{"name":"x"}`, 400, 50083},
		callTest{"writing opens it again", "POST", at + "/messages", `{"content":"x"}`, 200, 0},
		callTest{"renaming it now", "PATCH", at, `{"name":"x"}`, 200, 0},
		callTest{"joining", "PUT", at + "/thread-members/@me", "", 204, 0},
		callTest{"leaving", "DELETE", at + "/thread-members/@me", "", 204, 0},
		callTest{"deleting needs MANAGE_THREADS", "DELETE", at, "", 403, 50013},
	)
	if _, err := User(t, d, "Bob").Messages(t.Context(), own); Status(err) != 403 {
		t.Errorf("Bob reads a private thread: got %v, want 403", err)
	}
	CheckCalls(t, d)
}

func TestTokensVersionsAndIDsAreAnsweredAsOnDiscord(t *testing.T) {
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
		{"a webhook that doesn't exist, without a token", "PATCH", "/api/v10/webhooks/1/none/messages/%40original", "", 404, 10015},
		{"an interaction that doesn't exist", "POST", "/api/v10/interactions/1/none/callback", "", 404, 10062},
		{"the application", "GET", "/api/v10/applications/@me", "Bot sandbox", 200, 0},
		{"the application as OAuth2 has it", "GET", "/api/v10/oauth2/applications/@me", "Bot sandbox", 200, 0},
		{"the bot's guilds", "GET", "/api/v10/users/@me/guilds", "Bot sandbox", 200, 0},
		{"two slashes for one", "GET", "/api/v10//applications//@me", "Bot sandbox", 200, 0},
	} {
		resp, text := Request(t, d, c.method, c.path, strings.NewReader(`{"type":1}`), "Authorization", c.token)
		var e Answer
		_ = json.Unmarshal(text, &e) // a list has no code
		if resp.StatusCode != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, resp.StatusCode, e.Code, c.status, c.code)
		}
	}
	CheckCalls(t, d)
}

func TestRoutesOfGuildsWithAndWithoutTheirPermissions(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, Privileged: membersIntent})
	w := GetWorld(t, d)
	guild, bob := w.Guild(), w.Guild()+"/members/"+w.ID("Bob")
	Do(t, d, "roles", map[string]any{"role": "staff", "permissions": []string{"MANAGE_ROLES", "MANAGE_CHANNELS"}})
	judge := bob + "/roles/" + Do(t, d, "roles", map[string]any{"role": "judge"})
	checkAll(t, d, callTest{"giving a role without MANAGE_ROLES", "PUT", judge, "", 403, 50013})
	Do(t, d, "members", map[string]any{"user": "Deuces", "roles": []string{"Deuces", "staff"}})
	Do(t, d, "roles", map[string]any{"role": "staff", "position": 2})
	channel := "/channels/" + w.Guilds[0].Channels[1].ID
	Create(t, d, w.App()+guild+"/commands", `{"name":"play","description":"d","options":[{"type":3,"name":"game","description":"d"}]}`)
	checkAll(t, d,
		callTest{"the guild", "GET", guild, "", 200, 0},
		callTest{"an unknown guild", "GET", "/guilds/1", "", 404, 10004},
		callTest{"its channels", "GET", guild + "/channels", "", 200, 0},
		callTest{"its roles", "GET", guild + "/roles", "", 200, 0},
		callTest{"its members, with the intent", "GET", guild + "/members", "", 200, 0},
		callTest{"a member", "GET", bob, "", 200, 0},
		callTest{"an unknown member", "GET", guild + "/members/1", "", 404, 10007},
		callTest{"a user", "GET", "/users/" + w.ID("Bob"), "", 200, 0},
		callTest{"an unknown user", "GET", "/users/1", "", 404, 10013},
		callTest{"giving a role", "PUT", judge, "", 204, 0},
		callTest{"taking it", "DELETE", judge, "", 204, 0},
		callTest{"a role that doesn't exist", "PUT", bob + "/roles/1", "", 404, 10011},
		callTest{"the channel", "GET", channel, "", 200, 0},
		callTest{"changing the channel", "PATCH", channel, `{"topic":"cards"}`, 400, 0},
		callTest{"typing", "POST", channel + "/typing", "", 204, 0},
		callTest{"all of the guild's commands", "GET", w.App() + guild + "/commands", "", 200, 0},
		callTest{"another application's commands", "GET", "/applications/1/commands", "", 404, 10002},
		callTest{"deleting the channel", "DELETE", channel, "", 200, 0},
		callTest{"it is gone", "GET", channel, "", 404, 10003},
	)
	// Bots read these lists when they start. In the sandbox they are empty.
	for _, path := range []string{guild + "/emojis", guild + "/stickers", guild + "/invites", guild + "/integrations", guild + "/scheduled-events", "/voice/regions"} {
		var list []json.RawMessage
		if Get(t, d, path, &list); list == nil || len(list) > 0 {
			t.Errorf("GET %s: got %v, want an empty list", path, list)
		}
	}
	CheckCalls(t, d)
}

func TestABotGivesOnlyRolesBelowOneOfItsOwn(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := GetWorld(t, d)
	type role = map[string]any
	Do(t, d, "roles", role{"role": "Deuces", "permissions": []string{"MANAGE_ROLES"}})
	chief := Do(t, d, "roles", role{"role": "Chief"})
	rolePath := func(id string) string { return w.Guild() + "/members/" + w.ID("Bob") + "/roles/" + id }
	for _, step := range []struct {
		why, id      string
		change       role // a change of a role before the call; nil: none
		status, code int
	}{
		{"a new role comes below those that are there", chief, nil, 204, 0},
		{"a role above the bot's", chief, role{"role": "Chief", "position": 5}, 403, 50013},
		{"the bot's, put above it", chief, role{"role": "Deuces", "position": 6}, 204, 0},
		{"of two alike the older one is above", chief, role{"role": "Deuces", "position": 5}, 204, 0},
		{"the bot's, put below it", chief, role{"role": "Deuces", "position": 4}, 403, 50013},
		{"without Manage Roles", chief, role{"role": "Deuces", "position": 9, "permissions": []string{}}, 403, 50013},
		{"everyone's role", w.Guilds[0].ID, role{"role": "Deuces", "permissions": []string{"MANAGE_ROLES"}}, 400, 50028},
		{"with all that it takes", chief, nil, 204, 0},
	} {
		if step.change != nil {
			Do(t, d, "roles", step.change)
		}
		checkAll(t, d, callTest{step.why, "PUT", rolePath(step.id), "", step.status, step.code})
	}
	Do(t, d, "roles", role{"role": "Staff", "position": 5})
	Do(t, d, "members", map[string]any{"user": "Deuces", "roles": []string{"Deuces", "Staff"}})
	Do(t, d, "roles", role{"role": "Deuces", "position": 1})
	checkAll(t, d, callTest{"of two alike the younger one is not above", "PUT", rolePath(chief), "", 403, 50013})
	Do(t, d, "roles", role{"role": "Staff", "position": 6})
	checkAll(t, d, callTest{"another of the bot's roles, put above it", "PUT", rolePath(chief), "", 204, 0})
	Delete(t, d, "roles/"+chief)
	checkAll(t, d, callTest{"a role that was deleted", "PUT", rolePath(chief), "", 404, 10011})
	for why, err := range map[string]error{
		"a role is deleted twice":    d.Do(t.Context(), "DELETE", "/sandbox/roles/"+chief, nil, nil),
		"everyone's role is deleted": d.Do(t.Context(), "DELETE", "/sandbox/roles/"+w.Guilds[0].ID, nil, nil),
		"everyone's role moves":      d.Do(t.Context(), "POST", "/sandbox/roles", role{"role": "@everyone", "position": 3}, nil),
		"a role below everyone's":    d.Do(t.Context(), "POST", "/sandbox/roles", role{"role": "Deuces", "position": 0}, nil),
	} {
		if err == nil {
			t.Errorf("%s: accepted, want an error", why)
		}
	}
	CheckCalls(t, d)
}

// These calls use routes that our own bot doesn't use. They have unknown ids or ids of another
// guild, lack permissions or intents, or exceed limits.
func TestMistakesOnUnusedRoutesAreAnsweredAsDiscordDoes(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	Do(t, d, "guilds", map[string]any{"name": "Other", "channels": []string{"den"}})
	w := GetWorld(t, d)
	guild, general, messages := w.Guild(), w.General(), w.General()+"/messages"
	id := Create(t, d, messages, `{"content":"x"}`)
	m := messages + "/" + id
	foreign := messages + "/" + Create(t, d, "/channels/"+w.Guilds[1].Channels[0].ID+"/messages", `{"content":"x"}`)
	fire := "/reactions/" + url.PathEscape("🔥")
	old := fmt.Sprint((time.Now().Add(-15*24*time.Hour).UnixMilli() - 1420070400000) << 22)
	checkAll(t, d,
		callTest{"a direct message to nobody", "POST", "/users/@me/channels", `{}`, 400, 50035},
		callTest{"a direct message to a word", "POST", "/users/@me/channels", `{"recipient_id":"Ann"}`, 400, 50035},
		callTest{"a direct message to somebody unknown", "POST", "/users/@me/channels", `{"recipient_id":"1"}`, 404, 10013},
		callTest{"a direct message to itself", "POST", "/users/@me/channels", `{"recipient_id":"` + w.Bot.ID + `"}`, 403, 50007},
		callTest{"a group direct message", "POST", "/users/@me/channels", `{"recipients":["` + w.ID("Ann") + `","` + w.ID("Bob") + `"]}`, 403, 20001},
		callTest{"a letter for an emoji", "PUT", m + "/reactions/x/@me", "", 404, 10014},
		callTest{"a custom emoji of nobody's", "PUT", m + "/reactions/ace:5/@me", "", 404, 10014},
		callTest{"a reaction to a message of another guild", "PUT", foreign + fire + "/@me", "", 404, 10008},
		callTest{"a reaction that isn't there", "DELETE", m + fire + "/@me", "", 404, 10014},
		callTest{"another's reaction", "DELETE", m + fire + "/" + w.ID("Ann"), "", 403, 50013},
		callTest{"all reactions", "DELETE", m + "/reactions", "", 403, 50013},
		callTest{"too many who reacted", "GET", m + fire + "?limit=101", "", 400, 50035},
		callTest{"deleting many without MANAGE_MESSAGES", "POST", messages + "/bulk-delete", `{"messages":["1","2"]}`, 403, 50013},
		callTest{"deleting what is no list", "POST", messages + "/bulk-delete", `{"messages":"1"}`, 400, 50035},
		callTest{"all members without the intent", "GET", guild + "/members?limit=5", "", 403, 50001},
		callTest{"too many members", "GET", guild + "/members?limit=1001", "", 400, 50035},
		callTest{"a search for nothing", "GET", guild + "/members/search", "", 400, 50035},
	)
	Do(t, d, "roles", map[string]any{"role": "Deuces", "permissions": []string{"MANAGE_MESSAGES"}})
	checkAll(t, d,
		callTest{"deleting one message in bulk", "POST", messages + "/bulk-delete", `{"messages":["` + id + `"]}`, 400, 50016},
		callTest{"deleting old messages in bulk", "POST", messages + "/bulk-delete", `{"messages":["` + id + `","` + old + `"]}`, 400, 50034},
	)
	for i := range 21 {
		reaction := m + "/reactions/" + url.PathEscape(string(rune(0x1F600+i))) + "/@me"
		if i < 20 {
			checkAll(t, d, callTest{"a reaction", "PUT", reaction, "", 204, 0})
		} else {
			checkAll(t, d, callTest{"a 21st emoji", "PUT", reaction, "", 400, 30010})
		}
	}
	// If the sandbox doesn't support something, the error says what.
	forward := `{"message_reference":{"type":1,"message_id":"` + id + `","channel_id":"` + w.Guilds[0].Channels[0].ID + `"}}`
	if status, e := Call(t, d, "POST", "/channels/"+w.Guilds[0].Channels[1].ID+"/messages", forward); status != 400 || e.Code != 0 || !strings.Contains(e.Message, "forwards") {
		t.Errorf("a forward: got %d %d %s, want 400 and that forwards are not supported", status, e.Code, e.Message)
	}
	for _, c := range [][2]string{
		{"GET", guild + "/audit-logs"}, {"PUT", guild + "/bans/" + w.ID("Bob")}, {"PUT", general + "/pins/1"}, {"POST", guild + "/roles"},
		{"POST", guild + "/channels"}, {"PATCH", guild + "/members/@me"}, {"POST", general + "/webhooks"}, {"GET", "/nowhere"}, {"DELETE", "/gateway"},
	} {
		status, e := Call(t, d, c[0], c[1], `{}`)
		if status != 400 || e.Code != 0 || !strings.Contains(e.Message, c[0]+" "+c[1]) || !strings.Contains(e.Message, "docs/sandbox.md") {
			t.Errorf("%s %s: got %d %d %q, want 400 and that the sandbox leaves it out", c[0], c[1], status, e.Code, e.Message)
		}
	}
}

type sentMessage struct {
	ID          string
	Attachments []struct {
		Filename string
		Flags    *int
	}
	Embeds []struct {
		Image, Thumbnail struct {
			URL   string
			Width int
		}
		Footer, Author struct {
			IconURL string `json:"icon_url"`
		}
	}
}

// send sends a body with files. All files are the same small picture.
func send(t *testing.T, d *sandboxtest.Discord, method, path, body string, files ...string) (m sentMessage) {
	t.Helper()
	var all []sandboxtest.File
	for _, name := range files {
		all = append(all, sandboxtest.File{Name: name, Data: Picture(t, 16)})
	}
	status, text, err := d.Upload(t.Context(), method, path, body, all...)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || status != http.StatusOK {
		t.Fatalf("%s %s: %d %v", method, path, status, err)
	}
	return m
}

func (m sentMessage) files() string {
	var names []string
	for _, a := range m.Attachments {
		names = append(names, a.Filename)
	}
	return strings.Join(names, " ")
}

// In an embed, the address attachment://name is replaced by the address of the file. While an embed
// shows a file, the message's attachments don't list it. The flags of an attachment are 0 unless
// the file is a spoiler.
func TestEmbedsShowAttachments(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	messages := GetWorld(t, d).General() + "/messages"
	m := send(t, d, "POST", messages, `{"embeds":[{"image":{"url":"attachment://board.png"},"thumbnail":{"url":"attachment://small.png"},
		"footer":{"text":"x","icon_url":"attachment://foot.png"},"author":{"name":"x","icon_url":"https://example.com/a.png"}},
		{"title":"x","image":{"url":"attachment://none.png"}}]}`, "board.png", "small.png", "foot.png", "rules.png", "SPOILER_a.png")
	e := m.Embeds[0]
	for what, url := range map[string]string{"board.png": e.Image.URL, "small.png": e.Thumbnail.URL, "foot.png": e.Footer.IconURL} {
		path, local := strings.CutPrefix(url, d.URL)
		if !local || !strings.HasPrefix(path, "/attachments/") || !strings.HasSuffix(path, "/"+what) {
			t.Errorf("%s is at %q", what, url)
		} else if resp, _ := Request(t, d, "GET", path, nil); resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", url, resp.StatusCode)
		}
	}
	if e.Image.Width != 16 || e.Author.IconURL != "https://example.com/a.png" || m.Embeds[1].Image.URL != "attachment://none.png" {
		t.Errorf("embeds: %+v", m.Embeds)
	}
	if m.files() != "rules.png SPOILER_a.png" {
		t.Fatalf("attachments beside the embeds: %s", m.files())
	}
	for i, want := range []int{0, 1 << 3} {
		if a := m.Attachments[i]; a.Flags == nil || *a.Flags != want {
			t.Errorf("flags of %s: %v, want %d", a.Filename, a.Flags, want)
		}
	}
	if m = send(t, d, "PATCH", messages+"/"+m.ID, `{"content":"x"}`); m.files() != "rules.png SPOILER_a.png" || m.Embeds[0].Image.URL != e.Image.URL {
		t.Errorf("after an edit of the text: %s, %+v", m.files(), m.Embeds)
	}
	if m = send(t, d, "PATCH", messages+"/"+m.ID, `{"embeds":[]}`); m.files() != "board.png small.png foot.png rules.png SPOILER_a.png" {
		t.Errorf("attachments after the embeds went: %s", m.files())
	}
	CheckCalls(t, d)
}
