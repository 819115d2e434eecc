package e2e

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/game/gametest"
	"deuces/sandbox/sandboxtest"
)

// The ways in which passes happen, which others must not be able to tell apart.
const (
	automatic = iota // the player can do nothing else
	clickedIn        // within the pause
	plannedIn        // while others were to move
	late             // after the pause: the only kind that shows immediately
	ways
)

// A watcher can't tell from the time of a pass whether it was automatic, clicked within the pause,
// or planned. This is measured over the wire, between two events that the watcher receives, at
// tables that differ only in who has the one card that beats the play. Late clicks show that the
// test can tell samples apart.
func TestTheTimeOfAPassDoesNotRevealItsReason(t *testing.T) {
	t.Parallel()
	want := gametest.Dose(t, 20, 130, 700) // passes of each kind: two samples of 15 that don't overlap don't differ enough yet
	const pause = 2 * time.Second          // the longest; long compared with a click on a busy machine
	s := NewServer(t, "MENTION=off")
	watcher, luck := s.Person("Eve", "cards"), luck(t)
	var mu sync.Mutex
	var after [ways][]time.Duration
	enough := func() bool {
		return !slices.ContainsFunc(after[:], func(all []time.Duration) bool { return len(all) < want })
	}
	for batch := 0; !enough() && !t.Failed(); batch++ {
		var all []Situation
		for i := range ways * 22 {
			// The pause follows from the deck, so each table has another one.
			var rest []string
			for _, rank := range "3456789TJQKA" {
				for _, suit := range "cdhs" {
					rest = append(rest, string(rank)+string(suit))
				}
			}
			rest = append(rest[:1], rest[2:]...) // without 3♦
			luck.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
			hands := []string{"3d 2c", "2h", "2s", "2d"}
			if i%ways == automatic {
				hands = []string{"3d 2s", "2h", "2c", "2d"}
			}
			for j := range hands {
				for len(hands[j]) < 3*13-1 {
					hands[j], rest = hands[j]+" "+rest[0], rest[1:]
				}
			}
			channel := fmt.Sprintf("pace-%d-%d", batch, i)
			s.Channel(channel)
			all = append(all, Situation{channel: channel, system: "bigtwo", people: four, passing: pause, hands: hands, moves: []string{"3d"}})
		}
		var work errgroup.Group
		work.SetLimit(16)
		for i, table := range s.Begin(all...) {
			work.Go(func() error {
				if took, counts := table.passes(watcher, i%ways, pause); counts {
					mu.Lock()
					defer mu.Unlock()
					after[i%ways] = append(after[i%ways], took)
				}
				return nil
			})
		}
		_ = work.Wait() // a table fails the test itself
	}
	if t.Failed() {
		return
	}
	auto := after[automatic]
	c, p, l := differ(auto, after[clickedIn]), differ(auto, after[plannedIn]), differ(auto, after[late])
	t.Logf("%d automatic, %d clicked, %d planned, %d late passes; distance from the automatic ones, of the critical value: %.2f, %.2f, %.2f",
		len(auto), len(after[clickedIn]), len(after[plannedIn]), len(after[late]), c, p, l)
	if c > 1 || p > 1 {
		t.Error("when passes show tells why")
	}
	if l <= 1 {
		t.Error("the test can't tell late passes from automatic ones")
	}
}

// passes makes Bob play the second highest card and Cy pass. It returns the time for which the
// watcher's events show Cy's turn. counts is false if a click within the pause came too late for that.
func (x *Table) passes(watcher *Person, way int, pause time.Duration) (took time.Duration, counts bool) {
	ctx, cancel := context.WithTimeout(x.t.Context(), sandboxtest.Patience)
	defer cancel()
	_, bob, cy, _ := x.Four()
	events, err := watcher.Events(ctx, x.channel)
	if err != nil {
		x.t.Error(err)
		return 0, false
	}
	turnAfter := func(who string) (next string, at time.Time) {
		for e := range events {
			if m := e.Message(); e.Type == "message" && isBoard(m) {
				if now := turnOf.FindStringSubmatch(m.Text()); now != nil && now[1] != who {
					return now[1], time.Now()
				}
			}
		}
		x.t.Errorf("in %s %s's turn does not end", x.channel, who)
		return "", time.Time{}
	}
	if way == plannedIn {
		cy.Clicks(cy.Clicks(cy.Hand(), "more/"), "…/pass").Says("You'll pass when your turn comes")
	}
	bob.Asks("cards", Options{"cards": "2h"})
	who, began := turnAfter("Bob")
	if who != "Cy" { // a turn that is over soon may not be shown
		return 0, false
	}
	if way == late {
		time.Sleep(pause + rand.N(pause))
	}
	if way == late || way == clickedIn {
		cy.Clicks(cy.Uses("hand", nil), "…/pass")
	}
	if way == clickedIn && time.Since(began) > pause/5 {
		return 0, false
	}
	_, ended := turnAfter("Cy")
	return ended.Sub(began), true
}

// differ returns the two-sample Kolmogorov-Smirnov statistic in units of its critical value at one
// in a million: above 1 the samples differ.
func differ(a, b []time.Duration) float64 {
	slices.Sort(a)
	slices.Sort(b)
	most, i, j := 0.0, 0, 0
	for i < len(a) && j < len(b) {
		at := min(a[i], b[j])
		for i < len(a) && a[i] == at {
			i++
		}
		for j < len(b) && b[j] == at {
			j++
		}
		most = max(most, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	n := float64(len(a)*len(b)) / float64(len(a)+len(b))
	return most * math.Sqrt(n) / 2.6935
}
