// Package sandboxtest starts a sandbox in a test and plays its users over HTTP.
//
//	d := sandboxtest.Start(t, sandbox.Config{})
//	// … point a bot at d.URL …
//	ann, err := d.User(ctx, "Ann")
//	reply, err := ann.Command(ctx, "general", "play", map[string]any{"game": "ahole"})
//	reply, err = ann.Click(ctx, reply.Message().ID, "join/7")
package sandboxtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
)

// Discord is a sandbox to talk to.
type Discord struct {
	URL    string          // http://127.0.0.1:port
	Server *sandbox.Server // nil when it runs elsewhere
	client *http.Client
}

// Start runs a sandbox on a port of its own until the test ends.
func Start(t testing.TB, cfg sandbox.Config) *Discord {
	t.Helper()
	s := sandbox.New(cfg)
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	d := At(h.URL)
	d.Server = s
	return d
}

// At is a sandbox that runs already.
func At(url string) *Discord {
	return &Discord{URL: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
}

// Transport sends whatever a client wants to send to Discord to the sandbox.
type Transport struct{ URL string }

func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(t.URL)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = to.Scheme, to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// Error is a refusal: what a real client could not have done, or a bot that stayed silent (504).
type Error struct {
	Status int
	Text   string
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Status, e.Text) }

// Do sends a request with a JSON body (nil: none) to a path and reads the JSON answer into out (nil: nothing).
func (d *Discord) Do(ctx context.Context, method, path string, body, out any) error {
	var send io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		send = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, d.URL+path, send)
	if err != nil {
		return err
	}
	resp, err := d.client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		var refused struct {
			Error string `json:"error"`
		}
		if err := json.NewDecoder(resp.Body).Decode(&refused); err != nil {
			refused.Error = "no JSON: " + err.Error()
		}
		return &Error{resp.StatusCode, refused.Error}
	}
	if out == nil {
		return nil
	}
	if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// Person is a user.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// User is a person to act as.
type User struct {
	Person
	d *Discord
}

// User is the user of that name, made if there is none.
func (d *Discord) User(ctx context.Context, name string) (*User, error) {
	u := &User{d: d}
	if err := d.Do(ctx, "POST", "/sandbox/users", map[string]string{"name": name}, &u.Person); err != nil {
		return nil, fmt.Errorf("user %s: %w", name, err)
	}
	return u, nil
}

// Message is a message as a user sees it.
type Message struct {
	ID          string          `json:"id"`
	Channel     string          `json:"channel"`
	Type        int             `json:"type"`
	Author      Person          `json:"author"`
	Content     string          `json:"content"`
	Components  []Component     `json:"components"`
	Embeds      json.RawMessage `json:"embeds"`
	Attachments []Attachment    `json:"attachments"`
	Flags       int             `json:"flags"`
	Ephemeral   bool            `json:"ephemeral"`
	Edited      bool            `json:"edited"`
	Mentions    []Person        `json:"mentions"`
	Everyone    bool            `json:"mention_everyone"`
	Timestamp   time.Time       `json:"timestamp"`
}

// Attachment is a file on a message.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	URL         string `json:"url"`
	ContentType string `json:"content_type"`
	Description string `json:"description"`
	Size        int    `json:"size"`
}

// Component is any component of a message.
type Component struct {
	Type        int             `json:"type"`
	ID          int             `json:"id"`
	CustomID    string          `json:"custom_id"`
	Label       string          `json:"label"`
	Style       int             `json:"style"`
	Disabled    bool            `json:"disabled"`
	Content     string          `json:"content"`
	Options     []Option        `json:"options"`
	MinValues   int             `json:"min_values"`
	MaxValues   int             `json:"max_values"`
	Components  []Component     `json:"components"`
	Accessory   *Component      `json:"accessory"`
	Description string          `json:"description"`
	Items       json.RawMessage `json:"items"`
}

// Option is one of a select's.
type Option struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// All is every component of the message, parents before their children.
func (m Message) All() []Component {
	var all []Component
	var walk func([]Component)
	walk = func(in []Component) {
		for _, c := range in {
			all = append(all, c)
			walk(c.Components)
			if c.Accessory != nil {
				all = append(all, *c.Accessory)
			}
		}
	}
	walk(m.Components)
	return all
}

// Buttons are those that can be clicked: enabled, and not links.
func (m Message) Buttons() []Component {
	var all []Component
	for _, c := range m.All() {
		if c.Type == 2 && !c.Disabled && c.CustomID != "" {
			all = append(all, c)
		}
	}
	return all
}

// Text is the content and all that text components display, a line each.
func (m Message) Text() string {
	parts := []string{m.Content}
	for _, c := range m.All() {
		if c.Type == 10 {
			parts = append(parts, c.Content)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// Reply is what came of a command, click or submission.
type Reply struct {
	Interaction string  `json:"interaction"`
	Ms          float64 `json:"ms"` // until the bot's first response
	Response    struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	} `json:"response"`
}

// Message is the response's message: of a reply, a deferral or an update; else the zero value.
func (r Reply) Message() Message {
	var m Message
	_ = json.Unmarshal(r.Response.Data, &m) // no message: the zero value
	return m
}

// Command uses a slash command; subcommands follow its name after spaces.
func (u *User) Command(ctx context.Context, channel, command string, options map[string]any) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/command", map[string]any{"user": u.ID, "channel": channel, "command": command, "options": options}, &r)
	return r, err
}

// Click clicks a button, or chooses values in a select.
func (u *User) Click(ctx context.Context, message, customID string, values ...string) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/click", map[string]any{"user": u.ID, "message": message, "custom_id": customID, "values": values}, &r)
	return r, err
}

