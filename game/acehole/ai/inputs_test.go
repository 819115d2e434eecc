package ai

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/gametest"
)

// randomNetwork returns a network in which every input makes a difference.
func randomNetwork(inputs int) *net.Net {
	r, n := rand.New(rand.NewPCG(1, 2)), net.New(inputs)
	n.Each(func(row []float32) {
		for i := range row {
			row[i] = float32(r.NormFloat64() / 8)
		}
	})
	return n
}

// Players with a network pass the same tests as the others.
func TestNetworkPlaysByWhatItMayKnow(t *testing.T) {
	weights := randomNetwork(Inputs).Pack()
	aitest.Zoo(t, acehole.New, func(rules game.Rules) (ai.Players, error) { return NewWithWeights(rules, weights) })
}

// follow plays random rounds with random options and calls a function in each turn, with the
// stepped round and the seat's Observation.
func follow(t *testing.T, mixes int, do func(rules *acehole.Rules, stepped *Tracked, s ai.Observation)) {
	for seed := range uint64(mixes) {
		r := gametest.NewRand(seed)
		made, _, err := gametest.Mix(acehole.New, r)
		if err != nil {
			continue // options that don't go together
		}
		rules := made.(*acehole.Rules)
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		match := ai.History{}
		if r.Intn(3) > 0 {
			result := game.Result{Points: make([]int, seats)}
			for seat := range seats {
				result.Places = append(result.Places, game.Seat(seat))
				result.Points[seat] = r.Intn(rules.Target)
			}
			match.Results = append(match.Results, result)
		}
		chance := r.Chance(rules, seats)
		stepped, err := Deal(rules, seats, chance, match)
		if err != nil {
			t.Fatal(err)
		}
		state, err := rules.Start(rules.Setup(seats, chance, match.Results))
		if err != nil {
			t.Fatal(err)
		}
		var told []game.News
		for seat, on := state.Turn(); on; seat, on = state.Turn() {
			s := ai.Observation{View: state.View(seat), News: told, History: match}
			do(rules, &stepped, s)
			list := stepped.Moves(nil)
			p := list[r.Intn(len(list))]
			a := game.Action{Verb: game.Draw}
			if p != acehole.Draw {
				a = game.Action{Verb: game.Play, Cards: p.Cards()}
			}
			stepped.Step(p)
			next, news, err := state.Apply(seat, a)
			if err != nil {
				t.Fatal(err)
			}
			state, told = next, append(told, news...)
		}
	}
}

// Training steps a Tracked round, and players track one from their Observation. Both must have the
// same inputs.
func TestATrackedRoundEqualsWhatASeatRemembers(t *testing.T) {
	plays := 0
	a, b := NewEvaluator(randomNetwork(Inputs)), NewEvaluator(randomNetwork(Inputs))
	follow(t, 30, func(rules *acehole.Rules, stepped *Tracked, s ai.Observation) {
		d, err := newDecision(rules, s)
		if err != nil {
			t.Fatal(err)
		}
		told := d.track(rules, s)
		list, other := slices.Clone(a.Plays(stepped)), b.Plays(&told)
		if len(list) != len(other) {
			t.Fatalf("%d plays, and %d for who was told", len(list), len(other))
		}
		for i, m := range list {
			x, y := a.Inputs(nil, m.Move), b.Inputs(nil, other[i].Move)
			slices.Sort(x)
			slices.Sort(y)
			if m.Move != other[i].Move || !slices.Equal(x, y) {
				t.Fatalf("%v: stepped %v, told %v; options %v", m.Move.Cards(), x, y, rules.Options())
			}
			plays++
		}
	})
	if plays < 1000 {
		t.Errorf("only %d plays were looked at", plays)
	}
}

func TestTheValueOfAPlayIsTheNetworksOutput(t *testing.T) {
	n := randomNetwork(CriticSize)
	e := NewEvaluator(n)
	var l net.Layers
	plays := 0
	follow(t, 20, func(_ *acehole.Rules, stepped *Tracked, _ ai.Observation) {
		for _, m := range slices.Clone(e.Plays(stepped)) {
			inputs := e.Inputs(nil, m.Move)
			for _, i := range inputs {
				if i >= Inputs {
					t.Fatalf("input %d of %d", i, Inputs)
				}
			}
			if want := PointsUnit * n.Value(&l, inputs); math.Abs(float64(want-m.Value)) > 1e-2 {
				t.Fatalf("%v is worth %v, its inputs %v", m.Move.Cards(), m.Value, want)
			}
			plays++
		}
		for _, i := range e.CriticInputs(nil) {
			if i >= CriticSize {
				t.Fatalf("input %d of %d", i, CriticSize)
			}
		}
	})
	if plays < 1000 {
		t.Errorf("only %d plays were looked at", plays)
	}
}

func TestDifferentRoundsHaveDifferentInputs(t *testing.T) {
	made, err := acehole.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	rules := made.(*acehole.Rules)
	r := gametest.NewRand(3)
	start, err := Deal(rules, 4, r.Chance(rules, 4), ai.History{})
	if err != nil {
		t.Fatal(err)
	}
	e := NewEvaluator(randomNetwork(Inputs))
	inputs := func(t Tracked) []uint16 {
		list := e.Plays(&t)
		at := e.Inputs(nil, list[0].Move)
		slices.Sort(at)
		return at
	}
	first := inputs(start)
	next := (start.Turn + 1) % start.Seats
	totals := func(place int, n int) func(*Tracked) {
		return func(t *Tracked) {
			a := *t.stakes
			a.totals = slices.Clone(a.totals)
			a.totals[place] = n
			t.stakes = &a
		}
	}
	for _, tt := range []struct {
		what   string
		change func(*Tracked)
	}{
		{"how many cards another holds", func(t *Tracked) { t.Hands[next] = card.SetOf(t.Hands[next].Cards()[4:]...) }},
		{"what the next place lacks", func(t *Tracked) { t.lacks[next] = allCards }},
		{"which way the count goes", func(t *Tracked) { t.Up = !t.Up }},
		{"whether drawing is open to all", func(t *Tracked) { t.FreeDraw = true }},
		{"how many cards can be drawn", func(t *Tracked) { t.Cards = 3 }},
		{"which cards are out", func(t *Tracked) { t.unplayed.Remove(start.Pile[0]) }},
		{"its own points of the match", totals(int(start.Turn), 60)},
		{"another's points of the match", totals(int(next), 60)},
	} {
		then := start
		tt.change(&then)
		if slices.Equal(inputs(then), first) {
			t.Errorf("%s makes no difference", tt.what)
		}
	}
}
