package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"deuces/internal/say"

	"deuces/bot/rest/resttest"
)

func TestInteractionsAreAnsweredInTime(t *testing.T) {
	public, update := Show(text("hello")), Update(text("hello"))
	type step struct {
		at   time.Duration
		what string
		kind int // type of the response, for a callback
	}
	for _, tt := range []struct {
		why    string
		kind   map[string]any
		defers Defer
		takes  time.Duration
		reply  Reply
		want   []step
	}{
		{"at once", nil, DeferPublic, 0, public, []step{{0, callbackPath, 4}}},
		{"just in time", nil, DeferPublic, 1499 * time.Millisecond, public, []step{{1499 * time.Millisecond, callbackPath, 4}}},
		{"a form", nil, DeferNever, 0, Reply{Modal: &Modal{ID: "go"}}, []step{{0, callbackPath, 9}}},
		{"nothing to say to a click", privateClick("go/1/2"), DeferUpdate, 0, Reply{}, []step{{0, callbackPath, 6}}},
		{"suggestions", map[string]any{"type": 4}, DeferNever, 0, Reply{Choices: []Choice{{say.Verbatim("a"), "a"}}}, []step{{0, callbackPath, 8}}},
		{"deferred, then edited", nil, DeferPublic, 10 * time.Second, public,
			[]step{{1500 * time.Millisecond, callbackPath, 5}, {10 * time.Second, "PATCH " + answerPath, 0}}},
		{"an update defers as one", privateClick("go/1/2"), DeferUpdate, 10 * time.Second, update,
			[]step{{1500 * time.Millisecond, callbackPath, 6}, {10 * time.Second, "PATCH " + answerPath, 0}}},
		{"a private sentence after a deferred update", privateClick("go/1/2"), DeferUpdate, 2 * time.Second, Say(say.Verbatim("no")),
			[]step{{1500 * time.Millisecond, callbackPath, 6}, {2 * time.Second, followUpPath, 0}}},
		{"nothing to say after a deferred update", privateClick("go/1/2"), DeferUpdate, 2 * time.Second, Reply{},
			[]step{{1500 * time.Millisecond, callbackPath, 6}}},
		{"private after a public deferral", nil, DeferPublic, 2 * time.Second, Say(say.Verbatim("no")),
			[]step{{1500 * time.Millisecond, callbackPath, 5}, {2 * time.Second, "PATCH " + answerPath, 0},
				{2 * time.Second, followUpPath, 0}, {2 * time.Second, "DELETE " + answerPath, 0}}},
		{"a route that never defers gets an error message after 2.5 s", nil, DeferNever, 10 * time.Second, public, []step{{2500 * time.Millisecond, callbackPath + "?with_response=true", 4}}},
		{"a click whose private message goes", privateClick("go/1/2"), DeferUpdate, 0, Reply{Delete: true}, []step{{0, callbackPath, 6}, {0, "DELETE " + answerPath, 0}}},
		{"also after a deferred update", privateClick("go/1/2"), DeferUpdate, 2 * time.Second, Reply{Delete: true},
			[]step{{1500 * time.Millisecond, callbackPath, 6}, {2 * time.Second, "DELETE " + answerPath, 0}}},
		{"a handler that never ends is canceled", nil, DeferPrivate, time.Hour, public,
			[]step{{1500 * time.Millisecond, callbackPath, 5}, {time.Minute, "PATCH " + answerPath, 0}}},
		{"slow suggestions are answered with none", map[string]any{"type": 4}, DeferNever, 10 * time.Second, Reply{}, []step{{2500 * time.Millisecond, callbackPath, 8}}},
	} {
		_, f := answerAll(t, resttest.Always(resttest.Done), tt.defers, handlerTaking(tt.takes, tt.reply, nil), nil, interactionJSON(t, tt.kind))
		var got []step
		for _, s := range f.All() {
			kind, _ := s.Fields["type"].(float64)
			got = append(got, step{s.At, s.What, int(kind)})
		}
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(step{})); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, d)
		}
	}
}

// A private reply must not replace a public message. So if the bot has deferred publicly and can't
// edit the deferred message first, it doesn't send the private reply.
func TestNothingPrivateBecomesPublic(t *testing.T) {
	refuseEdits := func(_ int, s resttest.Sent) resttest.Answer {
		if strings.HasPrefix(s.What, "PATCH") {
			return resttest.Answer{Status: 400, Body: `{"code":50035}`}
		}
		return resttest.Done
	}
	_, f := answerAll(t, refuseEdits, DeferPublic, handlerTaking(2*time.Second, Say(say.Verbatim("secret")), nil), nil, interactionJSON(t, nil))
	for _, body := range f.Bodies() {
		if strings.Contains(body, "secret") {
			t.Errorf("a private reply was sent after a public deferral: %s", body)
		}
	}
}

