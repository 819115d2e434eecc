package ai

import (
	"math/bits"

	"deuces/game/acehole"
	"deuces/game/card"
)

// What the network looks at, as places in its input: a position from a place, mostly
// as its play left it. Each input is there or isn't, or is there several times. Others
// are taken in the order of their turns.
const (
	cardKinds = 54                         // of cards
	inHand    = 0                          // by card: it is held, twice
	inUnseen  = inHand + 2*cardKinds       // by card: others or the pile have it, twice
	inLacks   = inUnseen + 2*cardKinds     // by card: the next place surely lacks it
	inTop     = inLacks + cardKinds        // the top card
	inUp      = inTop + cardKinds          // the count goes up
	inTurn    = inUp + 1                   // the turn is still its own, after a draw
	inFree    = inTurn + 1                 // drawing is open to all
	inPile    = inFree + 1                 // how many cards can still be drawn
	inSeats   = inPile + 10                // how many play; more than trainedSeats look like that many
	inLeft    = inSeats + trainedSeats - 1 // how many cards are held,
	inPoints  = inLeft + 24                // what they count, in fives,
	inFollow  = inPoints + 25              // how many of them could follow the top card,
	inWild    = inFollow + 12              // and how many go on many
	inNeed    = inWild + 8                 // what is missing to the end of the match
	inSlots   = inNeed + 8                 // of others (slot)
	Inputs    = inSlots + fullSlots*slotSize + slotSize
	allHands  = Inputs // what a critic sees beside it: hands of others, by slot, and the next card of the pile
	allNext   = allHands + (fullSlots+1)*cardKinds
	// AllInputs is how many a critic has.
	AllInputs = allNext + cardKinds
)

// trainedSeats is how many play at most in the rounds that the weights were learned from.
const trainedSeats = 8

// Others are looked at by slot: the first three in turn, and the last two, have their own.
// Where there are more, those between share one.
const (
	fullSlots  = 5
	slotCount  = 0              // how many cards it holds
	slotFollow = slotCount + 12 // how likely it can't follow the top card
	slotNeed   = slotFollow + 7 // what it lacks to the end of the match
	slotAhead  = slotNeed + 8   // it has fewer points in the match, about as many, or more
	slotSize   = slotAhead + 3
)

// inputList lists inputs that are there.
type inputList struct {
	at [320]uint16
	n  int
}

func (l *inputList) add(input int) {
	l.at[l.n] = uint16(input)
	l.n++
}

// look is a position as a place sees it.
type look struct {
	*Tracked
	place  uint8
	unseen card.Set
	free   [acehole.MaxPlaces]int // by place, how many of the unseen cards it may hold
}

// see looks at a position.
func (l *look) see(t *Tracked, place uint8) {
	l.Tracked, l.place = t, place
	l.unseen = t.out.Minus(t.Hands[place])
	for p := range t.Seats {
		may := l.unseen[0] &^ t.lacks[p]
		l.free[p] = bits.OnesCount64(may) + bits.OnesCount64(l.unseen[1]&may)
	}
}

// slotOf is where the inputs of another place begin.
func (l *look) slotOf(place uint8) int {
	n := int(l.Seats) - 1 // others
	i := (int(place) - int(l.place) + int(l.Seats) - 1) % int(l.Seats)
	slot := fullSlots
	switch {
	case i == 0:
		slot = 0
	case i == n-1:
		slot = 4
	case i == 1:
		slot = 1
	case i == n-2:
		slot = 3
	case i == 2:
		slot = 2
	}
	return inSlots + slot*slotSize
}

