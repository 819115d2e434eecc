package gateway

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// The limits of Request Guild Members.
const (
	chunkSize    = 1000
	maxAsked     = 100 // members by a prefix of their name, or by their ids
	maxNonce     = 32  // bytes
	allMembersIn = 30 * time.Second
)

// askedMembers is the client's op 8.
type askedMembers struct {
	Guild     idList           `json:"guild_id"` // one; some clients send it in a list
	Query     wire.Opt[string] `json:"query"`
	Limit     int              `json:"limit"`
	Presences wire.Opt[bool]   `json:"presences"`
	Users     wire.Opt[idList] `json:"user_ids"`
	Nonce     wire.Opt[string] `json:"nonce"`
}

// idList is one id, or a list of them.
type idList []wire.Snowflake

func (l *idList) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte("[")) {
		return json.Unmarshal(b, (*[]wire.Snowflake)(l))
	}
	var one wire.Snowflake
	err := json.Unmarshal(b, &one)
	*l = idList{one}
	return err
}

// membersChunk is one GUILD_MEMBERS_CHUNK.
type membersChunk struct {
	Guild     wire.Snowflake      `json:"guild_id"`
	Members   []world.GuildMember `json:"members"`
	Index     int                 `json:"chunk_index"`
	Count     int                 `json:"chunk_count"`
	NotFound  []wire.Snowflake    `json:"not_found,omitempty"`
	Presences *[]world.Presence   `json:"presences,omitempty"`
	Nonce     wire.Opt[string]    `json:"nonce,omitzero"`
}

// members answers op 8 with chunks of members. As on Discord a request that the session's intents don't allow gets no answer, and
// so does one for a guild that the session doesn't have.
func (g *Gateway) members(t *session, data json.RawMessage, now time.Time) (websocket.StatusCode, string) {
	var ask askedMembers
	switch err := json.Unmarshal(data, &ask); {
	case err != nil:
		return closeDecode, "Error while decoding payload."
	case ask.Query.Given() == ask.Users.Given(), ask.Limit < 0, len(ask.Guild) != 1:
		return closeOpcode, "Unknown opcode." // Discord's words for a payload that doesn't fit its opcode
	}
	in := g.world.Guild(ask.Guild[0])
	if in == nil || !t.has(in) || in.Members[g.world.Bot.ID] == nil {
		return 0, ""
	}
	if len(ask.Nonce.Or("")) > maxNonce {
		ask.Nonce = wire.Opt[string]{}
	}
	everybody := ask.Query.Given() && ask.Query.V == "" && ask.Limit == 0
	if everybody {
		if t.intents&intentGuildMembers == 0 {
			return 0, ""
		}
		if wait := allMembersIn - now.Sub(g.asked[in.ID]); wait > 0 {
			text, _ := json.Marshal(map[string]any{"opcode": wire.OpMembers, "retry_after": wait.Seconds(), // our own types
				"meta": struct {
					Guild wire.Snowflake   `json:"guild_id"`
					Nonce wire.Opt[string] `json:"nonce,omitzero"`
				}{in.ID, ask.Nonce}})
			t.send("RATE_LIMITED", text)
			return 0, ""
		}
		g.asked[in.ID] = now
	}
	found, missing := ask.find(in)
	g.chunks(t, in, ask, found, missing)
	return 0, ""
}

// find are the members that a request names, and the ids of those that the guild doesn't have.
func (ask *askedMembers) find(in *world.Guild) (found []world.GuildMember, missing []wire.Snowflake) {
	if ask.Users.Given() {
		for _, id := range ask.Users.V[:min(len(ask.Users.V), maxAsked)] {
			if m := in.Members[id]; m != nil {
				found = append(found, m.Wire())
			} else if !slices.Contains(missing, id) {
				missing = append(missing, id)
			}
		}
		return found, missing
	}
	if ask.Query.V == "" && ask.Limit == 0 {
		return in.SortedMembers(), nil
	}
	limit := maxAsked
	if ask.Limit > 0 {
		limit = min(ask.Limit, maxAsked)
	}
	return in.MembersNamed(ask.Query.V, limit), nil
}

func (g *Gateway) chunks(t *session, in *world.Guild, ask askedMembers, found []world.GuildMember, missing []wire.Snowflake) {
	count := max(1, (len(found)+chunkSize-1)/chunkSize)
	for i := range count {
		part := found[i*chunkSize : min(len(found), (i+1)*chunkSize)]
		chunk := membersChunk{Guild: in.ID, Members: wire.ListOf(part), Index: i, Count: count, Nonce: ask.Nonce}
		if i == 0 {
			chunk.NotFound = missing
		}
		if ask.Presences.Or(false) && t.intents&intentPresences != 0 {
			online := g.world.Presences(part)
			chunk.Presences = &online
		}
		text, _ := json.Marshal(chunk) // our own types
		t.send("GUILD_MEMBERS_CHUNK", text)
	}
}

// presenceBody is the client's op 3.
type presenceBody struct {
	Since      *int64            `json:"since"`
	Activities []json.RawMessage `json:"activities"`
	Status     string            `json:"status"`
	AFK        bool              `json:"afk"`
}

var statuses = []string{"online", "dnd", "idle", "invisible", "offline"}

// presence takes the bot's own presence, and tells the sessions that follow presences.
func (g *Gateway) presence(data json.RawMessage) (websocket.StatusCode, string) {
	var b presenceBody
	if err := json.Unmarshal(data, &b); err != nil || !slices.Contains(statuses, strings.ToLower(b.Status)) {
		return closeDecode, "Error while decoding payload."
	}
	g.world.SetPresence(strings.ToLower(b.Status), b.Activities)
	for _, in := range g.world.Guilds {
		if m := in.Members[g.world.Bot.ID]; m != nil {
			g.Dispatch(in, "PRESENCE_UPDATE", struct {
				world.Presence
				Guild wire.Snowflake `json:"guild_id"`
			}{g.world.Presences([]world.GuildMember{m.Wire()})[0], in.ID})
		}
	}
	return 0, ""
}
