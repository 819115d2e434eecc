package ai

import (
	"math/bits"
	"slices"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/internal/say"
)

// reason returns the reason for a move that choose has chosen: what puts it ahead of the next best
// move.
func (d *decision) reason(c *acehole.Core, p acehole.Play) say.Message {
	list := promisingMoves(c, nil, false)
	now := reasonsFor(c, list, p, d.pool)
	if !hasChoice(c, list) {
		return ai.FreshReason([][]ai.Reason{now})
	}
	var turns [][]ai.Reason
	for i := range d.earlier {
		o := &d.earlier[i].core
		// Skip turns without a choice, because nobody would have asked for a hint in them.
		if list := promisingMoves(o, nil, false); len(list) > 0 && hasChoice(o, list) {
			turns = append(turns, reasonsFor(o, list, chooseNormally(o), d.earlier[i].pool))
		}
	}
	return ai.FreshReason(append(turns, now))
}

// hasChoice reports whether there is anything to decide.
func hasChoice(c *acehole.Core, list []acehole.Play) bool { return len(list) > 1 || c.CanDraw }

// advice collects the reasons for a move.
type advice struct {
	*acehole.Core
	pool   []card.Card // cards that the seat can't see
	fewest int
	list   []ai.Reason
}

func (a *advice) add(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

// reasonsFor lists the reasons for a move out of list, the deciding one first. There is always at
// least one.
func reasonsFor(c *acehole.Core, list []acehole.Play, p acehole.Play, pool []card.Card) []ai.Reason {
	a := advice{Core: c, pool: pool, fewest: fewestCards(c)}
	own := scorePlay(c, p, a.fewest)
	switch {
	case p == acehole.Draw && (len(list) > 1 || list[0] != p):
		a.add("draw another card, and keep the one that fits for later")
	case p == acehole.Draw:
		a.add("none of your cards fits")
	case own.left[0] == 0:
		a.add(ai.EmptiesHand)
	case len(list) == 1:
		a.add(ai.OnlyPlay)
		a.addOtherReasons(&own)
	default:
		a.addDecidingReasons(list, p, &own)
		a.addOtherReasons(&own)
	}
	return a.list
}

// factor is one of the terms of a move's score.
type factor int

const (
	factorCards      factor = iota // number of cards played
	factorPoints                   // what they would cost at the end
	factorJokers                   // keeping a Joker
	factorWilds                    // keeping a face card or a six
	factorCantFollow               // number of cards that can't follow
	factorFollowUps                // cards left in the hand that can follow
	factorSameRank                 // cards left in the hand that have another of their rank
	factors
)

// scoredPlay is a play with the factors of its score.
type scoredPlay struct {
	factors [factors]int // their sum is heuristicScore
	cards   int
	points  int
	last    card.Card
	left    card.Set // rest of the hand
	follow  uint64   // cards that can be played on last
}

func scorePlay(c *acehole.Core, p acehole.Play, few int) scoredPlay {
	w := scoredPlay{left: c.Hands[c.Turn]}
	if p == acehole.Draw {
		return w
	}
	up := c.Up
	for _, b := range p.Cards() {
		w.left.Remove(b)
		w.cards++
		w.points += acehole.Points(b)
		w.last = b
		switch {
		case b.IsJoker():
			w.factors[factorJokers] -= jokerWeight
		case isWild(b):
			w.factors[factorWilds] -= wildWeight
		}
	}
	if w.last.Rank() == card.Six {
		up = !up
	}
	w.follow = acehole.Following(w.last, up)
	w.factors[factorCards] = cardWeight * w.cards
	w.factors[factorPoints] = w.points * (pointWeight + hurryWeight*max(4-few, 0))
	w.factors[factorCantFollow] = closedWeight * bits.OnesCount64(allCards&^w.follow&^w.left[0])
	w.factors[factorFollowUps] = followUpWeight * bits.OnesCount64(w.follow&w.left[0])
	w.factors[factorSameRank] = sameRankWeight * countSameRank(w.left[0])
	return w
}

// addDecidingReasons adds why the play is better than the best other cards, and then why it is
// better than the same cards in another order.
func (a *advice) addDecidingReasons(list []acehole.Play, p acehole.Play, own *scoredPlay) {
	rivals, most := [2]acehole.Play{p, p}, [2]int{-1 << 30, -1 << 30}
	for _, o := range list {
		if o == p || o == acehole.Draw {
			continue
		}
		kind := 0
		if card.SetOf(o.Cards()...) == card.SetOf(p.Cards()...) {
			kind = 1
		}
		if v := heuristicScore(a.Core, o, a.fewest); v > most[kind] {
			rivals[kind], most[kind] = o, v
		}
	}
	for _, r := range rivals {
		if r == p {
			continue
		}
		if acehole.MakesAcehole(a.Top, r) && !acehole.MakesAcehole(a.Top, p) {
			a.add("it doesn't make you the Acehole")
		}
		a.addAdvantages(r, own)
	}
}

// addAdvantages adds what makes the play better than another one, in order of the difference.
func (a *advice) addAdvantages(rival acehole.Play, own *scoredPlay) {
	its := scorePlay(a.Core, rival, a.fewest)
	order := []factor{factorPoints, factorJokers, factorWilds, factorSameRank, factorCards, factorCantFollow, factorFollowUps}
	ahead := func(x factor) int { return own.factors[x] - its.factors[x] }
	slices.SortStableFunc(order, func(x, y factor) int { return ahead(y) - ahead(x) })
	for _, x := range order {
		if ahead(x) <= 0 {
			return
		}
		switch x {
		case factorCards:
			a.add(ai.ManyAtOnce, own.cards)
		case factorPoints:
			a.addPointsSaved(own)
		case factorJokers:
			a.add(ai.KeepsForLater, card.Joker.Face())
		case factorWilds:
			a.add(ai.KeepsForLater, card.Faces(slices.DeleteFunc(rival.Cards(), func(b card.Card) bool { return !isWild(b) })))
		case factorCantFollow:
			a.addFewCanFollow(own)
		case factorFollowUps:
			a.addOwnFollowUps(own)
		case factorSameRank:
			a.addKeptTogether(rival, own)
		}
	}
}

// addPointsSaved adds what the cards played would have cost.
func (a *advice) addPointsSaved(own *scoredPlay) {
	if a.fewest < 4 {
		a.add(ai.NearlyOut)
	}
	a.add("it gets rid of {n:# point|# points}", own.points)
}

// addFewCanFollow adds how few unseen cards can follow.
func (a *advice) addFewCanFollow(own *scoredPlay) {
	all, fit := len(a.pool), 0
	for _, b := range a.pool {
		fit += int(own.follow >> b & 1)
	}
	if 3*fit <= all {
		a.add("only {fit} of the {n:# card|# cards} you can't see can follow it", fit, all)
	}
}

// addOwnFollowUps adds how many cards of the hand can follow.
func (a *advice) addOwnFollowUps(own *scoredPlay) {
	n := bits.OnesCount64(own.follow & own.left[0])
	if n > 0 {
		a.add("{n:# card|# cards} of yours can follow it", n)
	}
}

// addKeptTogether adds which cards of one rank the other play would separate.
func (a *advice) addKeptTogether(rival acehole.Play, own *scoredPlay) {
	its := a.Hands[a.Turn]
	for _, b := range rival.Cards() {
		its.Remove(b)
	}
	for _, b := range rival.Cards() {
		if same := own.left[0] & (15 << (b &^ 3)); bits.OnesCount64(same) > 1 && its[0]&same != 0 {
			a.add(ai.KeepsTogether, card.Faces(card.Set{same}.Cards()))
			return
		}
	}
}

// addOtherReasons adds further true statements about the play.
func (a *advice) addOtherReasons(own *scoredPlay) {
	a.addFewCanFollow(own)
	a.addOwnFollowUps(own)
	left := 0
	for b := range own.left.All() {
		left += acehole.Points(b)
	}
	a.add("it leaves you with {n:# card|# cards} and {points:# point|# points}", own.left.Len(), left)
	if own.points > 0 {
		a.addPointsSaved(own)
	}
}

// isWild reports whether a card fits almost always, whatever the count: a face card or a six.
func isWild(c card.Card) bool {
	r := c.Rank()
	return r >= card.Jack && r <= card.King || r == card.Six
}
