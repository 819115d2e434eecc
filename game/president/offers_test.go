package president

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
)

func TestOffersAreLabeledPlays(t *testing.T) {
	for _, tt := range []struct{ why, options, deal, play, offers string }{
		{"one offer a rank and size, of the lowest suits", "", "Ann 7c 7d 7s Tc / Bob 3c / Cy 4c", "= turn Ann", "7|7 7|7 7 7|10"},
		{"pass is one", "", "Ann 7c 7d Tc / Bob 3c Td Th Jc Jd / Cy 4c", "Ann: 7c 7d", "Pass|10 10|J J"},
		{"with suits each play leaves another hand", "suits=poker", "Ann 7c 7d 7s / Bob 3c / Cy 4c", "= turn Ann", "7♣|7♦|7♠|7♣ 7♦|7♣ 7♠|7♦ 7♠|7♣ 7♦ 7♠"},
		{"Jokers are said", "jokers=2", "Ann 7c 7d *1 *2 / Bob 3c / Cy 4c", "= turn Ann", "7|7 7|7 Joker|7 7 Joker|7 Joker Joker|7 7 Joker Joker|Joker|Joker Joker"},
		{"and what they stand for", "jokers=2 joker=wild", "Ann Ac Ad 3c / Bob *1 *2 / Cy 4c", "Ann: Ac Ad", "Pass|2 Jokers as 2"},
		{"also where another name skips", "jokers=2 joker=wild equal=skip", "Ann Ac 3c / Bob *1 5c / Cy 4c", "Ann: Ac", "Pass|Joker as 2|Joker as A (the next player loses a turn)"},
		{"what a play brings about", "four=revolution", "Ann 4c 4d 4h 4s 5c / Bob 3c / Cy 6c", "= turn Ann", "4|4 4|4 4 4|4 4 4 4 (revolution: ranks and direction reverse, and you lead)|5"},
		{"whoever is out doesn't lead", "four=revolution", "Ann 4c 4d 4h 4s 5c / Bob 3c / Cy 6c", "Ann: 5c; Bob: pass; Cy: pass", "4|4 4|4 4 4|4 4 4 4 (revolution: ranks and direction reverse)"},
		{"a coup in the first round", "coup=yes jokers=1", "Ann 4c 4d 4h 4s *1 5c / Bob 3c / Cy 6c", "Ann: 5c; Bob: pass; Cy: pass", "4|4 4|4 4 4|4 4 4 4|4 Joker|4 4 Joker|4 4 4 Joker|4 4 4 4 Joker (you take first place)|Joker"},
		{"later it takes the place of who holds it", "coup=yes jokers=1 leads=asshole exchange=none", "Ann=3 Bob=1 Cy=2: Ann 4c 4d 4h 4s *1 / Bob 3c / Cy 6c", "= turn Ann", "4|4 4|4 4 4|4 4 4 4|4 Joker|4 4 Joker|4 4 4 Joker|4 4 4 4 Joker (you take the President's place)|Joker"},
		{"cards to give, by rank", "exchange=choice", "Ann=1 Bob=2 Cy=3: Ann 9c 9d / Bob Td 7d / Cy 9h 5c", "= turn Ann", "5 9|9 9"},
		{"with the card that will lead by name", "exchange=choice leads=qh", "Ann=1 Bob=2 Cy=3: Ann Qc Qd / Bob Td 7d / Cy Qh 5c", "= turn Ann", "5 Q|5 Q♥|Q Q|Q Q♥"},
		{"mercy by suit, since one card may be kept", "exchange=mercy", "Ann=1 Bob=2 Cy=3: Ann Qc Qd / Bob Td 7d / Cy 3c 3d 5c", "= turn Cy", "3♣ 3♦|3♦ 5♣"},
	} {
		state := replayCase(t, ruleCase{options: tt.options, deal: tt.deal, play: tt.play})
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
			t.Errorf("%s: got the offers\n%s\nwant\n%s", tt.why, strings.Join(got, "|"), tt.offers)
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
			t.Errorf("%s: the longest label has %d characters, or %q is not among the labels %q", options, longest, want, labels)
		}
	}
}

