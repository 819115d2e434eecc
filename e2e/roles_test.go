package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox/sandboxtest"
)

// badges is a server whose President of AHole gets a role, with tables in many channels at which
// one play is left.
type badges struct {
	*Server
	t      *testing.T
	people []*Person
	panel  Message
	left   []*Table
}

func newBadges(t *testing.T) *badges {
	t.Helper()
	s := NewServer(t, "MENTION=off")
	b := &badges{Server: s, t: t, people: s.Table("cards", "Ann", "Bob", "Cy", "Dee").People}
	b.people[0].Settings("roles").Says("I need the permission Manage Roles")
	b.may("MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ATTACH_FILES", "EMBED_LINKS")
	b.panel = b.people[0].Settings("roles").Lacks("⚠️")
	return b
}

// may says what the bot's own role lets it do.
func (b *badges) may(permissions ...string) {
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "permissions": permissions})
}

// rounds has the bot start on tables at which these people are to be President.
func (b *badges) rounds(places ...int) {
	b.t.Helper()
	var all []Situation
	for i, first := range places {
		channel := fmt.Sprintf("round-%d-%d", i, b.nextCall())
		b.Channel(channel)
		all = append(all, Situation{channel: channel, system: "ahole", options: map[string]string{"rounds": "1"}, people: []string{"Ann", "Bob", "Cy", "Dee"}, first: first})
	}
	b.left = b.Begin(all...)
}

// next ends the next round, and returns where it was played, and who is President.
func (b *badges) next() (*Table, string) {
	b.t.Helper()
	table := b.left[0]
	b.left = b.left[1:]
	table.Plays()
	table.People[0].Sees(offers("rematch/"))
	return table, b.president()
}

// choose has a title of AHole's go with a role, "" with none.
func (b *badges) choose(title, role string) {
	b.t.Helper()
	values := []string{role}
	if role == "" {
		values = nil
	}
	b.panel = b.people[0].Clicks(b.people[0].Clicks(b.panel, "roles", "ahole/"+title), "settings/roles/role/ahole/"+title, values...)
}

// president returns who runs the title.
func (b *badges) president() string {
	b.t.Helper()
	found := regexp.MustCompile(`👑 President: \*\*(.+?)\*\*`).FindStringSubmatch(b.people[0].Asks("titles", Options{"game": "ahole"}).Text())
	if found == nil {
		return ""
	}
	return found[1]
}

// holders returns who was given a role and not deprived of it since, by name.
func (s *Server) holders(role string) (have []string) {
	s.t.Helper()
	var world struct{ Users []sandboxtest.Person }
	if err := s.Do(s.t.Context(), "GET", "/sandbox/world", nil, &world); err != nil {
		s.t.Fatal(err)
	}
	for _, c := range s.calls(0) {
		for _, u := range world.Users {
			if !strings.HasSuffix(c.Path, "/members/"+u.ID+"/roles/"+role) || c.Status != 204 {
				continue
			}
			have = slices.DeleteFunc(have, func(name string) bool { return name == u.Name })
			if c.Method == "PUT" {
				have = append(have, u.Name)
			}
		}
	}
	slices.Sort(have)
	return have
}

// have waits until these people have a role, and nobody else.
func (b *badges) have(role string, names ...string) {
	b.t.Helper()
	slices.Sort(names)
	b.people[0].Waits(fmt.Sprintf("the role goes to %q", names), func() bool { return slices.Equal(b.holders(role), names) })
}

// refused waits until a call about a role was refused once more than before.
func (b *badges) refused(role string, before int) (n int) {
	b.t.Helper()
	b.people[0].Waits("a call about the role is refused", func() bool {
		n = 0
		for _, c := range b.calls(0) {
			if strings.HasSuffix(c.Path, "/roles/"+role) && c.Status >= 400 {
				n++
			}
		}
		return n > before
	})
	return n
}

