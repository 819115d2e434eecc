package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/game/kit"
	"deuces/internal/say"
)

// decision is an Observation in the engine's words.
type decision struct {
	Tracked // the hands of others are empty
	legal   []game.Action
	pool    cards          // cards that nobody has played and the seat doesn't hold
	left    []int          // how many cards each place holds
	laid    [players]cards // what each has played in this round
	past    []ai.Act[play] // all that was done in this round, oldest first
}

// read finds out what a seat knows when it has to decide.
func read(s ai.Observation) (*decision, error) {
	if len(s.View.Legal) == 0 {
		return nil, ai.ErrNoTurn
	}
	core, err := bigtwo.Observation(s.View)
	if err != nil {
		return nil, err
	}
	d := &decision{Tracked: Tracked{Core: core}, legal: s.View.Legal, left: s.HandSizes(), pool: deck &^ core.Hands[core.Turn]}
	watched := Tracked{}
	for place, cards := range s.Turns() {
		p, _ := bigtwo.Classify(bigtwo.CardsOf(cards...))
		d.past = append(d.past, ai.Act[play]{Place: place, Play: p})
		d.laid[place] |= p.Cards()
		d.pool &^= p.Cards()
		watched.Turn = place
		watched.Step(p)
	}
	d.declined = watched.declined
	return d, nil
}

// choice finds a play among the legal actions.
func (d *decision) choice(p play, reason say.Message) (ai.Choice, error) {
	return ai.ChooseLegal(d.legal, kit.Action(p), reason)
}

// deal fills the other hands of a world with the pool's cards at random. Where
// the pool has more cards than they hold, as not all were dealt, some are left.
func (d *decision) deal(w *Tracked, r *rand.Rand) { d.pool.Deal(w.Hands[:], w.Turn, d.left, r) }

// any returns a world that fits, always the same one: for who looks only at
// what the others hold together, and how many cards each.
func (d *decision) any() Tracked {
	w := d.Tracked
	d.deal(&w, rand.New(rand.NewPCG(0, 0)))
	return w
}
