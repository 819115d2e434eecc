package acehole

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Show implements kit.RoundState.
func (s *roundState) Show(v *game.View, place int) {
	v.Dir, v.Pile, v.Starter, v.Ordered = game.Down, int(s.Core.Cards-s.Drawn), s.starter, true
	v.Prompt = "Your turn to play on {top}"
	v.Unusual = []game.Unusual{{Text: say.New("⬇️ Counting down")}}
	if s.Up {
		v.Dir = game.Up
		v.Unusual = []game.Unusual{{Text: say.New("⬆️ Counting up")}}
	}
	v.Top.Cards = []card.Card{s.Top}
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
		offers = append(offers, kit.Offer(p, class(p).name(), s.effectText(p)))
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
	if s.Cards(s.Place()) == len(p.Cards()) {
		return say.New("this empties your hand")
	}
	top := p.top()
	switch {
	case makesAcehole(s.Top, p):
		return say.New("makes you the Acehole")
	case top.IsJoker():
		return say.New("then anything goes")
	case top.Rank() == card.Six:
		return say.New("turns the count")
	case isFace(top):
		return say.New("then any number of {suit}", top.Suit().Face())
	case top.Rank() == card.Ace:
		return say.New("then the only number that fits is a six")
	}
	return say.Message{}
}
