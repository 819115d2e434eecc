// Command train learns the network of a game's computer players and writes its
// weights:
//
//	go run ./tools/train -o game/bigtwo/ai/weights.bin bigtwo
//
// It takes one core for about twenty minutes, and half of that or less where
// GOEXPERIMENT=simd is set; the same flags give the same weights either way.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// games are those that can be learnt, by name.
func games() map[string]Game {
	return map[string]Game{"bigtwo": new(bigTwo)}
}

func main() {
	seed := flag.Uint64("seed", 1, "of the deals and the exploration")
	stage := flag.Int("stage", 0, "only this stage, the first is 1; those after the first need -from")
	from := flag.String("from", "", "weights to begin with")
	out := flag.String("o", "weights.bin", "the file to write")
	every := flag.Int("every", 1_500_000, "report after so many decisions")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "train [flags] %s\n", strings.Join(slices.Sorted(maps.Keys(games())), "|"))
		flag.PrintDefaults()
	}
	flag.Parse()
	g, ok := games()[flag.Arg(0)]
	if !ok {
		flag.Usage()
		os.Exit(2)
	}
	training := &Training{Game: g, Seed: *seed, Stages: g.Stages()}
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
		fmt.Printf("%6.1fs %9d decisions %8d rounds  error %.1f points²  %s\n", time.Since(start).Seconds(), p.Decisions, p.Rounds, p.Error, training.Game.Measure(p.Weights, 1000))
		failed = os.WriteFile(out, p.Weights, 0o644)
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return os.WriteFile(out, weights, 0o644)
}
