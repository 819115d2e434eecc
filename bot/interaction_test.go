package bot

import (
	"context"
	"deuces/internal/say"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot/rest/resttest"

	"deuces/bot/gateway"
	"deuces/bot/rest"
)

// interactionJSON returns Discord's JSON form of an interaction with changed fields.
func interactionJSON(t testing.TB, change map[string]any) json.RawMessage {
	t.Helper()
	d := map[string]any{
		"id": "1", "application_id": "9", "type": 2, "token": "tok", "guild_id": "3", "channel_id": "5",
		"channel":         map[string]any{"id": "5", "type": 0},
		"member":          map[string]any{"nick": "Annie", "permissions": "8192", "user": map[string]any{"id": "11", "username": "ann", "global_name": "Ann"}},
		"app_permissions": "3072", "locale": "en-GB",
		"data": map[string]any{"name": "go", "type": 1},
	}
	for k, v := range change {
		d[k] = v
	}
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// takes returns a Handler that takes this long.
func takes(d time.Duration, reply Reply) Handler {
	return func(ctx context.Context, _ Request) (Reply, error) {
		if err := rest.Pause(ctx, d); err != nil {
			return Reply{}, err
		}
		return reply, nil
	}
}

// routed answers all interactions in raws at the same time, with a fake clock.
func routed(t *testing.T, say func(int, resttest.Sent) resttest.Answer, fill func(*Router), change func(*Config), check func(*testing.T, *Bot, *resttest.Fake), raws ...json.RawMessage) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(say)
		b := newTestBot(t, f, change)
		r := NewRouter()
		fill(r)
		b.router = r
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		received := time.Now()
		for _, raw := range raws {
			b.work.Go(func() { b.receive(t.Context(), gateway.Event{Data: raw}, received) })
		}
		b.work.Wait()
		synctest.Wait()
		check(t, b, f)
	})
}

const callbackPath = "POST /interactions/1/tok/callback"

func TestAnsweredInTime(t *testing.T) {
	public := Show(Message{Blocks: []Block{Text(say.Verbatim("hello"))}})
	update := Update(Message{Blocks: []Block{Text(say.Verbatim("hello"))}})
	press := map[string]any{"type": 3, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": "go/1/2", "component_type": 2}}
	type step struct {
		at   time.Duration
		what string
		kind int // type of the response, for a callback
	}
	tests := []struct {
		why    string
		kind   map[string]any
		defers Defer
		takes  time.Duration
		reply  Reply
		want   []step
	}{
		{"at once", nil, DeferPublic, 0, public, []step{{0, callbackPath, 4}}},
		{"just in time", nil, DeferPublic, 1499 * time.Millisecond, public, []step{{1499 * time.Millisecond, callbackPath, 4}}},
		{"deferred, then edited", nil, DeferPublic, 10 * time.Second, public,
			[]step{{1500 * time.Millisecond, callbackPath, 5}, {10 * time.Second, "PATCH /webhooks/9/tok/messages/@original", 0}}},
		{"an update defers as one", press, DeferUpdate, 10 * time.Second, update,
			[]step{{1500 * time.Millisecond, callbackPath, 6}, {10 * time.Second, "PATCH /webhooks/9/tok/messages/@original", 0}}},
		{"a private sentence after a deferred update", press, DeferUpdate, 2 * time.Second, Say(say.Verbatim("no")),
			[]step{{1500 * time.Millisecond, callbackPath, 6}, {2 * time.Second, "POST /webhooks/9/tok?wait=true", 0}}},
		{"nothing to say after a deferred update", press, DeferUpdate, 2 * time.Second, Reply{},
			[]step{{1500 * time.Millisecond, callbackPath, 6}}},
		{"private after a public deferral", nil, DeferPublic, 2 * time.Second, Say(say.Verbatim("no")),
			[]step{{1500 * time.Millisecond, callbackPath, 5}, {2 * time.Second, "PATCH /webhooks/9/tok/messages/@original", 0},
				{2 * time.Second, "POST /webhooks/9/tok?wait=true", 0}, {2 * time.Second, "DELETE /webhooks/9/tok/messages/@original", 0}}},
		{"a route that never defers is given up", nil, DeferNever, 10 * time.Second, public, []step{{2500 * time.Millisecond, callbackPath, 4}}},
		{"a handler that never ends is cut off", nil, DeferPrivate, time.Hour, public,
			[]step{{1500 * time.Millisecond, callbackPath, 5}, {time.Minute, "PATCH /webhooks/9/tok/messages/@original", 0}}},
		{"suggestions are given up", map[string]any{"type": 4}, DeferNever, 10 * time.Second, Reply{}, []step{{2500 * time.Millisecond, callbackPath, 8}}},
	}
	for _, tt := range tests {
		routed(t, resttest.Always(resttest.Done), func(r *Router) {
			h := takes(tt.takes, tt.reply)
			d := tt.defers
			if d == DeferUpdate {
				d = DeferPrivate
			}
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, d, h)
			r.Autocomplete("go", h)
			r.Component("go", tt.defers, h)
		}, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
			var got []step
			for _, s := range f.All() {
				kind, _ := s.Fields["type"].(float64)
				got = append(got, step{s.At, s.What, int(kind)})
			}
			if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(step{})); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
		}, interactionJSON(t, tt.kind))
	}
}

