package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/internal/say"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// HistoryAfter needs one request if the bot may read the history. If not, it needs two, and the
// result is less exact.
func TestHistoryAfterAMessage(t *testing.T) {
	ok := func(body string) resttest.Answer { return resttest.Answer{Status: 200, Body: body} }
	const list, channel = "GET /channels/5/messages?after=699&limit=4", "GET /channels/5"
	for _, tt := range []struct {
		why      string
		answers  []resttest.Answer
		want     History
		requests []string
		err      error
	}{
		{"nothing", []resttest.Answer{ok(`[{"id":"700"}]`)}, History{Readable: true}, []string{list}, nil},
		{"some, the newest first", []resttest.Answer{ok(`[{"id":"720"},{"id":"710"},{"id":"700"}]`)}, History{IDs: []string{"710", "720"}, Readable: true}, []string{list}, nil},
		{"the message itself was deleted", []resttest.Answer{ok(`[{"id":"720"},{"id":"710"}]`)}, History{IDs: []string{"710", "720"}, Readable: true, Gone: true}, []string{list}, nil},
		{"the history is closed", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":"720"}`)}, History{IDs: []string{"720"}}, []string{list, channel}, nil},
		{"it is closed, and nothing was written", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":"700"}`)}, History{}, []string{list, channel}, nil},
		{"a shorter number is an older message", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":"99"}`)}, History{}, []string{list, channel}, nil},
		{"the channel never had a message", []resttest.Answer{ok(`[]`), ok(`{"last_message_id":null}`)}, History{}, []string{list, channel}, nil},
		{"the channel is gone", []resttest.Answer{{Status: 404, Body: `{"code":10003}`}}, History{}, []string{list}, rest.ErrNoChannel},
		{"a failure is not tried again", []resttest.Answer{resttest.Broken}, History{}, []string{list}, &rest.Uncertain{}},
	} {
		f := resttest.New(resttest.Script(tt.answers...))
		got, err := newTestBot(t, f, nil).HistoryAfter(t.Context(), "5", "700", 3)
		if d := cmp.Diff(tt.want, got); d != "" || (err != nil) != (tt.err != nil) || tt.err == rest.ErrNoChannel && !errors.Is(err, tt.err) {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, d)
		}
		if d := cmp.Diff(tt.requests, f.Requests()); d != "" {
			t.Errorf("%s: asked (-want +got):\n%s", tt.why, d)
		}
	}
	f := resttest.New(resttest.Always(resttest.Done))
	b := newTestBot(t, f, nil)
	if _, err := b.HistoryAfter(t.Context(), "5", "reply", 3); err == nil || len(f.All()) > 0 {
		t.Errorf("with an invalid id: got error %v and the requests %q, want an error and none", err, f.Requests())
	}
	if _, err := b.HistoryAfter(t.Context(), "5", "700", 1000); err == nil || f.Requests()[0] != "GET /channels/5/messages?after=699&limit=100" {
		t.Errorf("for 1000 messages: got the requests %q, want one for 100 and an error", f.Requests())
	}
	const example = "175928847299117063" // the example in Discord's documentation
	if at := SentAt(example); !at.Equal(time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC)) {
		t.Errorf("message %s was sent at %v, want the time in Discord's documentation", example, at)
	}
}

// The bot gives and takes roles and opens threads. Each reason why it can't has its own error.
func TestRolesAndThreads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refusal := func(status, code string) resttest.Answer {
			return resttest.Answer{Status: map[string]int{"403": 403, "404": 404}[status], Body: `{"code":` + code + `}`}
		}
		give, take := (*Bot).GiveRole, (*Bot).TakeRole
		open := func(b *Bot, ctx context.Context, channel, name, _ string) error {
			thread, err := b.OpenThread(ctx, channel, name)
			if err == nil && thread != "100" {
				t.Errorf("got thread %q, want 100", thread)
			}
			return err
		}
		for _, tt := range []struct {
			do     func(b *Bot, ctx context.Context, guild, user, role string) error
			answer resttest.Answer
			what   string
			err    string
			why    string
		}{
			{give, resttest.Done, "PUT /guilds/1/members/2/roles/3", "", "given"},
			{take, resttest.Done, "DELETE /guilds/1/members/2/roles/3", "", "taken"},
			{give, refusal("404", "10011"), "", rest.ErrNoRole.Error(), "a role that was deleted"},
			{give, refusal("404", "10007"), "", rest.ErrNoMember.Error(), "a member who has left"},
			{give, refusal("403", "50013"), "", "Manage Roles (and its own role must be above that one)", "no permission"},
			{give, refusal("403", "60003"), "", "code 60003: ", "a refusal that is about no permission of the bot's"},
			{open, refusal("403", "160006"), "", "code 160006: ", "a thread where there are too many"},
			{open, resttest.Done, "POST /channels/1/threads", "", "a thread"},
			{open, refusal("403", "50013"), "", "Create Public Threads", "a thread where none may be opened"},
			{open, refusal("404", "10003"), "", rest.ErrNoChannel.Error(), "a thread in a channel that is gone"},
		} {
			f := resttest.New(resttest.Always(tt.answer))
			err := tt.do(newTestBot(t, f, nil), t.Context(), "1", "2", "3")
			if (err == nil) != (tt.err == "") || err != nil && !strings.HasSuffix(err.Error(), tt.err) {
				t.Errorf("%s: %v, want %q", tt.why, err, tt.err)
			}
			if got := f.Requests(); len(got) != 1 || tt.what != "" && got[0] != tt.what {
				t.Errorf("%s: got the requests %q", tt.why, got)
			}
		}
	})
}

