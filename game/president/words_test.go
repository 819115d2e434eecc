package president

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
)

func TestRefusalsSayWhatWouldBeRight(t *testing.T) {
	for _, tt := range []struct{ options, deal, play, try, says string }{
		{"", "Ann 9c 9d 9h 3c / Bob 7c 7d 7h / Cy 4c", "Ann: 9c 9d 9h", "7c 7d 7h", "Three 7s don't beat three 9s."},
		{"four=revolution", "Ann 4c 4d 4h 4s 7c 7d 7h 3c / Bob 5d 6d / Cy 9c 9d 9h", "Ann: 4c 4d 4h 4s; Ann: 7c 7d 7h", "9c 9d 9h", "Three 9s don't beat three 7s: since the revolution, low cards beat high ones."},
		{"four=invert", "Ann 4c 4d 4h 4s 7c 3c / Bob 9d 8d / Cy 9c", "Ann: 4c 4d 4h 4s; Bob: pass; Cy: pass; Ann: 7c", "8d", "An 8 doesn't beat a 7: the ranks are reversed, so low cards beat high ones."},
		{"", "Ann 9c 3c / Bob 9d 7d / Cy 4c", "Ann: 9c", "9d", "A 9 doesn't beat a 9; a play has to be higher."},
		{"suits=poker", "Ann 9s 3c / Bob 9d 7d / Cy 4c", "Ann: 9s", "9d", "9♦ doesn't beat 9♠; with the same rank, the higher suit wins (♠ ♥ ♦ ♣)."},
		{"suits=poker jokers=2 joker=wild", "Ann 9s 9c 3c / Bob 9d *1 7d / Cy 4c", "Ann: 9s 9c", "9d *1", "Two 9s don't beat two 9s: the highest suit is the same, and a play has to be higher."},
		{"", "Ann 9c 9d 3c / Bob Td 7d / Cy 4c", "Ann: 9c 9d", "Td", "Two cards are on the table, so it takes two cards to beat them."},
		{"twos=fewer", "Ann 9c 9d 9h 3c / Bob 2d 7d / Cy 4c", "Ann: 9c 9d 9h", "2d", "Three cards are on the table, so it takes three cards (or two 2s) to beat them."},
		{"size=higher", "Ann 9c 9d 3c / Bob Td 7d / Cy 4c", "Ann: 9c 9d", "Td", "Two cards are on the table, so it takes two or more to beat them."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "Td 7d", "All the cards of a play must have the same rank; 7s and 10s don't go together."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "Js", "You don't have J♠."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "Td Td", "You don't have another 10♦."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "Ann: 9c", "*", "You don't have a Joker."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "pass", "You lead, so you can't pass: play anything you like."},
		{"opening=3c", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "9c", "The first play of the round must include 3♣."},
		{"lastpair=forbidden", "Ann 9c 9d / Bob Td 7d / Cy 4c", "= turn Ann", "9c 9d", "You can't play your last two cards as a pair; play one of them."},
		{"jokers=1 joker=high", "Ann 9c *1 / Bob Td 7d / Cy 4c", "= turn Ann", "9c *1", "Jokers can't be played with other cards here; play them on their own."},
		{"jokers=1", "Ann 9c *1 / Bob Td 7d / Cy 4c", "= turn Ann", "*1=9h", "A Joker on its own is just a Joker here; it can't stand for 9♥."},
		{"jokers=1", "Ann 9c *1 / Bob Td 7d / Cy 4c", "= turn Ann", "9c *1=Th", "A Joker played with 9s takes their rank; it can't stand for 10♥."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "draw", "There is no draw pile in this game."},
		{"", "Ann 9c 3c / Bob Td 7d / Cy 4c", "= turn Ann", "give 9c", "There is nothing to give now."},
		{"exchange=choice", "Ann=1 Bob=2 Cy=3: Ann 9c 3c / Bob Td 7d / Cy 4c 5c", "= turn Ann", "9c", "First choose 2 cards to give."},
		{"exchange=choice", "Ann=1 Bob=2 Cy=3: Ann 9c 3c / Bob Td 7d / Cy 4c 5c", "= turn Ann", "give 9c", "You have to give 2 cards."},
		{"exchange=mercy", "Ann=1 Bob=2 Cy=3: Ann 9c 4d / Bob Td 7d / Cy 3c 5c 6c", "= turn Cy", "give 3c 6c", "You have to give your lowest cards; the only one you may keep is 3♣."},
	} {
		state := played(t, ruleCase{options: tt.options, deal: tt.deal, play: tt.play})
		if says := gametest.Refusal(t, state, tt.try); says != tt.says {
			t.Errorf("%s %q: %q\nwant %q", tt.options, tt.try, says, tt.says)
		}
	}
}

