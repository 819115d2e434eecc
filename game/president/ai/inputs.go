package ai

import (
	"math/bits"

	"deuces/game/ai/net"
	"deuces/game/card"
)

// The inputs of the network. They describe a position as one chair sees it, usually after its
// play. An input can occur several times. Ranks are given as heights (counts.go), so that
// reversed ranks look like normal ones. Other players are counted in turn order.
const (
	inHand       = 0               // by height: at least 1 to 5 cards are held
	inJokers     = inHand + 13*5   // at least 1 to 6 Jokers are held
	inSuited     = inJokers + 6    // by height and suit, if suits matter: the card is held
	inUnseen     = inSuited + 13*4 // like inHand, for the cards of the others
	inUnseenJ    = inUnseen + 13*5 // like inJokers, for the others
	inGiven      = inUnseenJ + 6   // by height: cards given in the exchange that the other player still holds
	inSlots      = inGiven + 14    // other players by slot
	inLastPlace  = inSlots + fullSlots*slotSize + slotDeclined
	inChairs     = inLastPlace + 5 // number of players
	inOthers     = inChairs + 13   // number of other players with cards
	inInverted   = inOthers + 14   // low cards beat high ones
	inCoups      = inInverted + 1  // places will change at the end of the round
	inWins       = inCoups + 1     // first place wins the match
	inEnds       = inWins + 1      // the match ends with this round
	inOptions    = inEnds + 1      // by option and choice
	inTop        = inOptions + options
	inTopSuit    = inTop + 4*15     // if suits matter
	inTopOwn     = inTopSuit + 4    // the top play is the viewer's
	inTopOut     = inTopOwn + 1     // the top play is by a player who is out
	inTopWays    = inTopOut + 1     // number of ways in which the unseen cards can beat it
	inTurn       = inTopWays + 10   // the turn is the viewer's
	inToAct      = inTurn + 1       // number of players who can act before the trick ends
	inLeft       = inToAct + 7      // number of cards held
	inGroups     = inLeft + 20      // number of different heights held
	inUnbeatable = inGroups + 14    // number of sets that nobody can beat
	inBeatable   = inUnbeatable + 8 // number of other sets
	inRow        = inBeatable + 10  // number of single cards of one rank in a row
	Inputs       = inRow + 3        // number of inputs
	options      = 48               // number of choices of all options that the networks were trained with
)

// The inputs in each slot of another player.
const (
	fullSlots     = net.Slots - 1
	slotCount     = 0                 // number of cards
	slotSitsOut   = slotCount + 12    // can't play again in this trick
	slotLastPlace = slotSitsOut + 1   // place in the previous round
	slotWins      = slotLastPlace + 5 // first place wins the match
	slotOwner     = slotWins + 1      // the top play is this player's
	slotTurn      = slotOwner + 1     // the turn is this player's
	slotGiven     = slotTurn + 1      // exchanged cards with the viewer
	slotDeclined  = slotGiven + 1     // heights of the lowest plays that this player passed on
	slotSize      = slotDeclined + 13 + 13 + 4
)

// addFixed adds the inputs that change only with a play that reverses ranks or direction or changes
// places.
func (l *features) addFixed(a *net.Inputs) {
	n := l.position.Chairs()
	addThermometer(a, inUnseen, l.unseen)
	for i := range min(l.unseen.of(jokers), 6) {
		a.Add(inUnseenJ + i)
	}
	for i := range l.gifts {
		g := &l.gifts[i]
		if int(g.from) != l.chair || g.left[0] == 0 {
			continue
		}
		given := countOf(g.left)
		if l.position.Inverted() {
			given = given.mirrored()
		}
		for h := 1; h < heights; h++ {
			for range given.of(h) {
				a.Add(inGiven + h - 1)
			}
		}
		if s := l.slot(int(g.to)); s >= 0 {
			a.Add(s + slotGiven)
		}
	}
	for _, c := range l.others[:l.otherCount] {
		c := int(c)
		s := l.slot(c)
		a.Add(s + slotCount + countBucket(l.position.Hand(c).Len()))
		if h := placeInput(l.position.LastPlace(c), n); h >= 0 {
			a.Add(s + slotLastPlace + h)
		}
		if l.wins>>c&1 != 0 {
			a.Add(s + slotWins)
		}
		if s == inSlots+fullSlots*slotSize {
			continue // several players share the last slot
		}
		d := &l.declined[c]
		if d[0] > 0 {
			a.Add(s + slotDeclined + int(d[0]) - 1)
		}
		if d[1] > 0 {
			a.Add(s + slotDeclined + 13 + int(d[1]) - 1)
		}
		if d[2] > 0 {
			a.Add(s + slotDeclined + 26 + (int(d[2])-1)/4)
		}
	}
	if h := placeInput(l.position.LastPlace(l.chair), n); h >= 0 {
		a.Add(inLastPlace + h)
	}
	a.Add(inChairs + n - 2)
	a.Add(inOthers + l.otherCount)
	if l.position.Inverted() {
		a.Add(inInverted)
	}
	if l.position.HasCoups() {
		a.Add(inCoups)
	}
	if l.wins>>l.chair&1 != 0 {
		a.Add(inWins)
	}
	if l.ends {
		a.Add(inEnds)
	}
	for _, o := range l.options {
		a.Add(int(o))
	}
}