// A channel is open if everybody in its guild sees it: by their role, unless the channel says otherwise.
func TestAChannelIsOpenIfEverybodySeesIt(t *testing.T) {
	for _, tt := range []struct {
		why, channel, everyone string
		open                   bool
	}{
		{"nothing special", `{"type":0}`, "1024", true},
		{"everybody is denied it", `{"type":0,"permission_overwrites":[{"id":"1","type":0,"allow":"0","deny":"1024"}]}`, "1024", false},
		{"something else is denied", `{"type":0,"permission_overwrites":[{"id":"1","type":0,"allow":"0","deny":"2048"}]}`, "1024", true},
		{"the guild is for those with a role, and so is the channel", `{"type":0,"permission_overwrites":[{"id":"3","type":0,"allow":"1024","deny":"0"}]}`, "0", false},
		{"the guild is for those with a role, but not the channel", `{"type":0,"permission_overwrites":[{"id":"1","type":0,"allow":"1024","deny":"0"}]}`, "0", true},
		{"a public thread is as open as its channel", `{"type":11,"parent_id":"6"}`, "1024", true},
		{"a private thread", `{"type":12,"parent_id":"6"}`, "1024", false},
	} {
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			switch s.What {
			case "GET /channels/5":
				return resttest.Answer{Status: 200, Body: tt.channel}
			case "GET /guilds/1/roles":
				return resttest.Answer{Status: 200, Body: `[{"id":"3","permissions":"1024"},{"id":"1","permissions":"` + tt.everyone + `"}]`}
			}
			return resttest.Answer{Status: 200, Body: `{"type":0}`}
		})
		if open, err := newTestBot(t, f, nil).IsOpen(t.Context(), "1", "5"); open != tt.open || err != nil {
			t.Errorf("%s: got open %v, %v; want %v", tt.why, open, err, tt.open)
		}
	}
}

var emojiRefused = resttest.Answer{Status: 400, Body: `{"code":50035,"message":"Invalid Form Body","errors":{"components":{"0":{"components":{"0":{"emoji":{"_errors":[{"code":"BUTTON_COMPONENT_INVALID_EMOJI","message":"Invalid emoji"}]}}}}}}}`}