func TestFailedCallbacksAreRepeated(t *testing.T) {
	for _, tt := range []struct {
		why    string
		answer func(int, resttest.Sent) resttest.Answer
		want   int // number of requests
		known  bool
	}{
		{"fine", resttest.Always(resttest.Done), 1, true},
		{"500 twice", resttest.Script(resttest.Broken, resttest.Broken, resttest.Done), 3, true},
		{"500 for ever is given up soon", resttest.Always(resttest.Broken), callbackTries, true},
		{"the interaction is not known: not tried again", resttest.Always(resttest.Unknown), 1, false},
		{"somebody else answered: not tried again", resttest.Always(resttest.Answered), 1, false},
		{"it timed out though it arrived", resttest.Script(resttest.Answer{Status: 204, Delay: 5 * time.Second}, resttest.Answered), 2, true},
		{"the line broke though it arrived", resttest.Script(resttest.Answer{Lost: resttest.ErrNetwork}, resttest.Answered), 2, true},
		{"429 that can be waited for", resttest.Script(resttest.SlowDown(1), resttest.Done), 2, true},
		{"429 for longer than Discord waits", resttest.Always(resttest.SlowDown(4)), 1, false},
		{"everything times out", resttest.Always(resttest.Answer{Status: 204, Delay: time.Hour}), 3, true},
		{"403", resttest.Always(resttest.Answer{Status: 403, Body: `{"code":50001}`}), 1, false},
	} {
		calls := 0
		b, f := answerAll(t, tt.answer, DeferPublic, func(ctx context.Context, _ Request) (Reply, error) {
			calls++
			m, err := board(ctx)
			return Reply{Message: &m, Private: true, Mirror: &Mirror{Key: "k", Render: board}}, err
		}, nil, interactionJSON(t, nil))
		callbacks := slices.DeleteFunc(f.All(), func(s resttest.Sent) bool { return !strings.HasPrefix(s.What, callbackPath) })
		if len(callbacks) != tt.want || calls != 1 {
			t.Errorf("%s: %d callbacks, want %d; handled %d times", tt.why, len(callbacks), tt.want, calls)
		}
		if last := callbacks[len(callbacks)-1].At; last > 3*time.Second {
			t.Errorf("%s: got a callback after %v, want none after 3s", tt.why, last)
		}
		if kept := len(b.mirrors.(*recordingMirrors).all) == 1; kept != tt.known {
			t.Errorf("%s: the mirror is kept: %v, want %v", tt.why, kept, tt.known)
		}
	}
}

// Two programs with one token each answer what the other has answered already.
func TestAnotherProgramWithTheTokenIsNoticed(t *testing.T) {
	var tried sync.Map
	for _, tt := range []struct {
		why    string
		clicks int
		answer func(int, resttest.Sent) resttest.Answer
		lines  int
	}{
		{"some answers are another process's, when a shard moves", 4, resttest.Always(resttest.Answered), 0},
		{"many are another program's", 30, resttest.Always(resttest.Answered), 1},
		{"the first try did arrive", 30, func(_ int, s resttest.Sent) resttest.Answer {
			if _, again := tried.LoadOrStore(s.What, true); again {
				return resttest.Answered
			}
			return resttest.Broken
		}, 0},
	} {
		var log strings.Builder
		raws := make([]json.RawMessage, tt.clicks)
		for n := range raws {
			raws[n] = interactionJSON(t, map[string]any{"id": fmt.Sprint(n + 1)})
		}
		answerAll(t, tt.answer, DeferPrivate, handlerTaking(0, Say(say.Verbatim("x")), nil), func(cfg *Config) {
			cfg.Log = zerolog.New(zerolog.SyncWriter(&log))
		}, raws...)
		if n := strings.Count(log.String(), "another program with this bot's token"); n != tt.lines {
			t.Errorf("%s: %d lines, want %d:\n%s", tt.why, n, tt.lines, &log)
		}
	}
}

