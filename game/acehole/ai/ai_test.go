package ai

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/arena"
	"deuces/game/card"
	"deuces/game/gametest"
)

func TestPlayers(t *testing.T) {
	aitest.Run(t, acehole.New, New)
}

// The margins are far below those measured in docs/computer-players.md, because only a few matches
// are played.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	rules, err := acehole.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	players, err := New(rules)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 5
	for _, tt := range []struct {
		better, worse ai.Player
		name          string
		rounds        int
	}{
		{players[ai.Hard], players[ai.Normal], "hard, normal", 150},
		{players[ai.Normal], players[ai.Easy], "normal, easy", 600},
		{players[ai.Easy], ai.Random{}, "easy, random", 600},
	} {
		report, err := arena.Run(t.Context(), arena.Contest{
			Rules: rules, Entrants: []arena.Entrant{{Name: "better", Player: tt.better}, {Name: "worse", Player: tt.worse}},
			Rounds: tt.rounds / gametest.Dose(t, 3, 1, 1), Seed: seed, Budget: ai.Budget{Playouts: 600},
		})
		if err != nil {
			t.Fatal(err)
		}
		if better, worse := report.Lines[0].Points.Mean, report.Lines[1].Points.Mean; better > worse-2 {
			t.Errorf("%s, seed %d: left with %.1f and %.1f points a round", tt.name, seed, better, worse)
		}
	}
}

// Every move of promisingMoves is legal, and for each first card that fits there is a move.
func TestMovesAreLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for round := range 60 {
		c := dealt(r, 2+round%7)
		c.FreeDraw = round%2 == 0
		for turn := 0; !c.Over && turn < 400; turn++ {
			legal := map[acehole.Play]bool{}
			first := map[acehole.Play]bool{}
			for _, p := range c.Legal(nil) {
				legal[p] = true
				first[p&(1<<cardBits-1)] = true
			}
			list := promisingMoves(&c, nil, true)
			for _, p := range list {
				if !legal[p] {
					t.Fatalf("round %d, turn %d: %v on %v is not legal", round, turn, p.Cards(), c.Top)
				}
				delete(first, p&(1<<cardBits-1))
			}
			if len(first) > 0 {
				t.Fatalf("round %d, turn %d: nothing begins with %v", round, turn, first)
			}
			c.Step(list[r.IntN(len(list))])
		}
	}
}

func dealt(r *rand.Rand, seats int) acehole.Core {
	deck := card.Deck(1+seats/5, 2)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	c := acehole.Core{Seats: uint8(seats), Owner: -1, Acehole: -1}
	for i := range seats {
		c.Hands[i] = card.SetOf(deck[i*9 : i*9+9]...)
	}
	rest := deck[seats*9:]
	c.Top, c.Cards = rest[0], uint8(copy(c.Pile[:], rest[1:]))
	c.CanDraw = c.Hands[0][0]&acehole.Following(c.Top, false) == 0
	return c
}

