package bot

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// HistoryAfter needs one request if the bot may read the history. If not, it needs two, and the
// result is less exact.
func TestHistoryAfterAMessage(t *testing.T) {
	ok := func(body string) resttest.Answer { return resttest.Answer{Status: 200, Body: body} }
	const list, channel = "GET /channels/5/messages?after=699&limit=4", "GET /channels/5"
	for _, tt := range []struct {
		why     string
		answers []resttest.Answer
		want    History
		asked   []string
		err     error
	}{
		{"nothing", []resttest.Answer{ok(`[{"id":"700"}]`)}, History{Counted: true}, []string{list}, nil},
		{"some, the newest first", []resttest.Answer{ok(`[{"id":"720"},{"id":"710"},{"id":"700"}]`)}, History{IDs: []string{"710", "720"}, Counted: true}, []string{list}, nil},
		{"the message itself was deleted", []resttest.Answer{ok(`[{"id":"720"},{"id":"710"}]`)}, History{IDs: []string{"710", "720"}, Counted: true, Gone: true}, []string{list}, nil},
		{"the history is closed", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":"720"}`)}, History{IDs: []string{"720"}}, []string{list, channel}, nil},
		{"it is closed, and nothing was written", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":"700"}`)}, History{}, []string{list, channel}, nil},
		{"a shorter number is an older message", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":"99"}`)}, History{}, []string{list, channel}, nil},
		{"the channel never had a message", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":null}`)}, History{}, []string{list, channel}, nil},
		{"the channel is gone", []resttest.Answer{{Status: 404, Body: `{"code":10003}`}}, History{}, []string{list}, rest.ErrNoChannel},
		{"a failure is not tried again", []resttest.Answer{resttest.Broken}, History{}, []string{list}, &rest.Uncertain{}},
	} {
		f := resttest.New(resttest.Script(tt.answers...))
		b := newTestBot(t, f, nil)
		got, err := b.HistoryAfter(t.Context(), "5", "700", 3)
		if d := cmp.Diff(tt.want, got); d != "" || (err != nil) != (tt.err != nil) {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, d)
		}
		if tt.err == rest.ErrNoChannel && !errors.Is(err, rest.ErrNoChannel) {
			t.Errorf("%s: %v", tt.why, err)
		}
		if d := cmp.Diff(tt.asked, f.Whats()); d != "" {
			t.Errorf("%s: asked (-want +got):\n%s", tt.why, d)
		}
	}
	f := resttest.New(resttest.Always(resttest.Done))
	b := newTestBot(t, f, nil)
	if _, err := b.HistoryAfter(t.Context(), "5", "reply", 3); err == nil || len(f.All()) > 0 {
		t.Errorf("what is no id is asked for: %v", err)
	}
	if _, err := b.HistoryAfter(t.Context(), "5", "700", 1000); err == nil || f.Whats()[0] != "GET /channels/5/messages?after=699&limit=100" {
		t.Errorf("asked for more than a request can tell: %q", f.Whats())
	}
}

func TestAnIDTellsWhenAMessageWasSentAt(t *testing.T) {
	for id, want := range map[string]time.Time{
		"175928847299117063": time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC), // the example in Discord's documentation
		"":                   {}, "0": {}, "x": {}, "-1": {},
	} {
		if got := SentAt(id); !got.Equal(want) {
			t.Errorf("%q was written at %v, not %v", id, got, want)
		}
	}
}
