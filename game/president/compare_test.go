package president

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

// randomOptions sets every option to a random value. Options that need Jokers are left out if there
// are none.
func randomOptions(r *gametest.Rand, system gametest.System) map[string]string {
	rules, err := system(nil)
	if err != nil {
		return nil // the caller reports it
	}
	values := map[string]string{}
	for _, o := range rules.Options() {
		if o.Choices != nil {
			values[o.Key] = o.Choices[r.Intn(len(o.Choices))].Value
		}
	}
	if r.Intn(4) == 0 {
		values["points"] = fallingPoints(r)
	}
	if values["jokers"] == "0" || values["joker"] == "high" {
		values["coup"], values["guillotine"] = "no", "no"
	}
	if values["equal"] == "no" || values["four"] != "revolution" {
		values["foursuits"] = "any"
	}
	if _, err := system(values); err != nil { // one Joker and one deck
		values["guillotine"] = "no"
	}
	return values
}

// fallingPoints returns a random list of points that falls from place to place.
func fallingPoints(r *gametest.Rand) string {
	var numbers []string
	for n, left := 99-r.Intn(50), 2+r.Intn(MaxChairs-1); left > 0; left-- {
		numbers = append(numbers, strconv.Itoa(n))
		n = max(-99, n-r.Intn(40))
	}
	return strings.Join(numbers, ",")
}

// smallDeal deals up to ten cards per seat from a few ranks, so that sets, equal plays and special
// ones come up often.
func smallDeal(r *gametest.Rand, rules game.Rules, seats int) [][]card.Card {
	ranks := []card.Rank{card.Three, card.Two}
	for range 1 + r.Intn(4) {
		ranks = append(ranks, card.Three+card.Rank(r.Intn(13)))
	}
	deck := slices.DeleteFunc(slices.Clone(rules.Deck(seats)), func(c card.Card) bool {
		return !c.IsJoker() && !slices.Contains(ranks, c.Rank())
	})
	r.Shuffle(deck)
	hands := make([][]card.Card, seats)
	owner := map[card.Rank]int{} // most cards of a rank lie in one hand
	for _, rank := range ranks {
		owner[rank] = r.Intn(seats)
	}
	owner[card.Joker] = owner[ranks[r.Intn(len(ranks))]]
	for i, c := range deck {
		seat := i % seats
		if i >= seats && r.Intn(4) > 0 {
			seat = owner[c.Rank()]
		}
		if len(hands[seat]) < 10 {
			hands[seat] = append(hands[seat], c)
		}
	}
	return hands
}

// TestTheNaiveRulesAgree plays random rounds with random options in both implementations, and
// compares the legal plays and the effects in each turn.
func TestTheNaiveRulesAgree(t *testing.T) {
	rounds, positions := gametest.Dose(t, 2000, 10_000, 100_000), 0
	count := map[string]int{} // things that must have happened for the test to prove anything
	for seed := range uint64(rounds) {
		r := gametest.NewRand(seed)
		system := []gametest.System{AHole, President, Asshole}[r.Intn(3)]
		rules, err := system(randomOptions(r, system))
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]string{}
		for _, o := range rules.Options() {
			values[o.Key] = o.Value
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		setup := game.Setup{Hands: smallDeal(r, rules, seats), Lead: game.Nobody}
		n := &naive{option: values, hands: setup.Hands, passed: map[int]bool{}}
		n.leadFirst()
		if r.Intn(2) == 0 && values["leads"] == "president" && (values["exchange"] == "none" || values["exchange"] == "extra") {
			setup.Places = places(r, seats)
			n.held = make([]int, seats)
			for s, place := range setup.Places {
				n.held[place-1] = s
			}
			n.turn, n.must = n.held[0], false
		}
		if len(setup.Hands[n.turn]) == 0 || slices.ContainsFunc(setup.Hands, func(h []card.Card) bool { return len(h) == 0 }) {
			continue
		}
		n.maker, n.leader = n.turn, n.turn
		state, err := rules.Start(setup)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for {
			if differs := n.compare(state); differs != "" {
				t.Fatalf("seed %d, options %v: %s", seed, game.Changed(rules.Options()), differs)
			}
			positions++
			if n.turn < 0 {
				for _, key := range []string{"pass", "four", "foursuits", "points"} {
					value := values[key]
					if strings.Contains(value, ",") {
						value = "own"
					}
					count[key+" "+value]++
				}
				break
			}
			a := n.choose(r, state)
			before := *n
			n.act(a.Cards, a.As)
			next, news, err := state.Apply(game.Seat(before.turn), a)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, a, err)
			}
			for _, e := range news {
				count[fmt.Sprintf("news %d", e.Kind)]++
			}
			if a.As != card.None {
				count["named"]++
			}
			state = next
		}
	}
	for _, k := range []game.Kind{game.Skipped, game.Inversion, game.Revolution, game.Coup, game.Guillotine, game.TrickWon} {
		if count[fmt.Sprintf("news %d", k)] == 0 {
			t.Errorf("news of kind %d never came up", k)
		}
	}
	for _, option := range []string{"pass lap", "four invertround", "foursuits distinct", "points distance", "points none", "points own"} {
		if count[option] < rounds/40 {
			t.Errorf("%s was played for %d rounds of %d", option, count[option], rounds)
		}
	}
	if count["named"] == 0 {
		t.Error("no Joker was ever named")
	}
	t.Logf("%d positions agree; %v", positions, count)
}

