package sandbox_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/discordspec"
	"deuces/sandbox/sandboxtest"
)

// must ends the test if one of these errors isn't nil.
func must(t testing.TB, failed ...error) {
	t.Helper()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
}

type Answer struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Errors  json.RawMessage `json:"errors"`
	ID      string          `json:"id"` // of the created object, if there was no error
	Retry   float64         `json:"retry_after"`
	Global  bool            `json:"global"`
}

// Call sends a body with the bot's token, and returns the status and Discord's error.
func Call(t testing.TB, d *sandboxtest.Discord, method, path, body string) (status int, e Answer) {
	t.Helper()
	status, text, err := d.Call(t.Context(), method, path, body)
	must(t, err)
	if err := json.Unmarshal(text, &e); err != nil && status >= 400 {
		t.Fatalf("%s %s: the body of status %d is not JSON: %v", method, path, status, err)
	}
	return status, e
}

// callTest is a call by the bot, with the expected status and error code.
type callTest struct {
	why, method, path, body string
	status, code            int
}

func checkAll(t testing.TB, d *sandboxtest.Discord, calls ...callTest) {
	t.Helper()
	for _, c := range calls {
		if status, e := Call(t, d, c.method, c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %s %s: got %d %d %s %s, want %d %d", c.why, c.method, c.path, status, e.Code, e.Message, e.Errors, c.status, c.code)
		}
	}
}

// Create posts a body as the bot and fails the test unless that succeeds. It returns the id of the
// created object.
func Create(t testing.TB, d *sandboxtest.Discord, path, body string) string {
	t.Helper()
	status, e := Call(t, d, "POST", path, body)
	if status >= 300 {
		t.Fatalf("POST %s is refused: %d %d %s", path, status, e.Code, e.Errors)
	}
	return e.ID
}

// Get sends a GET request as the bot and decodes the answer.
func Get(t testing.TB, d *sandboxtest.Discord, path string, into any) {
	t.Helper()
	status, text, err := d.Call(t.Context(), "GET", path, "")
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil || status != http.StatusOK {
		t.Fatalf("GET %s: got %d, %v", path, status, err)
	}
}

// Request sends a request with these headers, given as names and values, and returns the response
// and its body.
func Request(t testing.TB, d *sandboxtest.Discord, method, path string, body io.Reader, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, d.URL+path, body)
	must(t, err)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	must(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	must(t, err)
	return resp, text
}

type World struct {
	Users  []sandboxtest.Person
	Guilds []struct {
		ID, Name string
		Channels []struct{ ID string }
		Events   []struct {
			Start time.Time `json:"scheduled_start_time"`
		}
	}
	Bot struct {
		sandboxtest.Person
		Resumes int
		Wrong   int `json:"wrong_resumes"`
	}
}

func GetWorld(t testing.TB, d *sandboxtest.Discord) (w World) {
	t.Helper()
	must(t, d.Do(t.Context(), "GET", "/sandbox/world", nil, &w))
	return w
}

// General returns the API path of #general, the first channel of the first guild.
func (w World) General() string { return "/channels/" + w.Guilds[0].Channels[0].ID }

func (w World) Guild() string { return "/guilds/" + w.Guilds[0].ID }

func (w World) App() string { return "/applications/" + w.Bot.ID }

func (w World) ID(name string) string {
	index := slices.IndexFunc(w.Users, func(u sandboxtest.Person) bool { return u.Name == name })
	return w.Users[index].ID
}

func User(t testing.TB, d *sandboxtest.Discord, name string) *sandboxtest.User {
	t.Helper()
	u, err := d.User(t.Context(), name)
	must(t, err)
	return u
}

func Messages(t testing.TB, u *sandboxtest.User) []sandboxtest.Message {
	t.Helper()
	all, err := u.Messages(t.Context(), "general")
	must(t, err)
	return all
}

// Status returns the status of a *sandboxtest.Error, or 0 for other errors.
func Status(err error) int {
	var e *sandboxtest.Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// Do posts to the sandbox's API for users (/sandbox/) and returns the id of the created object.
func Do(t testing.TB, d *sandboxtest.Discord, path string, body map[string]any) string {
	t.Helper()
	var created struct{ ID any } // the id of a fault is a number
	if err := d.Do(t.Context(), "POST", "/sandbox/"+path, body, &created); err != nil {
		t.Fatalf("POST %s failed: %v", path, err)
	}
	id, _ := created.ID.(string)
	return id
}

// Say makes a user send a message, and returns the message's id.
func Say(t testing.TB, d *sandboxtest.Discord, user, channel, text string) string {
	t.Helper()
	return Do(t, d, "say", map[string]any{"user": user, "channel": channel, "content": text})
}

func StartFault(t testing.TB, d *sandboxtest.Discord, do string) {
	t.Helper()
	Do(t, d, "faults", map[string]any{"do": do})
}

// Delete sends a DELETE request to the sandbox's API for users (/sandbox/).
func Delete(t testing.TB, d *sandboxtest.Discord, path string) {
	t.Helper()
	must(t, d.Do(t.Context(), "DELETE", "/sandbox/"+path, nil, nil))
}

// Deny denies the bot these permissions in #general, and allows all others again.
func Deny(t testing.TB, d *sandboxtest.Discord, names ...string) {
	t.Helper()
	Do(t, d, "permissions", map[string]any{"channel": "general", "deny": names})
}

// FieldErrors returns the error codes of an error 50035 by the path of the invalid field. The path
// of the body itself is "".
func FieldErrors(t testing.TB, e Answer) map[string]string {
	t.Helper()
	all := map[string]string{}
	var walk func(path string, in json.RawMessage)
	walk = func(path string, in json.RawMessage) {
		var node map[string]json.RawMessage
		if err := json.Unmarshal(in, &node); err != nil {
			t.Fatalf("the errors at %q are malformed: %v in %s", path, err, e.Errors)
		}
		for key, inner := range node {
			if key != "_errors" {
				walk(path+"."+key, inner)
				continue
			}
			var list []struct{ Code, Message string }
			if err := json.Unmarshal(inner, &list); err != nil || len(list) == 0 {
				t.Fatalf("the errors at %q are malformed: %v in %s", path, err, e.Errors)
			}
			all[strings.TrimPrefix(path, ".")] = list[0].Code
		}
	}
	if len(e.Errors) > 0 {
		walk("", e.Errors)
	}
	return all
}

func Picture(t testing.TB, side int) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, png.Encode(&out, image.NewGray(image.Rect(0, 0, side, side))))
	return out.Bytes()
}

// DataURI returns a picture as a data URI, the form in which the API accepts pictures.
func DataURI(b []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b)
}

// CheckCalls checks all answers of the sandbox against Discord's API description.
func CheckCalls(t *testing.T, d *sandboxtest.Discord) {
	t.Helper()
	t.Run("answers by the description", func(t *testing.T) {
		spec := discordspec.Open(t)
		calls, err := d.Calls(t.Context())
		if err != nil || len(calls) == 0 {
			t.Fatalf("got %d calls, %v, want some", len(calls), err)
		}
		seen := map[string]bool{}
		for _, c := range calls {
			if c.Status == 0 {
				continue // the fault dropped the answer
			}
			err := spec.Response(c.Method, c.Path, c.Status, c.Response)
			if err != nil && !seen[err.Error()] {
				seen[err.Error()] = true
				t.Errorf("%v\nin %.3000s", err, c.Response)
			}
		}
	})
}
