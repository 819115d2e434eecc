package ring

import (
	"slices"
	"testing"
)

func TestRing(t *testing.T) {
	weighted := Weighted(4, 10, func(n int) int { return n })
	for _, c := range []struct {
		why       string
		add       int
		forgotten []int
		kept      []int
	}{
		{"the first", 1, nil, []int{1}},
		{"up to the bound", 2, nil, []int{1, 2}},
		{"up to the bound", 1, nil, []int{1, 2, 1}},
		{"up to the bound", 3, nil, []int{1, 2, 1, 3}},
		{"one more than the bound", 1, []int{1}, []int{2, 1, 3, 1}},
		{"too heavy with three of them", 8, []int{2, 1, 3}, []int{1, 8}},
		{"too heavy alone stays alone", 11, []int{1, 8}, []int{11}},
		{"and goes with the next", 1, []int{11}, []int{1}},
	} {
		gone := weighted.Add(c.add)
		var kept []int
		for _, v := range weighted.Since(0) {
			kept = append(kept, v)
		}
		if !slices.Equal(gone, c.forgotten) || !slices.Equal(kept, c.kept) {
			t.Errorf("%s: forgot %v and kept %v, want %v and %v", c.why, gone, kept, c.forgotten, c.kept)
		}
	}
	plain := New[int](3)
	for i := range 1000 {
		plain.Add(i)
	}
	for n, v := range plain.Since(998) {
		if n != v || n < 998 {
			t.Errorf("Since(998) has %[2]d with number %[1]d, want the number itself", n, v)
		}
	}
	if len(plain.entries) > 7 {
		t.Errorf("three entries are kept in a slice of %d, want at most 7", len(plain.entries))
	}
}
