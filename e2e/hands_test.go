package e2e

import (
	"strings"
	"testing"
	"time"

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

// A player plans the next turn while another is to move, and it is played when it
// comes; whoever can't beat it passes without a click, and the one who'd rather click
// is left to.
func TestATurnIsPlannedAndOthersPassByThemselves(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 1280, 1000)
	g := h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"}, passing: 2 * time.Second,
		hands: []string{"3d 4c 5h 6s", "4h 6h", "7h 7d 8c 2s"}, moves: []string{"3d"},
	}, "cards")
	ann, bob := g.users[0], g.users[1]
	g.do(ann, "preferences", nil, "When you can't play any card")
	prefer, err := ann.Command(t.Context(), g.channel, "preferences", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ann.Click(t.Context(), prefer.Message().ID, button(prefer.Message(), "prefer/autopass/hand")); err != nil {
		t.Fatal(err)
	}
	theirs, err := g.openHand(bob)
	if err != nil {
		t.Fatal(err)
	}
	handOf(b, h, "Cy", 1280, 1000)
	b.Click(`[data-ephemeral] [data-custom-id^="plan/"]`)
	b.WaitText("[data-ephemeral]", "What will you play when your turn comes?")
	b.Click(`[data-ephemeral] [data-custom-id*="n.0.0.2s/"]`)
	b.WaitText("[data-ephemeral]", "Play 2♠ when my turn comes")
	b.Screenshot("plan")
	b.Resize(390, 844)
	b.Screenshot("plan-phone")
	b.Click(`[data-ephemeral] [data-custom-id^="later/1/1.2/2s"]`)
	b.WaitText("[data-ephemeral]", "You'll play 2♠ when your turn comes")
	b.Screenshot("planned-phone")
	b.Resize(1280, 1000)
	b.Screenshot("planned")

	play := g.await(bob, func(m sandboxtest.Message) bool { return m.ID == theirs.ID && button(m, "act/1/1.2/4h") != "" })
	if _, err := bob.Click(t.Context(), play.ID, button(play, "act/1/1.2/4h")); err != nil {
		t.Fatal(err)
	}
	g.awaitText(bob, "**Ann**'s turn to beat") // Cy's card was played, and Dee has passed
	reply, err := ann.Command(t.Context(), g.channel, "hand", nil)
	hand := g.says(true, "You can't play any of your cards.", reply, err)
	if strings.Contains(hand.Text(), "automatically") {
		t.Errorf("the table passes for Ann, who passes by hand:\n%s", hand.Text())
	}
	if _, err := ann.Click(t.Context(), hand.ID, button(hand, "act/1/1.5/pass")); err != nil {
		t.Fatal(err)
	}
	g.awaitText(bob, "**Cy**'s turn to lead")
	b.WaitText("[data-ephemeral]", "your turn to lead")
	b.Screenshot("trick-won")
}

// A player takes a play back, once, and the board says so; when the next one has
// played, or the time is over, the play stands.
func TestAPlayIsTakenBackOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 1280, 1000)
	g := h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"}, undo: time.Hour,
		hands: []string{"3d 4c 5h 6s", "4h 6h"},
	}, "cards")
	ann, bob := g.users[0], g.users[1]
	handOf(b, h, "Ann", 1280, 1000)
	b.Click(`[data-ephemeral] [data-custom-id="act/1/1.1/3d"]`)
	b.WaitText("[data-ephemeral]", "Undo")
	b.Screenshot("undo")
	b.Resize(390, 844)
	b.Screenshot("undo-phone")
	b.Click(`[data-ephemeral] [data-custom-id^="undo/1/1.2"]`)
	b.WaitText("[data-ephemeral]", "your turn to lead")
	board := g.awaitText(bob, "took their last play back")
	contains(t, board, "▶️ **Ann** · **13 cards**")
	b.Resize(1280, 1000)
	b.Screenshot("undone")
	b.Click(`[data-ephemeral] [data-custom-id="act/1/1.3/3d"]`)
	b.WaitText("[data-ephemeral]", "Bob's turn")
	hand := g.await(ann, func(m sandboxtest.Message) bool { return m.Ephemeral && button(m, "plan/1/1.4") != "" })
	if button(hand, "undo/") != "" {
		t.Error("a second undo in the trick is offered")
	}
	theirs, err := g.openHand(bob)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bob.Click(t.Context(), theirs.ID, button(theirs, "act/1/1.4/4h")); err != nil {
		t.Fatal(err)
	}
	g.await(bob, func(m sandboxtest.Message) bool { return m.ID == theirs.ID && button(m, "undo/1/1.5") != "" })
}