// If Discord refuses a message because one of its emojis was removed, the bot sends the message
// without that emoji. The buttons keep their labels. If Discord refuses a message for another
// reason, the bot doesn't send it again.
func TestAMessageIsSentWithoutARemovedEmoji(t *testing.T) {
	button := func(emoji string) Message {
		return Message{Blocks: []Block{Text(say.Verbatim("<:two:12>")), Row{
			{ID: "a", Label: say.Verbatim("2♠"), Emoji: emoji}, {ID: "b", Label: say.Verbatim("My hand"), Emoji: "🃏"}}}}
	}
	for _, tt := range []struct {
		why    string
		answer resttest.Answer // Discord's answer to the original message
		emoji  string
		resent bool
	}{
		{"an emoji that is gone", emojiRefused, "<:two:12>", true},
		{"no emoji of the application's", emojiRefused, "🂢", false},
		{"another reason", resttest.Answer{Status: 400, Body: `{"code":50035,"errors":{}}`}, "<:two:12>", false},
	} {
		refusals := 0
		answer := func(_ int, s resttest.Sent) resttest.Answer {
			if strings.Contains(s.Body, `"emoji":{"id":"12"`) || !tt.resent && strings.Contains(s.Body, "2♠") {
				return tt.answer
			}
			return resttest.Done
		}
		_, f := answerAll(t, answer, DeferPublic, handlerTaking(0, Show(button(tt.emoji)), nil), func(c *Config) {
			c.EmojisRefused = func() { refusals++ }
		}, interactionJSON(t, nil))
		second := f.Bodies()[1] // the message without the emoji, or an error message
		if (refusals == 1) != tt.resent || len(f.All()) != 2 || strings.Contains(second, "2♠") != tt.resent {
			t.Errorf("%s: got %d calls of EmojisRefused and the bodies %q, want two bodies, the second with text: %t", tt.why, refusals, f.Bodies(), tt.resent)
		}
		if tt.resent && (strings.Contains(second, `"id":"12"`) || !strings.Contains(second, "<:two:12>") || !strings.Contains(second, "🃏")) {
			t.Errorf("%s: got the message %s, want it without the button's emoji, with all others", tt.why, second)
		}
	}
}

// Emojis waits until the application is known. A long rate limit doesn't block the caller forever:
// the request fails after emojiTime.
func TestEmojis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			switch {
			case strings.HasPrefix(s.What, "GET"):
				return resttest.Answer{Status: 200, Body: `{"items":[{"id":"5","name":"two"}]}`}
			case strings.HasPrefix(s.What, "DELETE"):
				return resttest.Answer{Status: 404, Body: `{"code":10014,"message":"Unknown Emoji"}`}
			case strings.Contains(s.Body, "four"):
				return resttest.SlowDown(3600)
			}
			return resttest.Answer{Status: 201, Body: `{"id":"6","name":"three"}`}
		})
		b := newTestBot(t, f, nil)
		early, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Emojis(early); err == nil || len(f.All()) > 0 {
			t.Errorf("before the application is known: got error %v and the requests %v, want an error and none", err, f.Requests())
		}
		b.app.ID = "9"
		close(b.appKnown)
		all, err := b.Emojis(t.Context())
		if err != nil || len(all) != 1 || all[0].Text() != "<:two:5>" {
			t.Errorf("got emojis %v, %v; want the one named two", all, err)
		}
		if made, err := b.AddEmoji(t.Context(), "three", []byte("png")); err != nil || made.ID != "6" {
			t.Errorf("got emoji %v, %v; want number 6", made, err)
		}
		if err := b.RemoveEmoji(t.Context(), "5"); err != nil {
			t.Errorf("removing an unknown emoji got %v, want no error", err)
		}
		began := time.Now()
		if _, err := b.AddEmoji(t.Context(), "four", nil); err == nil || time.Since(began) > 2*time.Minute {
			t.Errorf("a request that is limited for an hour got %v after %v, want an error within two minutes", err, time.Since(began))
		}
		const path = "/applications/9/emojis"
		if got := strings.Join(f.Requests(), ", "); got != "GET "+path+", POST "+path+", DELETE "+path+"/5, POST "+path {
			t.Errorf("got the requests %s", got)
		}
	})
}
