package acehole

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// State is a round at a table.
type State = kit.State[roundState, Play, *roundState]

// roundState implements kit.RoundState.
type roundState struct {
	*kit.Table
	Core
	starter card.Card           // the card that was turned up
	fresh   [MaxPlaces]card.Set // by place: cards of the hand that arrived since the last turn
}

func (s *roundState) Do(p Play) {
	place := s.Core.Turn
	if p == Draw {
		s.fresh[place].Add(s.Pile[s.Drawn])
		s.Step(p)
		return
	}
	s.Step(p)
	s.fresh[place] = s.fresh[place].Intersect(s.Hands[place])
	s.fresh[s.Core.Turn] = card.Set{}
}

func (s *roundState) Cards(place int) int { return s.Hands[place].Len() }

func (s *roundState) Hand(place int) []card.Card { return sorted(s.Hands[place]) }

// Plays lists the plays in every order, and a draw last if one is allowed.
func (s *roundState) Plays() []Play {
	if s.Over {
		return nil
	}
	return s.Legal(nil)
}

// Default draws until something can be played, then plays the single card that costs most.
func (s *roundState) Default() Play {
	best := Draw
	for _, p := range s.Legal(make([]Play, 0, 64)) {
		if p <= cardMask && (best == Draw || Points(p.bottom()) > Points(best.bottom())) {
			best = p
		}
	}
	return best
}

func (s *roundState) News(p Play, before *roundState) []game.News {
	var news []game.News
	seat := s.Order[before.Core.Turn]
	if p == Draw {
		news = append(news, game.DrawNews(seat, 1))
	} else {
		news = append(news, game.PlayNews(seat, p.Cards(), card.None, ""))
		if MakesAcehole(before.Top, p) {
			news = append(news, game.News{
				Kind: game.BecameAcehole, Seat: seat, Other: game.Nobody, Title: game.Acehole, Headline: true,
				Text: "📣 **{title}!** {who} played an Ace of the opposite color.",
			})
		}
		if s.Up != before.Up {
			turned := game.News{Kind: game.Turned, Seat: seat, Other: game.Nobody, Text: "⬇️ {who} switched to going down."}
			if s.Up {
				turned.Text = "⬆️ {who} switched to going up."
			}
			news = append(news, turned)
		}
		if s.Cards(int(before.Core.Turn)) == 0 {
			news = append(news, game.SeatNews(game.WentOut, seat))
		}
	}
	if s.Over {
		news = append(news, game.RoundOverNews())
	}
	return news
}

// MakesAcehole reports whether a play puts an Ace on a card of the opposite color (rules.md A9).
func MakesAcehole(top card.Card, p Play) bool {
	c := Core{Top: top, Seats: 2, Acehole: -1}
	c.Step(p &^ Draw)
	return c.Acehole >= 0
}

// End fills in points for the cards left (rules.md A7).
func (s *roundState) End(r *game.Result) {
	score := s.Score()
	for place, seat := range s.Order {
		r.Points[seat], r.PointDetails[seat] = score[place], pointDetail(r.Hands[seat])
	}
	if s.Core.Acehole >= 0 {
		r.Titles[s.Order[s.Core.Acehole]] = game.Acehole
	}
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[a], r.Points[b]) })
}

// pointDetail shows how the points of a hand add up (rules.md A7): "20 + 3 × 10".
func pointDetail(hand []card.Card) say.Message {
	var n [21]int
	for _, c := range hand {
		n[Points(c)]++
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

// sorted returns a hand by suit, because most plays follow suit: numbers from 2 up, then face cards
// and the Ace; Jokers last.
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
