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
// deal and the moves, with its own implementation of dealing and exchanging (rules.md P9). It never
// reads a State or a View, because these are compared with it.
type Oracle struct {
	setup     game.Setup
	options   map[string]string // values by key
	places    []game.Seat       // seats in the order of places in the previous round; nil: there was none
	undealt   []card.Card       // cards that are neither in a hand nor in the pile
	moves     []record.Move
	hands     [][]card.Card
	pile      []card.Card
	decisions [][2]game.Seat // exchange decisions that are still to be made: giver and receiver
	public    card.Set
	seen      []card.Set // cards that each seat has seen in its hand
}

// NewOracle returns the Oracle of a round.
func NewOracle(rules game.Rules, setup game.Setup) *Oracle {
	o := &Oracle{setup: setup, options: map[string]string{}, seen: make([]card.Set, len(setup.Hands))}
	for _, option := range rules.Options() {
		o.options[option.Key] = option.Value
	}
	if setup.Places != nil {
		o.places = make([]game.Seat, len(setup.Places))
		for seat, place := range setup.Places {
			o.places[place-1] = game.Seat(seat)
		}
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
	o.exchange()
	if len(o.decisions) == 0 {
		o.showLeadCard()
	}
}

// exchange implements the exchange of rules.md P9.
func (o *Oracle) exchange() {
	n := len(o.places)
	if n == 0 {
		return
	}
	president, asshole := o.places[0], o.places[n-1]
	type pair struct {
		up, down game.Seat
		cards    int
	}
	pairs := []pair{{president, asshole, 2}}
	if o.options["vice"] == "4" && n >= 4 || n >= 5 {
		pairs = append(pairs, pair{o.places[1], o.places[n-2], 1})
	}
	switch o.options["exchange"] {
	case "auto", "choice":
		for _, p := range pairs {
			o.give(p.down, p.up, o.highest(p.down, p.cards))
			if o.options["exchange"] == "auto" {
				o.give(p.up, p.down, o.lowest(p.up, p.cards))
			} else {
				o.decisions = append(o.decisions, [2]game.Seat{p.up, p.down})
			}
		}
	case "mercy":
		if slices.Contains(o.hands[asshole], card.New(card.Three, card.Clubs)) {
			o.decisions = [][2]game.Seat{{asshole, president}}
		} else {
			o.trade(asshole, president, o.lowest(asshole, 2), o.highest(president, 2))
		}
		for _, p := range pairs[1:] {
			o.trade(p.down, p.up, o.highest(p.down, 1), o.lowest(p.up, 1))
		}
	}
}

// trade exchanges cards between two seats.
func (o *Oracle) trade(a, b game.Seat, there, back []card.Card) {
	o.give(a, b, there)
	o.give(b, a, back)
}

// give moves cards from one seat to another, which sees them.
func (o *Oracle) give(from, to game.Seat, cards []card.Card) {
	o.hands[from] = without(slices.Clone(o.hands[from]), cards)
	o.hands[to] = append(slices.Clip(o.hands[to]), cards...)
	o.see(to, cards...)
}

// highest returns the n highest cards of a hand, by rank and then suit. Jokers are the highest.
func (o *Oracle) highest(seat game.Seat, n int) []card.Card {
	sorted := slices.Clone(o.hands[seat])
	slices.SortFunc(sorted, func(a, b card.Card) int { return o.compare(b, a) })
	return sorted[:min(n, len(sorted))]
}

func (o *Oracle) lowest(seat game.Seat, n int) []card.Card {
	sorted := slices.Clone(o.hands[seat])
	slices.SortFunc(sorted, o.compare)
	return sorted[:min(n, len(sorted))]
}

func (o *Oracle) compare(a, b card.Card) int {
	if a.IsJoker() || b.IsJoker() {
		return cmp.Compare(a, b)
	}
	suits := "cdhs"
	if o.options["suits"] == "austrian" {
		suits = "csdh"
	}
	at := func(c card.Card) int {
		for i, s := range suits {
			if string(s) == c.Suit().String() {
				return i
			}
		}
		return -1
	}
	return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(at(a), at(b)))
}

// showLeadCard makes the card public that decides who leads, because everyone then knows who holds
// it.
func (o *Oracle) showLeadCard() {
	by := o.options["opening"]
	_, diamonds := o.options["triple13"] // an option of Big Two, in which the 3 of diamonds leads
	_, lowest := o.options["chops"]      // an option of Tien Len, in which the lowest dealt card leads, by s < c < d < h
	if o.places != nil {
		by = o.options["leads"]
	}
	opens := card.None
	switch {
	case o.setup.Lead != game.Nobody || o.setup.TopCard != card.None:
	case lowest && o.places != nil:
	case lowest:
		for _, c := range slices.Concat(o.setup.Hands...) {
			at := func(c card.Card) int { return 4*int(c.Rank()) + (int(c.Suit())+1)%4 }
			if opens == card.None || at(c) < at(opens) {
				opens = c
			}
		}
	case diamonds:
		opens = card.New(card.Three, card.Diamonds)
	case by == "qh":
		opens = card.New(card.Queen, card.Hearts)
	case by == "3c":
		opens = card.New(card.Three, card.Clubs)
	}
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
		return fmt.Errorf("seat %d holds %v, and does %s", m.Seat, o.hands[m.Seat], m.Action)
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
		if len(o.decisions) == 0 || o.decisions[0][0] != m.Seat {
			return fmt.Errorf("seat %d does %s, and has nothing to give", m.Seat, m.Action)
		}
		to := o.decisions[0][1]
		var back []card.Card
		if o.options["exchange"] == "mercy" {
			back = o.highest(to, 2)
		}
		o.trade(m.Seat, to, cards, back)
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
// seen and, with the option mercy, the 3 of clubs, because the exchange shows whether the last
// player has it.
func (o *Oracle) KnownPlaces(viewer game.Seat) card.Set {
	fixed := o.Seen(viewer)
	if o.places != nil && o.options["exchange"] == "mercy" {
		addOnce(&fixed, []card.Card{card.New(card.Three, card.Clubs)})
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
