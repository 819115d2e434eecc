package ai

import (
	"math/bits"

	"deuces/game/acehole"
	"deuces/game/ai/net"
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

// What the network looks at in each slot of others.
const (
	fullSlots  = net.Slots - 1
	slotCount  = 0              // how many cards it holds
	slotFollow = slotCount + 12 // how likely it can't follow the top card
	slotNeed   = slotFollow + 7 // what it lacks to the end of the match
	slotAhead  = slotNeed + 8   // it has fewer points in the match, about as many, or more
	slotSize   = slotAhead + 3
)

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
	i := (int(place) - int(l.place) + int(l.Seats) - 1) % int(l.Seats)
	return inSlots + net.Slot(i, int(l.Seats)-1)*slotSize
}

// lasting lists what no play of the place changes.
func (l *look) lasting(a *net.Inputs) {
	cards(a, inUnseen, l.unseen)
	next := (l.place + 1) % l.Seats
	for rest := l.lacks[next] & all; rest != 0; rest &= rest - 1 {
		a.Add(inLacks + bits.TrailingZeros64(rest) - int(firstCard))
	}
	if l.FreeDraw {
		a.Add(inFree)
	}
	a.Add(inPile + net.Bucket(int(l.Cards-l.Drawn), 1, 2, 3, 5, 9, 17, 25, 33, 49))
	a.Add(inSeats + min(int(l.Seats), trainedSeats) - 2)
	a.Add(inNeed + l.need(l.place))
	for p := range l.Seats {
		if p == l.place {
			continue
		}
		s := l.slotOf(p)
		a.Add(s + slotCount + net.Bucket(l.Hands[p].Len(), 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20))
		a.Add(s + slotNeed + l.need(p))
		a.Add(s + slotAhead + net.Bucket(l.verdict.totals[p]-l.verdict.totals[l.place], -4, 5))
	}
}

// need is how many points a place lacks to the end of the match, as an input.
func (l *look) need(place uint8) int {
	return net.Bucket(l.verdict.target-l.verdict.totals[place], 6, 11, 16, 26, 36, 51, 81)
}

// cards lists cards, those that are there twice as well.
func cards(a *net.Inputs, from int, s card.Set) {
	for rest := s[0] & all; rest != 0; rest &= rest - 1 {
		a.Add(from + bits.TrailingZeros64(rest) - int(firstCard))
	}
	for rest := s[1] & all; rest != 0; rest &= rest - 1 {
		a.Add(from + cardKinds + bits.TrailingZeros64(rest) - int(firstCard))
	}
}

// passing lists what a play changes: after is the position that it leaves, before another
// has done anything. To draw leaves what it was, since who draws doesn't know what.
func (l *look) passing(a *net.Inputs, after *acehole.Core, turn bool) {
	hand := after.Hands[l.place]
	cards(a, inHand, hand)
	a.Add(inTop + int(uint(after.Top)-firstCard))
	if after.Up {
		a.Add(inUp)
	}
	if turn {
		a.Add(inTurn)
	}
	n, points, wild := hand.Len(), 0, 0
	for c := range hand.All() {
		points += acehole.Points(c)
		if c.IsJoker() || isWild(c) {
			wild++
		}
	}
	follow := acehole.Following(after.Top, after.Up)
	a.Add(inLeft + min(n, 23))
	a.Add(inPoints + min(points/5, 24))
	a.Add(inFollow + min(bits.OnesCount64(hand[0]&follow), 11))
	a.Add(inWild + min(wild, 7))
	for p := range l.Seats {
		if p != l.place {
			a.Add(l.slotOf(p) + slotFollow + l.stuck(p, follow))
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
	return net.Bucket(misses, 0.02, 0.1, 0.25, 0.45, 0.7)
}

// hands lists what only a critic sees.
func (l *look) hands(a *net.Inputs) {
	for p := range l.Seats {
		if p == l.place {
			continue
		}
		from := allHands + (l.slotOf(p)-inSlots)/slotSize*cardKinds
		for c := range l.Hands[p].All() {
			a.Add(from + int(uint(c)-firstCard))
		}
	}
	if l.Drawn < l.Cards {
		a.Add(allNext + int(uint(l.Pile[l.Drawn])-firstCard))
	}
}