// A role goes with its title from holder to holder, over a restart, a change of the
// role, and until its holder is forgotten.
func TestTitleRolesGoFromHolderToHolder(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	chief, boss := b.Makes("roles", map[string]any{"role": "Chief"}), b.Makes("roles", map[string]any{"role": "Boss"})
	guild, _ := b.Place("cards")
	b.choose("president", guild)
	b.panel.Says("Everybody has that role already")
	b.choose("president", chief)
	b.panel.Says("<@&" + chief + ">")
	b.have(chief)
	b.rounds(1, 2)
	for range 2 {
		_, name := b.next()
		b.have(chief, name)
	}
	b.rounds(3) // which restarts the bot
	_, name := b.next()
	b.have(chief, name)

	b.choose("president", boss) // takes effect immediately
	b.have(chief)
	b.have(boss, name)
	b.choose("scum", boss) // one role for two titles
	last := regexp.MustCompile(`(?m)^🥄 AHole: \*\*(.+?)\*\*`).FindStringSubmatch(b.people[0].Asks("titles", Options{"game": "ahole"}).Text())
	b.have(boss, name, last[1])
	b.choose("scum", "")
	b.have(boss, name)
	for _, p := range b.people {
		if p.Name == name {
			p.Forgotten()
		}
	}
	b.have(boss)
	b.rounds(4)
	table, name := b.next()
	b.have(boss, name)
	for _, m := range append(table.People[0].Reads(not(private), says("⚠️")), b.people[0].Reads(not(private), says("⚠️"))...) {
		t.Errorf("where nothing is wrong something is said to be:\n%s", m.Text())
	}
}

// What stands in the way of a role is said once where an admin sees it: in the panel
// where the role is chosen there, else where it was played. When it is mended the
// role goes where it belongs.
func TestTroubleWithARoleIsToldOnce(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	ann := b.people[0]
	chief := b.Makes("roles", map[string]any{"role": "Chief", "position": 7})
	b.rounds(1, 2, 3, 2, 1, 2, 1)
	_, first := b.next()

	// A role above the bot's own, chosen: the panel tells, and whether it is mended.
	const cant = "I can't give or take the role"
	b.choose("president", chief)
	b.panel.Says("⚠️ " + cant + " <@&" + chief + ">")
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": 8})
	b.panel = ann.Clicks(b.panel, "settings/page", "roles").Lacks("⚠️")
	b.have(chief, first)

	// The same while it is played: said once where it is played, not again.
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": 1})
	table, _ := b.next()
	table.People[1].Sees(says(cant))
	n := b.refused(chief, 0)
	again, _ := b.next()
	b.refused(chief, n)
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": 8})
	_, name := b.next()
	b.have(chief, name) // and not who had it before, too

	// The role is deleted.
	b.Does("DELETE", "roles/"+chief, nil)
	n = b.refused(chief, 0)
	table, _ = b.next()
	table.People[1].Sees(says("was deleted. Choose another one"))
	b.panel = ann.Clicks(b.panel, "settings/page", "roles").Says("was deleted")
	b.refused(chief, n)
	fresh := b.Makes("roles", map[string]any{"role": "Fresh"})
	b.choose("president", fresh)
	b.have(fresh, b.president())

	// The permission goes.
	b.may("VIEW_CHANNEL", "SEND_MESSAGES")
	table, _ = b.next()
	table.People[1].Sees(says("<@&" + fresh + "> for 👑 President"))
	ann.Clicks(b.panel, "settings/page", "roles").Says("I need the permission Manage Roles")

	// A notice of the later rounds would be there by now.
	if len(again.People[1].Reads(not(private), says(cant))) > 0 {
		t.Error("it is said once more that the role can't be given")
	}
}

// Somebody who is forgotten in one server loses the roles of titles in all servers.
func TestRolesGoWithWhoIsForgotten(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	b.Guild("Elsewhere", "den")
	b.Does("POST", "roles", map[string]any{"guild": "Elsewhere", "role": "Deuces", "permissions": []string{"MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES"}})
	chief := b.Makes("roles", map[string]any{"guild": "Elsewhere", "role": "Chief"})
	b.Remember(Past{system: "ahole", options: map[string]string{"target": "2"}, people: b.people, channel: "den", seed: 1})
	there := &badges{Server: b.Server, t: t}
	for _, p := range b.people {
		there.people = append(there.people, p.In("den"))
	}
	there.panel = there.people[0].Settings("roles")
	there.choose("president", chief)
	name := there.president()
	there.have(chief, name)
	for _, p := range b.people {
		if p.Name == name {
			p.Forgotten()
		}
	}
	there.have(chief)
	there.people[0].Asks("titles", nil).Says("👑 President: **a former player**")
}
