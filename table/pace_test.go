package table_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// These are the kinds of passes. Other players can recognize a latePass, but must not be able to
// tell the other kinds apart.
const (
	automaticPass = iota // the player can do nothing else
	clickedPass          // clicked within the delay
	plannedPass          // planned while others were to move
	latePass             // clicked after the delay; only these passes appear at once
	passKinds
)

// passDelays plays rounds with passes of all kinds. For each kind, it returns the times from the
// start of the turn, or from the end of the time for undo, until the pass is notified.
func passDelays(t *testing.T, turns int, seed uint64) (delays [passKinds][]time.Duration) {
	r := rand.New(rand.NewPCG(seed, 1))
	for passes := 0; passes < turns; {
		synctest.Test(t, func(t *testing.T) {
			const longest = 4 * time.Second
			var notifiedAt atomic.Int64 // when the last change was notified
			h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
				allSystems(c)
				c.Random = rand.NewChaCha8([32]byte{byte(seed), byte(passes), byte(passes >> 8)})
				c.OnChange = func(m match.Match) { notifiedAt.Store(time.Now().UnixNano()) }
			})
			o := matchtest.Opening(map[string]string{"rounds": "1"})
			o.System, o.Settings = "asshole", match.DefaultSettings()
			o.Settings.AutoPass, o.Settings.Undo, o.Settings.Clock = longest, 3*time.Second, 0
			m := h.startMatch(o, bob, cy, dee)
			for id := m.ID; ; {
				synctest.Wait() // wait until the table has made the passes that everyone can foresee
				m = h.see(id)
				if m.Phase != match.Playing {
					break
				}
				if m.ForcedInView() {
					t.Fatal("a pass that everyone can foresee does not appear at once")
				}
				seat, _ := m.Turn()
				act := match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: game.Action{Verb: game.Pass}}
				kind, began := clickedPass, m.At
				if end := m.UndoEnds(); !end.IsZero() {
					began = end
				}
				undo := began.Sub(m.At)
				_, _, err := m.State.Apply(seat, act.Action)
				_, isPlanned := m.Plan(seat)
				switch {
				case isPlanned:
					kind = plannedPass
				case err == nil && m.MustPass(seat):
					kind = automaticPass
				case err != nil || r.IntN(3) == 0:
					h.mustDo(id, highestPlay(m))
					continue
				case r.IntN(4) == 0:
					kind = latePass
					advance(undo + longest + time.Duration(r.IntN(int(4*time.Second))))
					h.mustDo(id, act)
				default:
					advance(time.Duration(r.IntN(int(undo + longest/4))))
					h.mustDo(id, act)
				}
				// Meanwhile the next player may plan a pass.
				next := game.Seat((int(seat) + 1) % len(m.Players()))
				m = h.see(id)
				if _, has := m.Plan(next); !has && r.IntN(4) == 0 && m.CanPlan(next) {
					h.mustDo(id, match.Plan{Player: m.Players()[next], Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
				}
				if m.Decision == act.Decision {
					advance(time.Until(m.Alarm(true)))
				}
				if m = h.see(id); m.Decision == act.Decision {
					t.Fatalf("a pass of kind %d is not shown when its delay is over", kind)
				}
				took := time.Unix(0, notifiedAt.Load()).Sub(began)
				if kind != latePass && (took < longest/4 || took > longest) {
					t.Fatalf("a pass of kind %d is shown after %v, want 1s to 4s", kind, took)
				}
				delays[kind] = append(delays[kind], took)
				passes++
			}
		})
	}
	return delays
}

// ksDistance returns the two-sample Kolmogorov-Smirnov statistic divided by its critical value at
// significance 0.001. If the result is above 1, the samples differ.
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

// The delays of forced passes, of passes clicked within the delay, and of planned passes have the
// same distribution. Late passes may differ; they show that the test can tell distributions apart.
func TestTheDelayOfAQuickPassDoesNotRevealItsReason(t *testing.T) {
	turns := gametest.Dose(t, 2000, 4000, 20_000)
	after := passDelays(t, turns, 14)
	for way, sample := range after {
		if len(sample) < turns/40 {
			t.Fatalf("of %d passes only %d are of kind %d, too few to compare", turns, len(sample), way)
		}
	}
	auto := after[automaticPass]
	c, p, l := ksDistance(auto, after[clickedPass]), ksDistance(auto, after[plannedPass]), ksDistance(auto, after[latePass])
	if c > 1 || p > 1 {
		t.Errorf("the delay of a pass reveals its reason: the distances of clicked and planned passes from automatic ones are %.2f and %.2f of the critical value, want at most 1", c, p)
	}
	if l <= 1 {
		t.Error("the test can't tell late passes from automatic ones")
	}
}

