package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

func TestAMatchWithoutActivePlayersIsPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(matchtest.Opening(nil), bob, cy)
		wait(2 * 90 * time.Second)
		if h.now().Paused {
			t.Fatal("paused while one seat has not let its time run out")
		}
		m = h.do(m.ID, matchtest.Turn(h.now(), 0)) // an active player resets the count
		wait(2 * 90 * time.Second)
		if h.now().Paused {
			t.Fatal("paused though someone acted")
		}
		wait(90 * time.Second)
		paused := h.now()
		if !paused.Paused || paused.Decision.Turn != m.Decision.Turn+3 {
			t.Fatalf("after three time-outs: paused %v at %v", paused.Paused, paused.Decision)
		}
		if got := paused.Deadline().Sub(paused.At); got != 24*time.Hour {
			t.Errorf("given up after %v", got)
		}
		wait(time.Hour)
		if got := h.now().Seq; got != paused.Seq {
			t.Fatalf("the table moved on while paused: event %d", got)
		}
		// A player who returns from being away gets the whole time for the turn.
		seat, _ := paused.Turn()
		if !paused.Away(seat) {
			t.Errorf("seat %d let its time run out twice and is not away", seat)
		}
		m = h.do(m.ID, match.Resume{Player: paused.Players()[seat]})
		if m.Paused || m.Deadline().Sub(m.At) != 90*time.Second {
			t.Errorf("resumed: paused %v, %v left", m.Paused, m.Deadline().Sub(m.At))
		}
		wait(3 * 90 * time.Second)
		if m = h.now(); !m.Paused {
			t.Fatal("not paused again")
		}
		m = h.do(m.ID, matchtest.Turn(m, 0)) // a play resumes the match too
		if m.Paused {
			t.Error("still paused after a play")
		}
		wait(3*90*time.Second + 24*time.Hour)
		m, _ = h.Match(t.Context(), m.ID)
		if e, over := m.Ended(); !over || e.Cause != match.Abandoned {
			t.Errorf("after a day of pause: %+v, %v", e, over)
		}
	})
}

func TestVacantSeatsPlayOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(nil), bob, cy)
		h.do(m.ID, match.Leave{Player: bob})
		h.do(m.ID, match.Leave{Player: cy})
		for h.now().Decision.Round < 3 { // Ann plays two rounds; nobody waits for the others
			now := h.now()
			if seat, due := now.Turn(); due && now.Players()[seat] == ann {
				h.do(m.ID, matchtest.Turn(now, 0))
				continue
			}
			before := now.Seq
			wait(time.Until(now.Deadline()))
			if h.now().Seq == before {
				t.Fatalf("nothing happened at the deadline of\n%s", matchtest.Describe(now))
			}
		}
		// Ann stops playing; only her timeout counts.
		for !h.now().Paused {
			wait(time.Until(h.now().Deadline()))
		}
		if moves := h.now().Moves; moves[len(moves)-1].By != match.ByClock {
			t.Errorf("paused after %+v", moves)
		}
	})
}

func TestAPlayerIsAwayAfterTwoTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(map[string]string{"cards": "13", "target": "50"}), bob, cy)
		seatOf := func(p match.Player) game.Seat { seat, _ := m.Seat(p); return seat }
		others := func() { // Ann and Cy play until it is Bob's turn
			for m = h.now(); ; m = h.do(m.ID, matchtest.Turn(m, 0)) {
				if seat, _ := m.Turn(); m.Players()[seat] == bob {
					return
				}
			}
		}
		timeOut := func() { others(); wait(time.Until(m.Deadline())); m = h.now() }
		timeOut()
		others()
		m = h.do(m.ID, matchtest.Turn(m, 0)) // Bob is active
		timeOut()
		if m.Away(seatOf(bob)) {
			t.Fatal("away after two time-outs with a play between them")
		}
		timeOut()
		if !m.Away(seatOf(bob)) || m.Vacant(seatOf(bob)) {
			t.Fatal("not away after two time-outs in a row")
		}
		others()
		if got := m.Deadline().Sub(m.At); !matchtest.Paced(m) {
			t.Errorf("the stand-in takes %v", got)
		}
		wait(time.Until(m.Deadline()))
		if moves := h.now().Moves; moves[len(moves)-1].By != match.ByStandIn {
			t.Errorf("the stand-in's play: %+v", moves[len(moves)-1])
		}
		// A click within the stand-in's time gives the turn back with the whole clock.
		others()
		wait(time.Second / 2)
		m = h.do(m.ID, match.Here{Player: bob})
		if m.Away(seatOf(bob)) || time.Until(m.Deadline()) != 89500*time.Millisecond {
			t.Errorf("after a click: away %v, %v left", m.Away(seatOf(bob)), time.Until(m.Deadline()))
		}
		seq := m.Seq
		if m = h.do(m.ID, match.Here{Player: bob}); m.Seq != seq {
			t.Error("a click of someone who is there is an event")
		}
		// A play does the same.
		timeOut()
		timeOut()
		others()
		if m = h.do(m.ID, matchtest.Turn(m, 0)); m.Away(seatOf(bob)) || m.Moves[len(m.Moves)-1].By != match.ByPlayer {
			t.Error("a play of someone who is away is not theirs")
		}
	})
}

// Leaving and returning doesn't extend a player's time.
func TestLeavingAndReturningGainsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(nil), bob, cy)
		seat, _ := m.Turn()
		p := m.Players()[seat]
		deadline := m.Deadline()
		for range 10 {
			wait(time.Second)
			h.do(m.ID, match.Leave{Player: p})
			m = h.do(m.ID, match.Join{Player: p})
		}
		if !m.Deadline().Equal(deadline) {
			t.Errorf("the deadline went from %v to %v", deadline, m.Deadline())
		}
	})
}

func TestAMatchThatEverybodyLeftIsPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(nil), bob)
		h.do(m.ID, match.Leave{Player: ann})
		m = h.do(m.ID, match.Leave{Player: bob})
		if !m.Paused || m.Deadline().Sub(m.At) != 24*time.Hour {
			t.Fatalf("paused %v until %v", m.Paused, m.Deadline())
		}
		wait(23 * time.Hour)
		m = h.do(m.ID, match.Join{Player: bob})
		if m.Paused || m.Host != bob {
			t.Errorf("somebody is back: paused %v, host %d", m.Paused, m.Host)
		}
		h.do(m.ID, match.Leave{Player: bob})
		wait(24 * time.Hour)
		if _, live := h.In("c"); live {
			t.Error("still live after a day of pause")
		}
		m, _ = h.Match(t.Context(), m.ID)
		if e, over := m.Ended(); !over || e.Cause != match.Abandoned {
			t.Errorf("after a day: %+v, %v", e, over)
		}
	})
}

// If all others are away, a waiting newcomer gets the next round.
func TestANewcomerGetsTheNextRoundWhenAllOthersAreAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(nil), bob)
		wait(2 * 90 * time.Second)
		if !h.now().Paused {
			t.Fatal("not paused")
		}
		m = h.do(m.ID, match.Join{Player: cy})
		if m.Paused {
			t.Fatal("still paused with somebody waiting")
		}
		for range 100 {
			if m = h.now(); m.Decision.Round > 1 {
				break
			}
			wait(time.Until(m.Deadline()))
		}
		if seat, seated := m.Seat(cy); !seated || seat != 2 || m.Paused {
			t.Errorf("Cy sits at %d, %v in round %d", seat, seated, m.Decision.Round)
		}
	})
}
