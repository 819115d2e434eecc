package typed

import (
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/match"
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
		{plain, "pair of jacks", "You don't have these cards.", "a pair in words, of which the hand has one card"},
		{plain, "three 5s", "5c 5d 5h", "a number of cards of a rank"},
		{plain, "A pair of tens", "Tc Td", "a pair in words"},
		{plain, "pair of 10s", "Tc Td", "in figures"},
		{plain, "two aces", "Ac Ad", "a number in words"},
		{plain, "two Js", "You don't have these cards.", "not a 2 and the Jack of spades"},
		{plain, "[A♣ A♦]", "Ac Ad", "copied with brackets"},
		{plain, "Three of a kind", "5c 5d 5h", "the only play of a kind"},
		{plain, "queen of hearts", "Qh", "a card in words"},
		{plain, "pair", "Type the suits too, like 3c 3d.", "several plays of a kind"},
		{game.View{}, "5 5", "You don't have these cards.", "a player who is out"},
		{plain, "Ts", "Ts", "the 10 of spades, of which the rules say that it isn't held"},
		{jokers, "3c joker", "3c *1", "a Joker of the hand"},
		{jokers, "joker=9h", "*1=9h", "named"},
		{jokers, "8 joker", "", "several cards of a rank where suits matter"},
		{ranked, "3♦", "3d", "the card to open with"},
		{ranked, "3 3", "3d 3c", "the only pair of threes"},
		{ranked, "9 9", "9h 9s", "not legal now, for the rules to refuse"},
		{ranked, "3 of Diamonds", "3d", "a suggestion in words"},
		{ranked, "nice", `I can't read "nice". Type your cards like 3d, or as you would say them: 3 of diamonds.`, "words, which the refusal answers with a play of this hand"},
		{running, "9 8 7", "9h 8h 7h", "ranks in the order in which they are played"},
		{running, "9♥ 8♥ 7♥", "9h 8h 7h", "what a button shows"},
		{running, "draw", "draw", "no cards"},
		{running, "7 7", "7h 7d", "only this order follows suit"},
	} {
		a, err := Play(c.v, nil, c.text)
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
	suggested := func(v game.View, typed string, inWords bool) (names []string) {
		for _, x := range Suggest(v, nil, typed, inWords) {
			names = append(names, x.Name.String())
			for _, typed := range []string{x.Value, x.Name.String()} {
				if a, err := Play(v, nil, typed); err != nil || a.String() != x.Value {
					t.Errorf("%q is read as %q, %v; want %q", typed, a, err, x.Value)
				}
			}
		}
		return names
	}
	if all := suggested(mine, "", false); len(all) != len(mine.Offers) {
		t.Errorf("got %d suggestions, want one for each of %d plays", len(all), len(mine.Offers))
	}
	for typed, want := range map[string]string{"5 5": "5 5 · Pair, 5 5 5 · Three of a kind", "10 1": "10 10 · Pair", "kk": "", "Q": "Q", "jc": "J", "three": "3, 5 5 5 · Three of a kind"} {
		if got := strings.Join(suggested(mine, typed, false), ", "); got != want {
			t.Errorf("%q suggests %q, want %q", typed, got, want)
		}
	}
	if spoken := suggested(theirs, "3 of diam", true); len(spoken) == 0 || spoken[0] != "3 of diamonds" {
		t.Errorf("the suggestions in words are %v, want 3 of diamonds first", spoken)
	}
	if other, _ := m.View(1); len(Suggest(other, nil, "", false)) != 0 {
		t.Error("somebody whose turn it isn't gets suggestions")
	}
}

// Every text that a hand shows for a play can be typed back, in every game and rule set: that of its
// button with and without the verb and what the play does, in signs and in words, and the cards of each
// legal play as they are shown, copied with their pictures' names, or spelled out.
func TestWhatAHandShowsForAPlayCanBeTyped(t *testing.T) {
	set, err := face.NewSet()
	if err != nil {
		t.Fatal(err)
	}
	for _, sys := range systems.All() {
		tried, mixes := 0, gametest.Dose(t, 2, 10, 100)
		for seed := uint64(0); mixes > 0; seed++ {
			r := gametest.NewRand(seed)
			rules, options, err := gametest.Mix(sys.New, r)
			if err != nil {
				continue // these options don't go together
			}
			mixes--
			fewest, _ := rules.Seats()
			m := screentest.NewMatch(t, sys, fewest, options)
			for len(m.Results) < 2 && m.Phase != match.Over {
				if seat, due := m.Turn(); due {
					v, _ := m.View(seat)
					tried += wantTyped(t, set, r, v)
				}
				m = screentest.Step(t, r, m)
			}
		}
		t.Logf("%s: %d texts", sys.Name, tried)
		if tried < 100 {
			t.Errorf("%s: typed %d texts, want at least 100", sys.Name, tried)
		}
	}
}

// wantTyped fails the test unless each text that a hand shows for a play of the view means that play. It
// tries one offer and one legal play, and returns how many texts these have.
func wantTyped(t *testing.T, set face.Set, r *gametest.Rand, v game.View) (tried int) {
	t.Helper()
	type typed struct {
		text string
		want game.Action
	}
	var all []typed
	add := func(want game.Action, label say.Message) {
		button := bot.Message{Blocks: []bot.Block{bot.Row{{Label: label}}}}
		words := screen.InWords(button).Blocks[0].(bot.Row)[0].Label
		for _, text := range []string{label.String(), words.String(), strings.ToUpper(label.String())} {
			all = append(all, typed{text, want})
		}
	}
	o := v.Offers[r.Intn(len(v.Offers))]
	add(o.Action, o.Label)
	add(o.Action, say.Join(" · ", o.Label, o.Does()))
	if a := v.Legal[r.Intn(len(v.Legal))]; len(a.Cards) > 0 {
		verb := "Play "
		if a.Verb == game.Give {
			verb = "Give "
		}
		faces, pictures := make([]string, len(a.Cards)), ""
		jokers := slices.ContainsFunc(a.Cards, card.Card.IsJoker)
		for i, c := range a.Cards {
			faces[i] = c.Face()
			pictures += "<:" + set.Name(c, face.TwoColors) + ":123>"
			if a.As != card.None && c.IsJoker() == jokers {
				faces[i] += "=" + a.As.Face()
			}
		}
		shown := say.Verbatim(strings.Join(faces, " "))
		add(a, shown)
		add(a, say.Mark(verb, shown, ""))
		if a.As == card.None {
			all = append(all, typed{pictures, a})
		}
	}
	for _, x := range all {
		if strings.HasSuffix(x.text, "…") {
			continue // a label that is shortened, as in words of eight cards, names no single play
		}
		got, err := Play(v, nil, x.text)
		if err != nil || got.String() != x.want.String() {
			t.Fatalf("%s is typed as %q, which means %s (%v), in the hand %s", x.want, x.text, got, err, card.Format(v.Hand))
		}
	}
	return len(all)
}
