package user

import (
	"encoding/json"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// payload is one body that reached users, kept for /sandbox/payloads.
type payload struct {
	Number  int             `json:"number"`
	At      time.Time       `json:"at"`
	Kind    string          `json:"type"` // message, delete, interaction (a modal), choices
	Channel wire.Snowflake  `json:"channel"`
	Body    json.RawMessage `json:"body"`

	channel *world.Channel
	viewer  wire.Snowflake // the only reader; 0: everybody who sees the channel
}

// Show delivers a new or changed message to everyone who may see it.
func (s *Side) Show(c *world.Channel, m *world.Message) { s.Deliver(c, m.Viewer, "message", viewOf(m)) }

// Deliver delivers a body to a user, or to all who can see the channel. It is kept as a payload and sent to open streams.
func (s *Side) Deliver(c *world.Channel, viewer wire.Snowflake, kind string, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		s.cfg.Log.Error().Err(err).Str("kind", kind).Msg("cannot encode a payload for users as JSON")
		return
	}
	s.payloads.Add(payload{Number: s.payloads.Added, At: time.Now(), Kind: kind, Channel: c.ID, Body: text, channel: c, viewer: viewer})
	s.hub.tell(c, viewer, kind, text)
}

// Delivered returns how many bodies were delivered so far.
func (s *Side) Delivered() int { return s.payloads.Added }

// Changed asks open pages to load the world again.
func (s *Side) Changed() { s.hub.tellAll("world", []byte("{}")) }
