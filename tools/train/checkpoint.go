package main

import (
	"encoding/gob"
	"fmt"
	"io"
	"math/rand/v2"

	"deuces/game/ai/net"
)

// checkpoint is the state of a training run between two rounds. Resuming from it gives exactly the same
// weights as training without interruption.
type checkpoint struct {
	Stages   []Stage
	Seed     uint64
	Stage    int
	Progress Progress
	Chance   []byte
	Learner  *saved
}

// saved is the stored form of a learner.
type saved struct {
	Net, Mean, Square [][]float32
	Steps             int
	Inputs            []uint16
	Ends              []int
	Targets           []float32
}

// Save writes the state of the training. It may be called from the callback of Run or Resume.
func (tr *Training) Save(w io.Writer) error {
	chance, err := tr.source.MarshalBinary()
	if err != nil {
		return err
	}
	p := tr.decided
	p.Weights = nil
	return gob.NewEncoder(w).Encode(checkpoint{tr.Stages, tr.Seed, tr.stage, p, chance, tr.learner.save()})
}

// Resume continues a training run that Save wrote. The game must be the same. It returns the
// weights, as Run does.
func (tr *Training) Resume(r io.Reader, every int, tell func(Progress)) ([]byte, error) {
	var c checkpoint
	if err := gob.NewDecoder(r).Decode(&c); err != nil {
		return nil, err
	}
	tr.Stages, tr.Seed, tr.stage, tr.decided = c.Stages, c.Seed, c.Stage, c.Progress
	tr.source = new(rand.PCG)
	if err := tr.source.UnmarshalBinary(c.Chance); err != nil {
		return nil, err
	}
	tr.rand = rand.New(tr.source)
	var err error
	if tr.learner, err = c.Learner.open(tr.Game.Size()); err != nil {
		return nil, err
	}
	if err := tr.Game.Start(tr.learner.net); err != nil {
		return nil, err
	}
	return tr.goOn(every, tell)
}

func (l *learner) save() *saved {
	return &saved{rows(l.net), rows(l.mean), rows(l.square), l.steps, l.batch.inputs, l.batch.ends, l.batch.targets}
}

func (s *saved) open(inputs int) (*learner, error) {
	l := newLearner(net.New(inputs))
	l.steps, l.batch = s.Steps, batch{s.Inputs, s.Ends, s.Targets}
	for _, part := range []struct {
		to   *net.Net
		from [][]float32
	}{{l.net, s.Net}, {l.mean, s.Mean}, {l.square, s.Square}} {
		to := rows(part.to)
		if len(to) != len(part.from) {
			return nil, fmt.Errorf("the checkpoint is of another network: it has %d rows of weights, not %d", len(part.from), len(to))
		}
		for i, row := range to {
			copy(row, part.from[i])
		}
	}
	return l, nil
}
