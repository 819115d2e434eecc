package main

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// The same training gives the same weights, bit by bit, whoever moves the code and
// on every machine: these are of the first decisions of both stages.
func TestTheSameTrainingGivesTheSameWeights(t *testing.T) {
	g := new(bigTwo)
	stages := g.Stages()
	for i := range stages {
		stages[i].Decisions = 20_000
	}
	weights, err := (&Training{Game: g, Seed: 1, Stages: stages}).Run(nil, 1_000_000, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	const want = "383cfe256d738e53cc9255679261d164c7982b66b6f2ae5906ec2650b8c5bcee"
	if got := fmt.Sprintf("%x", sha256.Sum256(weights)); got != want {
		t.Errorf("the weights are %s, not %s", got, want)
	}
	if got := g.Measure(weights, 100); got != "random +5.96 ± 1.03, greedy -3.10 ± 0.40" {
		t.Errorf("they fare %s", got)
	}
}

// The gradient is what differences say.
func TestGradient(t *testing.T) {
	l := newLearner(ignorant(502, rand.New(rand.NewPCG(1, 7))))
	var inputs []uint16
	for i := range 20 {
		inputs = append(inputs, uint16(i*25))
	}
	const target = 0.7
	loss := func() float64 {
		d := float64(l.value(inputs) - target)
		return d * d / 2
	}
	l.descent(inputs, target)
	checked := 0
	for _, w := range []struct{ at, grad *float32 }{
		{&l.net.In[25][3], &l.grad.In[25][3]},
		{&l.net.In[50][90], &l.grad.In[50][90]},
		{&l.net.Bias1[7], &l.grad.Bias1[7]},
		{&l.net.Mid[3][5], &l.grad.Mid[3][5]},
		{&l.net.Mid[90][31], &l.grad.Mid[90][31]},
		{&l.net.Bias2[4], &l.grad.Bias2[4]},
		{&l.net.Out[5], &l.grad.Out[5]},
		{&l.net.Bias3[0], &l.grad.Bias3[0]},
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
		w, err := (&Training{Game: new(bigTwo), Stages: []Stage{
			{Decisions: 2000, First: 1e-3, Trust: 0.6},
			{Decisions: 1000, First: 1e-4, Trust: 0.5, Thumbs: true, Critic: true, Luck: 0.5},
		}, Seed: seed}).Run(nil, math.MaxInt, nil)
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
