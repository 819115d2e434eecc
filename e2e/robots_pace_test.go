package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/store"
)

// played is a decision that no person made.
type played struct {
	match.Acted
	before match.Match
	took   time.Duration
}

// unmanned reads from the log what computers and stand-ins did at the first table,
// also while it is played at.
func (h *house) unmanned() (all []played) {
	h.t.Helper()
	s, err := store.Read(h.t.Context(), h.db)
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Close()
	m := match.New(1, systems.New)
	for e, err := range s.Events(h.t.Context(), 1) {
		if err != nil {
			h.t.Fatal(err)
		}
		before := m
		if m, err = m.Apply(e); err != nil {
			h.t.Fatal(err)
		}
		if a, acted := e.Body.(match.Acted); acted && (a.By == match.ByComputer || a.By == match.ByStandIn) {
			all = append(all, played{a, before, e.At.Sub(before.At)})
		}
	}
	return all
}

// means is how long the decision was to take.
func (p played) means() time.Duration { return p.before.Deadline().Sub(p.before.At) }

// alone says that only computers hold cards.
func (p played) alone() bool {
	v, _ := p.before.View(game.Watcher)
	return !slices.ContainsFunc(v.Order, func(s game.Seat) bool {
		_, computer := p.before.Computer(s)
		return !computer && v.Players[s].Cards > 0
	})
}

// Where no person holds cards any more nobody waits for computers longer than it
// takes to follow them: a tenth of their pace. Ann holds what nobody beats.
func TestComputersHurryWhenAlone(t *testing.T) {
	t.Parallel()
	const pace = 100 * time.Millisecond
	h := newHouse(t)
	g := h.set(stage{
		system: "president", users: []string{"Ann"}, robots: 3, pace: pace,
		hands: []string{"Qh Kc Kd Kh Ks Ac Ad Ah As 2c 2d 2h 2s"},
	}, "cards")
	const enough = 3
	var hurried, calm []played
	h.stored("decisions without a person", func() bool {
		if _, err := g.lookAndPlay(t.Context()); err != nil {
			t.Fatal(err)
		}
		hurried, calm = nil, nil
		for _, p := range h.unmanned() {
			if p.alone() {
				hurried = append(hurried, p)
			} else {
				calm = append(calm, p)
			}
		}
		return len(hurried) >= enough
	})
	// What they mean to take is held against the pace; a busy machine adds to it.
	for _, p := range calm {
		if means := p.means(); means < pace*6/10 || p.took < means {
			t.Errorf("beside Ann a bot took %v and meant %v, of a pace of %v", p.took, means, pace)
		}
	}
	for _, p := range hurried {
		if means := p.means(); means < pace/10 || means > pace*4/10 || p.took < means {
			t.Errorf("alone a computer took %v and meant %v, of a pace of %v", p.took, means, pace)
		}
	}
}

// The stand-in of a seat that was left plays as normal does, at the pace of a
// computer, whatever the level of the computers beside it.
func TestStandInsPlayAtNormal(t *testing.T) {
	t.Parallel()
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, "COMPUTER_PACE=30ms")
			g := h.group(8, "cards", "Ann", "Bob")
			g.company(sys.Name, brief(t, sys, gametest.Dose(t, 1, 2, 2)), "hard", "easy")
			if _, err := g.users[1].Command(t.Context(), g.channel, "leave", nil); err != nil {
				t.Fatal(err)
			}
			g.users = g.users[:1]
			last, _ := g.playOn(nil)
			if !strings.Contains(last.Text(), "wins!") && !strings.Contains(last.Text(), "Everyone has reached") {
				t.Errorf("the match ends with\n%s", last.Text())
			}
			h.stop()
			choices, likely := 0, 0
			for _, p := range h.unmanned() {
				if p.By != match.ByStandIn {
					continue
				}
				if p.took < p.means() {
					t.Errorf("decision %v after %v", p.before.Decision, p.took)
				}
				observation, due := p.before.Observation(p.Seat)
				mind, err := sys.Players(p.before.Rules)
				if err != nil || !due {
					t.Fatalf("decision %v: due %t, %v", p.before.Decision, due, err)
				}
				if len(observation.View.Legal) == 1 {
					continue
				}
				normal, err := mind[ai.Normal].Choose(observation, ai.Budget{}, 0)
				if err != nil {
					t.Fatal(err)
				}
				if choices++; p.Action.String() != normal.Action.String() {
					t.Errorf("decision %v: the stand-in plays %s, normal %s", p.before.Decision, p.Action, normal.Action)
				}
				if alwaysSo(t, mind[ai.Easy], observation, normal.Action) {
					likely++
				}
			}
			if choices == 0 || likely == choices {
				t.Errorf("%d choices, and easy would make the same", choices)
			}
		})
	}
}

// alwaysSo says that a player would do the same with any luck.
func alwaysSo(t *testing.T, p ai.Player, o ai.Observation, action game.Action) bool {
	t.Helper()
	for luck := range uint64(50) {
		c, err := p.Choose(o, ai.Budget{}, luck)
		if err != nil {
			t.Fatal(err)
		}
		if c.Action.String() != action.String() {
			return false
		}
	}
	return true
}
