package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/internal/say"
)

// decision is an Observation in the types of the game's core.
type decision struct {
	Tracked // the hands of the others are empty
	legal   []game.Action
	pool    cards          // cards that nobody has played, and that may be anywhere
	left    []int          // number of cards of each place, without those known
	known   [players]cards // cards that a place was given for all to see, and still holds
	played  [players]cards // cards that each place has played in this round
	past    []ai.Act[play] // all plays and passes of this round, oldest first
}

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
	d.declined, d.gone = watched.declined, watched.gone
	d.know(s.View)
	return d, nil
}

func (d *decision) choice(p play, reason say.Message) (ai.Choice, error) {
	return ai.ChooseLegal(d.legal, d.Action(p), reason)
}

// know takes out of the pool the card that was over after the deal, if another place still holds it.
func (d *decision) know(v game.View) {
	if v.LeftOver.Card == card.None || d.pool&d.Of(v.LeftOver.Card) == 0 {
		return
	}
	place := slices.Index(v.Order, v.LeftOver.Seat)
	d.known[place] = d.Of(v.LeftOver.Card)
	d.pool &^= d.known[place]
	d.left[place]--
}

// deal fills the other hands of a world with random cards of the pool, and those known. Cards that no
// hand needs remain undealt.
func (d *decision) deal(w *Tracked, r *rand.Rand) {
	d.pool.Deal(w.Hands[:w.Seats], w.Turn, d.left, r)
	for place, cards := range d.known {
		w.Hands[place] |= cards
	}
}

// anyWorld returns one possible world, always the same. It is for code that uses only the union of
// the other hands and their sizes.
func (d *decision) anyWorld() Tracked {
	w := d.Tracked
	d.deal(&w, rand.New(rand.NewPCG(0, 0)))
	return w
}
