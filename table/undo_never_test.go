package table_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// In random matches of every system only plays and passes can be undone: no draw, no exchange
// of cards, no play that ended the round.
func TestOnlyPlaysAndPassesOfACurrentRoundCanBeUndone(t *testing.T) {
	seen := map[string]int{}
	kinds := []string{"a play that ended the round", "a draw", "an exchange", "a play that may be taken back"}
	r := gametest.NewRand(gametest.Seed(t))
	all := systems.All()
	matches := make([]match.Match, len(all))
	for i, sys := range all {
		matches[i] = withUndo(t, sys)
	}
	least := gametest.Dose(t, 1500, 5000, 50_000)
	for n := 0; n < least || slices.ContainsFunc(kinds, func(k string) bool { return seen[k] == 0 }); n++ {
		for i, sys := range all {
			m := matches[i]
			if m.Phase == match.Over {
				m = withUndo(t, sys)
			}
			matches[i] = tryUndo(t, r, sys, m, seen)
		}
	}
	t.Log(seen)
}

// tryUndo makes a random step of a match, tries to undo it, and counts its kind. It returns the
// match with the step made.
func tryUndo(t *testing.T, r *gametest.Rand, sys systems.System, m match.Match, seen map[string]int) match.Match {
	t.Helper()
	seat, due := m.Turn()
	if !due || m.Phase != match.Playing {
		return screentest.Step(t, r, m)
	}
	legal := m.State.Legal()
	a := legal[r.Intn(len(legal))]
	player := m.Players()[seat]
	m = screentest.Do(t, m, match.Act{Player: player, Decision: m.Decision, Action: a}, m.At.Add(time.Second))
	_, err := m.Decide(match.Undo{Player: player, Decision: m.Decision}, m.At)
	switch {
	case m.Phase != match.Playing:
		seen["a play that ended the round"]++
	case a.Verb == game.Draw:
		seen["a draw"]++
	case a.Verb == game.Give:
		seen["an exchange"]++
	default:
		seen["a play that may be taken back"]++
		if err != nil {
			t.Fatalf("%s: %v can't be taken back: %v", sys.Name, a, err)
		}
		return m
	}
	if !matchtest.Refused(err) {
		t.Fatalf("%s: %v in %v can be taken back: %v", sys.Name, a, m.Phase, err)
	}
	return m
}

// withUndo returns a table that has just started, with a minute to undo.
func withUndo(t *testing.T, sys systems.System) match.Match {
	t.Helper()
	set := match.DefaultSettings()
	set.Undo, set.AutoPass = time.Minute, 0
	open := match.Opening{Guild: "1", Channel: "2", System: sys.Name, Version: sys.Version, Host: 1, Others: []match.Player{2, 3, 4}, Settings: set}
	m := screentest.Do(t, match.New(1, systems.New), open, screentest.Began)
	return screentest.Do(t, m, match.Start{Player: 1}, m.At)
}

// A play can't be undone after a computer or a stand-in has answered it, and their own plays
// never can.
func TestAPlayThatWasAnsweredCannotBeUndone(t *testing.T) {
	for _, company := range []string{"a computer", "a stand-in", "the clock"} {
		synctest.Test(t, func(t *testing.T) {
			h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
				c.Rules, c.Latest, c.Think = systems.New, func(string) (int, bool) { return 1, true }, last
				c.Random = rand.NewChaCha8([32]byte{15})
			})
			o := matchtest.Opening(nil)
			o.System, o.Settings = "bigtwo", match.DefaultSettings()
			o.Settings.Undo, o.Settings.AutoPass = 15*time.Second, 0
			if company == "the clock" {
				o.Settings.Clock = 10 * time.Second
			}
			others := []match.Player{bob, cy, dee}
			if company == "a computer" {
				o.Others, others = []match.Player{-1, -2, -3}, nil
				for i, p := range o.Others {
					o.Computers = append(o.Computers, match.Computer{Player: p, Level: ai.Easy, Name: string(rune('A' + i))})
				}
			}
			h.deal(o, others...)
			var m match.Match
			for { // find a turn of a person that is answered
				m = h.now()
				seat, _ := m.Turn()
				if !m.Players()[seat].IsComputer() {
					break
				}
				wait(time.Second)
			}
			seat, _ := m.Turn()
			player := m.Players()[seat]
			next := m.Players()[(int(seat)+1)%4]
			if company == "a stand-in" {
				h.do(m.ID, match.Leave{Player: next})
			}
			m = h.do(m.ID, match.Act{Player: player, Decision: h.now().Decision, Action: m.State.Legal()[0]})
			if _, may := m.UndoUntil(seat); !may {
				t.Fatalf("%s: nothing to take back", company)
			}
			for answered := m; h.now().Decision == answered.Decision; {
				wait(time.Second)
			}
			m = h.now()
			for _, p := range m.Players() {
				before := h.now().Seq
				if _, err := h.Do(t.Context(), m.ID, match.Undo{Player: p, Decision: m.Decision}); !matchtest.Refused(err) || h.now().Seq != before {
					t.Errorf("%s answered, and %d takes back: %v", company, p, err)
				}
			}
		})
	}
}

