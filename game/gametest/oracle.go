package gametest

import (
	"cmp"
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// Oracle knows where every card of a round is and who has seen it. It follows the
// round from the deal and the moves alone, by the rules of dealing and exchanging
// (rules.md P9), and never asks a State or a View: those are held against it.
type Oracle struct {
	setup  game.Setup
	value  map[string]string // of options
	places []game.Seat       // of the round before, best first; nil: there was none
	rest   []card.Card       // what nobody was dealt, nor lies in the pile
	moves  []record.Move
	hands  [][]card.Card
	pile   []card.Card
	due    [][2]game.Seat // exchange decisions: who gives, and to whom
	public card.Set
	seen   []card.Set // by seat
}

// Watch follows a round from its setup.
func Watch(rules game.Rules, setup game.Setup) *Oracle {
	o := &Oracle{setup: setup, value: map[string]string{}, seen: make([]card.Set, len(setup.Hands))}
	for _, option := range rules.Options() {
		o.value[option.Key] = option.Value
	}
	if setup.Places != nil {
		o.places = make([]game.Seat, len(setup.Places))
		for seat, place := range setup.Places {
			o.places[place-1] = game.Seat(seat)
		}
	}
	o.rest = undealt(rules.Deck(len(setup.Hands)), setup)
	o.begin()
	return o
}

// undealt are the cards of a deck that a setup has nowhere.
func undealt(deck []card.Card, s game.Setup) []card.Card {
	rest := without(slices.Clone(deck), append(slices.Clone(s.Pile), s.TopCard))
	for _, hand := range s.Hands {
		rest = without(rest, hand)
	}
	return rest
}

// begin deals and makes the exchanges that need no decision.
func (o *Oracle) begin() {
	o.hands, o.pile, o.due = make([][]card.Card, len(o.setup.Hands)), o.setup.Pile, nil
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
	if len(o.due) == 0 {
		o.lead()
	}
}

// exchange is rules.md P9.
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
	if o.value["vice"] == "4" && n >= 4 || n >= 5 {
		pairs = append(pairs, pair{o.places[1], o.places[n-2], 1})
	}
	switch o.value["exchange"] {
	case "auto", "choice":
		for _, p := range pairs {
			o.move(p.down, p.up, o.highest(p.down, p.cards))
			if o.value["exchange"] == "auto" {
				o.move(p.up, p.down, o.lowest(p.up, p.cards))
			} else {
				o.due = append(o.due, [2]game.Seat{p.up, p.down})
			}
		}
	case "mercy":
		if slices.Contains(o.hands[asshole], card.New(card.Three, card.Clubs)) {
			o.due = [][2]game.Seat{{asshole, president}}
		} else {
			o.trade(asshole, president, o.lowest(asshole, 2), o.highest(president, 2))
		}
		for _, p := range pairs[1:] {
			o.trade(p.down, p.up, o.highest(p.down, 1), o.lowest(p.up, 1))
		}
	}
}

// trade has two seats give each other cards at the same time.
func (o *Oracle) trade(a, b game.Seat, there, back []card.Card) {
	o.move(a, b, there)
	o.move(b, a, back)
}

// move has a seat give cards to another, who sees them.
func (o *Oracle) move(from, to game.Seat, cards []card.Card) {
	o.hands[from] = without(slices.Clone(o.hands[from]), cards)
	o.hands[to] = append(slices.Clip(o.hands[to]), cards...)
	o.see(to, cards...)
}

// highest are the highest cards of a hand: by rank, then suit, Jokers highest.
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
	if o.value["suits"] == "austrian" {
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

// lead shows the card by which a seat leads: everyone knows that it holds it.
func (o *Oracle) lead() {
	by, named := o.value["opening"]
	_, lowest := o.value["chops"] // of all that are dealt, by s < c < d < h
	if o.places != nil {
		by = o.value["leads"]
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
	case !named: // a climbing game without the choice
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

// Do follows a move. It fails where the seat doesn't have the cards.
func (o *Oracle) Do(m record.Move) error {
	o.moves = append(o.moves, m)
	cards := o.held(m.Seat, m.Action.Cards)
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
		if len(o.due) == 0 || o.due[0][0] != m.Seat {
			return fmt.Errorf("seat %d does %s, and has nothing to give", m.Seat, m.Action)
		}
		to := o.due[0][1]
		var back []card.Card
		if o.value["exchange"] == "mercy" {
			back = o.highest(to, 2)
		}
		o.trade(m.Seat, to, cards, back)
		if o.due = o.due[1:]; len(o.due) == 0 {
			o.lead()
		}
	}
	return nil
}

// held finds cards in a hand; "whichever Joker" is the lowest that is not named.
func (o *Oracle) held(seat game.Seat, cards []card.Card) (found []card.Card) {
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

// Undo takes the last move back. Whoever has seen a card has seen it.
func (o *Oracle) Undo() error {
	moves := o.moves[:len(o.moves)-1]
	o.moves = nil
	o.begin()
	for _, m := range moves {
		if err := o.Do(m); err != nil {
			return err
		}
	}
	return nil
}

// End is the end of the round: all hands are shown, and the pile is not.
func (o *Oracle) End() {
	for _, hand := range o.hands {
		o.show(hand...)
	}
}

func (o *Oracle) show(cards ...card.Card) { remember(&o.public, cards) }

func (o *Oracle) see(seat game.Seat, cards ...card.Card) { remember(&o.seen[seat], cards) }

func remember(set *card.Set, cards []card.Card) {
	for _, c := range cards {
		if !set.Has(c) {
			set.Add(c)
		}
	}
}

// Seen returns the cards that a viewer has seen, each once: those that everyone has, and
// those that were in the viewer's hand.
func (o *Oracle) Seen(viewer game.Seat) card.Set {
	seen := o.public
	if viewer != game.Watcher {
		remember(&seen, o.seen[viewer].Cards())
	}
	return seen
}

// Fixed returns the cards that a viewer knows the place of: those that it has seen, and
// the 3 of clubs where the last of the round before is asked about it, or isn't (mercy).
func (o *Oracle) Fixed(viewer game.Seat) card.Set {
	fixed := o.Seen(viewer)
	if o.places != nil && o.value["exchange"] == "mercy" {
		remember(&fixed, []card.Card{card.New(card.Three, card.Clubs)})
	}
	return fixed
}

// Hand returns what a seat holds.
func (o *Oracle) Hand(seat game.Seat) card.Set { return card.SetOf(o.hands[seat]...) }

// Anew deals the cards again whose place a viewer doesn't know: two of them change places, or all do.
// Whether the viewer can tell, since a move has become impossible or an exchange
// gives them other cards, is for the caller to find out.
func (o *Oracle) Anew(viewer game.Seat, rand *Rand) game.Setup {
	s, fixed := o.setup, o.Fixed(viewer)
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
	add(slices.Clone(o.rest))
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
