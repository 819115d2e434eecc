package e2e

import (
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
)

// A stranger's first hand: /learn, the right play at each step, and a table with easy
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
		lobby := g.says(false, "Ready to start", reply, err)
		g.has(lobby, "Easy")
		if button(lobby, "learn/"+sys.Name) == "" {
			t.Errorf("the lobby of %s leads to no lesson", sys.Name)
		}
		t.Logf("%s: %d clicks through the lesson, %s by script, and one more to a table", sys.Name, clicks, time.Since(began).Round(time.Millisecond))
		g.end(bob)
	}

	// Without a game both ask, for the one who types alone.
	asked := g.do(bob, "play", map[string]any{"clock": "60s"}, "What would you like to play?")
	lobby := g.press(bob, asked, "open", "bigtwo")
	g.has(lobby, "1 minute per turn")
	g.do(bob, "learn", nil, "Which game would you like to learn?")
}
