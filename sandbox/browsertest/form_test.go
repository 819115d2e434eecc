package browsertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// form is a modal with components that discordgo doesn't support.
const form = `{"type":9,"data":{"custom_id":"form","title":"A form","components":[
	{"type":10,"content":"Fill **this** in."},
	{"type":18,"label":"Words","description":"a few","component":{"type":4,"custom_id":"text","style":1}},
	{"type":18,"label":"Suit","component":{"type":3,"custom_id":"suit","options":[{"label":"Clubs","value":"c"},{"label":"Spades","value":"s"}]}},
	{"type":18,"label":"Who","component":{"type":5,"custom_id":"who","required":false}}]}}`

// answering runs a bot that answers each command with the modal and each submission with the
// submitted values.
func answering(ctx context.Context, t *testing.T, address string) {
	t.Helper()
	c, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(address, "http")+"/gateway", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	if err := c.Write(ctx, websocket.MessageText, []byte(`{"op":2,"d":{"token":"sandbox","intents":1,"properties":{}}}`)); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			_, text, err := c.Read(ctx)
			if err != nil {
				return
			}
			var f struct {
				T string
				D struct {
					ID, Token string
					Type      int
					Data      json.RawMessage
				}
			}
			if json.Unmarshal(text, &f) != nil || f.T != "INTERACTION_CREATE" {
				continue
			}
			body := form
			if f.D.Type == 5 {
				body = fmt.Sprintf(`{"type":4,"data":{"content":%q}}`, values(f.D.Data))
			}
			call(ctx, t, "POST", address+"/api/v10/interactions/"+f.D.ID+"/"+f.D.Token+"/callback", body)
		}
	}()
}

// values returns the values of a submission in the order of its fields.
func values(data json.RawMessage) string {
	var d struct {
		Components []struct {
			Component *struct{ Value, Values any }
		}
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return err.Error()
	}
	var all []string
	for _, c := range d.Components {
		if c.Component == nil {
			continue // text
		}
		if c.Component.Values != nil {
			all = append(all, fmt.Sprint(c.Component.Values))
		} else {
			all = append(all, fmt.Sprint(c.Component.Value))
		}
	}
	return "got " + strings.Join(all, " ")
}

func call(ctx context.Context, t *testing.T, method, url, body string) {
	r, _ := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte(body)))
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Errorf("%s %s: %v", method, url, err)
		return
	}
	_ = resp.Body.Close()
	if resp.StatusCode >= 300 {
		t.Errorf("%s %s: %d", method, url, resp.StatusCode)
	}
}

func TestAModalWithLabelsIsFilledIn(t *testing.T) {
	t.Parallel()
	b := chromium.Open(t, 1100, 900)
	address := start(t, "127.0.0.1:0", sandboxtest.Patience).URL()
	answering(t.Context(), t, address)
	d := sandboxtest.At(address)
	if err := d.AwaitBot(t.Context()); err != nil {
		t.Fatal(err)
	}
	call(t.Context(), t, "POST", address+"/api/v10/applications/1000000000000000001/commands", `{"name":"form","description":"a form"}`)
	b.Go(address + "/#user=Ann&channel=general")
	b.Click(".free")
	b.Type("/form")
	b.Press(browsertest.Tab, browsertest.Enter)
	b.WaitText("dialog.modal", "Fill this in.")
	b.Click(`dialog.modal input[data-custom-id="text"]`)
	b.Type("words")
	b.Click(`dialog.modal [data-custom-id="suit"]`)
	b.Click(`dialog.modal [role="option"][data-value="s"]`)
	b.WaitText(`dialog.modal [data-custom-id="suit"]`, "Spades")
	b.Screenshot("modal-form")
	b.Click(`dialog.modal button[type="submit"]`)
	b.WaitText(".message", "got words [s] []")
	b.Gone("dialog.modal")
}

func TestReactionsAndDirectMessagesAreShown(t *testing.T) {
	t.Parallel()
	b := chromium.Open(t, 1100, 900)
	address := discord(t)
	d := sandboxtest.At(address)
	var m struct{ ID string }
	if err := d.Do(t.Context(), "POST", "/sandbox/say", map[string]any{"user": "Bob", "channel": "general", "content": "nice hand"}, &m); err != nil {
		t.Fatal(err)
	}
	react := map[string]any{"user": "Bob", "message": m.ID, "emoji": "🔥"}
	if err := d.Do(t.Context(), "POST", "/sandbox/react", react, nil); err != nil {
		t.Fatal(err)
	}
	b.Go(address + "/#user=Ann&channel=general")
	b.WaitText(".reaction", "🔥")
	b.Click(".reaction")
	b.WaitText(`.reaction[aria-pressed="true"]`, "2")
	b.Click(".reaction")
	b.WaitText(`.reaction[aria-pressed="false"]`, "1")
	react["remove"] = true
	if err := d.Do(t.Context(), "POST", "/sandbox/react", react, nil); err != nil {
		t.Fatal(err)
	}
	b.Gone(".reaction")

	var direct struct{ ID string }
	if err := d.Do(t.Context(), "POST", "/sandbox/dms", map[string]any{"user": "Ann"}, &direct); err != nil {
		t.Fatal(err)
	}
	call(t.Context(), t, "POST", address+"/api/v10/channels/"+direct.ID+"/messages", `{"content":"psst"}`)
	b.Click(`[data-channel-name="@Ann"]`)
	b.WaitText(".message", "psst")
	b.Until(`document.title.includes("@Ann") && !document.title.includes("#")`) // without the name of a channel
	b.Until(`document.querySelector(".messages").getAttribute("aria-label") === "Messages in @Ann"`)
}
