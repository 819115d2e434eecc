package ai

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

func TestWeightsLoad(t *testing.T) {
	n, err := unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	if len(packed) > 200_000 {
		t.Errorf("%d bytes", len(packed))
	}
	again, err := unpack(n.pack())
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows(n) {
		for k, w := range rows(again)[i] {
			if math.IsNaN(float64(w)) || math.Abs(float64(w-row[k])) > 1e-4 {
				t.Fatalf("row %d: %v is read back as %v", i, row[k], w)
			}
		}
	}
	if _, err := unpack(packed[1:]); err == nil {
		t.Error("weights of another size are refused")
	}
	if bytes.Equal(packed, new(net).pack()) {
		t.Error("nothing was learnt")
	}
}

// The gradient is what differences say.
func TestGradient(t *testing.T) {
	tr := &Training{Seed: 1, rand: rand.New(rand.NewPCG(1, 7)), net: new(net)}
	tr.init()
	s := sample{n: 20, target: 0.7}
	for i := range s.n {
		s.at[i] = uint16(i * 25)
	}
	loss := func() float64 {
		l := &tr.layers
		l.first = tr.net.bias1
		for _, i := range s.at[:s.n] {
			add(&l.first, &tr.net.in[i])
		}
		d := float64(tr.net.finish(l) - s.target)
		return d * d / 2
	}
	tr.descent(&s)
	checked := 0
	for _, w := range []struct{ at, grad *float32 }{
		{&tr.net.in[25][3], &tr.grad.in[25][3]},
		{&tr.net.in[50][90], &tr.grad.in[50][90]},
		{&tr.net.bias1[7], &tr.grad.bias1[7]},
		{&tr.net.mid[3][5], &tr.grad.mid[3][5]},
		{&tr.net.mid[90][31], &tr.grad.mid[90][31]},
		{&tr.net.bias2[4], &tr.grad.bias2[4]},
		{&tr.net.out[5], &tr.grad.out[5]},
		{&tr.net.bias3[0], &tr.grad.bias3[0]},
	} {
		const step = 1e-2
		*w.at += step
		up := loss()
		*w.at -= 2 * step
		down := loss()
		*w.at += step
		if want, got := (up-down)/(2*step), float64(*w.grad); math.Abs(want-got) > 1e-3+0.05*math.Abs(want) {
			t.Errorf("gradient %v, differences say %v", got, want)
		} else if math.Abs(want) > 1e-3 {
			checked++
		}
	}
	if checked < 4 {
		t.Errorf("only %d weights make a difference here", checked)
	}
}

func BenchmarkNetwork(b *testing.B) {
	n, err := learnt()
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	j := &judge{net: n}
	rounds := make([]tale, 256)
	for i := range rounds {
		rounds[i].Core = deal(r)
		for range r.IntN(30) {
			g := rounds[i]
			if g.Step(randomly(&g, r)); !g.Over {
				rounds[i] = g
			}
		}
	}
	plays := 0
	for i := 0; b.Loop(); i++ {
		plays += len(j.plays(&rounds[i%len(rounds)]))
	}
	b.ReportMetric(float64(plays)/float64(b.N), "plays/op")
}
