package tienlen

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
	Core
	winner      int8 // place that won at the deal; -1: none
	winningHand instantWin
	payments    []game.Payment
}

// instantWin is a kind of hand that wins as soon as it is dealt. The kinds are ordered best first
// (rules.md T9).
type instantWin uint8

const (
	dragon instantWin = iota
	fourTwos
	sixPairs
	fivePairs
	noInstant
)

func (i instantWin) name() say.Text {
	return [...]say.Text{"a dragon: every rank from 3 to A", "four 2s", "six pairs", "five pairs in sequence", ""}[i]
}

func instantOf(hand kit.Cards) instantWin {
	switch {
	case (hand &^ Twos).Ranks(1).Len() == 12:
		return dragon
	case hand&Twos == Twos:
		return fourTwos
	case hand.Ranks(2).Len()+hand.Ranks(4).Len() >= 6:
		return sixPairs
	case longestPairs(hand) >= 5:
		return fivePairs
	}
	return noInstant
}

// applyInstantWin ends the round if a dealt hand wins it.
func (s *roundState) applyInstantWin() {
	s.winningHand = noInstant
	for i := range s.Seats {
		place := (s.Turn + i) % s.Seats
		if got := instantOf(s.Hands[place]); got < s.winningHand {
			s.winningHand, s.winner, s.Over = got, int8(place), true
		}
	}
}

func (s *roundState) Do(p Play) {
	before := s.Core
	if p != Pass {
		before.addToPot(p)
	}
	s.Step(p)
	if s.Top == Pass || s.Over {
		s.pays(before.Payer, before.Payee, int(before.Pot), "a chop")
	}
	if s.Over {
		s.pays(s.Out[s.Seats-1], s.Out[0], s.owes(), "cards left over")
	}
}

// pays records that one place has paid another, if n isn't 0.
func (s *roundState) pays(from, to uint8, n int, what say.Text) {
	if n != 0 {
		s.payments = append(slices.Clip(s.payments), game.Payment{From: s.Order[from], To: s.Order[to], Points: n, For: what})
	}
}

func (s *roundState) Cards(place int) int { return s.Hands[place].Len() }

func (s *roundState) Hand(place int) []card.Card { return List(s.Hands[place]) }

// Plays lists the plays, and a pass last if one is allowed.
func (s *roundState) Plays() []Play { return s.Legal(nil) }

// Default passes or leads the lowest card.
func (s *roundState) Default() Play {
	if s.Top != Pass {
		return Pass
	}
	return play(Single, s.Hands[s.Turn]&-s.Hands[s.Turn])
}

func (s *roundState) Check(a game.Action) (Play, error) {
	cards, err := suits.Read(a, s.Hands[s.Turn], s.Top == Pass)
	if err != nil || a.Verb == game.Pass {
		return Pass, err
	}
	p, ok := Classify(cards)
	switch {
	case !ok && cards&Twos != 0 && cards&^Twos != 0:
		return Pass, game.Refuse("2s can't be part of a sequence: play one alone, or two, three or four together.")
	case !ok:
		return Pass, game.Refuse("Play one card, cards of one rank, or three or more ranks in a row, as single cards or as pairs.")
	case cards&s.MustPlay != s.MustPlay:
		return Pass, game.RefuseWith(kit.MustInclude(suits.Card(s.MustPlay.Low())))
	case s.Top == Pass:
		return p, nil
	case s.Passed>>s.Turn&1 != 0 && (p.Kind() != Pairs || p.Size() < 8):
		return Pass, game.Refuse("You passed, so only {chop} can be played now.", atLeast(4))
	case !s.Beats(p, s.Top):
		return Pass, game.RefuseWith(kit.TooWeak(say.Verbatim(card.Faces(List(s.Top.Cards()))), s.whatBeats(s.Top)))
	}
	return p, nil
}

func (h *roundRules) whatBeats(top Play) say.Message {
	kind := [...]say.Text{"card", "pair", "three of a kind", "four of a kind", "sequence of the same length", "pair sequence of the same length"}[top.Kind()]
	highest := kit.Deck.High()
	if top.Kind() >= Sequence {
		highest = aceOfHearts
	}
	return kit.Higher(kind, top.High() < highest, h.chopsOf(top))
}

// chopsOf names the plays that chop a top play with other cards than its own kind and size, or nothing
// (rules.md T5).
func (h *roundRules) chopsOf(top Play) say.Message {
	exactly := func(n int) say.Message { return say.New("{n:# pair|# pairs} in sequence", n) }
	orFour := func(pairs say.Message) say.Message {
		return say.New("{first}, or {last}", say.New("four of a kind"), pairs)
	}
	switch k, pairs := top.Kind(), top.Size()/2; {
	case h.chops == none:
	case h.chops == narrow && top.twos():
		return [...]say.Message{orFour(exactly(3)), exactly(4), exactly(5)}[k]
	case h.chops == narrow:
	case top.twos():
		return [...]say.Message{orFour(atLeast(3)), orFour(atLeast(4)), atLeast(5)}[k]
	case k == Four:
		return atLeast(4)
	case k == Pairs && pairs == 3:
		return orFour(atLeast(4))
	case k == Pairs && pairs == 4:
		return atLeast(5)
	case k == Pairs && pairs == 5:
		return exactly(6)
	}
	return say.Message{}
}

// atLeast names a sequence of so many pairs or more.
func atLeast(pairs int) say.Message {
	return say.New("{n:# or more pair|# or more pairs} in sequence", pairs)
}

