package browsertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/internal/errtest"
	"deuces/sandbox"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// chromium is the browser that all tests share. Each test has its own tab.
var chromium browsertest.Chromium

func TestMain(m *testing.M) {
	code := m.Run()
	chromium.Close()
	os.Exit(code)
}

// startWithBot starts a sandbox with a bot that posts every kind of content that these tests need.
func startWithBot(t *testing.T) *sandboxtest.Discord {
	t.Helper()
	s := start(t, "127.0.0.1:0", sandboxtest.Patience)
	connectBot(t, s.Discord)
	return s.Discord
}

// testSandbox is a sandbox that runs until stop is called or its test ends.
type testSandbox struct {
	*sandboxtest.Discord
	stop func()
}

func start(t *testing.T, address string, replyWithin time.Duration) testSandbox {
	t.Helper()
	s := sandbox.New(sandbox.Config{Addr: address, ReplyWithin: replyWithin})
	errtest.Must(t, s.Listen())
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("the sandbox ended with %v, want no error", err)
		}
	})
	t.Cleanup(stop)
	return testSandbox{sandboxtest.At(s.URL()), stop}
}

// callAsBot sends a request to the sandbox's Discord API as the bot. It returns the id of the
// created object.
func callAsBot(t *testing.T, d *sandboxtest.Discord, method, path, body string) (id string) {
	t.Helper()
	status, text, err := d.Call(t.Context(), method, path, body)
	if err != nil || status >= 300 {
		t.Errorf("%s %s is refused: %d %s %v", method, path, status, text, err)
	}
	var created struct{ ID string }
	_ = json.Unmarshal(text, &created) // a list has no id
	return created.ID
}

// requestAsUser sends a request to the sandbox's API for users (/sandbox/). It returns the id of
// the created object.
func requestAsUser(t *testing.T, d *sandboxtest.Discord, method, path string, body any) (id string) {
	t.Helper()
	var created struct{ ID string }
	errtest.Must(t, d.Do(t.Context(), method, "/sandbox/"+path, body, &created))
	return created.ID
}

const app = "/applications/1000000000000000001"

const commands = `[
	{"name":"play","description":"Open a table","options":[
		{"type":3,"name":"game","description":"Which game","required":true,"choices":[{"name":"AHole","value":"ahole"},{"name":"Big Two","value":"bigtwo"}]},
		{"type":4,"name":"seats","description":"How many seats","max_value":8},
		{"type":3,"name":"preset","description":"A set of options","autocomplete":true}]},
	{"name":"hand","description":"Show my hand"},
	{"name":"settings","description":"Settings","options":[{"type":1,"name":"name","description":"Name the table"}]},
	{"name":"form","description":"A form"},
	{"name":"silent","description":"Never answers"}]`

// formBody is a modal with each kind of component that the page supports in modals.
const formBody = `{"type":9,"data":{"custom_id":"form","title":"A form","components":[
	{"type":10,"content":"Fill **this** in."},
	{"type":18,"label":"Words","description":"a few","component":{"type":4,"custom_id":"text","style":1}},
	{"type":18,"label":"Suit","component":{"type":3,"custom_id":"suit","options":[{"label":"Clubs","value":"c"},{"label":"Spades","value":"s"}]}},
	{"type":18,"label":"Who","component":{"type":5,"custom_id":"who","required":false}}]}}`

// hostileText is text that a page must display and must not execute.
const hostileText = `<img src=x onerror="window.broken=1"> [click](javascript:alert(1)) <script>window.broken=1</script>`

// lobbyBody returns a public message with a button of each style.
func lobbyBody(kind int, words string) string {
	return fmt.Sprintf(`{"type":%d,"data":{"flags":32768,"allowed_mentions":{"parse":[]},"components":[{"type":17,"accent_color":5793266,"components":[
		{"type":10,"content":%q},
		{"type":14,"divider":true},
		{"type":10,"content":%q},
		{"type":1,"components":[
			{"type":2,"style":3,"label":"Join","custom_id":"join"},
			{"type":2,"style":1,"label":"My hand","custom_id":"hand"},
			{"type":2,"style":2,"label":"Call me","custom_id":"call"},
			{"type":2,"style":4,"label":"Silence","custom_id":"silent"},
			{"type":2,"style":2,"label":"Full","custom_id":"full","disabled":true}]}]}]}}`, kind, "## A table\n"+words, hostileText)
}

// handBody returns a private message with a select.
func handBody(kind int, words string) string {
	return fmt.Sprintf(`{"type":%d,"data":{"flags":64,"content":%q,"components":[{"type":1,"components":[
		{"type":3,"custom_id":"cards","placeholder":"Pick two cards","min_values":2,"max_values":2,"options":[
			{"label":"3♦","value":"3D"},{"label":"4♠","value":"4S"},{"label":"2♠","value":"2S"}]}]}]}}`, kind, words)
}

// connectBot connects a bot that answers the commands and components above.
func connectBot(t *testing.T, d *sandboxtest.Discord) {
	t.Helper()
	d.Bot(t, func(i sandboxtest.Interaction) string {
		var used struct {
			Options []struct {
				Name  string
				Value any
			}
			Values     []string
			Components []struct {
				Component  *struct{ Value, Values any }
				Components []struct{ Value string }
			}
		}
		if err := json.Unmarshal([]byte(i.Raw), &used); err != nil {
			t.Error(err)
		}
		var words []string
		for _, o := range used.Options {
			words = append(words, fmt.Sprintf("%s = %v", o.Name, o.Value))
		}
		if i.Type == 4 {
			return `{"type":8,"data":{"choices":[{"name":"House rules","value":"house"},{"name":"Tournament","value":"tournament"}]}}`
		}
		switch i.Data.Name + i.Data.CustomID + fmt.Sprint(i.Type) {
		case "play2":
			return lobbyBody(4, strings.Join(words, ", "))
		case "hand2":
			return handBody(4, "Your hand: 3♦ 4♠ **2♠**")
		case "settings2":
			return `{"type":9,"data":{"custom_id":"name","title":"Name the table","components":[{"type":1,"components":[{"type":4,"custom_id":"name","label":"Name","style":1}]}]}}`
		case "name5":
			return fmt.Sprintf(`{"type":4,"data":{"content":%q}}`, "The table is called "+used.Components[0].Components[0].Value)
		case "form2":
			return formBody
		case "form5":
			fields := used.Components
			return fmt.Sprintf(`{"type":4,"data":{"content":"got %v %v %v"}}`, fields[1].Component.Value, fields[2].Component.Values, fields[3].Component.Values)
		case "join3":
			return lobbyBody(7, "<@"+i.Member.User.ID+"> joined")
		case "hand3":
			return handBody(4, "Your hand: 5♣")
		case "call3":
			callAsBot(t, d, "POST", "/channels/"+i.ChannelID+"/messages", `{"content":"<@`+i.Member.User.ID+`>, it is your turn"}`)
			return `{"type":6}`
		case "cards3":
			return handBody(7, "You picked "+strings.Join(used.Values, " "))
		}
		return ""
	})
	callAsBot(t, d, "PUT", app+"/commands", commands)
}
