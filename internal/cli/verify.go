package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/record"
	"deuces/game/systems"
)

// verify checks the deals of saved rounds against their commitments. If several rounds of a table
// are given, each round also proves the lead and the places with which the next round starts.
func verify(_ context.Context, p program) error {
	var files []*dealFile
	for _, name := range p.args {
		files = append(files, readDeal(name))
	}
	// Earlier rounds come first, whatever the order of the files.
	byRound := slices.Clone(files)
	slices.SortStableFunc(byRound, func(a, b *dealFile) int { return a.round() - b.round() })
	type key struct {
		system string
		table  int64
		round  int
	}
	played := map[key]game.Result{}
	for _, f := range byRound {
		f.verify(func(table int64, round int) (game.Result, bool) {
			r, known := played[key{f.record.System, table, round}]
			return r, known
		})
		if f.err == nil && f.verdict.Sealed {
			played[key{f.record.System, f.record.Deal.Table, f.round()}] = f.verdict.Result
		}
	}
	var failed error
	for _, f := range files {
		if f.err != nil {
			fmt.Fprintln(p.stderr, f.err)
			failed = errSilent
			continue
		}
		fmt.Fprintf(p.stdout, "%s: %s\n", f.name, f.says())
	}
	return failed
}

// dealFile is a record to verify.
type dealFile struct {
	name    string
	record  record.Record
	verdict record.Verdict
	err     error
}

func readDeal(name string) *dealFile {
	f := &dealFile{name: name}
	r, err := os.Open(name)
	if err != nil {
		f.err = err
		return f
	}
	defer r.Close()
	f.record, err = record.Parse(r)
	f.err = record.In(name, err)
	return f
}

func (f *dealFile) round() int {
	if f.record.Deal == nil {
		return 0
	}
	return f.record.Deal.Round
}

func (f *dealFile) verify(before func(table int64, round int) (game.Result, bool)) {
	if f.err != nil {
		return
	}
	verdict, err := f.record.Verify(ofSystems, before)
	for _, s := range systems.Versions() {
		if err == nil {
			break
		}
		// A record doesn't say which version of the rules its table had, so try the older ones,
		// too.
		old, differs := f.record.Verify(func(system string, options map[string]string) (game.Rules, error) {
			return systems.New(system, s.Version, options)
		}, before)
		if s.Name == f.record.System && differs == nil {
			verdict, err = old, nil
		}
	}
	f.verdict, f.err = verdict, record.In(f.name, err)
}

// says returns the verdict as a sentence.
func (f *dealFile) says() string {
	switch {
	case !f.verdict.Sealed:
		return "no seal"
	case len(f.verdict.Unproven) > 0:
		return fmt.Sprintf("the deal is as it was sealed; not proven without the record of round %d: %s", f.round()-1, strings.Join(f.verdict.Unproven, ", "))
	}
	return "the deal is as it was sealed"
}

// ofSystems returns the newest rules of a system with these options.
func ofSystems(system string, options map[string]string) (game.Rules, error) {
	s, ok := systems.Latest(system)
	if !ok {
		return nil, fmt.Errorf("there is no game %q", system)
	}
	return s.New(options)
}
