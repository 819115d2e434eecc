package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// The kinds of interaction, and of the responses to one.
const (
	pingInteraction         = 1
	commandInteraction      = 2
	componentInteraction    = 3
	autocompleteInteraction = 4
	modalInteraction        = 5

	replyResponse        = 4
	deferResponse        = 5
	deferUpdateResponse  = 6
	updateResponse       = 7
	autocompleteResponse = 8
	modalResponse        = 9
)

// interaction is one click, command, completion or submission, from its dispatch to the end of its token.
type interaction struct {
	id      snowflake
	token   string
	kind    int
	user    *user
	channel *channel
	source  snowflake // the message whose component was used
	command string    // its name, for what the message says above itself
	target  snowflake
	from    *interactionMetadata // what opened the modal
	created time.Time

	acked    bool
	response int
	original snowflake // what @original means, 0: nothing
	deferred bool      // a "thinking" message waits for its content
	modal    *modal    // shown to the user, to be submitted
	done     chan outcome
}

// outcome is the bot's first response, as the user's side reports it.
type outcome struct {
	Type int `json:"type"`
	Data any `json:"data"`

	at time.Time // when it came
}

type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// keptInteractions bounds how many are remembered. A token that was forgotten while it lived answers as unknown.
const keptInteractions = 100_000

type interactions struct {
	byID    map[snowflake]*interaction
	byToken map[string]*interaction
	order   *ring[*interaction]
}

func newInteractions() interactions {
	return interactions{map[snowflake]*interaction{}, map[string]*interaction{}, newRing[*interaction](keptInteractions)}
}

func (all *interactions) add(in *interaction) {
	in.done = make(chan outcome, 1)
	in.token = newToken(in.id)
	all.byID[in.id], all.byToken[in.token] = in, in
	for _, old := range all.order.add(in) {
		delete(all.byID, old.id)
		delete(all.byToken, old.token)
	}
}

// A token names its interaction, so that a forgotten one is still known to have expired.
func newToken(id snowflake) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "interaction:%d:%s", id, rand.Text()+rand.Text()))
}

func tokenTime(token string) (time.Time, bool) {
	text, err := base64.RawURLEncoding.DecodeString(token)
	parts := strings.Split(string(text), ":")
	if err != nil || len(parts) != 3 || parts[0] != "interaction" {
		return time.Time{}, false
	}
	id, ok := parseID(parts[1])
	return id.time(), ok
}

// metadata is what a message that answers the interaction says about it.
func (in *interaction) metadata() *interactionMetadata {
	m := &interactionMetadata{ID: in.id, Type: in.kind, User: in.user,
		Owners: map[string]snowflake{"0": in.channel.guild.id}}
	switch in.kind {
	case commandInteraction:
		m.Name = in.command
	case componentInteraction:
		m.Interacted = in.source
	case modalInteraction:
		m.Triggering = in.from
	}
	return m
}

// byHook is the interaction whose token a webhook route names.
func (s *Server) byHook(q *request) (*interaction, error) {
	token := q.PathValue("token")
	in := s.interactions.byToken[token]
	created, ok := tokenTime(token)
	if in != nil {
		created, ok = in.created, true
	}
	switch {
	case ok && q.now.Sub(created) > s.cfg.TokenLife:
		return nil, errExpiredToken
	case in == nil || q.id("app") != s.world.bot.ID:
		return nil, errUnknownWebhook
	case !in.acked:
		return nil, errUnknownWebhook
	}
	return in, nil
}
