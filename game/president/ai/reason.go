package ai

import (
	"cmp"
	"slices"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
	"deuces/internal/say"
)

// reason says what decided for a move that the heuristics make: what it is ahead by of
// the next best, in what the heuristics count.
func (d *decision) reason(m president.Move) say.Message {
	var turns [][]ai.Reason
	var buf room
	for i := range d.past.own {
		w := &d.past.own[i]
		// A turn without a choice says nothing of those with one, and nobody asks.
		if moves := w.p.Moves(buf[:0]); d.choice(w, moves) == d.choice(&d.sample, d.moves) {
			turns = append(turns, d.reasons(w, moves, d.best(w, moves)))
		}
	}
	return ai.Fresh(append(turns, d.reasons(&d.sample, d.moves, m)))
}

// choice says whether there is anything to decide.
func (t *tactics) choice(w *world, moves []president.Move) bool {
	return len(moves) > 1 && !w.p.Exchanging()
}

// reasons lists what speaks for a move that the heuristics make, what decided it
// first. There is always one, and mostly several.
func (t *tactics) reasons(w *world, moves []president.Move, m president.Move) []ai.Reason {
	p := &w.p
	hand := p.Hand(p.Turn())
	a := advice{tactics: t, moves: moves, move: m, at: p}
	a.see(p, t.w, t.terms, w.live-countOf(hand))
	for chair := range p.Chairs() {
		if chair != p.Turn() {
			a.out = join(a.out, p.Hand(chair))
		}
	}
	a.top, _, a.follows = p.Top()
	switch {
	case m.IsGift():
		a.hand = countOf(hand.Minus(m.Cards()))
		a.say("these are the cards you'll miss least: without them your hand takes only {n:# play|# plays}", a.left())
	case len(moves) == 1 && m.IsPass():
		a.beaten()
	case m.Size() == hand.Len():
		a.say("this empties your hand")
	case len(moves) == 1:
		a.say("it's your only play")
	default:
		if !m.IsPass() && t.terms.Parted && hand.Len() == 2 && a.hand.of(a.height(m)) == 2 {
			a.say("a pair can't be your last play, so its cards go one by one")
		}
		a.decided()
		a.besides()
	}
	return a.list
}

// advice is what there is to say of a move.
type advice struct {
	plan
	*tactics
	at      *president.Position
	out     card.Set // what others hold
	moves   []president.Move
	move    president.Move
	top     president.Move // to beat
	follows bool
	list    []ai.Reason
}

func (a *advice) say(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

func (l *plan) height(m president.Move) int { return height(m.Rank(), l.invert) }

// rank is what a height is in the order that holds.
func (l *plan) rank(h int) card.Rank { return card.Rank(height(card.Rank(h), l.invert)) }

// held names the set of the hand at a height.
func (a *advice) held(h int) say.Message { return set(a.hand.of(h), a.rank(h)) }

// left is how few plays the hand takes.
func (l *plan) left() int { return l.plays(l.hand) }

// plays is how few plays get rid of a hand, where Jokers join a set if they may.
func (l *plan) plays(hand counts) int {
	n, wild := hand.groups(), hand.of(jokers)
	if wild > 0 && (n == 0 || !l.terms.Joins) {
		n++
	}
	if n == 1 && l.terms.Parted && hand.size() == 2 {
		return 2
	}
	return n
}

// breaks says whether a play takes cards from a set and leaves others.
func (a *advice) breaks(m president.Move) bool {
	natural := m.Size() - m.Jokers()
	return natural > 0 && natural < a.hand.of(a.height(m))
}

// sure says that nobody can beat a play. The heuristics don't look at suits.
func (a *advice) sure(m president.Move) bool {
	return a.higher(m.Size(), a.height(m)) == 0 || a.tactics.terms.Suits && a.beating(m) == 0
}

// beating counts the cards that others hold and that could beat a play by themselves;
// of several cards whether any can.
func (a *advice) beating(m president.Move) (n int) {
	p := *a.at
	p.Do(m)
	next := p.Turn()
	if _, _, follows := p.Top(); next < 0 || !follows {
		return 0
	}
	p.SetHand(next, a.out)
	var buf room
	for _, o := range p.Moves(buf[:0]) {
		switch {
		case o.IsPass():
		case o.Jokers() > 0:
			n += a.unseen.of(jokers) // they are one move
		default:
			for c := range o.Cards().All() {
				n += a.out.Count(c)
			}
		}
	}
	return n
}

// beaten is for those who can do nothing but pass.
func (a *advice) beaten() {
	n, best := a.top.Size(), 0
	for h := 1; h <= jokers; h++ {
		k := a.hand.of(h)
		if a.tactics.terms.Joins && k > 0 && h < jokers {
			k += a.hand.of(jokers)
		}
		if k >= n {
			best = h
		}
	}
	switch {
	case best > 0:
		a.say("even your {set} isn't enough", set(n, a.rank(best)))
	case n == 2:
		a.say("you have no pair")
	default:
		a.say("you have no set of {n}", n)
	}
	a.say("you can't beat it")
	if h := a.largest(); a.hand.of(h) > n {
		a.say("your {set} can wait until you lead", a.held(h))
	}
}

// largest is the height of the set with the most cards, of several the highest.
func (a *advice) largest() (at int) {
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && k >= a.hand.of(at) {
			at = h
		}
	}
	return at
}

