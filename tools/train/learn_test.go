package main

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"deuces/game/bigtwo/ai/net"
)

// The same training gives the same weights, bit by bit, whoever moves the code and
// on every machine: these are of the first decisions of both stages.
func TestTheSameTrainingGivesTheSameWeights(t *testing.T) {
	stages := Stages()
	for i := range stages {
		stages[i].Decisions = 20_000
	}
	weights, err := (&Training{Seed: 1, Stages: stages}).Run(nil, 1_000_000, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	const want = "383cfe256d738e53cc9255679261d164c7982b66b6f2ae5906ec2650b8c5bcee"
	if got := fmt.Sprintf("%x", sha256.Sum256(weights)); got != want {
		t.Errorf("the weights are %s, not %s", got, want)
	}
	if got := Measure(weights, 100); got != "random +5.96 ± 1.03, greedy -3.10 ± 0.40" {
		t.Errorf("they fare %s", got)
	}
}

// The gradient is what differences say.
func TestGradient(t *testing.T) {
	tr := &Training{Seed: 1, rand: rand.New(rand.NewPCG(1, 7)), net: new(net.Net)}
	tr.init()
	s := sample{n: 20, target: 0.7}
	for i := range s.n {
		s.at[i] = uint16(i * 25)
	}
	loss := func() float64 {
		l := &tr.layers
		l.First = tr.net.Bias1
		for _, i := range s.at[:s.n] {
			net.Add(&l.First, &tr.net.In[i])
		}
		d := float64(tr.net.Finish(l) - s.target)
		return d * d / 2
	}
	tr.descent(&s)
	checked := 0
	for _, w := range []struct{ at, grad *float32 }{
		{&tr.net.In[25][3], &tr.grad.In[25][3]},
		{&tr.net.In[50][90], &tr.grad.In[50][90]},
		{&tr.net.Bias1[7], &tr.grad.Bias1[7]},
		{&tr.net.Mid[3][5], &tr.grad.Mid[3][5]},
		{&tr.net.Mid[90][31], &tr.grad.Mid[90][31]},
		{&tr.net.Bias2[4], &tr.grad.Bias2[4]},
		{&tr.net.Out[5], &tr.grad.Out[5]},
		{&tr.net.Bias3[0], &tr.grad.Bias3[0]},
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

// A training that is repeated learns the same, and something.
func TestTrainingIsRepeatable(t *testing.T) {
	run := func(seed uint64) []byte {
		w, err := (&Training{Stages: []Stage{{Decisions: 2000, First: 1e-3, Trust: 0.6}, {Decisions: 1000, First: 1e-4, Trust: 0.5, Thumbs: true}}, Seed: seed}).Run(nil, math.MaxInt, nil)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first, again, other := run(1), run(1), run(2)
	if !reflect.DeepEqual(first, again) {
		t.Error("the same seed learns something else")
	}
	if reflect.DeepEqual(first, other) {
		t.Error("another seed learns the same")
	}
}
