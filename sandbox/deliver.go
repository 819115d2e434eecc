package sandbox

import (
	"encoding/json"
	"time"
)

// payload is one body that reached users, kept for /sandbox/payloads.
type payload struct {
	Number  int             `json:"number"`
	At      time.Time       `json:"at"`
	Kind    string          `json:"type"` // message, delete, interaction (a modal), choices
	Channel snowflake       `json:"channel"`
	Body    json.RawMessage `json:"body"`

	channel *channel
	viewer  snowflake // the only reader; 0: whoever sees the channel
}

// post puts a new message into the world and tells everyone who may know.
func (s *Server) post(c *channel, m *message) {
	s.world.keep(c, m)
	s.show(c, m)
	if m.viewer == 0 {
		s.gateway.message(c, "MESSAGE_CREATE", m)
	}
}

// edited is an edit that says so.
func (s *Server) edited(c *channel, m *message, now time.Time) {
	m.Edited = some(now.UTC())
	s.changed(c, m)
}

func (s *Server) changed(c *channel, m *message) {
	s.world.replace(c, m)
	s.show(c, m)
	if m.viewer == 0 {
		s.gateway.message(c, "MESSAGE_UPDATE", m)
	}
}

func (s *Server) unpost(c *channel, m *message) {
	s.world.remove(c, m.ID)
	s.deliver(c, m.viewer, "delete", struct {
		Channel snowflake `json:"channel"`
		ID      snowflake `json:"id"`
	}{c.id, m.ID})
	if m.viewer == 0 {
		s.gateway.dispatch(c.guild, intentGuildMessages, "MESSAGE_DELETE", struct {
			ID        snowflake `json:"id"`
			ChannelID snowflake `json:"channel_id"`
			GuildID   snowflake `json:"guild_id"`
		}{m.ID, c.id, c.guild.id})
	}
}

func (s *Server) show(c *channel, m *message) { s.deliver(c, m.viewer, "message", viewOf(m)) }

// deliver brings a body to a user, or to all who see the channel: into the payloads that are kept, and into open streams.
func (s *Server) deliver(c *channel, viewer snowflake, kind string, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		s.cfg.Log.Error().Err(err).Str("kind", kind).Msg("a delivery could not be written as JSON")
		return
	}
	s.payloads.add(payload{Number: s.payloads.added, At: time.Now(), Kind: kind, Channel: c.id, Body: text, channel: c, viewer: viewer})
	s.hub.tell(c, viewer, kind, text)
}

// modalView is a modal as the user's side shows it: submit names its interaction.
type modalView struct {
	Interaction snowflake `json:"interaction"`
	Channel     snowflake `json:"channel"`
	*modal
}

func (s *Server) tellModal(in *interaction) {
	s.deliver(in.channel, in.user.ID, "interaction", modalView{in.id, in.channel.id, in.modal})
}

// worldChanged asks open pages to load the world again.
func (s *Server) worldChanged() { s.hub.tellAll("world", []byte("{}")) }
