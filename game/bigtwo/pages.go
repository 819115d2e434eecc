package bigtwo

import (
	"fmt"
	"strings"

	"deuces/game"
)

// Pages tells the rules as they are set.
func (r *Rules) Pages() []game.Page {
	end := fmt.Sprintf("A match goes over %d rounds.", r.rounds)
	if r.rounds == 1 {
		end = "A match is one round."
	}
	if r.target > 0 {
		end = fmt.Sprintf("A match ends after the round in which someone reaches %d points, however many rounds it takes.", r.target)
	}
	thirteen := "13 cards → 26"
	if r.triple13 {
		thirteen = "and all 13 count three times: 13 cards → 39"
	}
	return []game.Page{
		{Title: "Big Two", Text: lines(
			"Four players, 13 cards each. Be the first to lay all your cards.",
			"",
			"**Cards** 3 is the lowest and 2 the highest: `3 4 5 6 7 8 9 10 J Q K A 2`. Within a rank ♦ < ♣ < ♥ < ♠, so 3♦ is the lowest card and 2♠ the highest.",
			"",
			"**The turn** Lay a higher play of as many cards as lie on top, or pass. Who passes may still play later. When the three others have passed, the last to play is in control: lay anything, but lay something.",
			"",
			"**The start** Whoever holds 3♦ leads each round, with a play that contains it: 3♦ alone, or say 3♦ 3♠.",
		)},
		{Title: "What can be played", Text: lines(
			"**One card** By rank, then suit: 9♠ beats 9♥.",
			"**A pair** By rank, then its higher suit: 9♦ 9♠ beats 9♣ 9♥.",
			"**A triple** By rank: 10 10 10 beats 9 9 9.",
			"**Five cards**, each of these beating those above it:",
			"- *Straight*: five ranks in a row, 5♣ 6♦ 7♦ 8♠ 9♥. The highest card decides, rank then suit. J Q K A 2 is the highest; 2 3 4 5 6 and A 2 3 4 5 are none.",
			"- *Flush*: five of a suit, 4♥ 6♥ 9♥ J♥ K♥. The highest card decides, rank then suit.",
			"- *Full House*: three and two, 7♦ 7♣ 7♠ 4♦ 4♥. The three decide.",
			"- *Bomb*: four and any fifth card, 8♦ 8♣ 8♥ 8♠ 3♣. The four decide.",
			"- *Straight Flush*: a Straight of one suit, 6♠ 7♠ 8♠ 9♠ 10♠.",
			"",
			"Never four cards; and only five cards beat five.",
		)},
		{Title: "Points", Text: lines(
			"The round ends when someone has no card left. Everyone else loses a point a card, doubled from ten cards on, and the winner gains the sum.",
			"9 cards → 9 points, 10 cards → 20, "+thirteen+".",
			"",
			end+" Most points win; a tie goes to who won more rounds, then to who won the last.",
			"",
			"The winner of the last round is the **Big Two**.",
			"",
			"*Example:* the others are left with 4♦ 4♣, with 2♠ and with ten cards: they lose 2, 1 and 20, and the winner gains 23.",
		)},
	}
}

func lines(l ...string) string { return strings.Join(l, "\n") }
