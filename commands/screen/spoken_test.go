package screen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

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

func TestCardsAreReadAsWords(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"`7♥`", "7 of hearts", "a card"},
		{"`7♥`\u00a0`7♠`\u2003`10♦`", "7 of hearts, 7 of spades; 10 of diamonds", "a hand: what stands in a row has commas, groups have more"},
		{"Play 7♥ J♠", "Play 7 of hearts, Jack of spades", "a label"},
		{"`A♣`✨\u2003`Joker`", "Ace of clubs ✨; Joker", "a new card, and a Joker"},
		{"`Joker=9♥`: lowest", "Joker as 9 of hearts: lowest", "what a Joker is named as"},
		{"The round opens with 3♣", "The round opens with 3 of clubs", "within a sentence"},
		{"then any number of ♦", "then any number of diamonds", "a suit alone"},
		{"`/cards 7♥`", "`/cards 7 of hearts`", "code that goes on is not torn"},
		{"8 × 10 · 3–8 players, Jokers: 2", "8 × 10 · 3–8 players, Jokers: 2", "no cards"},
	} {
		if got := CardsInWords(say.Verbatim(tt.text)).String(); got != tt.want {
			t.Errorf("%s: %q is read as %q, not %q", tt.why, tt.text, got, tt.want)
		}
	}
	many := say.Verbatim("Play 10♣ 10♦ 10♥ 10♠ Q♦ Q♥ · Full House")
	if got := labelInWords(many).String(); got != "Play 10 clubs, 10 diamonds, 10 hearts, 10 spades, Queen diamonds, Queen hearts …" {
		t.Errorf("a long label is %q", got)
	}
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
		m = screentest.Do(t, m, match.Start{Player: 1}, m.At)
		players, err := sys.Players(m.Rules)
		if err != nil {
			t.Fatal(err)
		}
		hinted := 0
		for range gametest.Dose(t, 24, 200, 1000) {
			if m.Phase == match.Over {
				break
			}
			m = screentest.Step(t, r, m)
			s := snapshotOf(m)
			s.Chosen.Cards = settings.InWords
			turn, due := m.Turn()
			if due && m.Phase == match.Playing && len(m.State.Legal()) > 1 {
				seen, _ := m.Observation(turn)
				choice, err := players[ai.Normal].Choose(seen, ai.Budget{}, 1)
				if err != nil {
					t.Fatal(err)
				}
				s.Hint = &choice
			}
			for seat := range s.People {
				v, _ := m.View(game.Seat(seat))
				first := ""
				if len(v.Hand) > 0 {
					first = v.Hand[0].String()
				}
				for _, at := range []ids.Page{{}, {Class: 1}, {Picking: true}, {Picks: first}, {Planning: true}, {Planning: true, Picks: first}} {
					msg := s.Hand(game.Seat(seat), at, say.Message{})
					if err := bottest.Message(msg); err != nil {
						t.Fatalf("%s: %v\n%s", sys.Name, err, screentest.Text(msg))
					}
					if said := screentest.Text(msg); symbol.MatchString(said) {
						t.Fatalf("%s: a suit is a symbol on page %v:\n%s", sys.Name, at, said)
					}
					if s.Hint == nil || game.Seat(seat) != turn {
						continue
					}
					hinted++
					want := ids.Act{Table: m.ID, Decision: m.Decision, Action: s.Hint.Action, Hinted: true}.ID()
					if all := buttonsOf(msg); len(all) == 0 || all[0] != want {
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
		players, err := sys.Players(screentest.NewMatch(t, sys, 4, nil).Rules)
		if err != nil {
			t.Fatal(err)
		}
		r := gametest.NewRand(8)
		m := screentest.NewMatch(t, sys, 4, nil)
		m = screentest.Do(t, m, match.Start{Player: 1}, m.At)
		for m.Phase != match.Playing || m.Decision.Turn < 3 || len(m.State.Legal()) < 3 {
			m = screentest.Step(t, r, m)
		}
		turn, _ := m.Turn()
		seen, _ := m.Observation(turn)
		choice, err := players[ai.Normal].Choose(seen, ai.Budget{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := snapshotOf(m)
		s.Hint = &choice
		fmt.Fprintf(&b, "=== %s: a hint\n%s\n", sys.Name, screentest.Text(s.Hand(turn, ids.Page{}, say.Message{})))
		s.Chosen.Cards = settings.InWords
		fmt.Fprintf(&b, "=== %s: in words\n%s\n", sys.Name, screentest.Text(s.Hand(turn, ids.Page{}, say.Message{})))
	}
	screentest.Golden(t, "hints", b.String())
}

// Every button in the golden texts has words besides any emoji.
func TestEveryButtonHasWords(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	button := regexp.MustCompile(`\[([^\]]*)\]`)
	n := 0
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range button.FindAllStringSubmatch(string(text), -1) {
			n++
			if !strings.ContainsFunc(found[1], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				t.Errorf("%s: a button is %q", file, found[0])
			}
		}
	}
	if n < 200 {
		t.Errorf("only %d buttons were found", n)
	}
}

// Nothing is shown by color alone: messages that differ in colors also differ in words.
func TestNothingIsToldByColorAlone(t *testing.T) {
	t.Parallel()
	every := gametest.Dose(t, 4, 1, 1) // one moment in this many is examined
	for _, sys := range systems.All() {
		fewest, _ := screentest.Seats(t, sys)
		r := gametest.NewRand(31)
		m := screentest.NewMatch(t, sys, max(fewest, 4), nil)
		m = screentest.Do(t, m, match.Start{Player: 1}, m.At)
		frames := map[string]int{} // colors of boards and hands by their words
		for moves := range 300 {
			if m.Phase == match.Over {
				break
			}
			if moves%every != 0 {
				m = screentest.Step(t, r, m)
				continue
			}
			s := snapshotOf(m)
			marked := map[string]bool{} // the buttons of a hand's pages, and whether they are green
			look := func(msg bot.Message) {
				t.Helper()
				said := screentest.Said(msg)
				if before, seen := frames[said]; seen && before != msg.Accent {
					t.Fatalf("%s: the frame alone tells two messages apart, %06x and %06x:\n%s", sys.Name, before, msg.Accent, said)
				}
				frames[said] = msg.Accent
				for _, block := range msg.Blocks {
					row, _ := block.(bot.Row)
					for _, b := range row {
						name := b.Label.String() + b.Emoji
						if green, seen := marked[name]; seen && green != (b.Style == bot.Green) {
							t.Fatalf("%s: only the color tells that %q is chosen:\n%s", sys.Name, name, screentest.Text(msg))
						}
						marked[name] = b.Style == bot.Green
					}
				}
			}
			look(s.Board())
			for seat := range s.People {
				clear(marked)
				v, _ := m.View(game.Seat(seat))
				look(s.Hand(game.Seat(seat), ids.Page{}, say.Message{}))
				for _, c := range v.Hand {
					look(s.Hand(game.Seat(seat), ids.Page{Picking: true, Picks: c.String()}, say.Message{}))
					look(s.Hand(game.Seat(seat), ids.Page{Planning: true, Picks: c.String()}, say.Message{}))
				}
			}
			m = screentest.Step(t, r, m)
		}
		if len(frames) < 500 {
			t.Errorf("%s: only %d messages were looked at", sys.Name, len(frames))
		}
	}
	marked := map[string]bool{}
	for _, x := range settings.Preferences() {
		for _, value := range x.Values {
			p, err := settings.DefaultPerson().With(x.Key, value.Key)
			if err != nil {
				t.Fatal(err)
			}
			for _, block := range Preferences(p, say.Message{}).Blocks {
				row, _ := block.(bot.Row)
				for _, b := range row {
					name := b.ID + b.Label.String() + b.Emoji
					if green, seen := marked[name]; seen && green != (b.Style == bot.Green) {
						t.Errorf("only the color tells that %q is chosen", name)
					}
					marked[name] = b.Style == bot.Green
				}
			}
		}
	}
}
