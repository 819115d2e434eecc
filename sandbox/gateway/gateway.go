// Package gateway is Discord's gateway: sockets, sessions, shards, intents. A session outlives its
// connection, so that the client can resume it. Each event goes to every session whose shard has
// the guild and whose intents ask for the event.
package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"deuces/sandbox/fault"
	"deuces/sandbox/ring"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// The gateway's close codes.
const (
	closeUnknown       = 4000
	closeOpcode        = 4001
	closeDecode        = 4002
	closeNotIdentified = 4003
	closeToken         = 4004
	closeIdentified    = 4005
	closeSequence      = 4007
	closeRate          = 4008
	closeTimeout       = 4009
	closeShard         = 4010
	closeVersion       = 4012
	closeIntents       = 4013
	closeDisallowed    = 4014
)

// Gateway has the sessions, connected or waiting to be resumed. The world's lock guards it.
type Gateway struct {
	cfg      Config
	world    *world.World
	faults   *fault.List
	stopped  context.Context // done when the sandbox closes, which ends the sockets
	sessions map[string]*session
	starts   []*start // of the last day, newest last
	sent     Sent
}

// session belongs to one shard. It outlives its connection, so that it can be resumed.
type session struct {
	gateway *Gateway
	id      string
	shard   [2]int
	intents int
	conn    *conn // nil while nobody is connected
	left    time.Time
	seq     int
	sent    *ring.Ring[[]byte] // sent frames, replayed on resume; sequence number seq has index seq-1
}

// replayable is how many frames a session keeps for a resume. sessionLife is how long a session
// waits for a resume.
const (
	replayable  = 4096
	sessionLife = 5 * time.Minute
)

// Config is the gateway's configuration.
type Config struct {
	ResumeAt    func() string // host and port of READY's resume_gateway_url; "": those of the connection
	Heartbeat   time.Duration // the interval that Hello asks for
	Identifies  int           // maximum number of identifies per day
	Concurrency int           // max_concurrency: how many identifies are allowed in 5 s
	Shards      int           // number of shards that GET /gateway/bot recommends; 0: one per 1000 guilds
}

// New returns the gateway of a world. It ends its sockets when stopped is done.
func New(stopped context.Context, cfg Config, w *world.World, f *fault.List) *Gateway {
	return &Gateway{cfg: cfg, world: w, faults: f, stopped: stopped, sessions: map[string]*session{}}
}

// Connected reports whether any session is connected.
func (g *Gateway) Connected() bool {
	for _, s := range g.sessions {
		if s.conn != nil {
			return true
		}
	}
	return false
}

// has reports whether the guild belongs to the shard.
func (t *session) has(g *world.Guild) bool {
	return int(uint64(g.ID)>>22%uint64(t.shard[1])) == t.shard[0]
}

// Dispatch sends an event to every session whose shard has the guild and whose intents ask for the event. Of a
// place without the bot, there are only interactions, and the news that it was removed.
func (g *Gateway) Dispatch(in *world.Guild, name string, data any) {
	if !g.world.HasBot(in) && name != "INTERACTION_CREATE" && name != "GUILD_DELETE" {
		return
	}
	var text []byte
	intent := intentFor(name, in)
	for _, t := range g.sessions {
		if !t.has(in) || t.intents&intent != intent {
			continue
		}
		if text == nil {
			text, _ = json.Marshal(data) // our own types: they always marshal
		}
		t.send(name, text)
	}
}

// DispatchOwn sends an event about the bot itself, which needs no intent.
func (g *Gateway) DispatchOwn(in *world.Guild, name string, data any) {
	text, _ := json.Marshal(data) // our own types: they always marshal
	for _, t := range g.sessions {
		if t.has(in) {
			t.send(name, text)
		}
	}
}

// DispatchMessage sends a message's event. Without the message content intent a bot only sees the content of its own messages and
// of those that mention it.
func (g *Gateway) DispatchMessage(c *world.Channel, name string, m *world.Message) {
	if !g.world.HasBot(c.Guild) {
		return
	}
	intent := intentFor(name, c.Guild)
	for _, t := range g.sessions {
		if !t.has(c.Guild) || t.intents&intent == 0 {
			continue
		}
		shown := *m
		if !c.Guild.DM() && t.intents&intentContent == 0 && !m.Author.Bot && !slices.ContainsFunc(m.Mentions, func(u *world.User) bool { return u.Bot }) {
			shown.Content, shown.Embeds, shown.Attachments, shown.Components = "", []world.RichEmbed{}, []world.Attachment{}, world.Drawn{}
		}
		event := gatewayMessage{Message: &shown, GuildID: c.Guild.ID}
		if by := c.Guild.Members[m.Author.ID]; by != nil && !c.Guild.DM() {
			event.Member = by.Bare()
		}
		text, _ := json.Marshal(event) // our own types: they always marshal
		t.send(name, text)
	}
}

// send sends an event. If a fault delays it, later events overtake it.
func (t *session) send(name string, data []byte) {
	wait, late := t.gateway.faults.Late(name)
	if !late {
		t.sendNumbered(name, data)
		return
	}
	time.AfterFunc(wait, func() {
		t.gateway.world.Lock()
		defer t.gateway.world.Unlock()
		t.sendNumbered(name, data)
	})
}

// sendNumbered gives an event its sequence number and sends it. If the session has no connection, the
// event waits for a resume.
func (t *session) sendNumbered(name string, data []byte) {
	t.seq++
	frame := fmt.Appendf(nil, `{"op":0,"t":%q,"s":%d,"d":%s}`, name, t.seq, data)
	t.sent.Add(frame)
	if t.conn != nil {
		t.conn.write(frame)
	}
}

// Address returns the gateway's URL for the URL of a server.
func Address(base string) string { return "ws" + base[len("http"):] + "/gateway" }

// forget drops sessions that weren't resumed in time.
func (g *Gateway) forget(now time.Time) {
	for id, t := range g.sessions {
		if t.conn == nil && now.Sub(t.left) > sessionLife {
			delete(g.sessions, id)
		}
	}
}

// gatewayMessage is a message as the gateway sends it: with its guild and its author's member.
type gatewayMessage struct {
	*world.Message
	GuildID wire.Snowflake    `json:"guild_id,omitzero"`
	Member  *world.BareMember `json:"member,omitempty"`
}

// DispatchGuild tells the bot that it has joined a guild.
func (g *Gateway) DispatchGuild(in *world.Guild) {
	for _, t := range g.sessions {
		if t.has(in) && t.intents&intentGuilds != 0 {
			t.guild(in)
		}
	}
}

// guild sends GUILD_CREATE. It has all members if the session has the intent for presences, and
// otherwise only the bot.
func (t *session) guild(g *world.Guild) {
	text, _ := json.Marshal(t.gateway.world.GatewayGuild(g, t.intents&intentPresences != 0)) // our own types
	t.send("GUILD_CREATE", text)
}