// computerPassDelays plays rounds between one person and three computers. It returns the delays of
// the computers' forced passes and of those they chose. A computer that has a choice thinks for
// slightly longer than its time.
func computerPassDelays(t *testing.T, passes int) (forced, chosen []time.Duration) {
	r := rand.New(rand.NewPCG(3, 1))
	for n := 0; len(forced)+len(chosen) < passes; n++ {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
				allSystems(c)
				c.Random = rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)})
				c.Think = func(ctx context.Context, _ game.Rules, _ ai.Level, o ai.Observation, _ ai.Fixed) (game.Action, error) {
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
			m := h.tableWithComputers(o, ai.Hard)
			for m.Phase != match.Over {
				seat, due := m.Turn()
				if due && m.Players()[seat] == ann {
					m = h.mustDo(m.ID, matchtest.Turn(m, 0)) // Ann plays single cards, so she holds cards for long
					continue
				}
				before := m
				for m.Seq == before.Seq { // until the table has acted
					advance(max(time.Until(m.Deadline()), time.Millisecond))
					m = h.see(m.ID)
				}
				moves := m.Moves
				public, _ := before.View(game.Watcher)
				if !due || m.Decision.Round != before.Decision.Round || len(moves) == 0 || public.Players[0].Cards == 0 {
					continue // everyone else is out, so nobody can learn anything from the delay
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

// The delay of a computer's pass doesn't reveal whether the computer could have played.
func TestTheDelayOfAComputersPassDoesNotRevealItsReason(t *testing.T) {
	forced, chosen := computerPassDelays(t, gametest.Dose(t, 4000, 8000, 40_000))
	if least := 1000; len(forced) < least || len(chosen) < least {
		t.Fatalf("got %d forced and %d chosen passes, want at least 1000 of each", len(forced), len(chosen))
	}
	if d := ksDistance(forced, chosen); d > 1 {
		t.Errorf("the delay of a computer's pass reveals its reason: the distance is %.2f of the critical value, want at most 1", d)
	}
}

// The table reads the preference to pass manually each time a pass is due. A manual pass then
// appears at once.
func TestAPlayerCanChooseToPassManually(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var manually, unreadable atomic.Bool // whether players prefer to pass manually, and whether that can't be read
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
			allSystems(c)
			c.AutoPass = func(context.Context, match.Player) (bool, error) {
				if unreadable.Load() {
					return false, errors.New("the disk is away")
				}
				return !manually.Load(), nil
			}
		})
		o := matchtest.Opening(nil)
		o.System, o.Settings = "bigtwo", match.DefaultSettings()
		o.Settings.AutoPass = 4 * time.Second
		m := h.startMatch(o, bob, cy, dee)
		stuck := func() (match.Player, match.Match) {
			for m = h.table(); ; m = h.table() {
				if m.Phase != match.Playing {
					advance(time.Minute)
					continue
				}
				seat, _ := m.Turn()
				if m.MustPass(seat) {
					return m.Players()[seat], m
				}
				h.mustDo(m.ID, highestPlay(m)) // no other player can beat it
			}
		}
		player, m := stuck()
		manually.Store(true)
		advance(10 * time.Second)
		if h.table().Decision != m.Decision {
			t.Fatal("the table passed for a player who passes manually")
		}
		if after := h.mustDo(m.ID, match.Act{Player: player, Decision: m.Decision, Action: game.Action{Verb: game.Pass}}); after.Decision == m.Decision || after.PassHeld(0) {
			t.Fatal("a manual pass after the delay is not shown at once")
		}
		manually.Store(false)
		_, m = stuck()
		advance(4 * time.Second)
		if h.table().Decision == m.Decision {
			t.Fatal("the table did not pass for a player who lets it")
		}
		_, m = stuck()
		manually.Store(true)
		unreadable.Store(true)
		advance(4 * time.Second)
		if h.table().Decision == m.Decision {
			t.Fatal("the table did not pass when the preference could not be read")
		}
	})
}

// highestPlay returns the last legal action of the seat to move, or a pass if there is none.
func highestPlay(m match.Match) match.Act {
	seat, _ := m.Turn()
	act := match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: game.Action{Verb: game.Pass}}
	for _, a := range m.State.Legal() {
		if a.Verb != game.Pass {
			act.Action = a
		}
	}
	return act
}
