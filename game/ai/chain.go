package ai

import (
	"math"
	"math/rand/v2"
)

// Chain samples the hidden hands of a round with the Metropolis algorithm: each sample follows from
// the last one by swapping hidden cards. Hands come up as often as they are likely, given what the
// others did. H holds hidden hands and what the game remembers of their likelihood; assignment must
// copy it.
type Chain[H any] struct {
	BurnIn  int // swaps tried before the first sample
	Between int // swaps tried between one sample and the next
	Hands   H   // the current sample
	started bool
}

// Swapper is a game's part in a Chain.
type Swapper[H any] interface {
	// Start sets hands that are possible.
	Start(h *H, r *rand.Rand)
	// Swap swaps two hidden cards of h at random, and reports whether to accept the result. If it
	// returns false, the chain discards its changes to h.
	Swap(h *H, r *rand.Rand) bool
}

// Next moves the chain to the next sample.
func (c *Chain[H]) Next(s Swapper[H], r *rand.Rand) {
	tries := c.Between
	if !c.started {
		s.Start(&c.Hands, r)
		c.started, tries = true, c.BurnIn
	}
	for range tries {
		if next := c.Hands; s.Swap(&next, r) {
			c.Hands = next
		}
	}
}

// Accept decides about a swap that adds gain to the log likelihood. A swap that makes the hands
// less likely is accepted with the ratio of the likelihoods as its probability.
func Accept(gain float64, r *rand.Rand) bool { return gain >= 0 || r.Float64() < math.Exp(gain) }
