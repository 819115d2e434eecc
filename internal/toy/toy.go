// Package toy is a minimal game for tests of code that works with any game. It has hidden hands,
// tricks, passes, a draw pile, options and matches.
//
// At the table are two to four seats, which hold a few cards each. In their turn they play any
// card, or pass; a seat that leads must play. When all others have passed or are out, the seat that
// made the top play leads again. With the option drawing, a seat that follows draws a card from the
// pile instead of passing, as long as the pile has cards; its turn then continues. The round ends
// when only one seat holds cards. The first place gets 2 points and the second 1. The match ends
// when somebody has the winning score. With the option aces, the first seat that is dealt an Ace,
// counted from the leader, wins immediately, and the others share second place.
package toy

import (
	"cmp"
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Rules has the values of the game's options.
type Rules struct {
	cards, target int
	drawing, aces bool
}

// New returns the game with these options.
func New(options map[string]string) (game.Rules, error) {
	set, err := game.Configure(Rules{3, 6, false, false}.Options(), options)
	if err != nil {
		return nil, err
	}
	cards, _ := strconv.Atoi(set[0].Value)
	target, _ := strconv.Atoi(set[1].Value)
	return Rules{cards, target, set[2].Value == "yes", set[3].Value == "yes"}, nil
}

// Name returns "toy".
func (Rules) Name() string { return "toy" }

// Options returns the options with their values.
func (r Rules) Options() []game.Option {
	word := map[bool]string{false: "no", true: "yes"}
	return []game.Option{
		{Key: "cards", Name: "Cards", Value: strconv.Itoa(r.cards), Preset: "3", Min: 1, Max: 13},
		{Key: "target", Name: "Target", Value: strconv.Itoa(r.target), Preset: "6", Max: 100},
		{Key: "drawing", Name: "Drawing", Value: word[r.drawing], Preset: "no", Choices: []game.Choice{
			game.NewChoice("no", "None", "Seats pass."),
			game.NewChoice("yes", "Instead of passing", "A seat draws while there are cards in the pile."),
		}},
		{Key: "aces", Name: "Aces", Value: word[r.aces], Preset: "no", Choices: []game.Choice{
			game.NewChoice("no", "Nothing", "An Ace is a card."),
			game.NewChoice("yes", "Win", "The round is over with the deal."),
		}},
	}
}

// Seats returns two to four; with 13 cards each, two to three.
func (r Rules) Seats() (min, max int) {
	if r.cards == 13 {
		return 2, 3
	}
	return 2, 4
}

// Deck returns 52 cards.
func (Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Passes returns true.
func (Rules) Passes() bool { return true }

// Titles returns one title.
func (Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.President, Word: say.New("Best"), Place: 1}}
}

// Pages returns one page.
func (Rules) Pages() []game.Page {
	return []game.Page{{Title: say.New("Toy"), Paragraphs: []say.Message{say.New("Play a card or pass.")}}}
}

// Setup deals one card at a time. The winner of the previous round leads.
func (r Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	deck := slices.Clone(chance.Deck)
	s := game.Setup{Hands: make([][]card.Card, seats), Lead: game.Seat(chance.Pick), Pile: deck[seats*r.cards:]}
	for i, c := range deck[:seats*r.cards] {
		s.Hands[i%seats] = append(s.Hands[i%seats], c)
	}
	if len(before) > 0 {
		last := before[len(before)-1]
		s.Lead = last.Places[0]
		for i := range seats {
			s.Places = append(s.Places, last.Place(game.Seat(i)))
		}
	}
	s.Dealer = (s.Lead + game.Seat(seats) - 1) % game.Seat(seats)
	for i := range seats {
		s.Order = append(s.Order, (s.Lead+game.Seat(i))%game.Seat(seats))
	}
	return s
}

