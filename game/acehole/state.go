package acehole

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/steps"
	"deuces/say"
)

// State is a moment of a round, as a table keeps it. It is never changed.
type State steps.Step[moment]

// moment is all there is to a State.
type moment struct {
	rules *Rules
	table *table
	core  Core
	fresh [MaxPlaces]card.Set // by place: what it holds that came since its last turn
}

// table is what stays the same through a round; it is never changed.
type table struct {
	order []game.Seat // clockwise from the dealer's left: the seat at each place
	held  []int       // places of the round before by seat; nil: none
	lead  game.Seat   // who led the round
	up    card.Card   // that was turned up
}

// keep makes a State of a moment.
func keep(m moment) *State { return (*State)(steps.First(m)) }

// moment returns what the State stands for.
func (s *State) moment() moment {
	step := (*steps.Step[moment])(s)
	m, n := step.From()
	for i := range n {
		m.do(Play(step.Move(i)))
	}
	return m
}

// next is the State after a play.
func (s *State) next(p Play, then *moment) *State {
	return (*State)((*steps.Step[moment])(s).Next(uint64(p), then))
}

// Core returns the round as computer players step it.
func (s *State) Core() Core { m := s.moment(); return m.core }

// Turn is whose turn it is.
func (s *State) Turn() (game.Seat, bool) { m := s.moment(); return m.turn() }

// Legal lists the plays in every order, and a draw last where it is open.
func (s *State) Legal() []game.Action { return s.LegalInto(&game.Actions{}) }

// LegalInto is Legal in the caller's memory.
func (s *State) LegalInto(room *game.Actions) []game.Action { m := s.moment(); return m.legal(room) }

// Default draws until something can be played, then plays the single card that
// counts most.
func (s *State) Default() game.Action { m := s.moment(); return m.byDefault() }

// View is what a seat may know.
func (s *State) View(seat game.Seat) game.View { m := s.moment(); return m.view(seat) }

// Result counts the cards left (rules.md A7).
func (s *State) Result() (game.Result, bool) { m := s.moment(); return m.result() }

// Apply plays or draws, and tells what came of it.
func (s *State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	m := s.moment()
	p, err := m.check(seat, a)
	if err != nil {
		return nil, nil, err
	}
	before := m.core
	m.do(p)
	return s.next(p, &m), m.news(seat, p, &before), nil
}

// Next is Apply without the news.
func (s *State) Next(seat game.Seat, a game.Action) (game.State, error) {
	m := s.moment()
	p, err := m.check(seat, a)
	if err != nil {
		return nil, err
	}
	m.do(p)
	return s.next(p, &m), nil
}

func (s *moment) seat(place uint8) game.Seat { return s.table.order[place] }

func (s *moment) hand() card.Set { return s.core.Hands[s.core.Turn] }

func (s *moment) turn() (game.Seat, bool) {
	if s.core.Over {
		return game.Nobody, false
	}
	return s.seat(s.core.Turn), true
}

// legal lists the plays in every order, and a draw last.
func (s *moment) legal(room *game.Actions) []game.Action {
	room.Clear(0, 0)
	if s.core.Over {
		return room.List
	}
	var buf [64]Play
	plays := s.core.Legal(buf[:0])
	count := 0
	for _, p := range plays {
		count += p.size()
	}
	room.Clear(len(plays), count)
	for _, p := range plays {
		if p == Draw {
			room.Add(game.Draw)
			continue
		}
		from := len(room.Cards)
		room.Cards = p.appendTo(room.Cards)
		room.AddCards(game.Play, from)
	}
	return room.List
}

// action is a play with its cards, bottom first.
func action(p Play, cards []card.Card) game.Action {
	if p == Draw {
		return game.Action{Verb: game.Draw}
	}
	return game.Action{Verb: game.Play, Cards: cards}
}

// byDefault is what the clock does.
func (s *moment) byDefault() game.Action {
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

// do plays or draws.
func (s *moment) do(p Play) {
	place := s.core.Turn
	if p == Draw {
		s.fresh[place].Add(s.core.Pile[s.core.Drawn])
		s.core.Step(p)
		return
	}
	s.core.Step(p)
	s.fresh[place] = both(s.fresh[place], s.core.Hands[place])
	s.fresh[s.core.Turn] = card.Set{}
}

// news tells what a play has brought about. The moment is the one after it.
func (s *moment) news(seat game.Seat, p Play, before *Core) []game.News {
	var news []game.News
	if p == Draw {
		news = append(news, game.Drawing(seat, 1))
	} else {
		news = append(news, game.Laying(seat, p.Cards(), card.None, ""))
		if acehole(before.Top, p) {
			news = append(news, game.News{
				Kind: game.BecameAcehole, Seat: seat, Other: game.Nobody, Title: game.Acehole, Headline: true,
				Text: "📣 **{title}!** {who} played an Ace of the opposite colour.",
			})
		}
		if s.core.Up != before.Up {
			news = append(news, turned(seat, s.core.Up))
		}
		if s.core.Hands[before.Turn].Len() == 0 {
			news = append(news, game.Happened(game.WentOut, seat))
		}
	}
	if s.core.Over {
		news = append(news, game.Ended())
	}
	return news
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

// result counts the cards left.
func (s *moment) result() (game.Result, bool) {
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
