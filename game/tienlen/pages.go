package tienlen

import (
	"slices"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

func (r *Rules) Pages() []game.Page {
	return []game.Page{
		kit.Page(name,
			say.New("Get rid of your cards: don't be the last to hold any."),
			say.New("Two to four players, 13 cards each. 3 is the lowest rank and 2 the highest: `3 4 5 6 7 8 9 10 J Q K A 2`. Within a rank ♠ < ♣ < ♦ < ♥, so 3♠ is the lowest card and 2♥ the highest."),
			say.New("**Start:** in the first round whoever holds the lowest card dealt leads, with a play that includes it. Later the winner of the round before leads. The deal passes clockwise."),
			say.New("**Your turn:** beat the top play with a higher one of the same kind and as many cards, or pass. Once you pass, you are out of the trick. When everyone else has passed, whoever played last leads, or if they are out, the next player who still holds cards: play anything, but you can't pass. Your last card may be a 2."),
			r.instants(),
		),
		kit.Page("What you can play",
			say.New("**One card, a pair, three or four of a kind:** by rank, then the highest suit. 9♠ 9♥ beats 9♣ 9♦."),
			say.New("**A sequence:** three or more ranks in a row, 5♣ 6♠ 7♥. The highest card decides, by rank, then suit: 5♣ 6♠ 7♥ beats 5♥ 6♥ 7♦."),
			say.New("**A pair sequence:** three or more pairs in a row, 5♣ 5♦ 6♠ 6♥ 7♠ 7♦."),
			say.New("2s are in no sequence, and sequences don't go past the A."),
		),
		{Title: say.New("Chops"), Paragraphs: r.chopping()},
		kit.Page("Points",
			say.New("The round ends when only one player holds cards. Of four players the first gets 3 points, then 2, 1 and 0; of three 2, 1 and 0; of two 1 and 0."),
			say.Join(" ", r.Describe(), say.New("The most points win; a tie goes to whoever won more rounds, then to whoever did better in the last one."),
				say.New("Whoever was first in the last round is the **Nhất**, and whoever was last the **Bét**.")),
			r.paying(),
			r.leftOver(),
		),
	}
}

// instants says which hands win as soon as they are dealt.
func (r *Rules) instants() say.Message {
	if !r.instant {
		return say.Message{}
	}
	return say.New("**Instant wins:** a dragon (every rank from 3 to A), four 2s, six pairs, or five pairs in sequence win as soon as they are dealt, in this order. Of two players with equal ones, the first clockwise from whoever would lead wins. The winner gets 2 points for each opponent, the others nothing.")
}

// chopping says what beats 2s, and when.
func (r *Rules) chopping() []say.Message {
	var late say.Message
	if r.lateChops {
		late = say.New("With four or more pairs in sequence you may chop even after you have passed: everyone who passed is asked again where that is possible.")
	}
	switch r.chops {
	case south:
		return slices.DeleteFunc([]say.Message{
			say.New("**Chops** beat what is otherwise out of reach: *three pairs in sequence* beat a single 2, so 4♠ 4♦ 5♣ 5♥ 6♣ 6♦ beats 2♥."),
			say.New("*Four of a kind* beats a single 2, a pair of 2s and any three pairs in sequence."),
			say.New("*Four pairs in sequence* beat all of these, and any four of a kind. *Five or more pairs in sequence* also beat three 2s, and any sequence of fewer pairs."),
			late,
		}, say.Message.Empty)
	case narrow:
		return []say.Message{say.New("**Chops:** four of a kind or three pairs in sequence beat a single 2, four pairs a pair of 2s, and five pairs three 2s.")}
	}
	return []say.Message{say.New("Only higher 2s beat 2s.")}
}

// paying says what chops cost.
func (r *Rules) paying() say.Message {
	if !r.penalties || r.chops == none {
		return say.Message{}
	}
	return say.New("**Chops:** beating 2s with a chop, or four of a kind or a pair sequence with anything, costs the value of what was beaten. It adds up over the trick, and whoever was chopped last pays whoever chopped last.")
}

// leftOver says what the last player pays, and the values that all penalties have.
func (r *Rules) leftOver() say.Message {
	if !r.penalties {
		return say.Message{}
	}
	return say.Lines(
		say.New("**Left over:** the last player pays the first for the 2s, each four of a kind and the longest pair sequence still held."),
		say.New("**Values:** a black 2 is worth 1, a red 2 is worth 2, three pairs in sequence 3, four of a kind 4, four or more pairs in sequence 5."),
	)
}
