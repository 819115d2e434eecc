package bot

import (
	"deuces/internal/say"
	"encoding/json"
	"testing"

	"deuces/bot/rest"
	"github.com/google/go-cmp/cmp"
)

// everything returns a message with one block of each type.
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
	return m.Encode()
}

func decoded(t *testing.T, b []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return v
}

func TestCommandOnTheWire(t *testing.T) {
	ok := Command{Name: "play", Description: say.Verbatim("Open a table"), Options: []Option{
		{Name: "game", Description: say.Verbatim("Which"), Required: true, Choices: []Choice{{say.Verbatim("AHole"), "ahole"}}},
		{Name: "demerits", Description: say.Verbatim("How many"), Kind: Integer, Min: Limit(0), Max: Limit(99)},
	}}
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
