package app

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"deuces/game"
	"deuces/game/ai"
)

func TestASituationIsThoughtAboutOnce(t *testing.T) {
	var f fixedChoices
	played := func(seat game.Seat) []game.News { return []game.News{{Kind: game.Played, Seat: seat}} }
	fault := errors.New("a fault of the test")
	for _, c := range []struct {
		reason string
		fixed  ai.Fixed
		news   []game.News
		err    error
		think  bool
	}{
		{"an error isn't remembered", ai.Fixed{Seed: 1}, played(1), fault, true},
		{"the first", ai.Fixed{Seed: 1}, played(1), nil, true},
		{"the same", ai.Fixed{Seed: 1}, played(1), nil, false},
		{"another decision", ai.Fixed{Seed: 2}, played(1), nil, true},
		{"another budget", ai.Fixed{Seed: 1, Playouts: 2}, played(1), nil, true},
		{"something else was played", ai.Fixed{Seed: 1}, played(2), nil, true},
	} {
		thought := false
		_, err := f.in(c.fixed, c.news, func() (ai.Choice, error) { thought = true; return ai.Choice{}, c.err })
		if thought != c.think || !errors.Is(err, c.err) {
			t.Errorf("%s: it was thought about: %t, with the error %v; want %t, %v", c.reason, thought, err, c.think, c.err)
		}
	}

	var thoughts atomic.Int64
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			_, _ = f.in(ai.Fixed{Seed: 3}, nil, func() (ai.Choice, error) { thoughts.Add(1); return ai.Choice{}, nil })
		})
	}
	if group.Wait(); thoughts.Load() != 1 {
		t.Errorf("20 tables with the same situation thought %d times about it, want once", thoughts.Load())
	}
	for i := range mostChoices + 1 {
		_, _ = f.in(ai.Fixed{Seed: uint64(i)}, nil, func() (ai.Choice, error) { return ai.Choice{}, nil })
	}
	if len(f.made) > mostChoices {
		t.Errorf("%d choices are kept, want at most %d", len(f.made), mostChoices)
	}
}
