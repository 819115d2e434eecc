// Command train learns the network of Big Two's computer players and writes
// its weights:
//
//	go run ./tools/train -o game/bigtwo/ai/weights.bin
//
// It takes one core for about twenty minutes, and half of that or less where
// GOEXPERIMENT=simd is set; the same flags give the same weights either way.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the deals and the exploration")
	stage := flag.Int("stage", 0, "only this stage, the first is 1; those after the first need -from")
	from := flag.String("from", "", "weights to begin with")
	out := flag.String("o", "weights.bin", "the file to write")
	every := flag.Int("every", 1_500_000, "report after so many decisions")
	flag.Parse()
	training := &Training{Seed: *seed, Stages: Stages()}
	if n := *stage; n > 0 && n <= len(training.Stages) {
		training.Stages = training.Stages[n-1 : n]
	}
	if err := run(training, *every, *from, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(training *Training, every int, from, out string) error {
	var first []byte
	if from != "" {
		var err error
		if first, err = os.ReadFile(from); err != nil {
			return err
		}
	}
	start := time.Now()
	var failed error
	weights, err := training.Run(first, every, func(p Progress) {
		fmt.Printf("%6.1fs %9d decisions %8d rounds  error %.1f points²  %s\n", time.Since(start).Seconds(), p.Decisions, p.Rounds, p.Error, Measure(p.Weights, 1000))
		failed = os.WriteFile(out, p.Weights, 0o644)
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return os.WriteFile(out, weights, 0o644)
}
