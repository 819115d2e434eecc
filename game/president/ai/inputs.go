package ai

import (
	"math/bits"

	"deuces/game/ai/net"
	"deuces/game/card"
)

// What the network looks at, as places in its input: a position from a chair, mostly as
// its play left it. Each input is there or isn't, or is there several times. Ranks
// are taken by height (counts.go), so that a reversed order looks like the usual
// one; the others are taken in the order in which their turns come.
const (
	inHand     = 0               // by height: at least so many cards are held, 1 to 5
	inJokers   = inHand + 13*5   // at least so many Jokers
	inSuited   = inJokers + 6    // by height and suit, where suits count: such a card is held
	inUnseen   = inSuited + 13*4 // like inHand, of the cards that others hold
	inUnseenJ  = inUnseen + 13*5 // and of their Jokers
	inGiven    = inUnseenJ + 6   // by height: cards given in the exchange that the other still holds
	inSlots    = inGiven + 14    // of others (slot)
	inHeld     = inSlots + fullSlots*slotSize + slotDeclined
	inChairs   = inHeld + 5     // how many play
	inAlive    = inChairs + 13  // how many others hold cards
	inInverted = inAlive + 14   // low cards beat high ones
	inCoups    = inInverted + 1 // places will change at the end
	inWins     = inCoups + 1    // to come first wins the match
	inEnds     = inWins + 1     // the match ends with this round
	inOptions  = inEnds + 1     // by option and choice
	inTop      = inOptions + options
	inTopSuit  = inTop + 4*15   // where suits count
	inTopOwn   = inTopSuit + 4  // it is its own
	inTopOut   = inTopOwn + 1   // of one that is out
	inTopWays  = inTopOut + 1   // how many ways the unseen cards have to beat it
	inTurn     = inTopWays + 10 // the turn is its own
	inToAct    = inTurn + 1     // how many may play before the trick ends
	inLeft     = inToAct + 7    // how many cards are held,
	inGroups   = inLeft + 20    // of how many heights,
	inSure     = inGroups + 14  // how many of these nobody can beat,
	inLosers   = inSure + 8     // and how many somebody may
	inRow      = inLosers + 10  // single cards of one rank in a row
	Inputs     = inRow + 3      // how many there are
	allHands   = Inputs         // what a critic sees beside it: hands of others, by slot
	AllInputs  = allHands + (fullSlots+1)*55
	options    = 48 // choices of all options that the networks have learnt
)

// What the network looks at in each slot of others.
const (
	fullSlots    = net.Slots - 1
	slotCount    = 0              // how many cards it holds
	slotBarred   = slotCount + 12 // it is out of this trick
	slotHeld     = slotBarred + 1 // its place in the round before
	slotWins     = slotHeld + 5
	slotOwner    = slotWins + 1 // the play to beat is its
	slotTurn     = slotOwner + 1
	slotGiven    = slotTurn + 1 // it exchanged cards with this chair
	slotDeclined = slotGiven + 1
	slotSize     = slotDeclined + 13 + 13 + 4
)

// lasting lists what no play of the chair changes but one that turns the order, the
// direction or places.
func (l *look) lasting(a *net.Inputs) {
	n := l.p.Chairs()
	thermometer(a, inUnseen, l.unseen)
	for i := range min(l.unseen.of(jokers), 6) {
		a.Add(inUnseenJ + i)
	}
	for i := range l.gifts {
		g := &l.gifts[i]
		if int(g.from) != l.chair || g.left[0] == 0 {
			continue
		}
		given := countOf(g.left)
		if l.p.Inverted() {
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
	for _, c := range l.others[:l.alive] {
		c := int(c)
		s := l.slot(c)
		a.Add(s + slotCount + countBucket(l.p.Hand(c).Len()))
		if h := standing(l.p.LastPlace(c), n); h >= 0 {
			a.Add(s + slotHeld + h)
		}
		if l.wins>>c&1 != 0 {
			a.Add(s + slotWins)
		}
		if s == inSlots+fullSlots*slotSize {
			continue // the shared one
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
	if h := standing(l.p.LastPlace(l.chair), n); h >= 0 {
		a.Add(inHeld + h)
	}
	a.Add(inChairs + n - 2)
	a.Add(inAlive + l.alive)
	if l.p.Inverted() {
		a.Add(inInverted)
	}
	if l.p.HasCoups() {
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

// thermometer lists for each height how many cards there are, at least one, at least two…
func thermometer(a *net.Inputs, from int, c counts) {
	for rest, at := uint64(c)>>4, from; rest != 0 && at < from+13*5; rest, at = rest>>4, at+5 {
		for k := range min(int(rest&15), 5) {
			a.Add(at + k)
		}
	}
}

// held lists the cards of a hand.
func (l *look) held(a *net.Inputs, hand card.Set) {
	c := countOf(hand)
	if l.p.Inverted() {
		c = c.mirrored()
	}
	thermometer(a, inHand, c)
	for i := range min(c.of(jokers), 6) {
		a.Add(inJokers + i)
	}
	if !l.terms.Suits {
		return
	}
	for rest := hand[0] & (1<<card.Joker1 - 1); rest != 0; rest &= rest - 1 {
		x := card.Card(bits.TrailingZeros64(rest))
		a.Add(inSuited + 4*(height(x.Rank(), l.p.Inverted())-1) + int(l.p.Worth(x)&3))
	}
}

// passing lists what a play changes beside the hand: then is the round as it leaves
// it, in the same order and direction.
func (l *look) passing(a *net.Inputs, then *Tracked) {
	after := &then.p
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
	a.Add(inSure + min(sure, 7))
	a.Add(inLosers + min(groups-sure, 9))
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
	a.Add(inTopWays + min(int(l.ways[k][h]), 9))
	barred := after.SittingOut()
	acts := 0
	for _, c := range l.others[:l.alive] {
		if barred>>c&1 != 0 {
			a.Add(l.slot(int(c)) + slotBarred)
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

// hands lists the hands of the others.
func (l *look) hands(a *net.Inputs) {
	for _, c := range l.others[:l.alive] {
		hand := countOf(l.p.Hand(int(c)))
		if l.p.Inverted() {
			hand = hand.mirrored()
		}
		from := allHands + int(l.slots[c])*55
		for h := 1; h < jokers; h++ {
			for k := range min(hand.of(h), 4) {
				a.Add(from + 4*(h-1) + k)
			}
		}
		for k := range min(hand.of(jokers), 3) {
			a.Add(from + 52 + k)
		}
	}
}