// places returns random places for the seats.
func places(r *gametest.Rand, seats int) []int {
	places := make([]int, seats)
	for i := range places {
		j := r.Intn(i + 1)
		places[i] = places[j]
		places[j] = i + 1
	}
	return places
}

// choose picks a legal action, preferring large sets to a pass. Sometimes it names Jokers alone at
// random, if the rule allows naming.
func (n *naive) choose(r *gametest.Rand, state game.State) game.Action {
	legal := state.Legal()
	a := legal[r.Intn(len(legal))]
	for range r.Intn(4) { // prefer larger sets
		if b := legal[r.Intn(len(legal))]; len(b.Cards) > len(a.Cards) {
			a = b
		}
	}
	if l := n.read(a.Cards, card.None); l != nil && l.natural == 0 && n.is("joker", "wild") {
		as := card.New(card.Three+card.Rank(r.Intn(13)), card.Suit(r.Intn(4)))
		if n.top != nil && r.Intn(2) == 0 {
			as = card.New(card.Rank(n.top.rank), card.Suit(r.Intn(4)))
		}
		_, _, err := state.Apply(game.Seat(n.turn), game.Action{Verb: game.Play, Cards: a.Cards, As: as})
		if n.may(n.read(a.Cards, as)) {
			a.As = as
		} else if err == nil {
			a.As = as // compare finds it if the engine accepts an invalid name
		}
	}
	return a
}

// compare returns how the engine differs.
func (n *naive) compare(state game.State) string {
	turn, _ := state.Turn()
	view := state.View(game.Watcher)
	out := make([]int, len(view.Out))
	for i, s := range view.Out {
		out[i] = int(s)
	}
	ours := []any{n.turn, n.down, n.back, n.top != nil, n.turn < 0 || slices.Equal(out, n.out)}
	theirs := []any{int(turn), view.Inverted, view.Dir == game.Counter, len(view.Top.Cards) > 0, true}
	if fmt.Sprint(ours) != fmt.Sprint(theirs) && n.turn >= 0 {
		return fmt.Sprintf("turn, inverted, counter, top, out: %v, not %v", theirs, ours)
	}
	for place, s := range n.held {
		if view.Players[s].LastPlace != place+1 {
			return fmt.Sprintf("seat %d holds place %d, not %d", s, view.Players[s].LastPlace, place+1)
		}
	}
	if n.turn < 0 {
		result, over := state.Result()
		if !over || fmt.Sprint(result.Places) != fmt.Sprint(n.places()) {
			return fmt.Sprintf("places %v, not %v", result.Places, n.places())
		}
		if fmt.Sprint(result.Points) != fmt.Sprint(n.points()) {
			return fmt.Sprintf("places %v: points %v, not %v", result.Places, result.Points, n.points())
		}
		return ""
	}
	if len(n.hands[n.turn]) > 11 {
		return "" // too many subsets to try
	}
	want, got := n.legal(), map[string]bool{}
	for _, a := range state.Legal() {
		got[record.Reduce(a, false)] = true
	}
	for k := range want {
		if !got[k] {
			return fmt.Sprintf("seat %d: %q is missing", n.turn, k)
		}
	}
	for k := range got {
		if !want[k] {
			return fmt.Sprintf("seat %d: %q is listed", n.turn, k)
		}
	}
	return ""
}