func (s *roundState) News(p Play, before *roundState) []game.News {
	seat := s.Order[before.Turn]
	news := []game.News{game.SeatNews(game.Passed, seat)}
	if p != Pass {
		news[0] = game.PlayNews(seat, kit.Action(p).Cards, card.None, kindName(p))
		if s.isChop(p, before.Top) {
			news = append(news, game.News{Kind: game.Chopped, Seat: seat, Other: s.Order[before.Owner], Headline: true, Text: "💥 {who} chopped {other}!"})
		}
		if s.Hands[before.Turn] == 0 {
			news = append(news, game.SeatNews(game.WentOut, seat))
		}
	}
	if !s.Over && s.Top != Pass {
		return news
	}
	for _, p := range s.payments[len(before.payments):] {
		news = append(news, game.News{Kind: game.Paid, Seat: p.From, Other: p.To, Count: p.Points, Class: p.For, Text: "{who} pays {other} {n:# point|# points} for {class}."})
	}
	if s.Over {
		return append(news, game.RoundOverNews())
	}
	return append(news, game.SeatNews(game.TrickWon, s.Order[s.Turn]))
}

// End fills in points for places, chops and cards left over (rules.md T8 to T10).
func (s *roundState) End(r *game.Result) {
	n := int(s.Seats)
	if s.winner >= 0 {
		// The others share second place. They are listed clockwise from the dealer's left, like the
		// seats of a record.
		first := s.Order[s.winner]
		r.Places = append([]game.Seat{first}, slices.DeleteFunc(r.Places, func(seat game.Seat) bool { return seat == first })...)
		r.Ranks = slices.Repeat([]int{2}, n)
		r.Ranks[first], r.Points[first], r.Titles[first] = 1, 2*(n-1), game.First
		r.PointDetails[first] = say.New(s.winningHand.name())
		return
	}
	score := s.Score()
	for i, place := range s.Out[:n] {
		r.Places[i] = s.Order[place]
		r.Points[s.Order[place]] = score[place]
	}
	r.Titles[r.Places[0]], r.Titles[r.Places[n-1]] = game.First, game.Last
	r.Payments = slices.Clone(s.payments)
}

func (s *roundState) Show(v *game.View, place int) {
	if s.MustPlay != 0 && !s.Over {
		kit.LeadWith(v, suits.Card(s.MustPlay.Low()))
	}
	v.Out = nil
	for _, out := range s.Out[:s.OutCount] {
		v.Out = append(v.Out, s.Order[out])
	}
	for at, seat := range s.Order {
		passed := s.Passed>>at&1 != 0 && int(s.Owner) != at
		v.Players[seat].Passed, v.Players[seat].SitsOut = passed, passed
	}
	if s.Top != Pass {
		v.Top = game.TopPlay{Seat: s.Order[s.Owner], Cards: kit.Action(s.Top).Cards, Class: kindName(s.Top)}
		v.Beats = s.whatBeats(s.Top)
		if s.Passed>>s.Turn&1 != 0 {
			v.Prompt, v.Beats = "You passed, so only {beats} can beat {top}", atLeast(4)
		}
	}
	if s.Pot > 0 && !s.Over {
		v.Unusual = []game.Unusual{{Text: say.New("💥 Whoever is chopped last pays")}}
	}
	public := s.Core
	public.Hands = [Players]kit.Cards{}
	v.Public = public
	if place >= 0 {
		v.Sorted = suits.Sorted(s.Hands[place])
	}
}

// Observation returns the round as a seat sees it: a Core in which the hands of other places are
// empty.
func Observation(v game.View) (Core, error) {
	c, place, err := kit.Public[Core](v)
	if err == nil {
		c.Hands[place] = CardsOf(v.Hand...)
	}
	return c, err
}

// Fresh returns the start of a round with the same options, without hands, in which leader leads.
func (c *Core) Fresh(leader uint8) Core {
	return Core{roundRules: c.roundRules, Seats: c.Seats, Turn: leader}
}

// Offers lists the legal plays as buttons by kind and size. Within these, plays that break up no
// group come first. Plays of one kind and size whose highest card has the same rank are alike. A pass
// is last.
func (s *roundState) Offers() []game.Offer {
	torn := func(p Play) int { return min(int(p.Kind()), 1) * LeftBehind(s.Hands[s.Turn], p) } // 0 for single cards
	plays := s.Legal(make([]Play, 0, 64))
	slices.SortStableFunc(plays, func(a, b Play) int {
		return cmp.Or(
			cmp.Compare(a.Verb(), b.Verb()),
			cmp.Compare(a.Kind(), b.Kind()),
			cmp.Compare(a.Size(), b.Size()),
			cmp.Compare(torn(a), torn(b)),
			cmp.Compare(a, b))
	})
	offers := make([]game.Offer, len(plays))
	seen := map[[3]int]bool{}
	for i, p := range plays {
		var says say.Message
		if p != Pass && s.isChop(p, s.Top) {
			says = say.New("chops")
		}
		offers[i] = kit.Offer(p, p.Kind().Name(), says)
		if shape := [3]int{int(p.Kind()), p.Size(), p.High() / 4}; p != Pass {
			offers[i].Alike, seen[shape] = seen[shape], true
		}
	}
	return offers
}

// LeftBehind returns how many cards of a play's ranks stay in the hand.
func LeftBehind(hand kit.Cards, p Play) int {
	n := 0
	for ranks := p.Cards().Ranks(1); ranks != 0; ranks &= ranks - 1 {
		n += (hand &^ p.Cards() & kit.Rank(ranks.Low())).Len()
	}
	return n
}

// kindName returns the name of a four or a sequence, or "" for smaller plays.
func kindName(p Play) say.Text {
	if p.Kind() < Four {
		return ""
	}
	return p.Kind().Name()
}
