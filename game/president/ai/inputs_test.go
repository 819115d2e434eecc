package ai

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
)

var systems = map[string]gametest.System{
	"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
}

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

// The inputs cover all choices that existed when the networks were trained. A later choice has the
// input of the most similar older one.
func TestAllOptionsAreInputs(t *testing.T) {
	of := func(system gametest.System, values map[string]string) []uint16 {
		rules, err := system(values)
		if err != nil {
			t.Fatal(err)
		}
		return optionInputs(rules.(*president.Rules))
	}
	rules, err := president.PresidentV2(nil)
	if err != nil {
		t.Fatal(err)
	}
	choices, chosen := 0, 0
	for _, o := range rules.Options() {
		choices += len(o.Choices)
		if o.Choices != nil {
			chosen++
		}
	}
	if choices != options {
		t.Errorf("options have %d choices, the inputs %d", choices, options)
	}
	if n := len(of(president.President, nil)); n != chosen {
		t.Errorf("%d of %d options are looked at", n, chosen)
	}
	for _, tt := range []struct {
		values, like map[string]string
		why          string
	}{
		{nil, nil, "nothing set"},
		{map[string]string{"demerits": "no", "vice": "5"}, map[string]string{"demerits": "no", "vice": "5"}, "what stands last in the list is where it was"},
		{map[string]string{"pass": "lap"}, map[string]string{"pass": "out"}, "whoever passed can't play again either"},
		{map[string]string{"four": "invertround"}, map[string]string{"four": "invert"}, "the order turns"},
		{map[string]string{"points": "9,5,1"}, nil, "points are for the end of a match to look at"},
	} {
		if got, want := of(president.President, tt.values), of(president.PresidentV2, tt.like); !slices.Equal(got, want) {
			t.Errorf("%v has the inputs %v, not %v: %s", tt.values, got, want, tt.why)
		}
	}
}

// Players with a network pass the same tests as the others.
func TestNetworkPlaysByWhatItMayKnow(t *testing.T) {
	weights := randomNetwork(Inputs).Pack()
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			aitest.Zoo(t, system, func(rules game.Rules) (ai.Players, error) {
				return NewWithWeights(rules, weights)
			})
		})
	}
}

// follow plays rounds with random options and calls a function in each turn, with the stepped round
// and the State.
func follow(t *testing.T, mixes int, do func(rules *president.Rules, stepped *Tracked, s ai.Observation)) {
	for seed := range uint64(mixes) {
		r := gametest.NewRand(seed)
		name := slices.Sorted(func(yield func(string) bool) {
			for n := range systems {
				if !yield(n) {
					return
				}
			}
		})[seed%3]
		made, _, err := gametest.Mix(systems[name], r)
		if err != nil {
			continue // options that don't go together
		}
		rules := made.(*president.Rules)
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		match := ai.History{}
		if r.Intn(3) > 0 {
			result := game.Result{Points: make([]int, seats)}
			for _, seat := range rand.New(rand.NewPCG(seed, 1)).Perm(seats) {
				result.Places = append(result.Places, game.Seat(seat))
			}
			match.Results = append(match.Results, result)
		}
		chance := r.Chance(rules, seats)
		again := game.Chance{Deck: slices.Clone(chance.Deck), Draws: slices.Clone(chance.Draws), Pick: chance.Pick}
		stepped, err := Deal(rules, seats, chance, match)
		if err != nil {
			t.Fatal(err)
		}
		state, err := rules.Start(rules.Setup(seats, again, match.Results))
		if err != nil {
			t.Fatal(err)
		}
		var told []game.News
		for seat, on := state.Turn(); on; seat, on = state.Turn() {
			s := ai.Observation{View: state.View(seat), News: told, History: match}
			d, err := newDecision(rules, s)
			if err != nil {
				t.Fatal(err)
			}
			m := d.best(&d.sample, d.moves)
			if s.View.Phase != game.Exchanging {
				do(rules, &stepped, s)
				m = d.moves[r.Intn(len(d.moves))]
				stepped.Step(m)
			}
			next, news, err := state.Apply(seat, d.sample.position.Action(m))
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
	turns := 0
	a, b := NewEvaluator(randomNetwork(Inputs)), NewEvaluator(randomNetwork(Inputs))
	follow(t, 60, func(rules *president.Rules, stepped *Tracked, s ai.Observation) {
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
				t.Fatalf("%v: stepped %v, told %v; options %v", m.Move, x, y, rules.Options())
			}
			turns++
		}
	})
	if turns < 1000 {
		t.Errorf("only %d plays were looked at", turns)
	}
}

