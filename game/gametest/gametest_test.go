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
	"deuces/game/record"
	"deuces/internal/say"
	"deuces/internal/toy"
)

func TestToyConforms(t *testing.T) { Run(t, defectiveToy{}.system) }

// defectiveToy is the toy game with a defect. The defect is one of the functions, which changes
// what a method returns. Without a function, it is the toy game, but refuses setups that aren't
// valid deals.
type defectiveToy struct {
	game.Rules
	options func([]game.Option)
	pages   func([]game.Page)
	setup   func(*game.Setup)
	start   func(*game.Setup)
	winner  func(*game.Outcome, *bool)
	legal   func([]game.Action) []game.Action
	first   func(toy.State) game.Action
	view    func(toy.State, *game.View)
	result  func(*game.Result)
	news    func(next game.State, seat game.Seat, news []game.News) []game.News
	apply   func(toy.State, game.Seat, game.Action) (game.State, []game.News, error)
}

type defectiveState struct {
	toy.State
	toy *defectiveToy
}

func (s defectiveToy) system(options map[string]string) (game.Rules, error) {
	drawn := map[string]string{"drawing": "yes"}
	maps.Copy(drawn, options)
	rules, err := toy.New(drawn)
	s.Rules = rules
	return &s, err
}

// Options changes the default of drawing to yes, so that defects can change the news of draws as
// well.
func (s *defectiveToy) Options() []game.Option {
	options := s.Rules.Options()
	options[slices.IndexFunc(options, func(o game.Option) bool { return o.Key == "drawing" })].Preset = "yes"
	if s.options != nil {
		s.options(options)
	}
	return options
}

func (s *defectiveToy) Pages() []game.Page {
	pages := s.Rules.Pages()
	if s.pages != nil {
		s.pages(pages)
	}
	return pages
}

func (s *defectiveToy) Setup(seats int, c game.Chance, before []game.Result) game.Setup {
	setup := s.Rules.Setup(seats, c, before)
	if s.setup != nil {
		s.setup(&setup)
	}
	return setup
}

func (s *defectiveToy) Start(setup game.Setup) (game.State, error) {
	if s.start != nil {
		s.start(&setup)
	}
	if low, high := s.Seats(); len(setup.Hands) < low || len(setup.Hands) > high {
		return nil, errors.New("too few or too many")
	}
	if _, err := setup.Check(s.Deck(len(setup.Hands))); err != nil {
		return nil, err
	}
	st, err := s.Rules.Start(setup)
	if err != nil {
		return nil, err
	}
	return defectiveState{st.(toy.State), s}, nil
}

func (s *defectiveToy) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o, over := s.Rules.Winner(results, seats, ended)
	if s.winner != nil {
		s.winner(&o, &over)
	}
	return o, over
}

func (x defectiveState) Legal() []game.Action {
	if x.toy.legal == nil {
		return x.State.Legal()
	}
	return x.toy.legal(x.State.Legal())
}

func (x defectiveState) Default() game.Action {
	if x.toy.first == nil {
		return x.State.Default()
	}
	return x.toy.first(x.State)
}

func (x defectiveState) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	apply := toy.State.Apply
	if x.toy.apply != nil {
		apply = x.toy.apply
	}
	next, news, err := apply(x.State, seat, a)
	if err != nil {
		return nil, nil, err
	}
	if x.toy.news != nil {
		news = x.toy.news(next, seat, news)
	}
	return defectiveState{next.(toy.State), x.toy}, news, nil
}

func (x defectiveState) View(seat game.Seat) game.View {
	v := x.State.View(seat)
	if x.toy.view != nil {
		x.toy.view(x.State, &v)
	}
	return v
}

func (x defectiveState) Result() (game.Result, bool) {
	r, over := x.State.Result()
	if over && x.toy.result != nil {
		x.toy.result(&r)
	}
	return r, over
}

