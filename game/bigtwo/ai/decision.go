package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/internal/say"
)

// decision is an Observation in the types of the game's core.
type decision struct {
	Tracked // the hands of the others are empty
	legal   []game.Action
	pool    cards          // cards that nobody has played and the seat doesn't hold
	left    []int          // number of cards of each place
	played  [players]cards // cards that each place has played in this round
	past    []ai.Act[play] // all plays and passes of this round, oldest first
}

// newDecision converts an Observation.
func newDecision(s ai.Observation) (*decision, error) {
	core, err := bigtwo.Observation(s.View)
	if err != nil {
		return nil, err
	}
	d := &decision{Tracked: Tracked{Core: core}, legal: s.View.Legal, left: s.HandSizes(), pool: deck &^ core.Hands[core.Turn]}
	watched := Tracked{Core: core.Fresh(0)}
	for place, cards := range s.Turns() {
		p, _ := core.Classify(core.Of(cards...))
		d.past = append(d.past, ai.Act[play]{Place: place, Play: p})
		d.played[place] |= p.Cards()
		d.pool &^= p.Cards()
		watched.Turn = place
		watched.Step(p)
	}
	d.declined = watched.declined
	return d, nil
}

// choice returns the choice of a play.
func (d *decision) choice(p play, reason say.Message) (ai.Choice, error) {
	return ai.ChooseLegal(d.legal, d.Action(p), reason)
}

// deal fills the other hands of a world with random cards of the pool. Cards that no hand needs
// remain undealt.
func (d *decision) deal(w *Tracked, r *rand.Rand) { d.pool.Deal(w.Hands[:w.Seats], w.Turn, d.left, r) }

// anyWorld returns one possible world, always the same. It is for code that uses only the union of
// the other hands and their sizes.
func (d *decision) anyWorld() Tracked {
	w := d.Tracked
	d.deal(&w, rand.New(rand.NewPCG(0, 0)))
	return w
}
