package screen

import (
	"fmt"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// hintFor returns the hint for the player whose turn it is.
func hintFor(t *testing.T, sys systems.System, m match.Match) *ai.Choice {
	t.Helper()
	players, err := sys.Players(m.Rules)
	if err != nil {
		t.Fatal(err)
	}
	turn, _ := m.Turn()
	seen, _ := m.Observation(turn)
	choice, err := players[ai.Normal].Choose(seen, ai.Budget{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &choice
}

// A hand with a hint has the golden texts, with cards as symbols and as words. The first button of
// every page is the play that the hint recommends.
func TestHintGolden(t *testing.T) {
	var b strings.Builder
	for _, sys := range systems.All() {
		r := gametest.NewRand(8)
		m := screentest.NewMatch(t, sys, 4, nil)
		for m.Phase != match.Playing || m.Decision.Turn < 3 || len(m.State.Legal()) < 3 {
			m = screentest.Step(t, r, m)
		}
		turn, _ := m.Turn()
		s := snapshotOf(m)
		s.Hint = hintFor(t, sys, m)
		fmt.Fprintf(&b, "=== %s: a hint\n%s\n", sys.Name, screentest.Text(s.Hand(turn, ids.Page{}, say.Message{})))
		s.Chosen.Cards = settings.InWords
		v, _ := m.View(turn)
		want, first := ids.Act{Table: m.ID, Decision: m.Decision, Action: s.Hint.Action, Hinted: true}.ID(), v.Hand[0].String()
		for _, at := range []ids.Page{{}, {Picking: true}, {Picks: first}, {Planning: true}, {Planning: true, Picks: first}} {
			if all := customIDs(s.Hand(turn, at, say.Message{})); len(all) == 0 || all[0] != want {
				t.Errorf("%s, page %v: the first button is not what the hint says, %s:\n%v", sys.Name, at, want, all)
			}
		}
		fmt.Fprintf(&b, "=== %s: in words\n%s\n", sys.Name, screentest.Text(s.Hand(turn, ids.Page{}, say.Message{})))
	}
	screentest.Golden(t, "hints", b.String())
}

// Nothing on the page of preferences is shown by color alone.
func TestPreferencesAreNotShownByColorAlone(t *testing.T) {
	marked := buttonColors{}
	for _, x := range settings.Preferences() {
		for _, value := range x.Values {
			p, err := settings.DefaultPerson().With(x.Key, value.Key)
			if err != nil {
				t.Fatal(err)
			}
			if name := marked.differsOnlyInColor(Preferences(p, nil, true, settings.MentionTurn, nil, say.Message{}), func(b bot.Button) string { return b.ID + b.Label.String() + b.Emoji }); name != "" {
				t.Errorf("only the color shows that %q is chosen", name)
			}
		}
	}
}
