package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Pages implements game.Rules. After the aim each page begins with what is played otherwise elsewhere.
func (r *Rules) Pages() []game.Page { return []game.Page{r.aimPage(), r.playsPage(), r.pointsPage()} }

// where returns a sentence where an option is on, and nothing elsewhere.
func where(on bool, text say.Text, args ...any) say.Message {
	if on {
		return say.New(text, args...)
	}
	return say.Message{}
}

func (r *Rules) aimPage() game.Page {
	low, high := r.Card(0).Face(), r.Card(51).Face()
	suit := func(place int) string { return string([]rune(r.Card(place).Face())[1:]) }
	start := say.New("**Start:** in every round whoever holds {lowest}, or the lowest card dealt, leads, with a play that includes it. Your last card may be a 2.", low)
	if !r.lowestLeads {
		start = say.New("**Start:** whoever holds {lowest}, or the lowest card dealt, leads the first round, with a play that includes it. In later rounds the winner of the round before leads anything. Your last card may be a 2.", low)
	}
	turn := say.New("**Your turn:** beat the top play with a higher one of the same number of cards, or pass. When all others have passed, whoever played last leads: play anything, but you can't pass.")
	if !r.PassIsFinal {
		turn = say.Join(" ", turn, say.New("After a pass you may still play when your turn comes round again."))
	}
	return kit.Page("Big Two",
		say.New("Be the first to play all your cards."),
		where(r.dragon, "**Dragon:** thirteen different ranks in your hand win as soon as they are dealt. Of two dragons the one nearest clockwise from the leader wins."),
		where(r.PassIsFinal, "**A pass is final:** once you pass, you are out until the next trick."),
		where(r.lastCard, "**Last card:** while the next player has one card left, a card you play alone must be your highest. Anything else, and passing, is up to you."),
		say.New("Two to four players with 13 cards each, or three with 17. 3 is the lowest rank and 2 the highest: `3 4 5 6 7 8 9 10 J Q K A 2`. Within a rank {a} < {b} < {c} < {d}, so {lowest} is the lowest card and {highest} the highest.", suit(0), suit(1), suit(2), suit(3), low, high),
		start, turn,
		say.New("**Two players** leave half the cards out. **Of three,** whoever holds the lowest card dealt also gets the card left over, for all to see."),
	)
}

func (r *Rules) playsPage() game.Page {
	card := func(place int) string { return r.Card(place).Face() }
	const nine = 24 // the place of the lowest 9
	triple := say.New("**Three of a kind:** by rank. 10♦ 10♥ 10♠ beats 9♦ 9♣ 9♥.")
	if !r.Has(Triple) {
		triple = say.New("Three of a kind can't be played alone, only in a Full House.")
	}
	fives := say.New("**Five cards**, each kind beating those before it.")
	if r.BeatenBy[Straight]>>FullHouse&1 == 0 {
		fives = say.New("**Five cards:** only a higher play of the same kind beats them.")
	}
	highest := say.New("The highest card decides, by rank, then suit.")
	straight := say.Join(" ", r.with2(), highest)
	switch r.straights {
	case 1, 3:
		straight = say.Join(" ", straight, say.New("In these two the suit of the 2 decides."))
	case 2:
		straight = say.Join(" ", straight, say.New("In these two it is the 5 or 6."))
	}
	flush := say.Join(" ", say.New("*Flush:* five cards of one suit, 4♥ 6♥ 9♥ J♥ K♥."), highest)
	switch {
	case !r.Has(Flush):
		flush = say.New("Five cards of one suit are no play, unless they are a Straight Flush.")
	case r.flushBySuit:
		flush = say.Join(" ", say.New("*Flush:* five cards of one suit, 4♥ 6♥ 9♥ J♥ K♥."), say.New("The suit decides, then the highest card."))
	}
	return kit.Page("What you can play",
		where(r.bombs(), "**Bombs:** four of a kind with any fifth card, and a Straight Flush, beat any play of any size. A Straight Flush beats every Bomb. Only a higher one beats them."),
		say.Lines(
			say.New("**One card:** by rank, then suit. {high} beats {low}.", card(nine+3), card(nine+2)),
			say.New("**A pair:** by rank, then its higher suit. {a} {b} beats {c} {d}.", card(nine), card(nine+3), card(nine+1), card(nine+2)),
		),
		say.Lines(triple, say.New("You can't play four cards.")),
		say.Join(" ", fives, say.New("*Straight:* five ranks in a row, 5♣ 6♦ 7♦ 8♠ 9♥."), straight),
		flush,
		say.New("*Full House:* three of a kind and a pair, 7♦ 7♣ 7♠ 4♦ 4♥. The three decide."),
		say.Lines(
			say.New("*Bomb:* four of a kind and any fifth card, 8♦ 8♣ 8♥ 8♠ 3♣. The four decide."),
			say.New("*Straight Flush:* a Straight of one suit, 6♠ 7♠ 8♠ 9♠ 10♠."),
		),
	)
}

// with2 says which straights include a 2.
func (v *Variant) with2() say.Message {
	return say.New("With a 2 these are Straights: {which}.", say.New(straightTables[v.straights].with2))
}

// bombs reports whether bombs beat plays of any size.
func (v *Variant) bombs() bool { return v.BeatenBy[Single]>>Bomb&1 != 0 }

func (r *Rules) pointsPage() game.Page {
	end := say.New("The round ends when someone has no cards left. Everyone else loses a point for each card they hold, or two for each if they hold {n} or more. The winner gains them all.", r.Number("doubles"))
	if r.Is("doubles", "no") {
		end = say.New("The round ends when someone has no cards left. Everyone else loses a point for each card they hold. The winner gains them all.")
	}
	return kit.Page("Points",
		where(r.twosDouble, "**2s left over:** each 2 you still hold doubles what you lose."),
		say.Lines(end, where(r.triple13, "All 13 cards count three times; with three players 17 or more do.")),
		where(r.dragon, "After a dragon everyone else loses for all their cards."),
		say.Join(" ", r.Describe(), say.New("The most points win; a tie goes to whoever won more rounds, then to whoever did better in the last one."),
			say.New("The winner of the last round is the **Big Two**.")),
	)
}
