package table_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// The reasons for a pass, which must not be revealed.
const (
	automatic = iota // the player can do nothing else
	clicked          // within the delay
	planned          // while others were to move
	late             // after the delay; the only kind that appears at once
	kinds
)

// passDelays plays rounds with people who pass for all reasons. It returns for each reason the
// times from the start of the turn until others are notified of the pass, by Config.OnChange
// with a changed view for a watcher.
func passDelays(t *testing.T, turns int, seed uint64) (after [kinds][]time.Duration) {
	r := rand.New(rand.NewPCG(seed, 1))
	for passes := 0; passes < turns; {
		synctest.Test(t, func(t *testing.T) {
			const longest = 4 * time.Second
			var mu sync.Mutex
			var shown time.Time // when others last saw a change
			var decision match.Decision
			news := func() (time.Time, match.Decision) {
				mu.Lock()
				defer mu.Unlock()
				return shown, decision
			}
			tells := make(chan struct{}, 1) // signals a visible change
			h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
				c.Rules = systems.New
				c.Latest = func(string) (int, bool) { return 1, true }
				c.Random = rand.NewChaCha8([32]byte{byte(seed), byte(passes), byte(passes >> 8)})
				c.OnChange = func(m match.Match) {
					mu.Lock()
					defer mu.Unlock()
					if m.Decision != decision {
						shown, decision = time.Now(), m.Decision
						select {
						case tells <- struct{}{}:
						default: // already signalled
						}
					}
				}
			})
			o := matchtest.Opening(map[string]string{"rounds": "1"})
			o.System, o.Settings = "asshole", match.DefaultSettings()
			o.Settings.AutoPass, o.Settings.Clock = longest, 0
			m := h.deal(o, bob, cy, dee)
			id := m.ID
			for {
				synctest.Wait() // forced passes that everyone can foresee have happened
				var err error
				if m, err = h.Match(t.Context(), id); err != nil {
					t.Fatal(err)
				}
				if m.Phase != match.Playing {
					break
				}
				seat, _ := m.Turn()
				act := match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: game.Action{Verb: game.Pass}}
				way := clicked
				began, _ := news()
				_, _, err = m.State.Apply(seat, act.Action)
				_, isPlanned := m.Plan(seat)
				switch {
				case isPlanned:
					way = planned
				case err == nil && m.MustPass(seat):
					way = automatic
				case err != nil || r.IntN(3) == 0:
					h.do(id, highestPlay(m))
					continue
				case r.IntN(4) == 0:
					way = late
					wait(longest + time.Duration(r.IntN(int(4*time.Second))))
					h.do(id, act)
				default:
					wait(time.Duration(r.IntN(int(longest / 4))))
					h.do(id, act)
				}
				// In the meantime the next player may plan a pass.
				next := game.Seat((int(seat) + 1) % len(m.Players()))
				m = h.now()
				if _, has := m.Plan(next); !has && r.IntN(4) == 0 && m.CanPlan(next) {
					plan := match.Plan{Player: m.Players()[next], Decision: m.Decision, Action: game.Action{Verb: game.Pass}}
					if _, err := h.Do(t.Context(), id, plan); err != nil {
						t.Fatal(err)
					}
				}
				told, on := news()
				for ; on == act.Decision; told, on = news() {
					select {
					case <-tells:
					case <-time.After(time.Minute):
						t.Fatalf("a pass of kind %d does not show", way)
					}
				}
				synctest.Wait() // the table has finished
				after[way] = append(after[way], told.Sub(began))
				passes++
			}
		})
	}
	return after
}

// ksDistance returns the two-sample Kolmogorov-Smirnov statistic in units of its critical value
// at 0.001: above 1 the samples differ.
func ksDistance(a, b []time.Duration) float64 {
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
	return most * math.Sqrt(n) / 1.9495
}

