package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// The gateway's opcodes and the codes it closes with.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
	opSounds         = 31

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
	closeSharding      = 4011
	closeVersion       = 4012
	closeIntents       = 4013
	closeDisallowed    = 4014
)

// The intents that matter here. An event without one reaches everybody.
const (
	noIntent            = 0
	intentGuilds        = 1 << 0
	intentGuildMembers  = 1 << 1
	intentPresences     = 1 << 8
	intentGuildMessages = 1 << 9
	intentContent       = 1 << 15
	privilegedIntents   = intentGuildMembers | intentPresences | intentContent
	allIntents          = 1<<26 - 1
)

// gateway has the sessions, connected or waiting to be resumed. The server's lock guards it all.
type gateway struct {
	sessions map[string]*session
	started  []time.Time // of identifies, the newest last
}

// session is one shard's: it outlives its connection, so that it can be resumed.
type session struct {
	server  *Server
	id      string
	shard   [2]int
	intents int
	conn    *conn // nil while nobody is connected
	left    time.Time
	seq     int
	sent    *ring[[]byte] // the frames, number seq at seq-1: replayed on resume
}

// replayable is how many frames a session keeps for a resume, and sessionLife how long it waits for one.
const (
	replayable  = 4096
	sessionLife = 5 * time.Minute
)

func newGateway() gateway { return gateway{sessions: map[string]*session{}} }

func (g *gateway) connected() bool {
	for s := range maps.Values(g.sessions) {
		if s.conn != nil {
			return true
		}
	}
	return false
}

// has says whether the shard carries the guild.
func (t *session) has(g *guild) bool { return int(uint64(g.id)>>22%uint64(t.shard[1])) == t.shard[0] }

// dispatch sends an event to every session that carries the guild and asked for it.
func (g *gateway) dispatch(in *guild, intent int, name string, data any) {
	var text []byte
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

// message dispatches a message's event. Without the message content intent a bot sees the content of its own messages
// and of those that mention it only.
func (g *gateway) message(c *channel, name string, m *message) {
	for _, t := range g.sessions {
		if !t.has(c.guild) || t.intents&intentGuildMessages == 0 {
			continue
		}
		shown := *m
		if t.intents&intentContent == 0 && !m.Author.Bot && !slices.ContainsFunc(m.Mentions, func(u *user) bool { return u.Bot }) {
			shown.Content, shown.Embeds, shown.Attachments, shown.Components = "", []richEmbed{}, []attachment{}, drawn{}
		}
		event := gatewayMessage{message: &shown, GuildID: c.guild.id}
		if by := c.guild.members[m.Author.ID]; by != nil {
			event.Member = by.bare()
		}
		text, _ := json.Marshal(event) // our own types: they always marshal
		t.send(name, text)
	}
}

// send passes an event on, unless a fault has it come late: then others that happened after it come before.
func (t *session) send(name string, data []byte) {
	wait, late := t.server.late(name)
	if !late {
		t.number(name, data)
		return
	}
	time.AfterFunc(wait, func() {
		t.server.mu.Lock()
		defer t.server.mu.Unlock()
		t.number(name, data)
	})
}

// number gives an event its place in the session; without a connection it waits there for a resume.
func (t *session) number(name string, data []byte) {
	t.seq++
	frame := fmt.Appendf(nil, `{"op":0,"t":%q,"s":%d,"d":%s}`, name, t.seq, data)
	t.sent.add(frame)
	if t.conn != nil {
		t.conn.write(frame)
	}
}

func (s *Server) gatewayURL(q *request) (answer, error) {
	return ok(map[string]string{"url": gatewayAddress(q.base)}), nil
}

func gatewayAddress(base string) string { return "ws" + base[len("http"):] + "/gateway" }

func (s *Server) gatewayBot(q *request) (answer, error) {
	type limit struct {
		Total       int `json:"total"`
		Remaining   int `json:"remaining"`
		ResetAfter  int `json:"reset_after"`
		Concurrency int `json:"max_concurrency"`
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	used, reset := s.gateway.identifies(q.now)
	return ok(struct {
		URL    string `json:"url"`
		Shards int    `json:"shards"`
		Limit  limit  `json:"session_start_limit"`
	}{gatewayAddress(q.base), max(1, (len(s.world.guilds)+999)/1000), limit{s.cfg.Identifies, max(0, s.cfg.Identifies-used),
		int(reset.Milliseconds()), s.cfg.Concurrency}}), nil
}

// identifies counts those of the last day and says when the oldest of them falls out.
func (g *gateway) identifies(now time.Time) (used int, reset time.Duration) {
	day := now.Add(-24 * time.Hour)
	for len(g.started) > 0 && g.started[0].Before(day) {
		g.started = g.started[1:]
	}
	if len(g.started) > 0 {
		reset = g.started[0].Sub(day)
	}
	return len(g.started), reset
}

// forget drops sessions that nobody resumed in time.
func (g *gateway) forget(now time.Time) {
	for id, t := range g.sessions {
		if t.conn == nil && now.Sub(t.left) > sessionLife {
			delete(g.sessions, id)
		}
	}
}
