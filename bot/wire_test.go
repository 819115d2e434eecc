package bot

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/internal/errtest"
	"deuces/internal/say"
)

// Messages, forms and commands are encoded in Discord's JSON form.
func TestMessagesFormsAndCommandsAsJSON(t *testing.T) {
	message := Message{
		Accent:   0x2ecc71,
		Mentions: []string{"11"},
		Files:    []File{{"round.rec", []byte("game: ahole\n")}, {"table.png", []byte("\x89PNG")}},
		Blocks: []Block{
			Text(say.Verbatim("## AHole\nIt is " + Mention("11") + "'s turn.")),
			Divider{},
			Section{Texts: []Text{Text(say.Verbatim("Rules"))}, Button: Button{ID: "rules/ahole", Label: say.Verbatim("Rules")}},
			Gallery{{URL: "https://example.com/a.png"}, {URL: "attachment://table.png", Alt: say.Verbatim("a table")}},
			Row{
				{ID: "act/7/1.3/pass", Label: say.Verbatim("Pass"), Style: Red},
				{ID: "hand/7", Emoji: "<:c7:123>", Label: say.Verbatim("My hand"), Style: Blue, Disabled: true},
				{URL: "https://example.com", Label: say.Verbatim("Source")},
			},
			Select{ID: "pick/7", Placeholder: say.Verbatim("Cards"), Options: []SelectOption{
				{Label: say.Verbatim("7♠"), Value: "7S", Default: true}, {Label: say.Verbatim("8♠"), Value: "8S", Description: say.Verbatim("eight")}}},
			Picker{ID: "where", Of: Channels, Placeholder: say.Verbatim("Everywhere"), Max: 25, Chosen: []string{"5"}},
			Picker{ID: "who", Of: Roles, Max: 1},
			Download("round.rec"),
		},
	}
	form := Modal{ID: "name/7", Title: say.Verbatim("Name"), Fields: []Field{{ID: "n", Label: say.Verbatim("Name"), Value: "Ann", Max: 20, Required: true}}}
	command := Command{Name: "play", Description: say.Verbatim("Open a table"), Options: []Option{
		{Name: "game", Description: say.Verbatim("Which"), Suggest: true, Max: 80}, {Name: "player", Description: say.Verbatim("Who"), User: true},
	}}
	for _, tt := range []struct {
		encoded any
		want    string
	}{
		{json.RawMessage(message.Encode().JSON), `{"components":[{"type":17,"accent_color":3066993,"components":[
			{"type":10,"content":"## AHole\nIt is <@11>'s turn."},
			{"type":14,"divider":true,"spacing":1},
			{"type":9,"components":[{"type":10,"content":"Rules"}],"accessory":{"type":2,"custom_id":"rules/ahole","style":2,"label":"Rules"}},
			{"type":12,"items":[{"media":{"url":"https://example.com/a.png"}},{"media":{"url":"attachment://table.png"},"description":"a table"}]},
			{"type":1,"components":[
				{"type":2,"custom_id":"act/7/1.3/pass","style":4,"label":"Pass"},
				{"type":2,"custom_id":"hand/7","style":1,"label":"My hand","emoji":{"id":"123","name":"c7"},"disabled":true},
				{"type":2,"style":5,"label":"Source","url":"https://example.com"}]},
			{"type":1,"components":[{"type":3,"custom_id":"pick/7","options":[
				{"label":"7♠","value":"7S","default":true},{"label":"8♠","value":"8S","description":"eight"}],
				"placeholder":"Cards","min_values":1,"max_values":1}]},
			{"type":1,"components":[{"type":8,"custom_id":"where","channel_types":[0,2,5,13,15],"default_values":[{"id":"5","type":"channel"}],
				"placeholder":"Everywhere","min_values":0,"max_values":25}]},
			{"type":1,"components":[{"type":6,"custom_id":"who","min_values":0,"max_values":1}]},
			{"type":13,"file":{"url":"attachment://round.rec"}}]}],
			"allowed_mentions":{"parse":[],"users":["11"]},
			"attachments":[{"id":"0","filename":"round.rec"},{"id":"1","filename":"table.png"}]}`},
		{form.encode(), `{"custom_id":"name/7","title":"Name","components":[
			{"type":18,"label":"Name","component":{"type":4,"custom_id":"n","style":1,"value":"Ann","max_length":20,"required":true}}]}`},
		{command.encode(true, nil), `{"type":1,"name":"play","description":"Open a table","contexts":[0],"integration_types":[0],"default_member_permissions":null,"options":[
			{"type":3,"name":"game","description":"Which","autocomplete":true,"max_length":80},
			{"type":6,"name":"player","description":"Who"}]}`},
		{Command{Name: "help", Description: say.Verbatim("x"), Anywhere: true}.encode(true, nil),
			`{"type":1,"name":"help","description":"x","contexts":[0,1,2],"integration_types":[0,1],"default_member_permissions":null,"options":[]}`},
		{Command{Name: "help", Description: say.Verbatim("x"), Anywhere: true}.encode(false, nil), // Discord refuses to offer it to people
			`{"type":1,"name":"help","description":"x","contexts":[0,1],"integration_types":[0],"default_member_permissions":null,"options":[]}`},
	} {
		data, err := json.Marshal(tt.encoded)
		errtest.Must(t, err)
		var want, got any
		for doc, into := range map[string]*any{tt.want: &want, string(data): &got} {
			if err := json.Unmarshal([]byte(doc), into); err != nil {
				t.Fatalf("%v in %s", err, doc)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("the wire form differs (-want +got):\n%s", d)
		}
	}
}

func TestDecode(t *testing.T) {
	i, err := decode(interactionJSON(t, map[string]any{
		"type":            3,
		"app_permissions": 3072, // some fake Discords send a number instead of a string
		"channel":         map[string]any{"id": "5", "type": 11, "parent_id": "4"},
		"message": map[string]any{"id": "77", "flags": 64, "components": []any{
			map[string]any{"type": 99, "from": "the future"}}},
		"data": map[string]any{"custom_id": "act/7/1.3/7S 7H", "component_type": 3, "values": []string{"a", "b"}},
	}), time.Now())
	errtest.Must(t, err)
	q := i.Request
	if q.Verb != "act" || !slices.Equal(q.Args, []string{"7", "1.3", "7S 7H"}) || !slices.Equal(q.Values, []string{"a", "b"}) ||
		!q.Private || q.Message != "77" || !q.Thread || q.Parent != "4" || q.User.Name != "Ann" || q.User.Nick != "Annie" || !q.Can.Has(ManageMessages) {
		t.Errorf("got the click %+v, want the private message 77 in a thread under channel 4, clicked by Ann, with the action 7, 1.3, 7S 7H and the values a and b", q)
	}
	if missing := q.Missing(); missing.String() != "Send Messages in Threads" {
		t.Errorf("in a thread with Send Messages alone the bot lacks %q, want Send Messages in Threads", missing)
	}
	member := map[string]any{"nick": "Annie", "permissions": "8", "user": map[string]any{"id": "11", "username": "ann"}}
	for _, tt := range []struct {
		where  string
		change map[string]any
		guild  string
		nick   string
		can    Permissions
	}{
		{"a guild that has installed the bot", map[string]any{"member": member, "context": 0, "authorizing_integration_owners": map[string]any{"0": "3", "1": "11"}}, "3", "Annie", Administrator},
		{"a guild without the bot", map[string]any{"member": member, "context": 0, "authorizing_integration_owners": map[string]any{"1": "11"}}, "", "", 0},
		{"the bot's direct messages", map[string]any{"guild_id": nil, "member": nil, "user": member["user"], "context": 1, "authorizing_integration_owners": map[string]any{"0": "0"}}, "", "", 0},
		{"a group DM", map[string]any{"guild_id": nil, "member": nil, "user": member["user"], "context": 2, "authorizing_integration_owners": map[string]any{"1": "11"}}, "", "", 0},
	} {
		i, err := decode(interactionJSON(t, tt.change), time.Now())
		if q := i.Request; err != nil || q.Guild != tt.guild || q.User.ID != "11" || q.User.Nick != tt.nick || q.Can != tt.can {
			t.Errorf("from %s: got guild %q, user %+v with permissions %d, and error %v; want guild %q, user 11 called %q with %d", tt.where, q.Guild, q.User, q.Can, err, tt.guild, tt.nick, tt.can)
		}
	}
	i, err = decode(interactionJSON(t, map[string]any{"data": map[string]any{"name": "set", "options": []any{
		map[string]any{"type": 6, "name": "whom", "value": "12"},
		map[string]any{"type": 3, "name": "word", "value": "x", "focused": true}},
		"resolved": map[string]any{"users": map[string]any{"12": map[string]any{"id": "12", "username": "bob"}}}}}), time.Now())
	if err != nil || i.Command != "set" || i.Options["whom"] != "12" || i.Options["word"] != "x" || i.Focused != "word" || i.Users["12"].Name != "bob" {
		t.Errorf("got the command %+v and error %v, want set with the options whom (bob, 12) and word (x, focused)", i.Request, err)
	}
	i, err = decode(interactionJSON(t, map[string]any{"type": 5, "data": map[string]any{"custom_id": "named/7", "components": []any{
		map[string]any{"type": 1, "components": []any{map[string]any{"type": 4, "custom_id": "a", "value": "A"}}},
		map[string]any{"type": 18, "component": map[string]any{"type": 4, "custom_id": "b", "value": "B"}}}}}), time.Now())
	if d := cmp.Diff(map[string]string{"a": "A", "b": "B"}, i.Fields); d != "" || err != nil {
		t.Errorf("the form's fields, %v (-want +got):\n%s", err, d)
	}
}

// If the data of an interaction is invalid, its id and token are still decoded, in whatever order
// the fields come. So the bot can answer it.
func TestInvalidDataLeavesTheRestOfAnInteractionReadable(t *testing.T) {
	for _, raw := range []string{
		`{"id":"1","token":"t","application_id":"9","type":3,"data":{"custom_id":7}}`,
		`{"data":{"custom_id":7},"type":3,"id":"1","token":"t","application_id":"9"}`,
		`{"data":{"custom_id":"a","values":{"x":[]}},"member":7,"id":"1","token":"t","application_id":"9"}`,
	} {
		i, err := decode([]byte(raw), time.Now())
		if err == nil || i.ID != "1" || i.Handle.Token != "t" || i.Handle.App != "9" {
			t.Errorf("%s: got id %q, token %q, application %q and error %v, want 1, t, 9 and an error", raw, i.ID, i.Handle.Token, i.Handle.App, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(interactionJSON(f, nil)))
	f.Add([]byte(`{"id":"1","token":"t","application_id":"9","type":3,"data":{"custom_id":"//"}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, err := decode(raw, time.Now())
		if err == nil && (i.ID == "" || i.Handle.Token == "" || i.User.ID == "") {
			t.Errorf("%s: decoded without an error as %+v, which lacks an id, a token or a user", raw, i)
		}
	})
}

// A user who turns a page of their own message updates that message. If the message belongs to
// somebody else, the user gets the page as a private message.
func TestOnlyTheOwnerOfAMessageTurnsItsPageInPlace(t *testing.T) {
	for _, c := range []struct {
		flags   int
		creator string // id of the user whose command created the message; the user who clicks is 11; empty: unknown
		private bool
		why     string
	}{
		{32832, "11", false, "a private message is the user's own"},
		{32768, "11", false, "the answer to the user's own command"},
		{32768, "12", true, "the answer to somebody else's"},
		{32768, "", true, "no answer, or it isn't known to whom"},
	} {
		click := privateClick("x")
		click["message"] = map[string]any{"id": "5", "flags": c.flags, "interaction_metadata": map[string]any{"user": map[string]any{"id": c.creator}}}
		i, err := decode(interactionJSON(t, click), time.Now())
		if r := i.ShowPage(Message{}); err != nil || r.Private != c.private || r.Update == c.private {
			t.Errorf("%s: got %+v and error %v, want a new private message: %t, otherwise an update", c.why, r, err, c.private)
		}
	}
}
