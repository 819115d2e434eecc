package tabletest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// Toy is a game of two to four seats. Everyone gets `cards` cards and plays one
// in turn, any one, or passes; only a leader must play one. Who made the top
// play and finds everyone else passing, or out, leads again. The first two seats to go
// out get 2 points and 1; the round ends when one seat holds cards. The match ends when
// somebody has `target` points.
type Toy struct{ cards, target int }

// NewToy is the Toy's Rulebook; it has one version, 1.
func NewToy(system string, version int, options map[string]string) (game.Rules, error) {
	if system != "toy" || version != 1 {
		return nil, fmt.Errorf("no system %q with rules version %d", system, version)
	}
	set, err := game.Configure(Toy{3, 6}.Options(), options)
	if err != nil {
		return nil, err
	}
	cards, _ := strconv.Atoi(set[0].Value)
	target, _ := strconv.Atoi(set[1].Value)
	return Toy{cards, target}, nil
}

// ToyVersion is table.Config.Latest for the Toy.
func ToyVersion(system string) (int, bool) { return 1, system == "toy" }

// Name implements game.Rules.
func (Toy) Name() string { return "toy" }

// Options implements game.Rules.
func (t Toy) Options() []game.Option {
	return []game.Option{
		{Key: "cards", Name: "Cards", About: "How many everyone gets.", Value: strconv.Itoa(t.cards), Preset: "3", Min: 1, Max: 13, Common: true},
		{Key: "target", Name: "Target", About: "Points that end the match; 0: none.", Value: strconv.Itoa(t.target), Preset: "6", Max: 100},
	}
}

// Passes implements game.Rules.
func (t Toy) Passes() bool { return true }

// Seats implements game.Rules. Rounds of 13 cards have room for three.
func (t Toy) Seats() (min, max int) {
	if t.cards == 13 {
		return 2, 3
	}
	return 2, 4
}

// Deck implements game.Rules.
func (Toy) Deck(seats int) []card.Card { return card.Deck(1, 0) }

// Setup implements game.Rules.
func (t Toy) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	s := game.Setup{Hands: make([][]card.Card, seats), Lead: game.Seat(chance.Pick)}
	for i, c := range chance.Deck[:seats*t.cards] {
		s.Hands[i%seats] = append(s.Hands[i%seats], c)
	}
	if len(before) > 0 {
		s.Lead = before[len(before)-1].Places[0]
	}
	return s
}

// Start implements game.Rules.
func (t Toy) Start(s game.Setup) (game.State, error) {
	hands := make([]card.Set, len(s.Hands))
	for i, h := range s.Hands {
		hands[i] = card.SetOf(h...)
	}
	return toy{hands: hands, turn: s.Lead, top: game.Nobody, lead: s.Lead}, nil
}

// Winner implements game.Rules.
func (t Toy) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o := game.Outcome{Winner: game.Nobody, Order: slices.Clone(results[len(results)-1].Places), Totals: make([]int, seats), Reason: say.New("ended by the host")}
	for _, r := range results {
		for i, p := range r.Points {
			o.Totals[i] += p
		}
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int { return cmp.Compare(o.Totals[b], o.Totals[a]) })
	if t.target > 0 && o.Totals[o.Order[0]] >= t.target {
		o.Winner, o.Reason = o.Order[0], say.New("first to {n:# point|# points}", t.target)
		return o, true
	}
	return o, ended
}

// Titles implements game.Rules.
func (Toy) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.President, Word: say.New("Best"), Place: 1}}
}

// Pages implements game.Rules.
func (Toy) Pages() []game.Page {
	return []game.Page{{Title: say.New("Toy"), Text: say.New("Play a card or pass.")}}
}

type toy struct {
	hands []card.Set
	out   []game.Seat
	turn  game.Seat // Nobody: over
	top   game.Seat // who played the card to follow; Nobody: a lead is due
	last  card.Card
	lead  game.Seat
	// passed are the seats that have passed in this trick, and not played since.
	passed uint8
}

func (t toy) Turn() (game.Seat, bool) { return t.turn, t.turn != game.Nobody }

