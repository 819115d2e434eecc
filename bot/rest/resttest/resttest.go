// Package resttest provides a fake Discord for tests. It uses no network, so tests can use a fake
// clock.
package resttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Sent is a request that the fake received.
type Sent struct {
	At     time.Duration // time since the fake was created
	What   string        // method and path, such as "POST /channels/5/messages"
	Body   string
	Fields map[string]any
}

// Answer is an answer of the fake.
type Answer struct {
	Status int
	Body   string
	Header map[string]string
	Delay  time.Duration
	Lost   error // if set, the request fails with this error instead of an answer
}

// ErrNetwork is a network error.
var ErrNetwork = errors.New("connection reset")

// These answers are used by many tests.
var (
	Done     = Answer{Status: 200, Body: `{"id":"100"}`}
	Broken   = Answer{Status: 500}
	Unknown  = Answer{Status: 404, Body: `{"code":10062,"message":"Unknown interaction"}`}
	Vanished = Answer{Status: 404, Body: `{"code":10008,"message":"Unknown Message"}`}
	Answered = Answer{Status: 400, Body: `{"code":40060,"message":"already acknowledged"}`}
)

// SlowDown returns a 429 with this retry_after in seconds.
func SlowDown(after float64) Answer {
	return Answer{Status: 429, Body: fmt.Sprintf(`{"retry_after":%g,"global":false}`, after)}
}

// Always returns a function for New that gives the same answer to every request.
func Always(a Answer) func(int, Sent) Answer { return func(int, Sent) Answer { return a } }

// Script returns a function for New that gives the answers in order, and the last one to all
// further requests.
func Script(list ...Answer) func(int, Sent) Answer {
	return func(n int, _ Sent) Answer { return list[min(n, len(list)-1)] }
}

// Fake is a transport that answers requests itself and records them.
type Fake struct {
	Began  time.Time
	answer func(n int, s Sent) Answer // n counts requests from 0

	mu   sync.Mutex
	sent []Sent
}

// New returns a Fake that calls answer for each request.
func New(answer func(n int, s Sent) Answer) *Fake { return &Fake{Began: time.Now(), answer: answer} }

func (f *Fake) RoundTrip(r *http.Request) (*http.Response, error) {
	s := Sent{At: time.Since(f.Began), What: r.Method + " " + strings.TrimPrefix(r.URL.RequestURI(), "/api/v10")}
	if r.Body != nil {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		s.Body = string(data)
		_ = json.Unmarshal(data, &s.Fields) // a multipart form has no fields
	}
	f.mu.Lock()
	n := len(f.sent)
	f.sent = append(f.sent, s)
	f.mu.Unlock()
	a := f.answer(n, s)
	if a.Delay > 0 {
		select {
		case <-time.After(a.Delay):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	if a.Lost != nil {
		return nil, a.Lost
	}
	h := http.Header{}
	for k, v := range a.Header {
		h.Set(k, v)
	}
	return &http.Response{StatusCode: a.Status, Header: h, Body: io.NopCloser(bytes.NewReader([]byte(a.Body))), Request: r}, nil
}

// All returns the requests so far.
func (f *Fake) All() []Sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Sent(nil), f.sent...)
}

// Requests returns the methods and paths of all requests so far.
func (f *Fake) Requests() (list []string) {
	for _, s := range f.All() {
		list = append(list, s.What)
	}
	return list
}

// Bodies returns the bodies of all requests so far.
func (f *Fake) Bodies() (list []string) {
	for _, s := range f.All() {
		list = append(list, s.Body)
	}
	return list
}
