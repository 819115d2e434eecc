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

// These are the kinds of passes. Others must not be able to tell the first three apart.
const (
	automaticPass = iota // the player can't play anything
	clickedPass          // clicked within the pause
	plannedPass          // planned while others were to move
	latePass             // clicked after the pause: the only kind that is shown immediately
	passKinds
)

// TestTheTimeOfAPassDoesNotRevealItsReason checks that a watcher can't tell from the time of a pass
// whether it was automatic, clicked within the pause, or planned. The time is measured between two
// events that the watcher receives, at tables that differ only in who holds the one card that beats
// the play. Late clicks show that the test can tell samples apart.
func TestTheTimeOfAPassDoesNotRevealItsReason(t *testing.T) {
	t.Parallel()
	want := gametest.Dose(t, 20, 30, 700) // passes of each kind; smaller samples than 15 can never differ significantly
	pause := 2 * time.Second              // the longest pause; long compared with a click on a busy machine
	if raceDetector {
		pause = 8 * time.Second // because a click takes several times as long
	}
	s := NewServer(t, "MENTION=off")
	watcher, rng := s.Person("Eve", "cards"), newRand(t)
	var mu sync.Mutex
	var after [passKinds][]time.Duration
	enough := func() bool {
		return !slices.ContainsFunc(after[:], func(all []time.Duration) bool { return len(all) < want })
	}
	for batch := 0; !enough() && !t.Failed(); batch++ {
		var all []Situation
		for i := range passKinds * 22 {
			// The length of the pause follows from the deck, so each table gets a different deck.
			var rest []string
			for _, rank := range "3456789TJQKA" {
				for _, suit := range "cdhs" {
					rest = append(rest, string(rank)+string(suit))
				}
			}
			rest = append(rest[:1], rest[2:]...) // all cards except 3♦
			rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
			hands := []string{"3d 2c", "2h", "2s", "2d"}
			if i%passKinds == automaticPass {
				hands = []string{"3d 2s", "2h", "2c", "2d"}
			}
			for j := range hands {
				for len(hands[j]) < 3*13-1 {
					hands[j], rest = hands[j]+" "+rest[0], rest[1:]
				}
			}
			channel := fmt.Sprintf("pace-%d-%d", batch, i)
			s.Channel(channel)
			all = append(all, Situation{channel: channel, system: "bigtwo", people: fourNames, passing: pause, hands: hands, moves: []string{"3d"}})
		}
		var work errgroup.Group
		work.SetLimit(16)
		for i, table := range s.Begin(all...) {
			work.Go(func() error {
				if took, valid := table.measurePass(watcher, i%passKinds, pause); valid {
					mu.Lock()
					defer mu.Unlock()
					after[i%passKinds] = append(after[i%passKinds], took)
				}
				return nil
			})
		}
		_ = work.Wait() // no errors: the tables report theirs to the test
	}
	if t.Failed() {
		return
	}
	auto := after[automaticPass]
	c, p, l := sampleDistance(auto, after[clickedPass]), sampleDistance(auto, after[plannedPass]), sampleDistance(auto, after[latePass])
	t.Logf("%d automatic, %d clicked, %d planned, %d late passes; distance from the automatic ones, of the critical value: %.2f, %.2f, %.2f",
		len(auto), len(after[clickedPass]), len(after[plannedPass]), len(after[latePass]), c, p, l)
	if c > 1 || p > 1 {
		t.Error("the time of a pass reveals its kind")
	}
	if l <= 1 {
		t.Error("the test can't tell late passes from automatic ones")
	}
}

// measurePass makes Bob play the second-highest card and Cy pass in the given way. It returns how
// long the events that the watcher receives show Cy's turn. If valid is false, the pass can't be
// counted: it wasn't shown, or the click within the pause came too late.
func (x *Table) measurePass(watcher *Person, kind int, pause time.Duration) (took time.Duration, valid bool) {
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
				if now := turnPattern.FindStringSubmatch(m.Text()); now != nil && now[1] != who {
					return now[1], time.Now()
				}
			}
		}
		x.t.Errorf("in %s %s's turn does not end", x.channel, who)
		return "", time.Time{}
	}
	if kind == plannedPass {
		cy.Clicks(cy.Clicks(cy.Hand(), "plan/"), "…/pass").Says("When your turn comes: Pass")
	}
	bob.Asks("cards", Options{"cards": "2h"})
	who, began := turnAfter("Bob")
	if who != "Cy" { // Cy's turn ended before it was shown
		return 0, false
	}
	if kind == latePass {
		time.Sleep(pause + rand.N(pause))
	}
	if kind == latePass || kind == clickedPass {
		cy.Clicks(cy.Uses("hand", nil), "…/pass")
	}
	if kind == clickedPass && time.Since(began) > pause/5 {
		return 0, false
	}
	_, ended := turnAfter("Cy")
	return ended.Sub(began), true
}

// sampleDistance returns the two-sample Kolmogorov-Smirnov statistic, divided by its critical value
// for a probability of one in a million. If the result is above 1, the samples differ.
func sampleDistance(a, b []time.Duration) float64 {
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