func parsed(t *testing.T, s string) card.Card {
	t.Helper()
	c, err := card.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A player who had to draw held no card that could follow, and neither were the cards drawn, except
// the last.
func TestADrawRulesOutCardsThatFit(t *testing.T) {
	parse := func(s string) card.Card { return parsed(t, s) }
	v := game.View{
		Seat: 0, Turn: 0, Order: []game.Seat{0, 1}, Dir: game.Down, Pile: 20,
		Players: []game.PlayerView{{Cards: 1}, {Cards: 3}},
		Starter: parse("Th"),
		Top:     game.TopPlay{Seat: 1, Cards: []card.Card{parse("7s")}},
		Hand:    []card.Card{parse("4s")},
		Public:  acehole.Core{Cards: 20, Top: parse("7s"), Seats: 2, Owner: 1, Acehole: -1},
	}
	v.Legal = []game.Action{{Verb: game.Play, Cards: v.Hand}}
	told := []game.News{
		{Kind: game.Played, Seat: 0, Cards: []card.Card{parse("9h")}},
		{Kind: game.Drew, Seat: 1, Count: 1},
		{Kind: game.Drew, Seat: 1, Count: 1},
		{Kind: game.Played, Seat: 1, Cards: []card.Card{parse("9s")}},
		{Kind: game.Played, Seat: 0, Cards: []card.Card{parse("8s")}},
		{Kind: game.Played, Seat: 1, Cards: []card.Card{parse("7s")}},
	}
	rules, err := acehole.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDecision(rules.(*acehole.Rules), ai.Observation{View: v, News: told})
	if err != nil {
		t.Fatal(err)
	}
	follow := acehole.Following(parse("9h"), false)
	for i, h := range d.hidden {
		if h.place != 1 || h.impossible != follow {
			t.Errorf("hidden card %d: %+v, want one of place 1 that can't follow 9h", i, h)
		}
	}
	if len(d.hidden) != 3 {
		t.Errorf("%d hidden cards, want 3", len(d.hidden))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		var w acehole.Core
		newSampler(d).Deal(&w, r)
		if w.Hands[1][0]&follow != 0 || w.Hands[1].Len() != 3 {
			t.Fatalf("dealt %v, which could have followed", w.Hands[1])
		}
	}
}

// The card that was turned up is in nobody's hand, even after it is covered, and a player who draws
// on it has no card that fits on it.
func TestTheCardTurnedUpIsInNoHand(t *testing.T) {
	rules, err := acehole.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(40) {
		r := gametest.NewRand(seed)
		setup := rules.Setup(3, r.Chance(rules, 3), nil)
		state, err := rules.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		var told []game.News
		drawn := map[int]bool{} // places that drew before the first play
		for covered := false; ; {
			seat, on := state.Turn()
			if !on {
				break
			}
			view := state.View(seat)
			d, err := newDecision(rules.(*acehole.Rules), ai.Observation{View: view, News: told})
			if err != nil {
				t.Fatal(err)
			}
			if view.Starter != setup.TopCard || slices.Contains(d.pool, setup.TopCard) {
				t.Fatalf("seed %d: %v was turned up, the view has %v; the others may hold %v", seed, setup.TopCard, view.Starter, d.pool)
			}
			others := len(setup.Pile)
			for _, hand := range setup.Hands {
				others += len(hand)
			}
			for _, n := range told {
				others -= len(n.Cards)
			}
			if others -= len(view.Hand); len(d.pool) != others {
				t.Fatalf("seed %d: %d cards unseen, not %d", seed, len(d.pool), others)
			}
			follow := acehole.Following(setup.TopCard, setup.CountUp)
			for _, h := range d.hidden {
				if drawn[int(h.place)] && h.sinceNews == 0 && h.impossible&follow != follow {
					t.Fatalf("seed %d: place %d drew on %v, and yet may have held %+v", seed, h.place, setup.TopCard, h)
				}
			}
			next, news, err := state.Apply(seat, view.Legal[r.Intn(len(view.Legal))])
			if err != nil {
				t.Fatal(err)
			}
			if covered = covered || news[0].Kind == game.Played; !covered {
				drawn[slices.Index(view.Order, seat)] = true
			}
			state, told = next, append(told, news...)
		}
	}
}

// Winning the match is better than losing it, whatever the round leaves. While the match goes on
// only the round counts.
func TestWinningTheMatchIsWorthMoreThanTheRound(t *testing.T) {
	rules, err := acehole.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	order := []game.Seat{2, 0, 1}
	for _, tt := range []struct {
		totals [3]int // by seat
		score  []int  // of the round, by place
		won    []bool // by place
		over   bool
		why    string
	}{
		{[3]int{10, 20, 30}, []int{40, 0, 30}, []bool{false, false, false}, false, "nobody has 100"},
		{[3]int{10, 20, 90}, []int{10, 0, 30}, []bool{false, true, false}, true, "seat 2 has 100, and seat 0 the fewest"},
		{[3]int{60, 20, 90}, []int{10, 0, 30}, []bool{false, false, true}, true, "seat 1 has the fewest, though it lost the round"},
		{[3]int{95, 95, 95}, []int{10, 5, 30}, []bool{false, false, false}, true, "all have lost"},
	} {
		p := newTestPlayouts(rules.(*acehole.Rules), order, tt.totals[:])
		for place := range order {
			if won, over := p.won(tt.score, place); won != tt.won[place] || over != tt.over {
				t.Errorf("place %d: won %v, over %v, want %v, %v: %s", place, won, over, tt.won[place], tt.over, tt.why)
			}
		}
	}
}

// newTestPlayouts returns the search of a decision in a match with these points so far, by seat.
func newTestPlayouts(rules *acehole.Rules, order []game.Seat, totals []int) *matchPlayouts {
	result := game.Result{Places: order, Points: totals}
	s := ai.Observation{View: game.View{Order: order}, History: ai.History{}.After(ai.Round{Result: result})}
	return newMatchPlayouts(rules, s, &decision{})
}

// A player who played a single two had no second one, and a player who draws although drawing is
// voluntary probably had nothing to play.
func TestSampledHandsExplainWhatOthersDid(t *testing.T) {
	parse := func(s string) card.Card { return parsed(t, s) }
	laid := func(seat game.Seat, c string) game.News {
		return game.News{Kind: game.Played, Seat: seat, Cards: []card.Card{parse(c)}}
	}
	for _, tt := range []struct {
		draw  string
		told  []game.News
		rarer uint64 // cards of which place 1 holds fewer than of others
		why   string
	}{
		{"must", []game.News{laid(0, "9h"), laid(1, "2h"), laid(0, "Th")}, 15 << parse("2c"), "more of the rank would have gone along"},
		{"free", []game.News{laid(0, "9h"), {Kind: game.Drew, Seat: 1, Count: 1}, laid(1, "9s"), laid(0, "Ts")}, acehole.Following(parse("9h"), false) &^ (15 << parse("9c")), "it drew"},
	} {
		rules, err := acehole.New(map[string]string{"draw": tt.draw})
		if err != nil {
			t.Fatal(err)
		}
		v := game.View{
			Seat: 0, Turn: 0, Order: []game.Seat{0, 1}, Dir: game.Down, Pile: 30,
			Players: []game.PlayerView{{Cards: 1}, {Cards: 5}},
			Starter: parse("Jh"),
			Top:     game.TopPlay{Seat: 0, Cards: tt.told[len(tt.told)-1].Cards},
			Hand:    []card.Card{parse("3h")},
			Public:  acehole.Core{Cards: 30, Top: tt.told[len(tt.told)-1].Cards[0], Seats: 2, Acehole: -1, FreeDraw: tt.draw == "free"},
		}
		v.Legal = []game.Action{{Verb: game.Play, Cards: v.Hand}}
		d, err := newDecision(rules.(*acehole.Rules), ai.Observation{View: v, News: tt.told})
		if err != nil {
			t.Fatal(err)
		}
		r, g := rand.New(rand.NewPCG(1, 1)), newSampler(d)
		rare, held := 0, 0
		for range 4000 {
			var w acehole.Core
			g.Deal(&w, r)
			held += w.Hands[1].Len()
			rare += bits.OnesCount64(w.Hands[1][0] & tt.rarer)
		}
		unseen := card.SetOf(d.pool...)
		fair := float64(held) * float64(bits.OnesCount64(unseen[0]&tt.rarer)) / float64(unseen.Len())
		if float64(rare) > 0.8*fair || rare == 0 {
			t.Errorf("draw=%s: it holds %d of them in 4000 worlds, at random %.0f: %s", tt.draw, rare, fair, tt.why)
		}
	}
}