func TestTheValueOfAMoveIsTheNetworksOutput(t *testing.T) {
	n := randomNetwork(CriticSize)
	e := NewEvaluator(n)
	var l net.Layers
	plays := 0
	follow(t, 40, func(rules *president.Rules, stepped *Tracked, s ai.Observation) {
		for _, m := range slices.Clone(e.Plays(stepped)) {
			inputs := e.Inputs(nil, m.Move)
			for _, i := range inputs {
				if i >= Inputs {
					t.Fatalf("input %d of %d", i, Inputs)
				}
			}
			if e.GoesOut(m.Move) {
				continue
			}
			if want := n.Value(&l, inputs); math.Abs(float64(want-m.Value)) > 1e-3 {
				t.Fatalf("%v is worth %v, its inputs %v", m.Move, m.Value, want)
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
	made, err := president.President(map[string]string{"equal": "yes", "four": "revolution", "jokers": "1"})
	if err != nil {
		t.Fatal(err)
	}
	rules := made.(*president.Rules)
	r := gametest.NewRand(3)
	start, err := Deal(rules, 5, r.Chance(rules, 5), ai.History{Results: []game.Result{{Points: make([]int, 5), Places: []game.Seat{2, 0, 1, 4, 3}}}})
	if err != nil {
		t.Fatal(err)
	}
	own := start.position.Turn()
	others := slices.DeleteFunc([]int{0, 1, 2, 3, 4}, func(c int) bool { return c == own })
	e := NewEvaluator(randomNetwork(Inputs))
	inputs := func(t Tracked) []uint16 {
		list := e.Plays(&t)
		at := e.Inputs(nil, list[len(list)-1].Move)
		slices.Sort(at)
		return at
	}
	first := inputs(start)
	for _, tt := range []struct {
		what   string
		change func(*Tracked)
	}{
		{"how many cards another holds", func(t *Tracked) {
			hand := t.position.Hand(others[1])
			for c := range hand.All() {
				hand.Remove(c)
				t.inPlay -= countOf(card.SetOf(c))
				break
			}
			t.position.SetHand(others[1], hand)
		}},
		{"what one has passed on", func(t *Tracked) { t.declined[others[0]][1] = 4 }},
		{"with one card or more", func(t *Tracked) { t.declined[others[0]][0] = 4 }},
		{"who has passed on it", func(t *Tracked) { t.declined[others[2]][1] = 4 }},
		{"who wins the match", func(t *Tracked) { a := *t.roundContext; a.wins = 1 << others[1]; t.roundContext = &a }},
		{"that it wins the match itself", func(t *Tracked) { a := *t.roundContext; a.wins = 1 << own; t.roundContext = &a }},
		{"that the match ends", func(t *Tracked) { a := *t.roundContext; a.ends = true; t.roundContext = &a }},
		{"the options", func(t *Tracked) { a := *t.roundContext; a.options = a.options[1:]; t.roundContext = &a }},
		{"what it gave away", func(t *Tracked) {
			t.gifts = [4]gift{{int8(own), int8(others[0]), card.SetOf(card.New(card.Four, card.Clubs))}}
		}},
		{"to whom", func(t *Tracked) {
			t.gifts = [4]gift{{int8(own), int8(others[3]), card.SetOf(card.New(card.Four, card.Clubs))}}
		}},
	} {
		then := start
		tt.change(&then)
		if slices.Equal(inputs(then), first) {
			t.Errorf("%s makes no difference", tt.what)
		}
	}
	moves := start.Moves(nil)
	e.Plays(&start)
	seen := map[string]president.Move{}
	for _, m := range moves {
		at := e.Inputs(nil, m)
		slices.Sort(at)
		key := string(appended(at))
		if other, twice := seen[key]; twice {
			t.Errorf("%v looks like %v", start.position.Action(m), start.position.Action(other))
		}
		seen[key] = m
	}
}

func appended(at []uint16) (b []byte) {
	for _, i := range at {
		b = append(b, byte(i), byte(i>>8))
	}
	return b
}
