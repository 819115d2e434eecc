package bot

import (
	"deuces/internal/say"
	"encoding/json"
	"strings"
	"testing"

	"deuces/bot/rest"
	"github.com/google/go-cmp/cmp"
)

// everything is a message with one of each block.
func everything() Message {
	return Message{
		Accent:   0x2ecc71,
		Mentions: []string{"11"},
		Files:    []File{{"round.rec", []byte("game: ahole\n")}, {"table.png", []byte("\x89PNG")}},
		Blocks: []Block{
			Text(say.Verbatim("## AHole\nIt is " + Mention("11") + "'s turn.")),
			Divider{},
			Divider{Bare: true, Large: true},
			Section{Texts: []Text{Text(say.Verbatim("Rules"))}, Button: &Button{ID: "rules/ahole", Label: say.Verbatim("Rules")}},
			Section{Texts: []Text{Text(say.Verbatim("Table"))}, Picture: &Picture{URL: "attachment://table.png", Alt: say.Verbatim("a table")}},
			Gallery{{URL: "https://example.com/a.png"}},
			Row{
				{ID: "act/7/1.3/pass", Label: say.Verbatim("Pass"), Style: Red},
				{ID: "hand/7", Emoji: "<:c7:123>", Label: say.Verbatim("My hand"), Style: Blue, Disabled: true},
				{URL: "https://example.com", Label: say.Verbatim("Source")},
			},
			Select{ID: "pick/7", Placeholder: say.Verbatim("Cards"), Max: 2, Options: []SelectOption{
				{Label: say.Verbatim("7♠"), Value: "7S", Default: true}, {Label: say.Verbatim("8♠"), Value: "8S", Description: say.Verbatim("eight"), Emoji: "🂨"}}},
			Download("round.rec"),
		},
	}
}

func TestMessageOnTheWire(t *testing.T) {
	got := encoded(t, everything()).JSON
	want := `{"components":[{"type":17,"accent_color":3066993,"components":[
		{"type":10,"content":"## AHole\nIt is <@11>'s turn."},
		{"type":14,"divider":true,"spacing":1},
		{"type":14,"divider":false,"spacing":2},
		{"type":9,"components":[{"type":10,"content":"Rules"}],"accessory":{"type":2,"custom_id":"rules/ahole","style":2,"label":"Rules"}},
		{"type":9,"components":[{"type":10,"content":"Table"}],"accessory":{"type":11,"media":{"url":"attachment://table.png"},"description":"a table"}},
		{"type":12,"items":[{"media":{"url":"https://example.com/a.png"}}]},
		{"type":1,"components":[
			{"type":2,"custom_id":"act/7/1.3/pass","style":4,"label":"Pass"},
			{"type":2,"custom_id":"hand/7","style":1,"label":"My hand","emoji":{"id":"123","name":"c7"},"disabled":true},
			{"type":2,"style":5,"label":"Source","url":"https://example.com"}]},
		{"type":1,"components":[{"type":3,"custom_id":"pick/7","options":[
			{"label":"7♠","value":"7S","default":true},{"label":"8♠","value":"8S","description":"eight","emoji":{"name":"🂨"}}],
			"placeholder":"Cards","min_values":0,"max_values":2}]},
		{"type":13,"file":{"url":"attachment://round.rec"}}]}],
		"allowed_mentions":{"parse":[],"users":["11"]},
		"attachments":[{"id":"0","filename":"round.rec"},{"id":"1","filename":"table.png"}]}`
	if d := cmp.Diff(decoded(t, []byte(want)), decoded(t, got)); d != "" {
		t.Errorf("wire form differs (-want +got):\n%s", d)
	}
}