// addThermometer adds for each height one input per card: at least one, at least two…
func addThermometer(a *net.Inputs, from int, c counts) {
	for rest, at := uint64(c)>>4, from; rest != 0 && at < from+13*5; rest, at = rest>>4, at+5 {
		for k := range min(int(rest&15), 5) {
			a.Add(at + k)
		}
	}
}

// addHand adds the cards of a hand.
func (l *features) addHand(a *net.Inputs, hand card.Set) {
	c := countOf(hand)
	if l.position.Inverted() {
		c = c.mirrored()
	}
	addThermometer(a, inHand, c)
	for i := range min(c.of(jokers), 6) {
		a.Add(inJokers + i)
	}
	if !l.terms.Suits {
		return
	}
	for rest := hand[0] & (1<<card.Joker1 - 1); rest != 0; rest &= rest - 1 {
		x := card.Card(bits.TrailingZeros64(rest))
		a.Add(inSuited + 4*(height(x.Rank(), l.position.Inverted())-1) + int(l.position.Worth(x)&3))
	}
}

// addVarying adds the inputs that a play changes, except the hand. then is the round after the
// play, and it has the same order of the ranks and direction of play as l.
func (l *features) addVarying(a *net.Inputs, then *Tracked) {
	after := &then.position
	hand := countOf(after.Hand(l.chair))
	if after.Inverted() {
		hand = hand.mirrored()
	}
	n, groups, sure := 0, 0, 0
	for rest, h := uint64(hand)>>4, 1; rest != 0; rest, h = rest>>4, h+1 {
		k := int(rest & 15)
		if k == 0 {
			continue
		}
		n += k
		if h == jokers {
			break
		}
		groups++
		if l.ways[min(k, 4)][h] == 0 {
			sure++
		}
	}
	a.Add(inLeft + min(n, 19))
	a.Add(inGroups + groups)
	a.Add(inUnbeatable + min(sure, 7))
	a.Add(inBeatable + min(groups-sure, 9))
	turn := after.Turn()
	if turn == l.chair {
		a.Add(inTurn)
	} else if turn >= 0 {
		if s := l.slot(turn); s >= 0 {
			a.Add(s + slotTurn)
		}
	}
	if then.row.n > 0 {
		a.Add(inRow + int(then.row.n) - 1)
	}
	top, owner, follows := after.Top()
	if !follows {
		return
	}
	k, h := min(top.Size(), 4), height(top.Rank(), after.Inverted())
	a.Add(inTop + 15*(k-1) + h - 1)
	if l.terms.Suits {
		a.Add(inTopSuit + int(top>>14&3))
	}
	switch s := l.slot(owner); {
	case owner == l.chair:
		a.Add(inTopOwn)
	case s >= 0:
		a.Add(s + slotOwner)
	default:
		a.Add(inTopOut)
	}
	ways := int(l.ways[k][h])
	switch {
	case top.IsRun():
		ways = min(ways, 1) // others rarely hold a run
	case after.Lock() != 0:
		ways = (ways + 3) / 4
	}
	a.Add(inTopWays + min(ways, 9))
	barred := after.SittingOut()
	acts := 0
	for _, c := range l.others[:l.otherCount] {
		if barred>>c&1 != 0 {
			a.Add(l.slot(int(c)) + slotSitsOut)
		}
	}
	step := 1
	if after.Counter() {
		step = after.Chairs() - 1
	}
	for c := (l.chair + step) % after.Chairs(); c != owner && c != l.chair; c = (c + step) % after.Chairs() {
		if after.Holding()&^barred>>c&1 != 0 {
			acts++
		}
	}
	a.Add(inToAct + min(acts, 6))
}