// FuzzApply tries any notation in a few positions. Illegal actions must be refused with a sentence.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{"9c 9d", "*1=Th", "* * * * * * * * * * * * * * * *", "give 9c *", "pass", "3c *2=3d"} {
		f.Add(seed)
	}
	cases := []ruleCase{
		{options: "jokers=3 joker=wild suits=poker", deal: "Ann 9c 9d *1 / Bob 3c 3d *2 *3 / Cy 5c 6c 7c 8c", play: "Ann: 9c"},
		{options: "jokers=2 exchange=choice", deal: "Ann=1 Bob=2 Cy=3: Ann 9c 9d *1 / Bob 3c 3d *2 / Cy 5c 6c 7c 8c", play: "= turn Ann"},
		{options: "jokers=2 exchange=mercy", deal: "Ann=1 Bob=2 Cy=3: Ann 9c 9d *1 / Bob 3d *2 / Cy 3c 6c 7c 8c", play: "= turn Cy"},
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := game.ParseAction(text)
		if err != nil {
			return
		}
		for _, c := range cases {
			state := played(t, c)
			turn, _ := state.Turn()
			listed := map[string]bool{}
			for _, l := range state.Legal() {
				listed[record.Reduce(l, false)] = true
			}
			_, _, err := state.Apply(turn, a)
			_, illegal := errors.AsType[*game.Illegal](err)
			if err == nil && !listed[record.Reduce(a, false)] || err != nil && !illegal {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

func TestOffersAreLabeledPlays(t *testing.T) {
	for _, tt := range []struct{ why, options, deal, play, offers string }{
		{"one offer a rank and size, of the lowest suits", "", "Ann 7c 7d 7s Tc / Bob 3c / Cy 4c", "= turn Ann", "7|7 7|7 7 7|10"},
		{"pass is one", "", "Ann 7c 7d Tc / Bob 3c Td Th Jc Jd / Cy 4c", "Ann: 7c 7d", "Pass|10 10|J J"},
		{"with suits each play leaves another hand", "suits=poker", "Ann 7c 7d 7s / Bob 3c / Cy 4c", "= turn Ann", "7♣|7♦|7♠|7♣ 7♦|7♣ 7♠|7♦ 7♠|7♣ 7♦ 7♠"},
		{"Jokers are said", "jokers=2", "Ann 7c 7d *1 *2 / Bob 3c / Cy 4c", "= turn Ann", "7|7 7|7 Joker|7 7 Joker|7 Joker Joker|7 7 Joker Joker|Joker|Joker Joker"},
		{"and what they stand for", "jokers=2 joker=wild", "Ann Ac Ad 3c / Bob *1 *2 / Cy 4c", "Ann: Ac Ad", "Pass|2 Jokers as 2"},
		{"also where another name skips", "jokers=2 joker=wild equal=skip", "Ann Ac 3c / Bob *1 5c / Cy 4c", "Ann: Ac", "Pass|Joker as 2|Joker as A (the next player loses a turn)"},
		{"what a play brings about", "four=revolution", "Ann 4c 4d 4h 4s 5c / Bob 3c / Cy 6c", "Ann: 5c; Bob: pass; Cy: pass", "4|4 4|4 4 4|4 4 4 4 (revolution: ranks and direction reverse, and you lead)"},
		{"cards to give, by rank", "exchange=choice", "Ann=1 Bob=2 Cy=3: Ann 9c 9d / Bob Td 7d / Cy 9h 5c", "= turn Ann", "5 9|9 9"},
		{"with the card that will lead by name", "exchange=choice leads=qh", "Ann=1 Bob=2 Cy=3: Ann Qc Qd / Bob Td 7d / Cy Qh 5c", "= turn Ann", "5 Q|5 Q♥|Q Q|Q Q♥"},
		{"mercy by suit, since one card may be kept", "exchange=mercy", "Ann=1 Bob=2 Cy=3: Ann Qc Qd / Bob Td 7d / Cy 3c 3d 5c", "= turn Cy", "3♣ 3♦|3♦ 5♣"},
	} {
		state := played(t, ruleCase{options: tt.options, deal: tt.deal, play: tt.play})
		turn, _ := state.Turn()
		var got []string
		for _, o := range state.View(turn).Offers {
			label := o.Label.String()
			if !o.Effect.Empty() {
				label += " (" + o.Effect.String() + ")"
			}
			got = append(got, label)
		}
		if strings.Join(got, "|") != tt.offers {
			t.Errorf("%s:\n%s\nwant\n%s", tt.why, strings.Join(got, "|"), tt.offers)
		}
	}
}

func TestASetOfFourteenFitsAButton(t *testing.T) {
	for options, want := range map[string]string{
		"jokers=3":             "8 × 10 + 6 Jokers",
		"jokers=3 suits=poker": "10♣♣♦♦♥♥♠♠ + 6 Jokers",
	} {
		state := gametest.Start(t, gametest.New(t, President, options), game.Setup{
			Hands: gametest.Hands(t, "Tc Tc Td Td Th Th Ts Ts *1 *1 *2 *2 *3 *3", "5c", "5d", "5h", "5s", "6c", "6d", "6h"),
		})
		longest, labels := 0, []string{}
		for _, o := range state.View(0).Offers {
			labels = append(labels, o.Label.String())
			longest = max(longest, len([]rune(o.Label.String())))
		}
		if longest > 40 || !slices.Contains(labels, want) {
			t.Errorf("%s: the longest label has %d characters, and %q is not among %q", options, longest, want, labels)
		}
	}
}

// Only the two seats of an exchange see its cards.
func TestExchangeIsPrivate(t *testing.T) {
	state := played(t, ruleCase{
		options: "exchange=choice", deal: "Ann=1 Bob=2 Cy=3 Dee=4: Ann 9c 9d / Bob Td 7d / Cy 5h 5c / Dee Ac Kd 4c",
		play: "= turn Ann",
	})
	show := func(state game.State, seat game.Seat) string {
		v := state.View(seat)
		return fmt.Sprint(v.Phase, " ", v.Swaps, " ", v.Fresh, " ", v.Swapped)
	}
	for _, tt := range []struct {
		state game.State
		seat  game.Seat
		want  string
	}{
		{state, 0, "1 [{3 [] [Kd Ac]}] [Kd Ac] []"},
		{state, 3, "1 [{0 [Kd Ac] []}] [] "},
		{state, 1, "1 [{2 [] [5h]}] [5h] "},
		{state, game.Watcher, "1 [] [] []"}, // neither exchange is done
	} {
		if got := show(tt.state, tt.seat); !strings.HasPrefix(got, tt.want) {
			t.Errorf("seat %d sees %s, want %s", tt.seat, got, tt.want)
		}
	}
	next, news := gametest.Apply(t, state, 0, "give 9c Ac")
	if len(news) != 1 || news[0].Kind != game.Swapped || news[0].Cards != nil || news[0].Count != 2 || news[0].Other != 3 {
		t.Errorf("news %+v", news)
	}
	if got := next.View(game.Watcher).Swapped; len(got) != 1 || got[0].Seat != 3 || got[0].Other != 0 || got[0].Count != 2 || got[0].Cards != nil {
		t.Errorf("the table is told %+v", got)
	}
	if got := show(next, 0); !strings.HasPrefix(got, "1 [{3 [9c Ac] [Kd Ac]}] [] ") {
		t.Errorf("the President sees %s", got)
	}
	if got := show(next, 3); !strings.HasPrefix(got, "1 [{0 [Kd Ac] [9c Ac]}] [9c Ac] ") {
		t.Errorf("the Asshole sees %s", got)
	}
}

// Only the first lead of a round has a reason.
func TestTheFirstLeadSaysWhyItIsTheirs(t *testing.T) {
	for _, c := range []struct{ options, deal, play, says string }{
		{"opening=3c", "Ann 3c 5c / Bob 4c / Cy 8c 9c", "", "The round opens with 3♣: whoever holds it leads, and plays it."},
		{"opening=3c", "Ann 3c 5c / Bob 4c 9d / Cy 8c 9c", "Ann: 3c; Bob: pass; Cy: pass", ""},
		{"opening=qh", "Ann 3c 5c / Bob Qh / Cy 8c 9c", "", "Whoever holds Q♥ leads the round, with any play."},
		{"leads=asshole", "Ann=3 Bob=1 Cy=2: Ann 3c 4d / Bob 4c / Cy Qh", "", "Whoever came last in the last round leads, with any play."},
		{"leads=president", "Ann=3 Bob=1 Cy=2: Ann 3c 4d / Bob 4c / Cy Qh", "", "Whoever came first in the last round leads, with any play."},
		{"", "Ann 3c 5c / Bob 4c / Cy 8c 9c", "", "The player to the dealer's left leads the round, with any play."},
	} {
		v := played(t, ruleCase{options: c.options, deal: c.deal, play: c.play}).View(game.Watcher)
		if got := v.LeadReason.String(); got != c.says {
			t.Errorf("%s, %s, %s: %q, want %q", c.options, c.deal, c.play, got, c.says)
		}
	}
}
