package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"deuces/sandbox/fault"
	"deuces/sandbox/gateway"
	"deuces/sandbox/page"
	"deuces/sandbox/rest"
	"deuces/sandbox/user"
	"deuces/sandbox/world"

	"github.com/rs/zerolog"
)

// Config is a sandbox's configuration. A field's zero value means its default.
type Config struct {
	Addr  string // loopback address to listen on; default 127.0.0.1:8080, port 0 picks a free port
	Token string // the bot's token; default "sandbox"
	Name  string // the bot's name; default "Deuces"
	// System is the name of the channel in the guild Sandbox in which bots may greet; default none.
	System string
	// Places adds direct messages with everyone, a guild without the bot and a group DM. Everyone has installed
	// the application.
	Places bool

	ReplyWithin time.Duration // the deadline of an interaction's first response; default 3s
	TokenLife   time.Duration // how long an interaction's token lives; default 15m
	OldMessage  time.Duration // the age from which edits of a message are throttled; default 1h
	Heartbeat   time.Duration // the interval that Hello asks for; default 41.25s
	OneAddress  bool          // READY names the address of the connection for resumes, so that they go through the same proxy

	Identifies  int                // maximum number of identifies per day; default 1000
	Concurrency int                // max_concurrency, identifies in 5 s; default 16 (on Discord, 1 for a new bot)
	Shards      int                // number of shards that GET /gateway/bot recommends; default one per 1000 guilds
	Permissions *world.Permissions // permissions of the bot's own role; default those of @everyone
	Privileged  int                // the privileged intents that are switched on, as in the developer portal; default none

	Global    int  // maximum number of calls per second over all routes; default 50
	Invalid   int  // number of responses with 401, 403 or 429 in ten minutes that leads to a ban; default 10,000
	Unlimited bool // no rate limits at all

	Messages int // maximum number of messages kept in a channel; default 1000
	Payloads int // maximum number of deliveries kept for /sandbox/payloads; default 100,000
	Calls    int // maximum number of calls kept for /sandbox/calls; default 50,000
	Files    int // maximum number of bytes of uploads kept; default 256 MiB

	Log zerolog.Logger // for the sandbox's own errors; the zero value logs nothing
}

func (c Config) withDefaults() Config {
	c.Addr, c.Token, c.Name = cmp.Or(c.Addr, "127.0.0.1:8080"), cmp.Or(c.Token, "sandbox"), cmp.Or(c.Name, "Deuces")
	c.ReplyWithin, c.TokenLife = cmp.Or(c.ReplyWithin, 3*time.Second), cmp.Or(c.TokenLife, 15*time.Minute)
	c.OldMessage, c.Heartbeat = cmp.Or(c.OldMessage, time.Hour), cmp.Or(c.Heartbeat, 41250*time.Millisecond)
	c.Identifies, c.Concurrency = cmp.Or(c.Identifies, 1000), cmp.Or(c.Concurrency, 16)
	c.Global, c.Invalid = cmp.Or(c.Global, 50), cmp.Or(c.Invalid, 10_000)
	c.Messages, c.Payloads = cmp.Or(c.Messages, 1000), cmp.Or(c.Payloads, 100_000)
	c.Calls, c.Files = cmp.Or(c.Calls, 50_000), cmp.Or(c.Files, 256<<20)
	return c
}

// Server is one sandbox, with its own users, guilds and bot. It is an http.Handler.
type Server struct {
	cfg      Config
	world    *world.World
	api      *rest.API
	gateway  *gateway.Gateway
	side     *user.Side
	page     http.Handler
	listener net.Listener
	resumeAt func() string   // returns the address for resuming sessions; the first call starts to listen there
	stopped  context.Context // done when the server closes, which ends open sockets and streams
	stop     context.CancelFunc
}

// New makes a sandbox with the users Ann, Bob, Cy and Dee and the guild "Sandbox", which belongs to
// Ann and has the channels general and cards. The Server can be used as a handler immediately.
// Listen and Serve give it an address of its own.
func New(cfg Config) *Server {
	cfg = cfg.withDefaults()
	s := &Server{cfg: cfg}
	s.stopped, s.stop = context.WithCancel(context.Background())
	s.world = world.New(world.Config{Token: cfg.Token, Name: cfg.Name, System: cfg.System, Messages: cfg.Messages, Files: cfg.Files, Privileged: cfg.Privileged, Permissions: cfg.Permissions})
	faults := &fault.List{}
	s.resumeAt = sync.OnceValue(s.listenForResumes)
	if cfg.OneAddress {
		s.resumeAt = func() string { return "" }
	}
	s.gateway = gateway.New(s.stopped, gateway.Config{ResumeAt: s.resumeAt, Heartbeat: cfg.Heartbeat, Identifies: cfg.Identifies, Concurrency: cfg.Concurrency, Shards: cfg.Shards}, s.world, faults)
	s.api = rest.New(s.stopped, rest.Config{ReplyWithin: cfg.ReplyWithin, TokenLife: cfg.TokenLife, OldMessage: cfg.OldMessage, Global: cfg.Global,
		Invalid: cfg.Invalid, Unlimited: cfg.Unlimited, Calls: cfg.Calls, Log: cfg.Log}, s.world, s.gateway, faults)
	s.side = user.New(s.stopped, user.Config{ReplyWithin: cfg.ReplyWithin, TokenLife: cfg.TokenLife, Payloads: cfg.Payloads, Log: cfg.Log},
		s.world, s.gateway, s.api, faults)
	s.world.Connect(s.gateway, s.side)
	if cfg.Places {
		s.world.AddPlaces(time.Now())
	}
	s.page = page.Handler()
	return s
}

