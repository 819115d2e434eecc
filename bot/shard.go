package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"
)

// openTime bounds how long discordgo may take to open a session. The waiting is
// for Discord: a session that does not even listen to it for unheard hangs.
const (
	openTime = 15 * time.Second
	unheard  = 2 * time.Second
)

// shard keeps one gateway session.
type shard struct {
	bot    *Bot
	router *Router
	id, of int
	turn   turn // when it may identify
	app    chan<- application
}

// turn waits for the moment in which a session may be started.
type turn interface{ Wait(context.Context) error }

// keep holds a session until the context ends. Reconnecting is done here, not
// by discordgo, whose loop has no end and cannot be stopped: a lost connection
// is resumed with the same session; one that hangs is left behind and replaced.
func (s *shard) keep(ctx context.Context) error {
	log := s.bot.cfg.Log.With().Int("shard", s.id).Logger()
	// A lost connection is one line of the log; what is tried until there is another is for
	// debugging.
	told := false
	tell := func(level zerolog.Level) *zerolog.Event {
		if told {
			level = zerolog.DebugLevel
		}
		told = true
		return log.WithLevel(level)
	}
	for ctx.Err() == nil {
		if err := s.turn.Wait(ctx); err != nil {
			break
		}
		l, err := s.newLine(ctx)
		if err != nil {
			return err
		}
		fails := 0
		for ctx.Err() == nil && fails < 4 {
			err := l.open(ctx)
			var closed *websocket.CloseError
			if errors.As(err, &closed) && fatal(closed.Code) {
				l.abandon()
				return fmt.Errorf("shard %d: the gateway closed for good: %w", s.id, err)
			}
			if err == nil {
				log.Debug().Msg("connected to Discord's gateway")
				fails, told = 0, false
				err = l.watch(ctx)
			}
			if errors.Is(err, errHung) {
				tell(zerolog.WarnLevel).Err(err).Msg("lost the session with Discord; starting a new one")
				break
			}
			if ctx.Err() != nil {
				break
			}
			wait := time.Duration(rand.Int64N(int64(200*time.Millisecond))) + time.Second<<fails - time.Second
			tell(zerolog.InfoLevel).Err(err).Dur("wait_ms", wait).Msg("lost the connection to Discord; resuming the session")
			if err != nil {
				fails++
			}
			_ = pause(ctx, wait)
		}
		l.close(ctx)
		s.bot.up.set(s, false)
	}
	return nil
}

// fatal says whether a gateway's close code forbids to connect again.
func fatal(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// errHung: discordgo's session will never come back.
var errHung = errors.New("the session hangs")

// line is one discordgo session and its connections, so that both can be left
// behind: a session that got op 7 between Hello and READY waits for its own
// lock for ever, and one goroutine with it.
type line struct {
	shard  *shard
	s      *discordgo.Session
	down   chan struct{}
	resume atomic.Pointer[url.URL] // where the session is resumed; nil before its first READY

	mu   sync.RWMutex
	gone bool
	conn *conn // the last one; nil: none since it is being opened
}

// conn is a connection that knows whether somebody waits for what comes on it.
type conn struct {
	net.Conn

	mu     sync.Mutex
	reads  int       // under way
	turned time.Time // when the last of them ended
}

func (c *conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	c.reads++
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.reads--
		c.turned = time.Now()
	}()
	return c.Conn.Read(p)
}

// unheard is for how long nobody has listened.
func (c *conn) unheard() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reads > 0 {
		return 0
	}
	return time.Since(c.turned)
}

func (s *shard) newLine(ctx context.Context) (*line, error) {
	leaveUndecoded()
	d, err := discordgo.New("Bot " + s.bot.cfg.Token)
	if err != nil {
		return nil, fmt.Errorf("make session: %w", err)
	}
	l := &line{shard: s, s: d, down: make(chan struct{}, 1)}
	d.Client = s.bot.plain
	d.Dialer = &websocket.Dialer{Proxy: l.proxy, HandshakeTimeout: callTime, NetDialContext: l.dial, ReadBufferSize: ioBuffer}
	d.LogLevel = -1
	d.ShardID, d.ShardCount = s.id, s.of
	d.Identify.Intents = discordgo.IntentsGuilds
	d.StateEnabled = false
	d.ShouldReconnectOnError = false
	d.ShouldReconnectVoiceOnSessionError = false
	// In the order they came, so that what follows a READY finds it handled;
	// each interaction then has a goroutine of its own.
	d.SyncEvents = true
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { l.event(ctx, e) })
	d.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { l.lost() })
	return l, nil
}

