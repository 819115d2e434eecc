package sandbox_test

// This file calls the bot's API without a client library.

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"deuces/sandbox/discordspec"
	"deuces/sandbox/sandboxtest"
)

// Answer is an answer of the API: an error, or the id of the created object.
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
	r, err := http.NewRequestWithContext(t.Context(), method, d.URL+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		if err := json.NewDecoder(resp.Body).Decode(&e); err != nil && resp.StatusCode >= 400 {
			t.Fatalf("%s %s: %d without JSON: %v", method, path, resp.StatusCode, err)
		}
	}
	return resp.StatusCode, e
}

// Made posts a body and fails the test unless that succeeds. It returns the id of the created
// object.
func Made(t testing.TB, d *sandboxtest.Discord, path, body string) string {
	t.Helper()
	status, e := Call(t, d, "POST", path, body)
	if status >= 300 {
		t.Fatalf("POST %s: %d %d %s", path, status, e.Code, e.Errors)
	}
	return e.ID
}

// World is the part of /sandbox/world that tests use.
type World struct {
	Users  []sandboxtest.Person
	Guilds []struct {
		ID, Name string
		Roles    []struct{ ID, Name string }
		Channels []struct {
			ID, Name, Parent string
			Type             int
			Archived         bool
		}
	}
	Bot sandboxtest.Person
}

// Look returns the current world.
func Look(t testing.TB, d *sandboxtest.Discord) (w World) {
	t.Helper()
	if err := d.Do(t.Context(), "GET", "/sandbox/world", nil, &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// General returns the path of the first guild's first channel.
func (w World) General() string { return "/channels/" + w.Guilds[0].Channels[0].ID }

// App returns the path of the application.
func (w World) App() string { return "/applications/" + w.Bot.ID }

// ID returns the id of a user.
func (w World) ID(name string) string {
	for _, u := range w.Users {
		if u.Name == name {
			return u.ID
		}
	}
	return ""
}

// Role returns the id of a role of the first guild.
func (w World) Role(name string) string {
	for _, r := range w.Guilds[0].Roles {
		if r.Name == name {
			return r.ID
		}
	}
	return ""
}

// User returns the user of that name, who is created if necessary.
func User(t testing.TB, d *sandboxtest.Discord, name string) *sandboxtest.User {
	t.Helper()
	u, err := d.User(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Status returns the status of a refusal on the user's side, or 0.
func Status(err error) int {
	var e *sandboxtest.Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// Strike adds a fault.
func Strike(t testing.TB, d *sandboxtest.Discord, do string) {
	t.Helper()
	if err := d.Do(t.Context(), "POST", "/sandbox/faults", map[string]any{"do": do}, nil); err != nil {
		t.Fatal(err)
	}
}

// Do sends a request to the users' side.
func Do(t *testing.T, d *sandboxtest.Discord, path string, body, out any) {
	t.Helper()
	if err := d.Do(t.Context(), "POST", path, body, out); err != nil {
		t.Fatalf("POST %s: %v", path, err)
	}
}

// Faulty flattens the errors of a 50035: the code of each invalid field, by path. The body itself
// has the path "".
func Faulty(t testing.TB, e Answer) map[string]string {
	t.Helper()
	all := map[string]string{}
	var walk func(path string, in json.RawMessage)
	walk = func(path string, in json.RawMessage) {
		var node map[string]json.RawMessage
		if err := json.Unmarshal(in, &node); err != nil {
			t.Fatalf("%s: %v in %s", path, err, e.Errors)
		}
		for key, inner := range node {
			if key != "_errors" {
				walk(path+"."+key, inner)
				continue
			}
			var list []struct{ Code, Message string }
			if err := json.Unmarshal(inner, &list); err != nil || len(list) == 0 {
				t.Fatalf("%s: %v in %s", path, err, e.Errors)
			}
			all[strings.TrimPrefix(path, ".")] = list[0].Code
		}
	}
	if len(e.Errors) > 0 {
		walk("", e.Errors)
	}
	return all
}

// Picture returns a square PNG with the given side.
func Picture(t testing.TB, side int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// DataURI returns a picture as a data URI, the form in which the API accepts it.
func DataURI(b []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b)
}

// CheckCalls checks what the sandbox answered against Discord's description.
func CheckCalls(t *testing.T, d *sandboxtest.Discord) {
	t.Helper()
	t.Run("answers by the description", func(t *testing.T) {
		spec := discordspec.Open(t)
		calls, err := d.Calls(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(calls) == 0 {
			t.Error("no call was made")
		}
		seen := map[string]bool{}
		for _, c := range calls {
			if c.Status == 0 {
				continue // the answer was dropped
			}
			err := spec.Response(c.Method, c.Path, c.Status, c.Response)
			if err != nil && !seen[err.Error()] {
				seen[err.Error()] = true
				t.Errorf("%v\nin %.3000s", err, c.Response)
			}
		}
	})
}
