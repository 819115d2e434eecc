package president

import (
	"deuces/game/card"
	"deuces/internal/say"
)

// reason is why a move is refused, or legal.
type reason uint8

const (
	legal         reason = iota
	leadsMust            // the leader must play
	needsThree           // the first play of the round must contain 3c
	lastPair             // the last two cards can't be played as a pair
	jokersApart          // Jokers can't be played with other cards
	wrongSize            // it takes as many cards as the top play
	tooFew               // it takes at least as many cards as the top play
	isEqual              // it has the same rank as the top play and must be higher
	isLower              // it doesn't beat the top play
	giveFirst            // an exchange decision is due
	nothingToGive        // no exchange decision is due
	wrongGift            // the wrong number of cards to give
	notTheLowest         // with the option mercy the Asshole has to give other cards
)

// sentence says why a move is refused, and what would be right.
func (s *roundState) sentence(why reason, m Move) say.Message {
	p := &s.position
	switch why {
	case leadsMust:
		return say.New("You lead, so you can't pass: play anything you like.")
	case needsThree:
		return say.New("The first play of the round must include 3♣.")
	case lastPair:
		return say.New("You can't play your last two cards as a pair; play one of them.")
	case jokersApart:
		return say.New("Jokers can't be played with other cards here; play them on their own.")
	case wrongSize, tooFew:
		return s.wrongSize(why == tooFew)
	case isEqual:
		if m.Rank() == p.top.Rank() && p.rules.suits != suitsNone && m.Rank() != card.Joker {
			return s.notBeaten("{play} {n:doesn't|don't} beat {top}: the highest suit is the same, and a play has to be higher.", m)
		}
		return s.notBeaten("{play} {n:doesn't|don't} beat {top}; a play has to be higher.", m)
	case isLower:
		return s.isLower(m)
	case giveFirst:
		return say.New("First choose {n:# card|# cards} to give.", p.giftSize())
	case nothingToGive:
		return say.New("There is nothing to give now.")
	case wrongGift:
		return say.New("You have to give {n:# card|# cards}.", p.giftSize())
	case notTheLowest:
		return say.New("You have to give your lowest cards; the only one you may keep is 3♣.")
	}
	return say.New("You can't do that now.")
}

// giftSize returns how many cards have to be given.
func (p *Position) giftSize() int {
	return min(int(p.decisions[0].n), p.hands[p.decisions[0].from].Len())
}

// wrongSize says how many cards it takes to beat the top play, and how many twos if one fewer is
// enough.
func (s *roundState) wrongSize(orMore bool) say.Message {
	p := &s.position
	size := p.top.Size()
	twos := p.rules.fewerTwos && size > 1 && !p.inverted && p.top.Rank() != card.Two && p.top.natural() != 0
	n := say.Number(size)
	switch {
	case size == 1:
		return say.New("One card is on the table, so it takes one card to beat it.")
	case twos && orMore && size == 2:
		return say.New("Two cards are on the table, so it takes two or more (or a 2) to beat them.")
	case twos && orMore:
		return say.Capital(say.New("{count} cards are on the table, so it takes {count} or more (or {fewer} 2s) to beat them.", n, say.Number(size-1)))
	case twos && size == 2:
		return say.New("Two cards are on the table, so it takes two cards (or a 2) to beat them.")
	case twos:
		return say.Capital(say.New("{count} cards are on the table, so it takes {count} cards (or {fewer} 2s) to beat them.", n, say.Number(size-1)))
	case orMore:
		return say.Capital(say.New("{count} cards are on the table, so it takes {count} or more to beat them.", n))
	}
	return say.Capital(say.New("{count} cards are on the table, so it takes {count} cards to beat them.", n))
}

// isLower says why a play is lower, if the suit or reversed ranks decide.
func (s *roundState) isLower(m Move) say.Message {
	p := &s.position
	switch {
	case m.Rank() == p.top.Rank() && p.rules.suits == suitsAustrian:
		return s.notBeaten("{play} {n:doesn't|don't} beat {top}; with the same rank, the higher suit wins (♥ ♦ ♠ ♣).", m)
	case m.Rank() == p.top.Rank():
		return s.notBeaten("{play} {n:doesn't|don't} beat {top}; with the same rank, the higher suit wins (♠ ♥ ♦ ♣).", m)
	case p.inverted && p.rules.four == fourRevolution:
		return s.notBeaten("{play} {n:doesn't|don't} beat {top}: since the revolution, low cards beat high ones.", m)
	case p.inverted:
		return s.notBeaten("{play} {n:doesn't|don't} beat {top}: the ranks are reversed, so low cards beat high ones.", m)
	}
	return s.notBeaten("{play} {n:doesn't|don't} beat {top}.", m)
}

// notBeaten fills the placeholders of a sentence about a play that doesn't beat the top play.
func (s *roundState) notBeaten(text say.Text, m Move) say.Message {
	return say.Capital(say.New(text, s.nameOf(m), m.Size(), s.nameOf(s.position.top)))
}

// nameOf returns a play in words: "a 9", "three 7s", "two Jokers".
func (s *roundState) nameOf(m Move) say.Message {
	suits, as := s.position.rules.suits != suitsNone, m.As()
	face := m.Rank().Face()
	switch {
	case m.Size() == 1 && suits && as != card.None && startsWithVowel(as.Rank()):
		return say.New("a Joker as an {rank}", face)
	case m.Size() == 1 && suits && as != card.None:
		return say.New("a Joker as a {rank}", face)
	case m.Size() == 1 && suits:
		return faceOf(firstCard(m))
	case m.Rank() == card.Joker && m.Size() == 1:
		return say.New("a Joker")
	case m.Rank() == card.Joker:
		return say.New("{count} Jokers", say.Number(m.Size()))
	case m.Size() == 1 && startsWithVowel(m.Rank()):
		return say.New("an {rank}", face)
	case m.Size() == 1:
		return say.New("a {rank}", face)
	}
	return say.New("{count} {rank}s", say.Number(m.Size()), face)
}

// startsWithVowel reports whether a rank takes "an": an 8, an Ace.
func startsWithVowel(r card.Rank) bool { return r == card.Eight || r == card.Ace }

// faceOf returns a card for use in a sentence: "9♥", "a Joker".
func faceOf(c card.Card) say.Message {
	if c.IsJoker() {
		return say.New("a Joker")
	}
	return say.Verbatim(c.Face())
}
