package ai

import (
	"math/bits"
	"slices"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/internal/say"
)

// reason says what decided for what choose has chosen: what it is ahead by of the next
// best, in what the heuristics weigh.
func (d *decision) reason(c *acehole.Core, p acehole.Play) say.Message {
	list := moves(c, nil, false)
	now := reasons(c, list, p, d.pool)
	if !choice(c, list) {
		return ai.FreshReason([][]ai.Reason{now})
	}
	var turns [][]ai.Reason
	for i := range d.own {
		o := &d.own[i].core
		// A turn without a choice says nothing of those with one, and nobody asks.
		if list := moves(o, nil, false); len(list) > 0 && choice(o, list) {
			turns = append(turns, reasons(o, list, new(heuristic).choose(o), d.own[i].pool))
		}
	}
	return ai.FreshReason(append(turns, now))
}

// choice says whether there is anything to decide.
func choice(c *acehole.Core, list []acehole.Play) bool { return len(list) > 1 || c.CanDraw }

// advice is what there is to say of a play.
type advice struct {
	*acehole.Core
	pool []card.Card // cards that the seat can't see
	few  int
	list []ai.Reason
}

func (a *advice) say(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

// reasons lists what speaks for a play, of the plays that there are, what decided it
// first. There is always one.
func reasons(c *acehole.Core, list []acehole.Play, p acehole.Play, pool []card.Card) []ai.Reason {
	a := advice{Core: c, pool: pool, few: fewest(c)}
	own := partsOf(c, p, a.few)
	switch {
	case p == acehole.Draw && (len(list) > 1 || list[0] != p):
		a.say("draw another card, and keep the one that fits for later")
	case p == acehole.Draw:
		a.say("none of your cards fits")
	case own.left[0] == 0:
		a.say("this empties your hand and ends the round")
	case len(list) == 1:
		a.say("it's the only card of yours that fits")
		a.besides(&own)
	default:
		a.decided(list, p, &own)
		a.besides(&own)
	}
	return a.list
}

// part is one of the things that the heuristics weigh.
type part int

const (
	shed   part = iota // cards that are got rid of
	points             // what they would cost at the end
	jokers             // a Joker that is kept
	wilds              // a face card or a six that is kept
	closed             // cards that can't follow
	after              // cards left in hand that can
	alike              // cards left in hand that go together
	parts
)

// weighed is what speaks for a play, part by part.
type weighed struct {
	parts  [parts]int // their sum is weigh
	cards  int
	points int
	last   card.Card
	left   card.Set // of the hand
	follow uint64   // what can be played on it
}

func partsOf(c *acehole.Core, p acehole.Play, few int) weighed {
	w := weighed{left: c.Hands[c.Turn]}
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
			w.parts[jokers] -= forJoker
		case isWild(b):
			w.parts[wilds] -= forWild
		}
	}
	if w.last.Rank() == card.Six {
		up = !up
	}
	w.follow = acehole.Following(w.last, up)
	w.parts[shed] = forCard * w.cards
	w.parts[points] = w.points * (forPoint + forHurry*max(4-few, 0))
	w.parts[closed] = forClosed * bits.OnesCount64(all&^w.follow&^w.left[0])
	w.parts[after] = forAfter * bits.OnesCount64(w.follow&w.left[0])
	w.parts[alike] = forLike * like(w.left[0])
	return w
}

// decided says by what the play is ahead of the best of the others, what it is most
// ahead by first: why these cards, and then why in this order.
func (a *advice) decided(list []acehole.Play, p acehole.Play, own *weighed) {
	rivals, most := [2]acehole.Play{p, p}, [2]int{-1 << 30, -1 << 30}
	for _, o := range list {
		if o == p || o == acehole.Draw {
			continue
		}
		kind := 0
		if card.SetOf(o.Cards()...) == card.SetOf(p.Cards()...) {
			kind = 1
		}
		if v := weigh(a.Core, o, a.few); v > most[kind] {
			rivals[kind], most[kind] = o, v
		}
	}
	for _, r := range rivals {
		if r != p {
			a.ahead(r, own)
		}
	}
}

// ahead says by what the play is ahead of another.
func (a *advice) ahead(rival acehole.Play, own *weighed) {
	its := partsOf(a.Core, rival, a.few)
	order := []part{points, jokers, wilds, alike, shed, closed, after}
	ahead := func(x part) int { return own.parts[x] - its.parts[x] }
	slices.SortStableFunc(order, func(x, y part) int { return ahead(y) - ahead(x) })
	for _, x := range order {
		if ahead(x) <= 0 {
			return
		}
		switch x {
		case shed:
			a.say("it gets rid of {n:# card|# cards} in one go", own.cards)
		case points:
			a.cheaper(own)
		case jokers:
			a.say("it keeps your Joker for when nothing else fits")
		case wilds:
			a.say("it keeps your {cards} for when nothing else fits", card.Faces(slices.DeleteFunc(rival.Cards(), func(b card.Card) bool { return !isWild(b) })))
		case closed:
			a.closes(own)
		case after:
			a.follows(own)
		case alike:
			a.together(rival, own)
		}
	}
}

// cheaper says what the cards played would have cost.
func (a *advice) cheaper(own *weighed) {
	if a.few < 4 {
		a.say("someone is nearly out, and this gets rid of {n:# point|# points}", own.points)
		return
	}
	a.say("it gets rid of {n:# point|# points}", own.points)
}

// closes says how few can follow.
func (a *advice) closes(own *weighed) {
	all, fit := len(a.pool), 0
	for _, b := range a.pool {
		fit += int(own.follow >> b & 1)
	}
	switch {
	case fit == 0:
		a.say("nobody else can follow it")
	case 3*fit <= all:
		a.say("only {fit} of the {n:# card|# cards} you can't see can follow it", fit, all)
	}
}

// follows says how many of the hand's cards can go on the play later.
func (a *advice) follows(own *weighed) {
	n := bits.OnesCount64(own.follow & own.left[0])
	switch {
	case n == 0:
	case own.last.Rank() == card.Six:
		a.say("it turns the count, and {n:# card|# cards} of yours can follow", n)
	default:
		a.say("{n:# card|# cards} of yours can follow it", n)
	}
}

// together says which cards of one rank another play would have parted.
func (a *advice) together(rival acehole.Play, own *weighed) {
	its := a.Hands[a.Turn]
	for _, b := range rival.Cards() {
		its.Remove(b)
	}
	for _, b := range rival.Cards() {
		if same := own.left[0] & (15 << (b &^ 3)); bits.OnesCount64(same) > 1 && its[0]&same != 0 {
			a.say("it keeps your {cards} together, to play in one go", card.Faces(card.Set{same}.Cards()))
			return
		}
	}
}

// besides says what is true of the play, too.
func (a *advice) besides(own *weighed) {
	a.closes(own)
	a.follows(own)
	left := 0
	for b := range own.left.All() {
		left += acehole.Points(b)
	}
	a.say("it leaves you with {n:# card|# cards} and {points:# point|# points}", own.left.Len(), left)
	if own.points > 0 {
		a.cheaper(own)
	}
}

// isWild says whether a card goes on many, whatever the count: a face card or a six.
func isWild(c card.Card) bool {
	r := c.Rank()
	return r >= card.Jack && r <= card.King || r == card.Six
}
