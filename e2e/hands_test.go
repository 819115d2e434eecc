package e2e

import (
	"strings"
	"testing"

	"deuces/sandbox/sandboxtest"
)

// A hand that is opened twice is in one place: the older message shrinks to a line
// that says where it went, and when the match ends no hand goes on about a turn.
func TestAHandThatIsOpenedTwiceIsInOnePlace(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 1280, 1000)
	g := h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3d 4c 5h 6s 7c 9h Jd"},
	}, "cards")
	ann, bob := g.users[0], g.users[1]
	handOf(b, h, "Ann", 1280, 1000)
	b.WaitText("[data-ephemeral]", "your turn")
	older := g.await(ann, func(m sandboxtest.Message) bool { return m.Ephemeral && button(m, "act/") != "" })
	theirs, err := g.openHand(bob)
	if err != nil {
		t.Fatal(err)
	}
	b.Click(`.message:not([data-ephemeral]) [data-custom-id^="hand/"]`)
	moved := g.await(ann, func(m sandboxtest.Message) bool { return m.ID == older.ID && len(m.Buttons()) == 0 })
	newer := g.await(ann, func(m sandboxtest.Message) bool {
		return m.Ephemeral && m.ID != older.ID && button(m, "act/") != ""
	})
	b.WaitText("[data-ephemeral]", "newer message")
	b.Screenshot("hand-moved")
	b.Resize(390, 844)
	b.Screenshot("hand-moved-phone")
	contains(t, moved, "Your hand is in a newer message now")

	// Of the other hands nothing moved; and a click goes on in the newer one.
	if _, err := ann.Click(t.Context(), newer.ID, button(newer, "act/")); err != nil {
		t.Fatal(err)
	}
	g.await(bob, func(m sandboxtest.Message) bool { return m.ID == theirs.ID && button(m, "act/") != "" })

	g.end(ann)
	for _, open := range []struct {
		u  *sandboxtest.User
		id string
	}{{ann, newer.ID}, {bob, theirs.ID}} {
		closed := g.await(open.u, func(m sandboxtest.Message) bool { return m.ID == open.id && len(m.Buttons()) == 0 })
		contains(t, closed, "The match is over")
	}
	g.await(ann, func(m sandboxtest.Message) bool { return m.ID == older.ID && m.Text() == moved.Text() })
	b.WaitText("[data-ephemeral]", "The match is over")
	b.Screenshot("hands-over-phone")
	b.Resize(1280, 1000)
	b.Screenshot("hands-over")
}

// contains checks that a message says something.
func contains(t *testing.T, m sandboxtest.Message, want string) {
	t.Helper()
	if !strings.Contains(m.Text(), want) {
		t.Errorf("want %q in\n%s", want, m.Text())
	}
}
