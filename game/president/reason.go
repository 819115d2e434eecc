package president

import (
	"deuces/game/card"
	"deuces/game/kit"
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
		return kit.MustLead()
	case needsThree:
		return kit.MustInclude(threeOfClubs)
	case lastPair:
		return say.New("You can't play your last two cards as a pair.")
	case jokersApart:
		return say.New("Jokers can't be played with other cards.")
	case wrongSize:
		return s.withTwos(m, kit.TakesCards(p.top.Size()))
	case tooFew:
		return s.withTwos(m, say.New("It takes {n:one card|# cards} or more to beat that.", p.top.Size()))
	case isEqual, isLower:
		return s.notHigher(m)
	case giveFirst, wrongGift:
		return say.New("You have to give {n:# card|# cards}.", min(int(p.decisions[0].n), p.hands[p.decisions[0].from].Len()))
	case notTheLowest:
		return say.New("You have to give your lowest cards; the only one you may keep is 3♣.")
	}
	return say.New("You can't do that now.")
}

// withTwos adds to a sentence about the number of cards that 2s need one fewer, if that is so. It
// would mislead whoever tried a 2 with a Joker, which needs as many cards as other sets.
func (s *roundState) withTwos(m Move, takes say.Message) say.Message {
	p := &s.position
	joined := m.Rank() == card.Two && m.Jokers() > 0
	if p.rules.fewerTwos && !joined && p.top.Size() > 1 && !p.inverted && p.top.Rank() != card.Two && p.top.natural() != 0 {
		return say.Join(" ", takes, say.Mark("", say.New("2s need one card fewer"), "."))
	}
	return takes
}

// notHigher says why a play of the right size doesn't beat the top play.
func (s *roundState) notHigher(m Move) say.Message {
	p := &s.position
	play, top := s.label(m), s.label(p.top)
	switch same := m.Rank() == p.top.Rank(); {
	case p.top.Rank() == card.Joker:
		return say.New("{play} doesn't beat {top}: Jokers on their own are the highest.", play, top)
	case same && p.rules.suits != suitsNone:
		return say.New("{play} doesn't beat {top}; with the same rank, the higher suit wins ({suits}).", play, top, suitOrder(p.rules.suits))
	case p.inverted:
		return say.New("{play} doesn't beat {top}; while the ranks are reversed a play has to be {needed}.", play, top, p.needed("lower"))
	}
	return say.New("{play} doesn't beat {top}; a play has to be {needed}.", play, top, p.needed("higher"))
}

// needed says what beats a play besides twos that need one card fewer; order is "higher" or "lower".
func (p *Position) needed(order say.Text) say.Message {
	switch equal, larger := p.rules.equal != equalNo, p.rules.size == sizeBigger; {
	case equal && larger:
		return say.New("equal, {order} or larger", say.New(order))
	case equal:
		return say.New("equal or {order}", say.New(order))
	case larger:
		return say.New("{order} or larger", say.New(order))
	}
	return say.New(order)
}
