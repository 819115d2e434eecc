package ai

import (
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
	"deuces/say"
)

// Advise is what normal plays, for a reason that it would not have given in the two
// turns of the seat before either.
func (n normal) Advise(s ai.Observation) (ai.Choice, error) {
	d, err := read(n.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	m := d.best(&d.sample, d.moves)
	var turns [][]ai.Reason
	for _, own := range d.before(n.rules, s) {
		w := world{own.p, own.live}
		moves := w.p.Moves(nil)
		turns = append(turns, d.reasons(&w, moves, d.best(&w, moves)))
	}
	return ai.Choice{Action: d.sample.p.Action(m), Reason: ai.Fresh(append(turns, d.reasons(&d.sample, d.moves, m)))}, nil
}

// before returns the decisions that the seat itself has made in the round.
func (d *decision) before(rules *president.Rules, s ai.Observation) []step {
	if s.View.Phase == game.Exchanging {
		return nil
	}
	var hands [president.MaxChairs]card.Set
	for c := range s.View.Order {
		hands[c] = d.sample.p.Hand(c)
	}
	var q past
	if _, ok := q.follow(rules, &d.tactics, s.View, s.Told, &hands); !ok {
		return nil
	}
	return q.own
}

// reason is what decided for a move.
func (d *decision) reason(m president.Move) say.Message {
	return ai.Fresh([][]ai.Reason{d.reasons(&d.sample, d.moves, m)})
}

// reasons lists what speaks for a move that the heuristics make, what decided it
// first. There is always one, and mostly several.
func (t *tactics) reasons(w *world, moves []president.Move, m president.Move) []ai.Reason {
	p := &w.p
	hand := p.Hand(p.Turn())
	a := advice{tactics: t, moves: moves, move: m}
	a.see(p, t.w, t.terms, w.live-countOf(hand))
	a.top, _, a.follows = p.Top()
	switch {
	case m.IsGift():
		a.hand = countOf(hand.Minus(m.Cards()))
		a.say("these are the cards you'll miss least: without them your hand is {n:# set|# sets}, and the fewer sets the sooner you are out", a.sets())
	case len(moves) == 1 && m.IsPass():
		a.beaten()
	case m.IsPass():
		a.waits()
	case m.Size() == hand.Len():
		a.say("this empties your hand")
	default:
		a.plays()
	}
	return a.list
}

// advice is what there is to say of a move.
type advice struct {
	plan
	*tactics
	moves   []president.Move
	move    president.Move
	top     president.Move // to beat
	follows bool
	list    []ai.Reason
}

func (a *advice) say(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

func (l *plan) height(m president.Move) int { return height(m.Rank(), l.invert) }

// sets is how many sets the hand has, each Joker one.
func (l *plan) sets() int { return l.hand.groups() + l.hand.of(jokers) }

// beaten is for who can do nothing but pass.
func (a *advice) beaten() {
	a.say("you can't beat it")
	if best, n := a.largest(); n > 1 {
		a.say("you can't beat it; keep your {set} for a lead", best)
	}
	if out := a.higherOut(a.height(a.top)); out > 0 {
		a.say("you can't beat it; {n:# higher card is|# higher cards are} in other hands", out)
	}
	a.say("you can't beat it, and keep {n:# set|# sets}", a.sets())
}

// largest names the set of the hand with the most cards, of several the highest.
func (a *advice) largest() (name say.Message, n int) {
	at := 0
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && k >= n {
			at, n = h, k
		}
	}
	return set(n, a.rank(at)), n
}

// rank is what a height is in the order that holds.
func (l *plan) rank(h int) card.Rank { return card.Rank(height(card.Rank(h), l.invert)) }

// higherOut counts the cards in other hands that are higher.
func (a *advice) higherOut(h int) (n int) {
	for h++; h <= jokers; h++ {
		n += a.unseen.of(h)
	}
	return n
}

// waits is for who could beat and doesn't: what the best play would have cost.
func (a *advice) waits() {
	best := a.rival()
	h, natural := a.height(best), best.Size()-best.Jokers()
	held := a.hand.of(h)
	name := set(held, best.Rank())
	switch {
	case best.Jokers() > 0:
		a.say("beating it would cost a Joker, and a Joker wins a later trick almost by itself")
	case natural < held:
		a.say("beating it would break up your {set}, and leave one more set to get rid of", name)
	case a.way() == h:
		a.say("it keeps your {set}, your only good way to the lead", name)
	}
	a.rarely(best)
	switch sure := a.higher(best.Size(), h) == 0; {
	case best.Jokers() > 0 || natural < held:
	case sure:
		a.say("nothing beats your {set}: keep it until you have fewer sets left to lead", name)
	default:
		a.say("your {set} is worth more later, when fewer cards can beat it", name)
	}
	a.say("you lose little: {n:# set|# sets} of yours can wait for a cheaper trick", a.sets())
}

// rarely says that a play would hardly take the trick, and by what it can be beaten.
func (a *advice) rarely(m president.Move) {
	if a.takes(m.Size(), a.height(m)) > 0.5 {
		return
	}
	if out := a.higherOut(a.height(m)); m.Size() == 1 && out > 0 {
		a.say("{n:# higher card is|# higher cards are} still out, so a {rank} would hardly win the trick", out, set(1, m.Rank()))
	}
}

// way is the height of the only set of the hand that is likely to take its trick; 0
// where there is none, or more than one.
func (a *advice) way() (at int) {
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.takes(k, h) >= 0.6 {
			if at > 0 {
				return 0
			}
			at = h
		}
	}
	if a.hand.of(jokers) > 0 {
		return 0
	}
	return at
}

