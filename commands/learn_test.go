package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
	"deuces/settings"
)

// The test tries every wrong play of each lesson before the right one, and compares every page with
// the golden text. It uses only the buttons, which therefore contain the whole state.
func TestEveryLessonIsPlayedThroughByItsButtons(t *testing.T) {
	var b strings.Builder
	for _, sys := range systems.All() {
		c := commandsOn(archive{}, func(g *settings.Guild) { g.Computers = true })
		click := func(id string) bot.Message {
			t.Helper()
			reply, err := c.handled(clicked(ids.ParseLearn, c.lesson))(t.Context(), bot.Request{Guild: "1", Channel: "2", Private: true, Args: strings.Split(id, "/")[1:]})
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			if err := bottest.Message(*reply.Message); err != nil {
				t.Errorf("%s: %v", id, err)
			}
			if !reply.Update {
				t.Errorf("%s does not go on in its own message", id)
			}
			return *reply.Message
		}
		right, wrong := 0, 0
		page := click(ids.Learn{System: sys.Name}.ID())
		for len(sys.Lesson().Steps) > right {
			fmt.Fprintf(&b, "=== %s, step %d\n%s\n", sys.Name, right+1, screentest.Text(page))
			next := ""
			for _, button := range page.Blocks[len(page.Blocks)-1].(bot.Row) {
				to := ids.ParseLearn(strings.Split(button.ID, "/")[1:])
				if to.Step > right {
					next = button.ID
					continue
				}
				wrong++
				again := click(button.ID)
				fmt.Fprintf(&b, "--- wrong: %s\n%s\n", button.Label, screentest.Text(again))
				if !slices.ContainsFunc(again.Blocks[len(again.Blocks)-1].(bot.Row), func(b bot.Button) bool { return b.ID == button.ID && b.Disabled }) {
					t.Errorf("%s: what was tried can be tried again at once", button.ID)
				}
			}
			right++
			page = click(next)
		}
		fmt.Fprintf(&b, "=== %s, the end\n%s\n", sys.Name, screentest.Text(page))
		t.Logf("%s: %d steps, so %d clicks from /learn to the end; %d wrong plays explained", sys.Name, right, right+1, wrong)
	}
	screentest.Golden(t, "lessons", b.String())
}

// A page of the rules doesn't name the game twice in its heading.
func TestNoHeadingOfTheRulesSaysTheGameTwice(t *testing.T) {
	for _, sys := range systems.All() {
		c := commandsOn(archive{}, nil)
		got := answerText(t, c, clicked(ids.ParseRules, c.rules), bot.Request{Guild: "1", Channel: "2", Args: []string{sys.Name, "0"}})
		if twice := string(sys.Title) + " · " + string(sys.Title); strings.Contains(got, twice) {
			t.Errorf("a heading says %q", twice)
		}
	}
}
