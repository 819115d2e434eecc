package acehole

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// State is a moment of a round.
type State struct {
	rules *Rules
	table *table
	core  Core
	fresh []card.Set // by place: what it holds that came since its last turn
}

// table is what stays the same through a round; it is never changed.
type table struct {
	order []game.Seat // clockwise from the dealer's left: the seat at each place
	held  []int       // places of the round before by seat; nil: none
	lead  game.Seat   // who led the round
	up    card.Card   // that was turned up
}

// Core returns the round as computer players step it.
func (s State) Core() Core { return s.core }

func (s State) seat(place uint8) game.Seat { return s.table.order[place] }

func (s State) hand() card.Set { return s.core.Hands[s.core.Turn] }

// Turn is whose turn it is.
func (s State) Turn() (game.Seat, bool) {
	if s.core.Over {
		return game.Nobody, false
	}
	return s.seat(s.core.Turn), true
}

// Legal lists the plays in every order, and a draw last where it is open.
func (s State) Legal() []game.Action {
	if s.core.Over {
		return nil
	}
	plays := s.core.Legal(make([]Play, 0, 64))
	count := 0
	for _, p := range plays {
		count += p.size()
	}
	actions := make([]game.Action, len(plays))
	all := make([]card.Card, 0, count) // of all actions, each with its own part
	for i, p := range plays {
		from := len(all)
		all = p.appendTo(all)
		actions[i] = action(p, all[from:len(all):len(all)])
	}
	return actions
}

// action is a play with its cards, bottom first.
func action(p Play, cards []card.Card) game.Action {
	if p == Draw {
		return game.Action{Verb: game.Draw}
	}
	return game.Action{Verb: game.Play, Cards: cards}
}

// Default draws until something can be played, then plays the single card that
// counts most.
func (s State) Default() game.Action {
	best := card.None
	for _, p := range s.core.Legal(make([]Play, 0, 64)) {
		if p > cardMask {
			continue // several cards, or a draw
		}
		if c := p.bottom(); best == card.None || worth(c) > worth(best) {
			best = c
		}
	}
	if best == card.None {
		return game.Action{Verb: game.Draw}
	}
	return game.Action{Verb: game.Play, Cards: []card.Card{best}}
}

// Apply plays or draws.
func (s State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	p, err := s.check(seat, a)
	if err != nil {
		return nil, nil, err
	}
	next := s
	next.core.Step(p)
	next.fresh = slices.Clone(s.fresh)
	var news []game.News
	if p == Draw {
		next.fresh[s.core.Turn].Add(s.core.Pile[s.core.Drawn])
		news = append(news, game.Drawing(seat, 1))
	} else {
		news = append(news, game.Laying(seat, p.Cards(), card.None, ""))
		next.fresh[s.core.Turn] = both(next.fresh[s.core.Turn], next.core.Hands[s.core.Turn])
		next.fresh[next.core.Turn] = card.Set{}
		if acehole(s.core.Top, p) {
			news = append(news, game.News{
				Kind: game.BecameAcehole, Seat: seat, Other: game.Nobody, Title: game.Acehole, Headline: true,
				Text: "📣 **{title}!** {who} played an Ace of the opposite colour.",
			})
		}
		if next.core.Up != s.core.Up {
			news = append(news, turned(seat, next.core.Up))
		}
		if next.core.Hands[s.core.Turn].Len() == 0 {
			news = append(news, game.Happened(game.WentOut, seat))
		}
	}
	if next.core.Over {
		news = append(news, game.Ended())
	}
	return next, news, nil
}

// turned is the news of a six.
func turned(seat game.Seat, up bool) game.News {
	n := game.News{Kind: game.Turned, Seat: seat, Other: game.Nobody, Text: "↕️ {who} turned the count: it goes down now."}
	if up {
		n.Text = "↕️ {who} turned the count: it goes up now."
	}
	return n
}

// both returns the cards that are in two sets, each as often as in both.
func both(a, b card.Set) card.Set { return card.Set{a[0] & b[0], a[1] & b[1]} }

// acehole says whether a play puts an Ace on a card of the opposite
// colour (rules.md A9).
func acehole(top card.Card, p Play) bool {
	c := Core{Top: top, Seats: 2, Acehole: -1}
	c.Step(p &^ Draw)
	return c.Acehole >= 0
}

// Result counts the cards left (rules.md A7).
func (s State) Result() (game.Result, bool) {
	if !s.core.Over {
		return game.Result{}, false
	}
	n := len(s.table.order)
	r := game.Result{
		Lead: s.table.lead, Places: slices.Clone(s.table.order),
		Points: make([]int, n), Titles: make([]game.Title, n), Hands: make([][]card.Card, n),
	}
	score := s.core.Score()
	for place, seat := range s.table.order {
		r.Hands[seat], r.Points[seat] = sorted(s.core.Hands[place]), score[place]
	}
	r.Counts = make([]say.Message, n)
	for seat, hand := range r.Hands {
		r.Counts[seat] = counted(hand)
	}
	if s.core.Acehole >= 0 {
		r.Titles[s.seat(uint8(s.core.Acehole))] = game.Acehole
	}
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[a], r.Points[b]) })
	return r, true
}

// counted is how a hand that was left adds up (rules.md A7): "20 + 3 × 10".
func counted(hand []card.Card) say.Message {
	var n [21]int
	for _, c := range hand {
		n[worth(c)]++
	}
	var sum []string
	for _, points := range []int{20, 10, 5} {
		switch n[points] {
		case 0:
		case 1:
			sum = append(sum, fmt.Sprint(points))
		default:
			sum = append(sum, fmt.Sprintf("%d × %d", n[points], points))
		}
	}
	return say.Verbatim(strings.Join(sum, " + "))
}

// sorted lists a hand as people sort it for this game: by suit, since most plays
// follow suit, with the numbers from 2 up, then the faces and the Ace; Jokers last.
func sorted(hand card.Set) []card.Card {
	cards := hand.Cards()
	slices.SortFunc(cards, func(a, b card.Card) int {
		return cmp.Or(
			cmp.Compare(b2i(a.IsJoker()), b2i(b.IsJoker())),
			cmp.Compare(a.Suit(), b.Suit()),
			cmp.Compare(b2i(number(a) == 0), b2i(number(b) == 0)),
			cmp.Compare(number(a), number(b)),
			cmp.Compare(a, b))
	})
	return cards
}
