package president

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
)

var systems = map[string]gametest.System{"ahole": AHole, "president": President, "asshole": Asshole, "daifugo": Daifugo}

// randomRules sets every option to a random value. It tries again until the options are compatible.
func randomRules(t testing.TB, r *gametest.Rand) game.Rules {
	t.Helper()
	system := []gametest.System{AHole, President, Asshole, Daifugo}[r.Intn(4)]
	preset, decks := gametest.New(t, system, ""), 1
	if preset.Name() == "president" {
		decks = 2
	}
	for {
		values := map[string]string{}
		for _, o := range preset.Options() {
			if o.Choices != nil {
				values[o.Key] = o.Choices[r.Intn(len(o.Choices))].Value
			}
		}
		if r.Intn(4) == 0 {
			values["points"] = []string{"4,2,1,0", "9,5,1", "99,20,20,-30,-99", "8,7,6,5,4,3,2,1,0,-1"}[r.Intn(4)]
		}
		rules, err := system(values)
		if refused := areRefused(values, decks); refused != (err != nil) {
			t.Fatalf("options %v: got the error %v, want a refusal: %t", values, err, refused)
		}
		if err == nil {
			return rules
		}
	}
}

// areRefused reports whether options can't be combined (P7, P12). decks is the largest number of
// decks.
func areRefused(options map[string]string, decks int) bool {
	is := func(key, value string) bool { return options[key] == value }
	jokers := map[string]int{"0": 0, "1": 1, "2": 2, "3": 3}[options["jokers"]]
	if is("joker", "high") {
		jokers = 0 // that can join other cards
	}
	return is("coup", "yes") && jokers == 0 ||
		is("guillotine", "yes") && jokers*decks < 2 ||
		is("downfall", "yes") && (is("coup", "yes") || is("guillotine", "yes")) ||
		!is("size", "same") && (is("lock", "suits") || is("runs", "suit"))
}

// smallDeal deals up to nine cards per seat from a few ranks, so that sets, equal plays and special
// plays are frequent. Most cards of a group go to one hand. Groups are ranks or, for runs, suits of
// successive ranks or, for locks, pairs of certain suits.
func (n *naive) smallDeal(r *gametest.Rand, deck []card.Card, seats int) {
	ranks, group := []card.Rank{card.Three, card.Two}, card.Card.Rank
	for range 1 + r.Intn(4) {
		ranks = append(ranks, card.Three+card.Rank(r.Intn(13)))
	}
	switch {
	case n.is("lock", "suits") && r.Intn(3) == 0:
		group = func(c card.Card) card.Rank { return 2*c.Rank() + card.Rank(c.Suit()/2) }
	case n.is("runs", "suit") && r.Intn(2) == 0:
		lowest := card.Three + card.Rank(r.Intn(9))
		ranks = []card.Rank{lowest, lowest + 1, lowest + 2, lowest + 3, lowest + 4}
		group = func(c card.Card) card.Rank { return card.Rank(c.Suit()) }
	}
	deck = slices.DeleteFunc(slices.Clone(deck), func(c card.Card) bool { return !c.IsJoker() && !slices.Contains(ranks, c.Rank()) })
	r.Shuffle(deck)
	n.hands = make([][]card.Card, seats)
	shift := r.Intn(seats)
	for i, c := range deck {
		seat := i % seats
		if i >= seats && r.Intn(4) > 0 {
			seat = (int(group(c)) + shift) % seats
		}
		if len(n.hands[seat]) < 9 {
			n.hands[seat] = append(n.hands[seat], c)
		}
	}
}