func TestExchangeIsPrivate(t *testing.T) {
	state := replayCase(t, ruleCase{
		options: "exchange=choice", deal: "Ann=1 Bob=2 Cy=3 Dee=4: Ann 9c 9d / Bob Td 7d / Cy 5h 5c / Dee Ac Kd 4c",
		play: "= turn Ann",
	})
	given, news := gametest.Apply(t, state, 0, "give 9c Ac")
	for _, tt := range []struct {
		state game.State
		seat  game.Seat
		want  string // View.Swaps and View.Fresh: the exchanges, and the cards received
		why   string
	}{
		{state, 0, "[{3 [] [Kd Ac]}] [Kd Ac]", "the President has two of the Asshole's"},
		{state, 3, "[{0 [Kd Ac] []}] []", "who sees which"},
		{state, 1, "[{2 [] [5h]}] [5h]", "the others see theirs"},
		{state, game.Watcher, "[] []", "and a watcher none"},
		{given, 0, "[{3 [9c Ac] [Kd Ac]}] []", "the President has given"},
		{given, 3, "[{0 [Kd Ac] [9c Ac]}] [9c Ac]", "to the Asshole"},
		{given, game.Watcher, "[] []", "out of sight"},
	} {
		v := tt.state.View(tt.seat)
		if got := fmt.Sprint(v.Swaps, " ", v.Fresh); got != tt.want {
			t.Errorf("seat %d sees %s, want %s: %s", tt.seat, got, tt.want, tt.why)
		}
	}
	swapped := given.View(game.Watcher).Swapped
	if len(swapped) != 1 || swapped[0].Seat != 3 || swapped[0].Other != 0 || swapped[0].Count != 2 || swapped[0].Cards != nil || len(state.View(game.Watcher).Swapped) > 0 {
		t.Errorf("after the exchange the table is told %+v, want a swap of two cards between seats 3 and 0, without the cards", swapped)
	}
	if len(news) != 1 || news[0].Kind != game.Swapped || news[0].Cards != nil || news[0].Count != 2 || news[0].Other != 3 {
		t.Errorf("got the news %+v, want a swap of two cards with seat 3, without the cards", news)
	}
}

func TestTheLeadOfTheLastPlayerHasAReason(t *testing.T) {
	state := replayCase(t, ruleCase{options: "leads=asshole", deal: "Ann=3 Bob=1 Cy=2: Ann 3c 4d / Bob 4c / Cy Qh"})
	if says := state.View(game.Watcher).LeadReason; says != "{who} came last and begins." {
		t.Errorf("got the reason %q, want one that says that the leader came last", says)
	}
}

func TestTheNewsOfARevolutionSaysWhoLeadsNext(t *testing.T) {
	for _, tt := range []struct {
		deal, play string
		want       string
		why        string
	}{
		{"Ann 9c 9d 9h 9s 4c / Bob 5c / Cy 6c", "9c 9d 9h 9s", "played 0, revolution 0, trick-won 0", "its player leads"},
		{"Ann 9c 9d 9h 9s / Bob 5c / Cy 6c", "9c 9d 9h 9s", "played 0, revolution 0, went-out 0, trick-won 2", "or, if they are out, the next in the new direction"},
	} {
		_, news := gametest.Apply(t, replayCase(t, ruleCase{options: "four=revolution", deal: tt.deal, play: "= turn Ann"}), 0, tt.play)
		var told []string
		for _, n := range news {
			told = append(told, fmt.Sprint(n.Kind, " ", n.Seat))
		}
		if got := strings.Join(told, ", "); got != tt.want {
			t.Errorf("%s: got the news %s, want %s", tt.why, got, tt.want)
		}
	}
}