// rival is the best of the other moves; a pass only where there is nothing else.
func (a *advice) rival() (best president.Move) {
	most := float32(0)
	for _, m := range a.moves {
		if m.IsPass() || m == a.move || !a.differ(m, a.move) {
			continue
		}
		if v := a.worth(m); best == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// plays says what speaks for a play, in the order of how much it decides.
func (a *advice) plays() {
	m, h := a.move, a.height(a.move)
	take := a.takes(m.Size(), h)
	left := a.after()
	if a.single > 0 {
		switch {
		case m.Size() > 1 && !a.follows:
			a.say("someone has one card left, and can't play it on a set of {n}", m.Size())
		case m.Size() == 1 && a.below[h] > 0.5:
			a.say("someone has one card left, and this is higher than {percent} of what is out", say.New("{n}%", int(100*a.below[h])))
		}
	}
	sure := a.higher(m.Size(), h) == 0
	switch {
	case sure && left == 1:
		a.say("nobody can beat it, and then you play your last set")
	case sure:
		a.say("nobody can beat it, so you lead again, with {n:# set|# sets} left", left)
	}
	if m.Jokers() > 0 {
		a.joker(left)
	}
	if a.follows {
		a.follow(take)
	} else {
		a.leads(take)
	}
	if !sure && take >= 0.4 {
		a.only()
	}
	if way := a.way(); way > 0 && way != h {
		a.say("it keeps your {set}, your only good way to the lead", set(a.hand.of(way), a.rank(way)))
	}
	if m.Size() > 1 {
		a.say("it gets rid of {n:# card|# cards} in one go", m.Size())
	}
	a.say("it leaves you {n:# set|# sets} to get rid of, one turn each", left)
}

// after is how many sets are left after the move.
func (a *advice) after() int {
	left, h := a.sets()-a.move.Jokers(), a.height(a.move)
	if natural := a.move.Size() - a.move.Jokers(); natural > 0 && natural == a.hand.of(h) {
		left--
	}
	return left
}

// joker says what a Joker is played for.
func (a *advice) joker(left int) {
	if natural := a.move.Size() - a.move.Jokers(); natural > 0 {
		a.say("with the Joker your {set} can beat it, which it couldn't alone", set(natural, a.move.Rank()))
	}
	a.say("your Joker wins the lead, and {n:# set|# sets} of yours can go after it", left)
}

// follow says why this of the plays that beat: lower ones would break up a set, or
// there is none.
func (a *advice) follow(take float32) {
	m, h := a.move, a.height(a.move)
	lowest, broken := true, 0
	for _, o := range a.moves {
		if at := a.height(o); !o.IsPass() && o.Size() == m.Size() && at < h {
			if o.Jokers() == 0 && o.Size() < a.hand.of(at) {
				broken = at // the highest of them, since moves are listed from the lowest up
				continue
			}
			lowest = false
		}
	}
	if broken > 0 {
		a.say("anything lower would break up your {set}", set(a.hand.of(broken), a.rank(broken)))
	}
	switch {
	case lowest && m.Jokers() == 0 && a.highest() > h:
		a.say("it's the cheapest way to beat it: your higher cards stay for later")
	case lowest && m.Jokers() == 0 && take >= 0.4:
		a.say("nothing lower of yours beats it, and it's likely to win you the lead")
	case !lowest && take >= 0.4:
		a.say("a lower one would beat it too, but this is likelier to win you the lead")
	}
	if m.Jokers() == 0 && m.Size() == a.hand.of(h) {
		a.say("your {set} has to go at some time, and here it breaks nothing up", set(m.Size(), m.Rank()))
	}
}

// highest is the height of the highest set of the hand.
func (l *plan) highest() (at int) {
	for h := 1; h <= jokers; h++ {
		if l.hand.of(h) > 0 {
			at = h
		}
	}
	return at
}

// leads says why this set is led.
func (a *advice) leads(take float32) {
	m, h := a.move, a.height(a.move)
	lower := 0
	for at := 1; at < h; at++ {
		if a.hand.of(at) > 0 {
			lower++
		}
	}
	switch {
	case lower == 0 && a.below[h] < 0.3:
		a.say("it's so low that you could hardly play it on anything, so use your lead for it")
	case lower > 0 && take >= 0.4:
		a.say("it's likelier to win the lead back than your lower cards")
	case lower > 0 && m.Size() > 1:
		a.say("a set of {n} is hard to get rid of except by leading it", m.Size())
	}
	if a.sets() > 1 && lower == 0 {
		a.say("lead what wins least: your higher cards can win the lead back")
	}
}

// only names the ranks that can still beat the move, where that is simple to say.
func (a *advice) only() {
	t, n, h := a.tactics.terms, a.move.Size(), a.height(a.move)
	if t.Any || t.Larger || t.Equal || t.Suits || t.Joins && n > 1 || t.Fewer && n > 1 {
		a.say("little that is still out can beat it, so it's likely to win you the lead")
		return
	}
	var ranks []say.Message
	for at := h + 1; at <= jokers; at++ {
		if a.unseen.of(at) >= n {
			ranks = append(ranks, set(n, a.rank(at)))
		}
	}
	if len(ranks) > 0 && len(ranks) <= 2 {
		a.say("only {what} can still beat it, so it's likely to win you the lead", either(ranks))
	}
}

// either names one or two things, of which one is enough.
func either(names []say.Message) say.Message {
	if len(names) == 1 {
		return say.New("a {one}", names[0])
	}
	return say.New("a {one} or a {other}", names[0], names[1])
}

// set names a set: "pair of Kings", "three 7s", "Queen".
func set(n int, r card.Rank) say.Message {
	names := map[card.Rank]say.Text{card.Jack: "{n:Jack|Jacks}", card.Queen: "{n:Queen|Queens}", card.King: "{n:King|Kings}", card.Ace: "{n:Ace|Aces}"}
	name := say.Verbatim(r.Face())
	if text, named := names[r]; named {
		name = say.New(text, n)
	} else if n > 1 {
		name = say.New("{rank}s", r.Face())
	}
	switch n {
	case 0, 1:
		return name
	case 2:
		return say.New("pair of {ranks}", name)
	}
	return say.New("{count} {ranks}", say.Number(n), name)
}
