package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Pages implements game.Rules.
func (r *Rules) Pages() []game.Page {
	return []game.Page{
		kit.Page("Big Two",
			say.New("Be the first to play all your cards."),
			say.New("Two to four players with 13 cards each, or three with 17. 3 is the lowest rank and 2 the highest: `3 4 5 6 7 8 9 10 J Q K A 2`. Within a rank ♦ < ♣ < ♥ < ♠, so 3♦ is the lowest card and 2♠ the highest."),
			say.New("**Start:** in every round whoever holds 3♦, or the lowest card dealt, leads, with a play that includes it. Your last card may be a 2."),
			say.New("**Your turn:** beat the top play with a higher one of the same number of cards, or pass. After a pass you may still play later. When all others have passed, whoever played last leads: play anything, but you can't pass."),
		),
		kit.Page("What you can play",
			say.Lines(
				say.New("**One card:** by rank, then suit. 9♠ beats 9♥."),
				say.New("**A pair:** by rank, then its higher suit. 9♦ 9♠ beats 9♣ 9♥."),
			),
			say.Lines(
				say.New("**Three of a kind:** by rank. 10♦ 10♥ 10♠ beats 9♦ 9♣ 9♥."),
				say.New("You can't play four cards."),
			),
			say.New("**Five cards**, each kind beating those before it. *Straight:* five ranks in a row, 5♣ 6♦ 7♦ 8♠ 9♥. The highest card decides, by rank, then suit. J Q K A 2 is the highest; 2 3 4 5 6 and A 2 3 4 5 don't count."),
			say.New("*Flush:* five cards of one suit, 4♥ 6♥ 9♥ J♥ K♥. The highest card decides, by rank, then suit."),
			say.New("*Full House:* three of a kind and a pair, 7♦ 7♣ 7♠ 4♦ 4♥. The three decide."),
			say.Lines(
				say.New("*Bomb:* four of a kind and any fifth card, 8♦ 8♣ 8♥ 8♠ 3♣. The four decide."),
				say.New("*Straight Flush:* a Straight of one suit, 6♠ 7♠ 8♠ 9♠ 10♠."),
			),
		),
		kit.Page("Points",
			say.Lines(
				say.New("The round ends when someone has no cards left. Everyone else loses a point for each card they hold, or two for each if they hold ten or more. The winner gains them all."),
				r.thirteen(),
			),
			say.Join(" ", r.Describe(), say.New("The most points win; a tie goes to whoever won more rounds, then to whoever did better in the last one."),
				say.New("The winner of the last round is the **Big Two**.")),
		),
	}
}

// thirteen says that all 13 cards count three times, if they do.
func (r *Rules) thirteen() say.Message {
	if r.triple13 {
		return say.Mark("", say.New("All 13 cards count three times"), ".")
	}
	return say.Message{}
}
