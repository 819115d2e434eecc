package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/president"
	presidentai "deuces/game/president/ai"
)

// family is the Game of the President family. Its rounds are of any system with any options and any
// number of players, and many are in the middle of a match.
type family struct {
	evaluator *presidentai.Evaluator
	presets   []*president.Rules
	mixed     []*president.Rules
	round     presidentai.Tracked
	list      []presidentai.Scored
	values    []float32
	buf       [512]president.Move
}

// presets are the systems of the family.
var presets = []func(map[string]string) (game.Rules, error){president.President, president.AHole, president.Asshole}

// trained returns the choices of an option that training mixes: those that the network has inputs for.
// More choices would mix other rules, and give other weights than the built-in ones.
func trained(o game.Option) []game.Choice {
	if o.Key == "points" || o.Key == "foursuits" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(o.Choices), func(c game.Choice) bool { return c.Value == "lap" || c.Value == "invertround" })
}

// newFamily returns the training game of the family.
func newFamily() (*family, error) {
	g := new(family)
	for _, preset := range presets {
		rules, err := preset(nil)
		if err != nil {
			return nil, err
		}
		g.presets = append(g.presets, rules.(*president.Rules))
	}
	const mixes = 500
	r := rand.New(rand.NewPCG(1, 9))
	for len(g.mixed) < mixes {
		i := r.IntN(len(presets))
		values := map[string]string{}
		for _, o := range g.presets[i].Options() {
			if choices := trained(o); choices != nil && r.IntN(3) == 0 {
				values[o.Key] = choices[r.IntN(len(choices))].Value
			}
		}
		if rules, err := presets[i](values); err == nil { // the options are compatible
			g.mixed = append(g.mixed, rules.(*president.Rules))
		}
	}
	return g, nil
}

func (*family) Size() int { return presidentai.Inputs }

func (*family) Stages() []Stage {
	return []Stage{
		{Decisions: 65_000_000, First: 1e-3, Last: 2e-5, Trust: 0.7, Thumbs: true},
		{Decisions: 35_000_000, First: 3e-4, Last: 1e-5, Trust: 0.5, Thumbs: true},
	}
}

func (g *family) Start(n *net.Net) error {
	g.evaluator = presidentai.NewEvaluator(n)
	return nil
}

func (*family) Unit() float32 { return 1 }

func (g *family) Deal(r *rand.Rand) {
	rules := g.presets[r.IntN(len(g.presets))]
	if r.IntN(5) < 2 {
		rules = g.mixed[r.IntN(len(g.mixed))]
	}
	low, high := rules.Seats()
	seats := 4
	if low > 4 || r.IntN(2) == 0 {
		seats = low + r.IntN(high-low+1)
	}
	var err error
	if g.round, err = dealt(rules, seats, r); err != nil {
		panic(err) // a deal of a whole deck is always valid
	}
}

// dealt deals a round. Three of four rounds are in the middle of a match.
func dealt(rules *president.Rules, seats int, r *rand.Rand) (presidentai.Tracked, error) {
	deck := rules.Deck(seats)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return presidentai.Deal(rules, seats, game.Chance{Deck: deck, Pick: r.IntN(seats)}, before(rules, seats, r))
}

// before returns a random history of a match. In one case of four it is empty. In one sixth of the
// others, it has points with which the next round may end the match.
func before(rules *president.Rules, seats int, r *rand.Rand) ai.History {
	if r.IntN(4) == 0 {
		return ai.History{}
	}
	last := game.Result{Points: make([]int, seats), Hands: make([][]card.Card, seats)}
	for _, seat := range r.Perm(seats) {
		last.Places = append(last.Places, game.Seat(seat))
	}
	m := ai.History{Results: []game.Result{last}}
	if r.IntN(6) > 0 {
		return m
	}
	number := func(key string) (n int) {
		for _, o := range rules.Options() {
			if o.Key == key {
				n, _ = strconv.Atoi(o.Value) // options accept no other values
			}
		}
		return n
	}
	target, rounds := number("target"), number("rounds")
	for seat := range seats {
		last.Points[seat] = r.IntN(6)
		if target > 0 {
			last.Points[seat] = target - 1 - r.IntN(min(target, 8))
		}
	}
	for range rounds - 2 {
		m.Results = append([]game.Result{{Points: make([]int, seats), Places: last.Places}}, m.Results...)
	}
	return m
}

func (g *family) Players() int { return g.round.Position().Chairs() }

func (*family) Guests(s Stage) int {
	if s.Thumbs {
		return 4
	}
	return 3
}

