// Command train trains the network of a game's computer players and writes its weights:
//
//	go run ./tools/train -o game/bigtwo/ai/weights.bin bigtwo
//
// On one core it takes about an hour for the President family and several hours for Big Two. The
// same flags give the same weights on every machine.
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

// games maps names to games that can be trained.
var games = map[string]func() (Game, error){
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
		training.Stages = nil // fields that are missing in the JSON stay zero
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

// files are the files that a training reads and writes.
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
		fmt.Printf("%6.1fs stage %d %9d decisions %8d rounds  error %.3f points² %s\n",
			time.Since(start).Seconds(), p.Stage, p.Decisions, p.Rounds, p.Error, training.Game.Measure(p.Weights, 1000))
		failed = errors.Join(os.WriteFile(f.out, p.Weights, 0o644), save(training, f.state))
	}
	weights, err := goOn(training, first, every, f.state, tell)
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return os.WriteFile(f.out, weights, 0o644)
}

// goOn resumes a training from a file if that exists, and otherwise begins it.
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

// save writes the state of a training to a file atomically.
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