// Start refuses a table that is too small.
func (r Rules) Start(s game.Setup) (game.State, error) {
	if len(s.Hands) < 2 || len(s.Order) != len(s.Hands) {
		return nil, game.Refuse("Two must play.")
	}
	t := State{rules: r, setup: s, turn: s.Lead, top: game.Nobody, ace: game.Nobody, pile: s.Pile}
	if s.Lead == game.Nobody {
		t.turn = s.Order[0]
	}
	t.lead = t.turn
	for _, hand := range s.Hands {
		t.hands = append(t.hands, card.SetOf(hand...))
	}
	for _, seat := range s.Order {
		if t.hands[seat].Len() == 0 {
			t.out = append(t.out, seat)
		}
	}
	for i := range s.Hands {
		seat := (t.lead + game.Seat(i)) % game.Seat(len(s.Hands))
		if r.aces && t.ace == game.Nobody && slices.ContainsFunc(s.Hands[seat], func(c card.Card) bool { return c.Rank() == card.Ace }) {
			t.ace = seat
		}
	}
	switch {
	case t.ended():
		t.turn = game.Nobody
	case t.hands[t.turn].Len() == 0:
		t.turn = t.after(t.turn)
	}
	return t, nil
}

// Winner ends the match once somebody has the winning score.
func (r Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o := game.Outcome{Winner: game.Nobody, Totals: make([]int, seats), Reason: say.New("ended by the host")}
	for seat := range seats {
		o.Order = append(o.Order, game.Seat(seat))
	}
	for _, result := range results {
		o.Order = slices.Clone(result.Places)
		for seat, points := range result.Points {
			o.Totals[seat] += points
		}
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int { return cmp.Compare(o.Totals[b], o.Totals[a]) })
	if r.target > 0 && o.Totals[o.Order[0]] >= r.target {
		o.Winner, o.Reason = o.Order[0], say.New("first to {n:# point|# points}", r.target)
		return o, true
	}
	return o, ended
}

// Ends returns the points that end a match.
func (r Rules) Ends() (points, rounds int) { return r.target, 0 }

// State is a position of a round.
type State struct {
	rules  Rules
	setup  game.Setup
	hands  []card.Set
	pile   []card.Card
	out    []game.Seat
	turn   game.Seat // Nobody once the round is over
	top    game.Seat // who played the card to follow; Nobody if a lead is due
	last   card.Card
	lead   game.Seat // who led the round
	ace    game.Seat // the seat that won by an Ace; Nobody: none
	passed uint8     // seats that have passed since their last play in this trick
}

// Turn returns the seat to move.
func (t State) Turn() (game.Seat, bool) { return t.turn, t.turn != game.Nobody }

// ended reports whether the round is over: fewer than two seats hold cards, or the deal has ended
// it with an Ace.
func (t State) ended() bool { return len(t.out) >= len(t.hands)-1 || t.ace != game.Nobody }

// after returns the next seat in the order of play that holds cards or made the top play.
func (t State) after(seat game.Seat) game.Seat {
	order := t.setup.Order
	for i := slices.Index(order, seat) + 1; ; i++ {
		if next := order[i%len(order)]; next == t.top || t.hands[next].Len() > 0 {
			return next
		}
	}
}

// Legal returns a play of each card and, for a seat that follows, a pass or a draw.
func (t State) Legal() []game.Action {
	if t.turn == game.Nobody {
		return nil
	}
	var legal []game.Action
	for c := range t.hands[t.turn].All() {
		legal = append(legal, game.Action{Verb: game.Play, Cards: []card.Card{c}})
	}
	if t.top != game.Nobody {
		legal = append(legal, game.Action{Verb: t.passOrDraw()})
	}
	return legal
}

// passOrDraw returns what a seat that follows may do instead of playing.
func (t State) passOrDraw() game.Verb {
	if t.rules.drawing && len(t.pile) > 0 {
		return game.Draw
	}
	return game.Pass
}

// Default passes or draws, or leads the lowest card.
func (t State) Default() game.Action {
	if t.top != game.Nobody {
		return game.Action{Verb: t.passOrDraw()}
	}
	return t.Legal()[0]
}

