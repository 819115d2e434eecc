// Command train learns the network of a game's computer players and writes its
// weights:
//
//	go run ./tools/train -o game/bigtwo/ai/weights.bin bigtwo
//
// Each takes one core for half an hour or less where GOEXPERIMENT=simd is set (Big Two less
// than two hours), and at least twice as long without. The same flags give the same weights
// either way.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
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
var games = map[string]func() (Game, error){
	"acehole":   func() (Game, error) { return newShedding() },
	"bigtwo":    func() (Game, error) { return new(bigTwo), nil },
	"president": func() (Game, error) { return newFamily() },
}

func main() {
	seed := flag.Uint64("seed", 1, "of the deals and the exploration")
	stage := flag.Int("stage", 0, "only this stage, the first is 1; those after the first need -from")
	from := flag.String("from", "", "weights to begin with")
	stages := flag.String("stages", "", "these instead of the game's own, as JSON; the fields are those of Stage")
	out := flag.String("o", "weights.bin", "the file to write")
	state := flag.String("state", "", "a file to go on from, if it is there; written with each report")
	every := flag.Int("every", 1_500_000, "report after so many decisions")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "train [flags] %s\n", strings.Join(slices.Sorted(maps.Keys(games)), "|"))
		flag.PrintDefaults()
	}
	flag.Parse()
	open, ok := games[flag.Arg(0)]
	if !ok {
		flag.Usage()
		os.Exit(2)
	}
	g, err := open()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	training := &Training{Game: g, Seed: *seed, Stages: g.Stages()}
	if *stages != "" {
		training.Stages = nil // what they say no word of is nothing
		if err := json.Unmarshal([]byte(*stages), &training.Stages); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	if n := *stage; n > 0 && n <= len(training.Stages) {
		training.Stages = training.Stages[n-1 : n]
	}
	if err := run(training, *every, files{*from, *state, *out}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// files is what a training reads and writes.
type files struct{ from, state, out string }

func run(training *Training, every int, f files) error {
	var first []byte
	if f.from != "" {
		var err error
		if first, err = os.ReadFile(f.from); err != nil {
			return err
		}
	}
	start := time.Now()
	var failed error
	tell := func(p Progress) {
		fmt.Printf("%6.1fs stage %d %9d decisions %8d rounds  error %.3f, critic %.3f points² %s\n",
			time.Since(start).Seconds(), p.Stage, p.Decisions, p.Rounds, p.Error, p.Blind, training.Game.Measure(p.Weights, 1000))
		failed = errors.Join(os.WriteFile(f.out, p.Weights, 0o644), save(training, f.state))
	}
	weights, err := goOn(training, first, every, f.state, tell)
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return os.WriteFile(f.out, weights, 0o644)
}

// goOn goes on from a file where there is one, or begins.
func goOn(training *Training, first []byte, every int, file string, tell func(Progress)) ([]byte, error) {
	if file == "" {
		return training.Run(first, every, tell)
	}
	r, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return training.Run(first, every, tell)
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return training.Resume(bufio.NewReader(r), every, tell)
}

// save writes where a training is to a file, whole or not at all.
func save(training *Training, file string) error {
	if file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := training.Save(&b); err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
