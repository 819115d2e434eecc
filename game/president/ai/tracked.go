package ai

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// Tracked is a round together with what a player who follows it remembers. Assignment copies it,
// and Step advances it.
type Tracked struct {
	world
	*roundContext
	declined [president.MaxChairs]declined
	gifts    [4]gift
	row      singlesRow
}

// declined is the lowest height that a chair has passed on since the ranks last reversed: for one
// card, for two, and for more. 0 means that it hasn't passed on any.
type declined [3]uint8

// gift is the cards that a chair gave in the exchange and that the receiver still holds, so the
// giver knows them.
type gift struct {
	from, to int8
	left     card.Set
}

// singlesRow is the number of single cards of a rank played in a row, at most three.
type singlesRow struct {
	rank card.Rank
	n    uint8
}

// roundContext is what stays the same during a round.
type roundContext struct {
	heuristics
	options []uint16 // inputs that describe the options
	match   *matchEnd
	wins    uint16 // bit per chair: it wins the match if it comes first
	ends    bool   // the match ends with this round, whoever comes first
}

// newRoundContext returns the context of a round.
func newRoundContext(rules *president.Rules, terms president.Terms, order []game.Seat, match ai.History) *roundContext {
	a := &roundContext{heuristics: heuristics{weightsFor(terms), terms}, options: optionInputs(rules), ends: true}
	a.match = newMatchEnd(rules, order, match)
	n := len(order)
	for first := range n {
		winner, over := -1, false
		if a.match != nil {
			winner, over = a.match.winnerOf(chairFirst(first, n))
		}
		if over && winner == first {
			a.wins |= 1 << first
		}
		a.ends = a.ends && over
	}
	return a
}

// untrained are the options that were added after the networks were trained.
var untrained = []string{"points", "foursuits", "eights", "spade3", "burn", "lock", "runs", "finish", "jacks", "runrev", "downfall"}

// optionInputs returns the inputs of the options. Options that were added after the networks were
// trained have no inputs, and new choices use the input of the most similar older one.
func optionInputs(rules *president.Rules) (at []uint16) {
	nearest := map[string]string{
		"pass=lap": "out", "four=invertround": "invert", "equal=ornothing": "yes", "opening=3d": "qh", "leads=3d": "qh",
		"twos=clear": "same", "twos=clearany": "same",
	}
	base := 0
	for _, o := range rules.Options() {
		if slices.Contains(untrained, o.Key) {
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

// Deal deals a round of a match from chance, for training. Exchange decisions are made by the
// heuristics.
func Deal(rules *president.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
	setup := rules.Setup(seats, chance, match.Results)
	s, err := rules.Start(setup)
	if err != nil {
		return Tracked{}, err
	}
	now := s.(*president.State).RoundState()
	t, order := Tracked{world: world{position: now.Position()}}, now.Order
	t.roundContext = newRoundContext(rules, t.position.Terms(), order, match)
	for c := range t.position.Chairs() {
		t.inPlay += countOf(t.position.Hand(c))
	}
	var buf moveBuffer
	for t.position.Exchanging() {
		t.position.Do(t.gift(&t.world, t.position.Moves(buf[:0])))
	}
	i := 0
	for c, seat := range order {
		dealt, has := card.SetOf(setup.Hands[seat]...), t.position.Hand(c)
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

// partner returns the chair with which a chair exchanges cards, or -1.
func (t *Tracked) partner(chair int) int {
	n, held := t.position.Chairs(), t.position.LastPlace(chair)
	if held != 1 && held != 2 && held != n-1 && held != n {
		return -1
	}
	for c := range n {
		if t.position.LastPlace(c) == n+1-held {
			return c
		}
	}
	return -1
}

// track returns what the seat remembers of the round.
func (d *decision) track() Tracked {
	s := d.seen
	t := Tracked{world: d.sample, roundContext: newRoundContext(d.rules, d.terms, s.View.Order, s.History)}
	chair := func(seat game.Seat) int { return slices.Index(s.View.Order, seat) }
	for i, swap := range s.View.Swaps[:min(len(s.View.Swaps), len(t.gifts))] {
		left := card.SetOf(swap.Gave...)
		for _, c := range swap.Got {
			left.Remove(c)
		}
		t.gifts[i] = gift{int8(d.chair), int8(chair(swap.With)), left}
	}
	var top president.Move
	inverted, turned := false, false // turned: until the trick ends
	for _, n := range s.News {
		switch n.Kind {
		case game.Played:
			top = d.sample.position.PlayOnTable(n.Cards, n.As)
			t.recordPlay(chair(n.Seat), top)
		case game.Passed:
			t.recordPass(chair(n.Seat), top, inverted)
		case game.Inversion, game.Revolution:
			inverted = !inverted
			t.recordReversal(n.Kind == game.Revolution)
		case game.TurnedOver:
			inverted, turned = !inverted, !turned
		case game.TrickWon:
			inverted, turned = inverted != turned, false
		}
	}
	return t
}

// recordPlay records a play.
func (t *Tracked) recordPlay(chair int, m president.Move) {
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
		t.row = singlesRow{}
	case m.Rank() == t.row.rank:
		t.row.n = min(t.row.n+1, 3)
	default:
		t.row = singlesRow{m.Rank(), 1}
	}
}

// recordPass records a pass.
func (t *Tracked) recordPass(chair int, top president.Move, inverted bool) {
	t.row = singlesRow{}
	if top.Rank() == card.Joker {
		return
	}
	least, h := &t.declined[chair][min(max(top.Size(), 1), 3)-1], uint8(height(top.Rank(), inverted))
	if *least == 0 || h < *least {
		*least = h
	}
}

// recordReversal forgets earlier passes, because the ranks have reversed.
func (t *Tracked) recordReversal(revolution bool) {
	t.declined = [president.MaxChairs]declined{}
	if revolution {
		t.row = singlesRow{}
	}
}

// Step makes a move of the chair whose turn it is.
func (t *Tracked) Step(m president.Move) {
	chair, inverted := t.position.Turn(), t.position.Inverted()
	if m.IsPass() {
		top, _, _ := t.position.Top()
		t.recordPass(chair, top, inverted)
		t.position.Do(m)
		return
	}
	t.recordPlay(chair, m)
	t.inPlay -= countOf(m.Cards())
	if e := t.position.Do(m); e.Happened&(president.Inversion|president.Revolution) != 0 {
		t.recordReversal(e.Happened&president.Revolution != 0)
	}
}

// Position returns the position.
func (t *Tracked) Position() *president.Position { return &t.position }

// Value returns the value of a finished round to a chair.
func (t *Tracked) Value(chair int) float64 { return t.match.value(&t.position, chair) }

// Moves lists the moves of the chair whose turn it is. Moves that differ only in suits that don't
// matter are listed once.
func (t *Tracked) Moves(list []president.Move) []president.Move {
	list = t.position.Moves(list)
	if len(list) < 2 {
		return list
	}
	kept := list[:1]
	before := list[0]
	for _, m := range list[1:] {
		if t.differs(m, before) {
			kept = append(kept, m)
		}
		before = m
	}
	return kept
}

// NormalMove returns Normal's move.
func (t *Tracked) NormalMove(list []president.Move) president.Move {
	return t.best(&t.world, t.position.Moves(list))
}