// part is one of the things that the heuristics count.
type part int

const (
	danger part = iota // somebody may go out
	lead               // to win the trick, and what the lead is worth then
	joker              // a Joker is gone
	cards              // what of the hand is got rid of, and what that breaks up
	parts
)

// counts tells the parts that a move's worth is the sum of.
func (a *advice) counts(m president.Move) (worth [parts]float32) {
	l, all := a.plan, a.worth(m)
	worth[cards] = all
	for p, weights := range [...]weights{danger: *a.plan.w, lead: *a.plan.w, joker: *a.plan.w} {
		switch part(p) {
		case danger:
			weights.danger = 0
		case lead:
			weights.lead, weights.rush = [len(weights.lead)]float32{}, 0
		case joker:
			weights.joker = 0
		}
		l.w = &weights
		worth[p] = all - l.worth(m)
		worth[cards] -= worth[p]
	}
	return worth
}

// tie is by how little two moves may differ in something that decides nothing.
const tie = 0.05

// decided says by what the move is ahead of the best of the others, and of a pass: of
// the nearer first, and what it is most ahead by first.
func (a *advice) decided() {
	switch rest := a.rest(); {
	case a.move.IsPass() || a.after() != 1:
	case a.sure(a.move):
		a.say("nobody can beat it, and then you play your {n:last card|last cards}", rest.size())
	case a.last() > 0:
		a.say("nobody can beat your {set}, so you go out on your next turn", set(a.move.Size(), a.rank(a.last())))
	}
	if m := a.careless(); m != 0 && a.differ(m, a.move) {
		a.guards(m)
	}
	var rivals []president.Move
	if best := a.rival(); best != 0 {
		rivals = append(rivals, best)
	}
	if !a.move.IsPass() && slices.ContainsFunc(a.moves, president.Move.IsPass) {
		rivals = append(rivals, president.PassMove)
	}
	slices.SortStableFunc(rivals, func(m, o president.Move) int { return cmp.Compare(a.worth(o), a.worth(m)) })
	own := a.counts(a.move)
	for _, r := range rivals {
		its := a.counts(r)
		order := []part{danger, lead, joker, cards}
		slices.SortStableFunc(order, func(p, q part) int { return cmp.Compare(own[q]-its[q], own[p]-its[p]) })
		for _, p := range order {
			if own[p]-its[p] < tie {
				break
			}
			switch {
			case p == danger:
				a.guards(r)
			case p == lead:
				a.wins(r)
			case p == joker:
				a.say("it keeps your Joker for a trick that matters more")
			case a.move.IsPass():
				a.waits(r)
			default:
				a.sheds(r)
			}
		}
	}
}

// rival is the best of the other plays.
func (a *advice) rival() (best president.Move) {
	most := float32(0)
	for _, m := range a.moves {
		if m.IsPass() || m.Rank() == a.move.Rank() && m.Size() == a.move.Size() && m.Jokers() == a.move.Jokers() {
			continue
		}
		if v := a.worth(m); best == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// careless is what the heuristics would do if nobody were about to go out; 0 where
// nobody is.
func (a *advice) careless() (best president.Move) {
	if a.single == 0 {
		return 0
	}
	l, weights := a.plan, *a.plan.w
	weights.danger = 0
	l.w = &weights
	most := float32(0)
	for _, m := range a.moves {
		if v := l.worth(m); best == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// several names all cards of a rank: "Kings".
func several(r card.Rank) say.Message {
	names := map[card.Rank]say.Text{card.Jack: "{n:Jack|Jacks}", card.Queen: "{n:Queen|Queens}", card.King: "{n:King|Kings}", card.Ace: "{n:Ace|Aces}", card.Joker: "{n:Joker|Jokers}"}
	if text, named := names[r]; named {
		return say.New(text, 2)
	}
	return say.New("{rank}s", r.Face())
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
