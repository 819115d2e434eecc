package president

import (
	"strings"

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
	runOnSet             // a run doesn't beat a set
	setOnRun             // a set doesn't beat a run
	otherLength          // a run takes a run of as many cards
	lowerRun             // the run doesn't beat the top run
	mustEqual            // it must have the rank and size of the top play
	outsideLock          // the trick is locked to other suits
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
	case runOnSet:
		return say.New("A run doesn't beat a set: it takes {n:one card|# cards of one rank}.", p.top.Size())
	case setOnRun, otherLength:
		return say.New("It takes a run of {n} cards to beat a run of {n}.", p.top.Size())
	case lowerRun:
		return s.notHigher(m)
	case mustEqual:
		return say.New("{top} was an equal play: match it, or pass and sit out this trick.", s.label(p.top))
	case outsideLock:
		return say.New("Locked to {suits}: play {what}.", suitFaces(p.trick.lock), p.lockedTo())
	case giveFirst, wrongGift:
		return say.New("You have to give {n:# card|# cards}.", min(int(p.decisions[0].n), p.hands[p.decisions[0].from].Len()))
	case notTheLowest:
		return say.New("You have to give your lowest cards; the only one you may keep is 3♣.")
	}
	return say.New("You can't do that now.")
}

// suitFaces writes suits, which are given as in suitsOf: "♣ ♦".
func suitFaces(suits uint8) string {
	var faces []string
	for c := range (card.Set{uint64(suits&15) << (card.Three << 2), uint64(suits>>4) << (card.Three << 2)}).All() {
		faces = append(faces, c.Suit().Face())
	}
	return strings.Join(faces, " ")
}

// lockedTo says what can be played in a locked trick: "one club and one diamond".
func (p *Position) lockedTo() say.Message {
	names := [...]say.Text{"{n:one club|# clubs}", "{n:one diamond|# diamonds}", "{n:one heart|# hearts}", "{n:one spade|# spades}"}
	var all []say.Message
	for suit, name := range names {
		if n := int(p.trick.lock>>suit&1 + p.trick.lock>>(suit+4)&1); n > 0 {
			all = append(all, say.New(name, n))
		}
	}
	if p.top.IsRun() {
		runs := [...]say.Text{"a run of clubs", "a run of diamonds", "a run of hearts", "a run of spades"}
		return say.New(runs[p.top.runSuit()])
	}
	return say.List(all...)
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

// whatBeats says what beats the top play with the current rules.
func (s *roundState) whatBeats() say.Message {
	p, t := &s.position, s.position.top
	n, equal, kind := t.Size(), p.rules.equal != equalNo, setName(t.Size())
	order, extreme := say.Text("higher"), card.Two
	if p.inverted {
		order, extreme = "lower", card.Three
	}
	switch {
	case t.IsRun():
		return say.New("a {order} run of {n} cards", say.New(order), n)
	case p.trick.bound:
		return say.New("an equal {kind}", say.New(kind))
	}
	var ways []say.Message
	switch highest := t.Rank() == card.Joker || t.Rank() == extreme; {
	case p.rules.size == sizeAny:
		return say.New("any {kind} or larger set", say.New(kind))
	case equal && !highest:
		ways = append(ways, say.New("an equal or {order} {kind}", say.New(order), say.New(kind)))
	case equal:
		ways = append(ways, say.New("an equal {kind}", say.New(kind)))
	case !highest:
		ways = append(ways, say.New("a {order} {kind}", say.New(order), say.New(kind)))
	}
	if t.Rank() == extreme && !p.rules.jokersNamed && s.jokersInDeck() >= n {
		ways = append(ways, say.New("{n:a Joker|# Jokers}", n))
	}
	if p.rules.suits != suitsNone && !equal && t.power()&3 < 3 {
		ways = append(ways, say.New("the same rank in a higher suit"))
	}
	if p.rules.spadeThree && t.loneJoker() {
		ways = append(ways, say.New("the 3 of spades"))
	}
	if p.rules.clearAny && n > 1 && !p.inverted && t.natural() != 0 {
		ways = append(ways, say.New("a single 2"))
	}
	if p.rules.fewerTwos && n > 1 && !p.inverted && t.Rank() != card.Two && t.natural() != 0 {
		ways = append(ways, say.New("{n} {some:2|2s}", say.Number(n-1), n-1))
	}
	switch {
	case p.rules.size == sizeBigger:
		ways = append(ways, say.New("any larger set"))
	case p.rules.size == sizeHigher && t.Rank() != card.Joker && t.Rank() != extreme:
		ways = append(ways, say.New("a larger set of a {order} rank", say.New(order)))
	}
	if last := len(ways) - 1; last > 0 {
		return say.New("{first}, or {last}", say.Join(", ", ways[:last]...), ways[last])
	}
	return say.Join("", ways...)
}

// setName returns the kind of a set in a sentence.
func setName(n int) say.Text {
	return [...]say.Text{"card", "pair", "three of a kind", "four of a kind", "set of five", "set of this size"}[min(n, 6)-1]
}

func (s *roundState) jokersInDeck() int {
	return s.rules.Number("jokers") * s.rules.preset.decks(len(s.Order))
}

// notHigher says why a play of the right size doesn't beat the top play.
func (s *roundState) notHigher(m Move) say.Message {
	p := &s.position
	play, top := s.label(m), s.label(p.top)
	switch same := m.Rank() == p.top.Rank(); {
	case m.IsRun() && p.inverted:
		return say.New("{play} doesn't beat {top}; while the ranks are reversed a run has to be lower.", play, top)
	case m.IsRun():
		return say.New("{play} doesn't beat {top}; a run has to begin with a higher rank.", play, top)
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
