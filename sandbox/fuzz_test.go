package sandbox

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// FuzzBodies sends any body to each route that reads one: the answer is JSON, never a 500, and never a panic.
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
		w := &s.world
		g := w.guilds[0]
		m := &message{ID: w.ids.next(time.Now()), ChannelID: g.channels[0].id, Author: w.bot, Components: draw([]component{{Type: actionRow, Components: []component{
			{Type: button, CustomID: some("x"), Style: some(1)}}}})}
		w.keep(g.channels[0], m)
		in := &interaction{id: w.ids.next(time.Now()), kind: componentInteraction, user: w.byName["Ann"], channel: g.channels[0], source: m.ID, created: time.Now().Add(time.Hour)}
		s.interactions.add(in)
		general, app := "/channels/"+g.channels[0].id.String(), "/applications/"+w.bot.ID.String()
		for _, call := range []string{
			"POST /api" + general + "/messages", "PATCH /api" + general + "/messages/" + m.ID.String(), "POST /api" + general + "/messages/" + m.ID.String() + "/threads",
			"POST /api" + general + "/threads", "PATCH /api" + general, "POST /api" + app + "/commands", "PUT /api" + app + "/commands", "POST /api" + app + "/emojis",
			"POST /api/guilds/" + g.id.String() + "/channels", "POST /api/guilds/" + g.id.String() + "/roles", "PUT /api" + general + "/permissions/1",
			"POST /api/interactions/" + in.id.String() + "/" + in.token + "/callback?with_response=true", "POST /api/webhooks/" + w.bot.ID.String() + "/" + in.token,
			"PATCH /api/webhooks/" + w.bot.ID.String() + "/" + in.token + "/messages/@original",
			"POST /sandbox/users", "POST /sandbox/command", "POST /sandbox/click", "POST /sandbox/autocomplete", "POST /sandbox/submit", "POST /sandbox/say",
			"POST /sandbox/guilds", "POST /sandbox/channels", "POST /sandbox/members", "POST /sandbox/roles", "POST /sandbox/permissions", "POST /sandbox/faults",
		} {
			s.faults = nil
			method, path, _ := strings.Cut(call, " ")
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Authorization", "sandbox")
			out := httptest.NewRecorder()
			s.ServeHTTP(out, r)
			if out.Code == http.StatusInternalServerError || out.Body.Len() > 0 && !json.Valid(out.Body.Bytes()) {
				t.Errorf("%s %q: %d %s", call, body, out.Code, out.Body)
			}
		}
	})
}