// A private reply to a publicly deferred interaction isn't sent if the deferred message can't be
// edited first, because it would replace that message and be public.
func TestNothingPrivateBecomesPublic(t *testing.T) {
	routed(t, func(_ int, s resttest.Sent) resttest.Answer {
		if strings.HasPrefix(s.What, "PATCH") {
			return resttest.Answer{Status: 400, Body: `{"code":50035}`}
		}
		return resttest.Done
	}, func(r *Router) {
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPublic, takes(2*time.Second, Say(say.Verbatim("secret"))))
	}, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
		for _, body := range bodies(f) {
			if strings.Contains(body, "secret") {
				t.Errorf("sent %s", body)
			}
		}
	}, interactionJSON(t, nil))
}

func TestCallbacksOnBadDays(t *testing.T) {
	tests := []struct {
		why   string
		say   func(int, resttest.Sent) resttest.Answer
		want  int // number of requests
		known bool
	}{
		{"fine", resttest.Always(resttest.Done), 1, true},
		{"500 twice", resttest.Script(resttest.Broken, resttest.Broken, resttest.Done), 3, true},
		{"500 for ever is given up soon", resttest.Always(resttest.Broken), callbackTries, true},
		{"the interaction is not known: not tried again", resttest.Always(resttest.Unknown), 1, false},
		{"somebody else answered: not tried again", resttest.Always(resttest.Answered), 1, false},
		{"it timed out though it arrived", resttest.Script(resttest.Answer{Status: 204, Delay: 5 * time.Second}, resttest.Answered), 2, true},
		{"the line broke though it arrived", resttest.Script(resttest.Answer{Lost: resttest.ErrLine}, resttest.Answered), 2, true},
		{"429 that can be waited for", resttest.Script(resttest.SlowDown(1), resttest.Done), 2, true},
		{"429 for longer than Discord waits", resttest.Always(resttest.SlowDown(4)), 1, false},
		{"everything times out", resttest.Always(resttest.Answer{Status: 204, Delay: time.Hour}), 3, true},
		{"403", resttest.Always(resttest.Answer{Status: 403, Body: `{"code":50001}`}), 1, false},
	}
	for _, tt := range tests {
		calls := 0
		routed(t, tt.say, func(r *Router) {
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPublic, func(ctx context.Context, q Request) (Reply, error) {
				calls++
				m, err := board(ctx)
				return Reply{Message: &m, Private: true, Mirror: &Mirror{Key: "k", Render: board}}, err
			})
		}, nil, func(t *testing.T, b *Bot, f *resttest.Fake) {
			var callbacks []resttest.Sent
			for _, s := range f.All() {
				if strings.HasPrefix(s.What, callbackPath) {
					callbacks = append(callbacks, s)
				}
			}
			if len(callbacks) != tt.want || calls != 1 {
				t.Errorf("%s: %d callbacks, want %d; handled %d times", tt.why, len(callbacks), tt.want, calls)
			}
			if last := callbacks[len(callbacks)-1].At; last > 3*time.Second {
				t.Errorf("%s: a callback after %v", tt.why, last)
			}
			if kept := len(b.mirrors.(*adopted).all) == 1; kept != tt.known {
				t.Errorf("%s: the mirror is kept: %v, want %v", tt.why, kept, tt.known)
			}
		}, interactionJSON(t, nil))
	}
}

