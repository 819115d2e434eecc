package acehole

import (
	"fmt"
	"testing"

	"deuces/game/card"
	"deuces/game/gametest"
)

// dealt returns a round as dealt from a seed.
func dealt(seats int, seed uint64) Core {
	deck := card.Deck(1+seats/5, 2)
	gametest.NewRand(seed).Shuffle(deck)
	c := Core{Seats: uint8(seats), Owner: -1, Acehole: -1}
	for range 9 {
		for i := range seats {
			c.Hands[i].Add(deck[0])
			deck = deck[1:]
		}
	}
	c.Top, c.Cards = deck[0], uint8(copy(c.Pile[:], deck[1:]))
	c.begin()
	return c
}

// BenchmarkPlayout plays random rounds on the core with all legal plays listed
// at every turn, and reports the time a play (or a draw) takes.
func BenchmarkPlayout(b *testing.B) {
	for _, seats := range []int{2, 4, 8} {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			deals := make([]Core, 512)
			for i := range deals {
				deals[i] = dealt(seats, uint64(i))
			}
			rand := gametest.NewRand(1)
			buffer := make([]Play, 0, 8192)
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
		})
	}
}