// One offer stands for each gift. A label that names a suit stands for that card alone.
func TestOneOfferStandsForEachAction(t *testing.T) {
	for _, tt := range []struct {
		why    string
		offers map[string]string // the gift for each label
		legal  string            // a gift without an offer of its own
		finds  string
	}{
		{"a card that is named stands for itself", map[string]string{"9 Q": "9c Qc", "9 Q♥": "9c Qh"}, "9s Qh", ""},
		{"and for no other", map[string]string{"9 Q": "9c Qc", "9 Q♥": "9c Qh"}, "9s Qs", ""},
		{"two labels for one gift", map[string]string{"9 Q": "9c Qc", "a 9 and a Q": "9c Qs"}, "9s Qh", `"9 Q" "a 9 and a Q"`},
		{"no label for a gift", map[string]string{"9 Q": "9c Qc"}, "9s Ks", "are []"},
	} {
		gift := func(text string) game.Action { return game.Action{Verb: game.Give, Cards: Cards(t, text)} }
		v := game.View{Legal: []game.Action{gift(tt.legal)}}
		for _, label := range slices.Sorted(maps.Keys(tt.offers)) {
			a := gift(tt.offers[label])
			v.Legal, v.Offers = append(v.Legal, a), append(v.Offers, game.Offer{Action: a, Label: say.Verbatim(label)})
		}
		if err := checkOffers(v, v.Legal); err != nil != (tt.finds != "") || err != nil && !strings.Contains(err.Error(), tt.finds) {
			t.Errorf("%s: checkOffers finds %v, want %q", tt.why, err, tt.finds)
		}
	}
}

