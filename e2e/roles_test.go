package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox/sandboxtest"
)

// badges is a server with a role for AHole's President, and tables in many channels that need one
// more play.
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
	b := &badges{Server: s, t: t, people: s.Table("cards", four...).People}
	b.people[0].Settings("roles").Says("I need the permission Manage Roles")
	b.may("MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ATTACH_FILES", "EMBED_LINKS")
	b.panel = b.people[0].Settings("roles").Lacks("⚠️")
	return b
}

// may sets the permissions of the bot's own role.
func (b *badges) may(permissions ...string) {
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "permissions": permissions})
}

// rounds restarts the bot with tables at which these people will be President.
func (b *badges) rounds(places ...int) {
	b.t.Helper()
	var all []Situation
	for i, first := range places {
		channel := fmt.Sprintf("round-%d-%d", i, b.nextCall())
		b.Channel(channel)
		all = append(all, Situation{channel: channel, system: "ahole", options: map[string]string{"rounds": "1"}, people: four, first: first})
	}
	b.left = b.Begin(all...)
}

// next ends the next round, and returns its table and the new President.
func (b *badges) next() (*Table, string) {
	b.t.Helper()
	table := b.left[0]
	b.left = b.left[1:]
	table.Plays()
	table.People[0].Sees(offers("rematch/"))
	return table, b.president()
}

// choose links a title of AHole to a role, or to none.
func (b *badges) choose(title, role string) {
	b.t.Helper()
	values := []string{role}
	if role == "" {
		values = nil
	}
	b.panel = b.people[0].Clicks(b.people[0].Clicks(b.panel, "roles", "ahole/"+title), "settings/roles/role/ahole/"+title, values...)
}

// president returns the role linked to the title.
func (b *badges) president() string {
	b.t.Helper()
	found := regexp.MustCompile(`👑 President: \*\*(.+?)\*\*`).FindStringSubmatch(b.people[0].Asks("titles", Options{"game": "ahole"}).Text())
	if found == nil {
		return ""
	}
	return found[1]
}

// holders returns the names of the users who have a role.
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

// have waits until exactly these people have a role.
func (b *badges) have(role string, names ...string) {
	b.t.Helper()
	slices.Sort(names)
	b.people[0].Waits(fmt.Sprintf("the role goes to %q", names), func() bool { return slices.Equal(b.holders(role), names) })
}

// refused waits until Discord has refused another call about a role.
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

// A role follows its title from holder to holder, through a restart and a change of the role, until
// its holder is forgotten.
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

// A problem with a role is reported once where an admin sees it: in the panel if the role is chosen
// there, and otherwise where the round was played. When the problem is solved, the holder gets the
// role.
func TestAProblemWithARoleIsReportedOnce(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	ann := b.people[0]
	chief := b.Makes("roles", map[string]any{"role": "Chief", "position": 7})
	b.rounds(1, 2, 3, 2, 1, 2, 1)
	_, first := b.next()

	// The chosen role ranks above the bot's own. The panel says so until that changes.
	const cant = "I can't give or take the role"
	b.choose("president", chief)
	b.panel.Says("⚠️ " + cant + " <@&" + chief + ">")
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": 8})
	b.panel = ann.Clicks(b.panel, "settings/page", "roles").Lacks("⚠️")
	b.have(chief, first)

	// The same happens during play, and is reported once where the round was played.
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": 1})
	table, _ := b.next()
	table.People[1].Sees(says(cant))
	n := b.refused(chief, 0)
	again, _ := b.next()
	b.refused(chief, n)
	b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": 8})
	_, name := b.next()
	b.have(chief, name) // and not the previous holder

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

	// The permission is removed.
	b.may("VIEW_CHANNEL", "SEND_MESSAGES")
	table, _ = b.next()
	table.People[1].Sees(says("<@&" + fresh + "> for 👑 President"))
	ann.Clicks(b.panel, "settings/page", "roles").Says("I need the permission Manage Roles")

	// A notice about the later rounds would have arrived by now.
	if len(again.People[1].Reads(not(private), says(cant))) > 0 {
		t.Error("it is said once more that the role can't be given")
	}
}

// A person who asks in one server to be forgotten loses the roles of titles in all servers.
func TestAForgottenPlayerLosesTitleRoles(t *testing.T) {
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
