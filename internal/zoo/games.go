package zoo

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/game/president"
	"deuces/game/tienlen"
)

// New returns all players of the zoo for a game.
func New(rules game.Rules) (ai.Players, error) {
	switch r := rules.(type) {
	case *president.Rules:
		return Players(func(s ai.Observation) (Table[president.Position, president.Move], error) {
			p, err := president.Observation(s.View)
			return &presidentTable{hiddenIn(r, s), p}, err
		}), nil
	case *bigtwo.Rules:
		return Players(func(s ai.Observation) (Table[bigtwo.Core, bigtwo.Play], error) {
			core, err := bigtwo.Observation(s.View)
			return &bigTwoTable{hiddenIn(r, s), core, r}, err
		}), nil
	case *acehole.Rules:
		return Players(func(s ai.Observation) (Table[acehole.Core, acehole.Play], error) {
			core, err := acehole.Observation(s.View)
			return &aceholeTable{hiddenIn(r, s), core}, err
		}), nil
	case *tienlen.Rules:
		return Players(func(s ai.Observation) (Table[tienlen.Core, tienlen.Play], error) {
			core, err := tienlen.Observation(s.View)
			return &tienLenTable{hiddenIn(r, s), core}, err
		}), nil
	}
	return nil, fmt.Errorf("%s has no zoo", rules.Name())
}

// hidden has the cards that a seat can't see, and the number of cards in each hand.
type hidden struct {
	seat   int // place of the seat
	pool   []card.Card
	counts []int // by place
}

func hiddenIn(rules game.Rules, s ai.Observation) hidden {
	v := s.View
	rest := card.SetOf(rules.Deck(len(v.Order))...)
	seen := append(slices.Clone(v.Hand), v.Starter)
	for _, t := range s.News {
		if t.Kind == game.Played {
			seen = append(seen, t.Cards...)
		}
	}
	for _, c := range seen {
		rest.Remove(c)
	}
	h := hidden{seat: slices.Index(v.Order, v.Seat), pool: rest.Cards()}
	for _, seat := range v.Order {
		h.counts = append(h.counts, v.Players[seat].Cards)
	}
	return h
}

// deal deals the unseen cards to the others at random, and returns the rest.
func (h *hidden) deal(r *rand.Rand, give func(place int, cards []card.Card)) []card.Card {
	r.Shuffle(len(h.pool), func(i, j int) { h.pool[i], h.pool[j] = h.pool[j], h.pool[i] })
	rest := h.pool
	for place, n := range h.counts {
		if n = min(n, len(rest)); place != h.seat {
			give(place, rest[:n])
			rest = rest[n:]
		}
	}
	return rest
}

// breaks reports whether a play leaves cards of one of its ranks in the hand.
func breaks(hand, played []card.Card) bool {
	return slices.ContainsFunc(hand, func(c card.Card) bool {
		return !c.IsJoker() && !slices.Contains(played, c) && slices.ContainsFunc(played, func(p card.Card) bool { return p.Rank() == c.Rank() })
	})
}

type presidentTable struct {
	hidden
	position president.Position
}

func (t *presidentTable) Deal(p *president.Position, r *rand.Rand) {
	*p = t.position
	t.deal(r, func(chair int, cards []card.Card) { p.SetHand(chair, card.SetOf(cards...)) })
}

func (t *presidentTable) Turn(p *president.Position) int { return p.Turn() }

func (t *presidentTable) Moves(p *president.Position, list []president.Move) []president.Move {
	list = p.Moves(list)
	if p.Exchanging() {
		return list
	}
	terms := p.Terms()
	return slices.CompactFunc(list, func(a, b president.Move) bool {
		return a.Rank() == b.Rank() && a.Size() == b.Size() && a.Jokers() == b.Jokers() && a.IsPass() == b.IsPass() && (!terms.Suits || a.Jokers() > 0) && (!terms.Suited || a == b)
	})
}

func (t *presidentTable) Look(p *president.Position, m president.Move) Trait {
	hand := p.Hand(p.Turn())
	if m.IsPass() {
		return Trait{Pass: true, Left: hand.Len()}
	}
	_, _, follows := p.Top()
	played := m.Cards()
	trait := Trait{Lead: !follows, Cards: played.Len(), Left: hand.Len() - played.Len()}
	for c := range played.All() {
		high := float64(c.Rank()-card.Three) / float64(card.Joker-card.Three)
		if p.Inverted() && !c.IsJoker() && !m.IsGift() {
			high = float64(card.Two-c.Rank()) / float64(card.Joker-card.Three)
		}
		if m.IsGift() {
			trait.High += high / float64(trait.Cards)
		} else {
			trait.High = max(trait.High, high)
		}
	}
	if !m.IsGift() {
		for c := range hand.Minus(played).All() {
			trait.Breaks = trait.Breaks || m.Size() > m.Jokers() && c.Rank() == m.Rank()
		}
	}
	return trait
}

func (t *presidentTable) Step(p *president.Position, m president.Move) { p.Do(m) }

// Worth depends only on the place.
func (t *presidentTable) Worth(p *president.Position, place int) float64 {
	var room [president.MaxChairs]int8
	n := p.Chairs()
	return float64(n-1-slices.Index(p.Settled(room[:0]), int8(place))) / float64(n-1)
}

func (t *presidentTable) Action(m president.Move) game.Action { return t.position.Action(m) }

