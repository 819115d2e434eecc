package table_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// planTable returns a table of Big Two at its second turn: the third player may plan.
func planTable(t *testing.T, change func(*table.Config)) (h *harness, m match.Match, seat game.Seat) {
	t.Helper()
	h = openWith(t, &tabletest.Log{}, func(c *table.Config) {
		c.Rules = systems.New
		c.Latest = func(string) (int, bool) { return 1, true }
		c.Random = rand.NewChaCha8([32]byte{14})
		if change != nil {
			change(c)
		}
	})
	o := matchtest.Opening(nil)
	o.System, o.Settings = "bigtwo", match.DefaultSettings()
	o.Settings.AutoPass = 4 * time.Second
	m = h.deal(o, bob, cy, dee)
	m = h.do(m.ID, matchtest.Turn(m, 0))
	turn, _ := m.Turn()
	return h, m, (turn + 1) % 4
}

// singleCard returns a play of the seat's lowest or highest card.
func singleCard(m match.Match, s game.Seat, highest bool) game.Action {
	v, _ := m.View(s)
	at := 0
	if highest {
		at = len(v.Hand) - 1
	}
	return game.Action{Verb: game.Play, Cards: []card.Card{v.Hand[at]}}
}

// passNow makes the seat to move pass and completes its turn.
func (h *harness) passNow(m match.Match) match.Match {
	h.t.Helper()
	seat, _ := m.Turn()
	h.do(m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
	for began := m.At; h.now().Decision == m.Decision && time.Since(began) <= 4*time.Second; {
		wait(time.Millisecond)
	}
	return h.now()
}

// The table plays a plan after the turn's delay, also after a restart in between.
func TestAPlanIsPlayedWhenItsTurnComes(t *testing.T) {
	for _, restart := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h, m, seat := planTable(t, nil)
			planned := singleCard(m, seat, true)
			plan := match.Plan{Player: m.Players()[seat], Decision: m.Decision, Action: planned}
			m = h.do(m.ID, plan)
			if restart {
				h = h.restartAfter(time.Second, 0)
				m = h.now()
			}
			if got, ok := m.Plan(seat); !ok || got.String() != planned.String() {
				t.Fatalf("planned %v %v", got, ok)
			}
			m = h.passNow(m)
			if turn, _ := m.Turn(); turn != seat {
				t.Fatalf("it is seat %d's turn", turn)
			}
			began := m.At
			wait(time.Until(began.Add(time.Second)) - time.Millisecond)
			if h.now().Decision != m.Decision {
				t.Fatal("the plan was played sooner than any pass")
			}
			wait(3*time.Second + time.Millisecond)
			m = h.now()
			last := m.Moves[len(m.Moves)-1]
			if last.Seat != seat || last.By != match.ByTable || last.News[0].Kind != game.Played {
				t.Fatalf("the last move is %+v", last)
			}
			if _, still := m.Plan(seat); still {
				t.Error("the plan is there still")
			}
		})
	}
}

// If the plan is illegal when the turn comes, it is dropped and the player decides.
func TestAnIllegalPlanIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, m, seat := planTable(t, nil)
		v, _ := m.View(seat)
		two := game.Action{Verb: game.Play, Cards: []card.Card{v.Hand[0], v.Hand[12]}} // not a pair
		h.do(m.ID, match.Plan{Player: m.Players()[seat], Decision: m.Decision, Action: two})
		m = h.passNow(h.now())
		if _, planned := m.Plan(seat); planned {
			t.Fatal("it is planned still")
		}
		if was, dropped := m.Dropped(seat); !dropped || was.String() != two.String() {
			t.Fatalf("dropped: %v %v", was, dropped)
		}
		wait(5 * time.Second)
		if !m.MustPass(seat) && h.now().Decision != m.Decision {
			t.Fatal("something was played")
		}
		m = h.do(m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: singleCard(m, seat, true)})
		if m.Moves[len(m.Moves)-1].Seat != seat {
			t.Error("its player could not decide")
		}
	})
}

func TestImpossiblePlansAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, m, seat := planTable(t, nil)
		turn, _ := m.Turn()
		players := m.Players()
		one, other := singleCard(m, seat, true), singleCard(m, seat, false)
		plan := func(p match.Player, on match.Decision, a game.Action) match.Plan {
			return match.Plan{Player: p, Decision: on, Action: a}
		}
		refuse := func(why string, c match.Command, want string) {
			t.Helper()
			before := h.now().Seq
			_, err := h.Do(t.Context(), m.ID, c)
			if want == "" && !errors.Is(err, match.ErrStale) || want != "" && (err == nil || err.Error() != want) {
				t.Errorf("%s: %v, want %q", why, err, want)
			}
			if h.now().Seq != before {
				t.Errorf("%s: something changed", why)
			}
		}
		refuse("a stranger's", plan(99, m.Decision, one), "You aren't at this table.")
		refuse("for a turn that has come", plan(players[turn], m.Decision, singleCard(m, turn, true)), "")
		refuse("for a turn before the seat's last", plan(players[(turn+3)%4], match.Decision{Round: 1, Turn: 1}, singleCard(m, (turn+3)%4, true)), "")
		refuse("of another round", plan(players[seat], match.Decision{Round: 2, Turn: 1}, one), "")
		refuse("of a turn to come", plan(players[seat], match.Decision{Round: 1, Turn: 9}, one), "")
		refuse("of another's cards", plan(players[seat], m.Decision, singleCard(m, turn, true)), "You don't have these cards.")
		refuse("of a card twice", plan(players[seat], m.Decision, game.Action{Verb: game.Play, Cards: []card.Card{one.Cards[0], one.Cards[0]}}), "You don't have these cards.")
		refuse("to draw", plan(players[seat], m.Decision, game.Action{Verb: game.Draw}), "That can't be planned.")
		refuse("taken back where there is none", match.CancelPlan{Player: players[seat]}, "")
		h.do(m.ID, plan(players[seat], m.Decision, one))
		refuse("another at once", plan(players[seat], m.Decision, other), "You have already planned your next turn. Cancel that first.")
		refuse("the same at once", plan(players[seat], m.Decision, one), "You have already planned your next turn. Cancel that first.")
		h.do(m.ID, match.CancelPlan{Player: players[seat]})
		h.do(m.ID, plan(players[seat], m.Decision, other))
		if players[seat] == m.Host {
			h.do(m.ID, match.Leave{Player: players[seat]})
		} else {
			h.do(m.ID, match.Kick{Player: m.Host, Against: players[seat]})
		}
		m = h.now()
		if _, planned := m.Plan(seat); planned || !m.Vacant(seat) {
			t.Error("a stand-in would play the plan")
		}
		refuse("of a seat that was left", plan(players[seat], m.Decision, one), "You have left. Join to take your seat back.")
		for _, p := range players {
			if s, _ := m.Seat(p); !h.now().Vacant(s) {
				h.do(m.ID, match.Leave{Player: p})
			}
		}
		h.do(m.ID, match.Join{Player: players[turn]})
		for m = h.now(); !m.Paused; m = h.now() {
			wait(time.Minute)
		}
		if now, _ := m.Turn(); now != turn {
			refuse("in a paused match", plan(players[turn], m.Decision, singleCard(m, turn, true)), "The match is paused, so nothing can be planned.")
		}
	})
}

// A plan of a finished round can't be cancelled any more.
func TestAPlanEndsWithItsRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(map[string]string{"cards": "1"}), bob)
		lead, _ := m.Turn()
		other := m.Players()[1-lead]
		m = h.do(m.ID, match.Plan{Player: other, Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		if m = h.do(m.ID, matchtest.Turn(m, 0)); m.Phase != match.Between {
			t.Fatalf("the round goes on: %v", m.Decision)
		}
		if _, err := h.Do(t.Context(), m.ID, match.CancelPlan{Player: other}); !errors.Is(err, match.ErrStale) {
			t.Errorf("a plan of a round that is over: %v", err)
		}
	})
}
