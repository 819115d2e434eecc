package sandbox

import (
	"regexp"
	"slices"
	"strings"
)

// allowedMentions limits whom a message pings.
type allowedMentions struct {
	Parse   []string    `json:"parse"`
	Users   []snowflake `json:"users"`
	Roles   []snowflake `json:"roles"`
	Replied opt[bool]   `json:"replied_user"`
}

var mentionPattern = regexp.MustCompile(`<@(!|&)?(\d+)>|@everyone|@here`)

// mention fills in whom the message pings: what its text mentions, as far as allowed_mentions lets it. Without
// allowed_mentions an interaction's message pings users only, any other whatever it mentions.
func (s *Server) mention(m *message, allowed opt[allowedMentions], c composing) {
	a := allowed.v
	if !allowed.given() {
		a = allowedMentions{Parse: []string{"users", "roles", "everyone"}}
		if c.users {
			a.Parse = a.Parse[:1]
		}
		a.Replied = some(true)
	}
	at := c.at.key("allowed_mentions")
	for i, p := range a.Parse {
		if p != "users" && p != "roles" && p != "everyone" {
			at.key("parse").index(i).fail("BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	exclusive := func(name string, n int) {
		if n > 0 && slices.Contains(a.Parse, name) {
			at.fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", name, name)
		}
		if n > 100 {
			at.key(name).count(n, 0, 100)
		}
	}
	exclusive("users", len(a.Users))
	exclusive("roles", len(a.Roles))
	m.Mentions, m.MentionRoles, m.MentionEveryone = []*user{}, []snowflake{}, false
	for _, found := range mentionPattern.FindAllStringSubmatch(m.Content+texts(m.Components.list), -1) {
		id, _ := parseID(found[2])
		switch {
		case found[2] == "":
			m.MentionEveryone = m.MentionEveryone || slices.Contains(a.Parse, "everyone") && c.channel.permissionsOf(m.Author.ID).has(mentionEveryone)
		case found[1] == "&":
			if c.channel.guild.role(id) != nil && !slices.Contains(m.MentionRoles, id) &&
				(slices.Contains(a.Parse, "roles") || slices.Contains(a.Roles, id)) {
				m.MentionRoles = append(m.MentionRoles, id)
			}
		default:
			if u := s.world.users[id]; u != nil && !slices.Contains(m.Mentions, u) &&
				(slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)) {
				m.Mentions = append(m.Mentions, u)
			}
		}
	}
	if r := m.Referenced; r != nil && a.Replied.or(false) && !slices.Contains(m.Mentions, r.Author) {
		m.Mentions = append(m.Mentions, r.Author)
	}
}

// texts is all the text that components display.
func texts(in []component) string {
	var b strings.Builder
	var walk func([]component)
	walk = func(in []component) {
		for i := range in {
			if in[i].Type == textDisplay {
				b.WriteByte('\n')
				b.WriteString(in[i].Content.or(""))
			}
			walk(in[i].Components)
		}
	}
	walk(in)
	return b.String()
}
