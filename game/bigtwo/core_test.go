package bigtwo

import (
	"testing"

	"deuces/game/card"
	"deuces/game/gametest"
)

// dealt returns a round as dealt from a seed.
func dealt(seed uint64) Core {
	deck := card.Deck(1, 0)
	gametest.NewRand(seed).Shuffle(deck)
	var c Core
	for i := range c.Hands {
		c.Hands[i] = CardsOf(deck[i*13 : i*13+13]...)
		if c.Hands[i]&ThreeOfDiamonds != 0 {
			c.Turn, c.Due = uint8(i), true
		}
	}
	return c
}

// BenchmarkPlayout plays random rounds on the core with all legal plays listed
// at every turn, and reports the time a play takes.
func BenchmarkPlayout(b *testing.B) {
	deals := make([]Core, 512)
	for i := range deals {
		deals[i] = dealt(uint64(i))
	}
	rand := gametest.NewRand(1)
	buffer := make([]Play, 0, MaxPlays)
	plays, listed := 0, 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		for c := deals[i%len(deals)]; !c.Over; plays++ {
			legal := c.Legal(buffer)
			listed += len(legal)
			c.Step(legal[rand.Intn(len(legal))])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plays), "ns/play")
	b.ReportMetric(float64(listed)/float64(plays), "listed/play")
}