// If the reply with a board doesn't arrive, the bot posts the board as a separate message, because
// its table is open. The mirror knows the reply and deletes it in case it did arrive.
func TestABoardWhoseReplyIsLostIsShown(t *testing.T) {
	first := func(fails resttest.Answer) func(int, resttest.Sent) resttest.Answer {
		return func(_ int, s resttest.Sent) resttest.Answer {
			if s.What == callbackPath || s.What == callbackPath+"?with_response=true" {
				return fails
			}
			return resttest.Vanished
		}
	}
	for _, tt := range []struct {
		why    string
		takes  time.Duration
		answer func(int, resttest.Sent) resttest.Answer
		want   []string // requests after the callbacks
	}{
		{"the interaction is not known any more", 0, first(resttest.Unknown), nil},
		{"the deferral fails because the interaction is unknown", 2 * time.Second, first(resttest.Unknown), nil},
		{"Discord fails all the time", 0, first(resttest.Broken), []string{"GET " + answerPath}},
		{"the deferred message was deleted", 2 * time.Second, first(resttest.Done), []string{"PATCH " + answerPath}},
	} {
		var posted []Shown
		m, _ := board(t.Context())
		mirror := Mirror{Key: "k", Channel: "5", Render: board, Posted: func(s Shown) { posted = append(posted, s) }}
		b, f := answerAll(t, tt.answer, DeferPublic, handlerTaking(tt.takes, Reply{Message: &m, Mirror: &mirror}, nil), nil, interactionJSON(t, nil))
		var got []string
		for _, s := range f.Requests() {
			if !strings.HasPrefix(s, callbackPath) {
				got = append(got, s)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, d)
		}
		kept := b.mirrors.(*recordingMirrors).all
		if len(kept) != 1 || kept[0].Shown.Message != "" || !strings.HasPrefix(kept[0].Shown.Former, "reply/9/tok/") {
			t.Errorf("%s: got the mirrors %+v, want one that was shown as the reply and has no message id yet", tt.why, kept)
		}
		if sent := tt.takes == 0 || tt.want != nil; sent && (len(posted) == 0 || !strings.HasPrefix(posted[0].Former, "reply/9/tok/")) {
			t.Errorf("%s: Posted wasn't called with the reply before it was sent: %+v", tt.why, posted)
		}
	}
}

func TestReplayedInteractionsAreAnsweredOnce(t *testing.T) {
	raw := interactionJSON(t, nil)
	if _, f := answerAll(t, resttest.Always(resttest.Done), DeferPrivate, handlerTaking(0, Say(say.Verbatim("x")), nil), nil, raw, raw, raw); len(f.All()) != 1 {
		t.Errorf("an interaction that came three times is answered with %q, want one answer", f.Requests())
	}
	s := newSeen(100)
	for i := range 1000 {
		s.addIfNew(fmt.Sprint(i))
	}
	if n := len(s.current) + len(s.previous); n > 200 || s.addIfNew("900") || !s.addIfNew("1") {
		t.Errorf("%d ids are remembered, want the last 100 and few others", n)
	}
}

// If the clicked message is deleted before the answer, as happens to an older hand, the answer is a
// new private message. A click on another user's private message also gets a new private message,
// and the other user's message stays unchanged. No client offers such a click.
func TestAnImpossibleUpdateIsSentAsAPrivateMessage(t *testing.T) {
	const edit, late = "PATCH " + answerPath, 2 * time.Second
	for _, tt := range []struct {
		why     string
		flags   int    // of the clicked message
		creator string // id of the user whose command created the message; the user who clicks is 11
		takes   time.Duration
		answers []resttest.Answer
		want    []string
		kind    float64 // type of the last callback
		private bool    // the last message is private
	}{
		{"the asker's own", 64, "11", 0, nil, []string{callbackPath}, responseUpdate, false},
		{"the asker's own, late", 64, "11", late, nil, []string{callbackPath, edit}, responseDeferUpdate, false},
		{"deleted", 64, "11", 0, []resttest.Answer{resttest.Vanished}, []string{callbackPath, callbackPath}, responseMessage, true},
		{"deleted, late", 64, "11", late, []resttest.Answer{resttest.Done, resttest.Vanished}, []string{callbackPath, edit, followUpPath}, responseDeferUpdate, true},
		{"somebody else's", 64, "12", 0, nil, []string{callbackPath}, responseMessage, true},
		{"somebody else's, late", 64, "12", late, nil, []string{callbackPath, followUpPath}, responseDeferUpdate, true},
		{"a public message of somebody else, which a handler may update for all", 0, "12", 0, nil, []string{callbackPath}, responseUpdate, false},
	} {
		click := privateClick("go")
		click["message"] = map[string]any{"id": "77", "flags": tt.flags, "interaction_metadata": map[string]any{"user": map[string]any{"id": tt.creator}}}
		answers := resttest.Script(append(tt.answers, resttest.Done)...)
		_, f := answerAll(t, answers, DeferUpdate, handlerTaking(tt.takes, Update(text("your hand")), nil), nil, interactionJSON(t, click))
		if got := f.Requests(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: sent %q, want %q", tt.why, got, tt.want)
			continue
		}
		all := f.All()
		last := all[len(all)-1]
		if private := strings.Contains(last.Body, `"flags":32832`); private != tt.private || !strings.Contains(last.Body, "your hand") {
			t.Errorf("%s: the last message is private: %t, want %t, with the hand:\n%s", tt.why, private, tt.private, last.Body)
		}
		callback := all[strings.Count(strings.Join(tt.want, " "), callbackPath)-1]
		if kind := callback.Fields["type"]; kind != tt.kind {
			t.Errorf("%s: answered with type %v, want %v", tt.why, kind, tt.kind)
		}
	}
	hand := Update(text("your hand"))
	hand.Mirror = &Mirror{Key: "k", Render: board}
	b, _ := answerAll(t, resttest.Always(resttest.Done), DeferUpdate, handlerTaking(0, hand, nil), nil, interactionJSON(t, privateClick("go")))
	if kept := b.mirrors.(*recordingMirrors).all; len(kept) != 1 || kept[0].Shown.Message != "77" {
		t.Errorf("the mirror of an update is in %+v, not in the clicked message", kept)
	}
}

