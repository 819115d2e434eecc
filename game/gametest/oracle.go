package gametest

import (
	"cmp"
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// Oracle knows where every card of a round is, and who has seen it. It knows that only from the
// deal and the moves, and makes the exchange as the Rules describe it (game.Exchanger). It never
// reads a State or a View, because these are compared with it.
type Oracle struct {
	setup     game.Setup
	rules     game.Rules
	exchanges game.Exchange
	undealt   []card.Card // cards that are neither in a hand nor in the pile
	moves     []record.Move
	hands     [][]card.Card
	pile      []card.Card
	decisions [][]game.Gift // steps of the exchange that still need a decision
	public    card.Set
	seen      []card.Set // cards that each seat has seen in its hand
}

// NewOracle returns the Oracle of a round.
func NewOracle(rules game.Rules, setup game.Setup) *Oracle {
	o := &Oracle{setup: setup, rules: rules, seen: make([]card.Set, len(setup.Hands))}
	if r, ok := rules.(game.Exchanger); ok {
		o.exchanges = r.Exchange(setup)
	}
	o.undealt = undealt(rules.Deck(len(setup.Hands)), setup)
	o.begin()
	return o
}

// undealt returns the cards of a deck that a setup doesn't use.
func undealt(deck []card.Card, s game.Setup) []card.Card {
	rest := without(slices.Clone(deck), append(slices.Clone(s.Pile), s.TopCard))
	for _, hand := range s.Hands {
		rest = without(rest, hand)
	}
	return rest
}

// begin deals the cards and makes the exchanges that need no decision.
func (o *Oracle) begin() {
	o.hands, o.pile, o.decisions = make([][]card.Card, len(o.setup.Hands)), o.setup.Pile, nil
	for s, h := range o.setup.Hands {
		o.hands[s] = slices.Clone(h)
		o.see(game.Seat(s), h...)
	}
	if o.setup.TopCard != card.None {
		o.show(o.setup.TopCard)
	}
	for _, draw := range o.setup.DrawnCards {
		for _, d := range draw {
			o.show(d.Card)
		}
	}
	if o.setup.LeftOver.Card != card.None {
		o.show(o.setup.LeftOver.Card)
	}
	o.exchange()
	if len(o.decisions) == 0 {
		o.showLeadCard()
	}
}

// exchange makes the steps of the exchange that need no decision, and keeps the others.
func (o *Oracle) exchange() {
	for _, step := range o.exchanges.Steps {
		first := step[0]
		if first.Which == game.Chosen || first.MayKeep != card.None && slices.Contains(o.hands[first.From], first.MayKeep) {
			o.decisions = append(o.decisions, step)
		} else {
			o.trade(step, o.pick(first))
		}
	}
}

// trade makes the gifts of a step. The cards of the first one are given by the caller.
func (o *Oracle) trade(step []game.Gift, first []card.Card) {
	gifts := [][]card.Card{first}
	for _, g := range step[1:] {
		gifts = append(gifts, o.pick(g))
	}
	for i, g := range step {
		o.give(g.From, g.To, gifts[i])
	}
}

// give moves cards from one seat to another, which sees them.
func (o *Oracle) give(from, to game.Seat, cards []card.Card) {
	o.hands[from] = without(slices.Clone(o.hands[from]), cards)
	o.hands[to] = append(slices.Clip(o.hands[to]), cards...)
	o.see(to, cards...)
}

// pick returns the highest or lowest cards of the giver's hand.
func (o *Oracle) pick(g game.Gift) []card.Card {
	sorted := slices.Clone(o.hands[g.From])
	slices.SortFunc(sorted, func(a, b card.Card) int { return cmp.Compare(o.exchanges.Worth(a), o.exchanges.Worth(b)) })
	if g.Which == game.Highest {
		slices.Reverse(sorted)
	}
	return sorted[:min(g.Count, len(sorted))]
}

// showLeadCard makes the card public that decides who leads, because everyone then knows who holds
// it.
func (o *Oracle) showLeadCard() {
	r, ok := o.rules.(game.LeadCarder)
	if !ok || o.setup.Lead != game.Nobody {
		return
	}
	opens := r.LeadCard(o.setup)
	for _, hand := range o.hands {
		if opens != card.None && slices.Contains(hand, opens) {
			o.show(opens)
		}
	}
}

// Move executes a move. It returns an error if the seat doesn't have the cards.
func (o *Oracle) Move(m record.Move) error {
	o.moves = append(o.moves, m)
	cards := o.findCards(m.Seat, m.Action.Cards)
	if len(cards) != len(m.Action.Cards) {
		return fmt.Errorf("seat %d holds %v, but makes the move %s", m.Seat, o.hands[m.Seat], m.Action)
	}
	switch m.Action.Verb {
	case game.Play:
		o.hands[m.Seat] = without(slices.Clone(o.hands[m.Seat]), cards)
		o.show(cards...)
	case game.Draw:
		if len(o.pile) == 0 {
			return fmt.Errorf("seat %d draws from an empty pile", m.Seat)
		}
		o.hands[m.Seat] = append(slices.Clip(o.hands[m.Seat]), o.pile[0])
		o.see(m.Seat, o.pile[0])
		o.pile = o.pile[1:]
	case game.Give:
		if len(o.decisions) == 0 || o.decisions[0][0].From != m.Seat {
			return fmt.Errorf("seat %d makes the move %s, but has nothing to give", m.Seat, m.Action)
		}
		o.trade(o.decisions[0], cards)
		if o.decisions = o.decisions[1:]; len(o.decisions) == 0 {
			o.showLeadCard()
		}
	}
	return nil
}

// findCards returns the cards of a hand that an action names. AnyJoker stands for the lowest Joker
// that the action doesn't name otherwise.
func (o *Oracle) findCards(seat game.Seat, cards []card.Card) (found []card.Card) {
	rest := slices.Clone(o.hands[seat])
	slices.Sort(rest)
	for _, whichever := range []bool{false, true} {
		for _, c := range cards {
			i := slices.Index(rest, c)
			if (c == card.AnyJoker) != whichever {
				continue
			}
			if whichever {
				i = slices.IndexFunc(rest, card.Card.IsJoker)
			}
			if i >= 0 {
				found, rest = append(found, rest[i]), slices.Delete(rest, i, i+1)
			}
		}
	}
	return found
}

// Undo takes the last move back. Cards that were seen stay seen.
func (o *Oracle) Undo() error {
	moves := o.moves[:len(o.moves)-1]
	o.moves = nil
	o.begin()
	for _, m := range moves {
		if err := o.Move(m); err != nil {
			return err
		}
	}
	return nil
}

// End ends the round. All hands become public, but the pile doesn't.
func (o *Oracle) End() {
	for _, hand := range o.hands {
		o.show(hand...)
	}
}

func (o *Oracle) show(cards ...card.Card) { addOnce(&o.public, cards) }

func (o *Oracle) see(seat game.Seat, cards ...card.Card) { addOnce(&o.seen[seat], cards) }

func addOnce(set *card.Set, cards []card.Card) {
	for _, c := range cards {
		if !set.Has(c) {
			set.Add(c)
		}
	}
}

// Seen returns the cards that a viewer has seen, each once. These are the public cards and those
// that were in the viewer's hand.
func (o *Oracle) Seen(viewer game.Seat) card.Set {
	seen := o.public
	if viewer != game.Watcher {
		addOnce(&seen, o.seen[viewer].Cards())
	}
	return seen
}

// KnownPlaces returns the cards whose place a viewer knows. These are the cards that the viewer has
// seen, and cards that a giver may keep, because the exchange shows whether they hold them.
func (o *Oracle) KnownPlaces(viewer game.Seat) card.Set {
	fixed := o.Seen(viewer)
	for _, step := range o.exchanges.Steps {
		if keep := step[0].MayKeep; keep != card.None {
			addOnce(&fixed, []card.Card{keep})
		}
	}
	return fixed
}

// Hand returns the cards that a seat holds.
func (o *Oracle) Hand(seat game.Seat) card.Set { return card.SetOf(o.hands[seat]...) }

// Redeal returns a copy of the setup in which the cards whose place a viewer does not know are
// dealt anew: either two of them are swapped, or all are shuffled. The caller has to check whether
// the viewer can notice the difference, because a move can become impossible, or an exchange can
// give other cards.
func (o *Oracle) Redeal(viewer game.Seat, rand *Rand) game.Setup {
	s, fixed := o.setup, o.KnownPlaces(viewer)
	s.Hands, s.Pile = make([][]card.Card, len(o.setup.Hands)), slices.Clone(s.Pile)
	var free []*card.Card
	add := func(cards []card.Card) {
		for i := range cards {
			if !fixed.Has(cards[i]) {
				free = append(free, &cards[i])
			}
		}
	}
	for i, h := range o.setup.Hands {
		s.Hands[i] = slices.Clone(h)
		add(s.Hands[i])
	}
	add(s.Pile)
	add(slices.Clone(o.undealt))
	if len(free) == 0 {
		return s
	}
	if rand.Intn(3) > 0 {
		a, b := free[rand.Intn(len(free))], free[rand.Intn(len(free))]
		*a, *b = *b, *a
		return s
	}
	cards := make([]card.Card, len(free))
	for i, p := range free {
		cards[i] = *p
	}
	rand.Shuffle(cards)
	for i, p := range free {
		*p = cards[i]
	}
	return s
}
