package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestTheSameTrainingGivesTheSameWeights checks that the same training gives the same weights, bit
// by bit, on every machine and after any refactoring. The expected values are hashes of the weights
// and results of short trainings. For Big Two, these include the first decisions of every stage
// with which its weights were trained.
func TestTheSameTrainingGivesTheSameWeights(t *testing.T) {
	bigTwos := new(bigTwo).Stages()
	for i := range bigTwos {
		bigTwos[i].Decisions = 5_000
	}
	for _, tt := range []struct {
		game, why        string
		stages           []Stage
		weights, results string
	}{
		{"bigtwo", "as its weights were learnt", bigTwos, "0c6fc3e4867bb0b6e0b3432d56bd9ad9d9d4a7fb13f35ba544734744fb1f3866", "random +3.62 ± 0.84, greedy -3.82 ± 0.37"},
		{
			"president", "in one stage", []Stage{{Decisions: 8_000, First: 1e-3, Last: 2e-5, Trust: 0.7, Thumbs: true}},
			"50854b69cd464c3d3d996b5810326228e66b4a509323e833d744e0984f88cdd1",
			" greedy -1.48 ± 0.10 8% normal -1.40 ± 0.08 7% (president) greedy +0.15 ± 0.04 5% normal +0.11 ± 0.04 3% (ahole) greedy -1.34 ± 0.08 8% normal -1.20 ± 0.09 5% (asshole)",
		},
	} {
		t.Run(tt.game+" "+tt.why, func(t *testing.T) {
			g, err := games[tt.game]()
			if err != nil {
				t.Fatal(err)
			}
			weights, err := (&Training{Game: g, Seed: 1, Stages: tt.stages}).Run(nil, math.MaxInt, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%x", sha256.Sum256(weights)); got != tt.weights {
				t.Errorf("the hash of the weights is %s, want %s", got, tt.weights)
			}
			if got := g.Measure(weights, 100); got != tt.results {
				t.Errorf("the results are %q, want %q", got, tt.results)
			}
			if len(weights) > 200_000 {
				t.Errorf("%d bytes of weights, want at most 200,000", len(weights))
			}
		})
	}
}

func TestTheGradientAgreesWithFiniteDifferences(t *testing.T) {
	l := newLearner(randomNet(502, rand.New(rand.NewPCG(1, 7))))
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
			t.Errorf("the gradient is %v, finite differences give %v", got, want)
		} else if math.Abs(want) > 1e-3 {
			checked++
		}
	}
	if checked < 4 {
		t.Errorf("only %d of the weights have a gradient", checked)
	}
}

func TestAResumedTrainingGivesTheSameWeights(t *testing.T) {
	stages := []Stage{
		{Decisions: 3000, First: 1e-3, Trust: 0.6},
		{Decisions: 2000, First: 1e-4, Trust: 0.5, Thumbs: true},
	}
	for name, open := range games {
		t.Run(name, func(t *testing.T) {
			training := func() *Training {
				g, err := open()
				if err != nil {
					t.Fatal(err)
				}
				return &Training{Game: g, Stages: stages, Seed: 3}
			}
			var states []bytes.Buffer
			first := training()
			weights, err := first.Run(nil, 800, func(Progress) {
				states = append(states, bytes.Buffer{})
				if err := first.Save(&states[len(states)-1]); err != nil {
					t.Fatal(err)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(states) < 5 {
				t.Fatalf("only %d checkpoints", len(states))
			}
			for i := range states {
				resumed, err := training().Resume(&states[i], math.MaxInt, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(resumed, weights) {
					t.Errorf("training resumed from checkpoint %d gives other weights", i+1)
				}
			}
		})
	}
}