// An error, a panic, or a reply that Discord refuses is answered privately with a code. The log has
// the cause together with that code.
func TestAFailureIsAnsweredWithACode(t *testing.T) {
	refused := resttest.Script(resttest.Answer{Status: 400, Body: `{"code":50035,"message":"Invalid Form Body","errors":{}}`}, resttest.Done)
	code := regexp.MustCompile("`([A-Z2-7]{8})`")
	for _, tt := range []struct {
		cause   string
		answer  func(int, resttest.Sent) resttest.Answer
		handler Handler
	}{
		{"the disk is full", resttest.Always(resttest.Done), handlerTaking(0, Reply{}, errors.New("the disk is full"))},
		{"panic: oh no", resttest.Always(resttest.Done), func(context.Context, Request) (Reply, error) { panic("oh no") }},
		{"no reply", resttest.Always(resttest.Done), handlerTaking(0, Reply{}, nil)},
		{"Invalid Form Body", refused, handlerTaking(0, Show(text("x")), nil)},
	} {
		var log bytes.Buffer
		_, f := answerAll(t, tt.answer, DeferPublic, tt.handler, func(c *Config) { c.Log = zerolog.New(&log) }, interactionJSON(t, nil))
		reply := f.Bodies()[len(f.All())-1]
		id := code.FindStringSubmatch(reply)
		if id == nil || !strings.Contains(reply, `"flags":32832`) || strings.Contains(reply, tt.cause) {
			t.Errorf("%s: the user gets %s, want a private code without the cause", tt.cause, reply)
			continue
		}
		found := func(line string) bool { return strings.Contains(line, id[1]) && strings.Contains(line, tt.cause) }
		if !slices.ContainsFunc(strings.Split(log.String(), "\n"), found) {
			t.Errorf("%s isn't logged under %s:\n%s", tt.cause, id[1], &log)
		}
	}
}

func TestInvalidInteractionsDoNotReachTheHandler(t *testing.T) {
	var handled bool
	handler := func(context.Context, Request) (Reply, error) {
		handled = true
		return Reply{}, nil
	}
	for _, tt := range []struct {
		why    string
		change map[string]any
		want   string
	}{
		{"an unknown command", map[string]any{"data": map[string]any{"name": "gone"}}, string(sayUnknown)},
		{"an unknown verb", privateClick("gone/1"), string(sayUnknown)},
		{"an empty custom id", privateClick(""), string(sayUnknown)},
		{"no user", map[string]any{"member": nil}, "Something went wrong"},
		{"data of the wrong shape", map[string]any{"data": "x"}, "Something went wrong"},
		{"a kind from the future", map[string]any{"type": 12}, "Something went wrong"},
	} {
		_, f := answerAll(t, resttest.Always(resttest.Done), DeferPrivate, handler, nil, interactionJSON(t, tt.change))
		if bodies := f.Bodies(); handled || len(bodies) != 1 || !strings.Contains(bodies[0], tt.want) {
			t.Errorf("%s: handled: %t, and got the answers %q, want one that says %q", tt.why, handled, bodies, tt.want)
		}
	}
	_, f := answerAll(t, resttest.Always(resttest.Done), DeferPrivate, handler, nil,
		json.RawMessage(`{`), json.RawMessage(`{"type":2}`), json.RawMessage(`{"type":1,"id":"1","token":"t","application_id":"9"}`))
	if len(f.All()) != 0 {
		t.Errorf("got the requests %q, want none for interactions without an id or a token", f.Requests())
	}
}

