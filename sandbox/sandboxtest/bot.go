package sandboxtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Interaction is what a bot receives when a user uses a command, component or form.
type Interaction struct {
	ID        string
	Token     string
	Type      int
	ChannelID string `json:"channel_id"`
	GuildID   string `json:"guild_id"`
	Context   int
	Owners    map[string]string `json:"authorizing_integration_owners"`
	Can       string            `json:"app_permissions"`
	User      *struct{ ID string }
	Member    struct {
		User struct {
			ID   string
			Name string `json:"global_name"`
		}
	}
	Data struct {
		Name     string
		CustomID string `json:"custom_id"`
	}
	Raw string // the data in the form in which it was received
}

// Callback returns the path at which the bot responds to the interaction.
func (i Interaction) Callback() string {
	return "/interactions/" + i.ID + "/" + i.Token + "/callback"
}

// Bot connects a bot that uses no client library. The bot responds to each interaction with the
// body that answer returns. If answer returns "", the bot doesn't respond. Calls of answer may
// overlap.
func (d *Discord) Bot(t testing.TB, answer func(Interaction) string) {
	t.Helper()
	ctx := t.Context()
	c, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(d.URL, "http")+"/gateway?v=10", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	send := func(frame string) error { return c.Write(ctx, websocket.MessageText, []byte(frame)) }
	if err := send(`{"op":2,"d":{"token":"sandbox","intents":1,"properties":{}}}`); err != nil {
		t.Fatal(err)
	}
	go func() {
		for send(`{"op":1,"d":null}`) == nil {
			time.Sleep(10 * time.Second)
		}
	}()
	go func() {
		for {
			_, text, err := c.Read(ctx)
			if err != nil {
				return
			}
			var frame struct {
				T string
				D struct {
					Interaction
					Data json.RawMessage
				}
			}
			if json.Unmarshal(text, &frame) != nil || frame.T != "INTERACTION_CREATE" {
				continue
			}
			i := frame.D.Interaction
			i.Raw = string(frame.D.Data)
			if err := json.Unmarshal(frame.D.Data, &i.Data); err != nil {
				t.Error(err)
			}
			go func() {
				body := answer(i)
				if body == "" {
					return
				}
				if status, said, err := d.Call(ctx, "POST", i.Callback(), body); ctx.Err() == nil && (err != nil || status >= 300) {
					t.Errorf("the bot's response %s is refused: %d %s %v", body, status, said, err)
				}
			}()
		}
	}()
	if err := d.AwaitBot(ctx); err != nil {
		t.Fatal(err)
	}
}

// Call calls the sandbox's Discord API as the bot, with a JSON body.
func (d *Discord) Call(ctx context.Context, method, path, body string) (status int, answer []byte, err error) {
	return d.call(ctx, method, path, "application/json", strings.NewReader(body))
}

// File is a file that a bot sends.
type File struct {
	Name string
	Data []byte
}

// Upload is like Call, but also sends files.
func (d *Discord) Upload(ctx context.Context, method, path, body string, files ...File) (status int, answer []byte, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.WriteField("payload_json", body); err != nil {
		return 0, nil, err
	}
	for i, f := range files {
		part, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), f.Name)
		if err != nil {
			return 0, nil, err
		}
		if _, err := part.Write(f.Data); err != nil {
			return 0, nil, err
		}
	}
	if err := w.Close(); err != nil {
		return 0, nil, err
	}
	return d.call(ctx, method, path, w.FormDataContentType(), &form)
}

func (d *Discord) call(ctx context.Context, method, path, kind string, body io.Reader) (status int, answer []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, method, d.URL+"/api/v10"+path, body)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", kind)
	resp, err := d.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}