// Autocomplete asks what the focused option could be.
func (u *User) Autocomplete(ctx context.Context, channel, command, focused string, options map[string]any) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/autocomplete", map[string]any{"user": u.ID, "channel": channel, "command": command, "focused": focused, "options": options}, &r)
	return r, err
}

// Submit submits the modal that the interaction opened.
func (u *User) Submit(ctx context.Context, interaction, customID string, fields map[string]any) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/submit", map[string]any{"user": u.ID, "interaction": interaction, "custom_id": customID, "fields": fields}, &r)
	return r, err
}

// Messages are those of a channel that the user sees, oldest first.
func (u *User) Messages(ctx context.Context, channel string) ([]Message, error) {
	var all []Message
	err := u.d.Do(ctx, "GET", "/sandbox/messages?"+url.Values{"user": {u.ID}, "channel": {channel}}.Encode(), nil, &all)
	return all, err
}

// Payload is one body that reached the user.
type Payload struct {
	At      time.Time       `json:"at"`
	Type    string          `json:"type"`
	Channel string          `json:"channel"`
	Body    json.RawMessage `json:"body"`
}

// Payloads is every body that ever reached the user, oldest first.
func (u *User) Payloads(ctx context.Context) ([]Payload, error) {
	var all []Payload
	err := u.d.Do(ctx, "GET", "/sandbox/payloads?user="+u.ID, nil, &all)
	return all, err
}

// Call is one call that the bot made.
type Call struct {
	Number   int             `json:"number"`
	At       time.Time       `json:"at"`
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Query    string          `json:"query"`
	Body     json.RawMessage `json:"body"`
	Status   int             `json:"status"`
	Response json.RawMessage `json:"response"`
	Ms       float64         `json:"ms"`
}

// Calls is every call that the bot made, in order.
func (d *Discord) Calls(ctx context.Context) ([]Call, error) {
	var all []Call
	err := d.Do(ctx, "GET", "/sandbox/calls", nil, &all)
	return all, err
}

// Event is something that a user's stream tells: message, delete, world, interaction, call.
type Event struct {
	Type string
	Data json.RawMessage
}

// Message is the message of a "message" event.
func (e Event) Message() Message {
	var m Message
	_ = json.Unmarshal(e.Data, &m) // of another type: the zero value
	return m
}

// Events opens the user's stream of one channel, or of all ("" for the channel). What happens from its return on arrives in
// the channel, which closes when the context or the stream ends.
func (u *User) Events(ctx context.Context, channel string) (<-chan Event, error) {
	q := url.Values{"user": {u.ID}}
	if channel != "" {
		q.Set("channel", channel)
	}
	r, err := http.NewRequestWithContext(ctx, "GET", u.d.URL+"/sandbox/events?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := u.d.client.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, &Error{resp.StatusCode, "no events"}
	}
	lines := bufio.NewReaderSize(resp.Body, 64<<10)
	if _, err := lines.ReadString('\n'); err != nil { // ": ready": the stream stands
		resp.Body.Close()
		return nil, fmt.Errorf("events: %w", err)
	}
	out := make(chan Event, 64)
	go func() {
		defer close(out)
		defer resp.Body.Close()
		var e Event
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSuffix(line, "\n")
			if kind, is := strings.CutPrefix(line, "event: "); is {
				e.Type = kind
			} else if data, is := strings.CutPrefix(line, "data: "); is {
				e.Data = json.RawMessage(data)
			} else if line == "" && e.Type != "" {
				select {
				case out <- e:
				case <-ctx.Done():
					return
				}
				e = Event{}
			}
		}
	}()
	return out, nil
}

// Await gives the first message of the channel that fits: one that is there already, the newest first, or one to come.
func (u *User) Await(ctx context.Context, channel string, fits func(Message) bool) (Message, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, err := u.Events(ctx, channel)
	if err != nil {
		return Message{}, err
	}
	there, err := u.Messages(ctx, channel)
	if err != nil {
		return Message{}, err
	}
	for i := len(there) - 1; i >= 0; i-- {
		if fits(there[i]) {
			return there[i], nil
		}
	}
	for e := range events {
		if e.Type == "message" && fits(e.Message()) {
			return e.Message(), nil
		}
	}
	return Message{}, fmt.Errorf("waiting for a message: %w", context.Cause(ctx))
}

// AwaitBot waits until a bot is connected.
func (d *Discord) AwaitBot(ctx context.Context) error {
	ann, err := d.User(ctx, "Ann")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, err := ann.Events(ctx, "")
	if err != nil {
		return err
	}
	for {
		var world struct {
			Bot struct{ Connected bool }
		}
		if err := d.Do(ctx, "GET", "/sandbox/world", nil, &world); err != nil || world.Bot.Connected {
			return err
		}
		for e := range events {
			if e.Type == "world" {
				break
			}
		}
		if ctx.Err() != nil {
			return fmt.Errorf("waiting for the bot: %w", ctx.Err())
		}
	}
}
