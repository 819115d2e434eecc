package table_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// passed returns who passed in the current trick, and by whom the passes were made.
func passed(m match.Match) (seats []game.Seat, by []match.By) {
	for _, move := range m.Moves {
		if move.News[0].Kind == game.Passed {
			seats, by = append(seats, move.Seat), append(by, move.By)
		}
	}
	return seats, by
}

func TestAPassLastsUntilTheTrickEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(matchtest.Opening(nil), bob, cy)
		lead, _ := m.Turn()
		m = h.do(m.ID, matchtest.Turn(m, 0))
		who, _ := m.Turn()
		player := m.Players()[who]
		if m.CanPassTrick(lead) || !m.CanPassTrick(who) {
			t.Fatalf("seat %d leads, seat %d is next: who can pass this trick is wrong", lead, who)
		}
		m = h.do(m.ID, match.PassTrick{Player: player, Decision: m.Decision})
		if seats, by := passed(m); len(seats) != 1 || seats[0] != who || by[0] != match.ByPlayer || !m.PassesTrick(who) {
			t.Fatalf("after Pass this trick: %v by %v have passed", seats, by)
		}
		m = h.do(m.ID, matchtest.Turn(m, 0)) // the third player plays a card
		m = h.do(m.ID, matchtest.Turn(m, 0)) // the leader plays
		if seat, _ := m.Turn(); seat != who {
			t.Fatalf("it is seat %d's turn", seat)
		}
		deadline := m.Deadline()
		if deadline.Sub(m.At) != m.Settings.Clock {
			t.Errorf("what the board shows runs out %v after the turn began", deadline.Sub(m.At))
		}
		wait(m.Settings.Pace - time.Millisecond)
		if _, err := h.Do(t.Context(), m.ID, match.Act{Player: player, Decision: m.Decision, Action: game.Action{Verb: game.Draw}}); err == nil {
			t.Error("a draw was taken")
		}
		wait(time.Millisecond)
		m = h.now()
		if seats, by := passed(m); len(seats) != 2 || seats[1] != who || by[1] != match.ByTable {
			t.Fatalf("a pace later: %v by %v have passed", seats, by)
		}
		if m.Away(who) || m.Decision.Turn != 6 {
			t.Errorf("decision %v, away %v", m.Decision, m.Away(who))
		}
		m = h.do(m.ID, matchtest.Turn(m, -1)) // the third player passes, so the leader wins the trick
		if m.PassesTrick(who) {
			t.Error("still passing though the trick is over")
		}
	})
}

func TestPassingForATrickCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(matchtest.Opening(nil), bob, cy)
		m = h.do(m.ID, matchtest.Turn(m, 0))
		who, _ := m.Turn()
		player := m.Players()[who]
		back := match.CancelPass{Player: player}
		if _, err := h.Do(t.Context(), m.ID, back); !errors.Is(err, match.ErrStale) {
			t.Errorf("taken back what was not said: %v", err)
		}
		h.do(m.ID, match.PassTrick{Player: player, Decision: m.Decision})
		h.do(m.ID, matchtest.Turn(h.now(), 0))
		// It survives a restart, and can be cancelled during the player's turn.
		h = h.restartAfter(time.Minute, 0)
		if !h.now().PassesTrick(who) {
			t.Fatal("forgotten over a restart")
		}
		m = h.do(m.ID, matchtest.Turn(h.now(), 0))
		m = h.do(m.ID, back)
		wait(m.Settings.Pace)
		if seat, _ := h.now().Turn(); seat != who || h.now().PassesTrick(who) {
			t.Fatalf("passed though it was taken back")
		}
		m = h.do(m.ID, matchtest.Turn(h.now(), 0))
		if last := m.Moves[len(m.Moves)-1]; last.Seat != who || last.News[0].Kind != game.Played {
			t.Errorf("the last move is %+v", last)
		}
		if _, err := h.Do(t.Context(), m.ID, match.CancelPass{Player: 99}); err == nil {
			t.Error("a stranger took something back")
		}
	})
}

// A stand-in plays for a player who leaves while passing, and after returning they no longer
// pass.
func TestAPlayerWhoLeavesStopsPassing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(nil), bob, cy)
		m = h.do(m.ID, matchtest.Turn(m, 0))
		who, _ := m.Turn()
		player := m.Players()[who]
		h.do(m.ID, match.PassTrick{Player: player, Decision: m.Decision})
		h.do(m.ID, match.Leave{Player: player})
		if m = h.do(m.ID, match.Join{Player: player}); m.PassesTrick(who) {
			t.Error("still passing")
		}
	})
}

