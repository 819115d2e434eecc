package commands

import (
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/settings"
)

// Plays can be typed in the usual notations, or as they are on buttons.
func TestPlaysAreReadAsPeopleWriteThem(t *testing.T) {
	view := func(system string, options map[string]string, hands []string, next string, moves ...string) game.View {
		m := screentest.MatchWithHands(t, system, options, hands, next, moves...)
		seat, _ := m.Turn()
		v, _ := m.View(seat)
		return v
	}
	plain := view("ahole", map[string]string{"opening": "qh"}, []string{"5c 5d 5h Tc Td Ac Ad 2c 2d Jc Qh"}, "")
	jokers := view("asshole", map[string]string{"opening": "qh"}, []string{"3c *1 *3 9h 8c 8d 8h Qh"}, "")
	ranked := view("bigtwo", nil, []string{"3d 3c 4c 5c 6c 7c 9h 9s Jd Jc 2s 2h Kc"}, "")
	running := view("acehole", nil, []string{"7h 8h 9h 7d 2c"}, "Th")
	for _, c := range []struct {
		v               game.View
		text, want, why string
	}{
		{game.View{}, "7h 7s", "7h 7s", "the notation of records, also before there are cards"},
		{game.View{}, "7♥ 7♠️, 10D", "7h 7s Td", "suits as signs, a ten in figures, a comma"},
		{game.View{}, "qD KD", "Qd Kd", "either case"},
		{game.View{}, "Joker=10h", "*=Th", "a Joker that is named"},
		{game.View{}, "PASS", "pass", "no cards"},
		{game.View{}, "give 3c 4d", "give 3c 4d", "an exchange"},
		{game.View{}, "a nice hand", "", "not cards"},
		{game.View{}, "", "", "nothing"},
		{plain, "joker", "*", "a Joker that nobody has, which the rules refuse"},
		{plain, "5 5", "5c 5d", "what a button shows"},
		{plain, "10", "Tc", "a rank alone"},
		{plain, "2", "2c", "one that is a number, too"},
		{plain, "AA", "Ac Ad", "ranks without a space"},
		{plain, "a a", "Ac Ad", "and with one"},
		{plain, "1010", "Tc Td", "tens without a space"},
		{plain, "JJ", "You don't have these cards.", "more than the hand has"},
		{plain, "k", "You don't have these cards.", "none of them"},
		{plain, "pair of jacks", "", "words"},
		{plain, "Ts", "Ts", "the 10 of spades, of which the rules say that it isn't held"},
		{jokers, "3c joker", "3c *1", "a Joker of the hand"},
		{jokers, "joker=9h", "*1=9h", "named"},
		{jokers, "8 joker", "", "several cards of a rank where suits matter"},
		{ranked, "3♦", "3d", "the card to open with"},
		{ranked, "3 3", "3d 3c", "the only pair of threes"},
		{ranked, "9 9", "9h 9s", "not legal now, for the rules to refuse"},
		{ranked, "3 of Diamonds", "3d", "a suggestion in words"},
		{running, "9 8 7", "9h 8h 7h", "ranks in the order in which they are played"},
		{running, "9♥ 8♥ 7♥", "9h 8h 7h", "what a button shows"},
		{running, "draw", "draw", "no cards"},
		{running, "7 7", "7h 7d", "only this order follows suit"},
	} {
		a, err := readPlay(c.v, c.text)
		got := a.String()
		if err != nil {
			got = err.Error()
		}
		if c.want == "" && err == nil || c.want != "" && got != c.want {
			t.Errorf("%s: %q reads as %q; want %q", c.why, c.text, got, c.want)
		}
	}
}

// The suggestions are the legal plays of the player who types. Each suggestion can be parsed.
func TestSuggestionsAreTheLegalPlays(t *testing.T) {
	m := screentest.MatchWithHands(t, "ahole", map[string]string{"opening": "qh"}, []string{"5c 5d 5h Tc Td Ac Ad 2c 2d Jc Qh"}, "")
	mine, _ := m.View(0)
	ranked := screentest.MatchWithHands(t, "bigtwo", nil, []string{"3d 3c 4c 5c 6c 7c 9h 9s Jd Jc 2s 2h Kc"}, "")
	theirs, _ := ranked.View(0)
	suggested := func(v game.View, typed string, cards settings.Cards) (names []string) {
		for _, x := range suggestPlays(v, typed, cards) {
			names = append(names, x.Name.String())
			for _, typed := range []string{x.Value, x.Name.String()} {
				if a, err := readPlay(v, typed); err != nil || a.String() != x.Value {
					t.Errorf("%q is read as %q, %v; want %q", typed, a, err, x.Value)
				}
			}
		}
		return names
	}
	if all := suggested(mine, "", settings.Pictures); len(all) != len(mine.Offers) {
		t.Errorf("%d suggestions for %d plays", len(all), len(mine.Offers))
	}
	for typed, want := range map[string]string{"5 5": "5 5 · Pair, 5 5 5 · Three of a kind", "10 1": "10 10 · Pair", "kk": "", "Q": "Q", "jc": "J", "three": "5 5 5 · Three of a kind"} {
		if got := strings.Join(suggested(mine, typed, settings.Pictures), ", "); got != want {
			t.Errorf("%q suggests %q, want %q", typed, got, want)
		}
	}
	if spoken := suggested(theirs, "3 of diam", settings.InWords); len(spoken) == 0 || spoken[0] != "3 of diamonds" {
		t.Errorf("in words: %v", spoken)
	}
	if other, _ := m.View(1); len(suggestPlays(other, "", settings.Pictures)) != 0 {
		t.Error("somebody whose turn it isn't gets suggestions")
	}
}
