package match_test

import (
	"testing"
	"time"

	"deuces/commands/screen/screentest"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

// slowMatch is newMatch with a day for each turn.
func slowMatch(t *testing.T, players ...match.Player) match.Match {
	t.Helper()
	o := matchtest.Opening(nil)
	o.Version, o.Settings, o.Others = 1, match.DefaultSettings(), players
	o.Settings.Clock = 24 * time.Hour
	return matchtest.Play(t, match.New(1, matchtest.NewToy), o, match.Start{Player: ann}, match.Deal{})
}

func TestThreeUnplayedTurnsInARowEndASlowMatch(t *testing.T) {
	late, here := match.TimeUp{}, func(m match.Match) match.Command { return matchtest.Turn(m, -1) }
	for _, tt := range []struct {
		reason string
		others []match.Player
		turns  string // "." runs out, "p" is played
		over   bool
	}{
		{"two turns run out", []match.Player{bob, cy}, "..", false},
		{"three players are late once each", []match.Player{bob, cy}, "...", true},
		{"somebody plays in between", []match.Player{bob, cy}, "..p..", false},
		{"two people", []match.Player{bob}, "...", true},
	} {
		m := slowMatch(t, tt.others...)
		for i, turn := range tt.turns {
			if _, due := m.Turn(); !due || m.Paused {
				t.Fatalf("%s: before turn %d the match is %v, paused %v, want it played", tt.reason, i, m.Phase, m.Paused)
			}
			command := match.Command(late)
			if turn == 'p' {
				command = here(m)
			}
			if m = matchtest.Play(t, m, command); m.Phase == match.Between {
				m = matchtest.Play(t, m, match.Deal{})
			}
		}
		if ended, over := m.Ended(); over != tt.over || over && ended.Cause != match.Abandoned || m.Paused {
			t.Errorf("%s: got over %v (%v), paused %v, want over %v as abandoned, never paused", tt.reason, over, ended.Cause, m.Paused, tt.over)
		}
	}
}

// If everyone who could play has left, the others have three turns' time to come back.
func TestASlowMatchOutlivesAbandonAfter(t *testing.T) {
	m := slowMatch(t, bob)
	for !m.Away(1) && m.Phase == match.Playing {
		command := match.Command(match.TimeUp{})
		if seat, _ := m.Turn(); seat == 0 {
			command = matchtest.Turn(m, 0)
		}
		if m = matchtest.Play(t, m, command); m.Phase == match.Between {
			m = matchtest.Play(t, m, match.Deal{})
		}
	}
	m = matchtest.Play(t, m, match.Leave{Player: ann})
	if got, want := m.Deadline().Sub(m.At), 3*24*time.Hour; !m.Paused || got != want {
		t.Errorf("got paused %v for %v, want it paused for %v", m.Paused, got, want)
	}
}

// A pass that everyone foresees happens at once at a slow table, even if players pass by hand.
func TestASlowTablePassesWhatEveryoneForesees(t *testing.T) {
	for _, tt := range []struct {
		reason string
		clock  time.Duration
		passes bool
	}{
		{"a slow table", 24 * time.Hour, true},
		{"a table where players are there", 90 * time.Second, false},
	} {
		m := foreseen(t, tt.clock)
		if at := m.Alarm(false); at.Equal(m.At) != tt.passes {
			t.Errorf("%s: got a pass after %v, want one immediately: %v", tt.reason, at.Sub(m.At), tt.passes)
		}
		if _, _, asks := m.ForcedPass(); asks {
			t.Errorf("%s: the player's preference is asked for, want it left alone", tt.reason)
		}
	}
}

func TestASlowLobbyWaitsForATurn(t *testing.T) {
	m := matchtest.Lobby(t)
	set := m.Settings
	set.Clock = 72 * time.Hour
	m = matchtest.Play(t, m, match.SetSettings{Player: ann, Settings: set})
	if got := m.Deadline().Sub(m.At); got != 72*time.Hour {
		t.Errorf("an idle lobby with three days for a turn closes after %v, want 72h", got)
	}
}

// foreseen returns a match, with passes by hand, in which everyone sees that the seat to move can only pass.
func foreseen(t *testing.T, clock time.Duration) match.Match {
	t.Helper()
	sys, _ := systems.Latest("president")
	for r := gametest.NewRand(7); ; {
		m := screentest.NewMatch(t, sys, 4, nil)
		set := m.Settings
		set.Clock, set.AutoPass = clock, 0
		for m = matchtest.Play(t, m, match.SetSettings{Player: m.Host, Settings: set}); m.Phase != match.Over; m = screentest.Step(t, r, m) {
			if m.ForcedInView() {
				return m
			}
		}
	}
}
