package president

import (
	"math/bits"

	"deuces/game/card"
	"deuces/game/kit"
)

// rankEffect is what a rank does when it is played (rules.md P12).
type rankEffect uint8

const (
	stops         rankEffect = 1 << iota // a set of the rank ends the trick
	clears                               // so does one without Jokers, unless the ranks are inverted
	turnsOver                            // a set of the rank inverts the ranks until the trick ends
	foulUpright                          // a last play with the rank is foul, unless the ranks are inverted
	foulInverted                         // it is foul while they are
	bindsInverted                        // an equal play of the rank binds the next chair only while they are
)

// rankEffects returns what each rank does, from the options.
func rankEffects(s kit.Settings) (does [16]rankEffect) {
	does[card.Two] = bindsInverted
	if s.Is("eights", "stop") {
		does[card.Eight] |= stops
	}
	if s.Is("jacks", "back") {
		does[card.Jack] |= turnsOver
	}
	if s.Is("twos", "clear") || s.Is("twos", "clearany") {
		does[card.Two] |= clears
	}
	if s.Is("finish", "any") {
		return does
	}
	does[card.Two] |= foulUpright
	does[card.Three] |= foulInverted
	if s.Is("finish", "strict") {
		does[card.Joker] |= foulUpright | foulInverted
		if does[card.Eight]&stops != 0 {
			does[card.Eight] |= foulUpright | foulInverted
		}
	}
	return does
}

// trick is what the options of rules.md P12 add to a trick.
type trick struct {
	lock      uint8     // suits that plays must have, as in suitsOf; 0: any
	bound     bool      // the next play must be equal to the top play
	turned    bool      // the ranks are inverted, or upright again, until the trick ends
	barred    uint16    // chairs that were bound and passed
	burnRank  card.Rank // rank of the latest plays of one rank on one another
	burnCount uint8     // number of their natural cards
}

// loneJoker reports whether a play is one Joker, whatever it stands for.
func (m Move) loneJoker() bool { return m.Size() == 1 && m.natural() == 0 }

// isSpadeThree reports whether a play is the 3 of spades alone.
func (m Move) isSpadeThree() bool {
	return m.Size() == 1 && m.Rank() == card.Three && m.natural() == 1<<card.Spades
}

// takesJoker reports whether a play is the 3 of spades on a lone Joker.
func (p *Position) takesJoker(m, top Move) bool {
	return p.rules.spadeThree && top != 0 && top.loneJoker() && m.isSpadeThree()
}

// isEqual reports whether a play on the top play is a set of the same rank and size.
func (m Move) isEqual(top Move) bool {
	return top != 0 && m.Rank() == top.Rank() && m.Size() == top.Size() && !m.IsRun()
}

// suitsOf returns the suits of a play's natural cards, with their numbers. In a run all are the same.
func (m Move) suitsOf() uint8 {
	if m.IsRun() {
		return 1 << m.runSuit()
	}
	return m.natural()
}

// fitsLock reports whether a play has the suits to which the trick is locked. Joined Jokers have those
// that are missing, and Jokers alone are free.
func (p *Position) fitsLock(m Move) bool {
	return p.trick.lock == 0 || m.natural() == 0 || m.Size() == p.top.Size() && m.suitsOf()&^p.trick.lock == 0
}

// checkTrick returns why a play can't be made on the top play by the options of rules.md P12. decided is
// false if it is a set that has to beat another one by P3.
func (p *Position) checkTrick(m Move) (why reason, decided bool) {
	t := p.top
	switch {
	case m.IsRun() != t.IsRun():
		return tooWeak, true
	case p.trick.bound && !m.isEqual(t):
		return mustEqual, true
	case p.takesJoker(m, t):
		return legal, true
	case !p.fitsLock(m):
		return outsideLock, true
	case t.IsRun() && (m.Size() != t.Size() || m.Rank() == t.Rank() || (m.Rank() > t.Rank()) == p.inverted):
		return tooWeak, true
	case t.IsRun(), p.rules.clearAny && m.isTwoAlone() && t.natural() != 0 && !p.inverted:
		return legal, true
	}
	return legal, false
}

// isTwoAlone reports whether a play is a single natural 2.
func (m Move) isTwoAlone() bool { return m.Size() == 1 && m.Rank() == card.Two && m.natural() != 0 }

// applyMore applies what a play does by the options of rules.md P12, besides what has happened already.
// The ranks were inverted before the play or not, and before was the top play, or 0.
func (p *Position) applyMore(m, before Move, inverted bool, so Happening) Happening {
	so |= p.affectTrick(m, before, inverted)
	if so&Out != 0 {
		if p.rules.isFoul(m, inverted) {
			p.foul |= 1 << p.owner
			so |= Foul
		} else if p.rules.downfall && p.topple() {
			so |= Downfall
		}
	}
	if so&endsTrick == 0 && p.holding&(p.holding-1) != 0 {
		so |= p.constrain(m, before, inverted)
	}
	return so
}

// affectTrick applies what a play does to the trick, if it doesn't end it otherwise.
func (p *Position) affectTrick(m, before Move, inverted bool) (happened Happening) {
	if m.IsRun() {
		return 0
	}
	does := p.rules.does[m.Rank()]
	if does&stops != 0 || does&clears != 0 && m.Jokers() == 0 && !inverted || p.takesJoker(m, before) {
		happened |= Stop
	}
	if does&turnsOver != 0 {
		p.inverted, p.trick.turned = !p.inverted, !p.trick.turned
		happened |= TurnOver
	}
	if p.rules.burn && p.burns(m) {
		happened |= Burn
	}
	return happened
}

// burns adds a set to the row of plays of one rank, and reports whether it completes four natural cards.
func (p *Position) burns(m Move) bool {
	t := &p.trick
	if m.natural() == 0 {
		return false
	}
	if m.Rank() != t.burnRank {
		t.burnRank, t.burnCount = m.Rank(), 0
	}
	t.burnCount += uint8(bits.OnesCount8(m.natural()))
	return t.burnCount >= 4 && p.rules.special(m)&(Coup|Guillotine|Revolution) == 0
}

// constrain locks the trick, or binds the next chair, after a play that didn't end it.
func (p *Position) constrain(m, before Move, inverted bool) (happened Happening) {
	t := &p.trick
	t.bound = p.rules.equal == equalOrNothing && m.isEqual(before) && (inverted || p.rules.does[m.Rank()]&bindsInverted == 0)
	if t.bound {
		happened |= Bind
	}
	if p.rules.lock && t.lock == 0 && before != 0 && m.Jokers()|before.Jokers() == 0 && m.suitsOf() == before.suitsOf() {
		t.lock = m.suitsOf()
		happened |= Lock
	}
	return happened
}

// isFoul reports whether a last play holds a card that makes it foul. The ranks were inverted before
// the play or not.
func (r *roundRules) isFoul(m Move, inverted bool) bool {
	foul := foulUpright
	if inverted {
		foul = foulInverted
	}
	for c := range m.Cards().All() {
		if r.does[c.Rank()]&foul != 0 {
			return true
		}
	}
	return r.strict && r.spadeThree && m.isSpadeThree()
}
