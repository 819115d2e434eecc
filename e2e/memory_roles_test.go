package e2e

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// badges is a server whose President of AHole gets a role.
type badges struct {
	*group
	t     *testing.T
	panel sandboxtest.Message
}

// side uses the developer's side of the sandbox.
func (b *badges) side(method, path string, body map[string]any) (id string) {
	b.t.Helper()
	var made struct{ ID string }
	if err := b.Do(b.t.Context(), method, "/sandbox/"+path, body, &made); err != nil {
		b.t.Fatal(err)
	}
	return made.ID
}

// choose has a title of AHole's go with a role, "" with none.
func (b *badges) choose(title, role string) {
	b.t.Helper()
	ann := b.users[0]
	b.panel = b.press(ann, b.panel, "roles", "ahole/"+title)
	var values []string
	if role != "" {
		values = append(values, role)
	}
	b.panel = b.press(ann, b.panel, "settings/roles/role/ahole/"+title, values...)
}

// president is who runs the title.
func (b *badges) president() string {
	b.t.Helper()
	text := b.show(b.users[0], "titles", map[string]any{"game": "ahole"}, "").Text()
	found := regexp.MustCompile(`👑 President: \*\*(.+?)\*\*`).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[1]
}

// next plays rounds until somebody else is President.
func (b *badges) next() (name string) {
	b.t.Helper()
	before := b.president()
	for range 12 {
		b.open("ahole", map[string]any{"rounds": 1})
		b.playOn(nil)
		if name = b.president(); name != before {
			return name
		}
	}
	b.t.Fatalf("%s is President for ever", before)
	return ""
}

// have waits until these people have a role, and nobody else.
func (b *badges) have(role string, names ...string) {
	b.t.Helper()
	slices.Sort(names)
	b.until(b.users[0], fmt.Sprintf("the role goes to %q", names), func() bool {
		have := b.holders(role)
		slices.Sort(have)
		return slices.Equal(have, names)
	})
}

// attempts waits until the bot's calls about a role were answered so once more.
func (b *badges) attempts(role string, status, before int) {
	b.t.Helper()
	b.until(b.users[0], fmt.Sprintf("a call about the role is answered %d", status), func() bool {
		return b.answered(role, status) > before
	})
}

