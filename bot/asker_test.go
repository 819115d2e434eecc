package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/internal/say"

	"deuces/bot/rest/resttest"
)

// Turning a page updates the user's own message. On a message that belongs to others, the user gets
// the page as a private message.
func TestAPageIsTurnedInPlaceByItsOwnerAlone(t *testing.T) {
	for _, c := range []struct {
		raw     string
		private bool
		why     string
	}{
		{`"flags":32832,"interaction_metadata":{"user":{"id":"7"}}`, false, "a private message is the user's own"},
		{`"flags":32768,"interaction_metadata":{"user":{"id":"7"}}`, false, "the answer to the user's own command"},
		{`"flags":32768,"interaction_metadata":{"user":{"id":"8"}}`, true, "the answer to somebody else's"},
		{`"flags":32768`, true, "no answer, or it isn't known to whom"},
	} {
		i, err := decode([]byte(`{"id":"1","application_id":"2","token":"t","type":3,"guild_id":"3","channel_id":"4",
			"member":{"user":{"id":"7","username":"ann"}},"message":{"id":"5",`+c.raw+`},"data":{"custom_id":"x"}}`), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if r := i.Turn(Message{}); r.Private != c.private || r.Update == c.private {
			t.Errorf("%s: %+v", c.why, r)
		}
	}
}

// A click on another user's private message, which no client offers, is answered with a new private
// message. The other user's message stays as it is.
func TestAPrivateMessageIsUpdatedForItsAskerAlone(t *testing.T) {
	secret := Update(Message{Blocks: []Block{Text(say.Verbatim("your hand"))}})
	for _, tt := range []struct {
		why   string
		flags int
		asker string
		takes time.Duration
		want  []string
		kind  float64
	}{
		{"the asker's own", 64, "11", 0, []string{callbackPath}, responseUpdate},
		{"somebody else's", 64, "12", 0, []string{callbackPath}, responseMessage},
		{"a public message of somebody else, which a handler may update for all", 0, "12", 0, []string{callbackPath}, responseUpdate},
		{"the asker's own, late", 64, "11", 2 * time.Second, []string{callbackPath, "PATCH /webhooks/9/tok/messages/@original"}, responseDeferUpdate},
		{"somebody else's, late", 64, "12", 2 * time.Second, []string{callbackPath, "POST /webhooks/9/tok?wait=true"}, responseDeferUpdate},
	} {
		raw := interactionJSON(t, map[string]any{"type": 3, "data": map[string]any{"custom_id": "go", "component_type": 2},
			"message": map[string]any{"id": "77", "flags": tt.flags, "interaction_metadata": map[string]any{"user": map[string]any{"id": tt.asker}}}})
		routed(t, resttest.Always(resttest.Done), func(r *Router) { r.Component("go", DeferUpdate, takes(tt.takes, secret)) }, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
			if got := f.Whats(); !slices.Equal(got, tt.want) {
				t.Errorf("%s: sent %q, want %q", tt.why, got, tt.want)
			}
			if kind := f.All()[0].Fields["type"]; kind != tt.kind {
				t.Errorf("%s: answered with type %v, want %v", tt.why, kind, tt.kind)
			}
			last := f.All()[len(tt.want)-1]
			if foreign := tt.flags != 0 && tt.asker != "11"; foreign && !strings.Contains(last.Body, `"flags":32832`) {
				t.Errorf("%s: the answer is not private: %s", tt.why, last.Body)
			}
		}, raw)
	}
}
