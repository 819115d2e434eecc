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

// notNaive has the options and choices that the naive rules don't have.
var notNaive = []string{"eights", "spade3", "burn", "lock", "runs", "finish", "jacks", "runrev", "downfall",
	"twos=clear", "twos=clearany", "equal=ornothing", "opening=3d", "leads=3d"}

// randomRules sets every option to a random value. It tries again until the options are compatible.
func randomRules(t *testing.T, r *gametest.Rand) game.Rules {
	system := []gametest.System{AHole, President, Asshole}[r.Intn(3)]
	options := gametest.New(t, system, "").Options()
	for {
		values := map[string]string{}
		for _, o := range options {
			if o.Choices == nil || slices.Contains(notNaive, o.Key) {
				continue
			}
			values[o.Key] = o.Choices[r.Intn(len(o.Choices))].Value
			if slices.Contains(notNaive, o.Key+"="+values[o.Key]) {
				values[o.Key] = o.Choices[0].Value
			}
		}
		if r.Intn(4) == 0 {
			values["points"] = []string{"4,2,1,0", "9,5,1", "99,20,20,-30,-99", "8,7,6,5,4,3,2,1,0,-1"}[r.Intn(4)]
		}
		if rules, err := system(values); err == nil {
			return rules
		}
	}
}

// smallDeal deals up to ten cards per seat from a few ranks, so that sets, equal plays and special
// plays are frequent.
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
	shift := r.Intn(seats) // gives most cards of a rank to one hand
	for i, c := range deck {
		seat := i % seats
		if i >= seats && r.Intn(4) > 0 {
			seat = (int(c.Rank()) + shift) % seats
		}
		if len(hands[seat]) < 10 {
			hands[seat] = append(hands[seat], c)
		}
	}
	return hands
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds := gametest.Dose(t, 2000, 10_000, 100_000)
	seen := map[string]int{}
	gametest.NaiveAgrees(t, rounds, func(_ uint64, r *gametest.Rand) (game.State, gametest.Naive) {
		for {
			rules := randomRules(t, r)
			low, high := rules.Seats()
			setup := game.Setup{Hands: smallDeal(r, rules, low+r.Intn(high-low+1)), Lead: game.Nobody}
			if slices.ContainsFunc(setup.Hands, func(h []card.Card) bool { return len(h) == 0 }) {
				continue
			}
			n := &naive{option: map[string]string{}, hands: setup.Hands, passed: map[int]bool{}, counts: seen}
			for _, o := range rules.Options() {
				n.option[o.Key] = o.Value
			}
			n.leadFirst()
			if r.Intn(2) == 0 && n.is("leads", "president") && (n.is("exchange", "none") || n.is("exchange", "extra")) {
				n.placesHeld = rand.New(rand.NewPCG(r.Uint64(), 0)).Perm(len(setup.Hands))
				setup.Places = make([]int, len(n.placesHeld))
				for i, seat := range n.placesHeld {
					setup.Places[seat] = i + 1
				}
				n.turn, n.mustPlayThree = n.placesHeld[0], false
			}
			n.owner, n.leader = n.turn, n.turn
			return gametest.Start(t, rules, setup), n
		}
	})
	for what, least := range map[string]int{
		"skipped": 1, "inversion": 1, "revolution": 1, "coup": 1, "guillotine": 1, "trick won": 1, "a Joker named": 1,
		"pass lap": rounds / 40, "four invertround": rounds / 40, "foursuits distinct": rounds / 40,
		"points distance": rounds / 40, "points none": rounds / 40, "points own": rounds / 40,
	} {
		if seen[what] < least {
			t.Errorf("%s came up %d times, want at least %d: %v", what, seen[what], least, seen)
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
		if n.top != nil && r.Intn(2) == 0 {
			as = card.New(card.Rank(n.top.rank), card.Suit(r.Intn(4)))
		}
		_, _, err := state.Apply(game.Seat(n.turn), game.Action{Verb: game.Play, Cards: a.Cards, As: as})
		if n.mayPlay(n.parse(a.Cards, as)) || err == nil { // if only one of both accepts the name, the next comparison finds that
			a.As = as
			n.counts["a Joker named"]++
		}
	}
	return a
}

func (n *naive) Legal(v game.View) (map[string]bool, string) {
	out := make([]int, len(v.Out))
	for i, s := range v.Out {
		out[i] = int(s)
	}
	ours := fmt.Sprint(n.turn, n.inverted, n.counterclockwise, n.top != nil, n.out)
	if theirs := fmt.Sprint(v.Turn, v.Inverted, v.Dir == game.Counter, len(v.Top.Cards) > 0, out); ours != theirs {
		return nil, fmt.Sprintf("turn, inverted, counter, top, out: %s, not %s", theirs, ours)
	}
	for place, s := range n.placesHeld {
		if v.Players[s].LastPlace != place+1 {
			return nil, fmt.Sprintf("seat %d holds place %d, not %d", s, v.Players[s].LastPlace, place+1)
		}
	}
	return n.legal(), ""
}

func (n *naive) Do(_ game.Seat, a game.Action) { n.play(a.Cards, a.As) }

func (n *naive) End(state game.State, allNews []game.News) string {
	for _, e := range allNews {
		n.counts[map[game.Kind]string{
			game.Skipped: "skipped", game.Inversion: "inversion", game.Revolution: "revolution", game.Coup: "coup", game.Guillotine: "guillotine", game.TrickWon: "trick won",
		}[e.Kind]]++
	}
	for _, key := range []string{"pass", "four", "foursuits", "points"} {
		value := n.option[key]
		if strings.Contains(value, ",") {
			value = "own"
		}
		n.counts[key+" "+value]++
	}
	result, _ := state.Result()
	if n.turn >= 0 || fmt.Sprint(result.Places, result.Points) != fmt.Sprint(n.places(), n.points()) {
		return fmt.Sprintf("places %v points %v, not %v %v", result.Places, result.Points, n.places(), n.points())
	}
	return ""
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
