package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// world is what /sandbox/world says, as far as tests need it.
type world struct {
	Users  []sandboxtest.Person
	Guilds []struct {
		ID, Name string
		Channels []struct {
			ID, Name, Parent string
			Type             int
			Archived         bool
		}
	}
	Bot sandboxtest.Person
}

func look(t testing.TB, d *sandboxtest.Discord) (w world) {
	t.Helper()
	if err := d.Do(t.Context(), "GET", "/sandbox/world", nil, &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// general is the path of the first guild's first channel.
func (w world) general() string { return "/channels/" + w.Guilds[0].Channels[0].ID }

func (w world) app() string { return "/applications/" + w.Bot.ID }

// made posts and wants success.
func made(t testing.TB, d *sandboxtest.Discord, path, body string) string {
	t.Helper()
	status, e := raw(t, d, "POST", path, body)
	if status >= 300 {
		t.Fatalf("POST %s: %d %d %s", path, status, e.Code, e.Errors)
	}
	return e.ID
}

// TestForms goes through what Discord calls an invalid form body, with the path that it names.
func TestForms(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := look(t, d)
	x := func(n int) string { return strings.Repeat("x", n) }
	button := func(more string) string {
		return `{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"a"` + more + `}]}]}`
	}
	options := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`{"label":"l","value":"%d"}`, i))
		}
		return strings.Join(all, ",")
	}
	pick := func(more, options string) string {
		return `{"components":[{"type":1,"components":[{"type":3,"custom_id":"a"` + more + `,"options":[` + options + `]}]}]}`
	}
	v2 := func(components string) string { return `{"flags":32768,"components":[` + components + `]}` }
	for _, c := range []struct{ why, body, path, code string }{
		{"content of 2001", `{"content":"` + x(2001) + `"}`, "content", "BASE_TYPE_MAX_LENGTH"},
		{"content that is no text", `{"content":{}}`, "", "BASE_TYPE_BAD_TYPE"},
		{"eleven embeds", `{"embeds":[` + strings.Repeat(`{"title":"x"},`, 10) + `{"title":"x"}]}`, "embeds", "BASE_TYPE_BAD_LENGTH"},
		{"embeds of 6001", `{"embeds":[{"description":"` + x(4096) + `"},{"description":"` + x(1905) + `"}]}`, "embeds", "MAX_EMBED_SIZE_EXCEEDED"},
		{"an embed with nothing in it", `{"embeds":[{}]}`, "embeds.0.description", "BASE_TYPE_REQUIRED"},
		{"a label of 81", button(`,"label":"` + x(81) + `"`), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"},
		{"a custom_id of 101", button(`,"custom_id":"` + x(101) + `"`), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
		{"no custom_id", button(`,"custom_id":null`), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"},
		{"a style that isn't", button(`,"style":9`), "components.0.components.0.style", "BASE_TYPE_CHOICES"},
		{"a link with a custom_id", button(`,"style":5,"url":"https://example.org"`), "components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
		{"an emoji that isn't", button(`,"emoji":{"id":"1"}`), "components.0.components.0.emoji", "BUTTON_COMPONENT_INVALID_EMOJI"},
		{"neither label nor emoji", button(`,"label":""`), "components.0.components.0", "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI"},
		{"26 options", pick("", options(26)), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
		{"more values than options", pick(`,"max_values":3`, options(2)), "components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"},
		{"an option's value twice", pick("", options(1)+","+options(1)), "components.0.components.0.options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		{"a placeholder of 151", pick(`,"placeholder":"`+x(151)+`"`, options(1)), "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"},
		{"a button beside a select", `{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"b"},{"type":3,"custom_id":"a","options":[` + options(1) + `]}]}]}`, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{"a button outside a row", `{"components":[{"type":2,"style":1,"label":"x","custom_id":"b"}]}`, "components.0.type", "UNION_TYPE_CHOICES"},
		{"V2 without its flag", `{"components":[{"type":10,"content":"x"}]}`, "components.0.type", "UNION_TYPE_CHOICES"},
		{"V2 with an embed", `{"flags":32768,"embeds":[{"title":"x"}],"components":[{"type":10,"content":"x"}]}`, "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		{"4001 characters in all", v2(`{"type":10,"content":"` + x(4000) + `"},{"type":10,"content":"x"}`), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
		{"41 components, nested ones counted", v2(strings.TrimSuffix(strings.Repeat(`{"type":17,"components":[{"type":10,"content":"x"}]},`, 21), ",")), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		{"a container in a container", v2(`{"type":17,"components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}`), "components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"an empty container", v2(`{"type":17,"components":[]}`), "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"a section without accessory", v2(`{"type":9,"components":[{"type":10,"content":"x"}]}`), "components.0.accessory", "BASE_TYPE_REQUIRED"},
		{"a section of four", v2(`{"type":9,"components":[` + strings.TrimSuffix(strings.Repeat(`{"type":10,"content":"x"},`, 4), ",") + `],"accessory":{"type":2,"style":1,"label":"x","custom_id":"a"}}`), "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"a gallery of an unknown file", v2(`{"type":12,"items":[{"media":{"url":"attachment://no.png"}}]}`), "components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
		{"an alt text of 1025", v2(`{"type":12,"items":[{"description":"` + x(1025) + `","media":{"url":"https://example.org/x.png"}}]}`), "components.0.items.0.description", "BASE_TYPE_MAX_LENGTH"},
		{"an accent that is no colour", v2(`{"type":17,"accent_color":16777216,"components":[{"type":10,"content":"x"}]}`), "components.0.accent_color", "NUMBER_TYPE_MAX"},
		{"parse of users beside users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		{"a nonce of 26", `{"content":"x","nonce":"` + x(26) + `"}`, "nonce", "BASE_TYPE_MAX_LENGTH"},
		{"an attachment that didn't come", `{"content":"x","attachments":[{"id":0,"filename":"x.png"}]}`, "attachments.0.id", "MESSAGE_ATTACHMENT_NOT_FOUND"},
		{"an answer to nothing", `{"content":"x","message_reference":{"message_id":"1"}}`, "message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"},
	} {
		status, e := raw(t, d, "POST", w.general()+"/messages", c.body)
		if status != 400 || e.Code != 50035 {
			t.Errorf("%s: %d %d, want 400 50035", c.why, status, e.Code)
			continue
		}
		var at any
		if err := json.Unmarshal(e.Errors, &at); err != nil {
			t.Fatal(err)
		}
		for key := range strings.SplitSeq(c.path, ".") {
			if m, ok := at.(map[string]any); ok && key != "" {
				at = m[key]
			}
		}
		if text, _ := json.Marshal(at); !strings.Contains(string(text), `"_errors":[{"code":"`+c.code) && c.path != "" || !strings.Contains(string(text), c.code) {
			t.Errorf("%s: at %s there is %s, want %s; the whole is %s", c.why, c.path, text, c.code, e.Errors)
		}
	}
	if status, e := raw(t, d, "POST", w.general()+"/messages", `{`); status != 400 || e.Code != 50109 {
		t.Errorf("half a JSON: %d %d", status, e.Code)
	}
	if status, e := raw(t, d, "POST", w.general()+"/messages", `{"content":"  "}`); status != 400 || e.Code != 50006 {
		t.Errorf("blanks only: %d %d, want 50006", status, e.Code)
	}
}

// TestCommandForms is about what can't be registered.
func TestCommandForms(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := look(t, d)
	x := func(n int) string { return strings.Repeat("x", n) }
	with := func(more string) string { return `[{"name":"play","description":"d"` + more + `}]` }
	var many, choices []string
	for i := range 101 {
		many = append(many, fmt.Sprintf(`{"name":"c%d","description":"d"}`, i))
	}
	for i := range 26 {
		choices = append(choices, fmt.Sprintf(`{"name":"%d","value":"%d"}`, i, i))
	}
	long := strings.TrimSuffix(strings.Repeat(`{"type":3,"name":"NAME","description":"`+x(100)+`"},`, 25), ",")
	for i := range 25 {
		long = strings.Replace(long, "NAME", fmt.Sprint("o", i), 1)
	}
	sub := func(name, options string) string {
		return `{"type":1,"name":"` + name + `","description":"d","options":[` + options + `]}`
	}
	for _, c := range []struct{ why, body, code string }{
		{"capitals", `[{"name":"Play","description":"d"}]`, "APPLICATION_COMMAND_INVALID_NAME"},
		{"a blank in the name", `[{"name":"play it","description":"d"}]`, "APPLICATION_COMMAND_INVALID_NAME"},
		{"a name of 33", `[{"name":"` + x(33) + `","description":"d"}]`, "BASE_TYPE_BAD_LENGTH"},
		{"no description", `[{"name":"play"}]`, "BASE_TYPE_REQUIRED"},
		{"a description of 101", `[{"name":"play","description":"` + x(101) + `"}]`, "BASE_TYPE_BAD_LENGTH"},
		{"the same twice", `[{"name":"play","description":"d"},{"name":"play","description":"d"}]`, "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"101 commands", "[" + strings.Join(many, ",") + "]", "APPLICATION_COMMANDS_MAXIMUM_REACHED"},
		{"required after optional", with(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"26 options", with(`,"options":[` + long + `,{"type":3,"name":"one","description":"d"}]`), "BASE_TYPE_BAD_LENGTH"},
		{"more than 8000 characters", with(`,"options":[` + sub("a", long) + `,` + sub("b", long) + `,` + sub("c", long) + `,` + sub("d", long) + `]`), "APPLICATION_COMMAND_TOO_LARGE"},
		{"26 choices", with(`,"options":[{"type":3,"name":"a","description":"d","choices":[` + strings.Join(choices, ",") + `]}]`), "BASE_TYPE_BAD_LENGTH"},
		{"choices and autocomplete", with(`,"options":[{"type":3,"name":"a","description":"d","autocomplete":true,"choices":[{"name":"x","value":"x"}]}]`), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_INVALID"},
		{"a text as an integer's choice", with(`,"options":[{"type":4,"name":"a","description":"d","choices":[{"name":"x","value":"x"}]}]`), "BASE_TYPE_BAD_TYPE"},
		{"an option's name twice", with(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"a","description":"d"}]`), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
		{"a subcommand beside an option", with(`,"options":[{"type":3,"name":"a","description":"d"},` + sub("b", "") + `]`), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"a locale that isn't", with(`,"name_localizations":{"xx":"play"}`), "BASE_TYPE_CHOICES"},
		{"a context that isn't", with(`,"contexts":[7]`), "BASE_TYPE_CHOICES"},
		{"a described context menu", `[{"name":"Invite","type":2,"description":"d"}]`, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"},
	} {
		status, e := raw(t, d, "PUT", w.app()+"/commands", c.body)
		if status != 400 || e.Code != 50035 || !strings.Contains(string(e.Errors), c.code) {
			t.Errorf("%s: %d %d %s, want %s", c.why, status, e.Code, e.Errors, c.code)
		}
	}
	id := made(t, d, w.app()+"/commands", `{"name":"play","description":"d","default_member_permissions":"0"}`)
	if again := made(t, d, w.app()+"/commands", `{"name":"play","description":"new"}`); again != id {
		t.Errorf("the same name got the id %s, then %s", id, again)
	}
	made(t, d, w.app()+"/guilds/"+w.Guilds[0].ID+"/commands", `{"name":"house","description":"d"}`)
	var names []struct{ Name string }
	if err := d.Do(t.Context(), "GET", "/sandbox/commands", nil, &names); err != nil || len(names) != 2 {
		t.Errorf("a guild has %v, %v: want the global and its own", names, err)
	}
	if status, e := raw(t, d, "DELETE", w.app()+"/commands/1", ""); status != 404 || e.Code != 10063 {
		t.Errorf("an unknown command: %d %d", status, e.Code)
	}
	if status, _ := raw(t, d, "DELETE", w.app()+"/commands/"+id, ""); status != 204 {
		t.Errorf("a deletion: %d", status)
	}
}

func TestPermissions(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := look(t, d)
	deny := func(names ...string) {
		if err := d.Do(t.Context(), "POST", "/sandbox/permissions", map[string]any{"channel": "general", "deny": names}, nil); err != nil {
			t.Fatal(err)
		}
	}
	m := made(t, d, w.general()+"/messages", `{"content":"x"}`)
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
		{"renaming the channel", nil, "PATCH", "", `{"name":"x"}`, 403, 50013},
		{"deleting the channel", nil, "DELETE", "", "", 403, 50013},
		{"an overwrite", nil, "PUT", "/permissions/1", `{"type":1,"deny":"0"}`, 403, 50013},
	} {
		deny(c.deny...)
		if status, e := raw(t, d, c.method, w.general()+c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, status, e.Code, c.status, c.code)
		}
	}
	deny()
	if status, e := raw(t, d, "POST", "/users/@me/channels", `{"recipient_id":"1"}`); status != 403 || e.Code != 50007 {
		t.Errorf("a direct message: %d %d, want 403 50007", status, e.Code)
	}
	if status, e := raw(t, d, "POST", "/channels/1/messages", `{"content":"x"}`); status != 404 || e.Code != 10003 {
		t.Errorf("an unknown channel: %d %d", status, e.Code)
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/say", map[string]any{"user": "Bob", "channel": "general", "content": "mine"}, nil); err != nil {
		t.Fatal(err)
	}
	seen, err := user(t, d, "Bob").Messages(t.Context(), "general")
	if err != nil {
		t.Fatal(err)
	}
	bobs := seen[len(seen)-1]
	if status, e := raw(t, d, "PATCH", w.general()+"/messages/"+bobs.ID, `{"content":"y"}`); status != 403 || e.Code != 50005 {
		t.Errorf("editing another's message: %d %d", status, e.Code)
	}
	if status, e := raw(t, d, "DELETE", w.general()+"/messages/"+bobs.ID, ""); status != 403 || e.Code != 50013 {
		t.Errorf("deleting another's message: %d %d", status, e.Code)
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/permissions", map[string]any{"channel": "general", "allow": []string{"MANAGE_MESSAGES"}}, nil); err != nil {
		t.Fatal(err)
	}
	if status, _ := raw(t, d, "DELETE", w.general()+"/messages/"+bobs.ID, ""); status != 204 {
		t.Errorf("deleting another's message with MANAGE_MESSAGES: %d", status)
	}
}

func TestMentions(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w, ann, bob := look(t, d), user(t, d, "Ann"), user(t, d, "Bob")
	for _, c := range []struct {
		why, allowed  string
		ann, bob, all bool
	}{
		{"everything by default", "", true, true, true},
		{"nothing", `,"allowed_mentions":{"parse":[]}`, false, false, false},
		{"users", `,"allowed_mentions":{"parse":["users"]}`, true, true, false},
		{"one user", `,"allowed_mentions":{"users":["` + bob.ID + `"]}`, false, true, false},
	} {
		made(t, d, w.general()+"/messages", `{"content":"<@`+ann.ID+`> <@!`+bob.ID+`> @everyone"`+c.allowed+`}`)
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
	w := look(t, d)
	body := `{"content":"x","nonce":"once","enforce_nonce":true}`
	if a, b := made(t, d, w.general()+"/messages", body), made(t, d, w.general()+"/messages", body); a != b {
		t.Errorf("an enforced nonce made %s and %s", a, b)
	}
	loose := `{"content":"x","nonce":"once"}`
	if a, b := made(t, d, w.general()+"/messages", loose), made(t, d, w.general()+"/messages", loose); a == b {
		t.Error("a nonce that isn't enforced kept a message from being made")
	}
}

func TestEmojis(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := look(t, d)
	body := func(name string, side int) string {
		return fmt.Sprintf(`{"name":%q,"image":%q}`, name, dataURI(picture(t, side)))
	}
	id := made(t, d, w.app()+"/emojis", body("ace_of_spades", 128))
	for _, c := range []struct {
		why, method, path, body string
		status, code            int
	}{
		{"a name of one", "POST", "", body("a", 8), 400, 50035},
		{"a name with a blank", "POST", "", body("a b", 8), 400, 50035},
		{"a name that is taken", "POST", "", body("ace_of_spades", 8), 400, 50035},
		{"129 pixels", "POST", "", body("wide", 129), 400, 50035},
		{"more than 256 KiB", "POST", "", fmt.Sprintf(`{"name":"big","image":%q}`, dataURI(append(picture(t, 8), make([]byte, 256<<10)...))), 400, 50035},
		{"no picture", "POST", "", `{"name":"none","image":"data:image/png;base64,AAAA"}`, 400, 50035},
		{"renaming", "PATCH", "/" + id, `{"name":"as"}`, 200, 0},
		{"reading", "GET", "/" + id, "", 200, 0},
		{"an unknown one", "GET", "/1", "", 404, 10014},
		{"deleting", "DELETE", "/" + id, "", 204, 0},
		{"deleting again", "DELETE", "/" + id, "", 404, 10014},
	} {
		if status, e := raw(t, d, c.method, w.app()+"/emojis"+c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, status, e.Code, c.status, c.code)
		}
	}
	checkCalls(t, d)
}

func TestThreads(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := look(t, d)
	m := made(t, d, w.general()+"/messages", `{"content":"x"}`)
	thread := made(t, d, w.general()+"/messages/"+m+"/threads", `{"name":"table"}`)
	if thread != m {
		t.Errorf("the thread is %s, its message %s", thread, m)
	}
	own := made(t, d, w.general()+"/threads", `{"name":"quiet","type":12}`)
	made(t, d, w.general()+"/threads", `{"name":"loud","type":11,"auto_archive_duration":60}`)
	at := "/channels/" + thread
	for _, c := range []struct {
		why, method, path, body string
		status, code            int
	}{
		{"a second thread on a message", "POST", w.general() + "/messages/" + m + "/threads", `{"name":"x"}`, 400, 160004},
		{"a name of 101", "POST", w.general() + "/threads", `{"name":"` + strings.Repeat("x", 101) + `"}`, 400, 50035},
		{"an archive time of its own", "POST", w.general() + "/threads", `{"name":"x","auto_archive_duration":61}`, 400, 50035},
		{"a thread in a thread", "POST", at + "/threads", `{"name":"x","type":11}`, 400, 50024},
		{"locking needs MANAGE_THREADS", "PATCH", at, `{"locked":true}`, 403, 50013},
		{"archiving one's own", "PATCH", at, `{"archived":true}`, 200, 0},
		{"renaming an archived one", "PATCH", at, `{"name":"x"}`, 400, 50083},
		{"the archive", "GET", w.general() + "/threads/archived/public", "", 200, 0},
		{"writing opens it again", "POST", at + "/messages", `{"content":"x"}`, 200, 0},
		{"renaming it now", "PATCH", at, `{"name":"x"}`, 200, 0},
		{"the active ones", "GET", "/guilds/" + w.Guilds[0].ID + "/threads/active", "", 200, 0},
		{"joining", "PUT", at + "/thread-members/@me", "", 204, 0},
		{"who is in it", "GET", at + "/thread-members", "", 200, 0},
		{"leaving", "DELETE", at + "/thread-members/@me", "", 204, 0},
		{"members of a channel", "GET", w.general() + "/thread-members", "", 400, 50024},
		{"deleting needs MANAGE_THREADS", "DELETE", at, "", 403, 50013},
	} {
		if status, e := raw(t, d, c.method, c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d, want %d %d", c.why, status, e.Code, c.status, c.code)
		}
	}
	if _, err := user(t, d, "Bob").Messages(t.Context(), own); status(err) != 403 {
		t.Errorf("a private thread: %v, want 403", err)
	}
	checkCalls(t, d)
}

func TestRateLimits(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{OldMessage: time.Nanosecond, Invalid: 5})
	w := look(t, d)
	post := func() (*http.Response, apiError) {
		r, err := http.NewRequestWithContext(t.Context(), "POST", d.URL+"/api/v10"+w.general()+"/messages", strings.NewReader(`{"content":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bot sandbox")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var e apiError
		if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
			t.Fatal(err)
		}
		return resp, e
	}
	var first apiError
	for left := 4; left >= 0; left-- {
		resp, e := post()
		if first.ID == "" {
			first = e
		}
		if got := resp.Header.Get("X-RateLimit-Remaining"); resp.StatusCode != 200 || got != fmt.Sprint(left) || resp.Header.Get("X-RateLimit-Bucket") == "" {
			t.Errorf("with %d left: %d, %v", left, resp.StatusCode, resp.Header)
		}
	}
	resp, e := post()
	if resp.StatusCode != 429 || e.Retry <= 0 || e.Retry > 5 || e.Global || resp.Header.Get("Retry-After") == "" || resp.Header.Get("X-RateLimit-Scope") != "user" {
		t.Errorf("one too many: %d, %+v, %v", resp.StatusCode, e, resp.Header)
	}
	for n := range 4 {
		status, e := raw(t, d, "PATCH", w.general()+"/messages/"+first.ID, `{"content":"y"}`)
		if limited := n == 3; (status == 429) != limited || limited && e.Code != 30046 {
			t.Errorf("edit %d of an old message: %d %d", n, status, e.Code)
		}
	}
	// One answer of 429 counted so far (the shared one doesn't); four of 401 make five, the ban.
	for range 4 {
		r, err := http.NewRequestWithContext(t.Context(), "GET", d.URL+"/api/v10/users/@me", nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err = http.DefaultClient.Do(r); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 401 {
			t.Errorf("without a token: %d", resp.StatusCode)
		}
	}
	banned, err := http.Get(d.URL + "/api/v10/gateway")
	if err != nil {
		t.Fatal(err)
	}
	defer banned.Body.Close()
	if text, err := io.ReadAll(banned.Body); banned.StatusCode != 429 || !strings.Contains(string(text), "1015") {
		t.Errorf("banned: %d %q %v", banned.StatusCode, text, err)
	}
}

func TestGlobalLimit(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Global: 2})
	for range 200 { // three within a second are enough
		if status, e := raw(t, d, "GET", "/users/@me", ""); status == 429 {
			if !e.Global || e.Retry <= 0 || e.Retry > 1 {
				t.Errorf("the global limit: %+v", e)
			}
			return
		}
	}
	t.Error("the global limit was never reached")
}

func TestFaults(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := look(t, d)
	post := func(timeout time.Duration) (int, apiError, error) {
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, "POST", d.URL+"/api/v9"+w.general()+"/messages", strings.NewReader(`{"content":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "sandbox")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, apiError{}, err
		}
		defer resp.Body.Close()
		var e apiError
		return resp.StatusCode, e, json.NewDecoder(resp.Body).Decode(&e)
	}
	there := func() int {
		all, err := user(t, d, "Ann").Messages(t.Context(), "general")
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	const patient = 20 * time.Second
	for _, c := range []struct {
		do      string
		status  int
		fails   bool
		made    int
		atLeast time.Duration
		timeout time.Duration
	}{
		{"status 500", 500, false, 0, 0, patient},
		{"429 2.5", 429, false, 0, 0, patient},
		{"delay 50ms", 200, false, 1, 50 * time.Millisecond, patient},
		{"hang", 0, true, 0, 0, 200 * time.Millisecond},
		{"drop the answer", 0, true, 1, 0, patient},
	} {
		before := there()
		if err := d.Do(t.Context(), "POST", "/sandbox/faults", map[string]any{"match": map[string]string{"method": "POST", "path": "/channels/*/messages"}, "do": c.do}, nil); err != nil {
			t.Fatal(err)
		}
		if status, _ := raw(t, d, "GET", w.general()+"/messages", ""); status != 200 {
			t.Errorf("%s struck a call that doesn't match", c.do)
		}
		began := time.Now()
		status, e, err := post(c.timeout)
		if status != c.status || (err != nil) != c.fails || there()-before != c.made || time.Since(began) < c.atLeast {
			t.Errorf("%s: %d %+v %v, %d made after %v", c.do, status, e, err, there()-before, time.Since(began))
		}
		if status, _, err := post(patient); status != 200 || err != nil {
			t.Errorf("%s struck twice: %d, %v", c.do, status, err)
		}
	}
	for _, bad := range []string{"explode", "status 200", "status", "delay soon"} {
		if err := d.Do(t.Context(), "POST", "/sandbox/faults", map[string]any{"do": bad}, nil); status(err) != 400 {
			t.Errorf("%q: %v, want 400", bad, err)
		}
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/faults", map[string]any{"do": "status 503", "times": -1}, nil); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if status, _, err := post(patient); status != 503 || err != nil {
			t.Errorf("a lasting fault: %d, %v", status, err)
		}
	}
	if err := d.Do(t.Context(), "DELETE", "/sandbox/faults", nil, nil); err != nil {
		t.Fatal(err)
	}
	if status, _, err := post(patient); status != 200 || err != nil {
		t.Errorf("after it was taken back: %d, %v", status, err)
	}
}

// TestRoutes is about the addresses themselves.
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
		{"an unknown route", "GET", "/api/v10/nowhere", "Bot sandbox", 404, 0},
		{"a method that isn't", "DELETE", "/api/v10/gateway", "Bot sandbox", 405, 0},
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
		var e apiError
		if text, _ := io.ReadAll(resp.Body); len(text) > 0 && text[0] == '{' {
			err = json.Unmarshal(text, &e)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status || e.Code != c.code || err != nil {
			t.Errorf("%s: %d %d %v, want %d %d", c.why, resp.StatusCode, e.Code, err, c.status, c.code)
		}
	}
	checkCalls(t, d)
}
