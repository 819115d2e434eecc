// Package toy is the smallest game that keeps the contract, for the tests of
// what is handed games: it has hidden hands, a draw pile, tricks, options and
// matches, and nothing else.
//
// Two to four seats hold five cards each. A seat plays one card of the suit
// that was led if it can; if it can't, it plays any card or draws one. When all
// have played, the highest card of the suit led takes the trick, counts a point
// and leads. The round ends as soon as a hand is empty. After the number of
// rounds set, most points win.
package toy

import (
	"cmp"
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

const handSize = 5

// Rules is the game with its options set.
type Rules struct{ options []game.Option }

// New returns the game with options set.
func New(options map[string]string) (game.Rules, error) {
	set, err := game.Configure([]game.Option{
		{Key: "rounds", Name: "Rounds", About: "The match ends after so many.", Value: "3", Preset: "3", Min: 1, Max: 5},
		{Key: "drawing", Name: "Drawing", About: "Whether one may draw.", Value: "yes", Preset: "yes", Choices: []game.Choice{
			game.NewChoice("yes", "Allowed", "A seat that can't follow may draw."),
			game.NewChoice("no", "Forbidden", "Nobody draws."),
		}},
	}, options)
	if err != nil {
		return nil, err
	}
	return Rules{set}, nil
}

func (r Rules) option(key string) string {
	return r.options[slices.IndexFunc(r.options, func(o game.Option) bool { return o.Key == key })].Value
}

// Name is "toy".
func (Rules) Name() string { return "toy" }

// Options lists the options as set.
func (r Rules) Options() []game.Option { return slices.Clone(r.options) }

// Passes implements game.Rules.
func (Rules) Passes() bool { return true }

// Seats are two to four.
func (Rules) Seats() (min, max int) { return 2, 4 }

// Deck is a deck of 52.
func (Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Titles are none but one.
func (Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: "taker", Word: say.New("Trick Taker")}}
}

// Pages are one.
func (Rules) Pages() []game.Page {
	return []game.Page{{Title: say.New("Toy"), Text: say.New("Follow suit: on 7♥ play a heart.")}}
}

// Setup deals five cards each, one after the other; the dealer moves on each round.
func (Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	deck := slices.Clone(chance.Deck)
	s := game.Setup{Lead: game.Nobody, Dealer: game.Seat((chance.Pick + len(before)) % seats), Pile: deck[seats*handSize:]}
	for i := range seats {
		s.Hands = append(s.Hands, deck[i*handSize:(i+1)*handSize])
		s.Order = append(s.Order, (s.Dealer+1+game.Seat(i))%game.Seat(seats))
	}
	return s
}

// Start refuses the hands of a table that is too small.
func (r Rules) Start(s game.Setup) (game.State, error) {
	if len(s.Hands) < 2 || len(s.Order) != len(s.Hands) {
		return nil, game.Refuse("Two must play.")
	}
	st := State{rules: r, setup: s, turn: s.Order[0], pile: s.Pile, won: make([]int, len(s.Hands))}
	if s.Lead != game.Nobody {
		st.turn = s.Lead
	}
	st.lead = st.turn
	for _, h := range s.Hands {
		st.hands = append(st.hands, card.SetOf(h...))
	}
	return st, nil
}

// Winner ends the match after the rounds set.
func (r Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	rounds, _ := strconv.Atoi(r.option("rounds"))
	if !ended && len(results) < rounds {
		return game.Outcome{}, false
	}
	o := game.Outcome{Winner: game.Nobody, Totals: make([]int, seats), Reason: say.New("most points")}
	for s := range seats {
		o.Order = append(o.Order, game.Seat(s))
	}
	for _, r := range results {
		for s, p := range r.Points {
			o.Totals[s] += p
		}
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int { return o.Totals[b] - o.Totals[a] })
	if len(results) > 0 {
		o.Winner = o.Order[0]
	}
	return o, true
}

// State is a moment of a round.
type State struct {
	rules Rules
	setup game.Setup
	hands []card.Set
	pile  []card.Card
	turn  game.Seat
	lead  game.Seat // who led the round
	trick []laid
	won   []int
	over  bool
}

type laid struct {
	seat game.Seat
	card card.Card
}

// Turn is whose turn it is.
func (s State) Turn() (game.Seat, bool) {
	if s.over {
		return game.Nobody, false
	}
	return s.turn, true
}

