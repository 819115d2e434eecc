package match_test

import (
	"errors"
	"testing"

	"deuces/match"
	"deuces/match/matchtest"
)

const (
	ann = matchtest.Ann
	bob = matchtest.Bob
	cy  = matchtest.Cy
	dee = matchtest.Dee
	eve = matchtest.Eve
)

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
