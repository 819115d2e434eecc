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
	tooWeak              // it doesn't beat the top play
	mustEqual            // it must have the rank and size of the top play
	outsideLock          // the trick is locked to other suits
	giveFirst            // an exchange decision is due
	nothingToGive        // no exchange decision is due
	wrongGift            // the wrong number of cards to give
	notTheLowest         // with the option mercy the Asshole has to give other cards
)

// sentence says why a move is refused, and what would be right.
func (s *roundState) sentence(why reason) say.Message {
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
	case tooWeak:
		return kit.TooWeak(s.label(p.top), s.whatBeats())
	case mustEqual:
		return say.Period(say.New("Match {top}, or sit out this trick", s.label(p.top)))
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

// lockedTo says what can be played in a locked trick: "one ♣ and one ♦".
func (p *Position) lockedTo() say.Message {
	if p.top.IsRun() {
		return say.New("a run of {suit}", suitFaces(p.trick.lock))
	}
	var all []say.Message
	for suit := range 4 {
		if n := int(p.trick.lock>>suit&1 + p.trick.lock>>(suit+4)&1); n > 0 {
			all = append(all, say.New("{n:one|#} {suit}", n, suitFaces(1<<suit)))
		}
	}
	return say.List(all...)
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
	add := func(beats bool, way say.Text, args ...any) {
		if beats {
			ways = append(ways, say.New(way, args...))
		}
	}
	switch highest := t.Rank() == card.Joker || t.Rank() == extreme; {
	case p.rules.size == sizeAny:
		return say.New("any {kind} or larger set", say.New(kind))
	case equal && !highest:
		add(true, "an equal or {order} {kind}", say.New(order), say.New(kind))
	case equal:
		add(true, "an equal {kind}", say.New(kind))
	default:
		add(!highest, "a {order} {kind}", say.New(order), say.New(kind))
	}
	add(t.Rank() == extreme && !p.rules.jokersNamed && s.jokersInDeck() >= n, "{n:a Joker|# Jokers}", n)
	add(p.rules.suits != suitsNone && !equal && t.Rank() != card.Joker && t.power()&3 < 3, "the same rank in a higher suit")
	add(p.rules.spadeThree && t.loneJoker(), "the 3 of spades")
	twos := n > 1 && !p.inverted && t.natural() != 0
	add(twos && p.rules.clearAny, "a single 2")
	add(twos && p.rules.fewerTwos && t.Rank() != card.Two, [...]say.Text{"one 2", "two 2s", "three 2s", "{n} 2s"}[max(min(n-2, 3), 0)], n-1)
	add(p.rules.size == sizeBigger, "any larger set")
	add(p.rules.size == sizeHigher && t.Rank() != card.Joker && t.Rank() != extreme, "a larger set of a {order} rank", say.New(order))
	beats := say.Join("", ways...)
	if last := len(ways) - 1; last > 0 {
		beats = say.New("{first}, or {last}", say.Commas(ways[:last]...), ways[last])
	}
	if p.trick.lock != 0 && !beats.Empty() {
		return say.New("{beats}, in {suits}", beats, suitFaces(p.trick.lock))
	}
	return beats
}

// setName returns the kind of a set in a sentence.
func setName(n int) say.Text {
	return [...]say.Text{"card", "pair", "three of a kind", "four of a kind", "set of five", "set of this size"}[min(n, 6)-1]
}

func (s *roundState) jokersInDeck() int {
	return s.rules.Number("jokers") * s.rules.preset.decks(len(s.Order))
}