// A user who sends too many interactions is limited. Other users aren't.
func TestAFloodLimitsOnlyTheUserWhoSendsIt(t *testing.T) {
	var raws []json.RawMessage
	for i := range 100 {
		raws = append(raws, interactionJSON(t, map[string]any{"id": fmt.Sprint(i), "token": fmt.Sprintf("ann%d", i)}))
	}
	raws = append(raws, interactionJSON(t, map[string]any{"id": "bob", "token": "bob",
		"member": map[string]any{"permissions": "0", "user": map[string]any{"id": "12", "username": "bob"}}}))
	_, f := answerAll(t, resttest.Always(resttest.Done), DeferPrivate, handlerTaking(0, Say(say.Verbatim("fine")), nil), func(c *Config) { c.UserRate = 5 }, raws...)
	fine, all := 0, 0
	for _, s := range f.All() {
		if !strings.Contains(s.What, "/callback") {
			continue // this request deletes the previous notice
		}
		all++
		ok := strings.Contains(s.Body, "fine")
		if ok {
			fine++
		}
		if strings.Contains(s.What, "/bob/") && !ok {
			t.Error("Bob was limited because of Ann's flood")
		}
	}
	if fine != 16 || all != 101 {
		t.Errorf("%d of %d went through, want a burst of 15 and Bob's", fine, all)
	}
}

func TestTokensAreNotLogged(t *testing.T) {
	var log bytes.Buffer
	answerAll(t, resttest.Always(resttest.Answer{Lost: resttest.ErrNetwork}), DeferPublic, handlerTaking(2*time.Second, Say(say.Verbatim("x")), nil), func(c *Config) {
		c.Log = zerolog.New(&log)
	}, interactionJSON(t, map[string]any{"token": "SECRET"}))
	if strings.Contains(log.String(), "SECRET") || !strings.Contains(log.String(), resttest.ErrNetwork.Error()) {
		t.Errorf("want the network error and no token in the log:\n%s", &log)
	}
}

var errOutage = errors.New("the server is gone")

// During a database outage, the bot asks users to try again. It gives them no code, because they
// needn't report an outage to the operator. The log gets one message per minute, however many
// clicks there are.
func TestDuringAnOutageUsersAreAskedToTryAgain(t *testing.T) {
	form := map[string]any{"type": 5, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": "go"}}
	const sentence, code, late = "Please try again in a moment", "Something went wrong", 2 * time.Second
	for _, tt := range []struct {
		why     string
		kind    map[string]any
		defers  Defer
		after   time.Duration
		err     error
		want    string // text of the last request
		notWant string
	}{
		{"a command", nil, DeferPublic, 0, errOutage, sentence, code},
		{"a button", privateClick("go"), DeferUpdate, 0, errOutage, sentence, code},
		{"a form", form, DeferUpdate, 0, errOutage, sentence, code},
		{"a command, after a while", nil, DeferPublic, late, errOutage, "DELETE", code},
		{"a private command, after a while", nil, DeferPrivate, late, errOutage, sentence, code},
		{"a button, after a while", privateClick("go"), DeferUpdate, late, errOutage, sentence, code},
		{"suggestions, where nothing can be said", map[string]any{"type": 4}, DeferNever, 0, errOutage, `"choices":[]`, code},
		{"any other error", nil, DeferPublic, 0, errors.New("division by zero"), code, sentence},
	} {
		var log bytes.Buffer
		withOutage := func(c *Config) {
			c.Log = zerolog.New(zerolog.SyncWriter(&log)).Level(zerolog.InfoLevel)
			c.Outage = func(err error) bool { return errors.Is(err, errOutage) }
			c.Number = func(string) int64 { return 7 }
		}
		handler := handlerTaking(tt.after, Reply{}, fmt.Errorf("settings: %w", tt.err))
		_, f := answerAll(t, resttest.Always(resttest.Done), tt.defers, handler, withOutage, interactionJSON(t, tt.kind))
		all := f.All()
		last := all[len(all)-1]
		if got := last.What + last.Body; !strings.Contains(got, tt.want) || strings.Contains(strings.Join(f.Bodies(), ""), tt.notWant) {
			t.Errorf("%s: want %q and no %q: %q", tt.why, tt.want, tt.notWant, f.Bodies())
		}
		if lines := strings.Count(log.String(), "\n"); lines != 1 {
			t.Errorf("%s: want one line in the log, got %s", tt.why, &log)
		}
		if line := log.String(); !strings.Contains(line, `"guild":"3","channel":"5"`) || !strings.Contains(line, `"player":7`) {
			t.Errorf("%s: the log doesn't say where, or by whom: %s", tt.why, line)
		}
	}
}