// TestSuiteFindsDefects adds a defect to the toy game in each row. The suite must find it.
func TestSuiteFindsDefects(t *testing.T) {
	deals, asked := 0, 0
	var ended atomic.Int64
	half := func(a []game.Action) []game.Action { return a[:(len(a)+1)/2] }
	twice := func(a []game.Action) []game.Action { return append(a, a[:min(1, len(a))]...) }
	lowest := func(st toy.State) game.Action { return st.Legal()[0] }
	next := func(st toy.State, v *game.View) []card.Card {
		return st.View((v.Seat + 1) % game.Seat(len(v.Players))).Hand
	}
	shared := map[game.Seat][]game.Seat{}
	for _, tt := range []struct {
		why, finds string
		toy        defectiveToy
	}{
		{"a view with a card of the neighbor's", "may not know", defectiveToy{view: func(st toy.State, v *game.View) {
			v.Top.Cards = append(v.Top.Cards, next(st, v)...)
		}}},
		{"a view with the card that is drawn next", "may not know", defectiveToy{view: func(st toy.State, v *game.View) {
			turn, on := st.Turn()
			if next, _, err := st.Apply(turn, game.Action{Verb: game.Draw}); on && err == nil {
				v.Top.Cards = append(v.Top.Cards, next.View(turn).Hand...)
			}
		}}},
		{"a text that tells of one", "the text", defectiveToy{view: func(st toy.State, v *game.View) {
			for i := range v.Offers {
				v.Offers[i].Effect = say.New("beats {card}", next(st, v)[0].Face())
			}
		}}},
		{"a sign that depends on hidden cards", "other hidden cards change the view", defectiveToy{view: func(st toy.State, v *game.View) {
			if hand := next(st, v); len(hand) > 0 {
				v.Inverted = hand[0]%2 == 0
			}
		}}},
		{"a watcher with a hand", "watcher", defectiveToy{view: func(st toy.State, v *game.View) {
			if v.Seat == game.Watcher {
				v.Hand = st.View(0).Hand
			}
		}}},
		{"a view that counts cards wrongly", "holds", defectiveToy{view: func(_ toy.State, v *game.View) { v.Players[0].Cards++ }}},
		{"a turn without a prompt", "has no prompt", defectiveToy{view: func(_ toy.State, v *game.View) { v.Prompt = "" }}},
		{"a hand that loses a card", "the seat holds", defectiveToy{view: func(_ toy.State, v *game.View) { v.Hand = v.Hand[:len(v.Hand)/2] }}},
		{"an action that isn't listed", "is not listed, but gives", defectiveToy{legal: half, first: lowest, view: func(_ toy.State, v *game.View) {
			v.Legal, v.Offers = half(v.Legal), v.Offers[:(len(v.Offers)+1)/2]
		}}},
		{"a listed action that is refused", "but refused", defectiveToy{first: lowest, apply: func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
			if len(a.Cards) == 1 && a.Cards[0].Rank() == card.Ace {
				return nil, nil, game.Refuse("No Aces.")
			}
			return st.Apply(seat, a)
		}}},
		{"an action listed twice", "listed twice", defectiveToy{legal: twice, view: func(_ toy.State, v *game.View) { v.Legal = twice(v.Legal) }}},
		{"a clock that does what isn't legal", "the clock would play", defectiveToy{first: func(toy.State) game.Action { return game.Action{Verb: game.Pass} }}},
		{"a turn out of turn", "has the turn, but", defectiveToy{apply: func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
			if turn, on := st.Turn(); on {
				seat = turn
			}
			return st.Apply(seat, a)
		}}},
		{"a refusal without a reason", "is not listed, but gives", defectiveToy{apply: func(st toy.State, seat game.Seat, a game.Action) (game.State, []game.News, error) {
			next, news, err := st.Apply(seat, a)
			if err != nil {
				err = errors.New("bad card")
			}
			return next, news, err
		}}},
		{"an offer that is missing", "the offers that stand for it are []", defectiveToy{view: func(_ toy.State, v *game.View) {
			v.Offers = v.Offers[min(1, max(0, len(v.Offers)-1)):]
		}}},
		{"two buttons that look alike", "look alike", defectiveToy{view: func(_ toy.State, v *game.View) {
			for i := range v.Offers {
				v.Offers[i].Label = say.New("Play")
			}
		}}},
		{"a label that fits no button", "characters long", defectiveToy{view: func(_ toy.State, v *game.View) {
			for i := range v.Offers {
				v.Offers[i].Label = say.Join("", v.Offers[i].Label, say.Verbatim(strings.Repeat("!", 40)))
			}
		}}},
		{"news that shows a card drawn", "shows cards", defectiveToy{news: func(next game.State, seat game.Seat, news []game.News) []game.News {
			for i := range news {
				if news[i].Kind == game.Drew {
					news[i].Cards = next.View(seat).Hand
				}
			}
			return news
		}}},
		{"an end that nobody is told of", "the round continues", defectiveToy{news: func(_ game.State, _ game.Seat, news []game.News) []game.News {
			return slices.DeleteFunc(news, func(n game.News) bool { return n.Kind == game.RoundOver })
		}}},
		{"a trick whose end nobody is told of", "the trick ended: true", defectiveToy{news: func(_ game.State, _ game.Seat, news []game.News) []game.News {
			return slices.DeleteFunc(news, func(n game.News) bool { return n.Kind == game.TrickWon })
		}}},
		{"views that share memory", "order [", defectiveToy{view: func(_ toy.State, v *game.View) {
			if shared[v.Dealer] == nil {
				shared[v.Dealer] = v.Order
			}
			v.Order = shared[v.Dealer]
		}}},
		{"a round that ends otherwise each time", "ends in two ways", defectiveToy{result: func(r *game.Result) { r.Lead = game.Seat(ended.Add(1) % 2) }}},
		{"a deal by other chance than what is given", "deals two rounds", defectiveToy{setup: func(s *game.Setup) {
			deals++
			s.CountUp = deals%2 == 0
		}}},
		{"a start with any setup", "a round starts with a lead", defectiveToy{start: func(s *game.Setup) {
			if s.Lead < game.Nobody || int(s.Lead) >= len(s.Hands) {
				s.Lead = game.Nobody
			}
		}}},
		{"a card that is dealt to nobody", "the dealt cards", defectiveToy{setup: func(s *game.Setup) { s.Pile = s.Pile[1:] }}},
		{"a first lead that shows a card of the leader's", "may not know", defectiveToy{view: func(st toy.State, v *game.View) {
			if turn, on := st.Turn(); on && v.Players[turn].Cards == 3 && len(v.Top.Cards) == 0 && len(v.Out) == 0 {
				hand := st.View(turn).Hand
				v.LeadReason, v.LeadCard = "{who} has {lead} and begins.", hand[len(hand)-1]
			}
		}}},
		{"a lead by the places of before that are nowhere", "does not say them", defectiveToy{setup: func(s *game.Setup) { s.Places = nil }}},
		{"a place that two share and the next one follows", "the places", defectiveToy{result: func(r *game.Result) {
			r.Ranks = slices.Repeat([]int{3}, len(r.Places))
			r.Ranks[r.Places[0]] = 1
		}}},
		{"a match without an end", "no end after", defectiveToy{winner: func(_ *game.Outcome, over *bool) {
			asked++ // the suite asks alternately whether the host can end the match and whether it has ended
			*over = *over && asked%2 == 1
		}}},
		{"totals that aren't the sum", "totals", defectiveToy{winner: func(o *game.Outcome, over *bool) {
			if *over {
				o.Totals[0]++
			}
		}}},
		{"a paragraph too long for a phone", "characters long", defectiveToy{pages: func(p []game.Page) { p[0].Paragraphs = []say.Message{say.Verbatim(strings.Repeat("x", 401))} }}},
		{"a page with a place that nobody fills", "is a placeholder empty", defectiveToy{pages: func(p []game.Page) {
			p[0].Paragraphs[0] = say.New("Whoever comes {place} is {title}.", "first")
			p[0].Title = say.New("The {what} of the game")
		}}},
		{"an option that forgets its value", "comes back", defectiveToy{options: func(o []game.Option) { o[0].Value = o[0].Preset }}},
	} {
		var err error
		for _, part := range suite(tt.toy.system, volume{6, 6, 1}) {
			if err = part.run(); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), tt.finds) {
			t.Errorf("%s: the suite finds %.300v, want %q", tt.why, err, tt.finds)
		}
	}
}

