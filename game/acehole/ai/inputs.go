package ai

import (
	"math/bits"

	"deuces/game/acehole"
	"deuces/game/ai/net"
	"deuces/game/card"
)

// The inputs of the network. They describe a position as one place sees it, usually after its
// play. An input can occur several times. Other players are counted in turn order.
const (
	cardKinds   = 54                         // number of different cards
	inHand      = 0                          // by card: held; held twice
	inUnseen    = inHand + 2*cardKinds       // by card: held by others or in the pile; twice
	inLacks     = inUnseen + 2*cardKinds     // by card: the next player certainly doesn't have it
	inTop       = inLacks + cardKinds        // top card
	inUp        = inTop + cardKinds          // the count goes up
	inTurn      = inUp + 1                   // the turn goes on after a draw
	inFree      = inTurn + 1                 // players may always draw
	inPile      = inFree + 1                 // number of cards in the pile
	inSeats     = inPile + 10                // number of players; more than trainedSeats count as trainedSeats
	inLeft      = inSeats + trainedSeats - 1 // number of cards held
	inPoints    = inLeft + 24                // what they cost, divided by five
	inFollow    = inPoints + 25              // number of cards held that could follow the top card
	inWild      = inFollow + 12              // number of cards held that fit almost always
	inNeed      = inWild + 8                 // points left until the target ends the match
	inSlots     = inNeed + 8                 // other players by slot
	Inputs      = inSlots + fullSlots*slotSize + slotSize
	criticHands = Inputs // further inputs of the critic: hands of others by slot, and the next card of the pile
	criticNext  = criticHands + (fullSlots+1)*cardKinds
	// CriticSize is the number of inputs of the critic, a network that sees all cards and is
	// used only in training.
	CriticSize = criticNext + cardKinds
)

// trainedSeats is the maximum number of players in the games that the weights were trained on.
const trainedSeats = 8

// The inputs in each slot of another player.
const (
	fullSlots  = net.Slots - 1
	slotCount  = 0              // number of cards
	slotFollow = slotCount + 12 // probability that the player can't follow the top card
	slotNeed   = slotFollow + 7 // points left until the target ends the match
	slotAhead  = slotNeed + 8   // fewer points in the match than the viewer, about as many, or more
	slotSize   = slotAhead + 3
)

// features computes the inputs of a position as a place sees it.
type features struct {
	*Tracked
	place          uint8
	unseen         card.Set
	candidateCount [acehole.MaxPlaces]int // by place: how many of the unseen cards it could hold
}

// set sets the position.
func (l *features) set(t *Tracked, place uint8) {
	l.Tracked, l.place = t, place
	l.unseen = t.unplayed.Minus(t.Hands[place])
	for p := range t.Seats {
		may := l.unseen[0] &^ t.lacks[p]
		l.candidateCount[p] = bits.OnesCount64(may) + bits.OnesCount64(l.unseen[1]&may)
	}
}

// slotOf returns the first input of another place's slot.
func (l *features) slotOf(place uint8) int {
	i := (int(place) - int(l.place) + int(l.Seats) - 1) % int(l.Seats)
	return inSlots + net.Slot(i, int(l.Seats)-1)*slotSize
}

// addFixed adds the inputs that no play of the place changes.
func (l *features) addFixed(a *net.Inputs) {
	addCards(a, inUnseen, l.unseen)
	next := (l.place + 1) % l.Seats
	for rest := l.lacks[next] & allCards; rest != 0; rest &= rest - 1 {
		a.Add(inLacks + bits.TrailingZeros64(rest) - int(firstCard))
	}
	if l.FreeDraw {
		a.Add(inFree)
	}
	a.Add(inPile + net.Bucket(int(l.Cards-l.Drawn), 1, 2, 3, 5, 9, 17, 25, 33, 49))
	a.Add(inSeats + min(int(l.Seats), trainedSeats) - 2)
	a.Add(inNeed + l.pointsToEnd(l.place))
	for p := range l.Seats {
		if p == l.place {
			continue
		}
		s := l.slotOf(p)
		a.Add(s + slotCount + net.Bucket(l.Hands[p].Len(), 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20))
		a.Add(s + slotNeed + l.pointsToEnd(p))
		a.Add(s + slotAhead + net.Bucket(l.stakes.totals[p]-l.stakes.totals[l.place], -4, 5))
	}
}

// pointsToEnd returns the input for the points that a place has left until the target ends the
// match.
func (l *features) pointsToEnd(place uint8) int {
	return net.Bucket(l.stakes.target-l.stakes.totals[place], 6, 11, 16, 26, 36, 51, 81)
}

// addCards adds the inputs of a set of cards. Cards that occur twice have a second input.
func addCards(a *net.Inputs, from int, s card.Set) {
	for rest := s[0] & allCards; rest != 0; rest &= rest - 1 {
		a.Add(from + bits.TrailingZeros64(rest) - int(firstCard))
	}
	for rest := s[1] & allCards; rest != 0; rest &= rest - 1 {
		a.Add(from + cardKinds + bits.TrailingZeros64(rest) - int(firstCard))
	}
}

// addVarying adds the inputs that a play changes. after is the position after the play. For a draw
// it is the position before, because the player doesn't know the card yet.
func (l *features) addVarying(a *net.Inputs, after *acehole.Core, turn bool) {
	hand := after.Hands[l.place]
	addCards(a, inHand, hand)
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
			a.Add(l.slotOf(p) + slotFollow + l.cantFollow(p, follow))
		}
	}
}

// cantFollow returns the input for the probability that a place holds none of some cards.
func (l *features) cantFollow(p uint8, follow uint64) int {
	may := l.unseen[0] & follow &^ l.lacks[p]
	fits := bits.OnesCount64(may) + bits.OnesCount64(l.unseen[1]&may)
	if fits == 0 {
		return 6
	}
	misses := 1.0
	for i := range l.Hands[p].Len() {
		misses *= max(0, float64(l.candidateCount[p]-fits-i)) / float64(max(l.candidateCount[p]-i, 1))
	}
	return net.Bucket(misses, 0.02, 0.1, 0.25, 0.45, 0.7)
}

// addHidden adds the inputs that only the critic sees.
func (l *features) addHidden(a *net.Inputs) {
	for p := range l.Seats {
		if p == l.place {
			continue
		}
		from := criticHands + (l.slotOf(p)-inSlots)/slotSize*cardKinds
		for c := range l.Hands[p].All() {
			a.Add(from + int(uint(c)-firstCard))
		}
	}
	if l.Drawn < l.Cards {
		a.Add(criticNext + int(uint(l.Pile[l.Drawn])-firstCard))
	}
}
