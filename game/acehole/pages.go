package acehole

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

func (r *Rules) Pages() []game.Page {
	fewest, most := r.Seats()
	return []game.Page{
		kit.Page("Acehole",
			say.New("Get rid of your cards, and don't be caught with many points."),
			say.Join(" ", say.New("This game is for {fewest} to {most} players.", fewest, most), say.New("Nine cards each. A deck has two Jokers."), kit.DescribeOption(r.Option("decks"))),
			say.New("One card is turned up, and play starts **lower** ⬇️, even if that card is a six: a lower heart goes on 9♥. Number cards are 2 to 10, face cards J Q K; ♥ ♦ are red, ♣ ♠ black."),
			r.drawing(),
			say.New("A random player begins the first round, and in each later one the next player clockwise. The player to their right deals."),
			say.New("The round ends when someone has no cards left, or can neither play nor draw."),
		),
		kit.Page("What goes on what",
			say.New("**Suit:** a number goes on a number of its suit, lower or higher as the table says: 7♥ on 9♥ with **Play lower** ⬇️, 10♥ on 9♥ with **Play higher** ⬆️."),
			say.New("**Rank:** any card goes on another of its rank: 9♠ on 9♥. That changes the suit."),
			say.New("**Face card:** J Q K go on any card of their color: K♦ on 4♥. Then any number of its suit may follow."),
			say.New("**Six:** it goes on any card of its color, and switches between going down and up: 6♦ on 9♥, then up."),
			say.New("**Ace:** it goes on a card of the *opposite* color: A♠ on 9♥ makes you an **Acehole**. After an Ace, only these fit: any Ace, a six or a face card of its color, or a Joker."),
			say.New("**Joker:** it goes on anything, and anything goes on it."),
		),
		kit.Page("Several cards",
			say.New("**Sets:** two or more cards of one rank, in any order. The first must fit, and the last is the new top card. On 9♥: 7♥ 7♠, then on from 7♠. Jokers go with Jokers."),
			say.New("**Runs:** two or more cards of one suit in a row, lower or higher as the table says, numbers only or face cards only: 8♥ 7♥ 6♥ or K♠ Q♠ J♠ going down, 7♥ 8♥ 9♥ or J♠ Q♠ K♠ going up. No Aces, no Jokers, and no sets within runs."),
			say.New("A six switches only if it ends up **on top**: 8♠ 7♠ 6♠ does, 6♠ 5♠ does not."),
		),
		kit.Page("Points",
			say.Join(" ", say.New("At the end of a round everyone shows the cards they have left: 2 to 5 and 7 to 10 count 5 points, sixes and face cards 10, Aces and Jokers 20."),
				say.New("The last player in the round to play an Ace on the opposite color is the **Acehole**.")),
			say.Join(" ", r.Describe(), say.New("The fewest points win; a tie goes to whoever did better in the last round. If everyone has reached the losing score, nobody wins.")),
		),
	}
}

func (r *Rules) drawing() say.Message {
	must := say.New("You can't pass. If you can't play, draw one card at a time until you can; from then on you may play or keep drawing.")
	if r.freeDraw {
		return say.Join(" ", must, kit.DescribeOption(r.Option("draw")))
	}
	return must
}
