package status

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"deuces/internal/errtest"
)

func listenOn(t *testing.T, address string, profiles bool) *Server {
	t.Helper()
	s, err := Listen(address, http.NotFoundHandler(), profiles)
	errtest.Must(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Until the bot can play, and when it no longer can, the server answers that it isn't ready, with
// the reason. It always answers that it is live.
func TestTheStatusSaysWhyTheBotCannotPlay(t *testing.T) {
	s := listenOn(t, "127.0.0.1:0", false)
	ask := func(path string) (int, string) {
		w := httptest.NewRecorder()
		s.http.Handler.ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1:8081"+path, nil))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	if code, text := ask("/healthz/ready"); code != 503 || text != "the bot is starting" {
		t.Errorf("at first: got %d, %q, want 503 and that the bot is starting", code, text)
	}
	for _, tt := range []struct {
		why  error
		code int
		text string
	}{
		{nil, 200, "ok"},
		{errors.New("the database can't be read"), 503, "the database can't be read"},
		{errors.New("the bot is stopping"), 503, "the bot is stopping"},
	} {
		s.Because(tt.why)
		for _, path := range []string{"/healthz/ready", "/health"} {
			if code, text := ask(path); code != tt.code || text != tt.text {
				t.Errorf("%s: got %d, %q, want %d, %q", path, code, text, tt.code, tt.text)
			}
		}
		if code, _ := ask("/healthz/live"); code != 200 {
			t.Errorf("with %v: /healthz/live is answered with %d, want 200", tt.why, code)
		}
	}
	s.Fails(func() []string { return []string{"no pictures: refused,\nagain", "no commands"} })
	if code, text := ask("/healthz/ready"); code != 503 || text != "the bot is stopping" {
		t.Errorf("the bot is stopping and other things fail: got %d, %q, want 503 and only that it is stopping", code, text)
	}
	s.Because(nil)
	if code, text := ask("/healthz/ready"); code != 200 || text != "ok\nno pictures: refused, again\nno commands" {
		t.Errorf("the bot can play but other things fail: got %d, %q, want 200 and the failures", code, text)
	}
}

// If the address is already in use, Listen returns an error that names the setting.
func TestAnAddressInUseIsNamed(t *testing.T) {
	s := listenOn(t, "127.0.0.1:0", false)
	addr := s.Addr
	if _, err := Listen(addr, http.NotFoundHandler(), false); err == nil || !strings.HasPrefix(err.Error(), "another program listens at STATUS_ADDR="+addr+": ") {
		t.Errorf("the second Listen: got the error %v, want one that names STATUS_ADDR", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Wait(ctx); err != nil {
		t.Errorf("Wait of a working listener: got %v, want no error", err)
	}
}

// If a web page's domain name resolves to the bot's address, the page gets no information, not even
// that a bot is there.
func TestTheServerAnswersOnlyToItsOwnNames(t *testing.T) {
	machine, err := os.Hostname()
	errtest.Must(t, err)
	s := listenOn(t, "0.0.0.0:0", true)
	for _, tt := range []struct {
		host  string
		own   bool
		where string
	}{
		{"127.0.0.1:8081", true, "this machine"},
		{"192.0.2.1:8081", true, "the address of another machine"},
		{"[::1]:8081", true, "IPv6"},
		{"[::1]", true, "the usual port"},
		{"localhost:8081", true, "this machine"},
		{machine + ":8081", true, "this machine's name"},
		{"deuces:8081", true, "a container's network"},
		{"host.docker.internal:8081", true, "a container's host"},
		{"deuces.games.svc.cluster.local:8081", true, "a cluster"},
		{"rebound.example.com:8081", false, "a stranger's name"},
		{"rebound.example.com.", false, "with a dot at its end"},
		{"127.0.0.1.example.com", false, "it looks like an address"},
		{"localhost.example.com", false, "it looks like this machine"},
		{"internal.example.com", false, "it looks private"},
	} {
		for _, path := range []string{"/healthz/live", "/metrics", "/debug/pprof/cmdline", "/debug/pprof/heap"} {
			w, r := httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)
			r.Host, r.RemoteAddr = tt.host, "127.0.0.1:5"
			s.http.Handler.ServeHTTP(w, r)
			if own := w.Code != http.StatusForbidden; own != tt.own {
				t.Errorf("%s at %s: got %d, want it answered: %t: %s", path, tt.host, w.Code, tt.own, tt.where)
			}
		}
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://Bot.Example.com/", nil)
	allowHosts("bot.example.com:8081", http.NotFoundHandler()).ServeHTTP(w, r)
	if w.Code != http.StatusNotFound {
		t.Errorf("the name in STATUS_ADDR: got %d, want the handler's 404", w.Code)
	}
}

func TestOnlyThisMachineMayReadProfiles(t *testing.T) {
	for from, want := range map[string]int{"127.0.0.1:5": 200, "[::1]:5": 200, "192.0.2.1:5": 403, "[2001:db8::1]:5": 403, "": 403} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/debug/pprof/heap", nil)
		r.RemoteAddr = from
		loopbackOnly(func(w http.ResponseWriter, _ *http.Request) {}).ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("a request from %q: got %d, want %d", from, w.Code, want)
		}
	}
}
