package e2e

import (
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
)

// A stranger's first hand: the practice hand, the right play at each step, and a table with easy
// computers at the end.
func TestAStrangerLearnsEachGameAndPlaysIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	bob := g.users[1]
	for _, sys := range systems.All() {
		began := time.Now()
		page := g.do(bob, "learn", map[string]any{"game": sys.Name}, "step 1 of ")
		clicks := 0
		for button(page, "open/") == "" {
			next := ""
			for _, b := range page.Buttons() {
				if parts := strings.Split(b.CustomID, "/"); len(parts) > 3 && parts[3] == "0" {
					next = b.CustomID
				}
			}
			reply, err := bob.Click(t.Context(), page.ID, next)
			page = g.says(true, "", reply, err)
			clicks++
		}
		g.has(page, "you know how to play")
		reply, err := bob.Click(t.Context(), page.ID, button(page, "open/"))
		lobby := g.says(false, "ready to start", reply, err)
		g.has(lobby, "Easy")
		if button(g.press(bob, lobby, "rules/"), "learn/"+sys.Name) == "" {
			t.Errorf("the rules of %s lead to no lesson", sys.Name)
		}
		t.Logf("%s: %d clicks through the lesson, %s by script, and one more to a table", sys.Name, clicks, time.Since(began).Round(time.Millisecond))
		g.end(bob)
	}
}
