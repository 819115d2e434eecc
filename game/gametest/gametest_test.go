package gametest

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/internal/toy"
)

func TestToyConforms(t *testing.T) { Run(t, toy.New) }

// spoilt is the toy game with a defect.
type spoilt struct {
	game.Rules
	options func([]game.Option) []game.Option
	pages   func([]game.Page) []game.Page
	titles  func([]game.TitleWord) []game.TitleWord
	setup   func(game.Setup) game.Setup
	winner  func(game.Outcome, bool) (game.Outcome, bool)
	spoiltState
}

// spoiltState is a State of the toy with a defect.
type spoiltState struct {
	legal func(toy.State, []game.Action) []game.Action
	into  func([]game.Action) []game.Action
	apply func(toy.State, game.Seat, game.Action) (game.State, []game.News, error)
	next  func(toy.State, game.Seat, game.Action) (game.State, error)
	view  func(toy.State, game.View) game.View
	first func(toy.State) game.Action
	// result changes the result of a finished round.
	result func(game.Result) game.Result
}

type state struct {
	toy.State
	spoiltState
}

// Options has drawing as the default, so that news of draws can be changed as well.
func (s *spoilt) Options() []game.Option {
	options := s.Rules.Options()
	options[slices.IndexFunc(options, func(o game.Option) bool { return o.Key == "drawing" })].Preset = "yes"
	if s.options == nil {
		return options
	}
	return s.options(options)
}

func (s *spoilt) Pages() []game.Page {
	if s.pages == nil {
		return s.Rules.Pages()
	}
	return s.pages(s.Rules.Pages())
}

func (s *spoilt) Titles() []game.TitleWord {
	if s.titles == nil {
		return s.Rules.Titles()
	}
	return s.titles(s.Rules.Titles())
}

func (s *spoilt) Setup(seats int, c game.Chance, before []game.Result) game.Setup {
	setup := s.Rules.Setup(seats, c, before)
	if s.setup == nil {
		return setup
	}
	return s.setup(setup)
}

func (s *spoilt) Start(setup game.Setup) (game.State, error) {
	st, err := s.Rules.Start(setup)
	if err != nil {
		return nil, err
	}
	return state{st.(toy.State), s.spoiltState}, nil
}

func (s *spoilt) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o, over := s.Rules.Winner(results, seats, ended)
	if s.winner == nil {
		return o, over
	}
	return s.winner(o, over)
}

func (s state) Legal() []game.Action {
	if s.legal == nil {
		return s.State.Legal()
	}
	return s.legal(s.State, s.State.Legal())
}

func (s state) LegalInto(room *game.Actions) []game.Action {
	if s.into == nil {
		return s.Legal()
	}
	return s.into(s.State.LegalInto(room))
}

func (s state) Next(seat game.Seat, a game.Action) (game.State, error) {
	if s.next == nil {
		next, _, err := s.Apply(seat, a)
		return next, err
	}
	return s.next(s.State, seat, a)
}

func (s state) Default() game.Action {
	if s.first == nil {
		return s.State.Default()
	}
	return s.first(s.State)
}

func (s state) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	apply := toy.State.Apply
	if s.apply != nil {
		apply = s.apply
	}
	next, news, err := apply(s.State, seat, a)
	if err != nil {
		return nil, nil, err
	}
	return state{next.(toy.State), s.spoiltState}, news, nil
}

func (s state) View(seat game.Seat) game.View {
	v := s.State.View(seat)
	if s.view == nil {
		return v
	}
	return s.view(s.State, v)
}

func (s state) Result() (game.Result, bool) {
	r, over := s.State.Result()
	if over && s.result != nil {
		r = s.result(r)
	}
	return r, over
}