func (b *badges) answered(role string, status int) (n int) {
	b.t.Helper()
	calls, err := b.Calls(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range calls {
		if strings.HasSuffix(c.Path, "/roles/"+role) && c.Status == status {
			n++
		}
	}
	return n
}

func newBadges(t *testing.T) *badges {
	t.Helper()
	h := newHouse(t, "MENTION=off")
	b := &badges{group: h.group(3, "cards", "Ann", "Bob", "Cy", "Dee"), t: t}
	b.panel = b.group.panel("roles")
	b.has(b.panel, "I need the permission Manage Roles")
	b.side("POST", "roles", map[string]any{"role": "Deuces", "permissions": []string{
		"MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ATTACH_FILES", "EMBED_LINKS",
	}})
	b.panel = b.group.panel("roles")
	if strings.Contains(b.panel.Text(), "⚠️") {
		t.Errorf("with the permission the panel complains:\n%s", b.panel.Text())
	}
	return b
}

// A role goes with its title from holder to holder, over a restart, a change of the
// role, and until its holder is forgotten.
func TestTitleRolesGoFromHolderToHolder(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	chief, boss := b.side("POST", "roles", map[string]any{"role": "Chief"}), b.side("POST", "roles", map[string]any{"role": "Boss"})
	guild, _ := b.place("cards")
	b.choose("president", guild)
	b.has(b.panel, "Everybody has that role already")
	b.choose("president", chief)
	b.has(b.panel, "<@&"+chief+">")
	b.have(chief)
	for range 2 {
		b.have(chief, b.next())
	}
	b.stop()
	b.start()
	b.have(chief, b.next())

	b.choose("president", boss) // takes effect immediately
	b.have(chief)
	b.have(boss, b.president())
	b.choose("scum", boss) // one role for two titles
	last := regexp.MustCompile(`(?m)^AHole: \*\*(.+?)\*\*`).FindStringSubmatch(b.show(b.users[0], "titles", map[string]any{"game": "ahole"}, "").Text())
	if last == nil {
		t.Fatal("nobody is AHole")
	}
	b.have(boss, b.president(), last[1])
	b.choose("scum", "")
	b.have(boss, b.president())

	name := b.president()
	for _, u := range b.users {
		if u.Name == name {
			b.show(u, "privacy", nil, "What I know about you")
			b.has(b.press(u, b.private(u, "privacy/ask"), "privacy/delete"), "I no longer know anything about you")
		}
	}
	b.have(boss)
	b.have(boss, b.next())
	for _, m := range posts(b.group, b.users[0], "⚠️") {
		if !m.Ephemeral {
			t.Errorf("where nothing is wrong something is said to be:\n%s", m.Text())
		}
	}
}

// What stands in the way of a role is said once where an admin sees it: in the panel
// where the role is chosen there, else where it was played. When it is mended the
// role goes where it belongs.
func TestTroubleWithARoleIsToldOnce(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	ann := b.users[0]
	chief := b.side("POST", "roles", map[string]any{"role": "Chief", "position": 7})
	guild, channel := b.place("cards")
	b.between(func(ctx context.Context, db *store.Store) {
		past{system: "ahole", options: map[string]string{"target": "2"}, users: b.users, began: time.Now().AddDate(0, 0, -1), seed: 1}.write(ctx, t, db, guild, channel)
	})

	// A role above the bot's own, chosen: the panel tells, and whether it is mended.
	b.choose("president", chief)
	b.has(b.panel, "⚠️ I can't give or take the role <@&"+chief+">")
	b.side("POST", "roles", map[string]any{"role": "Deuces", "position": 8})
	b.panel = b.press(ann, b.panel, "settings/page", "roles")
	if strings.Contains(b.panel.Text(), "⚠️") {
		t.Errorf("the panel complains of what is mended:\n%s", b.panel.Text())
	}
	first := b.president()
	b.have(chief, first)
	const said = "I can't give or take the role"
	if n := len(posts(b.group, ann, said)); n > 0 {
		t.Errorf("%d messages complain, where the panel told it", n)
	}

	// The same while it is played: said once where it is played, not again.
	told := func(text string) (n int) {
		t.Helper()
		for _, m := range posts(b.group, b.users[1], text) {
			if !m.Ephemeral {
				n++
			}
		}
		return n
	}
	b.side("POST", "roles", map[string]any{"role": "Deuces", "position": 1})
	b.next()
	b.awaitText(b.users[1], said)
	refused := b.answered(chief, 403)
	b.next()
	b.attempts(chief, 403, refused)
	if n := told(said); n != 1 {
		t.Errorf("it was said %d times that the role can't be given", n)
	}
	b.have(chief, first) // nothing could be done
	b.side("POST", "roles", map[string]any{"role": "Deuces", "position": 8})
	b.have(chief, b.next()) // and not with who had it before, too

	// The role is deleted.
	b.side("DELETE", "roles/"+chief, nil)
	b.next()
	b.awaitText(b.users[1], "was deleted. Choose another one")
	gone := b.answered(chief, 404)
	b.next()
	b.attempts(chief, 404, gone)
	if n := told("was deleted"); n != 1 {
		t.Errorf("it was said %d times that the role was deleted", n)
	}
	b.panel = b.press(ann, b.panel, "settings/page", "roles")
	b.has(b.panel, "was deleted")
	fresh := b.side("POST", "roles", map[string]any{"role": "Fresh"})
	b.choose("president", fresh)
	b.have(fresh, b.president())

	// The permission goes.
	b.side("POST", "roles", map[string]any{"role": "Deuces", "permissions": []string{"VIEW_CHANNEL", "SEND_MESSAGES"}})
	b.next()
	b.awaitText(b.users[1], "<@&"+fresh+"> for 👑 President")
	b.panel = b.press(ann, b.panel, "settings/page", "roles")
	b.has(b.panel, "I need the permission Manage Roles")
}

// Somebody who is forgotten in one server loses the roles of titles in all servers.
func TestRolesGoWithWhoIsForgotten(t *testing.T) {
	t.Parallel()
	b := newBadges(t)
	var other struct {
		ID       string
		Channels []struct{ ID string }
	}
	if err := b.Do(t.Context(), "POST", "/sandbox/guilds", map[string]any{"name": "Elsewhere", "channels": []string{"den"}}, &other); err != nil {
		t.Fatal(err)
	}
	there := &badges{group: &group{house: b.house, channel: other.Channels[0].ID, users: b.users, rand: b.rand}, t: t}
	b.side("POST", "roles", map[string]any{"guild": "Elsewhere", "role": "Deuces", "permissions": []string{"MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES"}})
	chief := b.side("POST", "roles", map[string]any{"guild": "Elsewhere", "role": "Chief"})
	b.between(func(ctx context.Context, db *store.Store) {
		past{system: "ahole", options: map[string]string{"target": "2"}, users: b.users, began: time.Now().AddDate(0, 0, -1), seed: 1}.write(ctx, t, db, other.ID, there.channel)
	})
	there.panel = there.group.panel("roles")
	there.choose("president", chief)
	name := there.president()
	there.have(chief, name)
	for _, u := range b.users {
		if u.Name == name {
			b.show(u, "privacy", nil, "What I know about you")
			b.has(b.press(u, b.private(u, "privacy/ask"), "privacy/delete"), "I no longer know anything about you")
		}
	}
	there.have(chief)
	there.show(b.users[0], "titles", nil, "👑 President: **a former player**")
}
