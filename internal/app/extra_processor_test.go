package app

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestASpareProcessorIsAddedWhileSearchesUseAllCores(t *testing.T) {
	for _, c := range []struct {
		why   string
		story func(*extraProcessor)
		set   []int
	}{
		{"one search leaves a core to who clicks", func(s *extraProcessor) { s.lend()() }, nil},
		{"two have both", func(s *extraProcessor) { s.lend(); s.lend() }, []int{3}},
		{"a third waits for a core", func(s *extraProcessor) { s.lend(); s.lend(); s.lend() }, []int{3}},
		{"when they are over it stays for what comes next", func(s *extraProcessor) {
			a, b := s.lend(), s.lend()
			a()
			b()
			time.Sleep(extraStays / 2)
			s.lend()
			s.lend()
		}, []int{3}},
		{"but not for long", func(s *extraProcessor) {
			a, b := s.lend(), s.lend()
			a()
			time.Sleep(extraStays / 2)
			b()
			time.Sleep(extraStays + 1)
		}, []int{3, 2}},
		{"it is not taken from searches that go on", func(s *extraProcessor) {
			s.lend()
			s.lend()
			s.lend()()
			time.Sleep(2 * extraStays)
		}, []int{3}},
		{"and is taken back after those, too", func(s *extraProcessor) {
			a, b := s.lend(), s.lend()
			s.lend()()
			time.Sleep(2 * extraStays)
			a()
			b()
			time.Sleep(extraStays + 1)
		}, []int{3, 2}},
		{"it comes back", func(s *extraProcessor) {
			a, b := s.lend(), s.lend()
			a()
			b()
			time.Sleep(extraStays + 1)
			s.lend()
			s.lend()
		}, []int{3, 2, 3}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var set []int
			s := &extraProcessor{cores: 2, set: func(n int) { set = append(set, n) }}
			c.story(s)
			synctest.Wait()
			if !slices.Equal(set, c.set) {
				t.Errorf("%s: the processors were set to %v, not %v", c.why, set, c.set)
			}
		})
	}
}