// If the reply with a board doesn't arrive, the board is posted as a separate message, because its
// table is open. The mirror knows the reply and deletes it in case it did arrive.
func TestABoardWhoseReplyIsLostIsShown(t *testing.T) {
	const look = "GET /webhooks/9/tok/messages/@original"
	none := resttest.Vanished
	first := func(fails resttest.Answer) func(int, resttest.Sent) resttest.Answer {
		return func(_ int, s resttest.Sent) resttest.Answer {
			if s.What == callbackPath || s.What == callbackPath+"?with_response=true" {
				return fails
			}
			return none
		}
	}
	for _, tt := range []struct {
		why   string
		takes time.Duration
		say   func(int, resttest.Sent) resttest.Answer
		want  []string // requests after the callbacks
	}{
		{"the interaction is not known any more", 0, first(resttest.Unknown), nil},
		{"it was deferred when it was not known any more", 2 * time.Second, first(resttest.Unknown), nil},
		{"Discord fails all the time", 0, first(resttest.Broken), []string{look}},
		{"the deferred message was deleted", 2 * time.Second, first(resttest.Done), []string{"PATCH /webhooks/9/tok/messages/@original"}},
	} {
		var posted []Shown
		routed(t, tt.say, func(r *Router) {
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPublic, func(ctx context.Context, _ Request) (Reply, error) {
				m, _ := board(ctx)
				mirror := Mirror{Key: "k", Channel: "5", Render: board, Posted: func(s Shown) { posted = append(posted, s) }}
				return Reply{Message: &m, Mirror: &mirror}, rest.Pause(ctx, tt.takes)
			})
		}, nil, func(t *testing.T, b *Bot, f *resttest.Fake) {
			var got []string
			for _, s := range f.Whats() {
				if !strings.HasPrefix(s, callbackPath) {
					got = append(got, s)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			kept := b.mirrors.(*adopted).all
			if len(kept) != 1 || kept[0].Shown.Message != "" || !strings.HasPrefix(kept[0].Shown.Former, "reply/9/tok/") {
				t.Errorf("%s: mirrors are to show %+v", tt.why, kept)
			}
			if sent := tt.takes == 0 || tt.want != nil; sent && (len(posted) == 0 || !strings.HasPrefix(posted[0].Former, "reply/9/tok/")) {
				t.Errorf("%s: before it was sent nobody was told of the reply: %+v", tt.why, posted)
			}
		}, interactionJSON(t, nil))
	}
}

func TestReplayedInteractionsAreAnsweredOnce(t *testing.T) {
	calls := 0
	raw := interactionJSON(t, nil)
	routed(t, resttest.Always(resttest.Done), func(r *Router) {
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, func(context.Context, Request) (Reply, error) {
			calls++
			return Say(say.Verbatim("x")), nil
		})
	}, nil, func(t *testing.T, b *Bot, f *resttest.Fake) {
		if calls != 1 || len(f.All()) != 1 {
			t.Errorf("handled %d times with %d requests", calls, len(f.All()))
		}
		s := newSeen(100)
		for i := range 1000 {
			s.first(fmt.Sprint(i))
		}
		if n := len(s.now) + len(s.before); n > 200 || s.first("900") || !s.first("1") {
			t.Errorf("%d ids are remembered, want the last 100 and few others", n)
		}
	}, raw, raw, raw)
}

// A click on a message that is deleted before the answer, as an older hand is, is answered with a new
// private message.
func TestAClickOnADeletedMessageGetsANewOne(t *testing.T) {
	press := map[string]any{"type": 3, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": "go/1/2", "component_type": 2}}
	for _, tt := range []struct {
		why   string
		takes time.Duration
		say   func(int, resttest.Sent) resttest.Answer
		want  []string
	}{
		{"at once", 0, resttest.Script(resttest.Vanished, resttest.Done), []string{callbackPath, callbackPath}},
		{"after a deferral", 2 * time.Second, resttest.Script(resttest.Done, resttest.Vanished, resttest.Done),
			[]string{callbackPath, "PATCH /webhooks/9/tok/messages/@original", "POST /webhooks/9/tok?wait=true"}},
	} {
		routed(t, tt.say, func(r *Router) {
			r.Component("go", DeferUpdate, takes(tt.takes, Update(Message{Blocks: []Block{Text(say.Verbatim("the newest hand"))}})))
		}, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
			var got []string
			for _, s := range f.All() {
				got = append(got, s.What)
			}
			last := f.All()[len(got)-1].Body
			if !slices.Equal(got, tt.want) || !strings.Contains(last, "the newest hand") || !strings.Contains(last, `"flags":32832`) {
				t.Errorf("%s: %q, at last %s", tt.why, got, last)
			}
		}, interactionJSON(t, press))
	}
}