func (t toy) Legal() []game.Action {
	if t.turn == game.Nobody {
		return nil
	}
	var legal []game.Action
	for c := range t.hands[t.turn].All() {
		legal = append(legal, game.Action{Verb: game.Play, Cards: []card.Card{c}})
	}
	if t.top != game.Nobody {
		legal = append(legal, game.Action{Verb: game.Pass})
	}
	return legal
}

func (t toy) Default() game.Action {
	if t.top != game.Nobody {
		return game.Action{Verb: game.Pass}
	}
	return t.Legal()[0]
}

func (t toy) Apply(s game.Seat, a game.Action) (game.State, []game.News, error) {
	switch {
	case t.turn == game.Nobody || s != t.turn:
		return t, nil, game.Refuse("It isn't your turn.")
	case a.Verb == game.Pass && t.top == game.Nobody:
		return t, nil, game.Refuse("You lead, so you must play a card.")
	case a.Verb == game.Play && (len(a.Cards) != 1 || !t.hands[s].Has(a.Cards[0])), a.Verb != game.Play && a.Verb != game.Pass:
		return t, nil, game.Refuse("You can't play that.")
	}
	news := []game.News{{Kind: game.Passed, Seat: s}}
	t.passed |= 1 << s
	if a.Verb == game.Play {
		t.hands = slices.Clone(t.hands)
		t.hands[s].Remove(a.Cards[0])
		t.top, t.last = s, a.Cards[0]
		t.passed &^= 1 << s
		news = []game.News{{Kind: game.Played, Seat: s, Cards: a.Cards}}
		if t.hands[s].Len() == 0 {
			t.out = append(slices.Clip(t.out), s)
			news = append(news, game.News{Kind: game.WentOut, Seat: s})
		}
	}
	if len(t.out) == len(t.hands)-1 {
		t.turn = game.Nobody
		return t, append(news, game.News{Kind: game.RoundOver}), nil
	}
	for {
		t.turn = (t.turn + 1) % game.Seat(len(t.hands))
		if t.turn == t.top {
			t.top, t.passed = game.Nobody, 0
			for t.hands[t.turn].Len() == 0 {
				t.turn = (t.turn + 1) % game.Seat(len(t.hands))
			}
			return t, append(news, game.News{Kind: game.TrickWon, Seat: t.turn}), nil
		}
		if t.hands[t.turn].Len() > 0 {
			return t, news, nil
		}
	}
}

func (t toy) View(s game.Seat) game.View {
	v := game.View{Seat: s, Turn: t.turn, Out: slices.Clone(t.out), Pile: -1, Top: game.Laid{Seat: t.top}}
	if t.top != game.Nobody {
		v.Top.Cards = []card.Card{t.last}
	}
	if t.turn == game.Nobody {
		v.Phase = game.Over
	}
	for i, h := range t.hands {
		v.Order = append(v.Order, game.Seat(i))
		v.Players = append(v.Players, game.PlayerView{Cards: h.Len(), Passed: t.passed>>i&1 != 0})
	}
	if s == game.Watcher {
		return v
	}
	v.Hand = t.hands[s].Cards()
	if s == t.turn {
		v.Legal = t.Legal()
		for _, a := range v.Legal {
			v.Offers = append(v.Offers, game.Offer{Action: a, Label: say.Verbatim(a.String())})
		}
	}
	return v
}

func (t toy) Result() (game.Result, bool) {
	if t.turn != game.Nobody {
		return game.Result{}, false
	}
	n := len(t.hands)
	r := game.Result{Lead: t.lead, Places: slices.Clone(t.out), Points: make([]int, n), Titles: make([]game.Title, n), Hands: make([][]card.Card, n)}
	for i, h := range t.hands {
		r.Hands[i] = h.Cards()
		if h.Len() > 0 {
			r.Places = append(r.Places, game.Seat(i))
		}
	}
	r.Points[r.Places[0]] = 2
	r.Points[r.Places[1]] = 1
	r.Titles[r.Places[0]] = game.President
	return r, true
}
