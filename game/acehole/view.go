package acehole

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

func (s *roundState) Show(v *game.View, place int) {
	v.Dir, v.Pile, v.Starter, v.Ordered = game.Down, int(s.Core.Cards-s.Drawn), s.starter, true
	v.Prompt = "Play on {top}: {beats}"
	v.Unusual = []game.Unusual{{Text: say.New("Play lower ⬇️")}}
	if s.Up {
		v.Dir = game.Up
		v.Unusual = []game.Unusual{{Text: say.New("Play higher ⬆️")}}
	}
	v.Top.Cards, v.Beats = []card.Card{s.Top}, goesOn(s.Top, s.Up)
	if s.Owner >= 0 {
		v.Top.Seat = s.Order[s.Owner]
	}
	v.Public = s.public()
	if place < 0 {
		return
	}
	v.Fresh = sorted(s.fresh[place])
	byRank := slices.Clone(v.Hand)
	slices.SortStableFunc(byRank, func(a, b card.Card) int { return cmp.Compare(order(a), order(b)) })
	v.Sorted = []game.Sorting{{By: "suit", Hand: slices.Clone(v.Hand)}, {By: "rank", Hand: byRank}}
}

// goesOn says which cards can be played on a card.
func goesOn(t card.Card, up bool) say.Message {
	if t.IsJoker() {
		return say.New("any card")
	}
	suit, rank := say.New("a lower {suit}", t.Suit().Face()), say.New("any {rank}", t.Rank().Face())
	switch {
	case isAce(t):
		suit, rank = say.Message{}, say.New("any Ace")
	case isFace(t):
		suit = say.New("any {suit} number", t.Suit().Face())
	case up:
		suit = say.New("a higher {suit}", t.Suit().Face())
	}
	color, opposite := say.New("black"), say.New("red")
	if t.Red() {
		color, opposite = opposite, color
	}
	last := say.New("or a Joker")
	if !isAce(t) {
		last = say.New("a Joker, or a {color} Ace", opposite)
	}
	return say.Commas(suit, rank, say.New("a {color} J Q K or 6", color), last)
}

// order returns the position of a card's rank in a hand: 2 to 10, J Q K, A, Joker.
func order(c card.Card) card.Rank {
	if c.Rank() == card.Two {
		return 0
	}
	return c.Rank()
}

// Offers lists the legal plays as buttons: single cards, sets and runs, each with the most
// expensive cards first, and a draw last. In a set only the card on top matters, so orders with the
// same last card are one offer.
func (s *roundState) Offers() []game.Offer {
	plays := s.Legal(make([]Play, 0, 64))
	slices.SortStableFunc(plays, func(a, b Play) int {
		return cmp.Or(
			cmp.Compare(class(a), class(b)),
			cmp.Compare(cost(b), cost(a)))
	})
	type alike struct {
		cards card.Set
		top   card.Card
		long  int
	}
	seen := map[alike]bool{}
	var offers []game.Offer
	for _, p := range plays {
		if p == Draw {
			left := s.Core.Cards - s.Drawn
			offers = append(offers, game.Offer{Action: kit.Action(p), Label: say.New("Draw ({n} left)", int(left))})
			continue
		}
		cards := p.Cards()
		if key := (alike{card.SetOf(cards...), p.top(), len(cards)}); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		o := kit.Offer(p, class(p).name(), s.effectText(p))
		if MakesAcehole(s.Top, p) {
			o.Effect, o.Cost = say.Message{}, say.New("makes you the Acehole")
		}
		if p.Size() == s.Cards(s.Place()) { // going out is worth the title
			o.Effect, o.Cost = say.Join(" · ", say.New("this empties your hand"), o.Cost), say.Message{}
		}
		offers = append(offers, o)
	}
	return offers
}

// kind is the kind of a play.
type kind int

const (
	single kind = iota
	set
	run
	draw
)

func (k kind) name() say.Text { return [...]say.Text{"Single", "Set", "Run", ""}[k] }

func class(p Play) kind {
	switch first, second := p.bottom(), (p >> cardBits).bottom(); {
	case p == Draw:
		return draw
	case second == card.None:
		return single
	case first.Rank() == second.Rank():
		return set
	}
	return run
}

// cost returns what a play's cards would cost if they were left in the hand.
func cost(p Play) int {
	sum := 0
	for p &^= Draw; p != 0; p >>= cardBits {
		sum += Points(p.bottom())
	}
	return sum
}

// effectText says what a play does, if that isn't only to be the new top card.
func (s *roundState) effectText(p Play) say.Message {
	top := p.top()
	switch {
	case top.IsJoker():
		return say.New("next: any card")
	case top.Rank() == card.Six && s.Up:
		return say.New("switches to going down")
	case top.Rank() == card.Six:
		return say.New("switches to going up")
	case isFace(top):
		return say.New("next: any {suit} number", top.Suit().Face())
	case isAce(top):
		return say.New("next: no number but a 6")
	}
	return say.Message{}
}
