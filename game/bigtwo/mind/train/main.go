// Command train learns the network of Big Two's computer players and writes
// its weights:
//
//	go run ./game/bigtwo/mind/train -o game/bigtwo/mind/weights.bin
//
// It takes one core. The same flags give the same weights.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"deuces/game/bigtwo/mind"
)

func main() {
	decisions := flag.Int("decisions", 30_000_000, "how many decisions to learn from")
	seed := flag.Uint64("seed", 1, "of the deals and the exploration")
	out := flag.String("o", "weights.bin", "the file to write")
	every := flag.Int("every", 1_000_000, "report after so many decisions")
	flag.Parse()
	if err := run(*decisions, *every, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(decisions, every int, seed uint64, out string) error {
	start := time.Now()
	var failed error
	weights, err := (&mind.Training{Decisions: decisions, Seed: seed}).Run(every, func(p mind.Progress) {
		fmt.Printf("%6.1fs %9d decisions %8d rounds  error %.1f points²  %s\n", time.Since(start).Seconds(), p.Decisions, p.Rounds, p.Error, mind.Measure(p.Weights, 1000))
		failed = os.WriteFile(out, p.Weights, 0o644)
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return os.WriteFile(out, weights, 0o644)
}
