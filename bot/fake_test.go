package bot

import (
	"bytes"
	"context"
	"deuces/internal/say"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// sent is a request that the fake Discord got.
type sent struct {
	at     time.Duration // since the fake was made
	what   string        // method and path
	body   string
	fields map[string]any
}

// answer is what it answers.
type answer struct {
	status int
	body   string
	header map[string]string
	delay  time.Duration
	lost   error // the answer does not arrive
}

var (
	done     = answer{status: 200, body: `{"id":"100"}`}
	broken   = answer{status: 500}
	unknown  = answer{status: 404, body: `{"code":10062,"message":"Unknown interaction"}`}
	vanished = answer{status: 404, body: `{"code":10008,"message":"Unknown Message"}`}
	answered = answer{status: 400, body: `{"code":40060,"message":"already acknowledged"}`}
)

func slowDown(after float64) answer {
	return answer{status: 429, body: fmt.Sprintf(`{"retry_after":%g,"global":false}`, after)}
}

// fake is a Discord without a network, so that clocks can be faked too.
type fake struct {
	began time.Time
	say   func(n int, s sent) answer // n counts from 0

	mu   sync.Mutex
	sent []sent
}

func newFake(say func(n int, s sent) answer) *fake { return &fake{began: time.Now(), say: say} }

// always answers the same.
func always(a answer) func(int, sent) answer { return func(int, sent) answer { return a } }

// script answers in turn, and with the last one for ever.
func script(list ...answer) func(int, sent) answer {
	return func(n int, _ sent) answer { return list[min(n, len(list)-1)] }
}

func (f *fake) RoundTrip(r *http.Request) (*http.Response, error) {
	s := sent{at: time.Since(f.began), what: r.Method + " " + strings.TrimPrefix(r.URL.RequestURI(), "/api/v10")}
	if r.Body != nil {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		s.body = string(data)
		_ = json.Unmarshal(data, &s.fields) // a form with files has no fields
	}
	f.mu.Lock()
	n := len(f.sent)
	f.sent = append(f.sent, s)
	f.mu.Unlock()
	a := f.say(n, s)
	if a.delay > 0 {
		if err := pause(r.Context(), a.delay); err != nil {
			return nil, err
		}
	}
	if a.lost != nil {
		return nil, a.lost
	}
	h := http.Header{}
	for k, v := range a.header {
		h.Set(k, v)
	}
	return &http.Response{StatusCode: a.status, Header: h, Body: io.NopCloser(bytes.NewReader([]byte(a.body))), Request: r}, nil
}

func (f *fake) all() []sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]sent(nil), f.sent...)
}

func (f *fake) whats() (list []string) {
	for _, s := range f.all() {
		list = append(list, s.what)
	}
	return list
}

var errLine = errors.New("connection reset")

// newTestBot is a bot that talks to the fake.
func newTestBot(t *testing.T, f *fake, change func(*Config)) *Bot {
	t.Helper()
	cfg := Config{Token: "t", Transport: f, Log: zerolog.New(zerolog.NewTestWriter(t))}
	if change != nil {
		change(&cfg)
	}
	b, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func closeBot(t *testing.T, b *Bot) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		t.Error(err)
	}
}

// board is a state that mirrors show.
type board struct {
	mu      sync.Mutex
	text    string
	edition string
	err     error
	renders int
	posted  []Shown
	failed  []error
}

func (b *board) set(text, edition string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text, b.edition = text, edition
}

func (b *board) render(context.Context) (Message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.renders++
	if b.text == "" {
		return Message{}, b.err
	}
	return Message{Edition: b.edition, Blocks: []Block{Text(say.Verbatim(b.text)), Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, b.err
}

func (b *board) mirror(key string) Mirror {
	return Mirror{Key: key, Channel: "5", Render: b.render,
		Posted: func(s Shown) { b.mu.Lock(); defer b.mu.Unlock(); b.posted = append(b.posted, s) },
		Failed: func(err error) { b.mu.Lock(); defer b.mu.Unlock(); b.failed = append(b.failed, err) },
	}
}

// messages are those that it was told of, in order.
func (b *board) messages() (ids []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, at := range b.posted {
		if at.Message != "" {
			ids = append(ids, at.Message)
		}
	}
	return ids
}

// private is its mirror as the reply to an interaction.
func (b *board) private(key, token string) Mirror {
	m := b.mirror(key)
	m.Channel = ""
	m.Handle = Handle{app: "9", token: token, dies: time.Now().Add(tokenLife - tokenMargin)}
	return m
}