// lost notes that the connection is gone. One that was left behind may notice
// long after another took its place.
func (l *line) lost() {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.gone {
		return
	}
	l.shard.bot.up.set(l.shard, false)
	select {
	case l.down <- struct{}{}:
	default:
	}
}

// proxy sends a connection that is going to resume the session to the address that READY
// named for that, and says through which proxy. discordgo would resume where it
// identified, and Discord disconnects such a session more often. It decides about the
// connection that is being made, since gorilla/websocket calls it before it looks where to
// connect, and writes the request that it has changed.
func (l *line) proxy(r *http.Request) (*url.URL, error) {
	if at := l.resume.Load(); at != nil {
		r.URL.Host, r.Host = at.Host, at.Host
		if at.Path != "" {
			r.URL.Path = at.Path
		}
	}
	return http.ProxyFromEnvironment(r)
}

func (l *line) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	raw, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: raw, turned: time.Now()}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone {
		c.Close()
		return nil, errHung
	}
	l.conn = c // the one before is closed: a session has one at a time
	return c, nil
}

// open connects and identifies, or resumes when the session was open before.
func (l *line) open(ctx context.Context) error {
	select {
	case <-l.down: // an old one
	default:
	}
	l.mu.Lock()
	l.conn = nil
	l.mu.Unlock()
	done := make(chan error, 1)
	go func() { done <- l.s.Open() }()
	t := time.NewTimer(min(openTime, l.shard.bot.cfg.Watchdog))
	defer t.Stop()
	look := time.NewTicker(unheard / 8)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
				// The end of the connection before was told twice, once too late.
				l.shard.bot.up.set(l.shard, true)
				return nil
			}
			return err
		case <-ctx.Done():
			l.abandon()
			return ctx.Err()
		case <-t.C:
			l.abandon()
			return fmt.Errorf("opening: %w", errHung)
		case <-look.C:
			if l.deaf() {
				l.abandon()
				return fmt.Errorf("opening, nobody listens to Discord: %w", errHung)
			}
		}
	}
}

// deaf says that a session which is being opened waits for nothing that Discord
// could send, but for its own lock: for ever.
func (l *line) deaf() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.conn != nil && l.conn.unheard() > unheard
}

// watch waits until the connection is lost (nil), the session hangs or the
// context ends.
func (l *line) watch(ctx context.Context) error {
	most := l.shard.bot.cfg.Watchdog
	tick := time.NewTicker(most / 8)
	defer tick.Stop()
	alive := time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.down:
			return nil
		case <-tick.C:
		}
		// A hung session holds its lock: it is not waited for.
		if l.s.TryRLock() {
			alive = l.s.LastHeartbeatAck
			l.s.RUnlock()
		}
		if age := time.Since(alive); age > most {
			l.abandon()
			return fmt.Errorf("no heartbeat was acknowledged for %v: %w", age.Round(time.Millisecond), errHung)
		}
	}
}

// close ends the session in good order, if it can; else it is left behind.
func (l *line) close(ctx context.Context) {
	l.mu.RLock()
	gone := l.gone
	l.mu.RUnlock()
	if gone {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = l.s.Close() // it only ever returns nil
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	l.abandon()
}

// abandon cuts the session's connections and ignores whatever it still says.
func (l *line) abandon() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gone = true
	if l.conn != nil {
		l.conn.Close()
	}
	l.shard.bot.up.set(l.shard, false)
}

// introduce learns from READY where the session is resumed, and which application the bot
// belongs to.
func (l *line) introduce(raw json.RawMessage) {
	var ready struct {
		Application struct {
			ID    string `json:"id"`
			Flags int    `json:"flags"`
		} `json:"application"`
		User struct {
			ID string `json:"id"`
		} `json:"user"`
		Resume string `json:"resume_gateway_url"`
	}
	if err := json.Unmarshal(raw, &ready); err != nil {
		l.shard.bot.cfg.Log.Error().Err(err).Msg("can't read Discord's READY event")
		return
	}
	if at, err := url.Parse(ready.Resume); err != nil || at.Host == "" {
		l.resume.Store(nil) // where it identified, as before there was such an address
	} else {
		l.resume.Store(at)
	}
	a := application{ready.Application.ID, ready.Application.Flags}
	if a.id == "" {
		a.id = ready.User.ID // the same for all but the oldest applications
	}
	select {
	case l.shard.app <- a:
	default: // it was told before
	}
}
