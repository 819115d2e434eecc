package steps

import (
	"slices"
	"sync"
	"testing"
)

// line is a moment that is all that was done before it.
type line struct {
	done [100]uint64
	n    int
}

func (l *line) do(move uint64) { l.done[l.n] = move; l.n++ }

func read(s *Step[line]) []uint64 {
	l, n := s.From()
	for i := range n {
		l.do(s.Move(i))
	}
	return l.done[:l.n]
}

func next(s *Step[line], move uint64) *Step[line] {
	l := line{}
	for _, m := range read(s) {
		l.do(m)
	}
	l.do(move)
	return s.Next(move, &l)
}

func TestEachStepIsWhatWasDoneBeforeIt(t *testing.T) {
	all := []*Step[line]{First(line{})}
	var done []uint64
	for i := range uint64(5 * Moves) {
		done = append(done, i*i) // the move 0 too
		all = append(all, next(all[i], i*i))
	}
	for i, s := range all {
		if got := read(s); !slices.Equal(got, done[:i]) {
			t.Errorf("after %d moves it is %v, not %v", i, got, done[:i])
		}
	}
}

func TestAnotherMoveFromAnOldStepLeavesTheOthers(t *testing.T) {
	for at := range uint64(2*Moves + 1) {
		var all []*Step[line]
		s := First(line{})
		for i := range uint64(3 * Moves) {
			all = append(all, s)
			s = next(s, i)
		}
		other := next(next(all[at], 1000), 1001)
		want := append(slices.Clone(read(all[at])), 1000, 1001)
		if got := read(other); !slices.Equal(got, want) {
			t.Fatalf("another move from step %d leads to %v, not %v", at, got, want)
		}
		for i, s := range all {
			if got := read(s); len(got) != i || i > 0 && got[i-1] != uint64(i-1) {
				t.Fatalf("after another move from step %d, step %d is %v", at, i, got)
			}
		}
	}
}

func TestTheSameMoveLeadsToTheSameStep(t *testing.T) {
	s := First(line{})
	if a, b := next(s, 7), next(s, 7); a != b {
		t.Errorf("the move 7 leads to %p and to %p", a, b)
	}
}

// Several goroutines may go on from one step, each with moves of its own.
func TestManyGoOnFromOneStep(t *testing.T) {
	s := next(First(line{}), 0)
	var wait sync.WaitGroup
	for who := range uint64(8) {
		wait.Go(func() {
			mine, want := s, []uint64{0}
			for i := range uint64(2 * Moves) {
				move := who<<32 | i
				mine, want = next(mine, move), append(want, move)
			}
			if got := read(mine); !slices.Equal(got, want) {
				t.Errorf("%d comes to %v", who, got)
			}
		})
	}
	wait.Wait()
}
