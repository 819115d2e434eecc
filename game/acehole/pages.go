package acehole

import (
	"fmt"
	"strings"

	"deuces/game"
)

// Pages tells the rules as they are set.
func (r *Rules) Pages() []game.Page {
	drawing := "There is no pass. If you can't play, draw a card at a time until you can; from then on you may play or draw on."
	if r.free {
		drawing = "There is no pass. You may always draw instead of playing, a card at a time, and must when you can't play."
	}
	cards := map[int]string{
		0: "Two to eight players, nine cards each, two Jokers; from five players on two decks.",
		1: "Two to five players, nine cards each, one deck with two Jokers.",
		2: "Two to eight players, nine cards each, two decks with two Jokers each.",
	}
	return []game.Page{
		{Title: "Acehole", Text: lines(
			cards[r.decks]+" Get rid of your cards, and don't be caught with many points.",
			"",
			"One card is turned up. The count starts **downwards**: on 9♥ goes a lower heart. Numbers are 2 to 10, faces J Q K; ♥ ♦ are red, ♣ ♠ black.",
			"",
			drawing,
			"",
			"The round ends when someone has no card left, or can neither play nor draw.",
		)},
		{Title: "What goes on what", Text: lines(
			"**Suit** A number on a number of its suit, in the direction of the count: 7♥ on 9♥ going down, 10♥ on 9♥ going up.",
			"**Rank** Any card on another of its rank: 9♠ on 9♥. That changes the suit.",
			"**Face** J Q K on a card of their colour: K♦ on 4♥. Then any number of its suit may follow: the count starts anew.",
			"**Six** On a card of its colour, and it turns the count: 6♦ on 9♥, then upwards.",
			"**Ace** On a card of the *other* colour: A♠ on 9♥ makes you an **Acehole**. No number of its suit follows an Ace: only an Ace, a six or a face of its colour, or a Joker.",
			"**Joker** On anything, and anything goes on it.",
		)},
		{Title: "Several cards", Text: lines(
			"**Sets** Two or more of one rank, in any order: the first must fit, the last is the new top. On 9♥: 7♥ 7♠, then on from 7♠. Jokers go with Jokers.",
			"**Runs** Two or more in a row of one suit, in the direction of the count, numbers only or faces only: 8♥ 7♥ 6♥ or K♠ Q♠ J♠ going down, 7♥ 8♥ 9♥ or J♠ Q♠ K♠ going up. No Aces, no Jokers.",
			"A run and a set don't mix.",
			"",
			"A six turns the count only where it ends **on top**: 8♠ 7♠ 6♠ turns it, 6♠ 5♠ does not.",
		)},
		{Title: "Points", Text: lines(
			"At the end of a round everyone shows the cards left: 2 to 5 and 7 to 10 count five, 6 J Q K ten, Aces and Jokers twenty.",
			"",
			fmt.Sprintf("The match ends after the round in which someone reaches **%d**. The fewest points win, ties go to the fewer in the last round. If everyone has reached it, all lose.", r.target),
			"",
			"Who was the last in the round to lay an Ace on the other colour is the **Acehole**.",
			"",
			"*Example:* left with A♠ 6♥ 3♦ 9♦ you count 20 + 10 + 5 + 5 = 40.",
		)},
	}
}

func lines(l ...string) string { return strings.Join(l, "\n") }
