package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/acehole"
	aceholeai "deuces/game/acehole/ai"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/card"
)

// aceholeGame is the Game of Acehole. Its rounds are in the middle of a match, with any options and
// any number of players.
type aceholeGame struct {
	evaluator *aceholeai.Evaluator
	rules     []*acehole.Rules // the first has the default options
	round     aceholeai.Tracked
	list      []aceholeai.Scored
	values    []float32
	buf       []acehole.Play
}

// newShedding returns the training game of Acehole.
func newShedding() (*aceholeGame, error) {
	g := new(aceholeGame)
	for _, draw := range []string{"must", "free"} {
		for _, decks := range []string{"auto", "1", "2"} {
			for _, target := range []string{"100", "50", "200"} {
				rules, err := acehole.NewV1(map[string]string{"draw": draw, "decks": decks, "target": target})
				if err != nil {
					return nil, err
				}
				g.rules = append(g.rules, rules.(*acehole.Rules))
			}
		}
	}
	return g, nil
}

func (*aceholeGame) Sizes() (inputs, all int) { return aceholeai.Inputs, aceholeai.CriticSize }

func (*aceholeGame) Stages() []Stage {
	return []Stage{
		{Decisions: 35_000_000, First: 1e-3, Last: 2e-5, Trust: 0.7, Thumbs: true},
		{Decisions: 15_000_000, First: 3e-4, Last: 1e-5, Trust: 0.5, Thumbs: true},
	}
}

func (g *aceholeGame) Start(n *net.Net) error {
	g.evaluator = aceholeai.NewEvaluator(n)
	return nil
}

func (*aceholeGame) Unit() float32 { return aceholeai.PointsUnit }

func (g *aceholeGame) Deal(r *rand.Rand) {
	rules := g.rules[0]
	if r.IntN(2) == 0 {
		rules = g.rules[r.IntN(len(g.rules))]
	}
	low, high := rules.Seats()
	seats := 4
	if r.IntN(2) == 0 {
		seats = low + r.IntN(high-low+1)
	}
	var err error
	if g.round, err = shed(rules, seats, r); err != nil {
		panic(err) // a deal of a whole deck is always valid
	}
}

// shed deals a round in the middle of a match.
func shed(rules *acehole.Rules, seats int, r *rand.Rand) (aceholeai.Tracked, error) {
	deck := rules.Deck(seats)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	last := game.Result{Points: make([]int, seats), Hands: make([][]card.Card, seats)}
	most := r.IntN(rules.Target)
	for _, seat := range r.Perm(seats) {
		last.Places = append(last.Places, game.Seat(seat))
		last.Points[seat] = r.IntN(most + 1)
	}
	return aceholeai.Deal(rules, seats, game.Chance{Deck: deck, Pick: r.IntN(seats)}, ai.History{Results: []game.Result{last}})
}

func (g *aceholeGame) Players() int { return int(g.round.Seats) }

func (*aceholeGame) Guests(s Stage) int {
	if s.Thumbs {
		return 3
	}
	return 2
}

// Turn advances to the next decision and skips turns with only one play.
func (g *aceholeGame) Turn() (place int, on bool) {
	for !g.round.Over {
		if g.buf = g.round.Moves(g.buf[:0]); len(g.buf) > 1 {
			break
		}
		g.round.Step(g.buf[0])
	}
	return int(g.round.Turn), !g.round.Over
}

func (g *aceholeGame) Guest(kind int, r *rand.Rand) { g.round.Step(g.guest(&g.round, kind, r)) }

// guest returns the play of a guest: a random play (kind 0), the play that gets rid of the most
// points (1), or the play of Normal (2).
func (g *aceholeGame) guest(t *aceholeai.Tracked, kind int, r *rand.Rand) acehole.Play {
	switch kind {
	case 0:
		return t.RandomMove(r)
	case 1:
		return g.greedyPlay(t)
	}
	return t.NormalMove()
}

// greedyPlay returns the play that gets rid of the most points.
func (g *aceholeGame) greedyPlay(t *aceholeai.Tracked) acehole.Play {
	g.buf = t.Moves(g.buf[:0])
	best, most := g.buf[0], -1
	for _, p := range g.buf {
		v := 0
		for _, c := range p.Cards() {
			v += acehole.Points(c)
		}
		if v > most {
			best, most = p, v
		}
	}
	return best
}

func (g *aceholeGame) Values() []float32 {
	g.list, g.values = g.evaluator.Plays(&g.round), g.values[:0]
	for _, s := range g.list {
		g.values = append(g.values, s.Value)
	}
	return g.values
}

// Known always returns false.
func (*aceholeGame) Known(int) bool { return false }

func (g *aceholeGame) Inputs(at []uint16, play int) []uint16 {
	return g.evaluator.Inputs(at, g.list[play].Move)
}

func (g *aceholeGame) All(at []uint16) []uint16 { return g.evaluator.CriticInputs(at) }

func (g *aceholeGame) Play(play int) { g.round.Step(g.list[play].Move) }

func (g *aceholeGame) Worth(place int) float32 { return float32(g.round.Value(place)) }

// Measure returns how many points fewer than the other players, on average, a player with these
// weights gets per round: against three greedy players, three normal players, and one normal
// player.
func (g *aceholeGame) Measure(packed []byte, deals int) string {
	n, err := net.Unpack(packed, aceholeai.Inputs)
	if err != nil {
		return err.Error()
	}
	e := aceholeai.NewEvaluator(n)
	text := ""
	for _, m := range []struct {
		name        string
		kind, seats int
	}{{"three greedy", 1, 4}, {"three normal", 2, 4}, {"one normal", 2, 2}} {
		mean, deviation := g.against(e, m.kind, m.seats, deals)
		text += fmt.Sprintf(" %s %+.2f ± %.2f", m.name, mean, deviation)
	}
	return text
}

// against measures a network against other players. Each deal is played from all seats.
func (g *aceholeGame) against(e *aceholeai.Evaluator, kind, seats, deals int) (mean, deviation float64) {
	r := rand.New(rand.NewPCG(3, 1))
	sum, squares := 0.0, 0.0
	for range deals {
		start, err := shed(g.rules[0], seats, r)
		if err != nil {
			return math.NaN(), math.NaN()
		}
		ahead := 0.0
		for own := range uint8(seats) {
			t := start
			for !t.Over {
				if t.Turn == own {
					t.Step(e.Best(&t).Move)
				} else {
					t.Step(g.guest(&t, kind, r))
				}
			}
			score := t.Score()
			for p := range seats {
				ahead += float64(score[p]-score[own]) / float64(seats-1) / float64(seats)
			}
		}
		sum += ahead
		squares += ahead * ahead
	}
	n := float64(deals)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}
