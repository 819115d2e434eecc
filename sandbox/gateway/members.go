package gateway

import (
	"bytes"
	"encoding/json"

	"github.com/coder/websocket"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// The limits of Request Guild Members: chunkSize members in one chunk, and maxAsked members that
// are requested by ids or by a prefix of their name.
const (
	chunkSize = 1000
	maxAsked  = 100
)

// askedMembers is the body of the client's op 8, Request Guild Members.
type askedMembers struct {
	Guild idList           `json:"guild_id"` // one; some clients send it in a list
	Query wire.Opt[string] `json:"query"`
	Limit int              `json:"limit"`
	Users wire.Opt[idList] `json:"user_ids"`
	Nonce wire.Opt[string] `json:"nonce"`
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
	Guild    wire.Snowflake      `json:"guild_id"`
	Members  []world.GuildMember `json:"members"`
	Index    int                 `json:"chunk_index"`
	Count    int                 `json:"chunk_count"`
	NotFound []wire.Snowflake    `json:"not_found,omitempty"`
	Nonce    wire.Opt[string]    `json:"nonce,omitzero"`
}

// members answers op 8 with chunks of members. As on Discord, two requests get no answer: one for
// everybody without the intent for members, and one for a guild that the session doesn't have.
func (g *Gateway) members(t *session, data json.RawMessage) (websocket.StatusCode, string) {
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
	var found []world.GuildMember
	var missing []wire.Snowflake
	switch {
	case ask.Users.Given():
		for _, id := range ask.Users.V[:min(len(ask.Users.V), maxAsked)] {
			if m := in.Members[id]; m != nil {
				found = append(found, m.Wire())
			} else {
				missing = append(missing, id)
			}
		}
	case ask.Query.V != "" || ask.Limit > 0:
		if ask.Limit == 0 {
			ask.Limit = maxAsked
		}
		found = in.MembersNamed(ask.Query.V, min(ask.Limit, maxAsked))
	case t.intents&intentGuildMembers == 0:
		return 0, ""
	default:
		found = in.SortedMembers()
	}
	count := max(1, (len(found)+chunkSize-1)/chunkSize)
	for i := range count {
		part := found[i*chunkSize : min(len(found), (i+1)*chunkSize)]
		text, _ := json.Marshal(membersChunk{in.ID, wire.ListOf(part), i, count, missing, ask.Nonce}) // our own types
		t.send("GUILD_MEMBERS_CHUNK", text)
	}
	return 0, ""
}
