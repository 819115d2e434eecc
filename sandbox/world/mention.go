package world

import (
	"regexp"
	"slices"
	"strings"

	"deuces/sandbox/wire"
)

// allowedMentions limits whom a message pings.
type allowedMentions struct {
	Parse   []string         `json:"parse"`
	Users   []wire.Snowflake `json:"users"`
	Roles   []wire.Snowflake `json:"roles"`
	Replied wire.Opt[bool]   `json:"replied_user"`
}

var mentionPattern = regexp.MustCompile(`<@(!|&)?(\d+)>|@everyone|@here`)

// mention sets whom the message pings: everyone mentioned in its text, as far as allowed_mentions
// permits. Without allowed_mentions, a response to an interaction pings only users, and any other
// message pings everything it mentions.
func (w *World) mention(m *Message, allowed wire.Opt[allowedMentions], c Composing) {
	a := allowed.V
	if !allowed.Given() {
		a = allowedMentions{Parse: []string{"users", "roles", "everyone"}}
		if c.Users {
			a.Parse = a.Parse[:1]
		}
		a.Replied = wire.Some(true)
	}
	at := c.At.Key("allowed_mentions")
	for i, p := range a.Parse {
		if p != "users" && p != "roles" && p != "everyone" {
			at.Key("parse").Index(i).Fail("BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	exclusive := func(name string, n int) {
		if n > 0 && slices.Contains(a.Parse, name) {
			at.Fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", name, name)
		}
		if n > 100 {
			at.Key(name).Count(n, 0, 100)
		}
	}
	exclusive("users", len(a.Users))
	exclusive("roles", len(a.Roles))
	m.Mentions, m.MentionRoles, m.MentionEveryone = []*User{}, []wire.Snowflake{}, false
	for _, found := range mentionPattern.FindAllStringSubmatch(m.Content+texts(m.Components.List), -1) {
		id, _ := wire.ParseID(found[2])
		switch {
		case found[2] == "":
			m.MentionEveryone = m.MentionEveryone || slices.Contains(a.Parse, "everyone") && c.Channel.PermissionsOf(m.Author.ID).Has(MentionEveryone)
		case found[1] == "&":
			if c.Channel.Guild.Role(id) != nil && !slices.Contains(m.MentionRoles, id) &&
				(slices.Contains(a.Parse, "roles") || slices.Contains(a.Roles, id)) {
				m.MentionRoles = append(m.MentionRoles, id)
			}
		default:
			if u := w.Users[id]; u != nil && !slices.Contains(m.Mentions, u) &&
				(slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)) {
				m.Mentions = append(m.Mentions, u)
			}
		}
	}
	if r := m.Referenced; r != nil && a.Replied.Or(false) && !slices.Contains(m.Mentions, r.Author) {
		m.Mentions = append(m.Mentions, r.Author)
	}
}

// texts returns all the text shown by components.
func texts(in []Component) string {
	var b strings.Builder
	var walk func([]Component)
	walk = func(in []Component) {
		for i := range in {
			if in[i].Type == TextDisplay {
				b.WriteByte('\n')
				b.WriteString(in[i].Content.Or(""))
			}
			walk(in[i].Components)
		}
	}
	walk(in)
	return b.String()
}
