package table

import (
	"slices"
	"sync"
	"testing"
)

func TestListsThatGrowOutOfOneAnotherKeepWhatIsTheirs(t *testing.T) {
	var lists []growing[int]
	var want [][]int
	add := func(from int, more ...int) {
		var g growing[int]
		var w []int
		if from >= 0 {
			g, w = lists[from], want[from]
		}
		lists, want = append(lists, g.with(more...)), append(want, append(slices.Clone(w), more...))
	}
	add(-1)
	for i := range 40 {
		add(len(lists)-1, i, -i)
	}
	for from := range 40 { // another way on, as after a play that is taken back
		add(from, 1000+from)
		add(len(lists)-1, 2000+from, 3000+from)
		add(from, 4000+from)
	}
	lists, want = append(lists, lists[7].tight().with(7)), append(want, append(slices.Clone(want[7]), 7))
	for i, g := range lists {
		if !slices.Equal(g.all, want[i]) {
			t.Errorf("list %d is %v, not %v", i, g.all, want[i])
		}
	}
}

func TestManyGoOnFromOneList(t *testing.T) {
	from := growing[int]{}.with(1, 2, 3, 4, 5)
	var wait sync.WaitGroup
	for who := range 8 {
		wait.Go(func() {
			mine, want := from, []int{1, 2, 3, 4, 5}
			for i := range 50 {
				mine, want = mine.with(100*who+i), append(want, 100*who+i)
			}
			if !slices.Equal(mine.all, want) {
				t.Errorf("%d comes to %v", who, mine.all)
			}
		})
	}
	wait.Wait()
}
