// Package sandboxtest starts a sandbox in a test and acts as its users over HTTP.
//
//	d := sandboxtest.Start(t, sandbox.Config{})
//	// … point a bot at d.URL …
//	ann, err := d.User(ctx, "Ann")
//	reply, err := ann.Command(ctx, "general", "play", map[string]any{"game": "ahole"})
//	reply, err = ann.Click(ctx, reply.Message().ID, "join/7")
package sandboxtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"deuces/sandbox"
)

// Discord is a sandbox that a test uses.
type Discord struct {
	URL    string          // http://127.0.0.1:port
	Server *sandbox.Server // nil if it runs in another process
	client *http.Client

	// EarlyStarts allows bots to identify and resume faster than Discord allows. Otherwise the test
	// fails when it ends: a day has few identifies, and Discord resets the token of a bot that sends
	// more.
	EarlyStarts bool
}

// Start runs a sandbox on a free port until the test ends.
func Start(t testing.TB, cfg sandbox.Config) *Discord {
	t.Helper()
	s := sandbox.New(cfg)
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	d := At(h.URL)
	d.Server = s
	t.Cleanup(func() {
		if sent := s.Sent(); sent.Early > 0 && !d.EarlyStarts {
			t.Errorf("%d of %d identifies and %d resumes were sent less than five seconds after another one", sent.Early, sent.Identifies, sent.Resumes)
		}
	})
	return d
}

// At returns a sandbox that is already running.
func At(url string) *Discord {
	return &Discord{URL: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
}

// Transport is an http.RoundTripper that sends a client's requests for Discord to the sandbox.
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

// Error is a refusal by the sandbox. Either a real client could not have sent the request, or the
// bot didn't respond (504).
type Error struct {
	Status int
	Text   string
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Status, e.Text) }

// Do sends a request with a JSON body to a path of the sandbox, and decodes the JSON answer into
// out. If body is nil, it sends no body. If out is nil, it ignores the answer.
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
			refused.Error = "not JSON: " + err.Error()
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

// Person is a user as the sandbox's API returns it.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// User is a person for whom a test acts.
type User struct {
	Person
	d *Discord
}

// User returns the user with this name. It creates the user if necessary.
func (d *Discord) User(ctx context.Context, name string) (*User, error) {
	u := &User{d: d}
	if err := d.Do(ctx, "POST", "/sandbox/users", map[string]string{"name": name}, &u.Person); err != nil {
		return nil, fmt.Errorf("user %s: %w", name, err)
	}
	return u, nil
}

// Reply is the result of a command, click or submission.
type Reply struct {
	Interaction string  `json:"interaction"`
	Ms          float64 `json:"ms"` // time until the bot's first response
	Response    struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	} `json:"response"`
}

// Message returns the message of a reply, deferral or update. For other responses, it returns the
// zero value.
func (r Reply) Message() Message {
	var m Message
	_ = json.Unmarshal(r.Response.Data, &m) // the zero value if there is no message
	return m
}

// Command uses a slash command. The names of subcommands follow the command's name after spaces.
func (u *User) Command(ctx context.Context, channel, command string, options map[string]any) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/command", map[string]any{"user": u.ID, "channel": channel, "command": command, "options": options}, &r)
	return r, err
}

// UserCommand uses a command from the context menu of another user. target is that user's name or id.
func (u *User) UserCommand(ctx context.Context, channel, command, target string) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/command", map[string]any{"user": u.ID, "channel": channel, "command": command, "target": target}, &r)
	return r, err
}

// Click clicks a button, or chooses values in a select.
func (u *User) Click(ctx context.Context, message, customID string, values ...string) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/click", map[string]any{"user": u.ID, "message": message, "custom_id": customID, "values": values}, &r)
	return r, err
}

// Autocomplete requests suggestions for the focused option.
func (u *User) Autocomplete(ctx context.Context, channel, command, focused string, options map[string]any) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/autocomplete", map[string]any{"user": u.ID, "channel": channel, "command": command, "focused": focused, "options": options}, &r)
	return r, err
}

// Submit submits the modal that was opened by the interaction.
func (u *User) Submit(ctx context.Context, interaction, customID string, fields map[string]any) (Reply, error) {
	var r Reply
	err := u.d.Do(ctx, "POST", "/sandbox/submit", map[string]any{"user": u.ID, "interaction": interaction, "custom_id": customID, "fields": fields}, &r)
	return r, err
}

// Messages returns the messages of a channel that the user can see, oldest first.
func (u *User) Messages(ctx context.Context, channel string) ([]Message, error) {
	var all []Message
	err := u.d.Do(ctx, "GET", "/sandbox/messages?"+url.Values{"user": {u.ID}, "channel": {channel}}.Encode(), nil, &all)
	return all, err
}

// Payload is a body that was delivered to the user.
type Payload struct {
	Number  int             `json:"number"`
	At      time.Time       `json:"at"`
	Type    string          `json:"type"`
	Channel string          `json:"channel"`
	Body    json.RawMessage `json:"body"`
}

// Payloads returns every body that was delivered to the user, oldest first. Payloads of all users
// are numbered together, so one user's numbers have gaps.
func (u *User) Payloads(ctx context.Context) ([]Payload, error) {
	var all []Payload
	err := u.d.Do(ctx, "GET", "/sandbox/payloads?user="+u.ID, nil, &all)
	return all, err
}

// Call is a call of the API by the bot.
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

// Calls returns every call by the bot, in order.
func (d *Discord) Calls(ctx context.Context) ([]Call, error) {
	var all []Call
	err := d.Do(ctx, "GET", "/sandbox/calls", nil, &all)
	return all, err
}
