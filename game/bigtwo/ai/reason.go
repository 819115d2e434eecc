package ai

import (
	"cmp"
	"math/bits"
	"slices"

	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// reason says what decided for what Choose has chosen in a world: what it is ahead by of
// the next best, in what the heuristics weigh.
func (d *decision) reason(h *Heuristic, w *Tracked, p play) say.Message {
	var turns [][]ai.Reason
	for _, o := range d.before(w) {
		turns = append(turns, h.reasons(&o, h.Choose(&o)))
	}
	if len(w.Legal(h.legal[:0])) == 1 {
		turns = nil
	}
	return ai.FreshReason(append(turns, h.reasons(w, p)))
}

// before returns what the seat had to decide in the round, the others' hands as in a
// world of now; but turns without a choice, of which nobody asks.
func (d *decision) before(w *Tracked) []Tracked {
	if len(d.past) == 0 {
		return nil
	}
	t := Tracked{}
	for place := range t.Hands {
		t.Hands[place] = w.Hands[place] | d.laid[place]
	}
	t.Turn = d.past[0].Place
	t.MustPlayThree = d.past[0].Play.Cards()&1 != 0 // whoever holds the lowest card plays it
	return ai.Choices(t, w.Place(), d.past)
}

// advice is what there is to say of a play.
type advice struct {
	*Heuristic
	*Tracked
	setting setting
	before  split // the plan of the hand
	list    []ai.Reason
}

func (a *advice) say(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

// reasons lists what speaks for a play that Choose makes, what decided it first. There
// is always one.
func (h *Heuristic) reasons(t *Tracked, p play) []ai.Reason {
	legal := slices.Clone(t.Legal(h.legal[:0]))
	h.planner.take(t.Hands[t.Turn])
	a := advice{Heuristic: h, Tracked: t, setting: h.look(t), before: h.planner.without(0)}
	after := h.planner.without(p.Cards())
	switch {
	case len(legal) == 1 && p == pass:
		a.say("you can't beat it")
	case p != pass && after.plays() == 0:
		a.say("this empties your hand")
	case len(legal) == 1:
		a.say("it's your only play")
	case p == pass:
		a.waits(legal)
	default:
		if a.setting.finishes(p, &after) {
			a.say("nobody can beat it, and then you can play the rest")
		}
		a.decided(legal, p)
		a.besides(legal, p, &after)
	}
	return a.list
}

// part is one of the things that the heuristics weigh.
type part int

const (
	stop    part = iota // the next player's last card
	control             // to win the trick
	shed                // cards that are got rid of
	plans               // what the rest of the hand takes
	parts
)

// counts tells what of a play's worth is due to what; what is left out is the same for
// all plays.
func (a *advice) counts(p play) (worth [parts]int) {
	after := a.planner.without(p.Cards())
	sure, back := a.setting.reach.sure(p), turn-costOf(p).cost()
	if sure {
		back = turn
	}
	worth[plans] = a.before.plan.cost() - after.plan.cost()
	worth[shed] = forCard * p.Cards().Len()
	worth[control] = forControl * back / turn
	if a.setting.next == 1 && p.Class() == bigtwo.Single && !sure {
		worth[stop] = -forStop * (51 - p.High()) / 51
	}
	return worth
}

// rival is the best of the other plays; pass where there is none. Plays of a kind that
// share cards, such as two Straights with the same ranks, are no rivals: why it's that
// kind is what a player asks.
func (a *advice) rival(legal []play, p play) play {
	best, most := play(pass), 0
	for _, o := range legal {
		if o == pass || o.Class() == p.Class() && o.Cards()&p.Cards() != 0 {
			continue
		}
		if v := a.weigh(o, &a.before, &a.setting); best == pass || v > most {
			best, most = o, v
		}
	}
	return best
}

// decided says by what a play is ahead of the best of the others, what it is most ahead
// by first.
func (a *advice) decided(legal []play, p play) {
	r := a.rival(legal, p)
	if r == pass {
		return
	}
	own, its := a.counts(p), a.counts(r)
	order := []part{stop, control, shed, plans}
	slices.SortStableFunc(order, func(x, y part) int { return cmp.Compare(own[y]-its[y], own[x]-its[x]) })
	for _, x := range order {
		if own[x] <= its[x] {
			return
		}
		switch x {
		case stop:
			a.say("the next player has one card left, so don't make it easy for them")
		case control:
			a.wins(p)
			a.likelier(p, r)
		case shed:
			a.say("it gets rid of {n:# card|# cards} in one go", p.Cards().Len())
		case plans:
			a.keeps(p, r)
		}
	}
}

// wins says how little can beat a play.
func (a *advice) wins(p play) {
	higher, out := 0, a.unseen()
	for rest := out; rest != 0; rest &= rest - 1 {
		if bits.TrailingZeros64(uint64(rest)) > p.High() {
			higher++
		}
	}
	switch {
	case a.setting.reach.sure(p):
		a.say("nobody can beat it, so you lead next")
	case p.Class() == bigtwo.Single && 4*higher <= out.Len():
		a.say("only {n} of the {all:# card|# cards} you can't see can beat it", higher, out.Len())
	}
}

// likelier says that a play wins the trick more often than another, where that has to do
// with the cards alone.
func (a *advice) likelier(p, r play) {
	if !a.setting.reach.sure(p) && costOf(p).cost() < costOf(r).cost() {
		a.say("it's likelier to win the trick than {cards}", card.Faces(bigtwo.List(r.Cards())))
	}
}

// keeps says what another play would have broken up, or what it would have wasted.
func (a *advice) keeps(p, r play) {
	for _, f := range a.before.fives {
		if name := named(f); name != "" && f&r.Cards() != 0 && f&^r.Cards() != 0 && f&p.Cards() == 0 {
			switch {
			case name == p.Class().Name():
				a.say("you still have another {kind} for later", say.New(name))
			case p.Class() >= bigtwo.Straight:
				a.say("you still have your {kind} for later", say.New(name))
			default:
				a.say("it keeps your {kind} together", say.New(name))
			}
			return
		}
	}
	own, its := a.planner.without(p.Cards()), a.planner.without(r.Cards())
	strong := r.Class() == p.Class() && r.High() > p.High() && turn-costOf(r).cost() >= turn/4
	switch high := card.Faces(bigtwo.List(r.Cards())); {
	case own.plays() < its.plays():
		a.say("{cards} would leave you more plays to make", high)
	case strong && a.Top == pass:
		a.say("{cards} can still win a trick later, so lead what can't", high)
	case strong:
		a.say("it's enough here, and {cards} can still win a trick later", high)
	case a.Top == pass && r.Class() == p.Class() && r.High() > p.High():
		a.say("get rid of your weak plays first")
	}
}

// besides says what is true of a play, too.
func (a *advice) besides(legal []play, p play, after *split) {
	more := func(o play) bool { return o.Cards().Len() > p.Cards().Len() }
	a.wins(p)
	if a.setting.fewest <= 3 && !slices.ContainsFunc(legal, more) {
		a.say("someone is nearly out, so get rid of cards")
	}
	if p.Class() >= bigtwo.Straight {
		a.say("it gets rid of five cards in one go")
	}
	if a.Top != pass && !slices.ContainsFunc(legal, func(o play) bool {
		return o != pass && (o.Class() < p.Class() || o.Class() == p.Class() && o.High() < p.High())
	}) {
		a.say("it's the lowest play you have that beats it")
	}
	if a.Top == pass && !slices.ContainsFunc(legal, func(o play) bool { return o.Class() == p.Class() && o.High() < p.High() }) {
		a.say("get rid of your weak plays first")
	}
	if a.breaks(p) == 0 && slices.ContainsFunc(legal, func(o play) bool { return a.breaks(o) != 0 }) {
		a.say("it breaks nothing up")
	}
	if name := named(after.fives[0]); name != "" {
		a.say("you still have your {kind} for later", say.New(name))
	}
	if top := cards(1) << a.Hands[a.Turn].High(); top&p.Cards() == 0 {
		a.say("you keep {card}, your highest card, for later", card.Faces(bigtwo.List(top)))
	}
	a.say("after it you need {n:# more play|# more plays} to go out", after.plays())
}

// waits says what to beat it would cost.
func (a *advice) waits(legal []play) {
	r := a.rival(legal, pass)
	whole := slices.IndexFunc(legal, func(o play) bool { return o != pass && a.breaks(o) == 0 })
	switch broken := a.breaks(r); {
	case broken == 0:
	case whole >= 0:
		a.say("beating it would break up {cards}, or cost you {others}", called(broken), card.Faces(bigtwo.List(legal[whole].Cards())))
	default:
		a.say("beating it would break up {cards}", called(broken))
	}
	if a.setting.reach.sure(r) {
		a.say("nothing beats {cards}, so keep that for when you have less to get rid of", card.Faces(bigtwo.List(r.Cards())))
	}
	a.say("it keeps {cards} for later", card.Faces(bigtwo.List(r.Cards())))
	a.say("you still have {n:# play|# plays} to make, and can wait for a trick that costs you less", a.before.plays())
}

// breaks is what a play would break up of what the hand is planned to be played in; 0
// for nothing.
func (a *advice) breaks(p play) cards {
	groups := slices.Clone(a.before.fives[:])
	for base := 0; base < 52; base += 4 {
		groups = append(groups, a.before.rest&kit.Rank(base))
	}
	for _, g := range groups {
		if g&p.Cards() != 0 && g&^p.Cards() != 0 {
			return g
		}
	}
	return 0
}

// called is what cards that go together are called: "your Straight", "K♥ K♠".
func called(group cards) say.Message {
	if name := named(group); name != "" {
		return say.New("your {kind}", say.New(name))
	}
	return say.Verbatim(card.Faces(bigtwo.List(group)))
}

// named is what a play of five is called; "" for no cards.
func named(f cards) say.Text {
	p, ok := bigtwo.Classify(f)
	if !ok || p.Class() < bigtwo.Straight {
		return ""
	}
	return p.Class().Name()
}
