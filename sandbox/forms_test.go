package sandbox_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func x(n int) string { return strings.Repeat("x", n) }

func TestEachInvalidMessageIsRefusedWithTheCodeAndPathOfItsField(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	messages := GetWorld(t, d).General() + "/messages"
	row := func(ids ...string) string {
		var buttons []string
		for _, id := range ids {
			buttons = append(buttons, `{"type":2,"style":1,"label":"x","custom_id":"`+id+`"}`)
		}
		return `{"type":1,"components":[` + strings.Join(buttons, ",") + `]}`
	}
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
	selectMenu := func(more, options string) string {
		return `{"components":[{"type":1,"components":[{"type":3,"custom_id":"a"` + more + `,"options":[` + options + `]}]}]}`
	}
	v2 := func(components string) string { return `{"flags":32768,"components":[` + components + `]}` }
	for _, c := range []struct{ why, body, path, code string }{
		{"content of 2001", `{"content":"` + x(2001) + `"}`, "content", "BASE_TYPE_MAX_LENGTH"},
		{"content that is no text", `{"content":{}}`, "content", "STRING_TYPE_CONVERT"},
		{"a style that is a text", button(`,"style":"1"`), "components.0.components.0.style", "NUMBER_TYPE_COERCE"},
		{"a boolean that is a text", button(`,"disabled":"no"`), "components.0.components.0.disabled", "BOOLEAN_TYPE_CONVERT"},
		{"an emoji's id that is a name", button(`,"emoji":{"id":"as"}`), "components.0.components.0.emoji.id", "NUMBER_TYPE_COERCE"},
		{"an id that is empty", `{"content":"x","message_reference":{"message_id":""}}`, "message_reference.message_id", "NUMBER_TYPE_COERCE"},
		{"a number among components", `{"components":[{"type":1,"components":[]},7]}`, "components.1", "MODEL_TYPE_CONVERT"},
		{"components that are no list", `{"components":{}}`, "components", "LIST_TYPE_CONVERT"},
		{"flags that are a fraction", `{"content":"x","flags":1.5}`, "flags", "NUMBER_TYPE_COERCE"},
		{"a body that is a list", `[]`, "", "MODEL_TYPE_CONVERT"},
		{"a key in another case", `{"Content":7}`, "", "BASE_TYPE_BAD_TYPE"},
		{"eleven embeds", `{"embeds":[` + strings.Repeat(`{"title":"x"},`, 10) + `{"title":"x"}]}`, "embeds", "BASE_TYPE_BAD_LENGTH"},
		{"embeds of 6001", `{"embeds":[{"description":"` + x(4096) + `"},{"description":"` + x(1905) + `"}]}`, "embeds", "MAX_EMBED_SIZE_EXCEEDED"},
		{"an embed with nothing in it", `{"embeds":[{}]}`, "embeds.0.description", "BASE_TYPE_REQUIRED"},
		{"a label of 81", button(`,"label":"` + x(81) + `"`), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"},
		{"a custom_id of 101", button(`,"custom_id":"` + x(101) + `"`), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
		{"no custom_id", button(`,"custom_id":null`), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"},
		{"a style that doesn't exist", button(`,"style":9`), "components.0.components.0.style", "BASE_TYPE_CHOICES"},
		{"a link with a custom_id", button(`,"style":5,"url":"https://example.org"`), "components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
		{"an emoji that doesn't exist", button(`,"emoji":{"id":"1"}`), "components.0.components.0.emoji", "BUTTON_COMPONENT_INVALID_EMOJI"},
		{"neither label nor emoji", button(`,"label":""`), "components.0.components.0", "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI"},
		{"26 options", selectMenu("", options(26)), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
		{"more values than options", selectMenu(`,"max_values":3`, options(2)), "components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"},
		{"an option's value twice", selectMenu("", options(1)+","+options(1)), "components.0.components.0.options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		{"a placeholder of 151", selectMenu(`,"placeholder":"`+x(151)+`"`, options(1)), "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"},
		{"a button beside a select", `{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"b"},{"type":3,"custom_id":"a","options":[` + options(1) + `]}]}]}`, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{"a button outside a row", `{"components":[{"type":2,"style":1,"label":"x","custom_id":"b"}]}`, "components.0.type", "UNION_TYPE_CHOICES"},
		{"six buttons in a row", `{"components":[` + row("a", "b", "c", "d", "e", "f") + `]}`, "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"six rows", `{"components":[` + strings.Join([]string{row("a"), row("b"), row("c"), row("d"), row("e"), row("f")}, ",") + `]}`, "components", "BASE_TYPE_BAD_LENGTH"},
		{"a custom_id twice", `{"components":[` + row("a", "b", "a") + `]}`, "components.0.components.2.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"content beside V2", `{"content":"x","flags":32768,"components":[{"type":10,"content":"x"}]}`, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
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
		{"an accent that is no color", v2(`{"type":17,"accent_color":16777216,"components":[{"type":10,"content":"x"}]}`), "components.0.accent_color", "NUMBER_TYPE_MAX"},
		{"parse of users beside users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		{"a nonce of 26", `{"content":"x","nonce":"` + x(26) + `"}`, "nonce", "BASE_TYPE_MAX_LENGTH"},
		{"an attachment that wasn't sent", `{"content":"x","attachments":[{"id":0,"filename":"x.png"}]}`, "attachments.0.id", "MESSAGE_ATTACHMENT_NOT_FOUND"},
		{"a reply to an unknown message", `{"content":"x","message_reference":{"message_id":"1"}}`, "message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"},
	} {
		if status, e := Call(t, d, "POST", messages, c.body); status != 400 || e.Code != 50035 || FieldErrors(t, e)[c.path] != c.code {
			t.Errorf("%s: got %d %d %s, want %s at %q", c.why, status, e.Code, e.Errors, c.code, c.path)
		}
	}
	checkAll(t, d,
		callTest{"incomplete JSON", "POST", messages, `{`, 400, 50109},
		callTest{"an id that is a number, which Discord takes", "POST", messages, `{"content":"x","allowed_mentions":{"users":[1]}}`, 200, 0},
		callTest{"blanks only", "POST", messages, `{"content":"  "}`, 400, 50006},
		callTest{"nothing at all", "POST", messages, `{"content":""}`, 400, 50006},
		callTest{"a poll", "POST", messages, `{"poll":{"question":{"text":"x"}}}`, 400, 0},
		callTest{"a sticker", "POST", messages, `{"content":"x","sticker_ids":["1"]}`, 400, 0},
	)
}

func TestInvalidCommandsAreRefused(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := GetWorld(t, d)
	playWith := func(more string) string { return `[{"name":"play","description":"d"` + more + `}]` }
	var commands, choices []string
	for i := range 101 {
		commands = append(commands, fmt.Sprintf(`{"name":"c%d","description":"d"}`, i))
	}
	for i := range 26 {
		choices = append(choices, fmt.Sprintf(`{"name":"%d","value":"%d"}`, i, i))
	}
	longOptions := strings.TrimSuffix(strings.Repeat(`{"type":3,"name":"NAME","description":"`+x(100)+`"},`, 25), ",")
	for i := range 25 {
		longOptions = strings.Replace(longOptions, "NAME", fmt.Sprint("o", i), 1)
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
		{"101 commands", "[" + strings.Join(commands, ",") + "]", "APPLICATION_COMMANDS_MAXIMUM_REACHED"},
		{"required after optional", playWith(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"26 options", playWith(`,"options":[` + longOptions + `,{"type":3,"name":"one","description":"d"}]`), "BASE_TYPE_BAD_LENGTH"},
		{"more than 8000 characters", playWith(`,"options":[` + sub("a", longOptions) + `,` + sub("b", longOptions) + `,` + sub("c", longOptions) + `,` + sub("d", longOptions) + `]`), "APPLICATION_COMMAND_TOO_LARGE"},
		{"26 choices", playWith(`,"options":[{"type":3,"name":"a","description":"d","choices":[` + strings.Join(choices, ",") + `]}]`), "BASE_TYPE_BAD_LENGTH"},
		{"choices and autocomplete", playWith(`,"options":[{"type":3,"name":"a","description":"d","autocomplete":true,"choices":[{"name":"x","value":"x"}]}]`), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_INVALID"},
		{"a text as an integer's choice", playWith(`,"options":[{"type":4,"name":"a","description":"d","choices":[{"name":"x","value":"x"}]}]`), "BASE_TYPE_BAD_TYPE"},
		{"an option's name twice", playWith(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"a","description":"d"}]`), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
		{"a minimum length above the maximum", playWith(`,"options":[{"type":3,"name":"a","description":"d","min_length":5,"max_length":2}]`), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID"},
		{"a subcommand beside an option", playWith(`,"options":[{"type":3,"name":"a","description":"d"},` + sub("b", "") + `]`), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"a locale's name that is a number", playWith(`,"name_localizations":{"de":7}`), "STRING_TYPE_CONVERT"},
		{"locales that are a list", playWith(`,"name_localizations":[]`), "DICT_TYPE_CONVERT"},
		{"a minimum value that is a text", playWith(`,"options":[{"type":10,"name":"a","description":"d","min_value":"1"}]`), "NUMBER_TYPE_COERCE"},
		{"a locale that doesn't exist", playWith(`,"name_localizations":{"xx":"play"}`), "BASE_TYPE_CHOICES"},
		{"a context that doesn't exist", playWith(`,"contexts":[7]`), "BASE_TYPE_CHOICES"},
		{"a described context menu", `[{"name":"Invite","type":2,"description":"d"}]`, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"},
	} {
		status, e := Call(t, d, "PUT", w.App()+"/commands", c.body)
		if status != 400 || e.Code != 50035 || !strings.Contains(string(e.Errors), c.code) {
			t.Errorf("%s: got %d %d %s, want %s", c.why, status, e.Code, e.Errors, c.code)
		}
	}
	id := Create(t, d, w.App()+"/commands", `{"name":"play","description":"d","default_member_permissions":"0"}`)
	if again := Create(t, d, w.App()+"/commands", `{"name":"play","description":"new"}`); again != id {
		t.Errorf("commands of the same name got the ids %s and %s, want one", id, again)
	}
	Create(t, d, w.App()+"/guilds/"+w.Guilds[0].ID+"/commands", `{"name":"house","description":"d"}`)
	var names []struct{ Name string }
	if err := d.Do(t.Context(), "GET", "/sandbox/commands", nil, &names); err != nil || len(names) != 2 {
		t.Errorf("a guild has the commands %v, %v, want the global one and its own", names, err)
	}
	checkAll(t, d,
		callTest{"an unknown command", "DELETE", w.App() + "/commands/1", "", 404, 10063},
		callTest{"a deletion", "DELETE", w.App() + "/commands/" + id, "", 204, 0},
	)
}

// pendingCallback makes a user use a command, and returns the path to which the bot must post its
// response.
func pendingCallback(t *testing.T, d *sandboxtest.Discord) string {
	t.Helper()
	received := make(chan sandboxtest.Interaction, 1)
	d.Bot(t, func(i sandboxtest.Interaction) string {
		received <- i
		return ""
	})
	Create(t, d, GetWorld(t, d).App()+"/commands", `{"name":"ask","description":"d"}`)
	go func() { _, _ = User(t, d, "Ann").Command(t.Context(), "general", "ask", nil) }()
	return (<-received).Callback()
}

func TestInvalidResponsesAreRefusedWithTheCodeAndPathOfTheirField(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience})
	callback := pendingCallback(t, d)
	const field = "data.components.0.components.0."
	modal := func(input string) string {
		return `{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"f","style":1,"label":"l",` + input + `}]}]}}`
	}
	for _, c := range []struct {
		why, body string
		want      map[string]string
	}{
		{"a type that is a text", `{"type":"reply"}`, map[string]string{"type": "NUMBER_TYPE_COERCE"}},
		{"data that is a text", `{"type":4,"data":"hello"}`, map[string]string{"data": "MODEL_TYPE_CONVERT"}},
		{"a style deep inside", `{"type":4,"data":{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"a"},{"type":2,"style":"1"}]}]}}`,
			map[string]string{"data.components.0.components.1.style": "NUMBER_TYPE_COERCE"}},
		{"two at once", `{"type":4,"data":{"content":7,"embeds":[{},{"title":[]}]}}`,
			map[string]string{"data.content": "STRING_TYPE_CONVERT", "data.embeds.1.title": "STRING_TYPE_CONVERT"}},
		{"a text of 2001", `{"type":4,"data":{"content":"` + x(2001) + `"}}`, map[string]string{"data.content": "BASE_TYPE_MAX_LENGTH"}},
		{"a modal's", `{"type":9,"data":{"title":7}}`, map[string]string{"data.title": "STRING_TYPE_CONVERT"}},
		{"an update of a command", `{"type":7,"data":{"content":"x"}}`, map[string]string{"type": "BASE_TYPE_CHOICES"}},
		{"a modal's text of at least five characters, at most two", modal(`"min_length":5,"max_length":2`), map[string]string{field + "min_length": "TEXT_INPUT_COMPONENT_MIN_LENGTH_TOO_LARGE"}},
		{"a value of three characters, at most two allowed", modal(`"max_length":2,"value":"abc"`), map[string]string{field + "value": "BASE_TYPE_MAX_LENGTH"}},
		{"a value of three characters, at least five required", modal(`"min_length":5,"value":"abc"`), map[string]string{field + "value": "BASE_TYPE_BAD_LENGTH"}},
		{"more than a text can have", modal(`"max_length":4001`), map[string]string{field + "max_length": "NUMBER_TYPE_MAX"}},
	} {
		status, e := Call(t, d, "POST", callback, c.body)
		if got := FieldErrors(t, e); status != 400 || e.Code != 50035 || !maps.Equal(got, c.want) {
			t.Errorf("%s: got %d %d %v, want %v", c.why, status, e.Code, got, c.want)
		}
	}
	_, e := Call(t, d, "POST", callback, `{"type":4,"data":{"components":7,"flags":{},"content":[]}}`)
	want := `{"data":{"components":{"_errors":[{"code":"LIST_TYPE_CONVERT","message":"Only iterables may be used in a ListType"}]},` +
		`"content":{"_errors":[{"code":"STRING_TYPE_CONVERT","message":"Could not interpret \"[]\" as string."}]},` +
		`"flags":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"{}\" is not int."}]}}}`
	if string(e.Errors) != want {
		t.Errorf("got the errors %s, want %s", e.Errors, want)
	}
	for _, kind := range []int{19, 21, 22, 23} { // Discord allows these components in modals, but the sandbox doesn't support them
		body := fmt.Sprintf(`{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":{"type":%d,"custom_id":"f"}}]}}`, kind)
		if status, e := Call(t, d, "POST", callback, body); status != 400 || e.Code != 0 || !strings.Contains(e.Message, "file uploads") {
			t.Errorf("a modal with a component of type %d: got %d %d %s, want 400 and that file uploads are not supported", kind, status, e.Code, e.Message)
		}
	}
	checkAll(t, d, callTest{"an empty value is not too short", "POST", callback, modal(`"min_length":5,"value":""`), 204, 0})
}

func TestInvalidIDsAreRefused(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := GetWorld(t, d)
	messages, app, guild := w.General()+"/messages", w.App(), w.Guild()
	for _, c := range []struct {
		method, path, field string // field is the invalid field; "" if the id is valid
	}{
		{"GET", "/channels/abc", "channel_id"},
		{"GET", "/channels/-1", "channel_id"},
		{"GET", "/channels/18446744073709551616", "channel_id"}, // one more than the largest 64-bit number
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
		got := FieldErrors(t, e)
		if c.field == "" && e.Code == 50035 || c.field != "" && (status != 400 || e.Code != 50035 || len(got) != 1 || got[c.field] != "NUMBER_TYPE_COERCE") {
			t.Errorf("%s %s: got %d %d %v, want that %q is not a number", c.method, c.path, status, e.Code, got, c.field)
		}
	}
	if _, e := Call(t, d, "GET", "/channels/abc", ""); !strings.Contains(string(e.Errors), `Value \"abc\" is not snowflake.`) {
		t.Errorf("the channel abc: got %s, want that it is not a snowflake", e.Errors)
	}
	CheckCalls(t, d)
}
