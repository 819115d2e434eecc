package e2e

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"deuces/internal/leases"
	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// line is a connection to a PostgreSQL server that can be cut.
type line struct {
	net.Listener
	network, server string

	mu    sync.Mutex
	cut   bool
	conns map[net.Conn]bool
}

// newLine returns a line to the server of a database, and the database's address through it.
func newLine(t *testing.T, address string) (l *line, through string) {
	t.Helper()
	to, err := pgconn.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = &line{Listener: listener, conns: map[net.Conn]bool{}}
	l.network, l.server = pgconn.NetworkAddress(to.Host, to.Port)
	t.Cleanup(func() { l.Close(); l.set(true) })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go l.lead(near)
		}
	}()
	u := url.URL{Scheme: "postgres", User: url.UserPassword(to.User, to.Password), Host: listener.Addr().String(), Path: "/" + to.Database, RawQuery: "sslmode=disable"}
	return l, u.String()
}

// set cuts or restores the line.
func (l *line) set(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	for c := range l.conns {
		c.Close()
	}
}

// lead forwards one connection.
func (l *line) lead(near net.Conn) {
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
	go func() { defer near.Close(); _, _ = io.Copy(near, far) }()
	_, _ = io.Copy(far, near)
}

// While PostgreSQL is unavailable, every use of the bot is answered with the request to try again,
// without an error code. When it is back, the table shows that by itself, and the same click plays.
func TestWhilePostgreSQLIsDownPeopleAreAskedToTryAgain(t *testing.T) {
	t.Parallel()
	wire, address := newLine(t, pgtest.New(t))
	s := NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: replyWithin}, "DEUCES_DB="+address, "TURN_CLOCK=8s")
	table := s.Table("cards", four...)
	table.Open("ahole", nil)
	ctx := t.Context()
	eve := s.Person("Eve", s.Channel("lobby"))
	lobby := eve.Uses("play", Options{"game": "bigtwo"})
	fair, _ := eve.Fair(lobby)
	cut := fair.find("cut/")
	form, err := eve.Click(ctx, fair.ID, cut)
	if err != nil {
		t.Fatal(err)
	}
	p, hand := table.Turn()
	was := table.Board()

	unstored := s.log.awaits("a table can't be stored")
	noticed := s.log.awaits("cannot receive notifications from other processes")
	wire.set(true)
	s.Ready(noticed) // until then, cached data is as good as stored data
	began := time.Now()
	said := func(what string, reply sandboxtest.Reply, err error) {
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
				said(what, reply, err)
			})
		}
		for _, command := range []string{"join", "hand", "profile", "leaderboard", "preferences"} {
			ask("/"+command, func() (sandboxtest.Reply, error) { return p.Command(ctx, p.channel, command, nil) })
		}
		ask("/play", func() (sandboxtest.Reply, error) { return p.Command(ctx, p.channel, "play", Options{"game": "ahole"}) })
		ask("a play", func() (sandboxtest.Reply, error) { return p.Click(ctx, hand.ID, hand.find("act/")) })
		ask("My hand", func() (sandboxtest.Reply, error) { return p.Click(ctx, was.ID, "hand/"+table.id) })
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
	said("a form", reply, err)
	lease := time.NewTimer(leases.Trust + leases.PollInterval) // until the lease is no longer trusted
	defer lease.Stop()
	<-lease.C
	all()
	s.Ready(unstored)
	wire.set(false)
	table.Board(not(says(was.Text())))
	table.PlaysDespiteTheClock()
	if strings.Contains(s.log.String(), "a command or click failed") {
		t.Error("the log has a code for somebody")
	}
}
