package e2e

import (
	"strings"
	"testing"

	"deuces/sandbox/sandboxtest"
)

// The host sets options in a panel of their own, the lobby tells what differs, and
// the channel's next table offers the same.
func TestTheHostSetsOptionsInAPanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	ctx := t.Context()
	ann, bob := g.users[0], g.users[1]
	reply, err := ann.Command(ctx, g.channel, "play", map[string]any{"game": "president"})
	lobby := g.says(false, "-# Standard rules", reply, err)
	says := func(want string) {
		t.Helper()
		g.await(bob, func(m sandboxtest.Message) bool { return m.ID == lobby.ID && strings.Contains(m.Text(), want) })
	}

	reply, err = bob.Click(ctx, lobby.ID, "menu/1")
	if theirs := g.says(true, "President", reply, err); button(theirs, "options/") != "" {
		t.Errorf("Bob, who isn't the host, is offered the options:\n%s", theirs.Text())
	}
	panel := g.panelPage()
	g.has(panel, "page 1 of")
	// find turns the pages of the panel until it has the component that sets a key.
	find := func(verb, key string) string {
		t.Helper()
		for _, back := range []bool{false, true} {
			for turns := 0; turns < 9; turns++ {
				next := ""
				for _, c := range panel.All() {
					if strings.HasPrefix(c.CustomID, verb+"/") && strings.HasSuffix(c.CustomID, "/"+key) {
						return c.CustomID
					}
					if strings.HasPrefix(c.CustomID, "options/") && !c.Disabled && back == strings.HasSuffix(c.CustomID, "/back") {
						next = c.CustomID
					}
				}
				if next == "" {
					break
				}
				reply, err := ann.Click(ctx, panel.ID, next)
				panel = g.says(true, " · Options", reply, err)
			}
		}
		t.Fatalf("the panel has no %s for %s", verb, key)
		return ""
	}
	choose := func(key, value, want string) {
		t.Helper()
		reply, err := ann.Click(ctx, panel.ID, find("set", key), value)
		m := g.says(true, want, reply, err)
		if m.ID != panel.ID {
			t.Error("the panel came as another message")
		}
		panel = m
	}
	enter := func(key, value, want string) {
		t.Helper()
		id := find("number", key)
		reply, err := ann.Click(ctx, panel.ID, id)
		if err != nil || reply.Response.Type != 9 {
			t.Fatalf("a number's button is answered with %d, %v; want the form, 9", reply.Response.Type, err)
		}
		reply, err = ann.Submit(ctx, reply.Interaction, id, map[string]any{"value": value})
		panel = g.says(true, want, reply, err)
	}

	// A senseless combination is refused where it is set, and nothing changes.
	choose("four", "revolution", "Four of a kind")
	says("🔧 Four of a kind: **Revolution**")
	choose("coup", "yes", "⚠️ A coup needs Jokers, and the deck has none.")
	choose("jokers", "2", "Jokers")
	says("🔧 Jokers: **Two**")
	choose("coup", "yes", "Coup")
	says("🔧 Coup: **Yes**")

	// Numbers are asked for by a form.
	enter("rounds", "1", "Rounds")
	says("🔧 Rounds: **1**")
	enter("target", "lots", `⚠️ Winning score must be a number from 0 to 100, not "lots".`)
	enter("points", "1 2", "⚠️ Points can't rise: 2 is more than the place before it gets.")
	enter("points", "4 2 1 0", "Points")
	says("🔧 Points: **4, 2, 1, 0**")
	enter("table-seats", "5", "Default: 14")
	says("🔧 Seats: **5**")
	choose("table-tempo", "calm", "Pace")
	says("🔧 Pace: **Calm**")

	// The rules are those that were set.
	reply, err = bob.Click(ctx, lobby.ID, "rules/1/0")
	page := g.says(true, "page 1 of", reply, err)
	for !strings.Contains(page.Text(), "**Revolution:**") || !strings.Contains(page.Text(), "**Coup:**") {
		next := ""
		for _, b := range page.Buttons() {
			if strings.HasPrefix(b.CustomID, "rules/") && !strings.HasSuffix(b.CustomID, "/back") {
				next = b.CustomID
			}
		}
		if reply, err = bob.Click(ctx, page.ID, next); err != nil || strings.HasPrefix(reply.Message().Text(), page.Text()) {
			t.Fatalf("the rules of the table don't tell of coups and revolutions: %v", err)
		}
		page = reply.Message()
	}

	// The channel remembers them once the match has begun.
	for _, u := range g.users[1:] {
		if _, err := u.Click(ctx, lobby.ID, "join/1"); err != nil {
			t.Fatal(err)
		}
	}
	says("1 open seat")
	if _, err := ann.Click(ctx, lobby.ID, "start/1"); err != nil {
		t.Fatal(err)
	}
	reply, err = ann.Click(ctx, panel.ID, find("set", "table-tempo"), "instant")
	g.says(true, "can't be changed any more", reply, err)
	g.end(ann)
	reply, err = bob.Command(ctx, g.channel, "play", map[string]any{"game": "president"})
	lobby = g.says(false, "-# Standard rules", reply, err)
	menu := g.press(bob, lobby, "menu/2")
	g.press(bob, menu, "menu/2/rules", "last")
	again := g.await(bob, func(m sandboxtest.Message) bool {
		return m.ID == lobby.ID && strings.Contains(m.Text(), "🔧 Pace: **Calm**") // which comes last
	})
	for _, want := range []string{"🔧 Jokers: **Two**", "🔧 Four of a kind: **Revolution**", "🔧 Coup: **Yes**", "🔧 Points: **4, 2, 1, 0**", "🔧 Rounds: **1**", "🔧 Seats: **5**"} {
		if !strings.Contains(again.Text(), want) {
			t.Errorf("the same as last time lacks %q:\n%s", want, again.Text())
		}
	}

	// And everything goes back at once.
	panel = g.press(bob, menu, "options/2")
	g.has(panel, "page 1 of")
	reply, err = bob.Click(ctx, panel.ID, "preset/2/0")
	g.says(true, "🔧 Coup: **Yes** (default: No)", reply, err)
	reply, err = bob.Click(ctx, panel.ID, "preset/2/0/sure")
	g.says(true, "page 1 of", reply, err)
	says("-# Standard rules")
}
