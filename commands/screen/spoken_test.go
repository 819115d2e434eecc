package screen

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// hintFor returns the hint for who has the turn.
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

// The hand of a player who chose words has no suit symbols on any page, and a hint's play is one
// click on every page.
func TestAHandInWordsHasNoSymbols(t *testing.T) {
	t.Parallel()
	symbol := regexp.MustCompile(`[♣♦♥♠]`)
	for _, sys := range systems.All() {
		fewest, _ := screentest.Seats(t, sys)
		r := gametest.NewRand(21)
		m := screentest.NewMatch(t, sys, max(fewest, 4), nil)
		hinted := 0
		for range gametest.Dose(t, 25, 200, 1000) {
			if m.Phase == match.Over {
				break
			}
			m = screentest.Step(t, r, m)
			s := snapshotOf(m)
			s.Chosen.Cards = settings.InWords
			turn, due := m.Turn()
			if due && m.Phase == match.Playing && len(m.State.Legal()) > 1 {
				s.Hint = hintFor(t, sys, m)
			}
			for seat := range game.Seat(len(s.People)) {
				v, _ := m.View(seat)
				first := ""
				if len(v.Hand) > 0 {
					first = v.Hand[0].String()
				}
				for _, at := range []ids.Page{{}, {Class: 1}, {Picking: true}, {Picks: first}, {Planning: true}, {Planning: true, Picks: first}} {
					msg := s.Hand(seat, at, say.Message{})
					said := screentest.Text(msg)
					if err := bottest.Message(msg); err != nil || symbol.MatchString(said) {
						t.Fatalf("%s, page %v: a suit is a symbol, or it doesn't fit: %v\n%s", sys.Name, at, err, said)
					}
					if s.Hint == nil || seat != turn {
						continue
					}
					hinted++
					want := ids.Act{Table: m.ID, Decision: m.Decision, Action: s.Hint.Action, Hinted: true}.ID()
					if all := idsOf(msg); len(all) == 0 || all[0] != want {
						t.Fatalf("%s: the first button is not what the hint says, %s:\n%v", sys.Name, want, all)
					}
				}
			}
		}
		if hinted == 0 {
			t.Errorf("%s: no hint was looked at", sys.Name)
		}
	}
}

// Golden texts of a hand with a hint, with cards as symbols and as words.
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
		fmt.Fprintf(&b, "=== %s: in words\n%s\n", sys.Name, screentest.Text(s.Hand(turn, ids.Page{}, say.Message{})))
	}
	screentest.Golden(t, "hints", b.String())
}

// greens finds buttons that differ in their color alone.
type greens map[string]bool

// only returns a button of the message that has the name of one before, and another color.
func (g greens) only(m bot.Message, name func(bot.Button) string) (found string) {
	for _, block := range m.Blocks {
		row, _ := block.(bot.Row)
		for _, b := range row {
			if green, seen := g[name(b)]; seen && green != (b.Style == bot.Green) {
				found = name(b)
			}
			g[name(b)] = b.Style == bot.Green
		}
	}
	return found
}

// Nothing is shown by color alone: messages that differ in colors also differ in words.
func TestNothingIsToldByColorAlone(t *testing.T) {
	t.Parallel()
	every := gametest.Dose(t, 4, 1, 1) // one moment in this many is examined
	for _, sys := range systems.All() {
		fewest, _ := screentest.Seats(t, sys)
		r := gametest.NewRand(31)
		m := screentest.NewMatch(t, sys, max(fewest, 4), nil)
		frames := map[string]int{} // colors of boards and hands by their words
		for moves := range 300 {
			if m = screentest.Step(t, r, m); m.Phase == match.Over {
				break
			}
			if moves%every != 0 {
				continue
			}
			s := snapshotOf(m)
			marked := greens{} // of a hand's pages
			look := func(msg bot.Message) {
				t.Helper()
				said := screentest.Said(msg)
				if before, seen := frames[said]; seen && before != msg.Accent {
					t.Fatalf("%s: the frame alone tells two messages apart, %06x and %06x:\n%s", sys.Name, before, msg.Accent, said)
				}
				frames[said] = msg.Accent
				if name := marked.only(msg, func(b bot.Button) string { return b.Label.String() + b.Emoji }); name != "" {
					t.Fatalf("%s: only the color tells that %q is chosen:\n%s", sys.Name, name, screentest.Text(msg))
				}
			}
			look(s.Board())
			for seat := range game.Seat(len(s.People)) {
				clear(marked)
				v, _ := m.View(seat)
				look(s.Hand(seat, ids.Page{}, say.Message{}))
				for _, c := range v.Hand {
					look(s.Hand(seat, ids.Page{Picking: true, Picks: c.String()}, say.Message{}))
					look(s.Hand(seat, ids.Page{Planning: true, Picks: c.String()}, say.Message{}))
				}
			}
		}
		if len(frames) < 500 {
			t.Errorf("%s: only %d messages were looked at", sys.Name, len(frames))
		}
	}
	marked := greens{}
	for _, x := range settings.Preferences() {
		for _, value := range x.Values {
			p, err := settings.DefaultPerson().With(x.Key, value.Key)
			if err != nil {
				t.Fatal(err)
			}
			if name := marked.only(Preferences(p, say.Message{}), func(b bot.Button) string { return b.ID + b.Label.String() + b.Emoji }); name != "" {
				t.Errorf("only the color tells that %q is chosen", name)
			}
		}
	}
}
