package e2e

import (
	"regexp"
	"strings"
	"testing"

	"deuces/match"
	"deuces/sandbox/sandboxtest"
)

// Whole matches in which everything that can happen may: all special plays of the
// President family at once, and Acehole with all its seats.
func TestMatchesWithEverythingOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, system string
		options      map[string]any
		users        []string
	}{
		{"president", "president", map[string]any{"jokers": "2", "suits": "poker", "four": "revolution", "exchange": "choice", "target": 0, "rounds": 2, "size": "bigger", "equal": "skip", "coup": "yes", "guillotine": "yes", "seating": "rank"}, []string{"Ann", "Bob", "Cy", "Dee", "Eve"}},
		{"acehole for ten", "acehole", map[string]any{"target": 20, "draw": "free"}, []string{"Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			g := h.group(7, "cards", tt.users...)
			g.open(tt.system, tt.options)
			last, clicks := g.playOn(nil)
			if !strings.Contains(last.Text(), "The match is over") {
				t.Errorf("the last board:\n%s", last.Text())
			}
			h.stop()
			if acts, _ := recount(t, h.db); acts[match.ByPlayer] < len(tt.users) || acts[match.ByPlayer] > clicks {
				t.Errorf("%d plays were clicked, the log has %d", clicks, acts[match.ByPlayer])
			}
		})
	}
}

// handNow opens the hand of a user.
func (g *group) handNow(u *sandboxtest.User) sandboxtest.Message {
	g.t.Helper()
	reply, err := u.Command(g.t.Context(), g.channel, "hand", nil)
	return g.says(true, "", reply, err)
}

// cardsLeft is how a row says what the cards that are left cost.
var cardsLeft = regexp.MustCompile(`left with .*\((\d+ cards|1 card)(, (doubled|tripled))?\)`)

// Five cards are picked one by one, named as they form, and played; and the match
// goes on to its end.
func TestFiveCardsArePickedOneByOne(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.set(stage{
		system: "bigtwo", options: map[string]string{"rounds": "1"}, users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h 7h Jh Kh 7d 7s 4d 4s Td Th 2c 2h"},
		moves: []string{"3d 4c 5h 6s 7c"},
	}, "cards")
	ctx := t.Context()
	bob := g.users[1]
	hand := g.handNow(bob)
	click := func(id, want string) {
		t.Helper()
		reply, err := bob.Click(ctx, hand.ID, id)
		hand = g.says(true, want, reply, err)
	}
	click(button(hand, "pick/1/1.2/p."), "13 cards")
	picks := ""
	for _, card := range []string{"7d", "7h", "7s", "4d", "4s"} {
		picks += card
		click(button(hand, "pick/1/1.2/p.0.0."+picks+"/"), "Picked: ")
	}
	if !strings.Contains(hand.Text(), "**Full House, sevens**") {
		t.Errorf("the five are not named:\n%s", hand.Text())
	}
	click(button(hand, "act/"), "8 cards")
	g.await(bob, func(m sandboxtest.Message) bool { return !m.Ephemeral && strings.Contains(m.Text(), "(Full House)") })
	last, _ := g.playOn(nil)
	if !strings.Contains(last.Text(), "wins!") || !cardsLeft.MatchString(last.Text()) {
		t.Errorf("the last board does not say how the points come about:\n%s", last.Text())
	}
}

// A player who passes until the next trick is not asked again until then, and may take it back.
func TestWhoeverPassesATrickIsAskedAgainAfterIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3d Qd Kd", "9d Tc Qc Kc", "4c Jd", "4d Qh"},
		moves: []string{"3d"},
	}, "cards")
	ctx := t.Context()
	ann, bob, cy, dee := g.users[0], g.users[1], g.users[2], g.users[3]
	lay := func(u *sandboxtest.User, cards string) {
		t.Helper()
		reply, err := g.asks(u, "cards", map[string]any{"cards": cards})
		g.says(true, "cards", reply, err)
	}
	hand := g.handNow(bob)
	reply, err := bob.Click(ctx, hand.ID, button(hand, "passtrick/"))
	hand = g.says(true, "You pass until the next trick", reply, err)
	g.await(cy, func(m sandboxtest.Message) bool {
		return strings.Contains(m.Text(), "**Bob** · 💤 passes until the next trick · **13 cards**")
	})
	lay(cy, "4c")
	lay(dee, "Qh")
	lay(ann, "Kd")
	// Bob's turn comes, and the table passes.
	g.await(cy, func(m sandboxtest.Message) bool {
		return strings.Contains(m.Text(), "`K♦`") && strings.Contains(m.Text(), "**Cy**'s turn to beat it")
	})
	reply, err = bob.Click(ctx, hand.ID, button(hand, "unpass/"))
	g.says(true, "**Cy**'s turn to beat", reply, err)
	lay(cy, "pass")
	lay(dee, "pass")
	g.await(bob, func(m sandboxtest.Message) bool {
		return strings.Contains(m.Text(), "**Ann**'s turn to lead") || strings.Contains(m.Text(), "**Bob**'s turn to beat")
	})
}

// Why not is said to the player alone, in their words, and nothing has changed.
func TestARefusalIsToldToThePlayerAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.set(revolution, "cards")
	lay := func(u *sandboxtest.User, cards, want string) {
		t.Helper()
		reply, err := g.asks(u, "cards", map[string]any{"cards": cards})
		g.says(true, want, reply, err)
	}
	ann, bob, dee := g.users[0], g.users[1], g.users[3]
	lay(bob, "5c", "It isn't your turn")
	lay(ann, "9c 9d", "You don't have")
	lay(ann, "3c 4d", "don't go together")
	lay(ann, "cheese", "I can't read")
	lay(ann, "an ace", "You have no A")
	lay(ann, "pass", "")
	lay(ann, "5♠", "8 cards")
	g.await(dee, func(m sandboxtest.Message) bool {
		return !m.Ephemeral && strings.Contains(m.Text(), "**Dee**'s turn to beat")
	})
	lay(dee, "2c", "A 2 doesn't beat a 5: since the revolution, low cards beat high ones.")
	lay(dee, "2c 2d", "")
	h.stop()
	if acts, _ := recount(t, h.db); acts[match.ByPlayer] != 2 {
		t.Errorf("the log has %d plays, want the nines and the five", acts[match.ByPlayer])
	}
}