// With auto-pass a pass appears after the turn's delay, whether it was chosen or forced,
// through whole rounds, in games with and without suits. Only a pass that everyone can see is
// forced (game.ForcedInView) appears at once.
func TestAutoPassRevealsNothing(t *testing.T) {
	for _, system := range []string{"president", "bigtwo", "asshole"} {
		synctest.Test(t, func(t *testing.T) {
			h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
				c.Rules = systems.New
				c.Latest = func(string) (int, bool) { return 1, true }
			})
			const after = 4 * time.Second
			o := matchtest.Opening(map[string]string{"target": "0", "rounds": "1"})
			o.System = system
			o.Settings = match.DefaultSettings()
			o.Settings.AutoPass = after
			m := h.deal(o, bob, cy, dee)
			r := rand.New(rand.NewPCG(1, 2))
			auto, chosen := 0, 0
			for m.Phase == match.Playing {
				seat, _ := m.Turn()
				began := m.At
				id, n := m.ID, len(m.Moves)
				if m.ForcedInView() {
					wait(0)
					if m, _ = h.Match(t.Context(), id); len(m.Moves) == n || m.Moves[n].News[0].Kind != game.Passed {
						t.Fatalf("%s: a pass that everyone can see is forced did not appear at once", system)
					}
					continue
				}
				stuck := m.MustPass(seat)
				var plays []game.Action
				for _, a := range m.State.Legal() {
					if a.Verb != game.Pass {
						plays = append(plays, a)
					}
				}
				act := match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: game.Action{Verb: game.Pass}}
				if _, _, err := m.State.Apply(seat, act.Action); err != nil || !stuck && r.IntN(2) == 0 {
					act.Action = plays[r.IntN(len(plays))]
					m = h.do(id, act)
					continue
				}
				if !stuck {
					time.Sleep(time.Duration(r.IntN(int(after/4)-1)) + 1)
					m = h.do(id, act)
					if !m.PassHeld(seat) || len(m.Moves) != n && m.Moves[n].Seat == seat {
						t.Fatalf("%s: a pass shows before its time", system)
					}
					chosen++
				} else {
					auto++
				}
				decision := m.Decision
				wait(time.Until(began.Add(after/4)) - time.Millisecond)
				if h.now().Decision != decision {
					t.Fatalf("%s: passed early (can do nothing else: %v)", system, stuck)
				}
				for h.now().Decision == decision && time.Since(began) < after {
					wait(time.Millisecond)
				}
				m, _ = h.Match(t.Context(), id)
				if m.Phase != match.Playing {
					break
				}
				if m.Decision == decision {
					t.Fatalf("%s: not passed (can do nothing else: %v)", system, stuck)
				}
			}
			if auto == 0 || chosen == 0 {
				t.Errorf("%s: %d automatic passes and %d chosen ones: the test needs both", system, auto, chosen)
			}
		})
	}
}

// A held pass can be cancelled, and a play made instead counts.
func TestAHeldPassCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		o := matchtest.Opening(nil)
		o.Settings = match.DefaultSettings()
		o.Settings.AutoPass = 4 * time.Second
		m := h.deal(o, bob, cy)
		m = h.do(m.ID, matchtest.Turn(m, 0))
		who, _ := m.Turn()
		m = h.do(m.ID, matchtest.Turn(m, -1))
		m = h.do(m.ID, matchtest.Turn(m, -1)) // the second click changes nothing
		if !m.PassHeld(who) {
			t.Fatal("the pass is not held")
		}
		h.do(m.ID, match.CancelPass{Player: m.Players()[who]})
		wait(5 * time.Second)
		if m = h.now(); m.PassHeld(who) || m.Decision.Turn != 2 {
			t.Fatalf("passed though it was taken back: %v", m.Decision)
		}
		m = h.do(m.ID, matchtest.Turn(m, -1)) // late enough to appear at once
		if seats, by := passed(m); len(seats) != 1 || by[0] != match.ByPlayer {
			t.Fatalf("%v by %v have passed", seats, by)
		}
		who, _ = m.Turn()
		m = h.do(m.ID, matchtest.Turn(m, -1))
		if !m.PassHeld(who) {
			t.Fatal("the next one's pass is not held")
		}
		m = h.do(m.ID, matchtest.Turn(m, 0)) // plays instead
		if last := m.Moves[len(m.Moves)-1]; last.Seat != who || last.News[0].Kind != game.Played || m.PassHeld(who) {
			t.Errorf("the last move is %+v", last)
		}
	})
}

func TestSettingsCanBeChangedInTheLobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m, err := h.Open(t.Context(), matchtest.Opening(nil))
		if err != nil {
			t.Fatal(err)
		}
		set := m.Settings
		set.Seats, set.AutoPass = 2, 3*time.Second
		for _, tt := range []struct {
			c    match.Command
			want string
		}{
			{match.SetSettings{Player: bob, Settings: set}, "Only the host can change the options."},
			{match.SetSettings{Player: ann, Settings: match.Settings{Seats: 9}}, "This game is for 2 to 4 players."},
			{match.SetSettings{Player: ann, Settings: set}, ""},
			{match.Join{Player: bob}, ""},
			{match.Join{Player: cy}, "All 2 seats are taken."},
			{match.SetOption{Player: ann, Key: "cards", Value: "5"}, ""},
			{match.SetOption{Player: ann, Key: "cards", Value: "99"}, "Cards must be a number from 1 to 13, not \"99\"."},
			{match.SetOption{Player: bob, Key: "cards", Value: "5"}, "Only the host can change the options."},
			{match.SetOption{Player: ann, Key: "target", Value: "8"}, ""},
		} {
			_, err := h.Do(t.Context(), m.ID, tt.c)
			if got := ""; err != nil && err.Error() != tt.want || err == nil && got != tt.want {
				t.Errorf("%#v: %v, want %q", tt.c, err, tt.want)
			}
		}
		m = h.now()
		if o := m.Rules.Options(); o[0].Value != "5" || o[1].Value != "8" {
			t.Errorf("the options are %v", o)
		}
		if _, most := m.Seats(); most != 2 || m.Settings.AutoPass != 3*time.Second {
			t.Errorf("%d seats, %+v", most, m.Settings)
		}
	})
}

// The preference to pass manually is read each time a pass is due. The manual pass then appears
// at once.
func TestAPlayerCanChooseToPassManually(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		byHand := map[match.Player]bool{}
		var broken error
		chooses := func(p match.Player, hand bool, trouble error) {
			mu.Lock()
			defer mu.Unlock()
			byHand[p], broken = hand, trouble
		}
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
			c.Rules = systems.New
			c.Latest = func(string) (int, bool) { return 1, true }
			c.AutoPass = func(_ context.Context, p match.Player) (bool, error) {
				mu.Lock()
				defer mu.Unlock()
				return !byHand[p], broken
			}
		})
		o := matchtest.Opening(nil)
		o.System, o.Settings = "bigtwo", match.DefaultSettings()
		o.Settings.AutoPass = 4 * time.Second
		m := h.deal(o, bob, cy, dee)
		stuck := func() (match.Player, match.Match) {
			for m = h.now(); ; m = h.now() {
				if m.Phase != match.Playing {
					wait(time.Minute)
					continue
				}
				seat, _ := m.Turn()
				if m.MustPass(seat) {
					return m.Players()[seat], m
				}
				h.do(m.ID, highestPlay(m)) // others can't beat it
			}
		}
		player, m := stuck()
		chooses(player, true, nil)
		wait(10 * time.Second)
		if h.now().Decision != m.Decision {
			t.Fatal("the table passed for a player who passes by hand")
		}
		if after := h.do(m.ID, match.Act{Player: player, Decision: m.Decision, Action: game.Action{Verb: game.Pass}}); after.Decision == m.Decision || after.PassHeld(0) {
			t.Fatal("a pass after the pause does not show at once")
		}
		chooses(player, false, nil)
		_, m = stuck()
		wait(4 * time.Second)
		if h.now().Decision == m.Decision {
			t.Fatal("not passed though the player lets the table")
		}
		player, m = stuck()
		chooses(player, true, errors.New("the disk is away"))
		wait(4 * time.Second)
		if h.now().Decision == m.Decision {
			t.Fatal("what can't be learned stops the table")
		}
	})
}

// highestPlay returns the last of the legal plays of the seat to move, or a pass.
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