// Forced passes, passes clicked within the delay, and planned passes have the same distribution
// of delays. Late passes, which may differ, show that the test can tell samples apart.
func TestTheDelayOfAQuickPassDoesNotRevealItsReason(t *testing.T) {
	turns := gametest.Dose(t, 2000, 4000, 20_000)
	after := passDelays(t, turns, 14)
	for way, sample := range after {
		if len(sample) < turns/40 {
			t.Fatalf("of %d passes only %d are of kind %d", turns, len(sample), way)
		}
	}
	auto := after[automatic]
	c, p, l := ksDistance(auto, after[clicked]), ksDistance(auto, after[planned]), ksDistance(auto, after[late])
	t.Logf("%d automatic, %d clicked, %d planned, %d late passes; distance from the automatic ones, of the critical value: %.2f, %.2f, %.2f",
		len(auto), len(after[clicked]), len(after[planned]), len(after[late]), c, p, l)
	if c > 1 || p > 1 {
		t.Error("when passes show tells why")
	}
	if l <= 1 {
		t.Error("the test can't tell late passes from automatic ones")
	}
}

// computerPassDelays plays rounds of one person with three computers. It returns the delays of
// the computers' forced and chosen passes. A computer with a choice uses all of its time and a
// moment more.
func computerPassDelays(t *testing.T, passes int) (forced, chosen []time.Duration) {
	r := rand.New(rand.NewPCG(3, 1))
	for n := 0; len(forced)+len(chosen) < passes; n++ {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
				c.Rules = systems.New
				c.Latest = func(string) (int, bool) { return 1, true }
				c.Random = rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)})
				c.Think = func(ctx context.Context, _ game.Rules, _ ai.Level, o ai.Observation) (game.Action, error) {
					legal := o.View.Legal
					if len(legal) == 1 {
						return legal[0], nil
					}
					<-ctx.Done()
					time.Sleep(20 * time.Millisecond)
					mu.Lock()
					defer mu.Unlock()
					pass := slices.IndexFunc(legal, func(a game.Action) bool { return a.Verb == game.Pass })
					if pass >= 0 && r.IntN(2) == 0 {
						return legal[pass], nil
					}
					return legal[r.IntN(len(legal))], nil
				}
			})
			o := matchtest.Opening(map[string]string{"rounds": "5"})
			o.System, o.Settings = "asshole", match.DefaultSettings()
			o.Settings.Clock, o.Settings.AutoPass = 0, 0
			m, err := h.Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			h.do(m.ID, match.AddComputer{Player: ann, Level: ai.Hard, Fill: true})
			m = h.do(m.ID, match.Start{Player: ann})
			for m.Phase != match.Over {
				seat, due := m.Turn()
				if due && m.Players()[seat] == ann {
					m = h.do(m.ID, matchtest.Turn(m, 0)) // Ann keeps cards for long
					continue
				}
				before := m
				for m.Seq == before.Seq { // until the table has acted
					wait(max(time.Until(m.Deadline()), time.Millisecond))
					if m, err = h.Match(t.Context(), m.ID); err != nil {
						t.Fatal(err)
					}
				}
				moves := m.Moves
				public, _ := before.View(game.Watcher)
				if !due || m.Decision.Round != before.Decision.Round || len(moves) == 0 || public.Players[0].Cards == 0 {
					continue // nobody is left who could learn anything
				}
				if last := moves[len(moves)-1]; last.Seat == seat && last.News[0].Kind == game.Passed {
					took := m.At.Sub(before.At)
					if before.MustPass(seat) {
						forced = append(forced, took)
					} else {
						chosen = append(chosen, took)
					}
				}
			}
		})
	}
	return forced, chosen
}

// The delay of a computer's pass doesn't reveal whether it could have played.
func TestTheDelayOfAComputersPassDoesNotRevealItsReason(t *testing.T) {
	forced, chosen := computerPassDelays(t, gametest.Dose(t, 4000, 8000, 40_000))
	if least := 1000; len(forced) < least || len(chosen) < least {
		t.Fatalf("%d forced and %d chosen passes", len(forced), len(chosen))
	}
	mean := func(sample []time.Duration) (sum time.Duration) {
		for _, d := range sample {
			sum += d
		}
		return sum / time.Duration(len(sample))
	}
	d := ksDistance(forced, chosen)
	t.Logf("%d forced passes after %v, %d chosen ones after %v on average; distance, of the critical value: %.2f", len(forced), mean(forced), len(chosen), mean(chosen), d)
	if d > 1 {
		t.Error("when computers pass tells why")
	}
}