// Apply plays a card, draws one, or passes.
func (t State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	switch {
	case t.turn == game.Nobody || seat != t.turn:
		return t, nil, game.Refuse("It isn't your turn.")
	case a.Verb != game.Play && t.top == game.Nobody:
		return t, nil, game.Refuse("You lead, so you must play a card.")
	case a.Verb != game.Play && (a.Verb != t.passOrDraw() || len(a.Cards) > 0), a.As != card.None,
		a.Verb == game.Play && (len(a.Cards) != 1 || !t.hands[seat].Has(a.Cards[0])):
		return t, nil, game.Refuse("You can't play that.")
	}
	t.hands = slices.Clone(t.hands)
	var news []game.News
	tell := func(n game.News) { n.Other = game.Nobody; news = append(news, n) }
	switch a.Verb {
	case game.Draw:
		t.hands[seat].Add(t.pile[0])
		t.pile = t.pile[1:]
		tell(game.News{Kind: game.Drew, Seat: seat, Count: 1})
		return t, news, nil
	case game.Pass:
		t.passed |= 1 << seat
		tell(game.News{Kind: game.Passed, Seat: seat})
	default:
		t.hands[seat].Remove(a.Cards[0])
		t.top, t.last = seat, a.Cards[0]
		t.passed &^= 1 << seat
		tell(game.News{Kind: game.Played, Seat: seat, Cards: slices.Clone(a.Cards)})
		if t.hands[seat].Len() == 0 {
			t.out = append(slices.Clip(t.out), seat)
			tell(game.News{Kind: game.WentOut, Seat: seat})
		}
	}
	if t.ended() {
		t.turn = game.Nobody
		tell(game.News{Kind: game.RoundOver, Seat: game.Nobody})
		return t, news, nil
	}
	if t.turn = t.after(seat); t.turn == t.top {
		t.top, t.passed = game.Nobody, 0
		if t.hands[t.turn].Len() == 0 {
			t.turn = t.after(t.turn)
		}
		tell(game.News{Kind: game.TrickWon, Seat: t.turn})
	}
	return t, news, nil
}

// View returns what a seat may know.
func (t State) View(seat game.Seat) game.View {
	v := game.View{
		Seat: seat, Turn: t.turn, Order: slices.Clone(t.setup.Order), Dealer: t.setup.Dealer,
		Out: slices.Clone(t.out), Pile: -1, Top: game.TopPlay{Seat: t.top},
	}
	if t.rules.drawing {
		v.Pile = len(t.pile)
	}
	v.Prompt = "You start the trick: play anything"
	if t.top != game.Nobody {
		v.Top.Cards, v.Prompt = []card.Card{t.last}, "Beat {top}: {beats}"
		v.Beats = say.New("any card")
	}
	if t.turn == game.Nobody {
		v.Phase = game.Over
	}
	for i, hand := range t.hands {
		v.Players = append(v.Players, game.PlayerView{Cards: hand.Len(), Passed: t.passed>>i&1 != 0})
	}
	if seat == game.Watcher {
		return v
	}
	v.Hand = t.hands[seat].Cards()
	if seat != t.turn {
		return v
	}
	v.Legal = t.Legal()
	for _, a := range t.Legal() {
		label := say.Verbatim(a.String())
		if a.Verb == game.Play {
			label = say.Verbatim(a.Cards[0].Face())
		}
		v.Offers = append(v.Offers, game.Offer{Action: a, Label: label})
	}
	return v
}

// Result returns the order in which seats went out, or who was dealt an Ace.
func (t State) Result() (game.Result, bool) {
	if t.turn != game.Nobody {
		return game.Result{}, false
	}
	n := len(t.hands)
	r := game.Result{Lead: t.lead, Places: slices.Clone(t.out), Points: make([]int, n), Titles: make([]game.Title, n), Hands: make([][]card.Card, n)}
	for i, hand := range t.hands {
		r.Hands[i] = hand.Cards()
		if hand.Len() > 0 {
			r.Places = append(r.Places, game.Seat(i))
		}
	}
	if t.ace != game.Nobody {
		r.Places = slices.Clone(t.setup.Order)
		i := slices.Index(r.Places, t.ace)
		r.Places = slices.Insert(slices.Delete(r.Places, i, i+1), 0, t.ace)
		r.Ranks = slices.Repeat([]int{2}, n)
		r.Ranks[t.ace] = 1
	} else {
		r.Points[r.Places[1]] = 1
	}
	r.Points[r.Places[0]] = 2
	r.Titles[r.Places[0]] = game.President
	return r, true
}
