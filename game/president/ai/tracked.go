package ai

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// Tracked is a round with what everyone was told of it: what a player who watches
// remembers. It is a value, to be copied and stepped.
type Tracked struct {
	world
	*about
	declined [president.MaxChairs]declined
	gifts    [4]gift
	row      row
}

// declined is the lowest height that a chair has passed on since the order of the ranks
// last turned: with one card, with two and with more; 0: nothing yet.
type declined [3]uint8

// gift is what a chair gave away in the exchange and the other still holds of it, so
// that the giver knows.
type gift struct {
	from, to int8
	left     card.Set
}

// row is how many single cards of a rank were played in a row, up to three.
type row struct {
	rank card.Rank
	n    uint8
}

// about is what stays the same for a round.
type about struct {
	tactics
	options []uint16 // inputs
	match   *ending
	wins    uint16 // chairs that win the match if they come first, a bit for each
	ends    bool   // the match ends with this round, whoever comes first
}

// aboutRound finds out what a round is about.
func aboutRound(rules *president.Rules, terms president.Terms, order []game.Seat, match ai.History) *about {
	a := &about{tactics: tactics{&standard, terms}, options: optionInputs(rules), ends: true}
	a.match = endingOf(rules, ai.Observation{View: game.View{Order: order}, History: match})
	n := len(order)
	for first := range n {
		winner, over := -1, false
		if a.match != nil {
			winner, over = a.match.with(inFront(first, n))
		}
		if over && winner == first {
			a.wins |= 1 << first
		}
		a.ends = a.ends && over
	}
	return a
}

// optionInputs lists the inputs of a game's options. What came after the networks had learnt
// has none of its own: a choice looks like the one that is nearest to it.
func optionInputs(rules *president.Rules) (at []uint16) {
	nearest := map[string]string{"pass=lap": "out", "four=invertround": "invert"}
	base := 0
	for _, o := range rules.Options() {
		if o.Key == "points" || o.Key == "foursuits" {
			continue
		}
		value := o.Value
		if like, later := nearest[o.Key+"="+value]; later {
			value = like
		}
		for _, c := range o.Choices {
			if _, later := nearest[o.Key+"="+c.Value]; later {
				continue
			}
			if c.Value == value {
				at = append(at, uint16(inOptions+base))
			}
			base++
		}
	}
	return at
}

// Deal deals a round of a match for all chairs to be played, from chance; what is to be
// given in an exchange is chosen by the heuristics.
func Deal(rules *president.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
	setup := rules.Setup(seats, chance, match.Results)
	s, err := rules.Start(setup)
	if err != nil {
		return Tracked{}, err
	}
	now := s.(*president.State).RoundState()
	t, order := Tracked{world: world{p: now.Position()}}, now.Order
	t.about = aboutRound(rules, t.p.Terms(), order, match)
	for c := range t.p.Chairs() {
		t.live += countOf(t.p.Hand(c))
	}
	var buf room
	for t.p.Exchanging() {
		t.p.Do(t.gift(&t.world, t.p.Moves(buf[:0])))
	}
	i := 0
	for c, seat := range order {
		dealt, has := card.SetOf(setup.Hands[seat]...), t.p.Hand(c)
		if partner := t.partner(c); partner >= 0 && dealt != has && i < len(t.gifts) {
			left := dealt
			for x := range has.All() {
				left.Remove(x)
			}
			t.gifts[i] = gift{int8(c), int8(partner), left}
			i++
		}
	}
	return t, nil
}

// partner is with whom a chair exchanges cards; -1: nobody.
func (t *Tracked) partner(chair int) int {
	n, held := t.p.Chairs(), t.p.LastPlace(chair)
	if held != 1 && held != 2 && held != n-1 && held != n {
		return -1
	}
	for c := range n {
		if t.p.LastPlace(c) == n+1-held {
			return c
		}
	}
	return -1
}

// track finds out what a seat remembers of a round, from what it was told.
func (d *decision) track(rules *president.Rules, s ai.Observation) Tracked {
	t := Tracked{world: d.sample, about: aboutRound(rules, d.terms, s.View.Order, s.History)}
	chair := func(seat game.Seat) int { return slices.Index(s.View.Order, seat) }
	for i, swap := range s.View.Swaps[:min(len(s.View.Swaps), len(t.gifts))] {
		left := card.SetOf(swap.Gave...)
		for _, c := range swap.Got {
			left.Remove(c)
		}
		t.gifts[i] = gift{int8(d.chair), int8(chair(swap.With)), left}
	}
	var top president.Move
	inverted := false
	for _, n := range s.News {
		switch n.Kind {
		case game.Played:
			top = d.sample.p.PlayOnTable(n.Cards, n.As)
			t.played(chair(n.Seat), top)
		case game.Passed:
			t.passed(chair(n.Seat), top, inverted)
		case game.Inversion, game.Revolution:
			inverted = !inverted
			t.turned(n.Kind == game.Revolution)
		}
	}
	return t
}

// played remembers a play.
func (t *Tracked) played(chair int, m president.Move) {
	for i := range t.gifts {
		g := &t.gifts[i]
		if int(g.to) == chair && g.left[0] != 0 {
			for c := range m.Cards().All() {
				g.left.Remove(c)
			}
		}
	}
	switch {
	case m.Size() != 1:
		t.row = row{}
	case m.Rank() == t.row.rank:
		t.row.n = min(t.row.n+1, 3)
	default:
		t.row = row{m.Rank(), 1}
	}
}

// passed remembers a pass.
func (t *Tracked) passed(chair int, top president.Move, inverted bool) {
	t.row = row{}
	if top.Rank() == card.Joker {
		return
	}
	least, h := &t.declined[chair][min(max(top.Size(), 1), 3)-1], uint8(height(top.Rank(), inverted))
	if *least == 0 || h < *least {
		*least = h
	}
}

// turned remembers that the order of the ranks has turned: what was passed on before says
// little now.
func (t *Tracked) turned(revolution bool) {
	t.declined = [president.MaxChairs]declined{}
	if revolution {
		t.row = row{}
	}
}

// Step makes a move of the chair whose turn it is.
func (t *Tracked) Step(m president.Move) {
	chair, inverted := t.p.Turn(), t.p.Inverted()
	if m.IsPass() {
		top, _, _ := t.p.Top()
		t.passed(chair, top, inverted)
		t.p.Do(m)
		return
	}
	t.played(chair, m)
	t.live -= countOf(m.Cards())
	if e := t.p.Do(m); e.Happened&(president.Inversion|president.Revolution) != 0 {
		t.turned(e.Happened&president.Revolution != 0)
	}
}

// Position returns the round itself.
func (t *Tracked) Position() *president.Position { return &t.p }

// Worth is what the round that is over came to for a chair.
func (t *Tracked) Worth(chair int) float64 { return t.match.value(&t.p, chair) }

// Moves lists what the chair whose turn it is may do, of plays that differ only in
// suits that don't matter one.
func (t *Tracked) Moves(list []president.Move) []president.Move {
	list = t.p.Moves(list)
	if len(list) < 2 {
		return list
	}
	kept := list[:1]
	before := list[0]
	for _, m := range list[1:] {
		if t.differ(m, before) {
			kept = append(kept, m)
		}
		before = m
	}
	return kept
}

// Heuristically plays as normal does.
func (t *Tracked) Heuristically(list []president.Move) president.Move {
	return t.best(&t.world, t.p.Moves(list))
}