// Listen starts to listen, so that URL is known. It accepts only loopback addresses, because the
// sandbox isn't meant for a network.
func (s *Server) Listen() error {
	host, _, err := net.SplitHostPort(s.cfg.Addr)
	if err != nil {
		return fmt.Errorf("sandbox address: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("sandbox address %s: only loopback addresses are served", s.cfg.Addr)
	}
	if s.listener, err = net.Listen("tcp", s.cfg.Addr); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	s.resumeAt()
	return nil
}

// listenForResumes serves the sandbox at a second address, which READY names as its
// resume_gateway_url. Discord, too, resumes sessions at another host than that of GET /gateway. The
// port is the one after the first port, if that is free, so that a bot finds the sandbox again
// after a restart.
func (s *Server) listenForResumes() string {
	next := netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), 0)
	if s.listener != nil {
		first := s.listener.Addr().(*net.TCPAddr).AddrPort()
		next = netip.AddrPortFrom(first.Addr(), first.Port()+1)
	}
	l, err := net.Listen("tcp", next.String())
	if err != nil {
		l, err = net.Listen("tcp", netip.AddrPortFrom(next.Addr(), 0).String())
	}
	if err != nil {
		s.cfg.Log.Error().Err(err).Msg("cannot listen on a second address, so sessions can only be resumed at the first")
		return ""
	}
	srv := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(s.stopped, func() { _ = srv.Close() })
	go func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.cfg.Log.Error().Err(err).Msg("the second address stopped serving; sessions can't be resumed there")
		}
	}()
	return l.Addr().String()
}

// ParseIntents reads a list of privileged intents (members, presences, content), with commas between them, for Config.Privileged.
func ParseIntents(list string) (int, error) {
	names := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	return world.ParseIntents(names)
}

// ParsePermissions reads a list of permissions by the names that Discord's documentation has for them, with commas between them, for
// Config.Permissions.
func ParsePermissions(list string) (*world.Permissions, error) {
	all, err := world.ParsePermissions(strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }))
	return &all, err
}

// Token returns the bot's token in the form of Discord's tokens. Config.Token works as well.
func (s *Server) Token() string { return s.world.Token() }

// URL returns http://host:port, or "" if the sandbox doesn't listen yet.
func (s *Server) URL() string {
	if s.listener == nil {
		return ""
	}
	return "http://" + s.listener.Addr().String()
}

// Sent returns the numbers of identifies and resumes that bots have sent.
func (s *Server) Sent() gateway.Sent {
	s.world.Lock()
	defer s.world.Unlock()
	return s.gateway.Sent()
}

// Serve serves until the context ends or Close is called, and then ends open connections. It calls
// Listen first if that hasn't been done.
func (s *Server) Serve(ctx context.Context) error {
	if s.listener == nil {
		if err := s.Listen(); err != nil {
			return err
		}
	}
	srv := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		select {
		case <-ctx.Done():
		case <-s.stopped.Done():
		}
		s.stop()
		_ = srv.Close()
	}()
	if err := srv.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}

// Close ends every open socket and stream. With httptest, call it before the test server's own Close.
func (s *Server) Close() { s.stop() }

// ServeHTTP passes each request to the part of the sandbox that serves it. It refuses requests that
// don't come from the sandbox's own page, tools or bots.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := checkOrigin(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	switch p := r.URL.Path; {
	case strings.HasPrefix(p, "/api/"):
		s.api.ServeHTTP(w, r)
	case p == "/gateway" || p == "/gateway/":
		s.gateway.ServeHTTP(w, r)
	case strings.HasPrefix(p, "/sandbox/"):
		s.side.ServeHTTP(w, r)
	case strings.HasPrefix(p, "/attachments/"):
		s.api.ServeFile(w, r)
	case strings.HasPrefix(p, "/emojis/"):
		s.api.ServeEmoji(w, r)
	default:
		s.page.ServeHTTP(w, r)
	}
}
