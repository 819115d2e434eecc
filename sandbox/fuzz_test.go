package sandbox

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// FuzzBodies sends arbitrary bodies to each route that reads a body. The answer must be JSON, must
// not have status 500, and must not panic.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `[null]`, `{"content":"x"}`, `{"type":4,"data":{"content":"x"}}`, `{"type":9,"data":{"custom_id":"a","title":"t","components":[{"type":18,"label":"x"}]}}`,
		`{"flags":32768,"components":[{"type":17,"components":[{"type":12,"items":[{}]}]},{"type":9,"components":[{"type":10,"content":"x"}]},{"type":13}]}`,
		`{"type":7,"data":{"components":[{"type":1,"components":[{"type":3,"custom_id":"a","options":[{"label":"x","value":"x"}]}]}]}}`,
		`{"type":8,"data":{"choices":[{"name":"x","value":1}]}}`, `{"content":"<@1> @everyone <@&2>","allowed_mentions":{"parse":["roles"]}}`,
		`[{"name":"play","description":"d","options":[{"type":1,"name":"a","description":"d","options":[null]}]}]`, `{"name":"ace","image":"data:image/png;base64,AA=="}`,
		`{"attachments":[{"id":"0"},null],"embeds":[null,{"fields":[null]}],"components":null,"message_reference":{"message_id":"1"}}`,
		`{"user":"Ann","channel":"general","command":"play","options":{"a":null}}`, `{"user":"Ann","message":"1","custom_id":"x","values":[""]}`,
		`{"name":"x","permission_overwrites":[{"id":"1","type":7,"allow":"x"}],"archived":true}`, `{"do":"429 x"}`, `{"do":"replay last","match":{"op":1}}`,
		`{"guild":"Sandbox","user":"Bob","roles":["x"],"nick":null}`, `{"channel":"general","deny":["SEND_MESSAGES"],"role":"@everyone"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := New(Config{Unlimited: true, ReplyWithin: time.Nanosecond})
		defer s.Close()
		w := s.world
		g := w.Guilds[0]
		m := &world.Message{ID: w.IDs.Next(time.Now()), ChannelID: g.Channels[0].ID, Author: w.Bot, Components: world.Draw([]world.Component{{Type: world.ActionRow, Components: []world.Component{
			{Type: world.Button, CustomID: wire.Some("x"), Style: wire.Some(1)}}}})}
		w.Lock()
		w.Post(g.Channels[0], m)
		w.Unlock()
		in := &world.Interaction{Kind: world.ComponentInteraction, User: w.ByName["Ann"], Channel: g.Channels[0], Source: m.ID}
		w.Lock()
		w.Begin(in, nil)
		in.Created = time.Now().Add(time.Hour)
		w.Unlock()
		general, app := "/channels/"+g.Channels[0].ID.String(), "/applications/"+w.Bot.ID.String()
		for _, call := range []string{
			"POST /api" + general + "/messages", "PATCH /api" + general + "/messages/" + m.ID.String(), "POST /api" + general + "/messages/" + m.ID.String() + "/threads",
			"POST /api" + general + "/threads", "PATCH /api" + general, "POST /api" + app + "/commands", "PUT /api" + app + "/commands", "POST /api" + app + "/emojis",
			"POST /api/interactions/" + in.ID.String() + "/" + in.Token + "/callback?with_response=true", "POST /api/webhooks/" + w.Bot.ID.String() + "/" + in.Token,
			"PATCH /api/webhooks/" + w.Bot.ID.String() + "/" + in.Token + "/messages/@original",
			"POST /api/users/@me/channels", "POST /api" + general + "/messages/bulk-delete", "POST /sandbox/react",
			"POST /sandbox/users", "POST /sandbox/command", "POST /sandbox/click", "POST /sandbox/autocomplete", "POST /sandbox/submit", "POST /sandbox/say",
			"POST /sandbox/guilds", "POST /sandbox/channels", "POST /sandbox/members", "POST /sandbox/roles", "POST /sandbox/permissions", "POST /sandbox/faults",
		} {
			s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("DELETE", "http://localhost/sandbox/faults", nil))
			method, path, _ := strings.Cut(call, " ")
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Host = "localhost"
			r.Header.Set("Authorization", "sandbox")
			out := httptest.NewRecorder()
			s.ServeHTTP(out, r)
			if out.Code == http.StatusInternalServerError || out.Body.Len() > 0 && !json.Valid(out.Body.Bytes()) {
				t.Errorf("%s %q: got %d %s, want JSON and no internal error", call, body, out.Code, out.Body)
			}
		}
	})
}