// After a restart a play can't be undone, because the clock of its turn was stopped. The same
// applies in a paused match and to a removed player.
func TestUndoIsRefusedAfterARestartInAPauseAndAfterAKick(t *testing.T) {
	for _, tt := range []struct {
		why, want string
		since     func(h *harness, m match.Match, seat game.Seat) *harness
	}{
		{"the program was restarted", "It's too late to undo that.", func(h *harness, _ match.Match, _ game.Seat) *harness { return h.restartAfter(time.Second, 0) }},
		{"its player was kicked", "You have left. Join to take your seat back.", func(h *harness, m match.Match, seat game.Seat) *harness {
			if m.Players()[seat] == m.Host {
				h.do(m.ID, match.Leave{Player: m.Host})
			} else {
				h.do(m.ID, match.Kick{Player: m.Host, Against: m.Players()[seat]})
			}
			return h
		}},
		{"no active player, so the match is paused", "The match is paused, so nothing can be undone.", func(h *harness, _ match.Match, _ game.Seat) *harness {
			for !h.now().Paused {
				wait(time.Minute)
			}
			return h
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			h, m := undoTable(t)
			seat, _ := m.Turn()
			player := m.Players()[seat]
			h.do(m.ID, matchtest.Turn(m, 0))
			h = tt.since(h, m, seat)
			before := h.now()
			if _, err := h.Do(t.Context(), m.ID, match.Undo{Player: player, Decision: before.Decision}); err == nil || err.Error() != tt.want {
				t.Errorf("%s: %v, want %q", tt.why, err, tt.want)
			}
			if h.now().Seq != before.Seq {
				t.Errorf("%s: something changed", tt.why)
			}
		})
	}
}

// Of two concurrent plans or undos one succeeds; the other gets a refusal.
func TestConcurrentPlansAndUndosCountOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, m, seat := planTable(t, nil)
		both := func(c match.Command) (done, refusals int) {
			var mu sync.Mutex
			var work sync.WaitGroup
			for range 2 {
				work.Go(func() {
					_, err := h.Do(t.Context(), m.ID, c)
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil:
						done++
					case matchtest.Refused(err) || errors.Is(err, match.ErrStale):
						refusals++
					default:
						t.Error(err)
					}
				})
			}
			work.Wait()
			return done, refusals
		}
		seq := m.Seq
		if done, no := both(match.Plan{Player: m.Players()[seat], Decision: m.Decision, Action: singleCard(m, seat, true)}); done != 1 || no != 1 || h.now().Seq != seq+1 {
			t.Errorf("of two plans %d count, %d are refused, %d events", done, no, h.now().Seq-seq)
		}
		h2, m2 := undoTable(t)
		who, _ := m2.Turn()
		player := m2.Players()[who]
		m2 = h2.do(m2.ID, matchtest.Turn(m2, 0))
		h, m, seq = h2, m2, m2.Seq
		if done, no := both(match.Undo{Player: player, Decision: m2.Decision}); done != 1 || no != 1 || h2.now().Seq != seq+1 {
			t.Errorf("of two undos %d count, %d are refused, %d events", done, no, h2.now().Seq-seq)
		}
	})
}
