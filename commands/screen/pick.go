package screen

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// This file lets players put a play together card by card, if the legal plays don't fit a message
// as buttons. The buttons carry the cards picked so far, so that nothing has to be stored between
// clicks. Only cards that can still be part of a legal play can be picked.

// picking is a play that is being put together.
type picking struct {
	view  game.View
	cards []card.Card // in the order in which they were picked, which matters in some games
}

// parsePicks parses the cards of a custom id: "7c7d*1". ok is false if they are invalid or not in the
// viewer's hand.
func parsePicks(v game.View, s string) (p picking, ok bool) {
	if len(s)%2 != 0 {
		return picking{}, false
	}
	p.view = v
	for i := 0; i < len(s); i += 2 {
		c, err := card.Parse(s[i : i+2])
		if err != nil {
			return picking{}, false
		}
		p.cards = append(p.cards, c)
	}
	return p, within(tally(p.cards, exactly), tally(v.Hand, exactly))
}

// String returns the picks in the form that parsePicks parses.
func (p picking) String() string {
	return strings.ReplaceAll(card.Format(p.cards), " ", "")
}

// with returns the picks with one more card.
func (p picking) with(c card.Card) picking {
	cards := make([]card.Card, 0, len(p.cards)+1)
	return picking{p.view, append(append(cards, p.cards...), c)}
}

// without returns the picks without the i-th one. If order matters, the later ones are removed too,
// so that the rest can still be the beginning of a play.
func (p picking) without(i int) picking {
	if p.view.Ordered {
		return picking{p.view, p.cards[:i:i]}
	}
	return picking{p.view, append(p.cards[:i:i], p.cards[i+1:]...)}
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

// play returns the legal action with exactly these picks, if there is one.
func (p picking) play() (game.Action, bool) {
	for _, a := range p.view.Legal {
		if len(a.Cards) == len(p.cards) && len(a.Cards) > 0 && p.canBecome(a) {
			return a, true
		}
	}
	return game.Action{}, false
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

// offer returns the game's offer for an action. If there is no offer for exactly these cards, it
// returns one with the same ranks or, if order matters, with the same cards and the same card on
// top.
func offer(v game.View, a game.Action) game.Offer {
	for _, o := range v.Offers {
		if o.Action.String() == a.String() {
			return o
		}
	}
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
		if o.Action.Verb == a.Verb && top(o.Action) == top(a) && tally(o.Action.Cards, same) == tally(a.Cards, same) {
			return game.Offer{Action: a, Class: o.Class, Label: say.Verbatim(plain(a.Cards, a.As)), Effect: o.Effect}
		}
	}
	return game.Offer{Action: a, Label: say.Verbatim(plain(a.Cards, a.As))}
}

// words renders the picked cards and the plays that they can become.
func (p picking) words(pictures Pictures) say.Message {
	picked := say.New("Picked: {cards}", pictures.faces(p.cards, card.None))
	if p.view.Ordered {
		picked = say.New("Picked, from the bottom up: {cards}", pictures.faces(p.cards, card.None))
	}
	var is, becomes say.Message
	if a, ok := p.play(); ok {
		is = bold(offer(p.view, a).Effect)
	}
	var classes []say.Text
	var kinds []say.Message
	for _, o := range p.view.Offers {
		if len(o.Action.Cards) > len(p.cards) && o.Class != "" && !slices.Contains(classes, o.Class) && p.canBecome(o.Action) {
			classes = append(classes, o.Class)
			kinds = append(kinds, say.New(o.Class))
		}
	}
	if len(kinds) > 0 {
		becomes = say.New("can become: {kinds}", say.Join(", ", kinds...))
	}
	return dotted(picked, is, becomes)
}
