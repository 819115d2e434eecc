package screen

import (
	"slices"
	"strings"

	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// This file lets players put a play together card by card, if the legal plays don't fit a message
// as buttons. The buttons carry the cards picked so far, so that nothing has to be stored between
// clicks. Only cards that can still be part of a legal play can be picked.

type picking struct {
	view  game.View
	plans bool        // for a later turn, of which the bot doesn't know yet what will be legal
	cards []card.Card // in the order in which they were picked, which matters in some games
}

// planMost is the maximum number of cards in a plan. No play has more, and the plan has to fit a
// custom id.
const planMost = 16

// parsePicks parses the cards of a page: "7c7d*1". ok is false if they are invalid or not in the
// viewer's hand; then nothing is picked.
func parsePicks(v game.View, at ids.Page) (p picking, ok bool) {
	p = picking{view: v, plans: at.Planning}
	var cards []card.Card
	for pair := range slices.Chunk([]byte(at.Picks), 2) {
		c, err := card.Parse(string(pair))
		if err != nil {
			return p, false
		}
		cards = append(cards, c)
	}
	if !within(tally(cards, exactly), tally(v.Hand, exactly)) || p.plans && len(cards) > planMost {
		return p, false
	}
	p.cards = cards
	return p, true
}

// String returns the picks in the form that parsePicks parses.
func (p picking) String() string {
	return strings.ReplaceAll(card.Format(p.cards), " ", "")
}

func (p picking) with(c card.Card) picking {
	p.cards = append(slices.Clip(p.cards), c)
	return p
}

// without returns the picks without the i-th one. If order matters, the later ones are removed too,
// so that the rest can still be the beginning of a play.
func (p picking) without(i int) picking {
	rest := p.cards[i+1:]
	if p.view.Ordered && !p.plans {
		rest = nil
	}
	p.cards = append(p.cards[:i:i], rest...)
	return p
}

// pickOf returns, for each card of the hand, the index of its pick, or -1 if it isn't picked.
func (p picking) pickOf() []int {
	picks := make([]int, len(p.view.Hand))
	used := make([]bool, len(p.cards))
	for i, c := range p.view.Hand {
		picks[i] = -1
		for j, picked := range p.cards {
			if picked == c && !used[j] {
				picks[i], used[j] = j, true
				break
			}
		}
	}
	return picks
}

// pickable returns the cards (mapped by alike) that can be added to the picks on the way to a legal play.
func (p picking) pickable() (next [64]bool) {
	if p.plans {
		for i := range next {
			next[i] = len(p.cards) < planMost
		}
		return next
	}
	picked := tally(p.cards, alike)
	for _, a := range p.view.Legal {
		if !p.canBecome(a) {
			continue
		}
		if p.view.Ordered {
			if len(a.Cards) > len(p.cards) {
				next[alike(a.Cards[len(p.cards)])] = true
			}
			continue
		}
		for c, n := range tally(a.Cards, alike) {
			next[c] = next[c] || n > picked[c]
		}
	}
	return next
}

// plays returns the legal actions with exactly these picks, or a plan. There are several only if the
// Jokers of a run can stand for different cards.
func (p picking) plays() (all []game.Action) {
	if len(p.cards) == 0 {
		return nil
	}
	if p.plans {
		a := game.Action{Verb: game.Play, Cards: p.cards}
		if run, ok := card.Run(p.cards, nil); ok && slices.ContainsFunc(run, card.Card.IsJoker) {
			a.Cards = run
		}
		return []game.Action{a}
	}
	for _, a := range p.view.Legal {
		if len(a.Cards) == len(p.cards) && p.canBecome(a) {
			all = append(all, a)
		}
	}
	return all
}

// canBecome reports whether the picks are the given action, or can become it if more cards are
// picked.
func (p picking) canBecome(a game.Action) bool {
	if len(p.cards) > len(a.Cards) {
		return false
	}
	if !p.view.Ordered {
		return within(tally(p.cards, alike), tally(a.Cards, alike))
	}
	for i, c := range p.cards {
		if alike(c) != alike(a.Cards[i]) {
			return false
		}
	}
	return true
}

// effect returns what an action does. If the game has no offer for exactly these cards, it is the
// effect of the same ranks or, if order matters, of the same cards with the same card on top.
func effect(v game.View, a game.Action) (similar say.Message) {
	same := func(c card.Card) card.Card { return card.New(c.Rank(), 0) }
	if v.Ordered {
		same = alike
	}
	top := func(a game.Action) card.Card {
		if !v.Ordered || len(a.Cards) == 0 {
			return card.None
		}
		return alike(a.Cards[len(a.Cards)-1])
	}
	for _, o := range v.Offers {
		switch {
		case o.Action.String() == a.String():
			return o.Does()
		case similar.Empty() && o.Action.Verb == a.Verb && top(o.Action) == top(a) && tally(o.Action.Cards, same) == tally(a.Cards, same):
			similar = o.Does()
		}
	}
	return similar
}