func TestRefusedMessageIsExcused(t *testing.T) {
	routed(t, resttest.Script(resttest.Answer{Status: 400, Body: `{"code":50035,"message":"Invalid Form Body","errors":{}}`}, resttest.Done), func(r *Router) {
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, takes(0, Show(Message{Blocks: []Block{Text(say.Verbatim("x"))}})))
	}, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
		if all := f.All(); len(all) != 2 || !strings.Contains(all[1].Body, "Something went wrong") {
			t.Errorf("%q", bodies(f))
		}
	}, interactionJSON(t, nil))
}

func TestRefusedBeforeTheHandler(t *testing.T) {
	press := func(id string) map[string]any {
		return map[string]any{"type": 3, "message": map[string]any{"id": "77"}, "data": map[string]any{"custom_id": id}}
	}
	tests := []struct {
		why    string
		change map[string]any
		says   string
	}{
		{"a direct message", map[string]any{"guild_id": nil, "member": nil, "user": map[string]any{"id": "11", "username": "ann"}}, string(sayGuildOnly)},
		{"an unknown command", map[string]any{"data": map[string]any{"name": "gone"}}, string(sayUnknown)},
		{"an unknown verb", press("gone/1"), string(sayUnknown)},
		{"an empty custom id", press(""), string(sayUnknown)},
		{"nobody's", map[string]any{"member": nil}, "Something went wrong"},
		{"data of the wrong shape", map[string]any{"data": "x"}, "Something went wrong"},
		{"a kind from the future", map[string]any{"type": 12}, "Something went wrong"},
	}
	for _, tt := range tests {
		routed(t, resttest.Always(resttest.Done), func(r *Router) {
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, func(context.Context, Request) (Reply, error) {
				t.Errorf("%s: the handler was called", tt.why)
				return Reply{}, nil
			})
		}, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
			if len(f.All()) != 1 || !strings.Contains(bodies(f)[0], tt.says) {
				t.Errorf("%s: %q", tt.why, bodies(f))
			}
		}, interactionJSON(t, tt.change))
	}
	routed(t, resttest.Always(resttest.Done), func(*Router) {}, nil, func(t *testing.T, _ *Bot, f *resttest.Fake) {
		if len(f.All()) != 0 {
			t.Errorf("what has no id or token was answered: %q", f.Whats())
		}
	}, json.RawMessage(`{`), json.RawMessage(`{"type":2}`), json.RawMessage(`{"type":1,"id":"1","token":"t","application_id":"9"}`))
}

// A user who sends too many interactions is limited without effect on others.
func TestFlood(t *testing.T) {
	var raws []json.RawMessage
	for i := range 100 {
		raws = append(raws, interactionJSON(t, map[string]any{"id": fmt.Sprint(i), "token": fmt.Sprintf("ann%d", i)}))
	}
	raws = append(raws, interactionJSON(t, map[string]any{"id": "bob", "token": "bob",
		"member": map[string]any{"permissions": "0", "user": map[string]any{"id": "12", "username": "bob"}}}))
	routed(t, resttest.Always(resttest.Done), func(r *Router) {
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, takes(0, Say(say.Verbatim("fine"))))
	}, func(c *Config) { c.UserRate = 5 }, func(t *testing.T, _ *Bot, f *resttest.Fake) {
		fine, all := 0, 0
		for _, s := range f.All() {
			if !strings.Contains(s.What, "/callback") {
				continue // a notice was deleted before the next one
			}
			all++
			ok := strings.Contains(s.Body, "fine")
			if ok {
				fine++
			}
			if strings.Contains(s.What, "/bob/") && !ok {
				t.Error("Bob was slowed for Ann's flood")
			}
		}
		if fine != 16 || all != 101 {
			t.Errorf("%d of %d went through, want a burst of 15 and Bob's", fine, all)
		}
	}, raws...)
}

func TestTokensAreNotLogged(t *testing.T) {
	routed(t, resttest.Always(resttest.Answer{Lost: resttest.ErrLine}), func(r *Router) {
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, takes(0, Say(say.Verbatim("x"))))
	}, nil, func(t *testing.T, b *Bot, _ *resttest.Fake) {
		err := b.client.DeleteAnswer(t.Context(), rest.Handle{App: "9", Token: "SECRET"})
		if err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Error(err)
		}
	}, interactionJSON(t, nil))
}
