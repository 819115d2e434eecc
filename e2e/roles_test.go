package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// badges is a server in which titles of AHole are linked to roles.
type badges struct {
	*Table
	host  *Person
	panel Message
	left  []*Table // tables at which one play is left
}

func newBadges(t *testing.T) *badges {
	t.Helper()
	b := &badges{Table: NewServer(t, "MENTION=off").Table("cards", four...)}
	b.host = b.People[0]
	b.host.Settings("roles").Says("I need the permission Manage Roles")
	b.may("MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ATTACH_FILES", "EMBED_LINKS")
	b.panel = b.host.Settings("roles").Lacks("⚠️")
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
	for _, first := range places {
		channel := fmt.Sprintf("round-%d", b.nextCall()*100+len(all))
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
	return table, b.holder("👑 President")
}

// choose links a title of AHole to a role, or to none.
func (b *badges) choose(title string, roles ...string) {
	b.t.Helper()
	b.panel = b.host.Clicks(b.host.Clicks(b.panel, "roles", "ahole/"+title), "settings/roles/role/ahole/"+title, roles...)
}

// holder returns who holds a title.
func (b *badges) holder(title string) string {
	b.t.Helper()
	found := regexp.MustCompile(`(?m)` + title + `: \*\*(.+?)\*\*`).FindStringSubmatch(b.host.Asks("titles", Options{"game": "ahole"}).Text())
	if found == nil {
		b.t.Fatalf("nobody is %s", title)
	}
	return found[1]
}

// have waits until exactly these people have a role, by the bot's calls.
func (b *badges) have(role string, names ...string) {
	b.t.Helper()
	slices.Sort(names)
	b.host.Waits(fmt.Sprintf("the role goes to %q", names), func() bool {
		var have []string
		for _, c := range b.calls(0) {
			for _, p := range b.People {
				if !strings.HasSuffix(c.Path, "/members/"+p.ID+"/roles/"+role) || c.Status != 204 {
					continue
				}
				have = slices.DeleteFunc(have, func(name string) bool { return name == p.Name })
				if c.Method == "PUT" {
					have = append(have, p.Name)
				}
			}
		}
		slices.Sort(have)
		return slices.Equal(have, names)
	})
}

// refused waits until Discord has refused another call about a role, and returns how many it has refused.
func (b *badges) refused(role string, before int) (n int) {
	b.t.Helper()
	b.host.Waits("a call about the role is refused", func() bool {
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

// forgotten makes somebody of this name delete everything about them.
func (b *badges) forgotten(name string) {
	b.t.Helper()
	i := slices.IndexFunc(b.People, func(p *Person) bool { return p.Name == name })
	b.People[i].In("cards").Forgotten()
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
	b.have(boss, name, b.holder("🥄 AHole"))
	b.choose("scum")
	b.have(boss, name)
	b.forgotten(name)
	b.have(boss)
	b.rounds(4)
	table, name := b.next()
	b.have(boss, name)
	for _, m := range append(table.People[0].Reads(not(private), says("⚠️")), b.host.Reads(not(private), says("⚠️"))...) {
		t.Errorf("where nothing is wrong something is said to be:\n%s", m.Text())
	}
}

// A problem with a role is reported once where an admin sees it: in the panel if the role is chosen
// there, and otherwise where the round was played. When the problem is solved, the holder gets the
// role.
func TestAProblemWithARoleIsReportedOnce(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	chief := b.Makes("roles", map[string]any{"role": "Chief", "position": 7})
	own := func(position int) { b.Does("POST", "roles", map[string]any{"role": "Deuces", "position": position}) }
	look := func() Message {
		t.Helper()
		b.panel = b.host.Clicks(b.panel, "settings/page", "roles")
		return b.panel
	}
	b.rounds(1, 2, 3, 2, 1, 2, 1)
	_, first := b.next()

	// The chosen role ranks above the bot's own. The panel says so until that changes.
	const cant = "I can't give or take the role"
	b.choose("president", chief)
	b.panel.Says("⚠️ " + cant + " <@&" + chief + ">")
	own(8)
	look().Lacks("⚠️")
	b.have(chief, first)

	// The same happens during play, and is reported once where the round was played.
	own(1)
	table, _ := b.next()
	table.People[1].Sees(says(cant))
	n := b.refused(chief, 0)
	again, _ := b.next()
	b.refused(chief, n)
	own(8)
	_, name := b.next()
	b.have(chief, name) // and not the previous holder

	// The role is deleted.
	b.Does("DELETE", "roles/"+chief, nil)
	n = b.refused(chief, 0)
	table, _ = b.next()
	table.People[1].Sees(says("was deleted. Choose another one"))
	look().Says("was deleted")
	b.refused(chief, n)
	fresh := b.Makes("roles", map[string]any{"role": "Fresh"})
	b.choose("president", fresh)
	b.have(fresh, b.holder("👑 President"))

	// The permission is removed.
	b.may("VIEW_CHANNEL", "SEND_MESSAGES")
	table, _ = b.next()
	table.People[1].Sees(says("<@&" + fresh + "> for 👑 President"))
	look().Says("I need the permission Manage Roles")

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
	b.Remember(Past{system: "ahole", options: map[string]string{"target": "2"}, people: b.People, channel: "den", seed: 1})
	there := &badges{Table: b.In("den"), host: b.host.In("den")}
	there.panel = there.host.Settings("roles")
	there.choose("president", chief)
	name := there.holder("👑 President")
	there.have(chief, name)
	b.forgotten(name)
	there.have(chief)
	there.host.Asks("titles", nil).Says("👑 President: **a former player**")
}