// Legal lists the cards that follow, or all and a draw.
func (s State) Legal() []game.Action {
	var follow, all []game.Action
	if s.over {
		return nil
	}
	for c := range s.hands[s.turn].All() {
		a := game.Action{Verb: game.Play, Cards: []card.Card{c}}
		all = append(all, a)
		if len(s.trick) > 0 && c.Suit() == s.trick[0].card.Suit() {
			follow = append(follow, a)
		}
	}
	switch {
	case len(follow) > 0:
		return follow
	case len(s.trick) > 0 && len(s.pile) > 0 && s.rules.option("drawing") == "yes":
		return append(all, game.Action{Verb: game.Draw})
	}
	return all
}

// Default is the first legal action.
func (s State) Default() game.Action { return s.Legal()[0] }

// Apply plays a card or draws one.
func (s State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	if s.over || seat != s.turn {
		return nil, nil, game.Refuse("It is not your turn.")
	}
	i := slices.IndexFunc(s.Legal(), func(b game.Action) bool {
		return a.As == card.None && a.Verb == b.Verb && slices.Equal(a.Cards, b.Cards)
	})
	if i < 0 {
		return nil, nil, game.Refuse("You must follow suit.")
	}
	s.hands, s.won = slices.Clone(s.hands), slices.Clone(s.won)
	if a.Verb == game.Draw {
		s.hands[seat].Add(s.pile[0])
		s.pile = s.pile[1:]
		return s, []game.News{{Kind: game.Drew, Seat: seat, Other: game.Nobody, Count: 1}}, nil
	}
	s.hands[seat].Remove(a.Cards[0])
	s.trick = append(slices.Clip(s.trick), laid{seat, a.Cards[0]})
	news := []game.News{{Kind: game.Played, Seat: seat, Other: game.Nobody, Cards: slices.Clone(a.Cards)}}
	s.turn = s.after(seat)
	if len(s.trick) == len(s.hands) {
		best := slices.MaxFunc(s.trick, func(a, b laid) int {
			suit := s.trick[0].card.Suit()
			if fa, fb := a.card.Suit() == suit, b.card.Suit() == suit; fa != fb {
				return cmp.Compare(btoi(fa), btoi(fb))
			}
			return int(a.card) - int(b.card)
		})
		s.turn, s.trick = best.seat, nil
		s.won[best.seat]++
		news = append(news, game.News{Kind: game.TrickWon, Seat: best.seat, Other: game.Nobody})
	}
	if s.hands[seat].Len() == 0 {
		s.over = true
		news = append(news, game.News{Kind: game.WentOut, Seat: seat, Other: game.Nobody}, game.News{Kind: game.RoundOver, Seat: game.Nobody, Other: game.Nobody})
	}
	return s, news, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s State) after(seat game.Seat) game.Seat {
	i := slices.Index(s.setup.Order, seat)
	return s.setup.Order[(i+1)%len(s.setup.Order)]
}

// View is what a seat may know.
func (s State) View(seat game.Seat) game.View {
	v := game.View{Seat: seat, Turn: s.turn, Order: slices.Clone(s.setup.Order), Dealer: s.setup.Dealer, Pile: len(s.pile)}
	if s.over {
		v.Phase, v.Turn = game.Over, game.Nobody
	}
	for t, h := range s.hands {
		v.Players = append(v.Players, game.PlayerView{Cards: h.Len()})
		if h.Len() == 0 {
			v.Out = append(v.Out, game.Seat(t))
		}
	}
	v.Top.Seat = game.Nobody
	if len(s.trick) > 0 {
		v.Top = game.Laid{Seat: s.trick[0].seat, Cards: []card.Card{s.trick[0].card}}
	}
	if seat == game.Watcher {
		return v
	}
	v.Hand = s.hands[seat].Cards()
	if seat == v.Turn {
		v.Legal = s.Legal()
		for _, a := range s.Legal() {
			label := say.New("Draw")
			if a.Verb == game.Play {
				label = say.Verbatim(a.Cards[0].Face())
			}
			v.Offers = append(v.Offers, game.Offer{Action: a, Label: label})
		}
	}
	return v
}

// Result is a point for each trick.
func (s State) Result() (game.Result, bool) {
	if !s.over {
		return game.Result{}, false
	}
	r := game.Result{Lead: s.lead, Points: slices.Clone(s.won), Titles: make([]game.Title, len(s.hands)), Places: slices.Clone(s.setup.Order)}
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return s.won[b] - s.won[a] })
	r.Titles[r.Places[0]] = "taker"
	for _, h := range s.hands {
		r.Hands = append(r.Hands, h.Cards())
	}
	return r, true
}