type bigTwoTable struct {
	hidden
	core  bigtwo.Core
	rules *bigtwo.Rules
}

func (t *bigTwoTable) Deal(c *bigtwo.Core, r *rand.Rand) {
	*c = t.core
	t.deal(r, func(place int, cards []card.Card) { c.Hands[place] = t.core.Of(cards...) })
}

func (t *bigTwoTable) Turn(c *bigtwo.Core) int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

func (t *bigTwoTable) Moves(c *bigtwo.Core, list []bigtwo.Play) []bigtwo.Play { return c.Legal(list) }

func (t *bigTwoTable) Look(c *bigtwo.Core, p bigtwo.Play) Trait {
	hand := c.Hands[c.Turn]
	left := hand &^ p.Cards()
	if p == bigtwo.Pass {
		return Trait{Pass: true, Left: left.Len()}
	}
	return Trait{Lead: c.Top == bigtwo.Pass, Cards: p.Size(), Left: left.Len(), High: float64(p.High()) / 51,
		Breaks: breaks(c.List(hand), c.List(p.Cards()))}
}

func (t *bigTwoTable) Step(c *bigtwo.Core, p bigtwo.Play) { c.Step(p) }

// Worth depends on the points of the round.
func (t *bigTwoTable) Worth(c *bigtwo.Core, place int) float64 {
	return min(max(0.5+float64(t.rules.Score(c)[place])/80, 0), 1)
}

func (t *bigTwoTable) Action(p bigtwo.Play) game.Action { return t.core.Action(p) }

type aceholeTable struct {
	hidden
	core acehole.Core
}

func (t *aceholeTable) Deal(c *acehole.Core, r *rand.Rand) {
	*c = t.core
	rest := t.deal(r, func(place int, cards []card.Card) { c.Hands[place] = card.SetOf(cards...) })
	c.Cards = uint8(copy(c.Pile[:c.Cards], rest))
}

func (t *aceholeTable) Turn(c *acehole.Core) int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

// Moves omits plays that differ only in the order of the cards between the first and the last.
func (t *aceholeTable) Moves(c *acehole.Core, list []acehole.Play) []acehole.Play {
	all := c.Legal(nil)
	type ends struct {
		first, last card.Card
		cards       card.Set
	}
	seen := make(map[ends]bool, len(all))
	for _, p := range all {
		if cards := p.Cards(); len(cards) > 0 {
			e := ends{cards[0], cards[len(cards)-1], card.SetOf(cards...)}
			if seen[e] {
				continue
			}
			seen[e] = true
		}
		list = append(list, p)
	}
	return list
}

// Look rates cards that are worth keeping as high.
func (t *aceholeTable) Look(c *acehole.Core, p acehole.Play) Trait {
	hand := c.Hands[c.Turn]
	if p == acehole.Draw {
		return Trait{Pass: true, Left: hand.Len()}
	}
	cards := p.Cards()
	last := cards[len(cards)-1]
	trait := Trait{Cards: len(cards), Left: hand.Len() - len(cards), High: 0.1 + 0.05*float64(last.Rank())}
	switch {
	case last.IsJoker():
		trait.High = 1
	case last.Rank() == card.Six, last.Rank() >= card.Jack && last.Rank() <= card.King:
		trait.High = 0.8
	case last.Rank() == card.Ace:
		trait.High = 0.6
	case last.Rank() == card.Two:
		trait.High = 0.1
	}
	trait.Breaks = !last.IsJoker() && breaks(hand.Cards(), cards)
	return trait
}

func (t *aceholeTable) Step(c *acehole.Core, p acehole.Play) { c.Step(p) }

// Worth depends on how many points fewer than the others' average a place has.
func (t *aceholeTable) Worth(c *acehole.Core, place int) float64 {
	sum, score := 0, c.Score()
	for p := range c.Seats {
		sum += score[p]
	}
	ahead := float64(sum-score[place])/float64(c.Seats-1) - float64(score[place])
	return min(max(0.5+ahead/100, 0), 1)
}

func (t *aceholeTable) Action(p acehole.Play) game.Action { return kit.Action(p) }

type tienLenTable struct {
	hidden
	core tienlen.Core
}

func (t *tienLenTable) Deal(c *tienlen.Core, r *rand.Rand) {
	*c = t.core
	t.deal(r, func(place int, cards []card.Card) { c.Hands[place] = tienlen.CardsOf(cards...) })
}

func (t *tienLenTable) Turn(c *tienlen.Core) int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

func (t *tienLenTable) Moves(c *tienlen.Core, list []tienlen.Play) []tienlen.Play {
	return c.Legal(list)
}

func (t *tienLenTable) Look(c *tienlen.Core, p tienlen.Play) Trait {
	hand := c.Hands[c.Turn]
	left := hand &^ p.Cards()
	return Trait{Pass: p == tienlen.Pass, Lead: c.Top == tienlen.Pass, Cards: p.Size(), Left: left.Len(),
		High: float64(p.High()) / 51, Breaks: breaks(tienlen.List(hand), tienlen.List(p.Cards()))}
}

func (t *tienLenTable) Step(c *tienlen.Core, p tienlen.Play) { c.Step(p) }

// Worth depends on the points of the round.
func (t *tienLenTable) Worth(c *tienlen.Core, place int) float64 {
	return min(max(0.5+float64(c.Score()[place])/20, 0), 1)
}

func (t *tienLenTable) Action(p tienlen.Play) game.Action { return kit.Action(p) }