// Turn advances to the next decision and skips turns with only one move.
func (g *family) Turn() (place int, on bool) {
	p := g.round.Position()
	for p.Turn() >= 0 && forced(&g.round, g.buf[:0]) {
		continue
	}
	return p.Turn(), p.Turn() >= 0
}

// forced makes the move if there is only one, and reports whether it did.
func forced(t *presidentai.Tracked, list []president.Move) bool {
	if list = t.Moves(list); len(list) > 1 {
		return false
	}
	t.Step(list[0])
	return true
}

func (g *family) Guest(kind int, r *rand.Rand) { g.round.Step(guest(&g.round, kind, g.buf[:0], r)) }

// guest returns the play of a guest of some kind: a random play; a play whenever possible,
// preferring the lowest complete set; the lowest card or set, even if that breaks up a set; or the
// play of Normal.
func guest(t *presidentai.Tracked, kind int, list []president.Move, r *rand.Rand) president.Move {
	switch kind {
	case 0:
		list = t.Moves(list)
		return list[r.IntN(len(list))]
	case 1:
		return lowest(t, t.Moves(list), 2)
	case 2:
		return lowest(t, t.Moves(list), 0)
	}
	return t.NormalMove(list)
}

// lowest returns the lowest play of a list. whole is how much complete sets are preferred.
func lowest(t *presidentai.Tracked, list []president.Move, whole float64) president.Move {
	p := t.Position()
	hand := p.Hand(p.Turn())
	best, most := list[0], -1000.0
	for _, m := range list {
		if m.IsPass() {
			continue
		}
		v := -float64(m.Rank()) / float64(card.Joker)
		if p.Inverted() {
			v = -1 - v
		}
		if m.Jokers() > 0 {
			v = -1
		}
		for c := range hand.Minus(m.Cards()).All() {
			if m.Size() > m.Jokers() && c.Rank() == m.Rank() {
				v -= whole
				break
			}
		}
		if v > most {
			best, most = m, v
		}
	}
	return best
}

func (g *family) Values() []float32 {
	g.list, g.values = g.evaluator.Plays(&g.round), g.values[:0]
	for _, s := range g.list {
		g.values = append(g.values, s.Value)
	}
	return g.values
}

func (g *family) Known(play int) bool { return g.evaluator.GoesOut(g.list[play].Move) }

func (g *family) Inputs(at []uint16, play int) []uint16 {
	return g.evaluator.Inputs(at, g.list[play].Move)
}

func (g *family) Play(play int) { g.round.Step(g.list[play].Move) }

func (g *family) Worth(place int) float32 { return float32(g.round.Value(place)) }

// Measure returns the results of these weights with four seats in each system: the points per round
// and how often they come first, against three greedy and against three normal players.
func (g *family) Measure(packed []byte, deals int) string {
	n, err := net.Unpack(packed, presidentai.Inputs)
	if err != nil {
		return err.Error()
	}
	e := presidentai.NewEvaluator(n)
	text := ""
	for _, rules := range g.presets {
		for _, kind := range []int{1, 3} {
			points, deviation, firsts := g.against(e, rules, kind, deals/4)
			text += fmt.Sprintf(" %s %+.2f ± %.2f %.0f%%", [...]string{"", "greedy", "", "normal"}[kind], points, deviation, 100*firsts)
		}
		text += fmt.Sprintf(" (%s)", rules.Name())
	}
	return text
}

// against measures a network against three other players. Each deal is played from all seats.
func (g *family) against(e *presidentai.Evaluator, rules *president.Rules, kind, deals int) (mean, deviation, firsts float64) {
	const seats = 4
	r := rand.New(rand.NewPCG(3, 1))
	sum, squares := 0.0, 0.0
	for range deals {
		start, err := dealt(rules, seats, r)
		if err != nil {
			return math.NaN(), math.NaN(), math.NaN()
		}
		points := 0.0
		for own := range seats {
			t := start
			for p := t.Position(); p.Turn() >= 0; {
				switch {
				case forced(&t, g.buf[:0]):
				case p.Turn() == own:
					t.Step(e.Best(&t).Move)
				default:
					t.Step(guest(&t, kind, g.buf[:0], r))
				}
			}
			var buf [president.MaxChairs]int8
			place := slices.Index(t.Position().Settled(buf[:0]), int8(own))
			p := rules.Points(place+1, seats)
			points += float64(p) / seats
			if place == 0 {
				firsts += 1 / float64(seats*deals)
			}
		}
		sum += points
		squares += points * points
	}
	n := float64(deals)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n), firsts
}