func TestModalOnTheWire(t *testing.T) {
	m := Modal{ID: "name/7", Title: say.Verbatim("Name"), Fields: []Field{{ID: "n", Label: say.Verbatim("Name"), Value: "Ann", Max: 20, Required: true}, {ID: "l", Label: say.Verbatim("Why"), Long: true}}}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(m.encode())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"custom_id":"name/7","title":"Name","components":[
		{"type":18,"label":"Name","component":{"type":4,"custom_id":"n","style":1,"value":"Ann","max_length":20,"required":true}},
		{"type":18,"label":"Why","component":{"type":4,"custom_id":"l","style":2,"max_length":4000,"required":false}}]}`
	if d := cmp.Diff(decoded(t, []byte(want)), decoded(t, got)); d != "" {
		t.Errorf("wire form differs (-want +got):\n%s", d)
	}
}

func encoded(t testing.TB, m Message) rest.Message {
	t.Helper()
	w, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func decoded(t *testing.T, b []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return v
}

func TestCheck(t *testing.T) {
	if err := everything().Check(); err != nil {
		t.Errorf("one of each block: %v", err)
	}
	buttons := func(n int) Row {
		var r Row
		for i := range n {
			r = append(r, Button{ID: strings.Repeat("x", i+1), Label: say.Verbatim("x")})
		}
		return r
	}
	texts := func(n, size int) (m Message) {
		for range n {
			m.Blocks = append(m.Blocks, Text(say.Verbatim(strings.Repeat("x", size))))
		}
		return m
	}
	one := func(b Block) Message { return Message{Blocks: []Block{b}} }
	opts := func(n int) (o []SelectOption) {
		for i := range n {
			o = append(o, SelectOption{Label: say.Verbatim("x"), Value: strings.Repeat("v", i+1)})
		}
		return o
	}
	tests := []struct {
		why string
		m   Message
		bad string // what the error says; empty: the message is fine
	}{
		{"nothing is sent for it", Message{}, ""},
		{"as many texts as fit", texts(40, 100), ""},
		{"41 components", texts(41, 1), "41 components"},
		{"the frame counts", Message{Accent: 1, Blocks: texts(40, 1).Blocks}, "41 components"},
		{"4001 characters in two texts", texts(3, 1334), "4002 characters"},
		{"characters are UTF-16 units", one(Text(say.Verbatim(strings.Repeat("🂡", 2001)))), "4002 characters"},
		{"an empty text", one(Text(say.Verbatim(""))), "text has 0"},
		{"five buttons", one(buttons(5)), ""},
		{"six buttons", one(buttons(6)), "6 buttons"},
		{"an empty row", one(Row{}), "0 buttons"},
		{"label of 81", one(Row{{ID: "x", Label: say.Verbatim(strings.Repeat("x", 81))}}), "label has 81"},
		{"neither label nor emoji", one(Row{{ID: "x"}}), "label has 0"},
		{"an emoji alone, which a screen reader has no words for", one(Row{{ID: "x", Emoji: "🂡"}}), "label has 0"},
		{"so is one in the label", one(Row{{ID: "x", Label: say.Verbatim("⏮️")}}), "no words"},
		{"no id", one(Row{{Label: say.Verbatim("x")}}), "custom id has 0"},
		{"id of 101", one(Row{{ID: strings.Repeat("x", 101), Label: say.Verbatim("x")}}), "custom id has 101"},
		{"an id twice", Message{Blocks: []Block{Row{{ID: "x", Label: say.Verbatim("x")}}, Row{{ID: "x", Label: say.Verbatim("y")}}}}, "twice"},
		{"a link with an id", one(Row{{ID: "x", URL: "https://example.com", Label: say.Verbatim("x")}}), "both"},
		{"26 options", one(Select{ID: "x", Options: opts(26)}), "26 options"},
		{"no options", one(Select{ID: "x"}), "0 options"},
		{"more to choose than there are", one(Select{ID: "x", Max: 3, Options: opts(2)}), "0 to 3 of 2"},
		{"the same value twice", one(Select{ID: "x", Options: append(opts(1), opts(1)...)}), "twice"},
		{"two chosen where one may be", one(Select{ID: "x", Options: []SelectOption{{Label: say.Verbatim("a"), Value: "a", Default: true}, {Label: say.Verbatim("b"), Value: "b", Default: true}}}), "chosen already"},
		{"a section with nothing beside it", one(Section{Texts: []Text{Text(say.Verbatim("x"))}}), "needs a button"},
		{"four texts in a section", one(Section{Texts: []Text{Text(say.Verbatim("x")), Text(say.Verbatim("x")), Text(say.Verbatim("x")), Text(say.Verbatim("x"))}, Button: &Button{ID: "x", Label: say.Verbatim("x")}}), "4 texts"},
		{"a file that isn't there", one(Download("x")), "no file"},
		{"a picture over plain http", one(Gallery{{URL: "http://example.com/a.png"}}), "neither https"},
		{"a block that is nil", one(nil), "block of nothing"},
		{"an accent beyond white", Message{Accent: 1 << 24, Blocks: []Block{Text(say.Verbatim("x"))}}, "no colour"},
	}
	for _, tt := range tests {
		err := tt.m.Check()
		if tt.bad == "" && err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if tt.bad != "" && (err == nil || !strings.Contains(err.Error(), tt.bad)) {
			t.Errorf("%s: %v, want an error with %q", tt.why, err, tt.bad)
		}
	}
}

func TestCommandCheck(t *testing.T) {
	ok := Command{Name: "play", Description: say.Verbatim("Open a table"), Options: []Option{
		{Name: "game", Description: say.Verbatim("Which"), Required: true, Choices: []Choice{{say.Verbatim("AHole"), "ahole"}}},
		{Name: "demerits", Description: say.Verbatim("How many"), Kind: Integer, Min: Limit(0), Max: Limit(99)},
	}}
	if err := ok.Check(); err != nil {
		t.Error(err)
	}
	tests := []struct {
		why string
		c   Command
		bad string
	}{
		{"upper case", Command{Name: "Play", Description: say.Verbatim("x")}, "lower-case"},
		{"no description", Command{Name: "play"}, "description"},
		{"required after optional", Command{Name: "play", Description: say.Verbatim("x"), Options: []Option{
			{Name: "a", Description: say.Verbatim("a")}, {Name: "b", Description: say.Verbatim("b"), Required: true}}}, "required after"},
		{"choices for a user", Command{Name: "play", Description: say.Verbatim("x"), Options: []Option{
			{Name: "a", Description: say.Verbatim("a"), Kind: Someone, Choices: []Choice{{say.Verbatim("x"), "x"}}}}}, "cannot have"},
		{"options and sub-commands", Command{Name: "play", Description: say.Verbatim("x"), Options: []Option{{Name: "a", Description: say.Verbatim("a")}},
			Subs: []Sub{{Name: "b", Description: say.Verbatim("b")}}}, "both"},
	}
	for _, tt := range tests {
		if err := tt.c.Check(); err == nil || !strings.Contains(err.Error(), tt.bad) {
			t.Errorf("%s: %v, want an error with %q", tt.why, err, tt.bad)
		}
	}
	got, err := json.Marshal(ok.encode())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":1,"name":"play","description":"Open a table","contexts":[0],"default_member_permissions":null,"options":[
		{"type":3,"name":"game","description":"Which","required":true,"choices":[{"name":"AHole","value":"ahole"}]},
		{"type":4,"name":"demerits","description":"How many","min_value":0,"max_value":99}]}`
	if d := cmp.Diff(decoded(t, []byte(want)), decoded(t, got)); d != "" {
		t.Error(d)
	}
}
