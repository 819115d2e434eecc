package e2e

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"deuces/internal/cluster"
	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// proxy is a proxy for connections to a PostgreSQL server or a sandbox. It can cut them, or hold what is
// sent as a broken network does.
type proxy struct {
	net.Listener
	network, server string
	held            sync.RWMutex           // locked while nothing gets through
	onCommit        atomic.Pointer[func()] // called once before the next append is committed; nil: none

	mu    sync.Mutex
	cut   bool
	conns map[net.Conn]bool
}

// newProxy returns a proxy for a server.
func newProxy(t *testing.T, network, server string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	errtest.Must(t, err)
	l := &proxy{Listener: listener, network: network, server: server, conns: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); l.setCut(true) })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go l.forward(near)
		}
	}()
	return l
}

// newDBProxy returns a proxy for the server of a database, and the address of the database through
// it.
func newDBProxy(t *testing.T, address string) (l *proxy, proxied string) {
	t.Helper()
	to, err := pgconn.ParseConfig(address)
	errtest.Must(t, err)
	network, server := pgconn.NetworkAddress(to.Host, to.Port)
	l = newProxy(t, network, server)
	u := url.URL{Scheme: "postgres", User: url.UserPassword(to.User, to.Password), Host: l.Addr().String(), Path: "/" + to.Database, RawQuery: "sslmode=disable"}
	return l, u.String()
}

// setCut cuts all connections. It refuses new ones if cut is true, and accepts them otherwise.
func (l *proxy) setCut(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	for c := range l.conns {
		c.Close()
	}
}

// forward forwards one connection to the server.
func (l *proxy) forward(near net.Conn) {
	defer near.Close()
	far, err := net.Dial(l.network, l.server)
	if err != nil {
		return
	}
	defer far.Close()
	l.mu.Lock()
	if l.cut {
		l.mu.Unlock()
		return
	}
	l.conns[near], l.conns[far] = true, true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.conns, near)
		delete(l.conns, far)
	}()
	go func() { defer near.Close(); _, _ = io.Copy(near, l.through(far, func([]byte) {})) }()
	_, _ = io.Copy(far, l.through(near, l.watchCommits()))
}

// through returns a reader that waits while nothing gets through. It calls watch with what it has read.
func (l *proxy) through(from io.Reader, watch func([]byte)) io.Reader {
	return readerFunc(func(b []byte) (int, error) {
		n, err := from.Read(b)
		watch(b[:n])
		l.held.RLock()
		defer l.held.RUnlock()
		return n, err
	})
}

var preparing = regexp.MustCompile(`(stmt\w+)\x00(INSERT INTO events|COMMIT)`)

// watchCommits returns a function that looks at what a bot sends to PostgreSQL, and calls onCommit.
func (l *proxy) watchCommits() func([]byte) {
	names, appended := map[string][]byte{}, false // of prepared statements
	return func(b []byte) {
		sends := func(what string) bool { return names[what] != nil && bytes.Contains(b, names[what]) }
		if m := preparing.FindSubmatch(b); m != nil {
			names[string(m[2])] = slices.Clone(m[1])
			return
		}
		appended = appended || sends("INSERT INTO events")
		if appended && sends("COMMIT") {
			appended = false
			if do := l.onCommit.Swap(nil); do != nil {
				(*do)()
			}
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// TestWhilePostgreSQLIsDownPeopleAreAskedToTryAgain checks that every use of the bot is answered
// with a request to try again, without an error code, while PostgreSQL is unavailable. When it is
// back, the board is updated without a click, and the same click plays.
func TestWhilePostgreSQLIsDownPeopleAreAskedToTryAgain(t *testing.T) {
	t.Parallel()
	proxy, address := newDBProxy(t, pgtest.New(t))
	s := NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: replyWithin}, "DEUCES_DB="+address, "TURN_CLOCK=8s")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	ctx := t.Context()
	eve := s.Person("Eve", s.Channel("lobby"))
	lobby := eve.OpensLobby("bigtwo")
	fair, _ := eve.OpensFairPlay(lobby)
	cut := fair.find("cut/")
	form, err := eve.Click(ctx, fair.ID, cut)
	errtest.Must(t, err)
	p, hand := table.Turn()
	oldBoard := table.Board()

	unstored := s.log.awaitLine("cannot store the events of a table")
	noticed := s.log.awaitLine("cannot use this process's own database session")
	proxy.setCut(true)
	s.AwaitLog(noticed) // until then, the bot may answer from its caches
	began := time.Now()
	wantTryAgain := func(what string, reply sandboxtest.Reply, err error) {
		t.Helper()
		if text := reply.Message().Text(); err != nil || !strings.Contains(text, "lease try again") {
			t.Errorf("%v after the cut was noticed, %s is answered %q, %v", time.Since(began).Round(time.Second), what, text, err)
		}
	}
	all := func() {
		var asked sync.WaitGroup
		ask := func(what string, do func() (sandboxtest.Reply, error)) {
			asked.Go(func() {
				reply, err := do()
				wantTryAgain(what, reply, err)
			})
		}
		for _, command := range []string{"join", "hand", "profile", "leaderboard", "preferences"} {
			ask("/"+command, func() (sandboxtest.Reply, error) { return p.Command(ctx, p.channel, command, nil) })
		}
		ask("/play", func() (sandboxtest.Reply, error) { return p.Command(ctx, p.channel, "play", Options{"game": "ahole"}) })
		ask("a play", func() (sandboxtest.Reply, error) { return p.Click(ctx, hand.ID, hand.find("act/")) })
		ask("My hand", func() (sandboxtest.Reply, error) { return p.Click(ctx, oldBoard.ID, "hand/"+table.id) })
		ask("Join", func() (sandboxtest.Reply, error) { return eve.Click(ctx, lobby.ID, lobby.find("join/")) })
		asked.Go(func() {
			if _, err := p.Autocomplete(ctx, p.channel, "play", "game", Options{"game": "a"}); err != nil {
				t.Errorf("suggestions: %v", err)
			}
		})
		asked.Wait()
	}
	all()
	reply, err := eve.Submit(ctx, form.Interaction, cut, Options{"cut": "x"})
	wantTryAgain("a form", reply, err)
	trust := time.NewTimer(cluster.Trust + cluster.PollInterval) // until the heartbeat is too old
	defer trust.Stop()
	<-trust.C
	all()
	s.AwaitLog(unstored)
	proxy.setCut(false)
	table.Board(not(says(oldBoard.Text())))
	table.PlayBeforeTheClock()
	if strings.Contains(s.log.String(), "a command or click failed") {
		t.Error("somebody got an error code")
	}
}
