package gateway

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"strings"
	"time"

	"deuces/sandbox/ring"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"

	"github.com/coder/websocket"
)

type identifyBody struct {
	Token    string          `json:"token"`
	Intents  *int            `json:"intents"`
	Shard    *[2]int         `json:"shard"`
	Compress bool            `json:"compress"`
	Presence json.RawMessage `json:"presence"`
}

type resumeBody struct {
	Token   string `json:"token"`
	Session string `json:"session_id"`
	Seq     *int   `json:"seq"`
}

// identify starts a session: it sends READY and then the shard's guilds. It first checks Discord's
// reasons to close the connection, in Discord's order.
func (g *Gateway) identify(c *conn, data json.RawMessage, now time.Time, sent *start) (websocket.StatusCode, string) {
	var b identifyBody
	if err := json.Unmarshal(data, &b); err != nil {
		return closeDecode, "Error while decoding payload."
	}
	shard := [2]int{0, 1}
	if b.Shard != nil {
		shard = *b.Shard
	}
	switch {
	case c.session != nil:
		return closeIdentified, "Already authenticated."
	case !g.world.Authorized(b.Token):
		return closeToken, "Authentication failed."
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		return closeShard, "Invalid shard."
	case b.Intents == nil || *b.Intents < 0 || *b.Intents > allIntents:
		return closeIntents, "Invalid intents."
	case *b.Intents&privilegedIntents&^g.world.Privileged != 0:
		return closeDisallowed, "Disallowed intents."
	}
	t := &session{gateway: g, id: strings.ToLower(rand.Text()), shard: shard, intents: *b.Intents, conn: c, sent: ring.New[[]byte](replayable)}
	var mine []*world.Guild
	for _, in := range g.world.Guilds {
		if t.has(in) && in.Members[g.world.Bot.ID] != nil {
			mine = append(mine, in)
		}
	}
	g.forget(now)
	if used, _ := g.identifies(now); used > g.cfg.Identifies {
		return closeToken, "The identifies of this day are used up."
	}
	if g.tooSoon(sent, func(before *start) bool { return before.accepted && !before.resume }) {
		c.write(frame(wire.OpInvalidSession, false))
		return 0, ""
	}
	sent.accepted = true
	c.session = t
	c.big.Store(b.Compress && !c.stream)
	g.sessions[t.id] = t
	t.send("READY", g.ready(c, mine))
	if t.intents&intentGuilds != 0 {
		for _, in := range mine {
			t.guild(in)
		}
	}
	g.world.Announce()
	return 0, ""
}

func (g *Gateway) ready(c *conn, mine []*world.Guild) []byte {
	type unavailable struct {
		ID          wire.Snowflake `json:"id"`
		Unavailable bool           `json:"unavailable"`
	}
	guilds := []unavailable{}
	for _, in := range mine {
		guilds = append(guilds, unavailable{in.ID, true})
	}
	text, _ := json.Marshal(map[string]any{ // our own types
		"v": 10, "user": g.world.Bot, "guilds": guilds, "session_id": c.session.id, "resume_gateway_url": Address("http://" + cmp.Or(g.cfg.ResumeAt(), c.base)),
		"session_type": "normal", "shard": c.session.shard, "application": map[string]any{"id": g.world.Bot.ID, "flags": g.world.Application().Flags},
		"private_channels": []string{}, "relationships": []string{}, "presences": []string{}, "user_settings": struct{}{},
		"guild_join_requests": []string{}, "_trace": []string{"sandbox"},
	})
	return text
}

// resume continues a session and replays the events that its client missed.
func (g *Gateway) resume(c *conn, data json.RawMessage, now time.Time) (websocket.StatusCode, string) {
	var b resumeBody
	if err := json.Unmarshal(data, &b); err != nil {
		return closeDecode, "Error while decoding payload."
	}
	g.forget(now)
	t := g.sessions[b.Session]
	switch {
	case c.session != nil:
		return closeIdentified, "Already authenticated."
	case !g.world.Authorized(b.Token):
		return closeToken, "Authentication failed."
	case t == nil || b.Seq == nil || t.seq-*b.Seq > replayable:
		c.write(frame(wire.OpInvalidSession, false))
		return 0, ""
	case *b.Seq > t.seq || *b.Seq < 0:
		return closeSequence, "Invalid seq."
	}
	if t.conn != nil {
		t.conn.session = nil
		t.conn.end()
	}
	t.conn, c.session = c, t
	for _, f := range t.sent.Since(*b.Seq) {
		c.write(f)
	}
	t.send("RESUMED", []byte(`{"_trace":["sandbox"]}`))
	g.world.Announce()
	return 0, ""
}

// leave detaches a closed connection from its session. If the client closed with 1000 or 1001, the session is over.
func (g *Gateway) leave(c *conn, status websocket.StatusCode) {
	g.world.Lock()
	defer g.world.Unlock()
	t := c.session
	if t == nil {
		return
	}
	c.session, t.conn, t.left = nil, nil, time.Now()
	if status == websocket.StatusNormalClosure || status == websocket.StatusGoingAway {
		delete(g.sessions, t.id)
	}
	g.world.Announce()
}

// Shards returns the number of shards that the gateway recommends.
func (g *Gateway) Shards() int {
	if g.cfg.Shards > 0 {
		return g.cfg.Shards
	}
	return max(1, (len(g.world.Guilds)+999)/1000)
}