// Each row adds a defect to the toy game, and the suite must find it.
func TestSuiteFindsDefects(t *testing.T) {
	deals := 0
	next := func(v game.View) game.Seat { return (v.Seat + 1) % game.Seat(len(v.Players)) }
	for _, tt := range []struct {
		why, finds string
		spoil      func(*spoilt)
	}{
		{"a view with a card of the neighbor's", "may not know", func(s *spoilt) {
			s.view = func(st toy.State, v game.View) game.View {
				v.Top.Cards = append(v.Top.Cards, st.View(next(v)).Hand...)
				return v
			}
		}},
		{"a view with the card that is drawn next", "may not know", func(s *spoilt) {
			s.view = func(st toy.State, v game.View) game.View {
				turn, on := st.Turn()
				if next, err := st.Next(turn, game.Action{Verb: game.Draw}); on && err == nil {
					v.Top.Cards = append(v.Top.Cards, next.View(turn).Hand...)
				}
				return v
			}
		}},
		{"a text that tells of one", "tells of", func(s *spoilt) {
			s.view = func(st toy.State, v game.View) game.View {
				for i := range v.Offers {
					v.Offers[i].Effect = say.New("beats {card}", st.View(next(v)).Hand[0].Face())
				}
				return v
			}
		}},
		{"a sign that depends on hidden cards", "changes what it sees", func(s *spoilt) {
			s.view = func(st toy.State, v game.View) game.View {
				if hand := st.View(next(v)).Hand; len(hand) > 0 {
					v.Inverted = hand[0]%2 == 0
				}
				return v
			}
		}},
		{"a watcher with a hand", "watcher", func(s *spoilt) {
			s.view = func(st toy.State, v game.View) game.View {
				if v.Seat == game.Watcher {
					v.Hand = st.View(0).Hand
				}
				return v
			}
		}},
		{"a view that counts cards wrongly", "holds", func(s *spoilt) {
			s.view = func(_ toy.State, v game.View) game.View { v.Players[0].Cards++; return v }
		}},
		{"a hand that loses a card", "it holds", func(s *spoilt) {
			s.view = func(_ toy.State, v game.View) game.View { v.Hand = v.Hand[:len(v.Hand)/2]; return v }
		}},
		{"an action that isn't listed", "is not listed", func(s *spoilt) {
			s.legal = func(_ toy.State, a []game.Action) []game.Action { return a[:(len(a)+1)/2] }
			s.first = func(st toy.State) game.Action { return st.Legal()[0] } // which is in every half
			s.view = func(_ toy.State, v game.View) game.View {
				v.Legal, v.Offers = v.Legal[:(len(v.Legal)+1)/2], v.Offers[:(len(v.Offers)+1)/2]
				return v
			}
		}},
		{"a listed action that is refused", "and yet refused", func(s *spoilt) {
			s.apply = func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
				if len(a.Cards) == 1 && a.Cards[0].Rank() == card.Ace {
					return nil, nil, game.Refuse("No Aces.")
				}
				return st.Apply(seat, a)
			}
			s.first = func(st toy.State) game.Action {
				return st.Legal()[0] // the lowest, hardly ever an Ace
			}
		}},
		{"an action listed twice", "listed twice", func(s *spoilt) {
			twice := func(a []game.Action) []game.Action { return append(a, a[:min(1, len(a))]...) }
			s.legal = func(_ toy.State, a []game.Action) []game.Action { return twice(a) }
			s.view = func(_ toy.State, v game.View) game.View { v.Legal = twice(v.Legal); return v }
		}},
		{"a list in the caller's memory that lacks an action", "in memory of the caller's", func(s *spoilt) {
			s.into = func(a []game.Action) []game.Action { return a[:len(a)/2] }
		}},
		{"a step without news that goes elsewhere", "without news", func(s *spoilt) {
			s.next = func(st toy.State, seat game.Seat, a game.Action) (game.State, error) {
				next, err := st.Next(seat, a)
				if turn, on := st.Turn(); err == nil && on && turn == seat && a.Verb == game.Pass {
					return st, nil
				}
				return next, err
			}
		}},
		{"a step without news that is never refused", "without news", func(s *spoilt) {
			s.next = func(st toy.State, seat game.Seat, a game.Action) (game.State, error) {
				next, err := st.Next(seat, a)
				if err != nil {
					return st, nil
				}
				return next, nil
			}
		}},
		{"a clock that does what isn't legal", "the clock would do", func(s *spoilt) {
			s.first = func(toy.State) game.Action { return game.Action{Verb: game.Pass} }
		}},
		{"a turn out of turn", "is the turn of", func(s *spoilt) {
			s.apply = func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
				turn, on := st.Turn()
				if on {
					seat = turn
				}
				return st.Apply(seat, a)
			}
		}},
		{"a refusal without a reason", "is not listed, and gives", func(s *spoilt) {
			s.apply = func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
				next, news, err := st.Apply(seat, a)
				if err != nil {
					err = errors.New("bad card")
				}
				return next, news, err
			}
		}},
		{"an offer that is missing", "offers stand for it", func(s *spoilt) {
			s.view = func(_ toy.State, v game.View) game.View {
				if len(v.Offers) > 1 {
					v.Offers = v.Offers[1:]
				}
				return v
			}
		}},
		{"two buttons that look alike", "look alike", func(s *spoilt) {
			s.view = func(_ toy.State, v game.View) game.View {
				for i := range v.Offers {
					v.Offers[i].Label = say.New("Play")
				}
				return v
			}
		}},
		{"a label that fits no button", "characters long", func(s *spoilt) {
			s.view = func(_ toy.State, v game.View) game.View {
				for i := range v.Offers {
					v.Offers[i].Label = say.Join("", v.Offers[i].Label, say.Verbatim(strings.Repeat("!", 40)))
				}
				return v
			}
		}},
		{"news that shows a card drawn", "shows cards", func(s *spoilt) {
			s.apply = func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
				next, news, err := st.Apply(seat, a)
				for i := range news {
					if news[i].Kind == game.Drew {
						news[i].Cards = next.View(seat).Hand
					}
				}
				return next, news, err
			}
		}},
		{"an end that nobody is told of", "the round goes on", func(s *spoilt) {
			s.apply = func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
				next, news, err := st.Apply(seat, a)
				return next, slices.DeleteFunc(news, func(n game.News) bool { return n.Kind == game.RoundOver }), err
			}
		}},
		{"views that share memory", "order [", func(s *spoilt) {
			shared := map[game.Seat][]game.Seat{}
			s.view = func(_ toy.State, v game.View) game.View {
				if shared[v.Dealer] == nil {
					shared[v.Dealer] = v.Order
				}
				v.Order = shared[v.Dealer]
				return v
			}
		}},
		{"a round that ends otherwise each time", "ends in two ways", func(s *spoilt) {
			var asked atomic.Int64
			s.result = func(r game.Result) game.Result {
				r.Lead = game.Seat(asked.Add(1) % 2)
				return r
			}
		}},
		{"a deal by other chance than what is given", "deals two rounds", func(s *spoilt) {
			s.setup = func(setup game.Setup) game.Setup {
				deals++
				setup.CountUp = deals%2 == 0
				return setup
			}
		}},
		{"a card that is dealt to nobody", "dealt", func(s *spoilt) {
			s.setup = func(setup game.Setup) game.Setup { setup.Pile = setup.Pile[1:]; return setup }
		}},
		{"a first lead that shows a card of the leader's", "may not know", func(s *spoilt) {
			s.view = func(st toy.State, v game.View) game.View {
				if turn, on := st.Turn(); on && v.Players[turn].Cards == 3 && len(v.Top.Cards) == 0 && len(v.Out) == 0 {
					hand := st.View(turn).Hand
					v.LeadReason, v.LeadCard = say.New("Whoever leads may begin."), hand[len(hand)-1]
				}
				return v
			}
		}},
		{"a lead by the places of before that are nowhere", "does not say them", func(s *spoilt) {
			s.setup = func(setup game.Setup) game.Setup { setup.Places = nil; return setup }
		}},
		{"a place that two share and the next one follows", "places", func(s *spoilt) {
			s.result = func(r game.Result) game.Result {
				r.Ranks = slices.Repeat([]int{3}, len(r.Places))
				r.Ranks[r.Places[0]] = 1
				return r
			}
		}},
		{"a match without an end", "no end after", func(s *spoilt) {
			ask := 0
			s.winner = func(o game.Outcome, over bool) (game.Outcome, bool) {
				ask++ // the suite asks by turns whether the host can end it, and whether it has ended
				return o, over && ask%2 == 1
			}
		}},
		{"totals that aren't the sum", "totals", func(s *spoilt) {
			s.winner = func(o game.Outcome, over bool) (game.Outcome, bool) {
				if over {
					o.Totals[0]++
				}
				return o, over
			}
		}},
		{"a page too long for a chat", "characters long", func(s *spoilt) {
			s.pages = func(p []game.Page) []game.Page { p[0].Text = say.Verbatim(strings.Repeat("x", 1501)); return p }
		}},
		{"a page with a place that nobody fills", "is a placeholder empty", func(s *spoilt) {
			s.pages = func(p []game.Page) []game.Page {
				p[0].Text = say.New("Whoever comes {place} is {title}.", "first")
				p[0].Title = say.New("The {what} of the game")
				return p
			}
		}},
		{"a title for a sixth word of a server's five", "place 6", func(s *spoilt) {
			s.titles = func(w []game.TitleWord) []game.TitleWord { w[0].Place = 6; return w }
		}},
		{"an option that forgets its value", "comes back", func(s *spoilt) {
			s.options = func(o []game.Option) []game.Option { o[0].Value = o[0].Preset; return o }
		}},
	} {
		var err error
		for _, part := range suite(func(options map[string]string) (game.Rules, error) {
			drawn := map[string]string{"drawing": "yes"}
			maps.Copy(drawn, options)
			rules, err := toy.New(drawn)
			if err != nil {
				return nil, err
			}
			s := &spoilt{Rules: rules}
			tt.spoil(s)
			return s, nil
		}, volume{6, 6, 1}) {
			if err = part.run(); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), tt.finds) {
			t.Errorf("%s: the suite says %.300v, want it to find %q", tt.why, err, tt.finds)
		}
	}
}
