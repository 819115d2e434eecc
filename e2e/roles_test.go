package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// titleRoles is a server in which titles of AHole are linked to roles.
type titleRoles struct {
	*Table
	host     *Person
	panel    Message
	prepared []*Table // tables at which only the last play is missing
}

func newTitleRoles(t *testing.T) *titleRoles {
	t.Helper()
	b := &titleRoles{Table: NewServer(t, "MENTION=off").Table("cards", fourNames...)}
	b.host = b.People[0]
	b.setPermissions("MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ATTACH_FILES", "EMBED_LINKS")
	b.panel = b.host.Settings("titles").Lacks("⚠️")
	return b
}

// setPermissions sets the permissions of the bot's own role.
func (b *titleRoles) setPermissions(permissions ...string) {
	b.Sandbox("POST", "roles", map[string]any{"role": "Deuces", "permissions": permissions})
}

// prepareRounds restarts the bot with a table for each given position. The person at that position
// becomes President with the next play.
func (b *titleRoles) prepareRounds(places ...int) {
	b.t.Helper()
	var all []Situation
	for _, first := range places {
		channel := fmt.Sprintf("round-%d", b.nextCall()*100+len(all))
		b.Channel(channel)
		all = append(all, Situation{channel: channel, system: "ahole", options: map[string]string{"rounds": "1"}, people: fourNames, winner: first})
	}
	b.prepared = b.Begin(all...)
}

// finishRound finishes the round at the next prepared table. It returns the table and the name of
// the new President.
func (b *titleRoles) finishRound() (*Table, string) {
	b.t.Helper()
	table := b.prepared[0]
	b.prepared = b.prepared[1:]
	table.PlayOne()
	table.People[0].Sees(offers("rematch/"))
	return table, b.holder("👑 President")
}

// choose links a title of AHole to a role, or to none.
func (b *titleRoles) choose(title string, roles ...string) {
	b.t.Helper()
	b.panel = b.host.Clicks(b.host.Clicks(b.panel, "roles", "ahole/"+title), "settings/titles/role/ahole/"+title, roles...)
}

// holder returns the name of the person who holds a title.
func (b *titleRoles) holder(title string) string {
	b.t.Helper()
	found := regexp.MustCompile(`(?m)` + title + `: \*\*(.+?)\*\*`).FindStringSubmatch(b.host.Asks("titles", Options{"game": "ahole"}).Text())
	if found == nil {
		b.t.Fatalf("nobody is %s", title)
	}
	return found[1]
}

// waitForHolders waits until exactly these people have a role, according to the bot's calls.
func (b *titleRoles) waitForHolders(role string, names ...string) {
	b.t.Helper()
	slices.Sort(names)
	b.host.Waits(fmt.Sprintf("the holders of the role are %q", names), func() bool {
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

// waitForRefusal waits until Discord has refused more than before calls about a role. It returns
// how many it has refused.
func (b *titleRoles) waitForRefusal(role string, before int) (n int) {
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

// TestTitleRolesGoFromHolderToHolder checks that a role follows its title from holder to holder, through a restart and a
// change of the role, until the holder deletes their data, in whichever server they do.
func TestTitleRolesGoFromHolderToHolder(t *testing.T) {
	t.Parallel()
	b := newTitleRoles(t)
	chief, boss := b.Create("roles", map[string]any{"role": "Chief"}), b.Create("roles", map[string]any{"role": "Boss"})
	guild, _ := b.GuildAndChannel("cards")
	b.choose("president", guild)
	b.panel.Says("Everybody has that role already")
	b.choose("president", chief)
	b.panel.Says("<@&" + chief + ">")
	b.prepareRounds(1, 2)
	for range 2 {
		_, name := b.finishRound()
		b.waitForHolders(chief, name)
	}
	b.prepareRounds(3) // restarts the bot
	_, name := b.finishRound()
	b.waitForHolders(chief, name)

	b.choose("president", boss) // takes effect immediately
	b.waitForHolders(chief)
	b.waitForHolders(boss, name)
	b.choose("scum", boss) // two titles have the same role
	b.waitForHolders(boss, name, b.holder("🥄 AHole"))
	b.choose("scum")
	b.waitForHolders(boss, name)

	b.Guild("Elsewhere", "den")
	i := slices.IndexFunc(b.People, func(p *Person) bool { return p.Name == name })
	b.People[i].In("den").DeletesData()
	b.waitForHolders(boss)
	b.host.Asks("titles", nil).Says("👑 President: **a former player**")
	for _, m := range b.host.Reads(not(private), says("⚠️")) {
		t.Errorf("there is a warning although nothing is wrong:\n%s", m.Text())
	}
}

// TestAProblemWithARoleIsReportedOnce checks that a problem with a role is reported once where an
// admin sees it: in the panel if the admin chooses the role there, and otherwise where the round
// was played. When the problem is solved, the holder gets the role.
func TestAProblemWithARoleIsReportedOnce(t *testing.T) {
	t.Parallel()
	b := newTitleRoles(t)
	chief := b.Create("roles", map[string]any{"role": "Chief", "position": 7})
	setBotPosition := func(position int) { b.Sandbox("POST", "roles", map[string]any{"role": "Deuces", "position": position}) }
	openPanel := func() Message {
		t.Helper()
		b.panel = b.host.Clicks(b.panel, "settings/titles")
		return b.panel
	}
	b.prepareRounds(1, 2, 3, 2, 1, 2, 1)
	_, first := b.finishRound()

	// The chosen role ranks above the bot's own. The panel says so until that changes.
	const cant = "I can't give or take the role"
	b.choose("president", chief)
	b.panel.Says("⚠️ " + cant + " <@&" + chief + ">")
	setBotPosition(8)
	openPanel().Lacks("⚠️")
	b.waitForHolders(chief, first)

	// The same problem arises during play. It is reported once, where the round was played.
	setBotPosition(1)
	table, _ := b.finishRound()
	table.People[1].Sees(says(cant))
	n := b.waitForRefusal(chief, 0)
	again, _ := b.finishRound()
	b.waitForRefusal(chief, n)
	setBotPosition(8)
	_, name := b.finishRound()
	b.waitForHolders(chief, name) // only the new holder, not the previous one

	// The role is deleted.
	b.Sandbox("DELETE", "roles/"+chief, nil)
	n = b.waitForRefusal(chief, 0)
	table, _ = b.finishRound()
	table.People[1].Sees(says("was deleted. Choose another one"))
	openPanel().Says("was deleted")
	b.waitForRefusal(chief, n)
	fresh := b.Create("roles", map[string]any{"role": "Fresh"})
	b.choose("president", fresh)
	b.waitForHolders(fresh, b.holder("👑 President"))

	// The bot loses the permission.
	b.setPermissions("VIEW_CHANNEL", "SEND_MESSAGES")
	table, _ = b.finishRound()
	table.People[1].Sees(says("<@&" + fresh + "> for 👑 President"))
	openPanel().Says("I need the Manage Roles permission")

	// A second notice would have arrived by now.
	if len(again.People[1].Reads(not(private), says(cant))) > 0 {
		t.Error("the problem with the role is reported again")
	}
}
