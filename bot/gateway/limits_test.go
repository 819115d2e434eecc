package gateway

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/bot/rest"
	"deuces/game/gametest"
	"deuces/sandbox/fault"
	sandbox "deuces/sandbox/gateway"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// A bot starts its sessions, loses them, is refused, and is started again and again. Discord never
// gets two identifies of a class within five seconds, nor more than it allows a day. The time is
// synctest's, and everything is on its way for up to 200 ms.
func TestDiscordGetsNoMoreIdentifiesThanItAllows(t *testing.T) {
	const concurrency, perDay = 1, 1000
	type row struct {
		why    string
		shards int
		play   func(*discord)
		least  int // identifies in all
		most   int
	}
	rows := []row{
		{"one shard starts", 1, (*discord).start, 1, 1},
		{"four shards start", 4, (*discord).start, 4, 4},
		{"16 shards start", 16, (*discord).start, 16, 16},
		{"the session becomes invalid", 1, (*discord).invalidate, 2, 2},
		{"four sessions become invalid", 4, (*discord).invalidate, 8, 8},
		{"16 sessions become invalid", 16, (*discord).invalidate, 32, 32},
		{"16 sessions are interrupted", 16, (*discord).interrupt, 16, 16},
		{"one shard is refused for 30 s", 1, (*discord).refuse, 3, 7},
		{"four shards are refused for 30 s", 4, (*discord).refuse, 6, 10},
		{"16 shards are refused for 30 s", 16, (*discord).refuse, 18, 22},
	}
	if gametest.Dose(t, false, true, true) { // days, which .ci/run plays without the race detector: it takes half a minute for each, and has crashed
		rows = append(rows,
			row{"one shard is refused for a day", 1, (*discord).refuseForADay, perDay, perDay},
			row{"a supervisor restarts one shard for a day", 1, (*discord).restart, perDay, perDay},
			row{"a supervisor restarts four shards for a day", 4, (*discord).restart, perDay - 3, perDay})
	}
	for _, tt := range rows {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t, sandbox.Config{Identifies: perDay, Concurrency: concurrency, Shards: tt.shards})
				tt.play(d)
				d.stop()
				sent := d.sent()
				if sent.Early > 0 || sent.Identifies < tt.least || sent.Identifies > tt.most {
					t.Errorf("got %d identifies and %d resumes, %d of them too early; want %d to %d identifies, none too early", sent.Identifies, sent.Resumes, sent.Early, tt.least, tt.most)
				}
				t.Logf("%d identifies, %d resumes", sent.Identifies, sent.Resumes)
			})
		})
	}
}

// discord is the sandbox's gateway and a bot on it, in one bubble of synctest: their connections
// are in memory.
type discord struct {
	t       *testing.T
	gateway *sandbox.Gateway
	world   *world.World
	faults  fault.List
	dial    func(ctx context.Context, network, address string) (net.Conn, error)

	bot  *Gateway
	stop func() // stops the bot
	last time.Time
}

func newDiscord(t *testing.T, cfg sandbox.Config) *discord {
	d := &discord{t: t, world: world.New(world.Config{Token: "t", Name: "Deuces"})}
	cfg.ResumeAt, cfg.Heartbeat = func() string { return "" }, 41250*time.Millisecond
	stopped, stop := context.WithCancel(t.Context())
	d.gateway = sandbox.New(stopped, cfg, d.world, &d.faults)
	d.world.Connect(d.gateway, nobody{})
	mux := http.NewServeMux()
	mux.Handle("/gateway", d.gateway)
	mux.HandleFunc("/api/v10/gateway/bot", func(w http.ResponseWriter, _ *http.Request) {
		d.world.Lock()
		defer d.world.Unlock()
		_ = json.NewEncoder(w).Encode(map[string]any{"url": "ws://discord.test/gateway", "shards": cfg.Shards, "session_start_limit": d.gateway.Starts(time.Now())})
	})
	l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: mux}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }() // returns when the server is closed
	d.dial = l.dial
	t.Cleanup(func() {
		stop()
		_ = server.Close() // closes a listener in memory
		<-served
		time.Sleep(3 * time.Second) // discordgo pauses for a second when it closes a session
	})
	return d
}

