package bigtwo

import (
	"cmp"
	"slices"

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
	rules    *Rules
	leftOver game.DrawnCard
	Core
}

// endWithDragon ends the round if somebody was dealt all thirteen ranks: of several, the nearest
// clockwise from the leader wins.
func (s *roundState) endWithDragon() {
	leader := s.Turn
	for s.Hands[s.Turn].Ranks(1).Len() < 13 {
		if s.Turn = s.Next(); s.Turn == leader {
			return
		}
	}
	s.Over, s.MustPlayLowest = true, false
}

func (s *roundState) Do(p Play) { s.Step(p & (1<<orderShift - 1)) }

func (s *roundState) Cards(place int) int { return s.Hands[place].Len() }

func (s *roundState) Hand(place int) []card.Card { return s.List(s.Hands[place]) }

// Plays lists the plays, lowest first, and a pass last if one is allowed.
func (s *roundState) Plays() []Play {
	if s.Over {
		return nil
	}
	plays := s.Legal(nil)
	for i, p := range plays {
		plays[i] = s.marked(p)
	}
	return plays
}

// Default passes or leads the lowest card that may be led.
func (s *roundState) Default() Play {
	if s.Top != Pass {
		return Pass
	}
	hand := s.Hands[s.Turn]
	if s.SingleMustBeHighest() {
		hand = 1 << hand.High()
	}
	return s.marked(play(Single, hand.Low(), hand&-hand))
}

func (s *roundState) News(p Play, before *roundState) []game.News {
	seat := s.Order[before.Turn]
	if p == Pass {
		news := []game.News{game.SeatNews(game.Passed, seat)}
		if s.Top == Pass {
			news = append(news, game.SeatNews(game.TrickWon, s.Order[s.Turn]))
		}
		return news
	}
	news := []game.News{game.PlayNews(seat, kit.Action(p).Cards, card.None, className(p))}
	if t := before.Top; t != Pass && s.bombs() && p.Class() >= Bomb && t.Class() < Bomb {
		news = append(news, game.News{Kind: game.Chopped, Seat: seat, Other: s.Order[before.Owner], Headline: true, Text: "💣 {who} bombed {other}!"})
	}
	switch {
	case s.Over:
		return append(news, game.SeatNews(game.WentOut, seat), game.RoundOverNews())
	case s.lastCard && s.Hands[before.Turn].Len() == 1:
		other := s.Order[(before.Turn+s.Seats-1)%s.Seats]
		news = append(news, game.News{Kind: game.OneLeft, Seat: seat, Other: other, Headline: true, Text: "☝️ {who} has one card left: a card that {other} plays alone must be their highest."})
	}
	return news
}

// End fills in points for the cards left (rules.md B7).
func (s *roundState) End(r *game.Result) {
	score := s.rules.Score(&s.Core)
	for place, seat := range s.Order {
		r.Points[seat], r.PointDetails[seat] = score[place], s.rules.pointDetail(s.Hands[place], int(s.Seats))
	}
	winner := s.Order[s.Turn]
	r.Titles[winner] = game.BigTwo
	if s.Hands[s.Turn] != 0 {
		r.PointDetails[winner] = say.New("🐉 a dragon: every rank from 3 to 2")
	}
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[b], r.Points[a]) })
}
