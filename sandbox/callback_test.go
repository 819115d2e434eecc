package sandbox_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// callback uses a command and returns the address at which the bot must answer it.
func callback(t *testing.T, d *sandboxtest.Discord) string {
	t.Helper()
	came := make(chan *discordgo.Interaction, 1)
	b := startBot(t, d, func(_ *bot, i *discordgo.InteractionCreate) { came <- i.Interaction })
	b.register(t, &discordgo.ApplicationCommand{Name: "ask", Description: "d"})
	ann := User(t, d, "Ann")
	ended := make(chan error, 1)
	go func() {
		_, err := ann.Command(t.Context(), "general", "ask", nil)
		ended <- err
	}()
	select {
	case i := <-came:
		return fmt.Sprintf("/interactions/%s/%s/callback", i.ID, i.Token)
	case err := <-ended:
		t.Fatalf("the command came to nothing: %v", err)
	}
	return ""
}

// Modals that nobody could submit are refused.
func TestModalForms(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: time.Minute})
	at := callback(t, d)
	const field = "data.components.0.components.0."
	for _, c := range []struct{ why, input, path, code string }{
		{"at least five characters, at most two", `"min_length":5,"max_length":2`, field + "min_length", "TEXT_INPUT_COMPONENT_MIN_LENGTH_TOO_LARGE"},
		{"three characters there, at most two wanted", `"max_length":2,"value":"abc"`, field + "value", "BASE_TYPE_MAX_LENGTH"},
		{"three characters there, at least five wanted", `"min_length":5,"value":"abc"`, field + "value", "BASE_TYPE_BAD_LENGTH"},
		{"more than a text can have", `"max_length":4001`, field + "max_length", "NUMBER_TYPE_MAX"},
		{"nothing there yet is no text too short", `"min_length":5,"value":""`, "", ""},
	} {
		body := `{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":1,"components":[
			{"type":4,"custom_id":"f","style":1,"label":"l",` + c.input + `}]}]}}`
		status, e := Call(t, d, "POST", at, body)
		want := map[string]string{c.path: c.code}
		if c.code == "" {
			want = map[string]string{}
		}
		if got := Faulty(t, e); (status == 400) != (c.code != "") || !maps.Equal(got, want) {
			t.Errorf("%s: %d %d %v, want %v", c.why, status, e.Code, got, want)
		}
	}
}

// Components that Discord allows in modals but the sandbox doesn't support are refused by name.
func TestModalsLeaveComponentsOut(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: time.Minute})
	at := callback(t, d)
	for _, kind := range []int{19, 21, 22, 23} {
		body := fmt.Sprintf(`{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":{"type":%d,"custom_id":"f"}}]}}`, kind)
		if status, e := Call(t, d, "POST", at, body); status != 400 || e.Code != 0 || !strings.Contains(e.Message, "file uploads") {
			t.Errorf("type %d: %d %d %s", kind, status, e.Code, e.Message)
		}
	}
}

// Fields of the wrong type are reported with their path from the top of the body, in Discord's
// words.
func TestMistypedCallbacks(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: time.Minute})
	at := callback(t, d)
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
		{"a modal's", `{"type":9,"data":{"title":7}}`, map[string]string{"data.title": "STRING_TYPE_CONVERT"}},
	} {
		status, e := Call(t, d, "POST", at, c.body)
		if got := Faulty(t, e); status != 400 || e.Code != 50035 || !maps.Equal(got, c.want) {
			t.Errorf("%s: %d %d %v, want %v", c.why, status, e.Code, got, c.want)
		}
	}
	_, e := Call(t, d, "POST", at, `{"type":4,"data":{"components":7,"flags":{},"content":[]}}`)
	want := `{"data":{"components":{"_errors":[{"code":"LIST_TYPE_CONVERT","message":"Only iterables may be used in a ListType"}]},` +
		`"content":{"_errors":[{"code":"STRING_TYPE_CONVERT","message":"Could not interpret \"[]\" as string."}]},` +
		`"flags":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"{}\" is not int."}]}}}`
	if string(e.Errors) != want {
		t.Errorf("the errors are %s, want %s", e.Errors, want)
	}
}