// startNaive deals a small round with random options for the engine and for the naive rules.
func startNaive(t testing.TB, r *gametest.Rand, counts map[string]int) (game.State, *naive) {
	t.Helper()
	for {
		rules := randomRules(t, r)
		n := &naive{option: map[string]string{}, passed: map[int]bool{}, unanswered: map[int]bool{}, fallen: -1, last: -1, counts: counts}
		for _, o := range rules.Options() {
			n.option[o.Key] = o.Value
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		n.smallDeal(r, rules.Deck(seats), seats)
		if slices.ContainsFunc(n.hands, func(h []card.Card) bool { return len(h) == 0 }) {
			continue
		}
		setup := game.Setup{Hands: slices.Clone(n.hands), Lead: game.Nobody}
		if r.Intn(2) == 0 && (n.is("exchange", "none") || n.is("exchange", "extra")) {
			n.placesHeld = rand.New(rand.NewPCG(r.Uint64(), 0)).Perm(seats)
			setup.Places = make([]int, seats)
			for i, seat := range n.placesHeld {
				setup.Places[seat] = i + 1
			}
		}
		n.leadFirst()
		return gametest.Start(t, rules, setup), n
	}
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds := gametest.Dose(t, 2000, 10_000, 100_000)
	seen := map[string]int{}
	gametest.NaiveAgrees(t, rounds, func(_ uint64, r *gametest.Rand) (game.State, gametest.Naive) {
		return startNaive(t, r, seen)
	})
	t.Log(seen)
	for what, least := range map[string]int{
		"skipped": 1, "inversion": 1, "revolution": 1, "coup": 1, "guillotine": 1, "trick won": 1, "a Joker named": 1,
		"an 8 ended the trick": 1, "a Jack turned the order": 1, "locked": 1, "a Joker fits the lock": 1,
		"the 3 of spades beat a Joker": 1, "the President fell": 1, "went out foul": 1,
		"a run": 1, "a run with a Joker": 1, "a run on a run": 1, "a run on a run in inverted order": 1, "a run as a complete set": 1,
		"twos ended the trick": 1, "one 2 beat a larger set": 1, "must answer": 1, "answered": 1, "out of the trick without an answer": 1,
		"burned": 1, "burned by several plays": 1, "Jokers alone answered": 1,
		"pass lap": rounds / 40, "four invertround": rounds / 40, "foursuits distinct": rounds / 40,
		"points distance": rounds / 40, "points none": rounds / 40, "points own": rounds / 40,
		"opening 3d": rounds / 40, "leads 3d": rounds / 40,
	} {
		if seen[what] < least {
			t.Errorf("%s came up %d times, want at least %d", what, seen[what], least)
		}
	}
}

// Choose picks a legal action and prefers large sets to passing. If the rules allow it, it
// sometimes names Jokers that are played alone at random.
func (n *naive) Choose(r *gametest.Rand, state game.State) game.Action {
	a := r.Pick(state)
	for range r.Intn(4) {
		if b := r.Pick(state); len(b.Cards) > len(a.Cards) {
			a = b
		}
	}
	if l := n.parse(a.Cards, card.None); l != nil && l.natural == 0 && n.is("joker", "wild") {
		as := card.New(card.Three+card.Rank(r.Intn(13)), card.Suit(r.Intn(4)))
		if n.top != nil && !n.top.run && r.Intn(2) == 0 {
			as = card.New(card.Rank(n.top.rank), card.Suit(r.Intn(4)))
		}
		_, _, err := state.Apply(game.Seat(n.turn), game.Action{Verb: game.Play, Cards: a.Cards, As: as})
		if n.mayPlay(n.parse(a.Cards, as)) || err == nil { // if only one of both accepts the name, the next comparison finds that
			a.As = as
			n.count("a Joker named")
		}
	}
	return a
}

func (n *naive) Legal(v game.View) (map[string]bool, string) {
	out := make([]int, len(v.Out))
	for i, s := range v.Out {
		out[i] = int(s)
	}
	ours := fmt.Sprint(n.turn, n.reversed(), n.counterclockwise, n.top != nil, n.out)
	if theirs := fmt.Sprint(v.Turn, v.Inverted, v.Dir == game.Counter, len(v.Top.Cards) > 0, out); ours != theirs {
		return nil, fmt.Sprintf("turn, inverted, counter, top, out: %s, not %s", theirs, ours)
	}
	for place, s := range n.placesHeld {
		if v.Players[s].LastPlace != place+1 {
			return nil, fmt.Sprintf("seat %d holds place %d, not %d", s, v.Players[s].LastPlace, place+1)
		}
	}
	for s, hand := range n.hands {
		if v.Players[s].Cards != len(hand) {
			return nil, fmt.Sprintf("seat %d holds %d cards, not %d", s, v.Players[s].Cards, len(hand))
		}
	}
	return n.legal(), ""
}

func (n *naive) Do(_ game.Seat, a game.Action) {
	if a.Verb == game.Pass {
		n.pass()
		return
	}
	n.play(n.read(a))
}

func (n *naive) End(state game.State, allNews []game.News) string {
	for _, e := range allNews {
		n.count(map[game.Kind]string{
			game.Skipped: "skipped", game.Inversion: "inversion", game.Revolution: "revolution", game.Coup: "coup", game.Guillotine: "guillotine", game.TrickWon: "trick won",
		}[e.Kind])
	}
	for _, key := range []string{"pass", "four", "foursuits", "points", "opening", "leads"} {
		value := n.option[key]
		if strings.Contains(value, ",") {
			value = "own"
		}
		n.count(key + " " + value)
	}
	result, _ := state.Result()
	if n.turn >= 0 || fmt.Sprint(result.Places, result.Points) != fmt.Sprint(n.places(), n.points()) {
		return fmt.Sprintf("places %v points %v, not %v %v", result.Places, result.Points, n.places(), n.points())
	}
	if out := state.View(game.Watcher).Out; fmt.Sprint(out) != fmt.Sprint(n.out) {
		return fmt.Sprintf("out %v, not %v", out, n.out)
	}
	return ""
}

// FuzzPlay plays rounds with random options. The input chooses the plays, and tries any cards of a
// hand before each.
func FuzzPlay(f *testing.F) {
	f.Add(uint64(1), []byte("a run of cards, and what beats it"))
	f.Add(uint64(7), []byte("\x03\x00\x01\x07\x00\x02\x1f\x00\x00\x38\x00\x01\x0f\x00\x02"))
	f.Fuzz(func(t *testing.T, seed uint64, choices []byte) {
		state, n := startNaive(t, gametest.NewRand(seed), map[string]int{})
		for ; len(choices) > 2; choices = choices[3:] {
			turn, on := state.Turn()
			if !on {
				return
			}
			v := state.View(turn)
			if differs := gametest.CompareLegal(n, v); differs != "" {
				t.Fatalf("%v: %s", n.option, differs)
			}
			try := game.Action{Verb: game.Play}
			for i, c := range v.Hand {
				if (int(choices[0])|int(choices[1])<<8)>>i&1 != 0 {
					try.Cards = append(try.Cards, c)
				}
			}
			if choices[1]&128 != 0 {
				gametest.NewRand(seed).Shuffle(try.Cards) // the order says what the Jokers of a run stand for
			}
			if _, _, err := state.Apply(turn, try); len(try.Cards) > 0 && n.mayPlay(n.read(try)) != (err == nil) {
				t.Fatalf("%v: %s on %v: got the error %v, legal by the naive rules: %t", n.option, try, v.Top.Cards, err, err != nil)
			}
			a := v.Legal[int(choices[2])%len(v.Legal)]
			next, _, err := state.Apply(turn, a)
			if err != nil {
				t.Fatal(err)
			}
			n.Do(turn, a)
			state = next
		}
	})
}

func TestConformance(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { gametest.Run(t, system) })
	}
}

func TestRecords(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { gametest.Records(t, system) })
	}
}

func TestAnObservationHidesOtherHands(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			gametest.CheckObservations(t, system, Observation, func(state game.State) Position {
				p := state.(*State).RoundState().Position()
				p.setAside = card.Set{}
				for chair := range p.Chairs() {
					if chair != p.Turn() {
						p.SetHand(chair, card.Set{})
					}
				}
				return p
			})
		})
	}
}