// run starts the bot, and sets stop.
func (d *discord) run() {
	d.t.Helper()
	transport := &http.Transport{DialContext: d.dial}
	client, err := rest.New(rest.Config{Token: "t", API: "http://discord.test", Transport: transport})
	if err != nil {
		d.t.Fatal(err)
	}
	d.bot = New(Config{Token: "t", Identify: 5 * time.Second, Event: func(context.Context, Event) {}, Slot: d.slot}, client)
	ctx, cancel := context.WithCancel(d.t.Context())
	ended := make(chan error)
	go func() { ended <- d.bot.run(ctx) }()
	d.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			d.t.Error(err)
		}
		transport.CloseIdleConnections()
	}
}

// slot does what a bot's database does: it knows when the process before this one ended.
func (d *discord) slot(ctx context.Context, _ int, apart time.Duration, _ int) error {
	return rest.Pause(ctx, time.Until(d.last.Add(apart)))
}

// settle waits until all shards are connected.
func (d *discord) settle() {
	for !d.bot.Healthy() {
		time.Sleep(time.Second)
	}
}

func (d *discord) start() {
	d.run()
	d.settle()
}

// fault has all connections struck by a fault, and waits until the bot has coped with it.
func (d *discord) fault(do string) {
	d.start()
	d.world.Lock()
	d.gateway.ApplyFault(&fault.Fault{Kind: do})
	d.world.Unlock()
	before := d.sent()
	time.Sleep(time.Second)
	if d.sent() != before {
		d.t.Error("the session was started or resumed less than a second after Discord called it invalid")
	}
	time.Sleep(time.Minute)
	d.settle()
}

func (d *discord) invalidate() { d.fault("op9") }
func (d *discord) interrupt()  { d.fault("op9 resumable") }

// refuseFor has Discord call each session invalid for some time.
func (d *discord) refuseFor(some time.Duration) {
	op := wire.OpIdentify
	f := &fault.Fault{Kind: "op9", Times: -1}
	f.Match.Op = &op
	d.world.Lock()
	d.faults.Add(f)
	d.world.Unlock()
	d.run()
	time.Sleep(some)
	d.world.Lock()
	d.faults.Clear()
	d.world.Unlock()
}

func (d *discord) refuse() {
	d.refuseFor(30 * time.Second)
	d.settle()
}

func (d *discord) refuseForADay() { d.refuseFor(24*time.Hour - time.Minute) }

// restart kills the bot every 29 s for almost a day, and starts it again a second later.
func (d *discord) restart() {
	for range 24 * 119 {
		d.run()
		time.Sleep(29 * time.Second)
		d.stop()
		d.last = time.Now()
		time.Sleep(time.Second)
	}
	d.run()
}

func (d *discord) sent() sandbox.Sent {
	d.world.Lock()
	defer d.world.Unlock()
	return d.gateway.Sent()
}

// nobody is the people's side of a world without people.
type nobody struct{}

func (nobody) Deliver(*world.Channel, wire.Snowflake, string, any) {}
func (nobody) Show(*world.Channel, *world.Message)                 {}
func (nobody) Changed()                                            {}
func (nobody) Delivered() int                                      { return 0 }

// pipeListener accepts connections in memory.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return newSlowConn(client), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { l.once.Do(func() { close(l.closed) }); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.IPAddr{} }

// slowConn is a connection on which everything that is written is on its way for up to 200 ms.
type slowConn struct {
	net.Conn
	queue  chan []byte
	closed chan struct{}
	once   sync.Once
}

func newSlowConn(c net.Conn) *slowConn {
	s := &slowConn{Conn: c, queue: make(chan []byte, 100), closed: make(chan struct{})}
	go func() {
		for {
			select {
			case p := <-s.queue:
				time.Sleep(rand.N(200 * time.Millisecond))
				_, _ = c.Write(p) // fails if the connection was closed meanwhile
			case <-s.closed:
				return
			}
		}
	}()
	return s
}

func (c *slowConn) Write(p []byte) (int, error) {
	select {
	case c.queue <- slices.Clone(p):
		return len(p), nil
	case <-c.closed:
		return 0, net.ErrClosed
	}
}

func (c *slowConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}
