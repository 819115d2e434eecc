package ai

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"deuces/game/ai/net"
	"deuces/game/bigtwo"
)

func TestWeightsLoad(t *testing.T) {
	n, err := net.Unpack(packed, Inputs)
	if err != nil {
		t.Fatal(err)
	}
	if len(packed) > 200_000 {
		t.Errorf("%d bytes", len(packed))
	}
	again, err := net.Unpack(n.Pack(), Inputs)
	if err != nil {
		t.Fatal(err)
	}
	rows := func(n *net.Net) (all [][]float32) {
		n.Each(func(row []float32) { all = append(all, row) })
		return all
	}
	for i, row := range rows(n) {
		for k, w := range rows(again)[i] {
			if math.IsNaN(float64(w)) || math.Abs(float64(w-row[k])) > 1e-4 {
				t.Fatalf("row %d: %v is read back as %v", i, row[k], w)
			}
		}
	}
	if _, err := net.Unpack(packed[1:], Inputs); err == nil {
		t.Error("weights of another size are refused")
	}
	if bytes.Equal(packed, net.New(Inputs).Pack()) {
		t.Error("nothing was learnt")
	}
}

// dealt deals a round.
func dealt(r *rand.Rand) bigtwo.Core {
	order := r.Perm(52)
	var c bigtwo.Core
	for i, card := range order {
		c.Hands[i%players] |= 1 << card
		if card == 0 {
			c.Turn, c.Due = uint8(i%players), true
		}
	}
	return c
}

func BenchmarkNetwork(b *testing.B) {
	n, err := learnt()
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	e := &Evaluator{net: n}
	rounds := make([]Tracked, 256)
	for i := range rounds {
		rounds[i].Core = dealt(r)
		for range r.IntN(30) {
			g := rounds[i]
			if g.Step(Randomly(&g, r)); !g.Over {
				rounds[i] = g
			}
		}
	}
	plays := 0
	for i := 0; b.Loop(); i++ {
		plays += len(e.Plays(&rounds[i%len(rounds)]))
	}
	b.ReportMetric(float64(plays)/float64(b.N), "plays/op")
}