// TestTheOracleKnowsWhoHasSeenWhat makes a move in a round with a draw pile in each row.
func TestTheOracleKnowsWhoHasSeenWhat(t *testing.T) {
	o := NewOracle(New(t, toy.New, "drawing=yes"), game.Setup{
		Hands: Hands(t, "4c 5d", "6h 7s"), Order: []game.Seat{0, 1}, Dealer: 1, Lead: 0, Pile: Cards(t, "8c 9d Th"),
	})
	for _, tt := range []struct {
		seat               game.Seat
		move               string
		all, first, second string // what a watcher and the two seats have seen
		why                string
	}{
		{0, "", "", "4c 5d", "6h 7s", "a hand is its owner's"},
		{0, "4c", "4c", "4c 5d", "4c 6h 7s", "a card that is played is everyone's"},
		{1, "draw", "4c", "4c 5d", "4c 6h 7s 8c", "a drawn card is for who drew it"},
		{1, "8c", "4c 8c", "4c 5d 8c", "4c 6h 7s 8c", "until it is played"},
		{0, "undo", "4c 8c", "4c 5d 8c", "4c 6h 7s 8c", "a play that is taken back has been seen"},
		{0, "end", "4c 5d 6h 7s 8c", "4c 5d 6h 7s 8c", "4c 5d 6h 7s 8c", "the hands are shown in the end, the pile is not"},
	} {
		var err error
		switch tt.move {
		case "":
		case "undo":
			err = o.Undo()
		case "end":
			o.End()
		default:
			err = o.Move(record.Move{Seat: tt.seat, Action: Action(t, tt.move)})
		}
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		for viewer, want := range []string{tt.all, tt.first, tt.second} {
			if got := o.Seen(game.Seat(viewer - 1)); got != card.SetOf(Cards(t, want)...) {
				t.Errorf("%s: seat %d has seen %v, want %s", tt.why, viewer-1, got, want)
			}
		}
	}
	if o.Hand(1) != card.SetOf(Cards(t, "6h 7s 8c")...) {
		t.Errorf("the oracle says that seat 1 holds %v, want 6♥ 7♠ 8♣", o.Hand(1))
	}
	for _, impossible := range []string{"2c", "6h 6h"} {
		if o.Move(record.Move{Seat: 1, Action: Action(t, impossible)}) == nil {
			t.Errorf("the oracle accepts %s of seat 1, which doesn't hold that", impossible)
		}
	}
}
