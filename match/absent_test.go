package match_test

import (
	"errors"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
	"deuces/match/matchtest"
)

// timeUp lets the time run out n times.
func timeUp(t *testing.T, m match.Match, n int) match.Match {
	t.Helper()
	for range n {
		m = matchtest.Play(t, m, match.TimeUp{})
	}
	return m
}

// A match is paused once every player with cards has let the time run out since somebody acted. It ends
// after a day of pause.
func TestAMatchWithoutActivePlayersIsPaused(t *testing.T) {
	m := timeUp(t, matchtest.Dealt(t), 2)
	if m.Paused || !moved(m, 1, game.Passed, match.ByClock) {
		t.Fatalf("Cy hasn't let his time run out: paused %v, %+v", m.Paused, m.Moves)
	}
	if timeUp(t, turns(t, m, 0, 0, 0), 1).Paused {
		t.Error("paused though everybody has acted since the first time-outs")
	}
	if m = timeUp(t, turns(t, m, 0), 2); m.Paused {
		t.Fatal("paused though Cy acted")
	}
	paused := timeUp(t, m, 1)
	seat, _ := paused.Turn()
	if !paused.Paused || !paused.Away(seat) || paused.Deadline().Sub(paused.At) != 24*time.Hour {
		t.Fatalf("paused %v until %v; seat %d is away: %v", paused.Paused, paused.Deadline(), seat, paused.Away(seat))
	}
	if m := matchtest.Play(t, paused, match.Resume{Player: paused.Players()[seat]}); m.Paused || m.Away(seat) || m.Deadline().Sub(m.At) != 90*time.Second {
		t.Errorf("resumed: paused %v, away %v, %v left", m.Paused, m.Away(seat), m.Deadline().Sub(m.At))
	}
	if turns(t, paused, 0).Paused {
		t.Error("a play doesn't resume the match")
	}
	if e, over := timeUp(t, paused, 1).Ended(); !over || e.Cause != match.Abandoned {
		t.Errorf("after a day of pause: %+v, %v", e, over)
	}

	out := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "cards", Value: "1"}, match.Start{Player: ann}, match.Deal{})
	if m := timeUp(t, turns(t, out, 0), 2); !m.Paused {
		t.Error("Ann has gone out, and she is waited for")
	}
}

// Computers play on while a person is there who hasn't let the time run out.
func TestComputersDoNotPlayAlone(t *testing.T) {
	o := matchtest.Opening(nil)
	o.Version, o.Settings = 1, match.DefaultSettings()
	m := matchtest.Play(t, match.New(1, matchtest.NewToy), o, match.AddComputer{Player: ann, Level: ai.Easy, Fill: true}, match.Start{Player: ann}, match.Deal{})
	left := matchtest.Play(t, m, match.Leave{Player: ann})
	if !left.Paused || matchtest.Play(t, left, match.Join{Player: ann}).Paused {
		t.Error("the match isn't paused while Ann is away, or is when she is back")
	}
	n := 0
	for ; !m.Paused && m.Phase == match.Playing; n++ {
		m = timeUp(t, m, 1)
	}
	if !m.Paused || n > 5 {
		t.Errorf("Ann let her time run out, and after %d turns the match is paused: %v", n, m.Paused)
	}
}

// A player who lets the time run out twice in a row is away: a stand-in plays until they do something.
func TestAPlayerIsAwayAfterTwoTimeouts(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "cards", Value: "12"}, match.Start{Player: ann}, match.Deal{})
	m = timeUp(t, turns(t, m, 0), 1)             // Bob's first time-out
	m = timeUp(t, turns(t, m, 0, 0, 0, 0, 0), 1) // he plays, and has another
	if m.Away(1) {
		t.Fatal("away after two time-outs with a play between them")
	}
	m = timeUp(t, turns(t, m, 0, 0), 1)
	if !m.Away(1) || m.Vacant(1) {
		t.Fatal("not away after two time-outs in a row")
	}
	m = turns(t, m, 0, 0)
	if played := timeUp(t, m, 1); !matchtest.Paced(m) || !moved(played, 1, game.Passed, match.ByStandIn) {
		t.Errorf("the stand-in takes %v and plays %+v", m.Deadline().Sub(m.At), played.Moves)
	}
	back := matchtest.Play(t, m, match.Here{Player: bob})
	if back.Away(1) || back.Deadline().Sub(m.At) != 90*time.Second {
		t.Errorf("after a click: away %v, %v left", back.Away(1), back.Deadline().Sub(m.At))
	}
	if again := matchtest.Play(t, back, match.Here{Player: bob}); again.Seq != back.Seq {
		t.Error("a click of somebody who is there is an event")
	}
	if m = turns(t, m, 0); m.Away(1) || !moved(m, 1, game.Played, match.ByPlayer) {
		t.Error("a play of somebody who is away is not theirs")
	}
}

// The pause after a round ends early once nobody who plays needs it any more.
func TestTheNextRoundStartsWhenEveryoneIsReady(t *testing.T) {
	over := matchtest.Dealt(t)
	for over.Phase == match.Playing {
		over = matchtest.Play(t, over, matchtest.Turn(over, 0))
	}
	next := func(p match.Player) match.Command { return match.NextRound{Player: p} }
	for _, c := range []struct {
		why      string
		commands []match.Command
		ready    int
		now      bool
	}{
		{"nobody has clicked", nil, 0, false},
		{"one has, and two haven't", []match.Command{next(ann)}, 1, false},
		{"a second click changes nothing", []match.Command{next(ann), next(ann)}, 1, false},
		{"all three have", []match.Command{next(ann), next(bob), next(cy)}, 3, true},
		{"nobody waits for who has left", []match.Command{next(ann), next(bob), match.Leave{Player: cy}}, 2, true},
	} {
		m := matchtest.Play(t, over, c.commands...)
		if got := len(m.Ready()); got != c.ready {
			t.Errorf("%s: %d are ready, want %d", c.why, got, c.ready)
		}
		if now := m.DealDue(m.At); now != c.now {
			t.Errorf("%s: the next round is due: %v", c.why, now)
		}
		if !c.now {
			continue
		}
		if m = matchtest.Play(t, m, matchtest.Deal(m)); m.Decision.Round != 2 || len(m.Ready()) > 0 {
			t.Errorf("%s: then comes round %d, for which %d are ready", c.why, m.Decision.Round, len(m.Ready()))
		}
	}
	if _, err := over.Decide(next(eve), over.At); !matchtest.Refused(err) {
		t.Errorf("a stranger is ready: %v", err)
	}
	if _, err := matchtest.Dealt(t).Decide(next(ann), matchtest.Noon); !errors.Is(err, match.ErrStale) {
		t.Errorf("ready in the middle of a round: %v", err)
	}
}
