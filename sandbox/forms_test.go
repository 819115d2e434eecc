package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// Each invalid body gives Discord's error 50035 with the path of the invalid field.
func TestForms(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
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
		{"content that is no text", `{"content":{}}`, "content", "STRING_TYPE_CONVERT"},
		{"a style that is a text", button(`,"style":"1"`), "components.0.components.0.style", "NUMBER_TYPE_COERCE"},
		{"a truth that is a text", button(`,"disabled":"no"`), "components.0.components.0.disabled", "BOOLEAN_TYPE_CONVERT"},
		{"an emoji's id that is a name", button(`,"emoji":{"id":"as"}`), "components.0.components.0.emoji.id", "NUMBER_TYPE_COERCE"},
		{"an id that is empty", `{"content":"x","message_reference":{"message_id":""}}`, "message_reference.message_id", "NUMBER_TYPE_COERCE"},
		{"a number among components", `{"components":[{"type":1,"components":[]},7]}`, "components.1", "MODEL_TYPE_CONVERT"},
		{"components that are no list", `{"components":{}}`, "components", "LIST_TYPE_CONVERT"},
		{"flags that are a fraction", `{"content":"x","flags":1.5}`, "flags", "NUMBER_TYPE_COERCE"},
		{"a body that is a list", `[]`, "", "MODEL_TYPE_CONVERT"},
		{"a key in other letters", `{"Content":7}`, "", "BASE_TYPE_BAD_TYPE"},
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
		{"an accent that is no color", v2(`{"type":17,"accent_color":16777216,"components":[{"type":10,"content":"x"}]}`), "components.0.accent_color", "NUMBER_TYPE_MAX"},
		{"parse of users beside users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		{"a nonce of 26", `{"content":"x","nonce":"` + x(26) + `"}`, "nonce", "BASE_TYPE_MAX_LENGTH"},
		{"an attachment that didn't come", `{"content":"x","attachments":[{"id":0,"filename":"x.png"}]}`, "attachments.0.id", "MESSAGE_ATTACHMENT_NOT_FOUND"},
		{"an answer to nothing", `{"content":"x","message_reference":{"message_id":"1"}}`, "message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"},
	} {
		status, e := Call(t, d, "POST", w.General()+"/messages", c.body)
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
	if status, e := Call(t, d, "POST", w.General()+"/messages", `{`); status != 400 || e.Code != 50109 {
		t.Errorf("half a JSON: %d %d", status, e.Code)
	}
	if status, e := Call(t, d, "POST", w.General()+"/messages", `{"content":"x","allowed_mentions":{"users":[1]}}`); status != 200 {
		t.Errorf("an id that is a number: %d %s, Discord takes it", status, e.Errors)
	}
	if status, e := Call(t, d, "POST", w.General()+"/messages", `{"content":"  "}`); status != 400 || e.Code != 50006 {
		t.Errorf("blanks only: %d %d, want 50006", status, e.Code)
	}
}

// Invalid commands can't be registered.
func TestCommandForms(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
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
		{"a text longer than its longest", with(`,"options":[{"type":3,"name":"a","description":"d","min_length":5,"max_length":2}]`), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID"},
		{"a subcommand beside an option", with(`,"options":[{"type":3,"name":"a","description":"d"},` + sub("b", "") + `]`), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"a locale's name that is a number", with(`,"name_localizations":{"de":7}`), "STRING_TYPE_CONVERT"},
		{"locales that are a list", with(`,"name_localizations":[]`), "DICT_TYPE_CONVERT"},
		{"a least value that is a text", with(`,"options":[{"type":10,"name":"a","description":"d","min_value":"1"}]`), "NUMBER_TYPE_COERCE"},
		{"a locale that isn't", with(`,"name_localizations":{"xx":"play"}`), "BASE_TYPE_CHOICES"},
		{"a context that isn't", with(`,"contexts":[7]`), "BASE_TYPE_CHOICES"},
		{"a described context menu", `[{"name":"Invite","type":2,"description":"d"}]`, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"},
	} {
		status, e := Call(t, d, "PUT", w.App()+"/commands", c.body)
		if status != 400 || e.Code != 50035 || !strings.Contains(string(e.Errors), c.code) {
			t.Errorf("%s: %d %d %s, want %s", c.why, status, e.Code, e.Errors, c.code)
		}
	}
	id := Made(t, d, w.App()+"/commands", `{"name":"play","description":"d","default_member_permissions":"0"}`)
	if again := Made(t, d, w.App()+"/commands", `{"name":"play","description":"new"}`); again != id {
		t.Errorf("the same name got the id %s, then %s", id, again)
	}
	Made(t, d, w.App()+"/guilds/"+w.Guilds[0].ID+"/commands", `{"name":"house","description":"d"}`)
	var names []struct{ Name string }
	if err := d.Do(t.Context(), "GET", "/sandbox/commands", nil, &names); err != nil || len(names) != 2 {
		t.Errorf("a guild has %v, %v: want the global and its own", names, err)
	}
	if status, e := Call(t, d, "DELETE", w.App()+"/commands/1", ""); status != 404 || e.Code != 10063 {
		t.Errorf("an unknown command: %d %d", status, e.Code)
	}
	if status, _ := Call(t, d, "DELETE", w.App()+"/commands/"+id, ""); status != 204 {
		t.Errorf("a deletion: %d", status)
	}
}
