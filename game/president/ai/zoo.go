package ai

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/zoo"
	"deuces/game/president"
)

// Zoo returns players that are only there to measure others by.
func Zoo(rules game.Rules) (ai.Players, error) {
	r, ok := rules.(*president.Rules)
	if !ok {
		return nil, fmt.Errorf("president has no computer players for %s", rules.Name())
	}
	return zoo.Players(func(s ai.Observation) (zoo.Table[world, president.Move], error) {
		d, err := read(r, s)
		if err != nil {
			return nil, err
		}
		return &pen{d}, nil
	}), nil
}

// pen is a round as the zoo sees it.
type pen struct{ *decision }

// Deal makes a world that fits, all as likely.
func (z *pen) Deal(w *world, r *rand.Rand) { z.deal.Deal(w, r) }

func (z *pen) Turn(w *world) int { return w.p.Turn() }

func (z *pen) Moves(w *world, list []president.Move) []president.Move {
	list = w.p.Moves(list)
	if w.p.Exchanging() {
		return list
	}
	kept := list[:1]
	for i, m := range list[1:] {
		if z.differ(m, list[i]) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (z *pen) Look(w *world, m president.Move) zoo.Trait {
	hand := w.p.Hand(w.p.Turn())
	if m.IsPass() {
		return zoo.Trait{Pass: true, Left: hand.Len()}
	}
	_, _, follows := w.p.Top()
	t := zoo.Trait{Lead: !follows, Cards: m.Size(), Left: hand.Len() - m.Size()}
	if m.IsGift() {
		t.Cards = m.Cards().Len()
		t.Left = hand.Len() - t.Cards
		for c := range m.Cards().All() {
			t.High += float64(c.Rank()) / jokers / float64(t.Cards)
		}
		return t
	}
	h := height(m.Rank(), w.p.Inverted())
	t.High = float64(h) / jokers
	natural := m.Size() - m.Jokers()
	t.Breaks = natural > 0 && countOf(hand).of(int(m.Rank())) > natural
	if m.Jokers() > 0 {
		t.High = 1
	}
	return t
}

func (z *pen) Step(w *world, m president.Move) { w.step(m) }

// Worth is by places alone.
func (z *pen) Worth(w *world, place int) float64 {
	var buf [president.MaxChairs]int8
	n := w.p.Chairs()
	return float64(n-1-slices.Index(w.p.Settled(buf[:0]), int8(place))) / float64(n-1)
}

func (z *pen) Action(m president.Move) game.Action { return z.sample.p.Action(m) }