// lasting lists what no play of the place changes.
func (l *look) lasting(a *inputList) {
	cards(a, inUnseen, l.unseen)
	next := (l.place + 1) % l.Seats
	for rest := l.lacks[next] & all; rest != 0; rest &= rest - 1 {
		a.add(inLacks + bits.TrailingZeros64(rest) - int(firstCard))
	}
	if l.Free {
		a.add(inFree)
	}
	a.add(inPile + bucket(int(l.Cards-l.Drawn), 1, 2, 3, 5, 9, 17, 25, 33, 49))
	a.add(inSeats + min(int(l.Seats), trainedSeats) - 2)
	a.add(inNeed + l.need(l.place))
	for p := range l.Seats {
		if p == l.place {
			continue
		}
		s := l.slotOf(p)
		a.add(s + slotCount + bucket(l.Hands[p].Len(), 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20))
		a.add(s + slotNeed + l.need(p))
		a.add(s + slotAhead + bucket(l.verdict.totals[p]-l.verdict.totals[l.place], -4, 5))
	}
}

// need is how many points a place lacks to the end of the match, as an input.
func (l *look) need(place uint8) int {
	return bucket(l.verdict.target-l.verdict.totals[place], 6, 11, 16, 26, 36, 51, 81)
}

// bucket is how many of some limits, the least first, a number reaches.
func bucket(n int, limits ...int) int {
	for i, limit := range limits {
		if n < limit {
			return i
		}
	}
	return len(limits)
}

// cards lists cards, those that are there twice as well.
func cards(a *inputList, from int, s card.Set) {
	for rest := s[0] & all; rest != 0; rest &= rest - 1 {
		a.add(from + bits.TrailingZeros64(rest) - int(firstCard))
	}
	for rest := s[1] & all; rest != 0; rest &= rest - 1 {
		a.add(from + cardKinds + bits.TrailingZeros64(rest) - int(firstCard))
	}
}

// passing lists what a play changes: after is the position that it leaves, before another
// has done anything. To draw leaves what it was, since who draws doesn't know what.
func (l *look) passing(a *inputList, after *acehole.Core, turn bool) {
	hand := after.Hands[l.place]
	cards(a, inHand, hand)
	a.add(inTop + int(uint(after.Top)-firstCard))
	if after.Up {
		a.add(inUp)
	}
	if turn {
		a.add(inTurn)
	}
	n, points, wild := hand.Len(), 0, 0
	for c := range hand.All() {
		points += acehole.Points(c)
		if c.IsJoker() || isWild(c) {
			wild++
		}
	}
	follow := acehole.Following(after.Top, after.Up)
	a.add(inLeft + min(n, 23))
	a.add(inPoints + min(points/5, 24))
	a.add(inFollow + min(bits.OnesCount64(hand[0]&follow), 11))
	a.add(inWild + min(wild, 7))
	for p := range l.Seats {
		if p != l.place {
			a.add(l.slotOf(p) + slotFollow + l.stuck(p, follow))
		}
	}
}

// stuck is how likely a place holds nothing of some cards, as an input.
func (l *look) stuck(p uint8, follow uint64) int {
	may := l.unseen[0] & follow &^ l.lacks[p]
	fits := bits.OnesCount64(may) + bits.OnesCount64(l.unseen[1]&may)
	if fits == 0 {
		return 6
	}
	misses := 1.0
	for i := range l.Hands[p].Len() {
		misses *= max(0, float64(l.free[p]-fits-i)) / float64(max(l.free[p]-i, 1))
	}
	switch {
	case misses < 0.02:
		return 0
	case misses < 0.1:
		return 1
	case misses < 0.25:
		return 2
	case misses < 0.45:
		return 3
	case misses < 0.7:
		return 4
	}
	return 5
}

// hands lists what only a critic sees.
func (l *look) hands(a *inputList) {
	for p := range l.Seats {
		if p == l.place {
			continue
		}
		from := allHands + (l.slotOf(p)-inSlots)/slotSize*cardKinds
		for c := range l.Hands[p].All() {
			a.add(from + int(uint(c)-firstCard))
		}
	}
	if l.Drawn < l.Cards {
		a.add(allNext + int(uint(l.Pile[l.Drawn])-firstCard))
	}
}
